"""What people can ask: find, random, show, suggest; whole papers come out."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from bot.library.lookup import Lookup
from bot.library.results import SUMMARY_CHARACTERS, Result, Similar, result_of
from bot.library.searching import search
from bot.library.state import State, state_of
from bot.papers.errors import (
    IndexDamaged,
    IndexMissing,
    LibraryBuilding,
    PaperNotFound,
    StoreError,
)
from bot.papers.example import FEWEST, said, said_by
from bot.papers.paper import Paper
from bot.papers.query import Query
from bot.papers.wording import say
from bot.search.index import Index
from bot.search.suggest import Suggestion
from bot.store.notes import token_of
from bot.store.store import Store

T = TypeVar("T")

MOST_UNWRITTEN = 1_000
"""Searches that are kept in memory while they cannot be written."""
TOLD = 16
"""By how many of the terms that papers share with an example they are summarised."""
NOT_INDEXED = -1
"""The revision of an index that is not there or cannot be used; no store has it."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """One page of an answer.

    Attributes:
        query: The query as it was read.
        total: Papers with any of the words, after filters.
        total_all: Papers with all of them.
        hidden: Papers left out by status.
        page: This page, from 1; never above `pages`.
        pages: How many pages there are, at least 1.
        per_page: Results on a full page.
        took_ms: Time for search, rows and summaries, in milliseconds.
        suggestion: Another query to try, or None.
        results: The papers of this page, best first.
    """

    query: Query
    total: int
    total_all: int
    hidden: int
    page: int
    pages: int
    per_page: int
    took_ms: float
    suggestion: str | None
    results: tuple[Result, ...]


class Library:
    """Answers questions from the store and the index.

    The index works in one thread of its own, one question after the other: numpy releases the GIL
    there, and a long question never holds the event loop.
    """

    def __init__(
        self,
        store: Store,
        index_folder: Path,
        *,
        choose: random.Random | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.store = store
        self.index_folder = index_folder
        self._index: Index | None = None
        self._noted = ""
        self._unwritten: dict[str, str] = {}
        self._choose = choose or random.Random()  # noqa: S311 - which paper to read is no secret
        self.now = now
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="search")
        self._lookup = Lookup(store, self.suggest)

    def close(self) -> None:
        """End the search thread."""
        self._thread.shutdown()

    async def find(
        self,
        query: Query,
        *,
        page: int = 1,
        per_page: int = 5,
        newest: bool = False,
        summary_limit: int = SUMMARY_CHARACTERS,
    ) -> Found:
        """Return one page of the papers that match; a page beyond the last gives the last.

        Raises:
            LibraryBuilding: there is no index yet.
        """
        began = time.perf_counter()
        asked = await self._lookup.with_current_keys(query)
        answer = await self._ask(lambda index: search(index, asked, page, per_page, newest=newest))
        hits = answer.hits
        pages = max(1, -(-hits.total // per_page))
        page = min(page, pages)
        papers = await self.store.shelf.get(hits.numbers)
        first = (page - 1) * per_page + 1
        results: list[Result] = []
        for rank, (number, score) in enumerate(
            zip(hits.numbers, hits.scores, strict=True), start=first
        ):
            if number in papers:
                results.append(
                    result_of(rank, score, papers[number], answer.weights, summary_limit)
                )
                await asyncio.sleep(0)  # a summary is a millisecond; others may answer between
        return Found(
            query=answer.query,
            total=hits.total,
            total_all=hits.total_all,
            hidden=hits.hidden,
            page=page,
            pages=pages,
            per_page=per_page,
            took_ms=(time.perf_counter() - began) * 1000,
            suggestion=answer.suggestion,
            results=tuple(results),
        )

    async def random(self, query: Query | None = None) -> Paper | None:
        """Return a paper with an abstract, each that matches as likely as the others, or None."""
        if query is not None:
            query = await self.understood(query)
        number = await self._ask(lambda index: index.random(query, self._choose))
        return None if number is None else await self.paper(number)

    async def understood(self, query: Query) -> Query:
        """Return the query with keys of today, and with what else its words are called.

        Raises:
            LibraryBuilding: there is no index yet.
        """
        current = await self._lookup.with_current_keys(query)
        return await self._ask(lambda index: index.understood(current))

    async def paper(self, number: int) -> Paper:
        """Return the paper with this internal number, wherever it has moved to.

        Raises:
            PaperNotFound: there is none.
        """
        return await self._lookup.by_number(number)

    async def show(self, text: str) -> Paper:
        """Return the paper that `text` names: `#number`, key, id, URL or title.

        Raises:
            PaperNotFound: there is none; the sentence names titles that come near.
        """
        return await self._lookup.by_name(text)

    async def similar(self, number: int, *, limit: int = 5) -> Similar:
        """Return the papers most like the one with this number.

        Raises:
            PaperNotFound: there is none.
            LibraryBuilding: there is no index yet.
        """
        return await self._alike(await self.paper(number), "", limit)

    async def like(self, text: str, *, limit: int = 5) -> Similar:
        """Return the papers most like the one that `text` names, or like a pasted abstract.

        Raises:
            PaperNotFound: no paper is called so, and it is too short for an abstract.
            LibraryBuilding: there is no index yet.
        """
        try:
            example = await self.show(text)
        except PaperNotFound:
            if len(said_by(text)) < FEWEST:
                raise
            example = None
        return await self._alike(example, text, limit)

    async def _alike(self, example: Paper | None, pasted: str, limit: int) -> Similar:
        began = time.perf_counter()
        words = said(example.title, example.abstract) if example else said_by(pasted)
        number = example.number if example else None
        alike = await self._ask(lambda index: index.alike(words, limit, number))
        papers = await self.store.shelf.get(alike.numbers)
        told = dict(list(alike.weights.items())[:TOLD])
        pairs = zip(alike.numbers, alike.scores, strict=True)
        held = [(papers[number], score) for number, score in pairs if number in papers]
        results: list[Result] = []
        for rank, (paper, score) in enumerate(held, start=1):
            results.append(result_of(rank, score, paper, told))
            await asyncio.sleep(0)
        return Similar(example, (time.perf_counter() - began) * 1000, tuple(results))

    async def newest(self, count: int) -> list[Paper]:
        """Return the newest papers, latest first."""
        numbers = await self._ask(lambda index: index.newest(count))
        return await self._papers(numbers)

    async def matching(self, query: Query, most: int) -> tuple[list[Paper], int]:
        """Return papers that satisfy the boolean reading, newest first, and how many there are."""
        query = await self.understood(query)
        numbers, total = await self._ask(lambda index: index.matching(query, most))
        return await self._papers(numbers), total

    async def _papers(self, numbers: Sequence[int]) -> list[Paper]:
        papers = await self.store.shelf.get(numbers)
        return [papers[number] for number in numbers if number in papers]

    async def suggest(self, text: str, limit: int = 25) -> list[Suggestion]:
        """Return titles for what has been typed so far, best first; from memory."""
        return await self._ask(lambda index: index.suggest(text, limit))

    async def remember(self, text: str) -> str:
        """Keep a search for 30 days and return the token that recalls it.

        Where nothing can be written (a full disk, a lock), it is kept until the process ends.
        """
        try:
            return await self.store.notes.remember(text, self.now())
        except StoreError as error:
            log.warning("A search is kept in memory only: %s", error)
            while len(self._unwritten) >= MOST_UNWRITTEN:
                del self._unwritten[next(iter(self._unwritten))]
            self._unwritten[token_of(text)] = text
            return token_of(text)

    async def recall(self, token: str) -> str:
        """Return the text of a stored search.

        Raises:
            SearchExpired: it is older than 30 days, or unknown.
        """
        if token in self._unwritten:
            return self._unwritten[token]
        return await self.store.notes.recall(token, self.now())

    async def state(self) -> State:
        """Return what the library holds."""
        return await state_of(self.store, await self._index_state())

    async def indexed(self) -> int:
        """Return the change of the store up to which the index goes, or NOT_INDEXED."""
        return (await self._index_state())[2]

    async def indexed_papers(self) -> tuple[int, int]:
        """Return how many papers can be found, and up to which change (see `indexed`)."""
        papers, _, revision = await self._index_state()
        return papers, revision

    async def _index_state(self) -> tuple[int, int, int]:
        """Return papers, bytes and revision."""
        try:
            return await self._ask(lambda index: (index.papers, index.bytes, index.revision))
        except LibraryBuilding:
            return 0, 0, NOT_INDEXED

    async def _ask(self, question: Callable[[Index], T]) -> T:
        """Ask the newest index in its thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: question(self._current())
        )

    def _current(self) -> Index:
        try:
            if self._index is None:
                self._index = Index.open(self.index_folder)
            else:
                self._index.refresh()
        except IndexDamaged as damage:
            self._index = None
            self._note(damage)
            raise LibraryBuilding(
                say("The library is being built. Please try again in a minute.")
            ) from damage
        return self._index

    def _note(self, damage: IndexDamaged) -> None:
        """Log why there is no index, once; that none has been made yet is no trouble."""
        if str(damage) != self._noted:
            self._noted = str(damage)
            log.log(logging.INFO if isinstance(damage, IndexMissing) else logging.WARNING, damage)
