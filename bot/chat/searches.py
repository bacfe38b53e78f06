"""Searches as people type them in options, and as buttons remember them."""

import re

from bot.chat.limits import units
from bot.chat.states import LONGEST_TAG, Search
from bot.library.library import Library

_SPECIAL = re.compile(r'[\s()|":]')


def typed(query: str, venue: str | None = None, year: str | None = None) -> str:
    """Return the options of a command as one text in the query language.

    The fields go first, where an unclosed quote in `query` cannot swallow them.
    """
    fields = (_field("venue", venue or ""), _field("year", re.sub(r"\s+", "", year or "")))
    words = query.lstrip(" |") if any(fields) else query
    return " ".join(filter(None, (*fields, words)))


class Searches:
    """Gives searches tags that fit a custom id, and takes them back."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def keep(self, text: str, *, newest: bool = False) -> Search:
        """Return the search for a button; a long text is stored in the library."""
        if text.isprintable() and units(text) < LONGEST_TAG:
            return Search(f"={text}", newest)
        return Search(f"!{await self._library.remember(text)}", newest)

    async def text(self, search: Search) -> str:
        """Return what was searched for.

        Raises:
            SearchExpired: it was stored more than 30 days ago.
        """
        kind, value = search.tag[0], search.tag[1:]
        return value if kind == "=" else await self._library.recall(value)


def _field(name: str, values: str) -> str:
    kept = [_value(value) for value in values.replace('"', " ").split(",") if value.strip()]
    return f"{name}:{','.join(kept)}" if kept else ""


def _value(value: str) -> str:
    value = " ".join(value.split())
    return f'"{value}"' if _SPECIAL.search(value) else value
