"""Channels: when they want quiet, and what keeps the bot from posting there."""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time

from bot.papers.schedule import Quiet
from bot.papers.standing import Trouble
from bot.store.database import Database
from bot.store.values import json_of, moment_of


@dataclass(frozen=True, slots=True)
class Place:
    """What is kept of a channel.

    Attributes:
        channel: Its id.
        quiet: Hours in which nothing is posted, or None.
        trouble: What kept the bot from posting when it tried last; None also for what passes by
            itself.
        error: The same in words, for a log or an admin; for a lack of permissions, their names
            with commas. Empty where the last attempt went well.
        since: Since when every attempt has failed, or None.
        tries: How many these were.
        next_try: Before when it is not tried again, or None.
    """

    channel: int
    quiet: Quiet | None = None
    trouble: Trouble | None = None
    error: str = ""
    since: datetime | None = None
    tries: int = 0
    next_try: datetime | None = None


class Channels:
    """Reads and writes channels."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, channel: int) -> Place:
        """Return what is kept of a channel; of one that is not known, nothing."""
        return (await self.some([channel])).get(channel, Place(channel))

    async def some(self, channels: Collection[int]) -> dict[int, Place]:
        """Return what is kept of some channels, of those that are known."""
        rows = await self._database.rows(
            "SELECT * FROM channels WHERE channel IN (SELECT value FROM json_each(?))",
            (json_of(list(channels)),),
        )
        return {int(row["channel"]): _place(row) for row in rows}

    async def set_quiet(self, channel: int, quiet: Quiet | None) -> None:
        """Set the hours in which nothing is posted; None takes them back."""
        start, end = (f"{quiet.start:%H:%M}", f"{quiet.end:%H:%M}") if quiet else (None, None)
        await self._database.run(
            "INSERT INTO channels (channel, quiet_start, quiet_end) VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET quiet_start = excluded.quiet_start, "
            "quiet_end = excluded.quiet_end",
            (channel, start, end),
        )

    async def failed(
        self, channel: int, trouble: Trouble | None, error: str, now: datetime, again: datetime
    ) -> Place:
        """Note that nothing can be posted, and when it is to be tried again; return how it stands.

        Tries of another trouble, and its beginning, do not count for this one.
        """
        rows = await self._database.returning(
            "INSERT INTO channels (channel, trouble, error, since, tries, next_try) "
            "VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET "
            "since = iif(trouble IS excluded.trouble, ifnull(since, excluded.since), "
            "excluded.since), "
            "tries = iif(trouble IS excluded.trouble, tries, 0) + 1, "
            "trouble = excluded.trouble, error = excluded.error, next_try = excluded.next_try "
            "RETURNING *",
            (channel, trouble, error, now.isoformat(), again.isoformat()),
        )
        return _place(rows[0])

    async def mended(self, channel: int) -> None:
        """Note that the bot may post there."""
        await self._database.run(
            "UPDATE channels SET trouble = NULL, error = '', since = NULL, tries = 0, "
            "next_try = NULL WHERE channel = ?",
            (channel,),
        )


def _place(row: sqlite3.Row) -> Place:
    return Place(
        channel=row["channel"],
        quiet=_quiet(row["quiet_start"], row["quiet_end"]),
        trouble=Trouble(row["trouble"]) if row["trouble"] else None,
        error=row["error"],
        since=moment_of(row["since"]),
        tries=row["tries"],
        next_try=moment_of(row["next_try"]),
    )


def _quiet(start: str | None, end: str | None) -> Quiet | None:
    if start is None or end is None:
        return None
    return Quiet(time.fromisoformat(start), time.fromisoformat(end))
