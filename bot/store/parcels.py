"""Parcels: what is owed as it goes out, written down before it is sent."""

import sqlite3
from collections.abc import Collection, Sequence
from datetime import datetime

import orjson

from bot.papers.parcel import Draft, Kind, Parcel, Progress
from bot.store.database import Database, Rows
from bot.store.values import json_of, moment_of

CURRENT = (
    "SELECT ifnull(papers.heir, papers.number) FROM json_each(?) AS asked "
    "JOIN papers ON papers.number = asked.value"
)
"""The papers of a list as they are known now: some may have been united with others."""


class Parcels:
    """Writes and reads parcels; in the same transactions, how their posts stand."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, number: int) -> Parcel | None:
        """Return a parcel, or None."""
        rows = await self._database.rows("SELECT * FROM parcels WHERE number = ?", (number,))
        return _parcels(rows)[0] if rows else None

    async def unsent(self, channel: int) -> list[Parcel]:
        """Return a channel's open parcels in the order in which they go out."""
        return _parcels(
            await self._database.rows(
                "SELECT * FROM parcels WHERE channel = ? AND state = 'open' ORDER BY number",
                (channel,),
            )
        )

    async def plan(self, channel: int, drafts: Sequence[Draft], now: datetime) -> list[Parcel]:
        """Make parcels of what a channel owes; their papers are in no other from then on."""
        made: list[Parcel] = []
        async with self._database.transaction():
            for draft in drafts:
                rows = await self._database.returning(
                    "INSERT INTO parcels (channel, kind, papers, shown, parts, messages, made, "
                    "state) VALUES (?, ?, ?, ?, ?, '[]', ?, 'open') RETURNING *",
                    (
                        channel,
                        draft.kind,
                        json_of(list(draft.papers)),
                        draft.shown,
                        draft.parts,
                        now.isoformat(),
                    ),
                )
                made += _parcels(rows)
                await self._take(made[-1])
        return made

    async def change(self, parcel: Parcel, draft: Draft | None) -> Parcel | None:
        """Give an untouched parcel other papers, or none at all: then it is no more."""
        async with self._database.transaction():
            await self._database.run(
                "UPDATE posts SET parcel = NULL WHERE channel = ? AND parcel = ?",
                (parcel.channel, parcel.number),
            )
            if draft is None:
                await self._database.run("DELETE FROM parcels WHERE number = ?", (parcel.number,))
                return None
            rows = await self._database.returning(
                "UPDATE parcels SET kind = ?, papers = ?, shown = ?, parts = ? WHERE number = ? "
                "RETURNING *",
                (draft.kind, json_of(list(draft.papers)), draft.shown, draft.parts, parcel.number),
            )
            [changed] = _parcels(rows)
            await self._take(changed)
        return changed

    async def current(self, papers: Collection[int]) -> dict[int, int]:
        """Return for each paper the number under which it is known now."""
        rows = await self._database.rows(
            "SELECT papers.number, ifnull(papers.heir, papers.number) FROM json_each(?) AS asked "
            "JOIN papers ON papers.number = asked.value",
            (json_of(list(papers)),),
        )
        return {int(row[0]): int(row[1]) for row in rows}

    async def trying(self, parcel: Parcel, now: datetime) -> None:
        """Note before a message is sent that it is: from now on it may be there."""
        await self._database.run(
            "UPDATE parcels SET tried = ifnull(tried, ?) WHERE number = ?",
            (now.isoformat(), parcel.number),
        )

    async def missed(self, parcel: Parcel, error: str, *, certain: bool) -> None:
        """Note that an attempt failed; `certain` says that the message is not there."""
        async with self._database.transaction():
            if certain:
                await self._database.run(
                    "UPDATE parcels SET tried = NULL WHERE number = ?", (parcel.number,)
                )
            await self._database.run(
                "UPDATE posts SET attempts = attempts + 1, error = ? "
                "WHERE channel = ? AND parcel = ? AND state = 'owed'",
                (error, parcel.channel, parcel.number),
            )

    async def arrived(
        self, parcel: Parcel, message: int, now: datetime, *, publish: bool
    ) -> Parcel:
        """Note that Discord has the next message; with the last one, that all papers are sent."""
        messages = (*parcel.messages, message)
        whole = len(messages) >= parcel.parts
        async with self._database.transaction():
            rows = await self._database.returning(
                "UPDATE parcels SET messages = ?, tried = NULL, state = ?, publishing = ? "
                "WHERE number = ? RETURNING *",
                (
                    json_of(list(messages)),
                    Progress.SENT if whole else Progress.OPEN,
                    now.isoformat() if whole and publish else None,
                    parcel.number,
                ),
            )
            [changed] = _parcels(rows)
            if whole:
                await self._deliver(changed, now)
        return changed

    async def set_aside(self, parcel: Parcel, error: str) -> None:
        """Note that Discord does not take it; the rest goes on."""
        async with self._database.transaction():
            await self._database.run(
                "UPDATE parcels SET state = 'aside', tried = NULL WHERE number = ?",
                (parcel.number,),
            )
            await self._database.run(
                "UPDATE posts SET state = 'aside', attempts = attempts + 1, error = ? "
                "WHERE channel = ? AND parcel = ? AND state = 'owed'",
                (error, parcel.channel, parcel.number),
            )

    async def unpublished(self, now: datetime) -> list[Parcel]:
        """Return the parcels whose messages are to be published now."""
        return _parcels(
            await self._database.rows(
                "SELECT * FROM parcels WHERE publishing <= ? ORDER BY number", (now.isoformat(),)
            )
        )

    async def publish(self, parcel: Parcel, again: datetime | None) -> None:
        """Note that its messages are published, or when that is to be tried again."""
        await self._database.run(
            "UPDATE parcels SET publishing = ? WHERE number = ?",
            (again.isoformat() if again else None, parcel.number),
        )

    async def _take(self, parcel: Parcel) -> None:
        await self._database.run(
            "UPDATE posts SET parcel = ? WHERE channel = ? AND state = 'owed' "  # noqa: S608 - a subquery from above
            f"AND paper IN ({CURRENT})",
            (parcel.number, parcel.channel, json_of(list(parcel.papers))),
        )

    async def _deliver(self, parcel: Parcel, now: datetime) -> None:
        on = [(part, parcel.on(part)) for part in range(parcel.parts)]
        for part, papers in (*on, (parcel.parts - 1, parcel.rest)):
            await self._database.run(
                "UPDATE posts SET state = 'sent', message = ?, sent = ?, error = '' "  # noqa: S608 - a subquery from above
                f"WHERE channel = ? AND state <> 'sent' AND paper IN ({CURRENT})",
                (parcel.messages[part], now.isoformat(), parcel.channel, json_of(list(papers))),
            )


def _parcels(rows: Rows) -> list[Parcel]:
    return [_parcel(row) for row in rows]


def _parcel(row: sqlite3.Row) -> Parcel:
    return Parcel(
        number=row["number"],
        channel=row["channel"],
        kind=Kind(row["kind"]),
        papers=tuple(orjson.loads(row["papers"])),
        shown=row["shown"],
        parts=row["parts"],
        messages=tuple(orjson.loads(row["messages"])),
        made=datetime.fromisoformat(row["made"]),
        tried=moment_of(row["tried"]),
        progress=Progress(row["state"]),
    )
