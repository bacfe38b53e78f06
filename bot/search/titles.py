"""Titles as a person begins to type them: words without case, accents and marks."""

import re
import unicodedata

_WORD = re.compile(r"\w+")


def folded(text: str) -> list[str]:
    """Return the words of a text in order, for comparing beginnings."""
    if not text.isascii():
        text = "".join(
            c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
        )
    return _WORD.findall(text.casefold())
