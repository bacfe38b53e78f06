"""TeX's names and positions as Unicode: symbols, alphabets, accents, scripts."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Protocol, cast

from pylatexenc.latex2text import (  # pyright: ignore[reportMissingTypeStubs] - it has no types
    get_default_latex_context_db,
)

SOFT = "\x11"
"""A blank that stays only between letters or digits; formulas resolve it (`n log n`)."""


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_OWN_TEXT = r"""
% % & & # # _ _ $ $ { { } } | ‖ R ℝ RR ℝ reals ℝ real ℝ N ℕ NN ℕ Z ℤ ZZ ℤ E 𝔼 EE 𝔼 eps ε veps ε
epsilon ε vareps ε phi φ varphi φ top ⊤ intercal ⊤ star ⋆ ast * colon : otilde Õ Otilde Õ tO Õ
bigO O calo 𝒪 calO 𝒪 cdot · dots … ldots … dotsc … cdots ⋯ lvert | rvert | vert | mid | lVert ‖
rVert ‖ Vert ‖ setminus ∖ textasciitilde ~ textasciicircum ^ textemdash — textendash –
textbackslash ∖ textless < textgreater > lt < gt > textbar | texttimes × textunderscore _
textquotesingle ' textapprox ≈ textdegree ° degree ° textellipsis … slash / iid i.i.d. ie i.e. eg
e.g. wrt w.r.t. cf cf. etc etc. vs vs. aka a.k.a. lbrace { rbrace } lbrack [ rbrack ] backslash ∖
And & coloneqq ≔ xrightarrow → over / dag † ddag ‡ checkmark ✓ cmark ✓ xmark ✗
"""
_OWN = {**_pairs(_OWN_TEXT), "etal": "et al."}


class _Spec(Protocol):
    macroname: str
    simplify_repl: object


class _Table(Protocol):
    def iter_macro_specs(self) -> Iterable[_Spec]: ...


@cache
def symbols() -> Mapping[str, str]:
    """Return the text of every macro without arguments that stands for a symbol, by name.

    pylatexenc's table, without what it renders as layout, and what authors define for themselves.
    """
    known: dict[str, str] = {}
    table = cast("_Table", get_default_latex_context_db())
    for spec in table.iter_macro_specs():
        text = spec.simplify_repl
        if isinstance(text, str) and 0 < len(text) <= 2 and "%" not in text and text.isprintable():
            known[spec.macroname] = unicodedata.normalize("NFC", text)
    return {**known, **_OWN}


_OPERATORS = """
Cov KL OPT Pr Re Im Tr Var arccos arccosh arcsin arcsinh arctan arctanh arg argmax argmin cos cosh
cot coth csc deg det diag dim erf exp gcd hom inf ker lcm lg lim liminf limsup ln log logdet max min
bmod mod nnz opt poly polylog polyloglog rank sec sgn sign sin sinh softmax span st sup supp tan
tanh tr trace
"""
OPERATORS = frozenset(_OPERATORS.split())
"""Macros that TeX sets as upright words with a little space around them."""

_ALPHABETS = {
    "mathbb": ("𝔸", "𝕒", {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}),
    "mathcal": (
        "𝒜",
        "𝒶",
        {
            "B": "ℬ",
            "E": "ℰ",
            "F": "ℱ",
            "H": "ℋ",
            "I": "ℐ",
            "L": "ℒ",
            "M": "ℳ",
            "R": "ℛ",
            "e": "ℯ",
            "g": "ℊ",
            "o": "ℴ",
        },
    ),
    "mathfrak": ("𝔄", "𝔞", {"C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"}),
}
_ALIASES = {
    "mathscr": "mathcal",
    "mathds": "mathbb",
    "mathbbm": "mathbb",
    "Bbb": "mathbb",
    "cal": "mathcal",
    "mc": "mathcal",
    "mathpzc": "mathcal",
    "frak": "mathfrak",
    "bbm": "mathbb",
}
ALPHABETS = frozenset((*_ALPHABETS, *_ALIASES))
"""Macros that choose an alphabet of its own look."""


def lettered(macro: str, text: str) -> str:
    """Return `text` in the alphabet of `macro`, where it is one letter; words stay as they are."""
    if len(text) != 1:
        return text
    capital, small, exceptions = _ALPHABETS[_ALIASES.get(macro, macro)]
    if text in exceptions:
        return exceptions[text]
    if "A" <= text <= "Z":
        return chr(ord(capital) + ord(text) - ord("A"))
    if "a" <= text <= "z":
        return chr(ord(small) + ord(text) - ord("a"))
    return "𝟙" if text == "1" and capital == "𝔸" else text


ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    '"': "\u0308",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "k": "\u0328",
    "r": "\u030a",
    "b": "\u0331",
    "d": "\u0323",
    "hat": "\u0302",
    "widehat": "\u0302",
    "wh": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "wt": "\u0303",
    "Tilde": "\u0303",
    "Hat": "\u0302",
    "Bar": "\u0304",
    "bar": "\u0304",
    "overline": "\u0304",
    "ol": "\u0304",
    "vec": "\u20d7",
    "dot": "\u0307",
    "ddot": "\u0308",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
}
"""Macros that put a combining character over or under one letter."""

LETTER_ACCENTS = frozenset("uvHckrbd")
"""Those of them that are letters and mean an accent only before a letter or group."""

_DOTLESS = str.maketrans("ıȷ", "ij")


def accented(macro: str, text: str) -> str:
    """Return `text` with the accent, which goes over its only letter; longer text stays as is."""
    letters = [place for place, char in enumerate(text) if char.isalpha()]
    if len(letters) != 1 or len(text) > 3:
        return text
    after = letters[0] + 1
    while after < len(text) and unicodedata.combining(text[after]):
        after += 1
    marked = text[:after].translate(_DOTLESS) + ACCENTS[macro] + text[after:]
    return unicodedata.normalize("NFC", marked)


_SUPERSCRIPTS = (
    {"∘": "°", "⊤": "ᵀ", "∗": "*", "⋆": "*", "ℓ": "ˡ"}
    | dict(
        zip(
            "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθιφχ",
            "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᶥᵠᵡ",
            strict=True,
        )
    )
    | {char: char for char in "′″*°†‡"}
)
_SUBSCRIPTS = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
) | {"ℓ": "ₗ"}

_MARKS = re.compile("[\x02\x03\x11]")


def superscript(text: str) -> str:
    """Return `text` raised; `^(...)` where Unicode has no such letters."""
    return _script(text, _SUPERSCRIPTS, "^")


def subscript(text: str) -> str:
    """Return `text` lowered; `_(...)` where Unicode has no such letters."""
    return _script(text, _SUBSCRIPTS, "_")


def _script(text: str, letters: Mapping[str, str], sign: str) -> str:
    text = _MARKS.sub("", text).strip()
    tight = text.replace(" ", "")
    if not tight:
        return ""
    if len(tight) <= 8 and all(char in letters for char in tight) and not _WORD.search(text):
        return "".join(letters[char] for char in tight)
    if text.isalnum() or len(text) == 1 or _ENCLOSED.fullmatch(text):
        return sign + text
    return f"{sign}({text})"


_WORD = re.compile(r"[A-Za-z]{3}")
_ENCLOSED = re.compile(r"\([^()]*\)|\{[^{}]*\}|\w[\u0300-\u036f]?")
