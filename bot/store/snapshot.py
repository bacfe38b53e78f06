"""A database looked at and copied without changing it, whoever else has it open."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.papers.errors import StoreDamaged
from bot.papers.wording import say
from bot.store.faults import told_apart, too_new
from bot.store.migrations import MIGRATIONS

BUSY_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a database file is: the version of its schema, and how many papers it holds."""

    schema: int
    papers: int


def take_snapshot(source: Path, target: Path) -> Snapshot:
    """Write a consistent copy of the database at `source`, which may be in use, to a new file.

    Blocks for as long as that takes.

    Raises:
        StoreError: it cannot be read, is damaged or too new, or there is no room for the copy.
    """
    with told_apart(source), closing(_read_only(source)) as connection:
        _check_version(connection, source)
        connection.execute("VACUUM INTO ?", (str(target),))
    return check_snapshot(target)


def check_snapshot(path: Path) -> Snapshot:
    """Read a database whole and return what it is.

    Blocks for as long as that takes.

    Raises:
        StoreError: it is no database of Paperbot, damaged, or of a newer version.
    """
    with told_apart(path), closing(_read_only(path)) as connection:
        schema = _check_version(connection, path)
        verdict = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        if verdict != "ok":
            raise StoreDamaged(
                say("The database {path} is damaged ({reason}).", path=path, reason=verdict)
            )
        papers = (
            connection.execute("SELECT count(*) FROM papers WHERE heir IS NULL").fetchone()[0]
            if schema
            else 0
        )
    return Snapshot(schema, papers)


def _read_only(path: Path) -> sqlite3.Connection:
    """Open the file; where its folder cannot be written, as one that nobody changes."""
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    except sqlite3.OperationalError:
        connection.close()
        connection = sqlite3.connect(f"{uri}?immutable=1", uri=True)
    return connection


def _check_version(connection: sqlite3.Connection, path: Path) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise too_new(path)
    return version
