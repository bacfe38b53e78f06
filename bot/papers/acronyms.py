"""Short forms and what they stand for, as authors introduce them: `optimal transport (OT)`.

Schwartz and Hearst, "A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical
Text" (2003): the letters of the short form are found in the words before it, from right to left,
the first of them at the beginning of a word. Before that, words of just these initials are looked
for, so that `self-supervised learning (SSL)` keeps its *self*.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from bot.papers.words import STOP_WORDS, analyse, terms

_SHORT = re.compile(r"\(([^\W_][\w\-/]{1,11}?)(s?)(?:;[^()]*)?\)")
_PART = re.compile(r"[^\W_]+")
_BREAK = re.compile(r"[.;:()\[\]!?](?=\s)")
_MOST_WORDS = 8
_REACH = 110


class Definition(NamedTuple):
    """What a text introduces: a short form and a long one, each as terms and as it is written."""

    short: str
    long: tuple[str, ...]
    name: str
    words: str


def definitions(text: str) -> Iterator[Definition]:
    """Yield what `text` (plain) introduces; each as often as it does."""
    if "(" not in text:
        return
    for found in _SHORT.finditer(text):
        short = found[1] if found[1][-1].isupper() else found[1] + found[2]
        if _is_short_form(short):
            before = text[max(0, found.start() - _REACH) : found.start()].rstrip()
            *_, near = _BREAK.split(before)
            words = _by_initials(short, near) or _by_letters(short, near)
            if words is not None and (definition := _defined(short, words)) is not None:
                yield definition


def _is_short_form(short: str) -> bool:
    capitals = sum(map(str.isupper, short))
    return 2 <= len(short) <= 10 and capitals > 0 and (capitals > 1 or len(short) <= 4)


def _by_initials(short: str, before: str) -> str | None:
    """Return the end of `before` whose words, also those that hyphens join, begin so."""
    letters = short.casefold()
    parts = list(_PART.finditer(before.casefold()))[-len(letters) :]
    if len(parts) == len(letters) and all(
        part[0][0] == letter for part, letter in zip(parts, letters, strict=True)
    ):
        return before[parts[0].start() :]
    return None


def _by_letters(short: str, before: str) -> str | None:
    """Return the shortest end of `before` that has the letters of the short form in order."""
    words = before.casefold()
    place = len(words)
    first, *others = (letter for letter in short.casefold() if letter.isalnum())
    for letter in reversed(others):
        place = words.rfind(letter, 0, place)
        if place < 0:
            return None
    while (place := words.rfind(first, 0, place)) > 0 and words[place - 1].isalnum():
        pass
    return before[place:] if place >= 0 else None


def _defined(short: str, words: str) -> Definition | None:
    """Return the definition, or None where these words are no name of something."""
    key, found = terms(short), tuple(analyse(words))
    most = min(len(short) + 5, 2 * len(short), _MOST_WORDS)
    if len(key) != 1 or not 2 <= len(found) <= most or key[0] in found or key[0] in STOP_WORDS:
        return None
    if found[-1] in STOP_WORDS or (found[0] in STOP_WORDS and len(found) < len(short)):
        return None
    return Definition(key[0], found, short, " ".join(words.split()))
