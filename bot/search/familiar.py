"""How many papers have a word, by its token: for looking at papers whose words are only tokens.

Two words of one token count as one; papers that have either count once.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bot.search.bm25 import FieldBM25, Floats
from bot.search.columns import Array
from bot.search.segment import GAP, Mask, Segment

TOKENS = 1 << 16
BLOCK = 1_000_000
"""Tokens that are counted at once."""


def counted(tokens: Array, ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many papers have each token, int64[TOKENS], from the tokens of all of them."""
    counts = np.zeros(TOKENS, np.int64)
    first = before = 0
    while first < len(ends):
        last = max(first + 1, int(ends.searchsorted(before + BLOCK, "right")))
        end = int(ends[last - 1])
        owners = np.repeat(np.arange(last - first), np.diff(ends[first:last], prepend=before))
        keys = owners << 16 | tokens[before:end]
        keys.sort()
        counts += np.bincount(keys[np.diff(keys, prepend=-1) != 0] & 0xFFFF, minlength=TOKENS)
        first, before = last, end
    counts[GAP] = 0
    return counts


def columns(counts: NDArray[np.int64]) -> dict[str, Array]:
    """Return the columns of a segment in which the counts are kept."""
    known = counts.nonzero()[0]
    return {"known": known.astype(np.uint16), "known_papers": counts[known].astype(np.uint32)}


def living(segment: Segment, live: Mask) -> NDArray[np.int64]:
    """Return how many live papers of a segment have each token."""
    counts = np.zeros(TOKENS, np.int64)
    counts[segment.columns["known"]] = segment.columns["known_papers"]
    dead = (~live).nonzero()[0]
    if len(dead):
        counts -= counted(*segment.tokens_of(dead))
    return counts


class Familiar:
    """The counts over all live papers, made when they are first asked for."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], ranker: FieldBM25
    ) -> None:
        self._parts = list(zip(segments, live, strict=True))
        self._ranker = ranker

    @cached_property
    def share(self) -> Floats:
        """Which part of all papers has each token, float64[TOKENS]."""
        counts = sum((living(*part) for part in self._parts), np.zeros(TOKENS, np.int64))
        return counts / max(1, self._ranker.corpus_size)

    @cached_property
    def idf(self) -> Floats:
        """The idf of each token, float64[TOKENS]."""
        return self._ranker.idfs(self.share * self._ranker.corpus_size)
