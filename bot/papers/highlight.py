"""Marks around the words of a text that a query has found."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

from bot.papers.marks import MATCH_OFF, MATCH_ON
from bot.papers.words import spans, terms

_LINK = re.compile(r"(?:https?://|ftp://|www\.|\w[\w.-]*\.\w+/)\S+")
_CHUNK = re.compile(r"\S+")
_PIECE = re.compile(r"[^\x02\x03]+")
_UNSEEN = re.compile("[\x02\x03\x0e\x0f]")


def highlight(marked: str, wanted: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Return `marked` with marks around words whose analysis is in `wanted`, and these words.

    Neighbours share one pair of marks; the words come as they stand there, in order, once each
    whatever their case. What stands in a link is left alone, so that the link stays whole.
    """
    if not wanted:
        return marked, ()
    found = list(_outside_links(marked, frozenset(wanted)))
    words: dict[str, str] = {}
    for start, end in _merged(marked, found, between=""):
        word = _UNSEEN.sub("", marked[start:end])
        words.setdefault(word.casefold(), word)
    pieces: list[str] = []
    last = 0
    for start, end in _merged(marked, found, between=" -‐‑"):
        pieces += marked[last:start], _PIECE.sub(rf"{MATCH_ON}\g<0>{MATCH_OFF}", marked[start:end])
        last = end
    pieces.append(marked[last:])
    return "".join(pieces), tuple(words.values())


def _outside_links(marked: str, wanted: AbstractSet[str]) -> Iterator[tuple[int, int]]:
    links = [link.span() for link in _LINK.finditer(marked)] if "/" in marked else []
    starts = [begins for begins, _ in links]
    for chunk in _CHUNK.finditer(marked):
        if wanted.isdisjoint(terms(chunk[0])):  # what `spans` would find, several times as fast
            continue
        begin = chunk.start()
        for term, start, end in spans(chunk[0]):
            before = bisect_right(starts, begin + start)
            linked = before > 0 and begin + start < links[before - 1][1]
            if term in wanted and not linked:
                yield begin + start, begin + end


def _merged(
    marked: str, found: Collection[tuple[int, int]], *, between: str
) -> Iterator[tuple[int, int]]:
    """Join places that overlap, or that only characters of `between` part."""
    start = end = -1
    for begins, ends in found:
        if end >= 0 and (begins < end or (between and not marked[end:begins].strip(between))):
            end = max(end, ends)
            continue
        if end >= 0:
            yield start, end
        start, end = begins, ends
    if end >= 0:
        yield start, end
