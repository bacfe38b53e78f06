"""A query with the words that a library does not know brought to ones that it does."""

import re
from collections.abc import Callable
from dataclasses import replace

from bot.papers.errors import UnusableQuery
from bot.papers.grammar import read
from bot.papers.query import All, Either, Node, Query, Word
from bot.papers.reading import written

_RUN = re.compile(r"[^\W\d_]+")

Mend = Callable[[str], str | None]
"""What a word (a run of letters) should be; None where it is well known, or nothing comes near."""


def mended(query: Query, mend: Mend) -> Query | None:
    """Return the query with its bare words mended, or None where there is nothing to mend."""
    mending = _Mending(mend)
    text = written(All(tuple(map(mending.node, query.root.parts))))
    if not mending.pairs:
        return None
    try:
        found = read(text)
    except UnusableQuery:
        return None
    pairs = tuple(mending.pairs.items())
    return replace(found, text=query.text, dropped=query.dropped, mended=pairs)


class _Mending:
    def __init__(self, mend: Mend) -> None:
        self.pairs: dict[str, str] = {}
        self._mend = mend

    def node(self, part: Node) -> Node:
        """Return a part of a query with its bare words mended."""
        match part:
            case Word(text):
                return replace(part, text=_RUN.sub(self._run, text))
            case All(parts):
                return All(tuple(map(self.node, parts)))
            case Either(parts):
                return Either(tuple(map(self.node, parts)))
            case _:
                return part

    def _run(self, run: re.Match[str]) -> str:
        better = self._mend(run[0])
        if better is not None:
            self.pairs[run[0]] = better
        return better or run[0]
