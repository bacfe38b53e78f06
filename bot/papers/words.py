"""From text to terms: one analysis for the index, queries, topics, highlights and summaries.

A text is a row of terms, one position each, stop words among them. A term is a stem in lower case
without accents: `Networks` and `network`, `Schrödinger` and `Schrodinger`, `optimisation` and
`optimization` are one. A hyphen parts words, so that `self-supervised` is two neighbours. Digits
stay with their letters (`gpt4`, `qwen2.5`), `ℓ₁` is `l1`, a Greek letter is its name, and Chinese,
Japanese and Korean come in overlapping pairs of characters.

Marks of emphasis and other invisible characters do not count, also in the middle of a word.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol, cast

import Stemmer

from bot.papers.spelling import american, singular_acronym

ANALYSIS = 2
"""The version of the analysis: an index made by another one is built anew."""

_KEPT = 1 << 17
_LONGEST = 64


class Span(NamedTuple):
    """A term and the part `text[start:end]` that it was made from."""

    term: str
    start: int
    end: int


def analyse(text: str) -> list[str]:
    """Return the terms of `text` in order."""
    return list(chain.from_iterable(map(_terms_of.__getitem__, text.split())))


def terms(word: str) -> tuple[str, ...]:
    """Return the terms of a text without blanks: what `analyse` returns, several times as fast."""
    return _terms_of[word]


def spans(text: str) -> Iterator[Span]:
    """Yield the terms of `analyse(text)` with their places; those of CJK pairs overlap."""
    for chunk in _CHUNK.finditer(text):
        offset = chunk.start()
        for term, start, end in _parts(chunk[0]):
            yield Span(term, offset + start, offset + end)


_CHUNK = re.compile(r"\S+")
_PAIRED = (
    "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\uac00-\ud7a3\U00020000-\U0003134f"
)
_INVISIBLE = (
    "\x02\x03\x0e\x0f\xad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff"
)
_COMBINING = (
    "\u0300-\u034e\u0350-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u0900-\u0903\u093a-\u094f\u0e31-\u0e4e\u20d0-\u20ff"
)
_LETTER = rf"[^\W_{_PAIRED}]"
_REST = rf"(?:[{_INVISIBLE}]*(?:{_LETTER}|[{_COMBINING}]))*"
_PART = re.compile(
    rf"(?P<paired>[{_PAIRED}]+)"
    r"|(?<!\w)(?P<sign>[CcGg]\+\+|[CcFf]#|[AaDd]\*)(?!\w)"
    rf"|(?<!\w)(?P<index>{_LETTER}_\d+)(?!\w)"
    rf"|(?P<word>{_LETTER}{_REST}(?:\.(?<=\d\.)\d{_REST})*)"
    r"(?P<tail>['’](?i:s|t|re|ve|ll|d|m)(?!\w))?"
)
_NOT = frozenset({"'t", "’t", "'T", "’T"})
_UNSEEN = re.compile(f"[{_INVISIBLE}_]")


def _parts(chunk: str) -> Iterator[tuple[str, int, int]]:
    for part in _PART.finditer(chunk):
        start, end = part.span()
        if part["paired"]:
            yield from _pairs(chunk, start, end)
        elif part["sign"]:
            yield part["sign"].lower(), start, end
        else:
            raw = part["word"] or part["index"]
            if part["tail"] in _NOT:
                raw += "t"
            for term in _terms(raw):
                yield term, start, end


def _pairs(chunk: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    if end - start == 1:
        yield _folded(chunk[start]), start, end
    for place in range(start, end - 1):
        yield _folded(chunk[place : place + 2]), place, place + 2


_AROUND = ".,;:!?()[]{}\"'`-"


class _Terms(dict[str, tuple[str, ...]]):
    """The terms of chunks met before; no more are kept once there are `_KEPT`."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        pieces = chunk.strip(_AROUND).split("-") if chunk.isascii() else [""]
        if all(map(str.isalnum, pieces)):  # what `_parts` would find, several times as fast
            terms = tuple(map(_term, pieces))
        else:
            terms = tuple(term for term, _, _ in _parts(chunk))
        if len(self) < _KEPT and len(chunk) <= _LONGEST:
            self[chunk] = terms
        return terms


