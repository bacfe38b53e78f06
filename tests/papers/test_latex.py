import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.formula import formula
from bot.papers.latex import unlatex
from bot.papers.marks import emphasised

CASES = {
    r"$L^{\widetilde{\mathcal{F}}}$": "L^ℱ̃",
    r"$\ell_1$ and $x_1^2$": "ℓ₁ and x₁²",
    r"$L_{\max}$ and $x_{i,j}$": "L_max and x_(i,j)",
    r"$\frac{1}{\sqrt{n}}$ and $\frac{N^2}{M+1}$": "1/√n and N²/(M+1)",
    r"$\tilde{O}(n^{d+2}/\epsilon^2)$": "Õ(nᵈ⁺²/ε²)",
    r"$n\log n$ and $\log^2 n$": "n log n and log² n",
    r"$x \in \mathbb{R}^d$": "x ∈ ℝᵈ",
    r"$\{1, 2, \ldots, n\}$": "{1, 2, …, n}",
    r"$\|x\|_2 \leq 1$": "‖x‖₂ ≤ 1",
    r"$(i)$ one and $(ii)$ two": "(i) one and (ii) two",
    r"the $k$-means of $k$NN": "the k-means of kNN",
    r"\(x_1\) and \[y\]": "x₁ and y",
    r"$$\sum_{i=1}^n x_i$$": "∑ᵢ₌₁ⁿ xᵢ",
    r"$a$$b$": "ab",
    r"10$\times$ and $2.5\times$": "10× and 2.5×",
    r"MEGS^{2}, M^3RL and 10^-3": "MEGS², M³RL and 10⁻³",
    r"$f^\star$, $A^\top$, $90^\circ$, $f'$": "f*, Aᵀ, 90°, f′",
    r"$K^(1/3)$, $\theta^{(r)}$, $2\% of$": "K^(1/3), θ⁽ʳ⁾, 2% of",
    r"\$\mathbb{M}^2\$": "𝕄²",
    r"$78.6\\%$ and 85\%": "78.6% and 85%",
}
PROSE = {
    "$5 and $10": "$5 and $10",
    "from $0.23 to $0.38 per issue": "from $0.23 to $0.38 per issue",
    r"costs \$5 or \$10": "costs $5 or $10",
    "about $1000 at $x_1$ each": "about $1000 at x₁ each",
    r"Schr\"odinger, Fr\'echet, Nystr\"{o}m, na\"{\i}ve": "Schrödinger, Fréchet, Nyström, naïve",
    r"Erd\H{o}s and {\v C}ech, Universit{\"a}t": "Erdős and Čech, Universität",
    r"doesn\'t and \bar x": "doesn't and x̄",
    r"in Fig.~3, about ~5% (~3x)": "in Fig. 3, about ~5% (~3x)",
    r"as shown~\cite{a,b}, see \citep[p.~3]{c}": "as shown , see ",
    r"{S}tate-{S}pace {M}odel": "State-Space Model",
    "{parameter sharing} over {0,1}": "parameter sharing over {0,1}",
    r"\ourmethod{} beats \baseline": "ourmethod beats baseline",
    r"\unknown{its content}": "its content",
    r"\textcolor{red}{word} and \underline{word}": "word and word",
    r"\href{https://a.org}{our page}": "our page (https://a.org)",
    r"\mathcalO(\sqrtT) in \mathbbR": "𝒪(√T) in ℝ",
    "a_b and x^*y and {": "a_b and x^*y and {",
}
EMPHASIS = {
    r"$\textit{derandomization}$": emphasised("derandomization"),
    r"\textit{x} and \emph{y z}": f"{emphasised('x')} and {emphasised('y z')}",
    r"{\em important}": emphasised(" important"),
}


@pytest.mark.parametrize(("source", "text"), [*CASES.items(), *PROSE.items(), *EMPHASIS.items()])
def test_latex_becomes_readable(source: str, text: str) -> None:
    assert unlatex(source) == text


def test_formulas_and_escapes_go_through_keep() -> None:
    kept: list[str] = []

    def keep(part: str) -> str:
        kept.append(part)
        return "#"

    assert unlatex(r"the $x^*$ of \*this\*", keep) == "the # of #this#"
    assert kept == ["x*", "*", "*"]


PIECES = [
    *"\\{}$^_ a1~'",
    "\\hat",
    "\\v ",
    "\\frac",
    "\\sqrt",
    "\\emph",
    "\\href",
    "\\cal",
    "\\item[",
]


@pytest.mark.parametrize("source", ["{" * 5000, "$" * 5000, r"\sqrt" * 5000, "^" * 5000, "\\"])
def test_no_nesting_is_too_deep(source: str) -> None:
    assert isinstance(unlatex(source), str)
    assert isinstance(formula(source), str)


@given(
    st.text(alphabet="\\${}^_'\"`~[]()aeltxi1% \n&|", max_size=60)
    | st.lists(st.sampled_from(PIECES)).map("".join)
)
def test_nothing_that_looks_like_tex_raises(source: str) -> None:
    unlatex(source)
    formula(source)


@given(st.text(max_size=200).filter(lambda text: not set("\\$~^{}") & set(text)))
def test_text_without_tex_stays_as_it_is(source: str) -> None:
    assert unlatex(source) == source
