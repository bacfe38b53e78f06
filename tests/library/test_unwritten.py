"""A library that cannot be written goes on answering."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.library.library import MOST_UNWRITTEN, Library
from bot.library.opening import Places
from bot.papers.errors import SearchExpired
from bot.papers.grammar import read
from bot.store.store import Store
from tests.chat.shelf import open_shelf


@pytest.fixture
async def locked(tmp_path: Path) -> AsyncIterator[Library]:
    """A library whose database another program holds, so that every write fails."""
    async with open_shelf(tmp_path, lambda: datetime.now(UTC)):
        pass
    places = Places(tmp_path)
    async with Store.open(places.database, busy_seconds=0) as store:
        with (
            closing(Library(store, places.index)) as library,
            closing(sqlite3.connect(places.database, isolation_level=None)) as other,
        ):
            other.execute("BEGIN IMMEDIATE")
            yield library


async def test_it_finds_and_its_buttons_work(locked: Library) -> None:
    assert (await locked.find(read("optimal transport"))).total == 18
    token = await locked.remember("optimal transport " * 20)
    assert await locked.recall(token) == "optimal transport " * 20


async def test_it_keeps_the_newest_searches_only(locked: Library) -> None:
    first = await locked.remember("the first")
    for number in range(MOST_UNWRITTEN):
        await locked.remember(f"search {number}")
    last = await locked.remember("the last")
    assert await locked.recall(last) == "the last"
    with pytest.raises(SearchExpired):
        await locked.recall(first)
