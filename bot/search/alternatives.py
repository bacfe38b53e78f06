"""Words that are called several things: one posting list for all of them."""

from collections.abc import Iterable, Sequence

import numpy as np

from bot.papers.words import STOP_WORDS
from bot.search.bm25 import FieldBM25, Floats
from bot.search.listed import Fields, Listed, Lists, Rows
from bot.search.match import Matcher
from bot.search.recent import Recent
from bot.search.segment import Mask, Segment

MOST_POSTINGS = 200_000

Way = tuple[str, ...]


class Alternatives:
    """Joins the lists of a term and of the phrases that stand for it."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], lists: Lists, ranker: FieldBM25
    ) -> None:
        self._segments = segments
        self._live = live
        self._lists = lists
        self._rows = sum(segment.papers for segment in segments)
        self._ranker = ranker
        self._recent = Recent[Listed](MOST_POSTINGS)

    def of(self, term: str, fields: Fields, ways: frozenset[Way]) -> Listed:
        """Return the list of all papers with the term or any of the phrases.

        A paper has what the better of them gives it; a phrase counts as its least word does.
        """
        key = term, fields, ways
        return self._recent.keep(key, lambda: self._joined(term, fields, sorted(ways)))

    def rows(self, way: Way) -> Rows:
        """Return the live papers in which the terms stand together, ascending."""
        if len(way) == 1:
            return self._lists.of(way[0]).rows
        base, found = 0, [np.zeros(0, np.int64)]
        for segment, live in zip(self._segments, self._live, strict=True):
            papers = Matcher(segment).phrase(way)
            found.append(papers[live[papers]] + base)
            base += segment.papers
        return np.concatenate(found)

    def _joined(self, term: str, fields: Fields, ways: Iterable[Way]) -> Listed:
        first = self._lists.of(term, fields)
        best = np.zeros(self._rows)
        best[first.rows] = first.impacts
        for way in ways:
            rows = self.rows(way)
            impacts = self._ranker.parameters.alias * self._phrase_impacts(way, rows)
            best[rows] = np.maximum(best[rows], impacts)
        rows = (best > 0).nonzero()[0]  # far faster than on floats
        return Listed(rows, best[rows], self._ranker.idf_of(len(rows)))

    def _phrase_impacts(self, way: Way, rows: Rows) -> Floats:
        impacts = np.full(len(rows), np.inf)
        for term in [term for term in way if term not in STOP_WORDS] or way:
            listed = self._lists.of(term)
            if len(listed.rows):
                places = listed.rows.searchsorted(rows)
                np.minimum(impacts, listed.impacts.take(places, mode="clip"), out=impacts)
        return impacts
