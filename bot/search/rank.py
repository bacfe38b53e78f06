"""The order of an answer: BM25 over fields, then a closer look at the best."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from bot.papers.query import FieldWord, Phrase, Query, Word, alternatives, leaves
from bot.papers.words import analyse
from bot.search.alternatives import Alternatives
from bot.search.bm25 import FieldBM25, Floats
from bot.search.columns import Array
from bot.search.familiar import Familiar
from bot.search.feedback import lent
from bot.search.listed import Asked, Fields, Lists, Rows, leaders
from bot.search.near import Nearness
from bot.search.segment import Mask, Segment
from bot.search.shortlist import shortlist

Terms = Mapping[str, Fields]
"""Ranking terms and the fields in which each counts, None for all."""

EXACT = 1_000.0
"""What a paper gains whose title is just what was typed: enough to come first."""

Page = tuple[int, int]
"""Offset and limit."""


class Ranking:
    """Orders matching papers with the statistics of all live ones."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], ranker: FieldBM25
    ) -> None:
        self._segments = segments
        self._lists = Lists(segments, live, ranker)
        self.alternatives = Alternatives(segments, live, self._lists, ranker)
        self._familiar = Familiar(segments, live, ranker)
        self._ranker = ranker
        self._parameters = ranker.parameters
        self._numbers = _joined([segment.numbers for segment in segments])
        self._keys = _joined([segment.columns["keys"] for segment in segments])

    def weights(self, terms: Terms) -> dict[str, float]:
        """Return the idf of each term."""
        return {term: self._lists.of(term).idf for term in terms}

    def asked(self, query: Query, terms: Terms) -> Asked:
        """Return what is to be added up for a query."""
        also = alternatives(query)
        lists = tuple(
            self.alternatives.of(term, fields, also[term])
            if term in also
            else self._lists.of(term, fields)
            for term, fields in terms.items()
        )
        return Asked(lists, occurrences(query, terms))

    def newest(self, held: Sequence[Mask], page: Page) -> tuple[int, ...]:
        """Return papers by the day they count as published, latest first, then by key."""
        days = _joined([segment.columns["days"] for segment in self._segments])
        values = np.where(_joined(held), days.astype(np.float64), -1.0)
        rows = leaders(values, sum(page), 0.0)
        order = self._tied(rows, values[rows])[page[0] : sum(page)]
        return tuple(self._numbers[rows[order]].tolist())

    def best(
        self, query: Query, terms: Terms, scores: Floats, page: Page, *, least: float
    ) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return numbers and scores of the papers on a page, best first.

        `scores` has a value for each row; from `least` on a paper matches.
        """
        end, depth = sum(page), self._parameters.depth
        if depth:
            self._lift_titles(query, scores, least)
        rows = leaders(scores, max(end, depth), least)
        found = scores[rows]
        if depth and len(rows):
            self._look_closer(query, terms, rows, found)
        if len(rows) > end:
            kept = _best(found, end)
            rows, found = rows[kept], found[kept]
        return self.ordered(rows, found, page)

    def ordered(
        self, rows: Rows, values: Floats, page: Page
    ) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return numbers and values of the rows on a page: best first, ties by key."""
        order = self._tied(rows, values)[page[0] : sum(page)]
        return tuple(self._numbers[rows[order]].tolist()), tuple(values[order].tolist())

    def _lift_titles(self, query: Query, scores: Floats, least: float) -> None:
        """Let papers that match come first where their title is just what was typed."""
        typed = analyse(query.text)
        base = 0
        for segment in self._segments:
            for paper in segment.titled(typed):
                if scores[base + paper] >= least:
                    scores[base + paper] += EXACT
            base += segment.papers

    def _look_closer(self, query: Query, terms: Terms, rows: Rows, found: Floats) -> None:
        """Add to the scores of the best papers what their words tell beyond counts."""
        asked = self.weights(terms)
        near = Nearness(query, asked, self._parameters.near)
        if not near.terms:
            return
        close = _best(found, self._parameters.depth)
        papers = shortlist(self._segments, rows[close])
        found[close] += near.bonus(papers)
        found[close] += lent(papers, found[close], asked, self._ranker, self._familiar)

    def _tied(self, rows: Rows, values: Floats) -> Rows:
        """Return the order of rows: value descending, then key, then number."""
        order = (-values).argsort(kind="stable")
        best_first = values[order]
        same = best_first[1:] == best_first[:-1]
        if not same.any():
            return order
        runs = np.zeros(len(order), np.bool_)
        runs[1:] = same
        runs[:-1] |= same
        tied = order[runs]
        part = rows[tied]
        columns = self._numbers[part], self._keys[part], -values[tied]
        order[runs] = tied[np.lexsort(columns)]
        return order


def _best(values: Floats, count: int) -> Rows:
    """Return the places of the `count` best values, and of all as good."""
    if len(values) <= count:
        return np.arange(len(values))
    bound = np.partition(values, len(values) - count)[len(values) - count]
    return (values >= bound).nonzero()[0]


def _joined(columns: Sequence[Array]) -> Array:
    if len(columns) == 1:
        return columns[0]
    return np.concatenate(columns) if columns else np.zeros(0, np.int64)


def occurrences(query: Query, terms: Iterable[str]) -> tuple[int, ...]:
    """Return how often each wanted term was typed; each time counts, as in rank_bm25."""
    typed = analyse(query.text)
    if len(set(typed)) == len(typed):
        return (1,) * len(tuple(terms))
    excluded = Counter(
        term
        for leaf, wanted in leaves(query.root)
        if not wanted and isinstance(leaf, Word | Phrase | FieldWord)
        for term in leaf.terms
    )
    return tuple(max(1, typed.count(term) - excluded[term]) for term in terms)
