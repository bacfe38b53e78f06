"""Which papers share a title or much of an abstract: hashes of all papers, held in memory.

Sorted arrays for what was there at the start (about 200 bytes a paper), a dictionary for what came
since; the dictionary is sorted in when it has grown.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

COMMON = 32
"""A hash that more papers share says nothing about which paper it is."""
MOST_RECENT = 200_000


@dataclass(slots=True)
class Hashes:
    """Papers by hashes of one kind."""

    _hashes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    _papers: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    _recent: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    _count: int = 0

    def load(self, papers: Sequence[int], packed: Sequence[bytes]) -> None:
        """Add papers, each with its hashes as little-endian int64 one behind the other."""
        hashes = np.frombuffer(b"".join(packed), "<i8")
        owners = np.repeat(np.array(papers, np.int64), [len(part) // 8 for part in packed])
        self._sort_in(hashes, owners)

    def add(self, paper: int, hashes: Iterable[int]) -> None:
        """Add one paper's hashes."""
        for key in hashes:
            self._recent.setdefault(key, []).append(paper)
            self._count += 1
        if self._count > MOST_RECENT:
            pairs = [(key, paper) for key, papers in self._recent.items() for paper in papers]
            columns = np.array(pairs, np.int64)
            self._recent = {}
            self._count = 0
            self._sort_in(columns[:, 0], columns[:, 1])

    def having(self, hashes: Collection[int]) -> dict[int, list[int]]:
        """Return the papers by each of these hashes that any has, but for those that many have."""
        wanted = np.array(list(hashes), np.int64)
        first = np.searchsorted(self._hashes, wanted, "left")
        last = np.searchsorted(self._hashes, wanted, "right")
        found: dict[int, list[int]] = {}
        for place in np.flatnonzero(last > first).tolist():
            low, high = int(first[place]), int(last[place])
            found[int(wanted[place])] = self._papers[low : min(high, low + COMMON + 1)].tolist()
        for key in hashes:
            if key in self._recent:
                found[key] = [*found.get(key, ()), *self._recent[key]]
        return {key: papers for key, papers in found.items() if len(papers) <= COMMON}

    def _sort_in(self, hashes: NDArray[np.int64], papers: NDArray[np.int64]) -> None:
        hashes = np.concatenate([self._hashes, hashes])
        papers = np.concatenate([self._papers, papers])
        order = np.argsort(hashes, kind="stable")
        self._hashes, self._papers = hashes[order], papers[order]


@dataclass(slots=True)
class Traces:
    """What tells that two records may be one paper.

    Attributes:
        titles: Papers by the hash of their title.
        sketches: Papers by the hashes of what their abstract says.
    """

    titles: Hashes = field(default_factory=Hashes)
    sketches: Hashes = field(default_factory=Hashes)
