"""One running bot a data folder, by a lock that the system frees when its holder dies.

Only `run` holds it. Looking on, finding and importing go on beside a running bot.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.papers.errors import AlreadyRunning, SourceUnreadable
from bot.papers.wording import say

LOCK = "paperbot.lock"
LOOKING_S = 1.0
"""How long to wait for the lock: somebody who only looks holds it for a moment."""


@contextmanager
def instance(folder: Path) -> Generator[None]:
    """Be the one running bot of the data folder, which is made where it is missing.

    Raises:
        AlreadyRunning: another one is running.
        SourceUnreadable: the folder cannot be made or written.
    """
    make_folder(folder)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=LOOKING_S)
    except Timeout as error:
        raise AlreadyRunning(
            say(
                "Another Paperbot runs on the data folder {folder}. "
                "Stop it first, or give this one a folder of its own with PAPERBOT_DATA_DIR.",
                folder=folder,
            )
        ) from error
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        yield
    finally:
        lock.release()


def is_running(folder: Path) -> bool:
    """Return whether a bot runs on the data folder; only looks, and writes nothing.

    Raises:
        SourceUnreadable: the lock is there and may not be looked at.
    """
    path = folder / LOCK
    if not path.exists():
        return False
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    except OSError as error:
        raise _unwritable(folder, error) from error
    lock.release()
    return False


def make_folder(folder: Path) -> None:
    """Make the data folder where it is missing.

    Raises:
        SourceUnreadable: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceUnreadable(
            say(
                "The data folder {folder} cannot be made ({reason}). "
                "Choose another with PAPERBOT_DATA_DIR.",
                folder=folder,
                reason=error.strerror,
            )
        ) from error


def _unwritable(folder: Path, error: OSError) -> SourceUnreadable:
    return SourceUnreadable(
        say(
            "The data folder {folder} cannot be written ({reason}). Let the user who runs this "
            "write there, or choose another with PAPERBOT_DATA_DIR.",
            folder=folder,
            reason=error.strerror or error,
        )
    )
