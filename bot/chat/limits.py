"""What Discord refuses, in numbers (developer documentation and API issues, read 2026-12).

`fits` is the whole rule for the text of a Components V2 message; the rest are plain maxima.
"""

from collections.abc import Iterable

CHARACTERS = 4_000
"""All text displays of a message together."""
BYTES = 10_170
"""The same in UTF-8, `BYTES_A_DISPLAY` more for each display; above it Discord answers 500."""
BYTES_A_DISPLAY = 12
URL = 512
"""A link button's address."""
CUSTOM_ID = 100
"""A button's state, in UTF-16 units to be on the safe side."""
LABEL = 80
LINKS_A_ROW = 5
CHOICES = 25
CHOICE = 100
"""Name and value of an autocomplete choice."""


def fits(texts: Iterable[str]) -> bool:
    """Return whether these text displays may stand in one message."""
    characters = size = 0
    for text in texts:
        characters += len(text)
        size += len(text.encode()) + BYTES_A_DISPLAY
    return characters <= CHARACTERS and size <= BYTES


def units(text: str) -> int:
    """Return the length of `text` in UTF-16 units, of which no count of characters is longer."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
