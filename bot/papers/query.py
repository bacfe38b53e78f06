"""The query language: any string becomes one immutable query, or a sentence that helps.

A query is a tree that find, topics and the command line share. Its boolean reading (`Query.root`
with every word required) is what a topic wants; find relaxes bare words (see `search/match.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bot.papers.paper import Status
from bot.papers.words import STOP_WORDS

MOST_RANKING_TERMS = 64
"""Terms of a query that rank; what comes after them still has to hold where it must."""


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word: `text` as typed, `terms` its analysis (more than one for `self-supervised`).

    `also` are phrases that stand for it as well: what an acronym is short for, another spelling.
    """

    text: str
    terms: tuple[str, ...]
    also: tuple[tuple[str, ...], ...] = ()

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """All phrases that stand for the word, itself first."""
        return self.terms, *self.also


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand together, in this order; within `field` where one is named."""

    text: str
    terms: tuple[str, ...]
    field: str | None = None


@dataclass(frozen=True, slots=True)
class FieldWord:
    """A word that must stand in `field` (`title` or `author`); it ranks, too."""

    field: str
    text: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Venue:
    """Any of these series, compared without case; a year in a value is a condition as well."""

    names: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class Years:
    """From `first` to `last`, both included; None is open."""

    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Since:
    """Published on this day or later (a paper that has only a year: its last day)."""

    day: date


@dataclass(frozen=True, slots=True)
class StatusIs:
    """Any of these statuses, `accepted` already spread out."""

    statuses: frozenset[Status]


@dataclass(frozen=True, slots=True)
class HasCode:
    """A code link is known."""


@dataclass(frozen=True, slots=True)
class KeyIs:
    """One paper (or any of several) by `kind:value`."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """What must not be there."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class All:
    """All of these."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of these."""

    parts: tuple["Node", ...]


Node = (
    Word
    | Phrase
    | FieldWord
    | Venue
    | Years
    | Since
    | StatusIs
    | HasCode
    | KeyIs
    | Not
    | All
    | Either
)


@dataclass(frozen=True, slots=True)
class Taken:
    """How an acronym was taken: as `words`, though the library also has `others` for it."""

    name: str
    words: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read.

    Attributes:
        text: What was typed, trimmed and with control characters gone.
        root: Its boolean reading.
        read_as: The reading in the query language itself, which reads back as the same query.
        dropped: Stop words and question words that were left out, as typed.
        taken: The acronyms for which another form is looked for as well.
        mended: Words that the library does not know, each with the one that was taken for it.
    """

    text: str
    root: All
    read_as: str
    dropped: tuple[str, ...] = ()
    taken: tuple[Taken, ...] = ()
    mended: tuple[tuple[str, str], ...] = ()


def has_bare_words(node: Node) -> bool:
    """Whether find relaxes `node`: a bare word stands in it, not below a `Not`."""
    return any(isinstance(leaf, Word) for leaf, wanted in leaves(node) if wanted)


def leaves(node: Node, *, wanted: bool = True) -> Iterator[tuple[Node, bool]]:
    """Yield every word, phrase and filter in order; False beside what must not be there."""
    match node:
        case Not(part):
            yield from leaves(part, wanted=not wanted)
        case All(parts) | Either(parts):
            for part in parts:
                yield from leaves(part, wanted=wanted)
        case _:
            yield node, wanted


def ranking_terms(query: Query) -> dict[str, frozenset[str] | None]:
    """Return the terms that rank, in order, each with the fields in which it counts.

    Bare words and phrases without a field count everywhere (None). A stop word within a phrase or a
    hyphenated word ranks only where the query has nothing else.
    """
    ranking: dict[str, frozenset[str] | None] = {}
    for leaf, wanted in leaves(query.root):
        if wanted and isinstance(leaf, Word | Phrase | FieldWord):
            field = None if isinstance(leaf, Word) else leaf.field
            for term in leaf.terms:
                before = ranking.get(term, frozenset[str]())
                ranking[term] = None if field is None or before is None else before | {field}
    telling = {term: fields for term, fields in ranking.items() if term not in STOP_WORDS}
    return dict(list((telling or ranking).items())[:MOST_RANKING_TERMS])


def alternatives(query: Query) -> dict[str, frozenset[tuple[str, ...]]]:
    """Return for each ranking term the phrases that count like it, where there are any."""
    found: dict[str, frozenset[tuple[str, ...]]] = {}
    for leaf, wanted in leaves(query.root):
        if wanted and isinstance(leaf, Word) and leaf.also:
            for term in leaf.terms:
                found[term] = found.get(term, frozenset()) | frozenset(leaf.also)
    return found
