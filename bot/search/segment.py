"""A segment: the postings and facts of some thousands of papers, never changed once written.

Fields are numbered as in `FIELDS`. The place of a term is a 16-bit code: the field in the upper two
bits, the position within it below, so that neighbours in one field differ by one and nothing else
does. Between keywords, and between authors, a position is left free.

Columns, for n papers, v terms, p postings and t places:

    numbers int64[n]      internal numbers
    keys    bytes[n]      `kind:value`, padded
    years   int16[n]      0 for none
    days    int32[n]      proleptic ordinal of the day it counts as published, 0 for none
    venues  uint16[n]     index into kept["venues"]
    states  uint8[n]      index into STATES
    flags   uint8[n]      CODE, ABSTRACT
    lengths uint16[n, 4]  terms in each field
    titles, title_ends    UTF-8 and where each title ends
    by_title uint32[n]    papers in the order of their folded titles
    terms, term_ends      UTF-8 of the terms in byte order, and where each ends
    ends    int64[v]      where the postings of each term end
    papers  uint32[p]     which paper of this segment
    counts  uint8[p, 4]   how often in each field
    spots   int64[v]      where the places of each term end
    places  uint16[t]     places, ascending within a posting
    words, word_ends, word_paper_ends, word_papers   the same for whole words of titles (suggest)
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import overload

import numpy as np
from numpy.typing import NDArray

from bot.papers.paper import Status
from bot.search.columns import Array, map_columns

FIELDS = ("title", "keywords", "abstract", "author")
FIELD_BITS = 14
STATES: tuple[Status | None, ...] = (None, *Status)
CODE, ABSTRACT = 1, 2

FORMAT = 1
"""The version of this layout: an index of another one is built anew."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SegmentInfo:
    """A segment file: its name, how many papers it holds, and its size in bytes."""

    name: str
    papers: int
    bytes: int


class Texts(Sequence[bytes]):
    """Texts that lie one behind the other in mapped memory."""

    def __init__(self, blob: Array, ends: Array) -> None:
        self._blob = blob
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        start = int(self._ends[index - 1]) if index else 0
        return self._blob[start : int(self._ends[index])].tobytes()


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term stands: papers ascending, counts a field, all places one after the other."""

    papers: NDArray[np.uint32]
    counts: NDArray[np.uint8]
    places: NDArray[np.uint16]

    def within(self, field: int) -> NDArray[np.uint32]:
        """Return the papers that have the term in this field."""
        return self.papers[self.counts[:, field] > 0]

    def places_in(self, papers: NDArray[np.uint32]) -> tuple[Array, Array]:
        """Return, for `papers` that all have the term, which of them and which place, pairwise."""
        chosen = np.searchsorted(self.papers, papers)
        sizes = self.counts.sum(axis=1, dtype=np.int64)
        starts = np.cumsum(sizes) - sizes
        sizes, starts = sizes[chosen], starts[chosen]
        owners = np.repeat(np.arange(len(papers)), sizes)
        within = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return owners, self.places[np.repeat(starts, sizes) + within].astype(np.int64)


class Segment:
    """A mapped segment."""

    def __init__(self, folder: Path, name: str) -> None:
        """Map the file; raises IndexDamaged."""
        columns, kept = map_columns(folder / name)
        self.name = name
        self.columns = columns
        self.numbers: NDArray[np.int64] = columns["numbers"]
        self.papers = len(self.numbers)
        self.venues: list[str] = kept["venues"]
        self.terms = Texts(columns["terms"], columns["term_ends"])
        self.titles = Texts(columns["titles"], columns["title_ends"])
        self.words = Texts(columns["words"], columns["word_ends"])

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """Terms a paper and field."""
        return self.columns["lengths"].astype(np.float64)

    @cached_property
    def place_of(self) -> dict[str, int]:
        """Return the venues by folded name."""
        return {name.casefold(): place for place, name in enumerate(self.venues)}

    def postings(self, term: str) -> Postings | None:
        """Return where a term stands, or None."""
        wanted = term.encode("utf-8", "replace")
        place = bisect_left(self.terms, wanted)
        if place == len(self.terms) or self.terms[place] != wanted:
            return None
        return self.postings_at(place)

    def postings_at(self, place: int) -> Postings:
        """Return where the term at this place of the vocabulary stands."""
        first, last = _slice(self.columns["ends"], place)
        start, end = _slice(self.columns["spots"], place)
        return Postings(
            self.columns["papers"][first:last],
            self.columns["counts"][first:last],
            self.columns["places"][start:end],
        )

    def word_range(self, first: int, last: int) -> NDArray[np.uint32]:
        """Return the papers whose titles have any of the words from `first` up to `last`."""
        ends = self.columns["word_paper_ends"]
        start = int(ends[first - 1]) if first else 0
        end = int(ends[last - 1]) if last else 0
        return self.columns["word_papers"][start:end]


def _slice(ends: Array, place: int) -> tuple[int, int]:
    return (int(ends[place - 1]) if place else 0), int(ends[place])
