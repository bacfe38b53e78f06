"""What SQLite raises, as what a person can act on."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.papers.errors import DiskFull, StoreDamaged, StoreError, StoreLocked, StoreTooNew
from bot.papers.wording import say


@contextmanager
def told_apart(path: Path) -> Generator[None]:
    """Raise the StoreError that fits instead of what SQLite raises about the database at `path`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _fitting(error, path) from error


def damaged(path: Path) -> StoreDamaged:
    """Return the error for a file that is torn, or another program's."""
    return StoreDamaged(
        say(
            "The file {path} is damaged or no database of Paperbot. "
            "Move it away, and import your papers again.",
            path=path,
        )
    )


def too_new(path: Path) -> StoreTooNew:
    """Return the error for a database with a schema of the future."""
    return StoreTooNew(
        say(
            "The database {path} was written by a newer version of Paperbot. "
            "Update Paperbot, or choose another PAPERBOT_DATA_DIR.",
            path=path,
        )
    )


def _fitting(error: sqlite3.Error, path: Path) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return StoreLocked(
            say(
                "The database {path} is locked by another program. "
                "Close what holds it and try again.",
                path=path,
            )
        )
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return damaged(path)
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(
            say(
                "No space is left for {path}. Make room and try again; what was written is kept.",
                path=path,
            )
        )
    return StoreError(
        say(
            "The database {path} cannot be used ({reason}). Check that the folder exists and that "
            "you may write there.",
            path=path,
            reason=error,
        )
    )
