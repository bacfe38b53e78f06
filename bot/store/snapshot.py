"""A database looked at and copied without changing it, whoever else has it open."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.faults import told_apart, too_new
from bot.store.migrations import MIGRATIONS

BUSY_SECONDS = 10.0


def take_snapshot(source: Path, target: Path) -> None:
    """Write a consistent copy of the database at `source`, which may be in use, to a new file.

    Blocks for as long as that takes.

    Raises:
        StoreError: it cannot be read, is too new, or there is no room for the copy.
    """
    with told_apart(source), closing(_read_only(source)) as connection:
        if int(connection.execute("PRAGMA user_version").fetchone()[0]) > len(MIGRATIONS):
            raise too_new(source)
        connection.execute("VACUUM INTO ?", (str(target),))


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
