"""What became of a paper, from the many words that venues and crawls have for it."""

import re
from functools import lru_cache

from bot.papers.paper import Status

LONGEST = 200
"""Characters of a word for a status; a longer text is a letter to the authors."""

_MEANINGS = (
    (Status.RETRACTED, re.compile(r"\bretract")),
    (Status.WITHDRAWN, re.compile(r"\bwithdr[ae]w")),
    (Status.REJECTED, re.compile(r"\breject|\bdeclin|\bnot accept|\bunaccept")),
    (Status.WORKSHOP, re.compile(r"workshop")),
    (Status.ORAL, re.compile(r"\boral|\btalk\b|\btop\W*5\s*%")),
    (Status.SPOTLIGHT, re.compile(r"\bspotlight|\bhighlight|\btop\W*25\s*%")),
    (Status.POSTER, re.compile(r"\bposter")),
    (Status.ACCEPTED, re.compile(r"\baccept|\bnotable\b")),
    (Status.SUBMITTED, re.compile(r"\bsubmi|\bactive\b|\bunder review\b|\bpending\b")),
    (
        Status.ACCEPTED,
        re.compile(
            r"\b(?:long|main|technical|findings|short|industry|journal|regular|demos?|published"
            r"|system demonstrations?|tog|full) ?(?:papers?)?\b"
        ),
    ),
)
"""What the first pattern that a word for a status contains says; stronger words come first."""


@lru_cache(maxsize=4096)
def status_of(raw: str) -> Status | None:
    """Return what a source's own word means, or None for one that nobody here knows.

    Proceedings know only what was accepted, so their words for the kind of paper (Long, Main,
    Technical, Findings, Short, Industry ...) mean that; anything at a workshop is `workshop`.
    """
    word = raw.strip().casefold()
    if not word or len(word) > LONGEST:
        return None
    return next((status for status, pattern in _MEANINGS if pattern.search(word)), None)
