"""Terms as posting lists with impacts, over all segments, and what a query adds up from them.

The papers of all segments are counted through: a row is a paper's place in its segment plus the
number of papers in the segments before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

import numpy as np
from numpy.typing import NDArray

from bot.search.bm25 import FieldBM25, Floats
from bot.search.recent import Recent
from bot.search.segment import FIELDS, Mask, Postings, Segment

MOST_POSTINGS = 2_000_000
"""Postings that are kept ready, 16 bytes each."""

TINY = float(np.nextafter(0.0, 1.0))
"""The least score above 0."""

RARE = 16
"""How much shorter than another a list is whose papers are looked up there one by one."""

Rows = NDArray[np.int64]
Fields = frozenset[str] | None
"""The fields in which a term counts, None for all."""

_NO_ROWS = np.zeros(0, np.int64)
_NO_IMPACTS = np.zeros(0)


@dataclass(frozen=True, slots=True)
class Listed:
    """A term's live papers: ascending rows, what it adds to each but for idf, and its idf."""

    rows: Rows
    impacts: Floats
    idf: float

    def __len__(self) -> int:
        return len(self.rows)


class Lists:
    """The lists of all terms, made when they are first asked for."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], ranker: FieldBM25
    ) -> None:
        self._segments = segments
        self._bases = [0, *accumulate(segment.papers for segment in segments)]
        self._live = [None if mask.all() else mask for mask in live]
        self._norms = [ranker.norms(segment.lengths) for segment in segments]
        self._ranker = ranker
        self._recent = Recent[Listed](MOST_POSTINGS)

    def of(self, term: str, fields: Fields = None) -> Listed:
        """Return the list of a term; of a term that no paper has, an empty one."""
        return self._recent.keep((term, fields), lambda: self._list(term, fields))

    def _list(self, term: str, fields: Fields) -> Listed:
        parts = [
            self._part(place, postings, fields)
            for place, segment in enumerate(self._segments)
            if (postings := segment.postings(term)) is not None
        ]
        if len(parts) == 1:
            rows, impacts = parts[0]
        else:
            rows = np.concatenate([_NO_ROWS, *(rows for rows, _ in parts)])
            impacts = np.concatenate([_NO_IMPACTS, *(impacts for _, impacts in parts)])
        return Listed(rows, impacts, self._ranker.idf_of(len(rows)))

    def _part(self, place: int, postings: Postings, fields: Fields) -> tuple[Rows, Floats]:
        papers, counts, live = postings.rows, postings.counts, self._live[place]
        if live is not None:
            alive = live[papers]
            papers, counts = papers[alive], counts[alive]
        if fields is not None:
            counts = counts * np.array([field in fields for field in FIELDS], np.uint8)
        impacts = self._ranker.impacts(counts, self._norms[place].take(papers, axis=0))
        return (papers + self._bases[place] if place else papers), impacts


@dataclass(frozen=True, slots=True)
class Asked:
    """The lists of a query's ranking terms, and how often each was typed."""

    lists: tuple[Listed, ...]
    often: tuple[int, ...]

    def scores(self, papers: int) -> Floats:
        """Return the score of each row, float64[papers]; 0 for those without any of the terms."""
        values = [
            each.impacts * (each.idf * often)
            for each, often in zip(self.lists, self.often, strict=True)
        ]
        rows = np.concatenate([each.rows for each in self.lists])
        if not len(rows):
            return np.zeros(papers)
        return cast("Floats", np.bincount(rows, np.concatenate(values), papers))

    def having_all(self, papers: int) -> Rows:
        """Return the rows below `papers` that have each of the terms, ascending."""
        found, *others = sorted((each.rows for each in self.lists), key=len)
        mark: Mask | None = None
        for rows in others:
            if not len(found):
                break
            if len(found) * RARE < len(rows):
                places = rows.searchsorted(found)
                found = found[rows.take(places, mode="clip") == found]
                continue
            if mark is None:
                mark = np.zeros(papers, np.bool_)
            mark[found] = True
            both = rows[mark[rows]]
            mark[found] = False
            found = both
        return found


def leaders(values: Floats, count: int, least: float) -> Rows:
    """Return at least the `count` best rows, and all as good, ascending; none below `least`.

    The count-th best of the maxima of disjoint blocks is no better than the count-th best of all,
    and is found in a fraction of the time.
    """
    blocks = max(8 * count, 256)
    bound = least
    if count and len(values) > 2 * blocks:
        width = len(values) // blocks
        tops = values[: width * blocks].reshape(width, blocks).max(axis=0)
        tops.partition(blocks - count)
        bound = max(bound, float(tops[blocks - count]))
    return (values >= bound).nonzero()[0]
