"""The closer look at the best papers: words that stand together, and the title as it was typed."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.papers.query import Query, Word, leaves
from bot.papers.words import STOP_WORDS, analyse
from bot.search.bm25 import Floats
from bot.search.match import Matcher, common
from bot.search.segment import Segment

EXACT = 1_000.0
"""What a paper gains whose title is just what was typed: enough to come first."""

_NOWHERE = np.zeros(0, np.int64)


class Nearness:
    """What of a query is worth finding in one place."""

    def __init__(self, query: Query, idf: Mapping[str, float], near: float) -> None:
        self._worth = {
            pair: near * min(idf[term] for term in pair)
            for pair in pairwise(_bare_terms(query))
            if pair[0] != pair[1] and all(term in idf for term in pair)
        }
        self._typed = tuple(analyse(query.text))

    def bonus(self, segment: Segment, matcher: Matcher, papers: NDArray[np.int64]) -> Floats:
        """Return what each of these papers of a segment gains, float64[papers]."""
        order = np.argsort(papers)
        ascending = papers[order]
        spots = {
            term: _spots(matcher, term, ascending)
            for term in dict.fromkeys(term for pair in self._worth for term in pair)
        }
        gained = np.zeros(len(papers))
        for (first, second), worth in self._worth.items():
            together = common(spots[first] + 1, spots[second])
            gained[np.unique(together >> 16)] += worth
        gained[self._titled(segment, ascending)] += EXACT
        bonus = np.empty(len(papers))
        bonus[order] = gained
        return bonus

    def _titled(self, segment: Segment, papers: NDArray[np.int64]) -> list[int]:
        """Return which of the papers have the typed words as their title."""
        alike = np.flatnonzero(segment.columns["lengths"][papers, 0] == len(self._typed))
        return [
            int(which)
            for which in alike
            if tuple(analyse(segment.titles[int(papers[which])].decode())) == self._typed
        ]


def _spots(matcher: Matcher, term: str, papers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of a term as `place + 65536 * which`, ascending."""
    postings = matcher.postings(term)
    if postings is None:
        return _NOWHERE
    having = np.flatnonzero(postings.among(papers))
    keys = postings.keyed_places(papers[having])
    return (having[keys >> 16] << 16) + (keys & 0xFFFF)


def _bare_terms(query: Query) -> list[str]:
    """Return the terms of wanted bare words in order, stop words left out."""
    return [
        term
        for leaf, wanted in leaves(query.root)
        if wanted and isinstance(leaf, Word)
        for term in leaf.terms
        if term not in STOP_WORDS
    ]
