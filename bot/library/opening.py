"""Opening a library: the store, the starter papers where they serve, an index that is fresh."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.library.importer import Importer
from bot.library.instance import make_folder
from bot.library.keeper import Keeper
from bot.library.library import NOT_INDEXED, Library
from bot.library.starter import starter_items, starter_mark
from bot.library.swap import mend
from bot.library.workers import POLITE, Workers, open_workers
from bot.library.writing import writing
from bot.papers.errors import LibraryBusy, LibraryUnwritable, StoreError
from bot.search.writer import IndexWriter
from bot.store.store import Store

MUCH = 2_000
"""Changed papers that are worth the start of worker processes in a command's life."""
STARTER_MARK = "starter"
UNWRITABLE = (StoreError, LibraryUnwritable)
"""What keeps a library from being brought up to date, and not from answering."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a library lies."""

    folder: Path

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "papers.db"

    @property
    def index(self) -> Path:
        """The folder of index segments."""
        return self.folder / "index"


@asynccontextmanager
async def open_store(folder: Path) -> AsyncGenerator[Store]:
    """Open the store in the data folder, which is made where it is missing.

    Raises:
        SourceUnreadable: the folder cannot be made or written.
        LibraryBusy: a backup is just being restored into it.
        StoreError: the database cannot serve.
    """
    make_folder(folder)
    mend(folder)
    async with Store.open(Places(folder).database) as store:
        yield store


@asynccontextmanager
async def open_library(folder: Path, *, starter: str) -> AsyncGenerator[Library]:
    """Open a library ready to be asked: `starter` is `auto`, `never` or `always`.

    Where nothing can be written, an index that is there answers as it is.
    """
    async with open_store(folder) as store:
        with closing(Library(store, Places(folder).index)) as library:
            try:
                await settle(library, starter=starter)
            except UNWRITABLE as error:
                if await library.indexed() == NOT_INDEXED:
                    raise
                log.warning("%s", error)
            yield library


async def settle(
    library: Library,
    *,
    starter: str,
    processes: int | None = None,
    most: int | None = None,
) -> bool:
    """Bring starter papers and index to where they should be.

    Returns False where another process is at it, or where more than `most` changes wait. With
    `processes` None, worker processes are started only where there is much to do.
    """
    store = library.store
    serve = await _starters_should_serve(store, starter)
    behind = await store.shelf.revision() - await library.indexed()
    starters_right = await _starters_are_right(store, serve=serve)
    if starters_right and behind == 0:
        return True
    if most is not None and abs(behind) > most:
        return False
    with writing(library.index_folder):
        try:
            writer = IndexWriter.open(library.index_folder)
        except LibraryBusy:
            return False
    if processes is None:
        processes = 2 if abs(behind) > MUCH else 0
    with writer, open_workers(processes, niceness=POLITE) as workers, writing(library.index_folder):
        if await library.indexed() == NOT_INDEXED:
            writer.begin_anew()
        if not starters_right:
            await _set_starters(store, workers, serve=serve)
        await Keeper(store, library.index_folder, workers).catch_up(writer)
    return True


async def _starters_should_serve(store: Store, starter: str) -> bool:
    if starter == "auto":
        return not await store.shelf.has_others()
    return starter == "always"


async def _starters_are_right(store: Store, *, serve: bool) -> bool:
    if serve != await store.shelf.starters_serve():
        return False
    return not serve or await store.notes.get_meta(STARTER_MARK) == starter_mark()


async def _set_starters(store: Store, workers: Workers, *, serve: bool) -> None:
    if serve and await store.notes.get_meta(STARTER_MARK) != starter_mark():
        importer = Importer(store, starter=True, now=lambda: datetime.now(UTC))
        await importer.take("starter", starter_items(), workers)
        await store.notes.set_meta(STARTER_MARK, starter_mark())
    await store.shelf.serve_starters(serve=serve)
