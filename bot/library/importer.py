"""Papers on their way in: read, made readable, told apart, written batch by batch."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from bot.library.preparing import Arrival, Prepared, arrive, prepare
from bot.library.uniting import Draft, Outcome, Table, ids_of
from bot.library.workers import Workers
from bot.papers.ids import best_key
from bot.papers.paper import Record
from bot.papers.wording import Wording
from bot.sources.source import Skipped
from bot.store.intake import Batch, Entry, Origin
from bot.store.store import Store

BATCH = 500
"""Records a transaction: well below 200 ms of holding the database."""
IN_FLIGHT = 6
"""Batches being prepared at once: bounds the memory and keeps two workers busy."""
MOST_SKIPS = 1_000
"""Reasons that are kept word for word; further ones only count."""


@dataclass(slots=True)
class Counts:
    """What became of the records of one source; each record counts once."""

    read: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter[Outcome])
    skips: int = 0
    skipped: list[tuple[str, Wording]] = field(default_factory=list[tuple[str, Wording]])

    def skip(self, item: Skipped) -> None:
        """Count a record that could not be used."""
        self.skips += 1
        if len(self.skipped) < MOST_SKIPS:
            self.skipped.append((item.where, item.why))


class Importer:
    """Brings records into a store; the caller holds the index lock, so it is the only writer.

    What was written stays written: a source that fails in the middle raises its error after
    everything before the fault is in.
    """

    def __init__(self, store: Store, *, now: Callable[[], datetime], starter: bool = False) -> None:
        self._store = store
        self._now = now
        self._starter = starter

    async def take(
        self,
        name: str,
        items: Iterable[Record | Skipped],
        workers: Workers,
        *,
        counts: Counts | None = None,
        progress: Callable[[Counts], None] = lambda _: None,
    ) -> Counts:
        """Import everything from `items`; `counts` is kept up to date as batches are written.

        Raises:
            SourceError: reading failed on the way; what came before is in the store.
            StoreError: the database cannot take more; whole batches before are in it.
        """
        counts = Counts() if counts is None else counts
        run = await self._store.begin_run(name, self._now())
        flight: deque[asyncio.Task[list[Prepared]]] = deque()
        failure: Exception | None = None
        batches = _batches(items, counts)
        async with asyncio.TaskGroup() as group:
            while failure is None:
                try:
                    records = next(batches, None)
                except Exception as error:  # noqa: BLE001 - raised again once what came before is in
                    failure = error
                    break
                if records is None:
                    break
                arrivals = await self._unknown(records, counts)
                flight.append(group.create_task(workers.run(prepare, arrivals)))
                if len(flight) >= IN_FLIGHT:
                    await self._write(run, await flight.popleft(), counts)
                progress(counts)
            while flight:
                await self._write(run, await flight.popleft(), counts)
                progress(counts)
        await self._store.end_run(run, self._now())
        if failure is not None:
            raise failure
        return counts

    async def _unknown(self, records: list[Record], counts: Counts) -> list[Arrival]:
        """Return what has not been here before just so, and count the rest as unchanged."""
        arrivals = [arrive(record) for record in records]
        known = await self._store.origins({arrival.origin for arrival in arrivals})
        new = [a for a in arrivals if a.origin not in known or a.digest not in known[a.origin]]
        counts.outcomes[Outcome.UNCHANGED] += len(arrivals) - len(new)
        return new

    async def _write(self, run: int, batch: list[Prepared], counts: Counts) -> None:
        if not batch:
            return
        table = await self._lay_table(batch)
        outcomes = Counter(table.place(prepared) for prepared in batch)
        drafts = table.clear()
        await self._store.write(
            Batch(
                run=run,
                now=self._now(),
                entries=[_entry(draft) for draft in drafts],
            )
        )
        counts.outcomes.update(outcomes)

    async def _lay_table(self, batch: list[Prepared]) -> Table:
        known = await self._store.known({i for prepared in batch for i in ids_of(prepared)})
        titled = await self._store.titled(
            {prepared.title_key for prepared in batch if prepared.title_key is not None}
        )
        overlapping = await self._store.overlapping(
            {key for prepared in batch for key in prepared.sketch}
        )
        numbers = {
            *known.values(),
            *(number for numbers in titled.values() for number in numbers),
            *_recurring(batch, overlapping),
        }
        table = Table(starter=self._starter)
        table.lay(await self._store.get(sorted(numbers)), known, titled, overlapping)
        return table
