import asyncio
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.papers.errors import DiskFull, SearchExpired, StoreDamaged, StoreLocked, StoreTooNew
from bot.papers.paper import AbstractBy, Record, Status
from bot.store.database import Database, open_database
from bot.store.intake import Batch, Entry
from bot.store.migrations import MIGRATIONS
from bot.store.store import Store

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
FULL = Record(
    ids={"arxiv": ("2401.00001",), "doi": ("10.1/x",)},
    title="On \x02elastic\x03 transport",
    abstract="Mass moves. Some of it stays: Schrödinger, 数学.",
    authors=("Ada Lovelace", "Alan Turing"),
    venue="ICLR",
    year=2026,
    status=Status.ORAL,
    decision="Oral",
    keywords=("transport", "mass"),
    url="https://example.org/a",
    pdf_url="https://example.org/a.pdf",
    code_url="https://example.org/code",
    published=date(2026, 1, 31),
    origin="x-1",
)


@asynccontextmanager
async def store_in(folder: Path) -> AsyncGenerator[Store]:
    async with Store.open(folder / "papers.db", busy_seconds=0.2) as store:
        yield store


def entry(number: int | None = None, *, key: str = "arxiv:2401.00001", **changes: object) -> Entry:
    kind, _, value = key.partition(":")
    plain = Entry(number, key, FULL, ids=((kind, value), ("local", f"{value:0>16}"[-16:])))
    return replace(plain, **changes)  # pyright: ignore[reportArgumentType] - any field


async def write(store: Store, *entries: Entry) -> list[int]:
    run = await store.intake.begin_run("test", NOW)
    return await store.intake.write(Batch(run, NOW, entries))


