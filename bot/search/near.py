"""The closer look at the best papers: words of the query that stand together."""

from collections.abc import Mapping
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from bot.papers.query import Query, Word, leaves
from bot.papers.words import STOP_WORDS
from bot.search.bm25 import Floats
from bot.search.segment import GAP, Segment, token

APART = 0.5
"""What is left of a pair's worth where one more word stands between."""

TITLED = 2.0
"""How much more a pair is worth in the title."""


class Nearness:
    """Which pairs of a query's words are worth finding together; false where there are none."""

    def __init__(self, query: Query, idf: Mapping[str, float], near: float) -> None:
        self._worth = {
            pair: near * min(idf[pair[0]], idf[pair[1]])
            for pair in pairwise(_bare_terms(query))
            if pair[0] != pair[1] and pair[0] in idf and pair[1] in idf
        }
        self._terms = frozenset(chain.from_iterable(self._worth))

    def __bool__(self) -> bool:
        return bool(self._worth)

    def bonus(self, segment: Segment, papers: NDArray[np.int64]) -> Floats:
        """Return what each of these papers of a segment gains, float64[papers].

        A pair counts once a paper, where it is worth most.
        """
        tokens, ends = segment.tokens_of(papers)
        inside = tokens[1:-1] != GAP
        begins = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        title_ends = begins + segment.columns["lengths"][papers, 0]
        here = {term: tokens == token(term.encode("utf-8", "replace")) for term in self._terms}
        gained = np.zeros(len(papers))
        for (one, two), worth in self._worth.items():
            gain = np.zeros(len(papers))
            apart = here[one][:-2] & here[two][2:] & inside
            for found, share in ((apart, APART), (here[one][:-1] & here[two][1:], 1.0)):
                places = np.flatnonzero(found)
                owners = np.searchsorted(ends, places, "right")
                gain[owners] = worth * share
                gain[owners[places < title_ends[owners]]] = worth * share * TITLED
            gained += gain
        return gained


def _bare_terms(query: Query) -> list[str]:
    """Return the terms of wanted bare words in order, stop words left out."""
    return [
        term
        for leaf, wanted in leaves(query.root)
        if wanted and isinstance(leaf, Word)
        for term in leaf.terms
        if term not in STOP_WORDS
    ]
