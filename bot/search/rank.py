"""The order of an answer: BM25 over fields, then a closer look at the best."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bot.papers.query import FieldWord, Phrase, Query, Word, leaves
from bot.papers.words import analyse
from bot.search.bm25 import FieldBM25, Floats
from bot.search.match import Matcher
from bot.search.near import Nearness
from bot.search.recent import Recent
from bot.search.segment import FIELDS, Mask, Postings, Segment

MOST_IMPACTS = 4_000_000
"""Postings whose impact is kept, 8 bytes each."""

Terms = Mapping[str, frozenset[str] | None]
"""Ranking terms and the fields in which each counts, None for all."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Papers of all segments: which segment, which paper of it, and its score."""

    segments: NDArray[np.int64]
    papers: NDArray[np.int64]
    scores: Floats


class Ranking:
    """Orders matching papers with the statistics of all live ones."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], ranker: FieldBM25
    ) -> None:
        self._segments = segments
        self._live = [None if mask.all() else mask for mask in live]
        self._ranker = ranker
        self._impacts = Recent(MOST_IMPACTS)
        self._norms = [ranker.norms(segment.lengths) for segment in segments]

    def weights(self, terms: Terms) -> dict[str, float]:
        """Return the idf of each term."""
        matchers = [Matcher(segment) for segment in self._segments]
        return {term: self._idf(matchers, term) for term in terms}

    def newest(self, held: Sequence[Mask], offset: int, limit: int) -> tuple[int, ...]:
        """Return papers by the day they count as published, latest first, then by key."""
        where = self._candidates(held, [np.zeros(0)] * len(held))
        days = self._column("days", where).astype(np.float64)
        order = self._sorted(where, days, offset + limit)[offset:]
        return self._numbers(where, order)

    def best(
        self,
        query: Query,
        terms: Terms,
        matchers: Sequence[Matcher],
        held: Sequence[Mask],
        page: tuple[int, int],
    ) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return numbers and scores of the papers on a page, (offset, limit), best first."""
        offset, limit = page
        idf = {term: self._idf(matchers, term) for term in terms}
        often = occurrences(query)
        worth = {term: idf[term] * often[term] for term in terms}
        scores = [
            self._scores(place, matcher, terms, worth) for place, matcher in enumerate(matchers)
        ]
        where = self._candidates(held, scores)
        depth = self._ranker.parameters.depth
        order = self._sorted(where, where.scores, max(offset + limit, depth))
        close = order[:depth]
        lifted = where.scores.copy()
        near = Nearness(query, idf, self._ranker.parameters.near)
        lifted[close] += self._bonus(near, matchers, where, close)
        close = close[self._tied(where, lifted, close)]
        order = np.concatenate([close, order[depth:]])[offset : offset + limit]
        return self._numbers(where, order), tuple(lifted[order].tolist())

    def _idf(self, matchers: Sequence[Matcher], term: str) -> float:
        having = 0
        for matcher, live in zip(matchers, self._live, strict=True):
            found = matcher.postings(term)
            if found is not None:
                having += (
                    len(found.papers) if live is None else int(np.count_nonzero(live[found.rows]))
                )
        return self._ranker.idf_of(having)

    def _scores(
        self, place: int, matcher: Matcher, terms: Terms, worth: Mapping[str, float]
    ) -> Floats:
        scores = np.zeros(self._segments[place].papers)
        for term, fields in terms.items():
            found = matcher.postings(term)
            if found is not None:
                impacts = self._impacts.get(
                    (place, term, fields), partial(self._compute, place, found, fields)
                )
                np.add.at(scores, found.rows, worth[term] * impacts)
        return scores

    def _compute(self, place: int, found: Postings, fields: frozenset[str] | None) -> Floats:
        """Return what a term adds to the papers that have it, idf aside."""
        counts = found.counts
        if fields is not None:
            counts = counts * np.array([field in fields for field in FIELDS], np.uint8)
        return self._ranker.impacts(counts, self._norms[place][found.rows])

    def _bonus(
        self,
        near: Nearness,
        matchers: Sequence[Matcher],
        where: Candidates,
        close: NDArray[np.int64],
    ) -> Floats:
        bonus = np.zeros(len(close))
        for place, (segment, matcher) in enumerate(zip(self._segments, matchers, strict=True)):
            mine = np.flatnonzero(where.segments[close] == place)
            if len(mine):
                bonus[mine] = near.bonus(segment, matcher, where.papers[close[mine]])
        return bonus

    def _candidates(self, held: Sequence[Mask], scores: Sequence[Floats]) -> Candidates:
        papers = [np.flatnonzero(mask) for mask in held]
        return Candidates(
            np.repeat(np.arange(len(papers)), [len(found) for found in papers]),
            np.concatenate([np.zeros(0, np.int64), *papers]),
            np.concatenate(
                [
                    np.zeros(0),
                    *(
                        part[found] if len(part) else np.zeros(len(found))
                        for part, found in zip(scores, papers, strict=True)
                    ),
                ]
            ),
        )

    def _sorted(self, where: Candidates, values: Floats, count: int) -> NDArray[np.int64]:
        """Return the `count` candidates of highest value, in order, ties by key."""
        everything = np.arange(len(values))
        if count < len(values):
            least = np.partition(values, len(values) - count)[len(values) - count]
            everything = np.flatnonzero(values >= least)
        return everything[self._tied(where, values, everything)][:count]

    def _tied(
        self, where: Candidates, values: Floats, chosen: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the order of `chosen`: value descending, then key, then number."""
        part = Candidates(where.segments[chosen], where.papers[chosen], where.scores[:0])
        keys = self._column("keys", part)
        return np.lexsort((self._column("numbers", part), keys, -values[chosen]))

    def _column(self, name: str, where: Candidates) -> NDArray[np.generic]:
        if not self._segments:
            return np.zeros(0)
        columns = [segment.columns[name] for segment in self._segments]
        kind = np.result_type(*columns)
        values = np.empty(len(where.papers), kind)
        for place, column in enumerate(columns):
            mine = where.segments == place
            values[mine] = column[where.papers[mine]]
        return values

    def _numbers(self, where: Candidates, order: NDArray[np.int64]) -> tuple[int, ...]:
        part = Candidates(where.segments[order], where.papers[order], where.scores[:0])
        return tuple(int(number) for number in self._column("numbers", part))


def occurrences(query: Query) -> Counter[str]:
    """Return how often each wanted term was typed; each time counts, as in rank_bm25."""
    wanted: set[str] = set()
    excluded: Counter[str] = Counter()
    for leaf, is_wanted in leaves(query.root):
        if isinstance(leaf, Word | Phrase | FieldWord):
            if is_wanted:
                wanted.update(leaf.terms)
            else:
                excluded.update(leaf.terms)
    typed = Counter(analyse(query.text))
    return Counter({term: max(1, typed[term] - excluded[term]) for term in wanted})
