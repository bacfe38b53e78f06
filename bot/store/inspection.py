"""A look at a database that changes nothing: it may be read-only, damaged, or somebody else's."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.papers.errors import StoreDamaged
from bot.store.faults import damaged, told_apart, too_new
from bot.store.migrations import MIGRATIONS

BUSY_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a sound database holds.

    Attributes:
        version: How many steps of its schema it has; 0 where nothing was written yet.
        newest: How many steps this program knows.
        revision: The number of its last change.
        papers: How many papers it holds, starter papers included.
        marks: Its marks by name.
    """

    version: int
    newest: int = len(MIGRATIONS)
    revision: int = 0
    papers: int = 0
    marks: dict[str, str] = field(default_factory=dict[str, str])


def inspect_database(path: Path) -> Inspected | None:
    """Return what the database at `path` (absolute) holds, or None where there is no such file.

    Reads all of it, and writes nothing.

    Raises:
        StoreTooNew: a newer version wrote it.
        StoreDamaged: it is torn, or no database of ours.
        StoreError: it is locked, or cannot be read.
    """
    if not path.exists():
        return None
    try:
        return _inspect(path, alone=_nobody_writes(path))
    except StoreDamaged:
        if _nobody_writes(path):
            raise
        return _inspect(path, alone=False)  # somebody began to write meanwhile


def _nobody_writes(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return not log.exists() or log.stat().st_size == 0


def _inspect(path: Path, *, alone: bool) -> Inspected:
    with told_apart(path), _looking_into(path, alone=alone) as connection:
        if _one(connection, "PRAGMA integrity_check(1)") != "ok":
            raise damaged(path)
        version = int(_one(connection, "PRAGMA user_version") or 0)
        if version > len(MIGRATIONS):
            raise too_new(path)
        tables = _one(connection, "SELECT count(*) FROM sqlite_master")
        if version == 0:
            if tables:
                raise damaged(path)
            return Inspected(version=0)
        return Inspected(
            version=version,
            revision=_one(connection, "SELECT value FROM counters WHERE name = 'revision'"),
            papers=_one(connection, "SELECT count(*) FROM papers WHERE heir IS NULL"),
            marks=dict(connection.execute("SELECT name, value FROM marks").fetchall()),
        )


@contextmanager
def _looking_into(path: Path, *, alone: bool) -> Generator[sqlite3.Connection]:
    """Open the database for reading; `alone` says that nobody writes to it.

    Then it is opened as one that cannot change: else SQLite makes files beside it, which stay.
    """
    uri = f"{path.as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def _one(connection: sqlite3.Connection, sql: str) -> Any:  # noqa: ANN401 - SQLite's own
    return connection.execute(sql).fetchone()[0]
