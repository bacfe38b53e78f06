"""Searches as buttons remember them."""

from bot.chat.limits import units
from bot.chat.states import LONGEST_TAG, Search
from bot.library.library import Library


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
