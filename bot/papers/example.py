"""Query by example: which words a text says, for finding papers that say the same."""

from collections import Counter

from bot.papers.sentences import sentences
from bot.papers.text import plain, readable
from bot.papers.words import STOP_WORDS, analyse

TITLED = 2
"""How often a word of the title counts as said."""

LONGEST = 50_000
"""Characters of a text that are read."""

FEWEST = 12
"""A text with fewer words that say something names a paper rather than being one."""


def said(title: str, text: str) -> Counter[str]:
    """Return the terms of a paper's marked title and abstract, and how often each is said."""
    often = Counter(analyse(plain(text[:LONGEST])))
    for term in analyse(plain(title[:LONGEST])):
        often[term] += TITLED
    for term in STOP_WORDS & often.keys():
        del often[term]
    return often


def said_by(pasted: str) -> Counter[str]:
    """Return the same for a text as people paste it; its first sentence may well be a title."""
    first, *others = sentences(readable(pasted[:LONGEST])) or [""]
    return said(first, "".join(others))