async def test_a_paper_comes_back_as_it_was_written(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        [number] = await write(store, entry())
    async with store_in(tmp_path) as store:
        paper = (await store.shelf.get([number]))[number]
    assert (paper.number, paper.key, paper.added) == (number, "arxiv:2401.00001", NOW)
    for name in Record.__slots__:
        assert getattr(paper, name) == getattr(FULL, name), name


async def test_a_number_that_was_given_up_leads_to_its_heir_through_chains(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        first, second, third = await write(
            store, entry(), entry(key="doi:10.1/b"), entry(key="doi:10.1/c")
        )
        revision = await store.shelf.revision()
        await write(store, entry(second, key="doi:10.1/b", absorbed=[third]))
        await write(store, entry(first, absorbed=[second]))
        papers = await store.shelf.get([first, second, third, 99])
        assert {asked: paper.number for asked, paper in papers.items()} == {
            first: first,
            second: first,
            third: first,
        }
        found = await store.shelf.find("doi", "10.1/c")
        assert found is not None
        assert (await store.shelf.get([found]))[found].number == first
        changes = await store.shelf.changed_since(revision, 100)
        assert set(changes.gone) == {second, third}
        assert [paper.number for paper in changes.papers] == [first]
        assert (await store.shelf.counts()).papers == 1


async def test_changes_come_in_order_and_in_portions(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        numbers = await write(store, *(entry(key=f"doi:10.1/{n}") for n in range(10)))
        await write(store, entry(numbers[0], key="doi:10.1/0"))
        seen: list[int] = []
        revision = 0
        while (changes := await store.shelf.changed_since(revision, 3)).papers:
            seen.extend(paper.number for paper in changes.papers)
            revision = changes.revision
        assert seen == [*numbers[1:], numbers[0]]
        assert revision == await store.shelf.revision()


async def test_starter_papers_serve_only_when_they_should(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        ours = replace(FULL, abstract_by=AbstractBy.STARTER)
        await write(store, entry(record=ours, starter=True))
        assert not await store.shelf.has_others()
        await store.shelf.serve_starters(serve=True)
        assert (await store.shelf.counts()).papers == 1
        revision = await store.shelf.revision()
        await write(store, entry(key="doi:10.1/b"))
        await store.shelf.serve_starters(serve=False)
        counts = await store.shelf.counts()
        assert (counts.papers, counts.starter) == (1, False)
        assert (await store.shelf.changed_since(revision, 10)).gone == [1]


async def test_what_a_source_said_is_known_until_it_says_something_else(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await write(store, entry(origins=[(7, 1), (7, 2)]))
        assert await store.intake.origins([7, 8]) == {7: frozenset({1, 2})}
        await write(store, entry(1, origins=[(7, 3)]))
        assert await store.intake.origins([7]) == {7: frozenset({3})}


async def test_traces_grow_with_each_record_of_a_paper(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await write(store, entry(titles=[5], sketch=[1, 2]))
        await write(store, entry(1, titles=[6], sketch=[3]))
        [trace] = await store.intake.traces(-1, 10)
        assert trace.titles == b"".join(n.to_bytes(8, "little") for n in (5, 6))
        assert trace.sketch == b"".join(n.to_bytes(8, "little") for n in (1, 2, 3))
        assert await store.intake.traces(trace.paper, 10) == []


async def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await write(store, entry())
        with pytest.raises(Exception, match="UNIQUE"):
            await write(store, entry(key="doi:10.1/b"), entry(key="arxiv:2401.00001"))
        assert (await store.shelf.counts()).papers == 1
        assert await store.shelf.find("doi", "10.1/b") is None
        await write(store, entry(key="doi:10.1/b"))
        assert (await store.shelf.counts()).papers == 2


async def test_a_search_is_kept_for_thirty_days_after_it_was_last_asked(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        token = await store.notes.remember("optimal transport", NOW)
        later = NOW + timedelta(days=29)
        assert await store.notes.recall(token, later) == "optimal transport"
        assert await store.notes.remember("optimal transport", later) == token
        assert await store.notes.recall(token, NOW + timedelta(days=50)) == "optimal transport"
        with pytest.raises(SearchExpired):
            await store.notes.recall(token, later + timedelta(days=31))
        with pytest.raises(SearchExpired):
            await store.notes.recall("never given", NOW)


async def test_marks_outlive_a_restart(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        assert await store.notes.get_meta("tree:1") is None
        await store.notes.set_meta("tree:1", "a")
        await store.notes.set_meta("tree:1", "b")
    async with store_in(tmp_path) as store:
        assert await store.notes.get_meta("tree:1") == "b"


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async with open_database(tmp_path / "papers.db", busy_seconds=1) as database:
        await database.run(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreTooNew, match="newer version"):
        async with store_in(tmp_path):
            pass


@pytest.mark.parametrize("content", [b"no database at all " * 99, b"SQLite format 3\0" + b"x" * 99])
async def test_a_file_that_is_no_database_is_said_to_be_damaged(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "papers.db").write_bytes(content)
    with pytest.raises(StoreDamaged, match="damaged"):
        async with store_in(tmp_path):
            pass


async def test_a_database_that_another_program_holds_is_said_to_be_locked(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        other = sqlite3.connect(tmp_path / "papers.db", isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreLocked, match="locked"):
                await write(store, entry())
            other.execute("ROLLBACK")
        finally:
            other.close()
        assert await write(store, entry()) == [1]


async def test_a_full_disk_is_named_and_what_was_written_is_kept(tmp_path: Path) -> None:
    async with open_database(tmp_path / "papers.db", busy_seconds=1) as database:
        store = Store(database)
        await write(store, entry())
        pages = (await database.rows("PRAGMA page_count"))[0][0]
        await database.rows(f"PRAGMA max_page_count = {pages + 2}")
        big = replace(FULL, abstract="x" * 100_000)
        with pytest.raises(DiskFull, match="space"):
            await write(store, entry(key="doi:10.1/b", record=big))
        assert (await store.shelf.counts()).papers == 1


WRITER = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.store.test_store import entry, store_in, write

async def main():
    async with store_in(Path({folder!r})) as store:
        for batch in range(10_000):
            await write(store, *(entry(key=f"doi:10.1/{{batch}}-{{n}}") for n in range(20)))
            print(batch, flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("batches", [1, 4, 9])
async def test_a_kill_leaves_whole_batches(tmp_path: Path, batches: int) -> None:
    root = str(Path(__file__).parents[2])
    code = WRITER.format(root=root, folder=str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(batches):
        await process.stdout.readline()
    process.kill()
    await process.communicate()
    async with store_in(tmp_path) as store:
        counts = await store.shelf.counts()
        assert counts.papers % 20 == 0
        assert counts.papers >= 20 * batches
        assert await store.shelf.revision() == counts.papers
        assert await write(store, entry(key="doi:10.1/after")) == [counts.papers + 1]
    database = sqlite3.connect(tmp_path / "papers.db")
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()


PLUS_ONE = "UPDATE counters SET value = value + 1 WHERE name = 'number'"


@pytest.mark.parametrize("returning", [False, True])
async def test_what_one_task_writes_does_not_hang_on_the_transaction_of_another(
    tmp_path: Path, *, returning: bool
) -> None:
    inside, written = asyncio.Event(), asyncio.Event()

    async def undone(database: Database) -> None:
        async with database.transaction():
            await database.run("INSERT INTO counters VALUES ('mine', 1)")
            inside.set()
            await asyncio.sleep(0.05)
            assert not written.is_set()
            raise ZeroDivisionError

    async def beside(database: Database) -> None:
        await inside.wait()
        if returning:
            await database.returning(f"{PLUS_ONE} RETURNING value")
        else:
            await database.run(PLUS_ONE)
        written.set()

    async with open_database(tmp_path / "papers.db", busy_seconds=1) as database:
        task = asyncio.ensure_future(undone(database))
        await beside(database)
        await asyncio.wait({task})
        assert isinstance(task.exception(), ZeroDivisionError)
        rows = await database.rows("SELECT name, value FROM counters")
        counters = {row[0]: row[1] for row in rows}
        assert counters["number"] == 1
        assert "mine" not in counters


@pytest.mark.parametrize("steps", range(8))
async def test_a_transaction_that_is_broken_off_anywhere_leaves_none_open(
    tmp_path: Path, steps: int
) -> None:
    async def write(database: Database) -> None:
        async with database.transaction():
            await database.run(PLUS_ONE)

    async with open_database(tmp_path / "papers.db", busy_seconds=1) as database:
        task = asyncio.ensure_future(write(database))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        await write(database)
        rows = await database.rows("SELECT value FROM counters WHERE name = 'number'")
        assert rows[0][0] in {1, 2}
