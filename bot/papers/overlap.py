"""Abstracts that overlap: shingles of four words, and a sketch by which overlapping ones meet.

The words are simply runs of letters and digits without case, whatever the search makes of words, so
that stored sketches stay valid. Shingles after Broder, "On the resemblance and containment of
documents" (1997); a sketch is his sample "0 mod m", of what is not said in every other abstract.
"""

import re
from collections.abc import Collection
from hashlib import blake2b

SHINGLE = 4
"""Words in a shingle."""

FEWEST = 8
"""A sketch that would have fewer hashes samples more densely, until every shingle is in it."""

_DENSITIES = (16, 8, 4, 2, 1)
"""One shingle in so many is sampled; what a sparse sketch holds, a denser one holds as well."""

_COMMON = frozenset(
    b"4open a able about achieve achieved address aim algorithm algorithms all allow allows "
    b"also an and anonymous approach approaches are art as at available based be been "
    b"benchmark benchmarks between both but by can challenge challenges challenging code com "
    b"comparable compared consider context data dataset datasets deep demonstrate "
    b"demonstrates demonstrating describe describes developed different due effectiveness end "
    b"evaluate existing experimental experiments extensive findings first for framework from "
    b"fundamental further github goal has have here high how however https important improve "
    b"in into introduce introduces investigate is it its lack language large learning lens "
    b"machine many may method methods model models more most multiple network networks neural "
    b"new not novel number of often on one only or our outperform outperforms over paper "
    b"performance present presents problem problems promising proposal propose proposed "
    b"proposes provide r range real recent recently remains remarkable results robustness "
    b"same scale science set several show shown shows significant significantly source "
    b"specifically state studies study such superior synthetic system tackle task tasks terms "
    b"than that the their there these they this through time to two under us used using "
    b"variety various we well which while wide widely with without work works world".split()
)
"""Words of phrases that stand in thousands of abstracts, by which none is known."""

_BLANKS = bytes(
    ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else code if code > 127 else 32
    for code in range(256)
)
_MARKS = re.compile(r"[\W_]+")
_CHARACTERS = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
"""Japanese, Chinese and Korean write words without blanks: each character counts as one."""

_SAMPLED = tuple(
    re.compile(b"[" + b"".join(rb"\x%02x" % value for value in range(0, 256, density)) + b"]")
    for density in _DENSITIES
)


class _Hashes(dict[bytes, int]):
    """Hashes of words, `size` bytes long, the same in every process; never grows too large."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __missing__(self, word: bytes) -> int:
        if len(self) > 500_000:
            self.clear()
        self[word] = value = int.from_bytes(blake2b(word, digest_size=self._size).digest())
        return value


_SHORT = _Hashes(1)
_LONG = _Hashes(7)


def shingles(text: str) -> frozenset[int]:
    """Return the hashes (below 2^63) of all runs of four words of a plain abstract."""
    hashes = list(map(_LONG.__getitem__, _words(text)))
    return frozenset(
        a + 3 * b + 5 * c + 7 * d
        for a, b, c, d in zip(hashes, hashes[1:], hashes[2:], hashes[3:], strict=False)
    )


def sketch(text: str) -> tuple[int, ...]:
    """Return the hashes (below 2^63) by which a plain abstract finds those that overlap with it.

    About one in sixteen shingles of an abstract of usual length; empty below four words.
    """
    words = _words(text)
    lot = int.from_bytes(bytes(map(_SHORT.__getitem__, words)), "little")
    drawn = (lot ^ lot >> 8 ^ lot >> 16 ^ lot >> 24).to_bytes(len(words), "little")
    marks = drawn[: 1 - SHINGLE]
    found: list[bytes] = []
    for sampled in _SAMPLED:
        found = [
            b" ".join(run)
            for match in sampled.finditer(marks)
            if not _COMMON.issuperset(run := words[match.start() : match.start() + SHINGLE])
        ]
        if len(found) >= FEWEST:
            break
    return tuple(sorted(map(_hash_of, dict.fromkeys(found))))


def overlap(first: Collection[int], second: Collection[int]) -> float:
    """Return how much of the shorter text stands in the other one, 0 to 1: containment.

    Both are what `shingles` returns.
    """
    fewest = min(len(first), len(second))
    return len(frozenset(first) & frozenset(second)) / fewest if fewest else 0.0


def _words(text: str) -> list[bytes]:
    if not text.isascii():
        text = _CHARACTERS.sub(r" \1 ", _MARKS.sub(" ", text.casefold()))
    return text.encode("utf-8", "replace").translate(_BLANKS).split()


def _hash_of(run: bytes) -> int:
    return int.from_bytes(blake2b(run, digest_size=7).digest())
