"""Keeps the index in step with the store: what changed there is tokenised into segments here."""

import asyncio
import logging
from collections import deque
from pathlib import Path

from bot.library.tasks import side_by_side
from bot.library.workers import Workers
from bot.search.build import write_segment
from bot.search.merge import merge_segments
from bot.search.segment import SegmentInfo
from bot.search.writer import IndexWriter
from bot.store.shelf import Changes
from bot.store.store import Store

CHUNK = 5_000
"""Papers a segment as first written; about 20 MB of text on their way to a worker."""
AT_ONCE = 2

log = logging.getLogger(__name__)

Pending = tuple[Changes, asyncio.Task[SegmentInfo] | None]


class Keeper:
    """Follows the store with the index; the caller holds the index lock through `writer`."""

    def __init__(self, store: Store, folder: Path, workers: Workers) -> None:
        self._store = store
        self._folder = folder
        self._workers = workers

    async def catch_up(self, writer: IndexWriter) -> None:
        """Index everything that the store holds now, and merge small segments."""
        await self.follow(writer, _already_done())
        await self.merge(writer)

    async def follow(self, writer: IndexWriter, done: asyncio.Event) -> None:
        """Index what the store gets until `done` is set and nothing is left.

        Segments are built side by side and committed in the order of the store's revisions, so
        that the index always equals the store at one revision.
        """
        pending: deque[Pending] = deque()
        cursor = writer.revision
        async with side_by_side() as group:
            while True:
                ending = done.is_set()
                waiting = await self._store.shelf.revision() - cursor
                if waiting >= CHUNK or (ending and waiting):
                    changes = await self._store.shelf.changed_since(cursor, CHUNK)
                    cursor = changes.revision
                    pending.append((changes, self._build(group, changes)))
                elif ending:
                    break
                else:
                    await _wait(done, seconds=0.2)
                if len(pending) > AT_ONCE:
                    await _commit(writer, pending.popleft())
            while pending:
                await _commit(writer, pending.popleft())

    async def merge(self, writer: IndexWriter) -> None:
        """Merge small segments until the writer is content."""
        while candidates := writer.merge_candidates():
            merged = await self._workers.run(merge_segments, self._folder, candidates)
            await asyncio.to_thread(writer.replace, candidates, merged)

    def _build(
        self, group: asyncio.TaskGroup, changes: Changes
    ) -> asyncio.Task[SegmentInfo] | None:
        if not changes.papers:
            return None
        return group.create_task(self._workers.run(write_segment, self._folder, changes.papers))


async def _commit(writer: IndexWriter, pending: Pending) -> None:
    changes, building = pending
    segments = [] if building is None else [await building]
    await asyncio.to_thread(writer.commit, segments, changes.gone, changes.revision)


async def _wait(event: asyncio.Event, *, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


def _already_done() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event
