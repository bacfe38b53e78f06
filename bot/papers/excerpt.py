"""Cutting one sentence that is too long: at a word, never in a link or formula, marks balanced."""

import re
from collections.abc import Collection, Iterator

from bot.papers.marks import plain, tidied
from bot.papers.words import spans

ELLIPSIS = "…"

_LINK = re.compile(r"(?:https?://|www\.)\S+")
_BLANK = re.compile(r" +")
_OPERATORS = "=<>≤≥≈≡∼~∈∉⊂⊆∪∩∖+−±×·*/^|‖→←↦∝≪≫≲≳∑∏∫√∀∃"
_PAIRS = {"(": ")", "[": "]", "{": "}", "“": "”"}
_TRAILING = " ,;:([{“‘—–-"


def shortened(sentence: str, limit: int, terms: Collection[str] = ()) -> str:
    """Return a part of `sentence` (marked text) of at most `limit` characters without its marks.

    It begins where the sentence does, unless the first of `terms` would be cut off.
    """
    if len(plain(sentence)) <= limit:
        return sentence
    first = next((span.start for span in spans(sentence) if span.term in terms), 0)
    if first <= limit * 3 // 4:
        return tidied(_until(sentence, limit))
    tail = _from(sentence, first, limit - len(ELLIPSIS))
    if len(plain(tail)) < limit:
        return tidied(ELLIPSIS + tail)
    return tidied(ELLIPSIS + _until(tail, limit - len(ELLIPSIS)))


def _from(sentence: str, place: int, room: int) -> str:
    """Return the end of `sentence`, in `room` if that reaches back to `place`, else from there."""
    earliest = min(len(sentence) - room, place)
    cuts = [cut for cut in _cuts(sentence) if min(earliest, place - 120) <= cut <= place]
    fitting = [cut for cut in cuts if cut >= earliest] or cuts[len(cuts) // 2 :]
    clauses = [cut for cut in fitting if sentence[cut - 1] in ",;:"]
    cut = next(iter(clauses or fitting), place)
    opened = sentence.count("\x02", 0, cut) > sentence.count("\x03", 0, cut)
    return ("\x02" if opened else "") + sentence[cut:].lstrip()


def _until(sentence: str, limit: int) -> str:
    """Return the beginning of `sentence`, with an ellipsis, in `limit` characters."""
    room = limit - len(ELLIPSIS)
    sentence = sentence[: 4 * limit + 100]  # more cannot fit, whatever marks it holds
    fits = [cut for cut in _cuts(sentence) if len(plain(sentence[:cut])) <= room]
    cut = fits[-1] if fits else 0
    if len(plain(sentence[:cut])) < room // 2:
        cut = max(cut, _last_resort(sentence, room))
    return sentence[:cut].rstrip(_TRAILING) + ELLIPSIS if room >= 0 else ""


def _cuts(sentence: str) -> Iterator[int]:
    """Yield the places of blanks between words that no bracket, formula or link encloses."""
    closers: list[str] = []
    start = 0
    for match in _BLANK.finditer(sentence):
        for char in sentence[start : match.start()]:
            if char in _PAIRS:
                closers.append(_PAIRS[char])
            elif closers and char == closers[-1]:
                closers.pop()
        start = match.end()
        before, after = sentence[match.start() - 1 : match.start()], sentence[start : start + 2]
        if not closers and not _in_formula(before, after):
            yield match.start()


def _in_formula(before: str, after: str) -> bool:
    return before in _OPERATORS or after[:1] in _OPERATORS


def _last_resort(sentence: str, room: int) -> int:
    """Return the last blank that fits, in brackets or not; else the last character that does."""
    end = seen = 0
    while end < len(sentence) and seen < room:
        seen += sentence[end] not in "\x02\x03"
        end += 1
    for link in _LINK.finditer(sentence):
        if link.start() < end < link.end():
            end = link.start()
    blank = sentence.rfind(" ", 0, end)
    return blank if blank > end // 2 else end
