"""Papers like an example: what it says most tellingly, looked for in all others.

BM25F with both sides long: the example's counts saturate with Robertson's k3 ("Okapi at TREC-3",
1994), and a paper's with a k1 above that of short queries, because a word that both say again and
again is what they are about. Every paper that has any of the words is scored, whole.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bot.search.bm25 import FieldBM25
from bot.search.listed import TINY, Rows, leaders
from bot.search.rank import Ranking
from bot.search.segment import AUTHOR, Mask, Postings, Segment

MOST_TERMS = 40
"""The most telling terms of an example; the others are left out."""

K1 = 3.0
"""How soon further occurrences of a word in a paper stop counting."""

K3 = 8.0
"""The same for those in the example."""

Found = Sequence[tuple[int, Postings]]
"""Where a term stands: places of segments, and its postings there."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Papers like an example.

    Attributes:
        numbers: The papers, most alike first.
        scores: How much alike each is; comparable within one answer only.
        weights: The terms by which they were found, most telling first, and what each is worth.
    """

    numbers: tuple[int, ...]
    scores: tuple[float, ...]
    weights: dict[str, float]


class Likeness:
    """Compares an example with all live papers."""

    def __init__(
        self,
        segments: Sequence[Segment],
        live: Sequence[Mask],
        ranker: FieldBM25,
        ranking: Ranking,
    ) -> None:
        self._segments = segments
        self._live = [None if mask.all() else mask for mask in live]
        self._ranker = ranker
        self._ranking = ranking

    def best(
        self, said: Mapping[str, int], limit: int, left_out: Rows, example: int | None
    ) -> Alike:
        """Return the papers most like one that says these terms so often.

        The rows in `left_out` never appear, nor does the paper with the number `example`.
        """
        found = {term: self._postings(term) for term in said}
        worth = {
            term: self._worth(often, found[term]) for term, often in said.items() if found[term]
        }
        telling = sorted(worth, key=lambda term: (-worth[term], term))[:MOST_TERMS]
        weights = {term: worth[term] for term in telling if worth[term] > 0}
        scores = self._scores([(found[term], weight) for term, weight in weights.items()])
        scores[left_out] = 0.0
        rows = leaders(scores, limit + 1, TINY)
        numbers, values = self._ranking.ordered(rows, scores[rows], (0, limit + 1))
        kept = [place for place, number in enumerate(numbers) if number != example][:limit]
        return Alike(
            tuple(numbers[place] for place in kept), tuple(values[place] for place in kept), weights
        )

    @cached_property
    def _norms(self) -> list[NDArray[np.float32]]:
        """What one occurrence in each field counts, by segment; names say nothing of a subject."""
        norms = [self._ranker.norms(segment.lengths) for segment in self._segments]
        return [np.ascontiguousarray(each[:, :AUTHOR], np.float32) for each in norms]

    def _postings(self, term: str) -> Found:
        found = ((place, each.postings(term)) for place, each in enumerate(self._segments))
        return [(place, postings) for place, postings in found if postings is not None]

    def _worth(self, often: int, found: Found) -> float:
        having = sum(self._having(*each) for each in found)
        return often * (K3 + 1) / (often + K3) * self._ranker.idf_of(having) if having else 0.0

    def _having(self, place: int, postings: Postings) -> int:
        live = self._live[place]
        return len(postings) if live is None else int(np.count_nonzero(live[postings.papers]))

    def _scores(self, asked: Sequence[tuple[Found, float]]) -> NDArray[np.float64]:
        """Return the score of each row; 0 for papers that are gone or have none of the terms."""
        parts = [np.zeros(segment.papers) for segment in self._segments]
        for found, weight in asked:
            for place, postings in found:
                rows = postings.rows
                weighed = self._norms[place].take(rows, axis=0)
                weighed *= postings.counts[:, :AUTHOR]
                # Not `@`, which rounds by how many rows there are: twins would be told apart.
                counts = weighed[:, 0] + weighed[:, 1] + weighed[:, 2]
                parts[place][rows] += counts / (counts + np.float32(K1)) * (weight * (K1 + 1))
        for part, live in zip(parts, self._live, strict=True):
            if live is not None:
                part[~live] = 0.0
        return np.concatenate([np.zeros(0), *parts])
