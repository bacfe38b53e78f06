"""TeX macros that take arguments, each as a function that reads them and returns text."""

import re
from collections.abc import Callable, Mapping
from typing import Protocol

from bot.papers.marks import emphasised
from bot.papers.symbols import SOFT, subscript, superscript


class Arguments(Protocol):
    """What a macro may read: the arguments that follow it."""

    def argument(self) -> str:
        """Return the next group, or the next single thing, as text."""
        ...

    def raw(self) -> str:
        """Return the next group as it stands, or nothing."""
        ...

    def option(self) -> str:
        """Return what stands in brackets next, or nothing."""
        ...


Macro = Callable[[Arguments], str]


def _nothing(arguments: Arguments) -> str:
    del arguments
    return ""


def _blank(arguments: Arguments) -> str:
    arguments.option()
    return " "


def _dropped(arguments: Arguments) -> str:
    while arguments.option():
        pass
    arguments.raw()
    return ""


def _environment(arguments: Arguments) -> str:
    arguments.raw()
    arguments.option()
    return " "


def _content(arguments: Arguments) -> str:
    return arguments.argument()


def _second(arguments: Arguments) -> str:
    arguments.option()
    arguments.raw()
    return arguments.argument()


def _emphasis(arguments: Arguments) -> str:
    return emphasised(arguments.argument())


def _operator(arguments: Arguments) -> str:
    return SOFT + arguments.argument() + SOFT


def _fraction(arguments: Arguments) -> str:
    above, below = arguments.argument(), arguments.argument()
    return f"{SOFT}{_factor(above)}/{_factor(below)}{SOFT}" if below else above


def _factor(text: str) -> str:
    text = text.strip(SOFT + " ")
    return text if _SIMPLE.fullmatch(text) else f"({text})"


_SIMPLE = re.compile(r"[√∛]?[\w.′*]+(?:\([^()]*\))?|\([^()]*\)|[|‖][^|‖]+[|‖]\w*|\W")


def _root(arguments: Arguments) -> str:
    degree = arguments.option()
    return root(arguments.argument(), degree)


def root(text: str, degree: str = "") -> str:
    """Return the root of `text`."""
    text = text.strip(SOFT + " ")
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree, superscript(degree) + "√")
    if text in {"", "("}:  # written without braces: `\sqrt(n)`
        return sign + text
    return sign + (
        text if re.fullmatch(r"\w[\u0300-\u036f]?|\d+|\([^()]*\)", text) else f"({text})"
    )


def _choose(arguments: Arguments) -> str:
    return f"({arguments.argument()} choose {arguments.argument()})"


def _link(arguments: Arguments) -> str:
    address, text = arguments.raw().strip(), arguments.argument().strip()
    return address if not text or text == address else f"{text} ({address})"


def _address(arguments: Arguments) -> str:
    return arguments.raw().strip()


def _footnote(arguments: Arguments) -> str:
    arguments.option()
    text = arguments.argument().strip()
    return f" ({text})" if text else ""


def _raised(arguments: Arguments) -> str:
    return superscript(arguments.argument())


def _lowered(arguments: Arguments) -> str:
    return subscript(arguments.argument())


def _underset(arguments: Arguments) -> str:
    below, text = arguments.argument(), arguments.argument()
    return text.rstrip(SOFT) + subscript(below)


def _modulo(arguments: Arguments) -> str:
    return f" (mod {arguments.argument()})"


def _item(arguments: Arguments) -> str:
    return f" {arguments.option() or '•'} "


def _between(opening: str, closing: str) -> Macro:
    return lambda arguments: opening + arguments.argument().strip() + closing


def _spread(*rows: tuple[Macro, str]) -> Mapping[str, Macro]:
    return {name: macro for macro, names in rows for name in names.split()}


