"""Backup and restore of a data folder; either may be killed at any moment."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from bot.library.archive import Contents, describe, read_archive, write_archive
from bot.library.instance import instance
from bot.library.opening import Places
from bot.library.swap import Swap
from bot.library.writing import writing
from bot.papers.errors import SourceMissing, SourceUnreadable
from bot.papers.wording import say
from bot.search.writer import IndexWriter
from bot.store.inspection import Inspected, inspect_database
from bot.store.snapshot import take_snapshot


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of a restore: what the backup held, and where what was there before lies."""

    contents: Contents
    kept: Path | None


def back_up(folder: Path, file: Path, *, overwrite: bool = False) -> Contents:
    """Write what the data folder holds to `file`, also while a bot or an import is at work.

    The file appears under its name only when it is whole and on the disk. Blocks.

    Raises:
        SourceMissing: there is no library in the folder.
        SourceUnreadable: the file exists already.
        LibraryUnwritable: it cannot be written there.
        StoreError: the database cannot be read, or there is no room.
    """
    database = Places(folder).database
    if not database.is_file():
        raise SourceMissing(
            say(
                "There is no library in {folder} yet. Import papers first, or choose another "
                "folder with PAPERBOT_DATA_DIR.",
                folder=folder,
            )
        )
    _free_to_write(file, overwrite=overwrite)
    beside = file.absolute().with_name(f".{file.name}.partial")
    with writing(file):
        shutil.rmtree(beside, ignore_errors=True)
        try:
            beside.mkdir(parents=True)
            copy = beside / "papers.db"
            take_snapshot(database, copy)
            held = inspect_database(copy) or Inspected(version=0)
            contents = describe(copy, schema=held.version, papers=held.papers)
            write_archive(beside / "backup", copy, contents)
            (beside / "backup").replace(file)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    return contents


def restore(folder: Path, file: Path) -> Restored:
    """Put what a backup holds into the data folder, in the place of what is there. Blocks.

    What is there is kept beside it, under the time. The backup is looked at whole before anything
    is touched; after a kill the old or the new is whole, and the next start finishes the swap.

    Raises:
        AlreadyRunning: a bot runs on the folder.
        LibraryBusy: an import is at work there.
        SourceError: the file is no whole backup.
        StoreError: its database is damaged or too new, or there is no room.
    """
    if not file.is_file():
        raise SourceMissing(say("There is no file {path}. Check the name.", path=file))
    with instance(folder), IndexWriter.open(Places(folder).index), writing(folder):
        swap = Swap(folder)
        swap.finish()
        try:
            contents = read_archive(file, swap.begin())
            inspect_database(swap.staged.absolute())
        except BaseException:
            swap.forget()
            raise
        kept = swap.commit(contents.made)
    return Restored(contents, kept)


def _free_to_write(file: Path, *, overwrite: bool) -> None:
    if file.is_dir():
        raise SourceUnreadable(
            say("{path} is a folder. Name the file that the backup is to be.", path=file)
        )
    if file.exists() and not overwrite:
        raise SourceUnreadable(
            say("There is a file {path} already. Choose another name, or add --force.", path=file)
        )
