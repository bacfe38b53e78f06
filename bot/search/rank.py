"""The order of an answer: BM25 over fields, then a closer look at the best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.papers.query import Query, Word, leaves
from bot.papers.words import STOP_WORDS, analyse
from bot.search.bm25 import FieldBM25, Floats
from bot.search.match import Matcher
from bot.search.segment import FIELDS, Mask, Postings, Segment

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
        scores = [
            self._scores(place, matcher, terms, idf) for place, matcher in enumerate(matchers)
        ]
        where = self._candidates(held, scores)
        depth = self._ranker.parameters.depth
        order = self._sorted(where, where.scores, max(offset + limit, depth))
        close = order[:depth]
        lifted = where.scores.copy()
        lifted[close] += self._bonus(query, idf, matchers, where, close)
        close = close[self._tied(where, lifted, close)]
        order = np.concatenate([close, order[depth:]])[offset : offset + limit]
        return self._numbers(where, order), tuple(lifted[order].tolist())

    def _idf(self, matchers: Sequence[Matcher], term: str) -> float:
        having = 0
        for matcher, live in zip(matchers, self._live, strict=True):
            found = matcher.postings(term)
            if found is not None:
                papers = found.papers
                having += len(papers) if live is None else int(np.count_nonzero(live[papers]))
        return self._ranker.idf_of(having)

    def _scores(
        self, place: int, matcher: Matcher, terms: Terms, idf: Mapping[str, float]
    ) -> Floats:
        scores = np.zeros(self._segments[place].papers)
        for term, fields in terms.items():
            found = matcher.postings(term)
            if found is None:
                continue
            counts = found.counts
            if fields is not None:
                counts = counts * np.array([field in fields for field in FIELDS], np.uint8)
            norms = self._norms[place][found.papers]
            scores[found.papers] += self._ranker.impacts(counts, norms, idf[term])
        return scores

    def _bonus(
        self,
        query: Query,
        idf: Mapping[str, float],
        matchers: Sequence[Matcher],
        where: Candidates,
        close: NDArray[np.int64],
    ) -> Floats:
        """Return what neighbours in the query that are neighbours in the paper add."""
        bonus = np.zeros(len(close))
        wanted = _bare_terms(query)
        pairs = [pair for pair in pairwise(wanted) if all(t in idf for t in pair)]
        typed = tuple(analyse(query.text))
        for place, matcher in enumerate(matchers):
            mine = np.flatnonzero(where.segments[close] == place)
            papers = where.papers[close[mine]]
            for pair in pairs:
                near = self._ranker.parameters.near * min(idf[term] for term in pair)
                bonus[mine] += near * _together(matcher, pair, papers)
            bonus[mine] += [
                self._exact(self._segments[place], int(paper), typed) for paper in papers
            ]
        return bonus

    def _exact(self, segment: Segment, paper: int, typed: tuple[str, ...]) -> float:
        """Return enough to come first for a title that is just what was typed."""
        if int(segment.columns["lengths"][paper, 0]) != len(typed):
            return 0.0
        same = tuple(analyse(segment.titles[paper].decode())) == typed
        return 1_000.0 if same else 0.0

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


def _bare_terms(query: Query) -> list[str]:
    """Return the terms of wanted bare words in order, stop words left out."""
    return [
        term
        for leaf, wanted in leaves(query.root)
        if wanted and isinstance(leaf, Word)
        for term in leaf.terms
        if term not in STOP_WORDS
    ]


def _together(
    matcher: Matcher, pair: tuple[str, str], papers: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return 1 for each paper in which the two terms stand together in this order, else 0."""
    first, second = (matcher.postings(term) for term in pair)
    if first is None or second is None or pair[0] == pair[1]:
        return np.zeros(len(papers))
    both = np.isin(papers, first.papers) & np.isin(papers, second.papers)
    chosen = np.flatnonzero(both)
    spots = [_keyed(postings, papers[chosen]) for postings in (first, second)]
    found = np.zeros(len(papers))
    found[chosen[np.unique(np.intersect1d(spots[0] + 1, spots[1]) >> 16)]] = 1.0
    return found


def _keyed(postings: Postings, papers: NDArray[np.int64]) -> NDArray[np.int64]:
    owners, places = postings.places_in(papers.astype(np.uint32))
    return (owners << 16) + places
