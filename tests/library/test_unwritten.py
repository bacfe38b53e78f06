"""A library that cannot be written goes on answering."""

import asyncio
import errno
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import keep
from bot.library.importer import Importer
from bot.library.intake import Wish, bring_in
from bot.library.library import MOST_UNWRITTEN, Library
from bot.library.opening import Places, open_library
from bot.library.workers import open_workers
from bot.papers.errors import DiskFull, LibraryUnwritable, SearchExpired
from bot.papers.grammar import read
from bot.papers.paper import Record
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


@pytest.fixture
async def behind(tmp_path: Path) -> Path:
    """A library whose index is behind by a paper."""
    async with open_shelf(tmp_path, lambda: datetime.now(UTC)) as library:
        with open_workers(0) as workers:
            importer = Importer(library.store, now=lambda: datetime.now(UTC))
            await importer.take("tests", [Record(title="Optimal transport, late")], workers)
    return tmp_path


@pytest.fixture
def full(behind: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same on a disk where no file of an index finds room."""

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)
    return behind


async def test_a_full_disk_leaves_the_answers_as_they_were(
    full: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_library(full, starter="never") as library:
        assert (await library.find(read("optimal transport"))).total == 18
        state = await library.state()
        assert not state.index_fresh
    assert "No space is left" in caplog.text


async def test_a_running_bot_says_once_that_there_is_no_room_and_catches_up_when_there_is(
    full: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)
    async with Store.open(Places(full).database) as store:
        with closing(Library(store, Places(full).index)) as library:
            keeping = asyncio.ensure_future(keep(library, starter="never", seconds=0.01))
            for _ in range(600):
                if "No space is left" in caplog.text:
                    break
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.3)
            assert caplog.text.count("No space is left") == 1
            assert (await library.find(read("optimal transport"))).total == 18
            monkeypatch.undo()
            for _ in range(600):
                if (await library.find(read("optimal transport"))).total == 19:
                    break
                await asyncio.sleep(0.05)
            assert (await library.find(read("optimal transport"))).total == 19
            keeping.cancel()
            await asyncio.wait([keeping])


async def test_an_import_on_a_full_disk_ends_in_a_sentence(full: Path) -> None:
    papers = full / "papers.jsonl"
    papers.write_text('{"title": "Sheaves", "abstract": "Of graphs."}\n')
    with pytest.raises(DiskFull, match="No space is left"):
        await bring_in(full, Wish([str(papers)]))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_read_only_folder_answers_and_takes_nothing_in(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with open_shelf(data, lambda: datetime.now(UTC)):
        pass
    for folder in (data, Places(data).index):
        folder.chmod(0o555)
    try:
        async with open_library(data, starter="never") as library:
            assert (await library.find(read("optimal transport"))).total == 18
        with pytest.raises(LibraryUnwritable, match="cannot be written"):
            await bring_in(data, Wish([str(tmp_path / "papers.jsonl")]))
    finally:
        for folder in (data, Places(data).index):
            folder.chmod(0o755)
