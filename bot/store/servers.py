"""Servers: who may manage topics there, their last time zone, and whether the bot has left."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.papers.standing import Trouble
from bot.store.database import Database
from bot.store.topics import changed
from bot.store.values import json_of, moment_of

KEPT = timedelta(days=30)
"""How long the topics of a server are kept after the bot has left it."""


@dataclass(frozen=True, slots=True)
class Server:
    """What is kept of a server.

    Attributes:
        guild: Its id.
        managers: The role whose members may manage topics, besides those with Manage Channels.
        zone: The time zone that a topic named last, or None.
        gone: Since when the bot is not in it, or None.
    """

    guild: int
    managers: int | None = None
    zone: str | None = None
    gone: datetime | None = None


class Servers:
    """Reads and writes servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild: int) -> Server:
        """Return what is kept of a server; of one that is not known, nothing."""
        rows = await self._database.rows("SELECT * FROM servers WHERE guild = ?", (guild,))
        if not rows:
            return Server(guild)
        row = rows[0]
        return Server(guild, row["managers"], row["zone"], moment_of(row["gone"]))

    async def set_managers(self, guild: int, role: int | None) -> None:
        """Let the members of a role manage topics; None takes that back."""
        await self._database.run(
            "INSERT INTO servers (guild, managers) VALUES (?, ?) "
            "ON CONFLICT DO UPDATE SET managers = excluded.managers",
            (guild, role),
        )

    async def present(self, guilds: Collection[int], now: datetime) -> None:
        """Note in which servers the bot is: topics of others pause, those of a return go on."""
        here = json_of(list(guilds))
        async with self._database.transaction():
            await self._leave("guild NOT IN (SELECT value FROM json_each(?))", here, now)
            await self._return("guild IN (SELECT value FROM json_each(?))", here)

    async def joined(self, guild: int) -> None:
        """Note that the bot has come (back) into a server: what paused because it left goes on."""
        async with self._database.transaction():
            await self._return("guild = ?", guild)

    async def left(self, guild: int, now: datetime) -> None:
        """Note that the bot is no longer in a server: its topics pause."""
        async with self._database.transaction():
            await self._leave("guild = ?", guild, now)

    async def forget(self, now: datetime) -> list[int]:
        """Remove all that is kept of servers that the bot left too long ago; return them."""
        before = (now - KEPT).isoformat()
        async with self._database.transaction():
            rows = await self._database.rows("SELECT guild FROM servers WHERE gone < ?", (before,))
            guilds = [int(row[0]) for row in rows]
            if guilds:
                await self._forget(guilds)
        return guilds

    async def erase(self, guild: int) -> None:
        """Remove all that is kept of a server."""
        async with self._database.transaction():
            await self._forget([guild])

    async def _forget(self, guilds: Collection[int]) -> None:
        gone = json_of(list(guilds))
        theirs = "SELECT number FROM topics WHERE guild IN (SELECT value FROM json_each(?))"
        channels = theirs.replace("number", "channel", 1)
        for table in ("posts", "parcels", "channels"):
            await self._database.run(f"DELETE FROM {table} WHERE channel IN ({channels})", (gone,))  # noqa: S608 - names from above
        await self._database.run(f"DELETE FROM topics WHERE number IN ({theirs})", (gone,))  # noqa: S608 - names from above
        await self._database.run(
            "DELETE FROM servers WHERE guild IN (SELECT value FROM json_each(?))", (gone,)
        )
        await changed(self._database)

    async def _leave(self, which: str, value: int | str, now: datetime) -> None:
        moment = now.isoformat()
        await self._database.run(
            "INSERT INTO servers (guild, gone) SELECT DISTINCT guild, ? FROM topics "  # noqa: S608 - conditions from above
            f"WHERE {which} ON CONFLICT DO UPDATE SET gone = excluded.gone WHERE gone IS NULL",
            (moment, value),
        )
        rows = await self._database.returning(
            "UPDATE topics SET paused = ?, why = ?, version = version + 1 "  # noqa: S608 - conditions from above
            f"WHERE {which} AND paused IS NULL RETURNING number",
            (moment, Trouble.LEFT, value),
        )
        if rows:
            await changed(self._database)

    async def _return(self, which: str, value: int | str) -> None:
        await self._database.run(f"UPDATE servers SET gone = NULL WHERE {which}", (value,))  # noqa: S608 - conditions from above
        rows = await self._database.returning(
            "UPDATE topics SET paused = NULL, why = '', version = version + 1 "  # noqa: S608 - conditions from above
            f"WHERE {which} AND why = ? RETURNING number",
            (value, Trouble.LEFT),
        )
        if rows:
            await changed(self._database)
