"""Papers on their way in: read, made readable, told apart, written batch by batch."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.library.asking import Asking
from bot.library.preparing import LOCAL, Arrival, Prepared, arrive, prepare
from bot.library.tasks import side_by_side
from bot.library.uniting import Draft, Outcome, Table, enough_shared
from bot.library.workers import Workers
from bot.papers.errors import SourceError
from bot.papers.ids import best_key
from bot.papers.paper import Paper, Record
from bot.papers.wording import Wording
from bot.search.traces import Traces
from bot.sources.source import Skipped
from bot.store.intake import Batch, Entry, TopicsChanged
from bot.store.store import Store

BATCH = 500
"""Records a transaction: well below 200 ms of holding the database."""
IN_FLIGHT = 6
"""Batches being prepared at once: bounds the memory and keeps two workers busy."""
TRACES = 100_000
"""Papers whose traces are read at once."""
MOST_SKIPS = 100_000
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

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime],
        starter: bool = False,
        asking: Asking | None = None,
    ) -> None:
        """Bring in papers, of the starter library (`starter`) or not; without `asking` quietly."""
        self._asking = asking
        self._shelf = store.shelf
        self._intake = store.intake
        self._traces = Traces()
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
        await self._load_traces()
        run = await self._intake.begin_run(name, self._now())
        flight: deque[asyncio.Task[list[Prepared]]] = deque()
        failure: SourceError | None = None
        async with side_by_side() as group:
            try:
                for records in _batches(items, counts):
                    arrivals = await self._unknown(records, counts)
                    flight.append(group.create_task(workers.run(prepare, arrivals)))
                    if len(flight) >= IN_FLIGHT:
                        await self._write(run, await flight.popleft(), counts)
                    progress(counts)
            except SourceError as error:
                failure = error  # raised again once what came before is in
            while flight:
                await self._write(run, await flight.popleft(), counts)
                progress(counts)
        await self._intake.end_run(run, self._now())
        if failure is not None:
            raise failure
        return counts

    async def _load_traces(self) -> None:
        """Read by what the papers are known that are already there."""
        self._traces = Traces()
        last = -1
        while traces := await self._intake.traces(last, TRACES):
            last = traces[-1].paper
            papers = [trace.paper for trace in traces]
            self._traces.titles.load(papers, [trace.titles for trace in traces])
            self._traces.sketches.load(papers, [trace.sketch for trace in traces])

    async def _unknown(self, records: list[Record], counts: Counts) -> list[Arrival]:
        """Return what has not been here before just so, and count the rest as unchanged."""
        arrivals = [arrive(record) for record in records]
        known = await self._intake.origins({arrival.origin for arrival in arrivals})
        new = [a for a in arrivals if a.origin not in known or a.digest not in known[a.origin]]
        counts.outcomes[Outcome.UNCHANGED] += len(arrivals) - len(new)
        return new

    async def _write(self, run: int, batch: list[Prepared], counts: Counts) -> None:
        if not batch:
            return
        table = await self._lay_table(batch)
        outcomes = Counter(table.place(prepared) for prepared in batch)
        drafts = table.clear()
        entries = [_entry(draft) for draft in drafts]
        numbers = await self._written(run, drafts, entries)
        for number, entry in zip(numbers, entries, strict=True):
            self._traces.titles.add(number, entry.titles)
            self._traces.sketches.add(number, entry.sketch)
        counts.outcomes.update(outcomes)

    async def _written(
        self, run: int, drafts: Sequence[Draft], entries: Sequence[Entry]
    ) -> list[int]:
        """Write papers and what is owed for them together."""
        now = self._now()
        while True:
            if self._asking is None:
                return await self._intake.write(Batch(run, now, entries))
            version = await self._asking.refresh()
            fresh = {n: draft.record for n, draft in enumerate(drafts) if draft.fresh}
            wanted = await self._asking.wanted(fresh, now)
            try:
                return await self._intake.write(Batch(run, now, entries, wanted, version))
            except TopicsChanged:
                continue  # an admin was quicker: ask the topics as they are now

    async def _lay_table(self, batch: list[Prepared]) -> Table:
        known = await self._intake.known({i for prepared in batch for i in prepared.ids})
        titled = self._traces.titles.having(
            {prepared.title_key for prepared in batch if prepared.title_key is not None}
        )
        overlapping = self._traces.sketches.having(
            {key for prepared in batch for key in prepared.sketch}
        )
        untitled = await self._intake.untitled()
        numbers = {
            *known.values(),
            *(number for numbers in titled.values() for number in numbers),
            *_recurring(batch, overlapping, untitled),
        }
        table = Table(starter=self._starter)
        table.lay(await self._shelf.get(numbers), known, titled, overlapping)
        return table


def _batches(items: Iterable[Record | Skipped], counts: Counts) -> Iterator[list[Record]]:
    """Yield records in batches, the last ones before a failure too, and count what is skipped."""
    batch: list[Record] = []
    failure: SourceError | None = None
    try:
        for item in items:
            counts.read += 1
            if isinstance(item, Skipped):
                counts.skip(item)
                continue
            batch.append(item)
            if len(batch) == BATCH:
                yield batch
                batch = []
    except SourceError as error:
        failure = error
    if batch:
        yield batch
    if failure is not None:
        raise failure


def _recurring(
    batch: list[Prepared], overlapping: Mapping[int, Sequence[int]], untitled: frozenset[int]
) -> set[int]:
    """Return the papers that share enough of one record's sketch to be looked at."""
    numbers: set[int] = set()
    for prepared in batch:
        shared = Counter(n for key in prepared.sketch for n in overlapping.get(key, ()))
        numbers.update(
            number
            for number, count in shared.items()
            if count >= enough_shared(prepared, untitled=number in untitled)
        )
    return numbers


def _entry(draft: Draft) -> Entry:
    record = draft.record
    return Entry(
        number=draft.number,
        key=_key(draft),
        record=record,
        ids=list(dict.fromkeys(i for a in draft.arrivals for i in a.ids)),
        absorbed=draft.absorbed,
        titles={a.title_key for a in draft.arrivals if a.title_key is not None},
        sketch={key for arrival in draft.arrivals for key in arrival.sketch},
        origins=[(arrival.origin, arrival.digest) for arrival in draft.arrivals],
        starter=draft.starter,
        source_title=_source_text(
            record.title, ((a.record.title, a.source.title) for a in draft.arrivals)
        ),
        source_abstract=_source_text(
            record.abstract, ((a.record.abstract, a.source.abstract) for a in draft.arrivals)
        ),
    )


def _key(draft: Draft) -> str:
    """Return the best id; of `local` ones that of a real title before that of an abstract."""
    if draft.record.ids:
        return best_key(draft.record.ids)
    titled = [a for a in draft.arrivals if a.title_key is not None]
    if not titled and isinstance(draft.record, Paper):
        return draft.record.key
    _, local = (titled or draft.arrivals)[-1].ids[-1]
    return f"{LOCAL}:{local}"


def _source_text(kept: str, texts: Iterable[tuple[str, str]]) -> str | None:
    """Return the source of the text that was kept; empty: the same, None: not of this batch."""
    for readable, source in texts:
        if readable == kept:
            return "" if source == kept else source
    return None
