"""Known words that come near to one that nobody wrote: by letters, keys and how common they are.

The distance is Damerau's (a letter more, less, another, or two neighbours swapped; restricted to
one edit a place), where a key beside the right one costs less than any other.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log10

import numpy as np
from numpy.typing import NDArray

from bot.search.bm25 import Floats
from bot.search.segment import Segment

SHORTEST = 4
LONGEST = 24
LONG = 7
"""Letters from which on a word may have two slips."""
BESIDE = 0.7
SWAPPED = 0.8
OTHER_BEGINNING = 0.5
"""What a first letter that differs costs on top: people seldom miss that one."""
COMMONNESS = 0.35
"""What ten times as many papers make good of a distance."""

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def nearest(segments: Sequence[Segment], word: str, slips: int) -> list[str]:
    """Return words of titles that may be meant, the likeliest first: `slips` away at most.

    `word` is in small letters without accents. Words with fewer slips come alone.
    """
    if not (SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()):
        return []
    most = min(slips, 2 if len(word) >= LONG else 1)
    for few in range(1, most + 1):
        if found := _within(segments, word, few):
            return found
    return []


def _within(segments: Sequence[Segment], word: str, slips: int) -> list[str]:
    found: Counter[str] = Counter()
    for segment in segments:
        ends = segment.columns["word_paper_ends"]
        places: list[int] = _near(segment, word, slips).tolist()
        for place in places:
            before = int(ends[place - 1]) if place else 0
            found[segment.words[place].decode()] += int(ends[place]) - before
    words = [known for known in found if known != word]
    if not words:
        return []
    ranked = sorted(
        (cost + _strangeness(word, known) - COMMONNESS * log10(found[known] + 1), known)
        for cost, known in zip(_distances(word, words).tolist(), words, strict=True)
        if cost <= slips
    )
    return [known for _, known in ranked]


def _strangeness(word: str, known: str) -> float:
    return OTHER_BEGINNING if word[0] != known[0] else 0.0


def _near(segment: Segment, word: str, slips: int) -> NDArray[np.int64]:
    """Return the places of words whose length and letters differ little; all near ones are."""
    lengths, letters = segment.word_shapes
    own = np.uint32(_letters(word))
    close = np.abs(lengths - len(word)) <= slips
    places = close.nonzero()[0]
    return places[np.bitwise_count(letters[places] ^ own) <= 2 * slips]


def _letters(word: str) -> int:
    return sum(1 << (ord(letter) - ord("a")) for letter in set(word))


def _distances(word: str, others: Sequence[str]) -> Floats:
    """Return how far each of the others is; all at once, by the rows of the usual table."""
    sizes = np.array([len(other) for other in others])
    width = int(sizes.max())
    letters = b"".join(other.encode("latin-1", "replace").ljust(width) for other in others)
    codes = np.frombuffer(letters, np.uint8).reshape(len(others), width)
    before = np.zeros((width + 1, len(others)))
    row = np.repeat(np.arange(width + 1.0)[:, None], len(others), axis=1)
    for place, letter in enumerate(word):
        last, before, row = before, row, np.empty_like(row)
        row[0] = place + 1.0
        changed = _costs(letter)[codes]
        for column in range(1, width + 1):
            best: Floats = np.minimum(before[column], row[column - 1]) + 1.0
            np.minimum(best, before[column - 1] + changed[:, column - 1], out=best)
            if place and column > 1:
                here, there = codes[:, column - 1], codes[:, column - 2]
                swapped = (here == ord(word[place - 1])) & (there == ord(letter))
                best = np.where(swapped, np.minimum(best, last[column - 2] + SWAPPED), best)
            row[column] = best
    return row[sizes, np.arange(len(others))]


@lru_cache(maxsize=32)
def _costs(letter: str) -> Floats:
    """Return what each byte costs in the place of a letter."""
    costs = np.ones(256)
    costs[ord(letter)] = 0.0
    for number, keys in enumerate(_ROWS):
        if letter in keys:
            place = keys.index(letter)
            for other in _ROWS[max(0, number - 1) : number + 2]:
                for key in other[max(0, place - 1) : place + 2].replace(letter, ""):
                    costs[ord(key)] = BESIDE
    return costs
