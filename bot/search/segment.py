"""A segment: the postings and facts of some thousands of papers, never changed once written.

Fields are numbered as in `FIELDS`. The place of a term is a 16-bit code: the field in the upper two
bits, the position within it below, so that neighbours in one field differ by one and nothing else
does. Between keywords, and between authors, a position is left free.

Columns, for n papers, v terms, p postings and t places:

    numbers int64[n]      internal numbers
    keys    bytes[n]      `kind:value`, padded
    years   int16[n]      0 for none
    days    int32[n]      proleptic ordinal of the day it counts as published, 0 for none
    venues  uint16[n]     index into kept["venues"]
    states  uint8[n]      index into STATES
    flags   uint8[n]      CODE, ABSTRACT
    lengths uint16[n, 4]  terms in each field
    title_marks uint64[n] `title_mark` of the terms of each title
    titles, title_ends    UTF-8 and where each title ends
    by_title uint32[n]    papers in the order of their folded titles
    terms, term_ends      UTF-8 of the terms in byte order, and where each ends
    ends    int64[v]      where the postings of each term end
    papers  uint32[p]     which paper of this segment
    counts  uint8[p, 4]   how often in each field
    spots   int64[v]      where the places of each term end
    places  uint16[t]     places, ascending within a posting
    marks   uint32[p/16]  how many places stand before each 16th posting
    tokens  uint16[]      `token` of the terms of each paper as they are read; GAP after each title,
                          keyword, abstract and author
    token_ends int64[n]   where the tokens of each paper end
    known   uint16[k]     tokens that stand in any paper, ascending
    known_papers uint32[k] in how many papers each of them stands
    defined, defined_ends  what papers introduce as short forms, see `defined`
    defining, defining_papers uint32[] which of them each of which papers introduces
    words, word_ends, word_paper_ends, word_papers   the same for whole words of titles (suggest)
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import overload
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bot.papers.paper import Status
from bot.search.columns import Array, map_columns
from bot.search.recent import Recent

FIELDS = ("title", "keywords", "abstract", "author")
AUTHOR = FIELDS.index("author")
"""The last field; those before it say what a paper is about."""
FIELD_BITS = 14
STATES: tuple[Status | None, ...] = (None, *Status)
CODE, ABSTRACT = 1, 2

FORMAT = 5
"""The version of this layout: an index of another one is built anew."""

GAP = 0
"""The token between two parts of a paper, whose words do not stand together."""

MARKED = 16
"""Postings from one mark to the next."""

PREFIX = 8
"""Bytes of a term by which it is looked up first."""

MOST_IN_PHRASES = 500_000
"""Papers that were found to have a phrase and are kept at hand, 8 bytes each."""

MOST_ROWS = 2_000_000
"""Postings of a segment that are kept at hand, 8 bytes each."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SegmentInfo:
    """A segment file: its name, how many papers it holds, and its size in bytes."""

    name: str
    papers: int
    bytes: int


class Texts(Sequence[bytes]):
    """Texts that lie one behind the other in mapped memory."""

    def __init__(self, blob: Array, ends: Array) -> None:
        self._blob = blob
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        start = int(self._ends[index - 1]) if index else 0
        return self._blob[start : int(self._ends[index])].tobytes()

    def __iter__(self) -> Iterator[bytes]:
        blob, start = self._blob.tobytes(), 0
        for end in self._ends.tolist():
            yield blob[start:end]
            start = end


class Postings:
    """Where one term stands: papers ascending, counts a field."""

    def __init__(self, columns: Mapping[str, Array], term: int) -> None:
        self.first, self._last = _slice(columns["ends"], term)
        self.papers: NDArray[np.uint32] = columns["papers"][self.first : self._last]
        self.counts: NDArray[np.uint8] = columns["counts"][self.first : self._last]

    def __len__(self) -> int:
        return len(self.papers)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The papers in the type that numpy takes as an index without converting it."""
        return self.papers.astype(np.int64)

    def within(self, field: int) -> NDArray[np.int64]:
        """Return the papers that have the term in this field."""
        return self.rows[self.counts[:, field] > 0]

    def among(self, papers: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return which of these ascending papers have the term, and their postings."""
        found = self.papers.searchsorted(papers)
        having = (self.papers.take(found, mode="clip") == papers).nonzero()[0]
        return having, found[having] + self.first


