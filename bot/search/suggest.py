"""Titles for what a person has typed so far."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from bot.search.segment import Mask, Segment
from bot.search.titles import folded

MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A paper that may be meant: its internal number and its plain title."""

    number: int
    title: str


def suggestions(
    segment: Segment, live: Mask, text: str, limit: int
) -> list[tuple[int, Suggestion]]:
    """Return up to `limit` suggestions of one segment, each with its class; a lower one is better.

    0: the title begins so. 1: every word begins a word of the title; short titles first. Without
    words: the newest papers, with the age as the class.
    """
    words = folded(text)[:MOST_WORDS]
    if not words:
        return _newest(segment, live, limit)
    beginning = _beginning(segment, live, words, limit)
    taken = {suggestion.number for _, suggestion in beginning}
    others = [pair for pair in _worded(segment, live, words, limit) if pair[1].number not in taken]
    return [*beginning, *others]


def _newest(segment: Segment, live: Mask, limit: int) -> list[tuple[int, Suggestion]]:
    papers = np.flatnonzero(live)
    days = segment.columns["days"][papers]
    newest = papers[np.argsort(-days, kind="stable")[:limit]]
    return [(-int(segment.columns["days"][p]), _suggestion(segment, p)) for p in newest]


def _beginning(
    segment: Segment, live: Mask, words: list[str], limit: int
) -> list[tuple[int, Suggestion]]:
    order = segment.columns["by_title"]
    found: list[tuple[int, Suggestion]] = []
    place = bisect_left(_InOrder(segment, order), words)
    while place < len(order) and len(found) < limit:
        paper = int(order[place])
        title = folded(segment.titles[paper].decode())
        if title[: len(words) - 1] != words[:-1] or not "".join(
            title[len(words) - 1 : len(words)]
        ).startswith(words[-1]):
            break
        if live[paper]:
            found.append((0, _suggestion(segment, paper)))
        place += 1
    return found


class _InOrder:
    """The folded titles of a segment, in their order."""

    def __init__(self, segment: Segment, order: NDArray[np.uint32]) -> None:
        self._segment = segment
        self._order = order

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, place: int) -> list[str]:
        return folded(self._segment.titles[int(self._order[place])].decode())


def _worded(
    segment: Segment, live: Mask, words: list[str], limit: int
) -> list[tuple[int, Suggestion]]:
    mask = reduce(np.logical_and, (_with_prefix(segment, word) for word in set(words)), live)
    papers = np.flatnonzero(mask)
    sizes = np.diff(segment.columns["title_ends"], prepend=0)[papers]
    shortest = papers[np.argsort(sizes, kind="stable")[: 2 * limit]]
    return [(1, _suggestion(segment, paper)) for paper in shortest]


def _with_prefix(segment: Segment, prefix: str) -> Mask:
    wanted = prefix.encode("utf-8", "replace")
    first = bisect_left(segment.words, wanted)
    last = bisect_left(segment.words, wanted + b"\xff")
    mask = np.zeros(segment.papers, np.bool_)
    mask[segment.word_range(first, last)] = True
    return mask


def _suggestion(segment: Segment, paper: int) -> Suggestion:
    return Suggestion(int(segment.numbers[paper]), segment.titles[paper].decode())
