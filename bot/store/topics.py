"""Topics: kept by server, counted by a version that everybody who matches papers watches."""

import sqlite3
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, time

from bot.papers.errors import TooManyTopics, TopicChanged, TopicNotFound
from bot.papers.standing import A_SERVER, Proposal, Schedule, Topic, Trouble
from bot.papers.wording import say
from bot.store.database import Database, Rows
from bot.store.values import moment_of

UNTOUCHED = (
    "(parcel IS NULL OR parcel IN (SELECT number FROM parcels "
    "WHERE parcels.state = 'open' AND tried IS NULL AND messages = '[]'))"
)
"""Of posts: nothing of them has gone out, nor may have."""
PROPOSED = tuple(field.name for field in fields(Proposal))


class Topics:
    """Writes and reads topics; every change raises the version of them all."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def version(self) -> int:
        """Return the number of changes so far."""
        rows = await self._database.rows("SELECT value FROM counters WHERE name = 'topics'")
        return int(rows[0][0])

    async def begin(self, proposal: Proposal, now: datetime) -> Topic:
        """Make a topic that begins now.

        Raises:
            TooManyTopics: the server has as many as it may.
        """
        async with self._database.transaction():
            return await insert_topic(self._database, proposal, now)

    async def edit(self, topic: Topic) -> Topic:
        """Write a topic as it is to be; `topic.version` is the one that was looked at.

        Raises:
            TopicChanged: somebody else has changed or removed it since.
        """
        async with self._database.transaction():
            return await update_topic(self._database, topic)

    async def pause(
        self,
        guild: int,
        number: int,
        now: datetime,
        why: Trouble | None = None,
        *,
        by: int | None = None,
    ) -> Topic:
        """Post nothing for a topic from now on; `by` is the person. Raises TopicNotFound."""
        return await self._set(guild, number, (now.isoformat(), why or "", by))

    async def pause_channel(self, channel: int, now: datetime, why: Trouble) -> list[Topic]:
        """Pause what posts into a channel, and return these topics."""
        async with self._database.transaction():
            rows = await self._database.returning(
                "UPDATE topics SET paused = ?, why = ?, version = version + 1 "
                "WHERE channel = ? AND paused IS NULL RETURNING *",
                (now.isoformat(), why, channel),
            )
            if rows:
                await changed(self._database)
        return sorted(_topics(rows), key=lambda topic: topic.number)

    async def resume(self, guild: int, number: int) -> Topic:
        """Post for a topic again; raises TopicNotFound."""
        return await self._set(guild, number, (None, "", None))

    async def remove(self, guild: int, number: int) -> Topic:
        """Remove a topic; what only it owed is owed no more. Raises TopicNotFound."""
        topic = await self.get(guild, number)
        async with self._database.transaction():
            await self._database.run("DELETE FROM topics WHERE number = ?", (number,))
            await drop_unwanted(self._database, topic.channel)
            await changed(self._database)
        return topic

    async def get(self, guild: int, number: int) -> Topic:
        """Return a topic of this server, and of no other; raises TopicNotFound."""
        rows = await self._database.rows(
            "SELECT * FROM topics WHERE number = ? AND guild = ?", (number, guild)
        )
        if not rows:
            raise TopicNotFound(
                say("There is no such topic in this server. /topic list shows those that are.")
            )
        return _topics(rows)[0]

    async def of_guild(self, guild: int) -> list[Topic]:
        """Return a server's topics, oldest first."""
        return _topics(
            await self._database.rows(
                "SELECT * FROM topics WHERE guild = ? ORDER BY number", (guild,)
            )
        )

    async def counts(self) -> tuple[int, int]:
        """Return how many topics there are, and how many of them are paused."""
        rows = await self._database.rows("SELECT count(*), count(paused) FROM topics")
        return int(rows[0][0]), int(rows[0][1])

    async def of_channel(self, channel: int) -> list[Topic]:
        """Return a channel's topics, oldest first."""
        return _topics(
            await self._database.rows(
                "SELECT * FROM topics WHERE channel = ? ORDER BY number", (channel,)
            )
        )

    async def every(self) -> list[Topic]:
        """Return all topics, oldest first."""
        return _topics(await self._database.rows("SELECT * FROM topics ORDER BY number"))

    async def _set(self, guild: int, number: int, how: tuple[str | None, str, int | None]) -> Topic:
        async with self._database.transaction():
            rows = await self._database.returning(
                "UPDATE topics SET paused = ?, why = ?, paused_by = ?, version = version + 1 "
                "WHERE number = ? AND guild = ? RETURNING *",
                (*how, number, guild),
            )
            if rows:
                await changed(self._database)
        return _topics(rows)[0] if rows else await self.get(guild, number)


