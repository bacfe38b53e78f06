"""A server with an admin, a named manager, a member, and papers that arrive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.chat.client import PaperbotClient
from bot.chat.courier import ChannelCourier
from bot.feed.feed import Feed
from bot.library.asking import Asking
from bot.library.importer import Importer
from bot.library.library import Library
from bot.library.workers import open_workers
from bot.papers.paper import Record
from bot.papers.standing import Topic
from tests.chat.conftest import shown, text
from tests.fakes import Clock, Marks

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Town:
    """Whoever lives there, and what they do."""

    env: simcord.Env
    guild: GuildHandle
    library: Library
    courier: ChannelCourier
    marks: Marks
    clock: Clock
    hall: ChannelHandle
    goats: ChannelHandle
    role: RoleHandle
    admin: MemberActor
    manager: MemberActor
    member: MemberActor

    async def add(
        self, who: MemberActor | None = None, channel: ChannelHandle | None = None, **options: Any
    ) -> InteractionResult:
        """Type `/topic add`, for goats if nothing else is said."""
        options = {"query": "goats", "channel": channel or self.goats} | options
        return await self.topic("add", who, **options)

    async def topic(
        self,
        command: str,
        who: MemberActor | None = None,
        at: ChannelHandle | None = None,
        /,
        **options: Any,
    ) -> InteractionResult:
        """Type a command of `/topic` in the hall."""
        return await (who or self.admin).slash(at or self.hall, f"topic {command}", **options)

    async def confirmed(self, **options: Any) -> Topic:
        """Return a topic that was added and confirmed."""
        test = shown(await self.add(**options))
        await self.admin.click(test, label="Confirm")
        return (await self.topics())[-1]

    async def topics(self) -> Sequence[Topic]:
        """Return the server's topics."""
        return await self.library.store.topics.of_guild(self.guild.id)

    async def restart(self) -> None:
        """Start a new client over the same data."""
        client = PaperbotClient(library=self.library, marks=self.marks, courier=self.courier)
        await self.env.restart_bot(client)

    async def bring(self, *records: Record) -> None:
        """Let papers arrive."""
        store = self.library.store
        with open_workers(0) as workers:
            importer = Importer(store, now=self.clock, asking=Asking(store.topics))
            await importer.take("/somewhere/on/the/host/tests.jsonl", records, workers)

    async def deliver(self) -> None:
        """Let the feed make one pass."""
        await Feed(self.library.store, self.courier, now=self.clock, awake=LONG_AGO).once()

    async def allow(self, channel: ChannelHandle, **permissions: bool | None) -> None:
        """Give or take the bot's permissions in a channel."""
        found = self.env.bot.get_channel(channel.id)
        assert isinstance(found, discord.TextChannel | discord.ForumChannel)
        await found.set_permissions(found.guild.me, **permissions)

    async def delete(self, channel: ChannelHandle) -> None:
        """Delete a channel."""
        found = self.env.bot.get_channel(channel.id)
        assert isinstance(found, discord.abc.GuildChannel)
        await found.delete()


async def make_town(
    env: simcord.Env, library: Library, courier: ChannelCourier, marks: Marks, clock: Clock
) -> Town:
    """Return the town."""
    guild = env.create_guild()
    hall, goats = guild.create_text_channel("hall"), guild.create_text_channel("goats")
    rights = discord.Permissions(manage_channels=True, manage_guild=True)
    admins = guild.create_role("admins", permissions=rights)
    role = guild.create_role("librarians")
    people = [env.create_user(name) for name in ("ada", "max", "bob")]
    admin = guild.add_member(people[0], roles=[admins])
    manager = guild.add_member(people[1], roles=[role])
    member = guild.add_member(people[2])
    await library.store.servers.set_managers(guild.id, role.id)
    return Town(
        env, guild, library, courier, marks, clock, hall, goats, role, admin, manager, member
    )


def goats(first: int, last: int | None = None, **said: Any) -> list[Record]:  # noqa: ANN401 - fields of a record
    """Return papers on goats."""
    numbers = range(first, (last or first) + 1)
    return [
        Record(
            ids={"arxiv": (f"2603.{number:05}",)},
            title=f"Moving goats over hill number {number}",
            abstract=f"We move goats. We propose a way over hill {number} that takes them home.",
            venue="arXiv",
            year=2026,
            **said,
        )
        for number in numbers
    ]


def said(result: InteractionResult) -> str:
    """Return what was answered, in private, without escapes."""
    answer = answered(result)
    assert answer.ephemeral
    return text(answer).replace("\\", "")


def answered(result: InteractionResult) -> ResponseMessage:
    """Return the last answer."""
    return result.followups[-1] if result.followups else shown(result)
