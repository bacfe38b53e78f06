"""Several segments become one, from their columns alone; made for a worker process."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.search.build import save, texts, title_columns
from bot.search.columns import Array
from bot.search.live import live_masks
from bot.search.manifest import load_manifest
from bot.search.segment import Mask, Segment, SegmentInfo, marks_of

PER_PAPER = ("numbers", "years", "days", "states", "flags", "lengths")
BLOCK = 2_000_000
"""Postings that are put in order at once; bounds the memory of a merge to some 200 MB."""


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
        segment.titles[int(paper)].decode()
        for segment, live in parts
        for paper in np.flatnonzero(live)
    ]
    return arrays | title_columns(titles), venues


def _postings(parts: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    vocabulary = sorted({term for segment, _ in parts for term in segment.terms})
    place = {term: number for number, term in enumerate(vocabulary)}
    ranks = [np.array([place[t] for t in s.terms], np.int64) for s, _ in parts]
    sizes = np.zeros(len(vocabulary), np.int64)
    for (segment, _), rank in zip(parts, ranks, strict=True):
        sizes[rank] += np.diff(segment.columns["ends"], prepend=0)
    blocks = [_block(parts, ranks, first, last) for first, last in _bounds(np.cumsum(sizes), BLOCK)]
    papers, counts, places, posted, placed = (
        np.concatenate([block[part] for block in blocks]) for part in range(5)
    )
    kept = np.flatnonzero(posted)
    blob, ends = texts(vocabulary[number] for number in kept)
    return {
        "terms": blob,
        "term_ends": ends,
        "ends": np.cumsum(posted[kept]),
        "papers": papers.astype(np.uint32),
        "counts": counts,
        "marks": marks_of(counts),
        "spots": np.cumsum(placed[kept]),
        "places": places,
    }


def _bounds(ends: NDArray[np.int64], block: int) -> list[tuple[int, int]]:
    """Return ranges of terms with about `block` postings each, all terms once."""
    bounds: list[tuple[int, int]] = []
    first = 0
    while first < len(ends):
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + block)))
        bounds.append((first, min(last, len(ends))))
        first = last
    return bounds


def _block(
    parts: Sequence[tuple[Segment, Mask]], ranks: Sequence[NDArray[np.int64]], first: int, last: int
) -> tuple[Array, Array, Array, Array, Array]:
    """Return the postings of a range of terms, put in order.

    These are papers, counts and places, and how many postings and places each term has.
    """
    gathered: list[tuple[Array, Array, Array, Array]] = []
    offset = 0
    for (segment, live), rank in zip(parts, ranks, strict=True):
        gathered.append(_taken(segment, live, rank, (first, last), offset))
        offset += int(np.count_nonzero(live))
    terms, papers, counts, places = (
        np.concatenate([part[column] for part in gathered]) for column in range(4)
    )
    order = np.argsort(terms, kind="stable")
    sizes = counts.sum(axis=1, dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    terms, papers, counts = terms[order], papers[order], counts[order]
    chosen, starts = sizes[order], starts[order]
    within = np.arange(int(chosen.sum())) - np.repeat(np.cumsum(chosen) - chosen, chosen)
    places = places[np.repeat(starts, chosen) + within]
    width = last - first
    posted = np.bincount(terms - first, minlength=width)
    placed = np.bincount(np.repeat(terms - first, chosen), minlength=width)
    return papers, counts, places, posted, placed


def _taken(
    segment: Segment,
    live: Mask,
    rank: NDArray[np.int64],
    terms: tuple[int, int],
    offset: int,
) -> tuple[Array, Array, Array, Array]:
    """Return the live postings of one segment: term, paper in the merged one, counts, places."""
    low, high = np.searchsorted(rank, terms)
    ends, spots = segment.columns["ends"], segment.columns["spots"]
    start, end = (int(ends[low - 1]) if low else 0), (int(ends[high - 1]) if high else 0)
    first, last = (int(spots[low - 1]) if low else 0), (int(spots[high - 1]) if high else 0)
    sizes = np.diff(ends[low:high], prepend=start)
    owners = np.repeat(rank[low:high], sizes)
    papers = segment.columns["papers"][start:end]
    counts = segment.columns["counts"][start:end]
    places = segment.columns["places"][first:last]
    kept = live[papers]
    moved = np.cumsum(live) - 1 + offset
    if not kept.all():
        places = places[np.repeat(kept, counts.sum(axis=1, dtype=np.int64))]
    return owners[kept], moved[papers[kept]], counts[kept], places
