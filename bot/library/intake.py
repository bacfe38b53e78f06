"""An import from end to end: sources opened, papers written, the index following behind."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bot.library.asking import Asking, understanding
from bot.library.importer import Counts, Importer
from bot.library.keeper import Keeper
from bot.library.opening import Places, open_store
from bot.library.tasks import side_by_side
from bot.library.workers import Workers, open_workers
from bot.library.writing import writing
from bot.papers.errors import SourceError
from bot.search.writer import IndexWriter
from bot.sources.opening import Source, open_source
from bot.store.store import Store


@dataclass(slots=True)
class Part:
    """What became of one source.

    Attributes:
        source: Its name as it was given.
        format: The format that was recognised, or empty.
        counts: What became of its records.
        took_s: Seconds.
        error: Why it could not be read to its end, or None; what came before is in.
    """

    source: str
    format: str = ""
    counts: Counts = field(default_factory=Counts)
    took_s: float = 0.0
    error: SourceError | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What to import, and how.

    Attributes:
        what: Files, folders, or `-`.
        venue: The venue of records that name none, or empty.
        file_format: The format whatever the content says, or None.
        processes: Worker processes; 0 does everything in place.
        quiet: Whether nothing of it is owed to topics.
    """

    what: Sequence[str]
    venue: str = ""
    file_format: str | None = None
    processes: int = 0
    quiet: bool = False


async def bring_in(
    folder: Path, wish: Wish, progress: Callable[[int], None] = lambda _: None
) -> list[Part]:
    """Import everything that is wished for into the library in `folder`.

    A source that fails does not keep the others out; its part says why.

    Raises:
        LibraryBusy: another process is writing to the library.
        StoreError: the database cannot take more; whole batches before are in it.
    """
    places = Places(folder)
    with (
        writing(folder),
        IndexWriter.open(places.index) as writer,
        open_workers(wish.processes) as workers,
    ):
        async with open_store(folder) as store:
            done = asyncio.Event()
            keeper = Keeper(store, places.index, workers)
            async with side_by_side() as group:
                group.create_task(keeper.follow(writer, done))
                try:
                    parts = await _take_all(store, places.index, wish, workers, progress)
                    await _retire_starters(store)
                finally:
                    done.set()
            await keeper.merge(writer)
    return parts


async def _retire_starters(store: Store) -> None:
    """Let the starter papers serve no longer, now that there may be others."""
    if await store.shelf.starters_serve() and await store.shelf.has_others():
        await store.shelf.serve_starters(serve=False)


async def rehearse(
    folder: Path, wish: Wish, progress: Callable[[int], None] = lambda _: None
) -> list[Part]:
    """Return what `bring_in` would; it happens to a copy that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="paperbot-") as copy:
        async with open_store(folder) as store:
            await store.copy_to(Places(Path(copy)).database)
        async with open_store(Path(copy)) as store:
            with open_workers(wish.processes) as workers:
                return await _take_all(store, Places(folder).index, wish, workers, progress)


async def _take_all(
    store: Store, index_folder: Path, wish: Wish, workers: Workers, progress: Callable[[int], None]
) -> list[Part]:
    parts: list[Part] = []
    for what in wish.what:
        before = sum(part.counts.read for part in parts)
        part = Part(what)
        parts.append(part)
        began = time.perf_counter()
        try:
            source = open_source(what, venue=wish.venue, file_format=wish.file_format)
            importer = _importer(store, index_folder, quiet=wish.quiet)
            await _take(importer, source, part, workers, lambda c, n=before: progress(n + c.read))
        except SourceError as error:
            part.error = error
        part.took_s = time.perf_counter() - began
    return parts


def _importer(store: Store, index_folder: Path, *, quiet: bool) -> Importer:
    asking = None if quiet else Asking(store.topics, understanding(index_folder))
    return Importer(store, now=lambda: datetime.now(UTC), asking=asking)


async def _take(
    importer: Importer,
    source: Source,
    part: Part,
    workers: Workers,
    progress: Callable[[Counts], None],
) -> None:
    try:
        await importer.take(
            part.source, source.items(), workers, counts=part.counts, progress=progress
        )
    finally:
        part.format = source.format