MACROS = _spread(
    (
        _nothing,
        """
        left right mleft mright big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm
        middle limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle tiny
        scriptsize footnotesize
        small normalsize large Large LARGE huge Huge noindent centering xspace protect boldmath
        unboldmath footnotemark bf it rm sf tt em sc sl bfseries itshape ttfamily scshape mathstrut
        relax nonumber allowbreak - / ! cal frak selectfont upshape null hfill
        makeatletter
        """,
    ),
    (_blank, "\\ newline linebreak par quad qquad , ; : space hspace* enspace thinspace"),
    (
        _dropped,
        """
        label ref eqref autoref cref Cref vspace hspace includegraphics thanks phantom hphantom
        vphantom index todo pagestyle thispagestyle bibliographystyle bibliography looseness
        input
        """,
    ),
    (_environment, "begin end"),
    (
        _content,
        """
        mathbf mathrm mathsf mathtt mathit mathnormal text textrm texttt textsf textsc textup
        textnormal textmd textlf mbox hbox fbox boldsymbol bm pmb underline uline smash mathop
        mathbin mathrel mathord overbrace underbrace boxed cancel Vec vct vecx mat hypertarget
        ensuremath romannumeral so hl url* underbar overrightarrow overleftarrow mathchoice widebar
        """,
    ),
    (_second, "textcolor colorbox color hyperlink hyperref stackrel overset scalebox raisebox"),
    (_emphasis, "emph textit textbf textsl"),
    (_operator, "operatorname operatorname* DeclareMathOperator"),
    (_fraction, "frac dfrac tfrac cfrac nicefrac sfrac textfrac nfrac"),
    (_root, "sqrt"),
    (_choose, "binom dbinom tbinom choose"),
    (_link, "href"),
    (_address, "url path nolinkurl"),
    (_footnote, "footnote footnotetext"),
    (_raised, "textsuperscript sp"),
    (_lowered, "textsubscript sb"),
    (_underset, "underset"),
    (_modulo, "pmod mod"),
    (_between("‖", "‖"), "norm Norm"),
    (_between("|", "|"), "abs card"),
    (_between("{", "}"), "set Set"),
    (_between("⌈", "⌉"), "ceil"),
    (_between("⌊", "⌋"), "floor"),
    (_between("⟨", "⟩"), "inner innerprod"),
    (_between("“", "”"), "enquote"),
    (_item, "item"),
)
"""Every macro with arguments that is known by name; `cite...` is dropped by its beginning."""
DROPPED = _dropped

EMPHASIS_SWITCHES = frozenset({"em", "it", "bf", "sl", "itshape", "bfseries", "slshape"})
"""Macros that emphasise the rest of their group."""
ALPHABET_SWITCHES = frozenset({"cal", "frak"})

_FUSED = re.compile(
    r"(widetilde|widehat|operatorname|boldsymbol|mathcal|mathbb|mathbf|mathrm|mathsf|mathtt|mathit"
    r"|mathfrak|mathscr|underline|textbf|textit|texttt|textsc|textrm|text|emph|sqrt|tilde|hat|bar|vec|log|ln)"
    r"([A-Za-z]+)"
)


def unfused(name: str) -> tuple[str, str] | None:
    """Part a macro from its argument where a site has lost the braces (`mathbbR`, `emphk`)."""
    match = _FUSED.fullmatch(name)
    return (match[1], match[2]) if match else None


_LETTER = re.compile(
    r"(?:b|v|bf|mat|vec)(?P<bold>[A-Za-z])|(?:c|cal|mc|s|sc)(?P<script>[A-Z])|bb(?P<double>[A-Z])"
    r"|(?P<before>[A-Z])cal"
)
_ALPHABET_OF = {"bold": "mathbf", "script": "mathcal", "before": "mathcal", "double": "mathbb"}


def letter_of(name: str) -> tuple[str, str] | None:
    """Read authors' short names of letters: `bx`, `vx` (a vector), `cO` (calligraphic)."""
    match = _LETTER.fullmatch(name)
    return (_ALPHABET_OF[match.lastgroup or ""], match[match.lastgroup or 0]) if match else None
