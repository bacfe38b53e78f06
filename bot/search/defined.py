"""What the papers of a library introduce as short forms: kept a segment, counted over all."""

from array import array
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bot.papers.acronyms import Definition, definitions
from bot.papers.glossary import Glossary
from bot.search.columns import Array
from bot.search.segment import Mask, Segment, Texts

LARGE = 1_000
"""Papers from which on a definition that only one of them has does not count."""


def columns(texts: Iterable[str]) -> dict[str, Array]:
    """Return the columns for papers with these texts, one a paper."""
    entries: dict[bytes, int] = {}
    owners, numbers = array("q"), array("q")
    for paper, text in enumerate(texts):
        for entry in dict.fromkeys(map(_entry, definitions(text))):
            owners.append(paper)
            numbers.append(entries.setdefault(entry, len(entries)))
    return packed(list(entries), _int64(owners), _int64(numbers))


def packed(
    entries: Sequence[bytes], owners: NDArray[np.int64], numbers: NDArray[np.int64]
) -> dict[str, Array]:
    """Return the columns for entries, and which papers have which of them; unused ones go."""
    used: list[int] = sorted(set(numbers.tolist()), key=entries.__getitem__)
    place = np.zeros(len(entries), np.int64)
    place[used] = np.arange(len(used))
    kept = [entries[number] for number in used]
    return {
        "defined": np.frombuffer(b"".join(kept), np.uint8),
        "defined_ends": np.cumsum(np.fromiter(map(len, kept), np.int64, len(kept))),
        "defining": place[numbers].astype(np.uint32),
        "defining_papers": owners.astype(np.uint32),
    }


def merged(parts: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    """Return the columns for the live papers of several segments, one segment behind the other."""
    entries: dict[bytes, int] = {}
    owners, numbers = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    base = 0
    for segment, live in parts:
        own = [entries.setdefault(entry, len(entries)) for entry in _entries(segment)]
        papers = segment.columns["defining_papers"].astype(np.int64)
        kept = live[papers]
        owners.append(base + (np.cumsum(live) - 1)[papers[kept]])
        numbers.append(np.array(own, np.int64)[segment.columns["defining"][kept]])
        base += int(np.count_nonzero(live))
    return packed(list(entries), np.concatenate(owners), np.concatenate(numbers))


def glossary(segments: Sequence[Segment], live: Sequence[Mask]) -> Glossary:
    """Return what short forms stand for in all live papers."""
    papers = sum(int(np.count_nonzero(mask)) for mask in live)
    return Glossary(_counted(segments, live, 2 if papers >= LARGE else 1))


def _counted(
    segments: Sequence[Segment], live: Sequence[Mask], fewest: int
) -> Iterator[tuple[Definition, int]]:
    counts: dict[bytes, int] = {}
    for segment, mask in zip(segments, live, strict=True):
        entries = segment.columns["defining"][mask[segment.columns["defining_papers"]]]
        found = np.bincount(entries, minlength=len(segment.columns["defined_ends"]))
        several = len(segments) > 1
        texts = _entries(segment)
        for place in (found >= (1 if several else fewest)).nonzero()[0].tolist():
            entry = texts[place]
            counts[entry] = counts.get(entry, 0) + int(found[place])
    for entry, papers in counts.items():
        if papers >= fewest:
            short, long, name, words = entry.decode().split("\t")
            yield Definition(short, tuple(long.split(" ")), name, words), papers


def _entry(definition: Definition) -> bytes:
    row = definition.short, " ".join(definition.long), definition.name, definition.words.lower()
    return "\t".join(row).encode("utf-8", "replace")


def _entries(segment: Segment) -> Texts:
    return Texts(segment.columns["defined"], segment.columns["defined_ends"])


def _int64(values: "array[int]") -> NDArray[np.int64]:
    return np.frombuffer(values, np.int64) if values else np.zeros(0, np.int64)
