"""A server with people and the bot in it, over a real library."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.chat.client import PaperbotClient
from bot.chat.courier import ChannelCourier
from bot.library.library import Library
from tests.chat.refusals import Component, walk
from tests.chat.shelf import open_shelf
from tests.chat.town import Town, make_town
from tests.fakes import Clock, Marks


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def library(tmp_path: Path, clock: Clock) -> AsyncIterator[Library]:
    async with open_shelf(tmp_path, clock) as library:
        yield library


@pytest.fixture
def marks() -> Marks:
    return Marks()


@pytest.fixture
def courier() -> ChannelCourier:
    return ChannelCourier()


@pytest.fixture
def simcord_bot(library: Library, marks: Marks, courier: ChannelCourier) -> PaperbotClient:
    return PaperbotClient(library=library, marks=marks, courier=courier)


@pytest.fixture
async def town(
    simcord_env: simcord.Env, library: Library, courier: ChannelCourier, marks: Marks, clock: Clock
) -> Town:
    return await make_town(simcord_env, library, courier, marks, clock)


@dataclass(frozen=True, slots=True)
class Scene:
    env: simcord.Env
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor

    async def find(self, who: MemberActor, query: str, **options: str) -> ResponseMessage:
        """Return the answer to `/paper find`."""
        return shown(await who.slash(self.channel, "paper find", query=query, **options))

    async def restart(self, library: Library, marks: Marks) -> None:
        """Start a new client over the same data."""
        await self.env.restart_bot(PaperbotClient(library=library, marks=marks))

    def refused(self, result: InteractionResult) -> str:
        """Return what the person was told in private, and take note of the errors."""
        assert self.env.errors is not None
        said = result.followups[0] if result.followups else shown(result)
        assert said.ephemeral
        return text(said)


@pytest.fixture
def scene(simcord_env: simcord.Env) -> Scene:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("papers")
    alice, bob = (guild.add_member(simcord_env.create_user(name)) for name in ("alice", "bob"))
    return Scene(simcord_env, channel, alice, bob)


def shown(result: InteractionResult) -> ResponseMessage:
    """Return the message that answered."""
    assert result.response is not None
    return result.response


def text(message: ResponseMessage | discord.Message) -> str:
    """Return everything that a card says."""
    return "\n".join(c["content"] for c in walked(message) if c["type"] == 10)


def labels(message: ResponseMessage | discord.Message) -> list[str]:
    """Return the labels of all its buttons."""
    return [c["label"] for c in walked(message) if c["type"] == 2]


def custom_id(message: ResponseMessage | discord.Message, label: str) -> str:
    """Return the custom id of the first button with this label."""
    return next(c["custom_id"] for c in walked(message) if c["type"] == 2 and c["label"] == label)


def walked(message: ResponseMessage | discord.Message) -> Iterator[Component]:
    """Yield every component of a message."""
    for component in message.components:
        given = component if isinstance(component, dict) else component.to_dict()
        yield from walk(dict(given))
