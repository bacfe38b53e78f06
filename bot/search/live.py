"""Which papers of each segment still count: not those that newer segments hold or that are gone."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.search.manifest import Manifest
from bot.search.segment import Mask, Segment


def live_masks(manifest: Manifest, segments: Sequence[Segment]) -> list[Mask]:
    """Return bool[papers] for each segment of the manifest, in its order."""
    masks: list[Mask] = []
    superseded: NDArray[np.int64] = np.zeros(0, np.int64)
    for (turn, _), segment in zip(reversed(manifest.segments), reversed(segments), strict=True):
        gone = [n for when, numbers in manifest.gone if when >= turn for n in numbers]
        dead = np.concatenate([superseded, np.array(gone, np.int64)])
        masks.append(~np.isin(segment.numbers, dead))
        superseded = np.concatenate([superseded, segment.numbers])
    masks.reverse()
    return masks
