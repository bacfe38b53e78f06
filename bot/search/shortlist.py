"""The best papers of an answer, read word by word: what a closer look works on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from bot.search.bm25 import Floats
from bot.search.columns import Array
from bot.search.segment import GAP, Segment


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Papers, their words in the order in which they are read, and their lengths.

    Attributes:
        tokens: `segment.token` of each word, one paper behind the other; GAP between parts.
        ends: Where the tokens of each paper end.
        lengths: How many words each field has, float64[papers, 4].
    """

    tokens: Array
    ends: NDArray[np.int64]
    lengths: Floats

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def begins(self) -> NDArray[np.int64]:
        """Where the tokens of each paper begin."""
        return np.concatenate([np.zeros(1, np.int64), self.ends[:-1]])

    @property
    def title_ends(self) -> NDArray[np.int64]:
        """Where the title of each paper ends."""
        return self.begins + self.lengths[:, 0].astype(np.int64)

    def owners(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return whose each of these places in `tokens` is."""
        return self.ends.searchsorted(places, "right")

    def fields(self, places: NDArray[np.int64], owners: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of the field to which each place belongs."""
        read = (self.tokens != GAP).cumsum()
        within = read[places] - np.where(owners > 0, read[self.begins - 1][owners], 0)
        bounds = self.lengths.cumsum(axis=1)
        title, keywords, abstract = (bounds[owners, place] for place in range(3))
        return (within > title).astype(np.int64) + (within > keywords) + (within > abstract)


def shortlist(segments: Sequence[Segment], rows: NDArray[np.int64]) -> Shortlist:
    """Read these ascending rows, at least one (see `listed` for what a row is)."""
    parts = list(_shares(segments, rows))
    sizes = [int(ends[-1]) for _, ends, _ in parts]
    before = accumulate(sizes, initial=0)
    return Shortlist(
        np.concatenate([tokens for tokens, _, _ in parts]),
        np.concatenate([ends + start for (_, ends, _), start in zip(parts, before, strict=False)]),
        np.concatenate([lengths for _, _, lengths in parts]),
    )


def _shares(
    segments: Sequence[Segment], rows: NDArray[np.int64]
) -> Iterator[tuple[Array, NDArray[np.int64], Floats]]:
    base = 0
    for segment in segments:
        first, last = rows.searchsorted([base, base + segment.papers]).tolist()
        if first < last:
            papers = rows[first:last] - base
            yield *segment.tokens_of(papers), segment.lengths[papers]
        base += segment.papers
