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
from bot.library.opening import settle
from bot.library.workers import open_workers
from bot.papers.paper import Record
from bot.papers.standing import Topic
from tests.chat.refusals import walk
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
        self,
        who: MemberActor | None = None,
        channel: ChannelHandle | None = None,
        **options: Any,  # noqa: ANN401 - of a command
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
        **options: Any,  # noqa: ANN401 - of a command
    ) -> InteractionResult:
        """Type a command of `/topic` in the hall; what is refused is told, and no error here."""
        given = {name: value for name, value in options.items() if value is not None}
        result = await (who or self.admin).slash(at or self.hall, f"topic {command}", **given)
        assert self.env.errors is not None
        return result

    async def confirmed(self, **options: Any) -> Topic:  # noqa: ANN401 - of a command
        """Return a topic that was added and confirmed."""
        test = answered(await self.add(**options))
        await self.admin.click(test, label="Confirm")
        return (await self.topics())[-1]

    async def press(
        self, message: ResponseMessage, custom_id: str, who: MemberActor | None = None
    ) -> InteractionResult:
        """Press a button as somebody does who has its custom id from elsewhere."""
        stored = self.env.backend.messages[message.channel_id][message.id]
        button = next(
            each for top in stored.components for each in walk(dict(top)) if each["type"] == 2
        )
        button["custom_id"] = custom_id
        return await (who or self.admin).click(message, custom_id=custom_id)

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
        await settle(self.library, starter="never", processes=0)

    async def quietly(self, *records: Record) -> None:
        """Let papers arrive of which channels hear nothing."""
        with open_workers(0) as workers:
            await Importer(self.library.store, now=self.clock).take("tests", records, workers)
        await settle(self.library, starter="never", processes=0)

    async def deliver(self) -> None:
        """Let the feed make one pass."""
        await Feed(self.library.store, self.courier, now=self.clock, awake=LONG_AGO).once()

    async def allow(self, channel: ChannelHandle, **permissions: bool | None) -> None:
        """Give or take the bot's permissions in a channel."""
        found = self.env.bot.get_channel(channel.id)
        assert isinstance(found, discord.TextChannel | discord.ForumChannel)
        overwrite = found.overwrites_for(found.guild.me)
        overwrite.update(**permissions)
        await found.set_permissions(found.guild.me, overwrite=overwrite)

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


def form(town: Town, **filled: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a field takes
    """Return what is filled into the form behind Change."""
    given: dict[str, Any] = {
        "query": "goats",
        "when": "now UTC",
        "channel": [town.goats],
        "mention": [],
        "most": "10",
    }
    return given | filled


def said(result: InteractionResult) -> str:
    """Return what was answered, in private, without escapes."""
    answer = answered(result)
    assert answer.ephemeral
    shown = (dict(each) for component in answer.components for each in walk(dict(component)))
    return "\n".join(each["content"] for each in shown if each["type"] == 10).replace("\\", "")


def answered(result: InteractionResult) -> ResponseMessage:
    """Return the last answer."""
    if result.followups:
        return result.followups[-1]
    assert result.response is not None
    return result.response
