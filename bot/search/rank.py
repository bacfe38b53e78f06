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

    def part(self, chosen: NDArray[np.int64]) -> "Candidates":
        """Return some of them."""
        return Candidates(self.segments[chosen], self.papers[chosen], self.scores[chosen])


_NONE = np.zeros(0)


class Ranking:
    """Orders matching papers with the statistics of all live ones."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], ranker: FieldBM25
    ) -> None:
        self._segments = segments
        self._live = [None if mask.all() else mask for mask in live]
        self._ranker = ranker
        self._impacts = Recent[Floats](MOST_IMPACTS)
        self._norms = [ranker.norms(segment.lengths) for segment in segments]

    def weights(self, terms: Terms) -> dict[str, float]:
        """Return the idf of each term."""
        matchers = [Matcher(segment) for segment in self._segments]
        return {term: self._idf(matchers, term) for term in terms}

    def newest(self, held: Sequence[Mask], offset: int, limit: int) -> tuple[int, ...]:
        """Return papers by the day they count as published, latest first, then by key."""
        days = [segment.columns["days"].astype(np.float64) for segment in self._segments]
        where = self._candidates(held, days, offset + limit)
        return self._numbers(where, self._tied(where, where.scores)[offset : offset + limit])

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
        depth = self._ranker.parameters.depth
        where = self._candidates(held, scores, max(offset + limit, depth))
        some = len(where.scores) <= depth  # and all are looked at, in whatever order
        order = np.arange(len(where.scores)) if some else self._tied(where, where.scores)
        close = order[:depth]
        lifted = where.scores.copy()
        near = Nearness(query, idf, self._ranker.parameters.near)
        lifted[close] += self._bonus(near, matchers, where, close)
        order[:depth] = close[self._tied(where.part(close), lifted[close])]
        order = order[offset : offset + limit]
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
                impacts = self._impacts.keep(
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
        if len(self._segments) == 1 and len(close):
            return near.bonus(self._segments[0], matchers[0], where.papers[close])
        bonus = np.zeros(len(close))
        for place, (segment, matcher) in enumerate(zip(self._segments, matchers, strict=True)):
            mine = np.flatnonzero(where.segments[close] == place)
            if len(mine):
                bonus[mine] = near.bonus(segment, matcher, where.papers[close[mine]])
        return bonus

    def _candidates(self, held: Sequence[Mask], scores: Sequence[Floats], count: int) -> Candidates:
        """Return the `count` best of each segment, and those that are as good as its last."""
        parts: list[Candidates] = []
        for place, (mask, values) in enumerate(zip(held, scores, strict=True)):
            papers = np.flatnonzero(mask)
            found = values[papers]
            if len(found) > count > 0:
                good = found >= np.partition(found, len(found) - count)[len(found) - count]
                papers, found = papers[good], found[good]
            parts.append(Candidates(np.full(len(papers), place), papers, found))
        if len(parts) == 1:
            return parts[0]
        return Candidates(
            np.concatenate([_NONE.astype(np.int64), *(part.segments for part in parts)]),
            np.concatenate([_NONE.astype(np.int64), *(part.papers for part in parts)]),
            np.concatenate([_NONE, *(part.scores for part in parts)]),
        )

    def _tied(self, where: Candidates, values: Floats) -> NDArray[np.int64]:
        """Return the order of candidates: value descending, then key, then number."""
        order = np.argsort(-values, kind="stable")
        best_first = values[order]
        same = best_first[1:] == best_first[:-1]
        if not same.any():
            return order
        runs = np.zeros(len(order), np.bool_)
        runs[1:] = same
        runs[:-1] |= same
        tied = order[runs]
        part = where.part(tied)
        columns = self._column("numbers", part), self._column("keys", part), -values[tied]
        order[runs] = tied[np.lexsort(columns)]
        return order

    def _column(self, name: str, where: Candidates) -> NDArray[np.generic]:
        columns = [segment.columns[name] for segment in self._segments]
        if len(columns) == 1:
            return columns[0][where.papers]
        values = np.empty(len(where.papers), np.result_type(*columns) if columns else np.int64)
        for place, column in enumerate(columns):
            mine = where.segments == place
            values[mine] = column[where.papers[mine]]
        return values

    def _numbers(self, where: Candidates, order: NDArray[np.int64]) -> tuple[int, ...]:
        return tuple(map(int, self._column("numbers", where.part(order))))


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
