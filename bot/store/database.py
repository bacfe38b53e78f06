"""One connection: opened, brought to the newest schema, its faults told apart."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from bot.store.faults import told_apart, too_new
from bot.store.migrations import MIGRATIONS

CHECKPOINT_PAGES = 16_000
"""Pages (64 MB) of the write-ahead log after which SQLite moves them into the database: an import
changes the same pages of the id index again and again."""

Row = tuple[object, ...]
Rows = list[sqlite3.Row]


class Database:
    """SQL over one aiosqlite connection; what this process writes takes turns.

    A statement of one task must not slip into the transaction of another: it would wait for that
    one's end, and be undone with it.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._turn = asyncio.Lock()
        self._owner: asyncio.Task[object] | None = None

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """Return all rows of a query that changes nothing."""
        with told_apart(self._path):
            return list(await self._connection.execute_fetchall(sql, parameters))

    async def returning(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """Run one statement that changes rows, and return those that it names."""
        async with self._writing():
            return await self.rows(sql, parameters)

    async def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Run one statement; outside a transaction it is one by itself."""
        async with self._writing():
            await self._execute(sql, parameters)

    async def run_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run one statement for each row."""
        async with self._writing():
            with told_apart(self._path):
                await self._connection.executemany(sql, rows)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[None]:
        """Everything inside is written together, or not at all."""
        async with self._turn:
            self._owner = asyncio.current_task()
            try:
                await self._execute("BEGIN IMMEDIATE")
                yield
                await self._execute("COMMIT")
            except BaseException:
                await asyncio.shield(self._roll_back())
                raise
            finally:
                self._owner = None

    @asynccontextmanager
    async def _writing(self) -> AsyncGenerator[None]:
        """Wait for the turn, unless this task has it: it is within its own transaction."""
        if self._owner is not None and self._owner is asyncio.current_task():
            yield
        else:
            async with self._turn:
                yield

    async def _execute(self, sql: str, parameters: Sequence[object] = ()) -> None:
        with told_apart(self._path):
            await self._connection.execute(sql, parameters)

    async def _roll_back(self) -> None:
        # A BEGIN or COMMIT whose waiting was cancelled is carried out all the same: after it, look.
        await self.rows("SELECT 1")
        # SQLite has rolled back by itself after a full disk; a second time is an error.
        if self._connection.in_transaction:
            await self._execute("ROLLBACK")

    async def copy_to(self, path: Path) -> None:
        """Write a consistent copy to a file that does not exist yet."""
        await self.run("VACUUM INTO ?", (str(path),))


@asynccontextmanager
async def open_database(path: Path, *, busy_seconds: float) -> AsyncGenerator[Database]:
    """Open the database at `path`, made where it is missing; `busy_seconds` it waits for a lock.

    In a folder that cannot be written it is opened for reading, as what nobody changes.

    Raises:
        StoreError: it is damaged, locked, too new, or not to be opened.
    """
    connection: aiosqlite.Connection | None = None
    try:
        with told_apart(path):
            read_only = _only_to_be_read(path)
            connection = await aiosqlite.connect(
                _address(path) if read_only else path,
                uri=read_only,
                timeout=busy_seconds,
                isolation_level=None,
            )
            connection.row_factory = sqlite3.Row
            database = Database(connection, path)
            if not read_only or await _version(database) != len(MIGRATIONS):
                await _prepare(database, path)
        yield database
    finally:
        if connection is not None:
            await connection.close()


def _only_to_be_read(path: Path) -> bool:
    return os.access(path, os.F_OK) and not os.access(path.parent, os.W_OK)


def _address(path: Path) -> str:
    return f"{path.absolute().as_uri()}?immutable=1"


async def _prepare(database: Database, path: Path) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        await database.rows(f"PRAGMA {pragma}")
    for pragma in ("cache_size = -65536", f"wal_autocheckpoint = {CHECKPOINT_PAGES}"):
        await database.rows(f"PRAGMA {pragma}")
    if await _version(database) == len(MIGRATIONS):
        return
    async with database.transaction():
        version = await _version(database)
        if version > len(MIGRATIONS):
            raise too_new(path)
        for step in MIGRATIONS[version:]:
            for statement in step:
                await database.run(statement)
        await database.run(f"PRAGMA user_version = {len(MIGRATIONS)}")


async def _version(database: Database) -> int:
    return int((await database.rows("PRAGMA user_version"))[0][0])
