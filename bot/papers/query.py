"""The query language: any string becomes one immutable query, or a sentence that helps.

A query is a tree that find, topics and the command line share. Its boolean reading (`Query.root`
with every word required) is what a topic wants; find relaxes bare words (see `search/match.py`).
"""

from dataclasses import dataclass
from datetime import date

from bot.papers.paper import Status


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word: `text` as typed, `terms` its analysis (more than one for `self-supervised`)."""

    text: str
    terms: tuple[str, ...]


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
    Word | Phrase | FieldWord | Venue | Years | Since | StatusIs | HasCode | KeyIs | Not | All | Either
)


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read.

    Attributes:
        text: What was typed, trimmed and with control characters gone.
        root: Its boolean reading.
        read_as: The reading in the query language itself, which reads back as the same query.
        dropped: Stop words and question words that were left out, as typed.
    """

    text: str
    root: All
    read_as: str
    dropped: tuple[str, ...] = ()
