"""Several segments become one, from their columns alone; made for a worker process."""

from collections.abc import Iterator, Sequence
from itertools import chain, compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.search import defined
from bot.search.build import save, texts, title_columns
from bot.search.columns import Array
from bot.search.familiar import TOKENS, columns, living
from bot.search.live import live_masks
from bot.search.manifest import load_manifest
from bot.search.segment import Mask, Segment, SegmentInfo, marks_of, places_of

PER_PAPER = ("numbers", "years", "days", "states", "flags", "lengths", "title_marks")
BLOCK = 500_000
"""Postings that are moved at once; bounds what a merge needs beside its result."""


def merge_segments(folder: Path, chosen: Sequence[SegmentInfo]) -> SegmentInfo | None:
    """Write the live papers of `chosen` as one new segment; None where none is live.

    The caller holds the index lock, so that the manifest on the disk is the current one.
    """
    manifest = load_manifest(folder)
    every = [Segment(folder, info.name) for _, info in manifest.segments]
    names = {info.name for info in chosen}
    pairs = zip(every, live_masks(manifest, every), strict=True)
    parts = [(segment, live) for segment, live in pairs if segment.name in names]
    if not any(live.any() for _, live in parts):
        return None
    arrays, venues = _facts(parts)
    arrays |= _postings(parts)
    arrays |= _tokens(parts)
    arrays |= defined.merged(parts)
    return save(folder, arrays, venues)


def _facts(parts: Sequence[tuple[Segment, Mask]]) -> tuple[dict[str, Array], list[str]]:
    arrays = {
        name: np.concatenate([segment.columns[name][live] for segment, live in parts])
        for name in PER_PAPER
    }
    arrays["keys"] = np.concatenate([segment.columns["keys"][live] for segment, live in parts])
    venues = sorted({venue for segment, _ in parts for venue in segment.venues})
    place = {venue: number for number, venue in enumerate(venues)}
    arrays["venues"] = np.concatenate(
        [
            np.array([place[v] for v in segment.venues], np.uint16)[segment.columns["venues"][live]]
            for segment, live in parts
        ]
    )
    titles = [
        title.decode()
        for segment, live in parts
        for title in compress(segment.titles, live.tolist())
    ]
    return arrays | title_columns(titles), venues


def _postings(parts: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    vocabulary, ranks = _alphabet([segment for segment, _ in parts])
    shares = [
        _Share(segment, live, rank, len(vocabulary))
        for (segment, live), rank in zip(parts, ranks, strict=True)
    ]
    none = np.zeros(len(vocabulary), np.int64)
    posted, placed = (sum((share.sizes[kind] for share in shares), none) for kind in range(2))
    ends, spots = np.cumsum(posted), np.cumsum(placed)
    counts = np.empty((int(posted.sum()), 4), np.uint8)
    merged: dict[str, Array] = {
        "papers": np.empty(len(counts), np.uint32),
        "counts": counts,
        "places": np.empty(int(placed.sum()), np.uint16),
    }
    heads = [ends - posted, spots - placed]
    offset = 0
    for share in shares:
        share.copy_into(merged, heads, offset)
        offset += share.papers
        heads = [head + size for head, size in zip(heads, share.sizes, strict=True)]
    kept = np.flatnonzero(posted)
    blob, term_ends = texts(vocabulary[number] for number in kept)
    return {
        "terms": blob,
        "term_ends": term_ends,
        "ends": ends[kept],
        "spots": spots[kept],
        "marks": marks_of(counts),
        **merged,
    }


def _tokens(parts: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    """Return the tokens of all live papers."""
    sizes = [np.diff(segment.columns["token_ends"], prepend=0) for segment, _ in parts]
    kept = [live.repeat(each) for (_, live), each in zip(parts, sizes, strict=True)]
    lived = [each[live] for (_, live), each in zip(parts, sizes, strict=True)]
    return {
        "tokens": np.concatenate(
            [part.columns["tokens"][mine] for (part, _), mine in zip(parts, kept, strict=True)]
        ),
        "token_ends": np.cumsum(np.concatenate(lived)),
        **columns(sum((living(*part) for part in parts), np.zeros(TOKENS, np.int64))),
    }


def _alphabet(segments: Sequence[Segment]) -> tuple[list[bytes], list[NDArray[np.int64]]]:
    """Return all terms in order, and for each segment the place of each of its terms there."""
    terms = [list(segment.terms) for segment in segments]
    vocabulary = sorted(set(chain.from_iterable(terms)))
    place = {term: number for number, term in enumerate(vocabulary)}
    return vocabulary, [np.fromiter(map(place.__getitem__, own), np.int64) for own in terms]


class _Share:
    """What one segment brings into a merged one."""

    def __init__(
        self, segment: Segment, live: Mask, rank: NDArray[np.int64], vocabulary: int
    ) -> None:
        self._segment = segment
        self._live = live
        self._moved = np.cumsum(live) - 1
        self._rank = rank
        self.papers = int(np.count_nonzero(live))
        self.sizes = [np.zeros(vocabulary, np.int64) for _ in range(2)]
        for first, last in self._blocks():
            owners, _, counts, _ = self._taken(first, last)
            each = places_of(counts)
            for sizes, added in zip(self.sizes, (np.ones_like(each), each), strict=True):
                sizes[rank[first:last]] = np.bincount(owners, added, last - first)

    def copy_into(
        self, merged: dict[str, Array], heads: Sequence[NDArray[np.int64]], offset: int
    ) -> None:
        """Copy the live postings to where each term's begin; papers are numbered from `offset`."""
        for first, last in self._blocks():
            owners, papers, counts, places = self._taken(first, last)
            ranks = self._rank[first:last]
            target = heads[0][ranks][owners] + _within(owners, last - first)
            merged["papers"][target] = papers + offset
            merged["counts"][target] = counts
            owners = np.repeat(owners, places_of(counts))
            merged["places"][heads[1][ranks][owners] + _within(owners, last - first)] = places

    def _blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of terms with about `BLOCK` postings each."""
        ends = self._segment.columns["ends"]
        first = 0
        while first < len(ends):
            before = int(ends[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(ends, before + BLOCK)))
            yield first, min(last, len(ends))
            first = last

    def _taken(self, first: int, last: int) -> tuple[NDArray[np.int64], Array, Array, Array]:
        """Return the live postings of a range of terms: term, new paper, counts, places."""
        columns = self._segment.columns
        start, end = _range(columns["ends"], first, last)
        owners = np.repeat(
            np.arange(last - first), np.diff(columns["ends"][first:last], prepend=start)
        )
        papers, counts = columns["papers"][start:end], columns["counts"][start:end]
        places = columns["places"][slice(*_range(columns["spots"], first, last))]
        kept = self._live[papers]
        if not kept.all():
            places = places[np.repeat(kept, places_of(counts))]
            owners, papers, counts = owners[kept], papers[kept], counts[kept]
        return owners, self._moved[papers], counts, places


def _range(ends: Array, first: int, last: int) -> tuple[int, int]:
    return (int(ends[first - 1]) if first else 0), int(ends[last - 1])


def _within(owners: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return for ascending `owners`, of which there are `count`, the how-manieth of its owner."""
    sizes = np.bincount(owners, minlength=count)
    return np.arange(len(owners)) - (np.cumsum(sizes) - sizes)[owners]
