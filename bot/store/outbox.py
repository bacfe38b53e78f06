"""The outbox: which channel owes which paper, since when, and what became of it.

A row comes in the transaction that adds its paper (`store/intake.py`), one for each channel and
paper, whatever number of topics wants it. It is marked sent only after Discord's answer.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import orjson

from bot.papers.parcel import Parcel
from bot.store.database import Database, Rows
from bot.store.values import json_of, moment_of


class State(StrEnum):
    """How a post stands."""

    OWED = "owed"
    SENT = "sent"
    ASIDE = "aside"
    """Discord does not take it as it is; it is logged whole and waits for a new version."""


@dataclass(frozen=True, slots=True)
class Post:
    """A paper that a channel owes or had.

    Attributes:
        channel: The channel.
        paper: The paper's number.
        state: How it stands.
        since: When it was owed first.
        attempts: How often it was tried.
        error: What the last attempt met, or empty.
        message: The message it became, or None.
        parcel: The parcel with which it goes out or went, or None.
        sent: When, or None.
        topics: The topics that want it.
    """

    channel: int
    paper: int
    state: State
    since: datetime
    attempts: int
    error: str
    message: int | None
    sent: datetime | None
    topics: tuple[int, ...]
    parcel: int | None = None


COLUMNS = (
    "posts.*, (SELECT json_group_array(topic) FROM wishes WHERE wishes.channel = posts.channel "
    "AND wishes.paper = posts.paper) AS topics"
)


class Outbox:
    """Reads what is owed, and notes what became of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def backlog(self) -> dict[int, tuple[int, str]]:
        """Return for each channel that owes something what changes when more comes to it."""
        rows = await self._database.rows(
            "SELECT channel, count(*), max(since) FROM posts WHERE state = 'owed' GROUP BY channel"
        )
        return {int(row[0]): (int(row[1]), str(row[2])) for row in rows}

    async def owed(self, channel: int, after: Post | None = None, limit: int = 500) -> list[Post]:
        """Return what a channel owes, oldest first, at most `limit`; all that come `after` one."""
        since, paper = (after.since.isoformat(), after.paper) if after else ("", 0)
        return _posts(
            await self._database.rows(
                f"SELECT {COLUMNS} FROM posts WHERE channel = ? AND state = 'owed' "  # noqa: S608 - names from above
                "AND (since, paper) > (?, ?) ORDER BY since, paper LIMIT ?",
                (channel, since, paper, limit),
            )
        )

    async def of_papers(self, channel: int, papers: Collection[int]) -> list[Post]:
        """Return how papers stand in a channel, those of them that ever were owed there."""
        return _posts(
            await self._database.rows(
                f"SELECT {COLUMNS} FROM posts WHERE channel = ? "  # noqa: S608 - names from above
                "AND paper IN (SELECT value FROM json_each(?)) ORDER BY paper",
                (channel, json_of(list(papers))),
            )
        )

    async def topics_of(self, parcel: Parcel) -> list[int]:
        """Return the topics that want any paper of a parcel, ascending."""
        rows = await self._database.rows(
            "SELECT DISTINCT topic FROM posts JOIN wishes USING (channel, paper) "
            "WHERE posts.channel = ? AND parcel = ? ORDER BY topic",
            (parcel.channel, parcel.number),
        )
        return [int(row[0]) for row in rows]

    async def totals(self) -> dict[State, int]:
        """Return how many posts are in each state, over all channels."""
        rows = await self._database.rows("SELECT state, count(*) FROM posts GROUP BY state")
        return {State(row[0]): int(row[1]) for row in rows}

    async def of_paper(self, paper: int, channels: Collection[int]) -> list[Post]:
        """Return how a paper stands in some channels."""
        return _posts(
            await self._database.rows(
                f"SELECT {COLUMNS} FROM posts WHERE paper = ? "  # noqa: S608 - names from above
                "AND channel IN (SELECT value FROM json_each(?)) ORDER BY channel",
                (paper, json_of(list(channels))),
            )
        )

    async def counts(self, channel: int) -> dict[State, int]:
        """Return how many posts of a channel are in each state."""
        rows = await self._database.rows(
            "SELECT state, count(*) FROM posts WHERE channel = ? GROUP BY state", (channel,)
        )
        return {State(row[0]): int(row[1]) for row in rows}


def _posts(rows: Rows) -> list[Post]:
    return [
        Post(
            channel=row["channel"],
            paper=row["paper"],
            state=State(row["state"]),
            since=datetime.fromisoformat(row["since"]),
            attempts=row["attempts"],
            error=row["error"],
            message=row["message"],
            sent=moment_of(row["sent"]),
            topics=tuple(orjson.loads(row["topics"])),
            parcel=row["parcel"],
        )
        for row in rows
    ]