async def insert_topic(database: Database, proposal: Proposal, now: datetime) -> Topic:
    """Make a topic, within a transaction; raises TooManyTopics."""
    rows = await database.rows("SELECT count(*) FROM topics WHERE guild = ?", (proposal.guild,))
    if rows[0][0] >= A_SERVER:
        raise too_many()
    columns = ", ".join((*PROPOSED, "begun", "version", "why"))
    marks = ", ".join("?" * (len(PROPOSED) + 3))
    rows = await database.returning(
        f"INSERT INTO topics ({columns}) VALUES ({marks}) RETURNING *",  # noqa: S608 - names from above
        (*values_of(proposal), now.isoformat(), 1, ""),
    )
    await changed(database)
    return _topics(rows)[0]


def too_many() -> TooManyTopics:
    """Return what to say where a server has as many topics as it may."""
    return TooManyTopics(
        say(
            "This server has {most} topics, as many as there may be. "
            "Remove one with /topic remove.",
            most=A_SERVER,
        )
    )


def not_as_seen() -> TopicChanged:
    """Return what to say where a topic is no longer as the person saw it."""
    return TopicChanged(say("Somebody else has just changed this topic. Look at it again first."))


async def update_topic(database: Database, topic: Topic) -> Topic:
    """Write a topic as it is to be, within a transaction; raises TopicChanged.

    What it owes goes with it into another channel.
    """
    before = await database.rows(
        "SELECT channel FROM topics WHERE number = ? AND guild = ? AND version = ?",
        (topic.number, topic.guild, topic.version),
    )
    if not before:
        raise not_as_seen()
    assigned = ", ".join(f"{name} = ?" for name in PROPOSED)
    rows = await database.returning(
        f"UPDATE topics SET {assigned}, version = version + 1 WHERE number = ? RETURNING *",  # noqa: S608 - names from above
        (*values_of(topic), topic.number),
    )
    if (left := int(before[0][0])) != topic.channel:
        await _move(database, topic, left)
    await changed(database)
    return _topics(rows)[0]


async def _move(database: Database, topic: Topic, left: int) -> None:
    """Let a topic's new channel owe what it owed in the one that it left."""
    await database.run(
        "INSERT INTO posts (channel, paper, state, since, attempts, error) "  # noqa: S608 - names from above
        "SELECT ?, paper, 'owed', since, 0, '' FROM posts JOIN wishes USING (channel, paper) "
        f"WHERE channel = ? AND topic = ? AND posts.state = 'owed' AND {UNTOUCHED} "
        "ON CONFLICT DO NOTHING",
        (topic.channel, left, topic.number),
    )
    await database.run(
        "INSERT INTO wishes (channel, paper, topic) "  # noqa: S608 - names from above
        "SELECT ?, paper, topic FROM posts JOIN wishes USING (channel, paper) "
        f"WHERE channel = ? AND topic = ? AND posts.state = 'owed' AND {UNTOUCHED} "
        "ON CONFLICT DO NOTHING",
        (topic.channel, left, topic.number),
    )
    await database.run(
        "DELETE FROM wishes WHERE channel = ? AND topic = ? AND paper IN (SELECT paper "  # noqa: S608 - names from above
        f"FROM posts WHERE posts.channel = ? AND posts.state = 'owed' AND {UNTOUCHED})",
        (left, topic.number, left),
    )
    await drop_unwanted(database, left)


async def drop_unwanted(database: Database, channel: int) -> None:
    """Owe no more what no topic of the channel wants any more; within a transaction."""
    await database.run(
        "DELETE FROM posts WHERE state = 'owed' AND channel = ? AND NOT EXISTS "
        "(SELECT 1 FROM wishes WHERE wishes.channel = posts.channel "
        "AND wishes.paper = posts.paper)",
        (channel,),
    )


async def changed(database: Database) -> None:
    """Let everybody who matches papers read the topics anew; within a transaction."""
    await database.run("UPDATE counters SET value = value + 1 WHERE name = 'topics'")


def values_of(proposal: Proposal) -> Sequence[object]:
    """Return a proposal's values in the order of PROPOSED, as SQLite takes them."""
    row = {name: getattr(proposal, name) for name in PROPOSED}
    row |= {
        "at": f"{proposal.at:%H:%M}",
        "schedule": str(proposal.schedule),
        "publish": int(proposal.publish),
    }
    return list(row.values())


def _topics(rows: Rows) -> list[Topic]:
    return [_topic(row) for row in rows]


def _topic(row: sqlite3.Row) -> Topic:
    return Topic(
        number=row["number"],
        guild=row["guild"],
        channel=row["channel"],
        made_in=row["made_in"],
        made_by=row["made_by"],
        query=row["query"],
        schedule=Schedule(row["schedule"]),
        at=time.fromisoformat(row["at"]),
        day=row["day"],
        zone=row["zone"],
        mention=row["mention"],
        most=row["most"],
        publish=bool(row["publish"]),
        begun=datetime.fromisoformat(row["begun"]),
        version=row["version"],
        paused=moment_of(row["paused"]),
        why=Trouble(row["why"]) if row["why"] else None,
        paused_by=row["paused_by"],
    )
