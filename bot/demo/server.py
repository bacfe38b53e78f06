"""A Discord server in this process, with a few channels, two people and the bot in it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.chat.client import PaperbotClient
from bot.chat.courier import ChannelCourier
from bot.feed.feed import Feed
from bot.library.library import Library

WELCOME = (
    "This is a Discord server inside your own computer, and the bot in it is the real one. "
    "Type `/` below and pick **paper find**, **paper random**, **paper show** or **help**; "
    "every button works. *Viewing as*, above, makes you the admin or the member; "
    "*View response* goes to the newest answer. As the admin, give this channel a topic with "
    "**topic add**: what `paperbot import` brings from then on turns up here."
)


@dataclass(slots=True)
class Forgetful:
    """Small values by name for as long as the server lives; each server is a new one."""

    values: dict[str, str] = field(default_factory=dict[str, str])

    async def get_meta(self, name: str) -> str | None:
        """Return the value, or None."""
        return self.values.get(name)

    async def set_meta(self, name: str, value: str) -> None:
        """Keep the value."""
        self.values[name] = value


@dataclass(frozen=True, slots=True)
class Server:
    """What a visitor sees.

    Attributes:
        env: The offline Discord.
        client: The bot.
        feed: What brings papers to channels with topics, while it runs.
        channel: The text channel in which everything happens.
        admin: A person who may do everything.
        member: A person without special rights.
    """

    env: simcord.Env
    client: PaperbotClient
    feed: Feed
    channel: ChannelHandle
    admin: MemberActor
    member: MemberActor


@asynccontextmanager
async def open_server(library: Library) -> AsyncGenerator[Server]:
    """Start the bot over `library` in a new server; topics that are made there go with it."""
    courier = ChannelCourier()
    client = PaperbotClient(library=library, marks=Forgetful(), courier=courier, lasting=False)
    async with simcord.run(client, check_errors=False) as env:
        await env.advance_time(_behind(env))
        if client.user is not None:
            await client.user.edit(username="Paperbot")
        guild = env.create_guild("Reading group")
        channel = guild.create_text_channel("papers")
        guild.create_forum_channel("discussions")
        guild.create_news_channel("new-papers")
        powers = guild.create_role("admin", permissions=discord.Permissions(administrator=True))
        admin = guild.add_member(env.create_user("admin"), roles=[powers])
        member = guild.add_member(env.create_user("member"))
        await admin.send(channel, WELCOME)
        servers = library.store.servers
        await servers.erase(guild.id)
        try:
            yield Server(
                env,
                client,
                Feed(library.store, courier, understand=library.understood),
                channel,
                admin,
                member,
            )
        finally:
            await servers.erase(guild.id)


async def keep_time(env: simcord.Env, seconds: float = 1.0) -> None:
    """Let the offline Discord's clock, which stands still, go with the real one.

    Messages would otherwise all bear the time at which the server began.
    """
    while True:
        env.backend.clock.advance(_behind(env))
        await asyncio.sleep(seconds)


def _behind(env: simcord.Env) -> float:
    """Return by how many seconds the clock, which begins with the year 2026, is late."""
    return max(0.0, (datetime.now(UTC) - env.now()).total_seconds())
