"""One paper by whatever a person calls it: number, key, id, URL or title."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.papers.errors import PaperNotFound
from bot.papers.identity import normal_title
from bot.papers.ids import parse_id
from bot.papers.paper import Paper
from bot.papers.query import All, Either, KeyIs, Node, Not, Query, leaves
from bot.papers.text import plain
from bot.papers.wording import say
from bot.search.suggest import Suggestion
from bot.store.store import Store

NUMBER = re.compile(r"#([1-9][0-9]{0,17})")
LONGEST_NAME = 6000


class Lookup:
    """Finds one paper; titles come from `suggest`."""

    def __init__(self, store: Store, suggest: Callable[[str], Awaitable[list[Suggestion]]]) -> None:
        self._store = store
        self._suggest = suggest

    async def by_number(self, number: int) -> Paper:
        """Return the paper; raises PaperNotFound."""
        papers = await self._store.shelf.get([number])
        if number not in papers:
            raise PaperNotFound(
                say("This paper is no longer in the library. Search for it with /paper find.")
            )
        return papers[number]

    async def with_current_keys(self, query: Query) -> Query:
        """Return the query with the best id of each paper that `key:` names by any of its ids."""
        keys = {
            key for leaf, _ in leaves(query.root) if isinstance(leaf, KeyIs) for key in leaf.keys
        }
        current: dict[str, str] = {}
        for key in keys:
            kind, _, value = key.partition(":")
            if number := await self._store.shelf.find(kind, value):
                current[key] = (await self.by_number(number)).key
        if not current:
            return query
        root = All(tuple(_exchanged(part, current) for part in query.root.parts))
        return replace(query, root=root)

    async def by_name(self, name: str) -> Paper:
        """Return the paper; raises PaperNotFound with titles that come near."""
        name = name.strip()[:LONGEST_NAME]
        if match := NUMBER.fullmatch(name):
            return await self.by_number(int(match[1]))
        if (named := parse_id(name)) and (number := await self._store.shelf.find(*named)):
            return await self.by_number(number)
        suggestions = await self._suggest(name) if name else []
        wanted = normal_title(name)
        same = [s for s in suggestions if normal_title(plain(s.title)) == wanted]
        if same or len(suggestions) == 1:
            return await self.by_number((same or suggestions)[0].number)
        raise _not_found(name, suggestions)


def _exchanged(node: Node, current: Mapping[str, str]) -> Node:
    match node:
        case KeyIs(keys):
            return KeyIs(tuple(dict.fromkeys(current.get(key, key) for key in keys)))
        case Not(part):
            return Not(_exchanged(part, current))
        case All(parts):
            return All(tuple(_exchanged(part, current) for part in parts))
        case Either(parts):
            return Either(tuple(_exchanged(part, current) for part in parts))
        case _:
            return node


def _not_found(name: str, suggestions: list[Suggestion]) -> PaperNotFound:
    shown = name if len(name) <= 100 else name[:99] + "…"
    if not suggestions:
        return PaperNotFound(
            say(
                "No paper here is called “{name}”. Give a title, a key, an arXiv id or URL, "
                "an OpenReview id or URL, or a DOI.",
                name=shown,
            )
        )
    titles = "; ".join(f"“{plain(s.title)}”" for s in suggestions[:3])
    return PaperNotFound(
        say("No paper here is called “{name}”. Did you mean {titles}?", name=shown, titles=titles)
    )
