"""Which topics want what an import brings, so that what is owed is written with the papers."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path

from bot.papers.document import Document
from bot.papers.errors import IndexDamaged, UnusableQuery
from bot.papers.grammar import read
from bot.papers.paper import Record
from bot.papers.query import Query
from bot.papers.standing import Topic
from bot.papers.topic import Topics, counts_as
from bot.search.index import Index
from bot.store.topics import Topics as Desk

OLDEST_MONTHS = 13
"""A paper that is dated further back is no news, whenever it comes."""
A_TURN = 10
"""Papers that are looked at before others get their turn: some 10 ms."""

log = logging.getLogger(__name__)


class Asking:
    """The topics as they were read last, and their answers."""

    def __init__(self, desk: Desk, understand: Callable[[Query], Query] = lambda q: q) -> None:
        """Ask the topics of `desk`; `understand` adds what else a query's words are called."""
        self._desk = desk
        self._understand = understand
        self._version: int | None = None
        self._topics = Topics({})

    async def refresh(self) -> int:
        """Read the topics anew where they have changed, and return their version."""
        version = await self._desk.version()
        if version != self._version:
            topics = await self._desk.every()
            queries = await asyncio.to_thread(_queries, topics, self._understand)
            self._topics = Topics(queries)
            self._version = version
        return version

    async def wanted(self, papers: Mapping[int, Record], now: datetime) -> dict[int, Sequence[int]]:
        """Return the topics that want each of the papers, by the papers' names."""
        found: dict[int, Sequence[int]] = {}
        if not len(self._topics):
            return found
        for turn, (name, paper) in enumerate(papers.items()):
            if not is_old(paper, now.date()) and (topics := self._topics.wanting(Document(paper))):
                found[name] = topics
            if turn % A_TURN == 0:
                await asyncio.sleep(0)
        return found


def understanding(index_folder: Path) -> Callable[[Query], Query]:
    """Return what adds to a query what else its words are called in the library of this index."""
    opened: list[Index] = []

    def understand(query: Query) -> Query:
        try:
            if not opened:
                opened.append(Index.open(index_folder))
            return opened[0].understood(query)
        except IndexDamaged:
            return query  # nothing is known of the words yet

    return understand


def is_old(paper: Record, today: date) -> bool:
    """Return whether a paper is dated too far back to be news; without a date it is of today."""
    day = counts_as(paper)
    months = today.year * 12 + today.month - OLDEST_MONTHS
    return day is not None and (day.year * 12 + day.month, day.day) < (months, today.day)


def _queries(topics: Sequence[Topic], understand: Callable[[Query], Query]) -> dict[int, Query]:
    queries: dict[int, Query] = {}
    for topic in topics:
        try:
            queries[topic.number] = understand(read(topic.query))
        except UnusableQuery as error:
            log.warning("Topic %d cannot be read any more: %s", topic.number, error)
    return queries