class _Stems(dict[str, str]):
    """The stems of words met before, bounded in the same way."""

    def __missing__(self, word: str) -> str:
        stem = _stem(word)
        if len(self) < _KEPT:
            self[word] = stem
        return stem


def _term(word: str) -> str:
    word = word[:_LONGEST]
    if word.endswith("s") and _ACRONYMS.fullmatch(word):
        word = word[:-1]
    return _stem_of[word.lower()]


def _terms(word: str) -> Iterable[str]:
    bare = _UNSEEN.sub("", word)[:_LONGEST]
    return (_term(bare),) if bare.isascii() else _unfolded(bare)


@lru_cache(maxsize=1 << 14)
def _unfolded(word: str) -> tuple[str, ...]:
    tokens = _TOKEN.findall(_folded(word))
    names = (_named(token) if _GREEK.search(token) else (token,) for token in tokens)
    return tuple(map(_stem_of.__getitem__, chain.from_iterable(names)))


_ACRONYMS = re.compile(r"[A-Za-z]*[A-Z]{2,}s")
_TOKEN = re.compile(r"[^\W_]+(?:\.(?<=\d\.)\d[^\W_]*)*")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)


def _folded(word: str) -> str:
    """Fold compatible letters, case and accents (Unicode Standard Annex 15 and 21)."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold())
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", bare)).translate(_LETTERS)


_GREEK = re.compile("[α-ω]")
_GREEK_TEXT = """
αalpha βbeta γgamma δdelta εepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi οomicron
πpi ρrho σsigma τtau υupsilon φphi χchi ψpsi ωomega
"""
_GREEK_NAMES = {name[0]: name[1:] for name in _GREEK_TEXT.split()}


def _named(token: str) -> Iterator[str]:
    """Spell Greek letters out (`χ2` as `chi2`, `δt` as `delta`, `t`), but leave Greek words."""
    if len(token) > 2 and all(_GREEK.match(letter) for letter in token):
        yield token
        return
    for piece in re.findall(r"[α-ω]\d*|[^α-ω]+", token):
        yield _GREEK_NAMES.get(piece[0], piece[0]) + piece[1:]


class _Snowball(Protocol):
    def stemWord(self, word: str, /) -> str: ...  # noqa: N802 - PyStemmer's name


_ALIASES = {"analysi": "analyz", "synthesi": "synthes", "hypothesi": "hypothes"}
_snowball = cast(
    "_Snowball",
    Stemmer.Stemmer("english", 0),  # pyright: ignore[reportUnknownMemberType] - it has no types
)
_one_at_a_time = threading.Lock()


def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    with _one_at_a_time:
        stem = _snowball.stemWord(american(singular_acronym(word)))
    if stem.endswith("i") and len(stem) > 6:  # symmetry and symmetric, hierarchy and hierarchical
        return stem[:-1]
    return _ALIASES.get(stem, stem)


_stem_of = _Stems()
_terms_of = _Terms()

STOP_WORDS = frozenset(
    analyse(
        """
        a about above after again against all also am among an and another any are as at be
        because been before being below between both but by can could did do does doing done down
        during each either etc even ever every few for from further had has have having he her
        here hers herself him himself his how however i if in into is it its itself just like may
        me might more most much must my myself neither no nor not of off on once only onto or
        other others our ours ourselves out over own per rather same shall she should since so
        some such than that the their theirs them themselves then there these they this those
        through to too toward towards under until up upon us very via was we were what when where
        whether which while who whom whose why will with within without would you your yours
        yourself yourselves don't doesn't didn't isn't aren't wasn't weren't can't cannot won't
        wouldn't shouldn't couldn't haven't hasn't
        """
    )
)
"""Terms that say nothing of a paper's subject."""

QUESTION_WORDS = frozenset(
    analyse(
        """
        paper papers article articles work works study studies research literature
        find show give list tell search look looking want need know get see please
        provide discuss discusses discussing investigate explore explores examine examines address
        addresses describe describes related regarding concerning example examples recent there
        who what which how where when why could can any some deal deals exist exists propose
        proposes proposed
        """
    )
)
"""Terms of which questions are made; they may be a subject as well (`a case study`)."""
