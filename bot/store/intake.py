"""Papers written: whole batches, each in one short transaction."""

import struct
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.papers.paper import Record
from bot.store.database import Database, Row
from bot.store.rows import SAID, said_values
from bot.store.values import json_of

Id = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Trace:
    """By what a paper is known again: hashes of titles and sketch, packed as by `packed`."""

    paper: int
    titles: bytes
    sketch: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper to write.

    Attributes:
        number: Its number, or None for a new paper.
        key: Its best id now, `kind:value`.
        record: All that is known of it, as marked text.
        ids: Every id by which it should be found; more than `record.ids` has (`local`).
        absorbed: Numbers of papers that turned out to be this one.
        titles: Hashes of its title.
        sketch: Hashes that abstracts which overlap share.
        origins: The source's records that brought it: origin and digest.
        starter: Whether only the starter library has it.
        source_title: The title as the source wrote it, empty where that reads the same, None where
            it did not come now.
        source_abstract: The same for the abstract.
    """

    number: int | None
    key: str
    record: Record
    ids: Collection[Id] = ()
    absorbed: Sequence[int] = ()
    titles: Collection[int] = ()
    sketch: Collection[int] = ()
    origins: Sequence[tuple[int, int]] = ()
    starter: bool = False
    source_title: str | None = None
    source_abstract: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """What one transaction writes, for one run, at one time.

    Attributes:
        run: The run that it belongs to.
        now: The time.
        entries: The papers.
        wanted: For each entry by its place, the topics that want it.
        topics: The version of the topics that were asked, or None where nothing is to be owed.
    """

    run: int
    now: datetime
    entries: Sequence[Entry]
    wanted: Mapping[int, Sequence[int]] = field(default_factory=dict[int, Sequence[int]])
    topics: int | None = None


class TopicsChanged(Exception):
    """The topics are others than those that were asked; nothing was written."""


class Intake:
    """Looks up what arriving records may be, and writes them; one process at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin_run(self, source: str, now: datetime) -> int:
        """Note that papers of `source` begin to arrive, and return the run's number."""
        rows = await self._database.returning(
            "INSERT INTO runs (source, began) VALUES (?, ?) RETURNING number",
            (source, now.isoformat()),
        )
        return int(rows[0][0])

    async def end_run(self, run: int, now: datetime) -> None:
        """Note that everything of a run is in."""
        await self._database.run(
            "UPDATE runs SET ended = ? WHERE number = ?", (now.isoformat(), run)
        )

    async def known(self, ids: Collection[Id]) -> dict[Id, int]:
        """Return the papers that have or ever had these ids."""
        rows = await self._database.rows(
            "SELECT ids.kind, ids.value, ids.paper FROM json_each(?) AS asked JOIN ids "
            "ON ids.kind = asked.value ->> 0 AND ids.value = asked.value ->> 1",
            (json_of(list(ids)),),
        )
        return {(row[0], row[1]): row[2] for row in rows}

    async def traces(self, after: int, limit: int) -> list[Trace]:
        """Return the traces of up to `limit` papers with numbers above `after`, in their order."""
        rows = await self._database.rows(
            "SELECT paper, titles, sketch FROM traces WHERE paper > ? ORDER BY paper LIMIT ?",
            (after, limit),
        )
        return [Trace(row[0], row[1], row[2]) for row in rows]

    async def untitled(self) -> frozenset[int]:
        """Return the papers whose title is derived."""
        rows = await self._database.rows("SELECT number FROM papers WHERE title_derived")
        return frozenset(row[0] for row in rows)

    async def origins(self, origins: Collection[int]) -> dict[int, frozenset[int]]:
        """Return what each record of a source said when it last came: digests by origin."""
        rows = await self._database.rows(
            "SELECT origin, digests FROM origins WHERE origin IN (SELECT value FROM json_each(?))",
            (json_of(list(origins)),),
        )
        return {row[0]: _digests(row[1]) for row in rows}

    async def write(self, batch: Batch) -> list[int]:
        """Write a batch in one transaction, and return the numbers of its papers in order.

        What channels owe for them is written with them.

        Raises:
            TopicsChanged: the topics have changed since they were asked; ask them again.
        """
        async with self._database.transaction():
            number, revision, topics = await self._counters()
            if batch.topics not in {None, topics}:
                raise TopicsChanged
            numbers: list[int] = []
            for entry in batch.entries:
                if entry.number is None:
                    number += 1
                numbers.append(number if entry.number is None else entry.number)
            first = revision + 1
            absorbed = [
                (heir, gone)
                for heir, entry in zip(numbers, batch.entries, strict=True)
                for gone in entry.absorbed
            ]
            await self._give_up(absorbed, first)
            await self._write_papers(batch, numbers, first + len(absorbed))
            await self._write_keys(batch.entries, numbers)
            await self._write_origins(batch)
            await self._unite_posts(absorbed)
            await self._owe(batch, numbers)
            revision = first + len(absorbed) + len(numbers) - 1
            await self._database.run_many(
                "UPDATE counters SET value = ? WHERE name = ?",
                [(number, "number"), (revision, "revision")],
            )
        return numbers

    async def _counters(self) -> tuple[int, int, int]:
        rows = await self._database.rows("SELECT name, value FROM counters")
        values = {row[0]: row[1] for row in rows}
        return values["number"], values["revision"], values["topics"]

    async def _owe(self, batch: Batch, numbers: Sequence[int]) -> None:
        """Note which channels owe which papers, once each, and for which topics."""
        pairs = [
            (numbers[place], topic) for place, topics in batch.wanted.items() for topic in topics
        ]
        since = batch.now.isoformat()
        await self._database.run_many(
            "INSERT INTO posts (channel, paper, state, since, attempts, error) "
            "SELECT channel, ?, 'owed', ?, 0, '' FROM topics WHERE number = ? "
            "ON CONFLICT DO NOTHING",
            [(paper, since, topic) for paper, topic in pairs],
        )
        await self._database.run_many(
            "INSERT INTO wishes (channel, paper, topic) "
            "SELECT channel, ?, number FROM topics WHERE number = ? ON CONFLICT DO NOTHING",
            pairs,
        )

    async def _unite_posts(self, absorbed: Sequence[tuple[int, int]]) -> None:
        """Let the posts of a paper that was given up be its heir's; sent wins over owed."""
        await self._database.run_many(
            "INSERT INTO posts (channel, paper, state, since, attempts, next_try, error, message, "
            "sent, parcel) SELECT channel, ?, state, since, attempts, next_try, error, message, "
            "sent, parcel FROM posts AS gone WHERE paper = ? ON CONFLICT DO UPDATE SET "
            "state = excluded.state, message = excluded.message, sent = excluded.sent, "
            "parcel = excluded.parcel, next_try = NULL, error = '' "
            "WHERE excluded.state = 'sent' AND posts.state <> 'sent'",
            absorbed,
        )
        await self._database.run_many(
            "INSERT INTO wishes SELECT channel, ?, topic FROM wishes AS gone WHERE paper = ? "
            "ON CONFLICT DO NOTHING",
            absorbed,
        )
        for table in ("posts", "wishes"):
            await self._database.run_many(
                f"DELETE FROM {table} WHERE paper = ?",  # noqa: S608 - names from above
                [(gone,) for _, gone in absorbed],
            )

    async def _give_up(self, absorbed: Sequence[tuple[int, int]], first: int) -> None:
        """Leave of each absorbed paper only where it went; older redirects go there, too."""
        await self._database.run_many("UPDATE papers SET heir = ? WHERE heir = ?", absorbed)
        await self._database.run_many(
            "UPDATE papers SET heir = ?, revision = ?, key = NULL, title = '', abstract = '', "
            "source_title = NULL, source_abstract = NULL WHERE number = ?",
            [(heir, revision, gone) for revision, (heir, gone) in enumerate(absorbed, first)],
        )

    async def _write_papers(self, batch: Batch, numbers: Sequence[int], first: int) -> None:
        new: list[Row] = []
        changed: list[Row] = []
        for place, (number, entry) in enumerate(zip(numbers, batch.entries, strict=True)):
            row = (
                entry.key,
                *said_values(entry.record),
                entry.source_title,
                entry.source_abstract,
                entry.starter,
                first + place,
                number,
            )
            if entry.number is None:
                new.append((*row, batch.now.isoformat()))
            else:
                changed.append(row)
        columns = ("key", *SAID, "source_title", "source_abstract", "starter", "revision")
        await self._database.run_many(
            f"UPDATE papers SET {', '.join(map(_assigned, columns))} WHERE number = ?",  # noqa: S608 - names from above
            changed,
        )
        every = (*columns, "number", "added")
        await self._database.run_many(
            f"INSERT INTO papers ({', '.join(every)}) VALUES ({', '.join('?' * len(every))})",  # noqa: S608 - names from above
            new,
        )

    async def _write_keys(self, entries: Sequence[Entry], numbers: Sequence[int]) -> None:
        pairs = list(zip(numbers, entries, strict=True))
        await self._database.run_many(
            "INSERT INTO ids (kind, value, paper) VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET paper = excluded.paper",
            ((kind, value, number) for number, entry in pairs for kind, value in entry.ids),
        )
        await self._database.run_many(
            "INSERT INTO traces (paper, titles, sketch) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "
            "titles = CAST(titles || excluded.titles AS BLOB), "
            "sketch = CAST(sketch || excluded.sketch AS BLOB)",
            ((number, packed(entry.titles), packed(entry.sketch)) for number, entry in pairs),
        )

    async def _write_origins(self, batch: Batch) -> None:
        """Remember what the source said, in place of what it said in earlier runs."""
        digests: defaultdict[int, bytes] = defaultdict(bytes)
        for entry in batch.entries:
            for origin, digest in entry.origins:
                digests[origin] += digest.to_bytes(8)
        await self._database.run_many(
            "INSERT INTO origins (origin, run, digests) VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET run = excluded.run, "
            "digests = CAST(iif(run = excluded.run, digests, x'') || excluded.digests AS BLOB)",
            [(origin, batch.run, value) for origin, value in digests.items()],
        )


def _assigned(column: str) -> str:
    """Assign a column; a source text that did not come with this change stays."""
    return f"{column} = ifnull(?, {column})" if column.startswith("source_") else f"{column} = ?"


def packed(hashes: Collection[int]) -> bytes:
    """Return hashes below 2^63 as little-endian 64-bit integers, one behind the other."""
    return struct.pack(f"<{len(hashes)}q", *hashes)


def _digests(blob: bytes) -> frozenset[int]:
    return frozenset(int.from_bytes(blob[at : at + 8]) for at in range(0, len(blob), 8))
