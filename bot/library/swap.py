"""Another database put into the place of a data folder's own, so that a kill does no harm.

The new one is written to a folder inside the data folder (which may be a mount point and cannot be
renamed itself). Once it is whole, a plan is written beside it; from then on the swap is a row of
renames that anybody can finish. Before the plan is there, the old database counts.
"""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.library.instance import instance
from bot.papers.errors import AlreadyRunning, LibraryBusy
from bot.papers.wording import say

STAGING = ".restoring"
STAGED = "papers.db"
PLAN = "plan"
NOTHING = "-"
"""The plan's word for a folder that held no database."""
MOVED = ("papers.db", "papers.db-wal", "papers.db-shm", "index")
"""What makes way. The locks, which others hold on to, and the bot's health stay."""


class Swap:
    """The swap of one data folder; the caller holds its lock."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._staging = folder / STAGING
        self.staged = self._staging / STAGED

    def begin(self) -> Path:
        """Make room for the new database and return where it is to be written."""
        self.forget()
        self._staging.mkdir()
        return self.staged

    def forget(self) -> None:
        """Throw away a new database that was not committed."""
        shutil.rmtree(self._staging, ignore_errors=True)

    def commit(self, made: str) -> Path | None:
        """Swap; return where the old database lies now, None where there was none.

        `made` is kept with the plan for whoever looks into the folder.
        """
        there = (self._folder / STAGED).exists()
        name = f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}" if there else NOTHING
        plan = self._staging / PLAN
        partial = plan.with_suffix(".partial")
        with partial.open("w", encoding="utf-8") as file:
            file.write(f"{name}\n{made}\n")
            file.flush()
            os.fsync(file.fileno())
        partial.replace(plan)
        _settle(self._staging)
        return self.finish()

    def finish(self) -> Path | None:
        """Finish a swap that a kill has cut short, or throw away what was not committed."""
        if not self._staging.exists():
            return None
        try:
            name = (self._staging / PLAN).read_text(encoding="utf-8").splitlines()[0]
        except FileNotFoundError:
            self.forget()
            return None
        old = self._folder / name
        if self.staged.exists():
            if name == NOTHING:
                shutil.rmtree(self._folder / "index", ignore_errors=True)
            else:
                for part in MOVED:
                    _move(self._folder / part, old / part)
            _settle(self._folder)
            self.staged.replace(self._folder / STAGED)
            _settle(self._folder)
        self.forget()
        return None if name == NOTHING else old


def unfinished(folder: Path) -> bool:
    """Return whether a swap is under way, or was cut short, behind the point of no return.

    Where the folder may not be looked into, whoever opens the database will say so.
    """
    try:
        return (folder / STAGING / PLAN).exists()
    except PermissionError:
        return False


def mend(folder: Path) -> None:
    """Finish a swap that a kill has cut short.

    Raises:
        LibraryBusy: it is still under way.
    """
    if not unfinished(folder):
        return
    try:
        with instance(folder):
            Swap(folder).finish()
    except AlreadyRunning as error:
        raise LibraryBusy(
            say("A backup is being restored into {folder}. Try again in a minute.", folder=folder)
        ) from error


def _move(path: Path, target: Path) -> None:
    """Move what is there; what an earlier try has moved stays where it is."""
    if path.exists() and not target.exists():
        target.parent.mkdir(exist_ok=True)
        path.rename(target)


def _settle(folder: Path) -> None:
    """See that renames in a folder are on the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
