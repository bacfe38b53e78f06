"""The closer look at the best papers: words that stand together, and the title as it was typed."""

from collections.abc import Mapping
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from bot.papers.query import Query, Word, leaves
from bot.papers.words import STOP_WORDS, analyse
from bot.search.bm25 import Floats
from bot.search.match import Matcher
from bot.search.segment import Segment, spots

EXACT = 1_000.0
"""What a paper gains whose title is just what was typed: enough to come first."""

_NOWHERE = np.zeros(0, np.int64)
_SLOT = 24
"""Bits of a paper's place among those looked at; a term's number stands above them."""


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
        gained = np.zeros(len(papers))
        if self._worth:
            for worth, mask in zip(
                self._worth.values(), self._together(segment, matcher, ascending), strict=True
            ):
                gained += worth * mask
        gained[self._titled(segment, ascending)] += EXACT
        bonus = np.empty(len(papers))
        bonus[order] = gained
        return bonus

    def _together(
        self, segment: Segment, matcher: Matcher, papers: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return in which papers each pair stands together, bool[pairs, papers]."""
        slots = {term: slot for slot, term in enumerate(dict.fromkeys(chain(*self._worth)))}
        owners, chosen = [_NOWHERE], [_NOWHERE]
        wanted = papers.astype(np.uint32)
        for term, slot in slots.items():
            postings = matcher.postings(term)
            if postings is not None:
                having, found = postings.among(wanted)
                owners.append(having + (slot << _SLOT))
                chosen.append(found)
        keys = spots(segment.columns, np.concatenate(chosen), np.concatenate(owners))
        bounds = keys.searchsorted(np.arange(len(slots) + 1) << (_SLOT + 16)).tolist()
        moved = [
            keys[bounds[slots[one]] : bounds[slots[one] + 1]]
            + (((slots[two] - slots[one]) << (_SLOT + 16)) + 1)
            for one, two in self._worth
        ]
        pairs = np.repeat(np.arange(len(moved)), [len(part) for part in moved])
        together = np.zeros((len(moved), len(papers)), np.bool_)
        if not len(pairs):
            return together
        seconds = np.concatenate(moved)
        hit = keys.take(keys.searchsorted(seconds), mode="clip") == seconds
        together[pairs[hit], (seconds[hit] >> 16) & ((1 << _SLOT) - 1)] = True
        return together

    def _titled(self, segment: Segment, papers: NDArray[np.int64]) -> list[int]:
        """Return which of the papers have the typed words as their title."""
        alike = np.flatnonzero(segment.columns["lengths"][papers, 0] == len(self._typed))
        return [
            int(which)
            for which in alike
            if tuple(analyse(segment.titles[int(papers[which])].decode())) == self._typed
        ]


def _bare_terms(query: Query) -> list[str]:
    """Return the terms of wanted bare words in order, stop words left out."""
    return [
        term
        for leaf, wanted in leaves(query.root)
        if wanted and isinstance(leaf, Word)
        for term in leaf.terms
        if term not in STOP_WORDS
    ]