def spots(
    columns: Mapping[str, Array], postings: NDArray[np.int64], owners: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return all places of some postings, ascending, as `place + 65536 * owner`."""
    sizes = places_of(columns["counts"][postings])
    ends = sizes.cumsum()
    within = np.arange(int(ends[-1]) if len(ends) else 0)
    within += np.repeat(_starts(columns, postings) - (ends - sizes), sizes)
    return (np.repeat(owners, sizes) << 16) + columns["places"][within]


def _starts(columns: Mapping[str, Array], postings: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many places stand before each of these postings."""
    marks, blocks = columns["marks"], postings // MARKED
    if not len(postings):
        return postings
    first, last = int(blocks.min()), int(postings.max())
    if len(postings) > last // MARKED - first:
        sizes = places_of(columns["counts"][first * MARKED : last + 1])
        return (sizes.cumsum() - sizes)[postings - first * MARKED] + int(marks[first])
    around = blocks[:, None] * MARKED + np.arange(MARKED)
    counts = columns["counts"].take(around.ravel(), axis=0, mode="clip")
    sizes = places_of(counts).reshape(around.shape)
    return marks[blocks] + np.where(around < postings[:, None], sizes, 0).sum(axis=1)


def places_of(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many places postings have, from their counts, uint8[n, 4] to [n]."""
    four = np.ascontiguousarray(counts).view(np.uint32).ravel()
    two = (four & 0xFF00FF) + (four >> 8 & 0xFF00FF)
    return ((two + (two >> 16)) & 0x3FF).astype(np.int64)


def token(term: bytes) -> int:
    """Return the 16 bits by which a term is known beside others: never GAP, rarely another's."""
    return 1 + crc32(term) % 0xFFFF


def title_mark(terms: Sequence[str]) -> int:
    """Return what tells a title's terms from those of other titles; 64 bits of BLAKE2b."""
    words = " ".join(terms).encode("utf-8", "replace")
    return int.from_bytes(blake2b(words, digest_size=8).digest())


def marks_of(counts: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return the column `marks` for the column `counts`."""
    block = MARKED << 14
    sizes = [np.zeros(0, np.int64)]
    for first in range(0, len(counts), block):
        each = places_of(counts[first : first + block])
        sizes.append(np.add.reduceat(each, np.arange(0, len(each), MARKED)))
    marked = np.concatenate(sizes)
    return (np.cumsum(marked) - marked).astype(np.uint32)


class Segment:
    """A mapped segment."""

    def __init__(self, folder: Path, name: str) -> None:
        """Map the file; raises IndexDamaged."""
        columns, kept = map_columns(folder / name)
        self.name = name
        self.columns = columns
        self.numbers: NDArray[np.int64] = columns["numbers"]
        self.papers = len(self.numbers)
        self.venues: list[str] = kept["venues"]
        self.terms = Texts(columns["terms"], columns["term_ends"])
        self._recent = Recent[Postings](MOST_ROWS)
        self.phrases = Recent[NDArray[np.int64]](MOST_IN_PHRASES)
        self.titles = Texts(columns["titles"], columns["title_ends"])
        self.words = Texts(columns["words"], columns["word_ends"])

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """Terms a paper and field."""
        return self.columns["lengths"].astype(np.float64)

    @cached_property
    def place_of(self) -> dict[str, int]:
        """Return the venues by folded name."""
        return {name.casefold(): place for place, name in enumerate(self.venues)}

    @cached_property
    def prefixes(self) -> NDArray[np.uint64]:
        """The first eight bytes of each term as a number, in the order of the terms."""
        ends = self.columns["term_ends"].astype(np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])[: len(ends)]
        found = np.zeros(len(ends), np.uint64)
        for place in range(PREFIX if len(ends) else 0):
            there = self.columns["terms"].take(starts + place, mode="clip")
            there = np.where(starts + place < ends, there, 0).astype(np.uint64)
            found = (found << np.uint64(8)) | there
        return found

    def postings(self, term: str) -> Postings | None:
        """Return where a term stands, or None."""
        known = self._recent.get(term)
        if known is not None:
            return known
        wanted = term.encode("utf-8", "replace")
        prefix = np.uint64(int.from_bytes(wanted[:PREFIX].ljust(PREFIX, b"\0")))
        place = int(self.prefixes.searchsorted(prefix))
        if len(wanted) >= PREFIX:
            last = int(self.prefixes.searchsorted(prefix, "right"))
            place = bisect_left(self.terms, wanted, place, last)
        if place == len(self.terms) or self.terms[place] != wanted:
            return None
        return self._recent.keep(term, lambda: Postings(self.columns, place))

    @cached_property
    def _titles(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The marks of all titles, ascending, and whose each is."""
        order = self.columns["title_marks"].argsort(kind="stable")
        return self.columns["title_marks"][order], order

    def titled(self, terms: Sequence[str]) -> list[int]:
        """Return the papers whose title has just these terms in this order."""
        marks, order = self._titles
        wanted = np.uint64(title_mark(terms))
        first = int(marks.searchsorted(wanted))
        if not terms or first == len(marks) or marks[first] != wanted:
            return []
        return order[first : int(marks.searchsorted(wanted, "right"))].tolist()

    def tokens_of(self, papers: NDArray[np.int64]) -> tuple[Array, NDArray[np.int64]]:
        """Return the tokens of some papers, one paper behind the other, and where each ends."""
        ends = self.columns["token_ends"]
        lasts = ends[papers]
        firsts = np.where(papers > 0, ends[papers - 1], 0)
        bounds = (lasts - firsts).cumsum()
        spans = zip(firsts.tolist(), lasts.tolist(), strict=True)
        parts = [self.columns["tokens"][first:last] for first, last in spans]
        return np.concatenate(parts), bounds

    @cached_property
    def word_shapes(self) -> tuple[NDArray[np.int16], NDArray[np.uint32]]:
        """How long the words of titles are, and which of the letters a to z they have."""
        ends = self.columns["word_ends"].astype(np.int64)
        sizes = np.diff(ends, prepend=0)
        letters = np.zeros(len(ends), np.uint32)
        blob = self.columns["words"]
        bits = np.where((blob >= ord("a")) & (blob <= ord("z")), blob - ord("a"), 31)
        ones = np.uint32(1) << bits.astype(np.uint32)
        if len(ends):
            letters[:] = np.bitwise_or.reduceat(ones, ends - sizes)
        return sizes.astype(np.int16), letters

    def word_range(self, first: int, last: int) -> NDArray[np.uint32]:
        """Return the papers whose titles have any of the words from `first` up to `last`."""
        ends = self.columns["word_paper_ends"]
        start = int(ends[first - 1]) if first else 0
        end = int(ends[last - 1]) if last else 0
        return self.columns["word_papers"][start:end]


def _slice(ends: Array, place: int) -> tuple[int, int]:
    return (int(ends[place - 1]) if place else 0), int(ends[place])
