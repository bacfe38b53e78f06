"""The closer look at the best papers: words of the query that stand together."""

from collections.abc import Mapping
from itertools import chain, pairwise

import numpy as np

from bot.papers.query import Query, Word, leaves
from bot.papers.words import STOP_WORDS
from bot.search.bm25 import Floats
from bot.search.segment import GAP, token
from bot.search.shortlist import Shortlist

APART = 0.5
"""What is left of a pair's worth where one more word stands between."""

TITLED = 2.0
"""How much more a pair is worth in the title."""


class Nearness:
    """Which pairs of a query's words are worth finding together.

    Attributes:
        terms: The query's bare words.
    """

    def __init__(self, query: Query, idf: Mapping[str, float], near: float) -> None:
        self.terms = _bare_terms(query)
        self._worth = {
            pair: near * min(idf[pair[0]], idf[pair[1]])
            for pair in pairwise(self.terms)
            if pair[0] != pair[1] and pair[0] in idf and pair[1] in idf
        }
        self._paired = frozenset(chain.from_iterable(self._worth))

    def bonus(self, papers: Shortlist) -> Floats:
        """Return what each paper gains, float64[papers].

        A pair counts once a paper, where it is worth most.
        """
        tokens, title_ends = papers.tokens, papers.title_ends
        inside = tokens[1:-1] != GAP
        here = {term: tokens == token(term.encode("utf-8", "replace")) for term in self._paired}
        gained = np.zeros(len(papers))
        for (one, two), worth in self._worth.items():
            gain = np.zeros(len(papers))
            apart = here[one][:-2] & here[two][2:] & inside
            for found, share in ((apart, APART), (here[one][:-1] & here[two][1:], 1.0)):
                places = np.flatnonzero(found)
                owners = papers.owners(places)
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
