"""A Discord on 127.0.0.1, and the bot connected to it: in this process, or in one of its own."""

import asyncio
import sys
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yarl
from discord.gateway import KeepAliveHandler

from bot.chat.backoff import Backoff
from bot.chat.client import PaperbotClient
from bot.chat.courier import ChannelCourier
from bot.chat.identifies import Identifies
from bot.chat.pulse import Pulse
from bot.chat.supervisor import Patience, Supervisor
from bot.library.library import Library
from tests.chat.shelf import open_shelf
from tests.fakes import Clock, Marks

Server = Any
"""The loopback's FakeDiscord, which has no types that could be imported."""

ROOT = Path(__file__).parents[2]
SHORT = Patience(starting=5, lost=0.5, silent=60, healthy=60, beat=0.05)


@pytest.fixture(scope="session")
def tools(shared: Path) -> Path:
    """The loopback Discord's programs."""
    return shared / "tools" / "loopback"


@pytest.fixture
async def server(tools: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A Discord that discord.py in this process talks to."""
    monkeypatch.setattr(sys, "path", [str(tools), *sys.path])
    server: Server = __import__("server").FakeDiscord()
    await server.start()
    monkeypatch.setattr("discord.http.Route.BASE", server.api)
    point_gateway(monkeypatch, server.gw)
    yield server
    await server.stop()


def point_gateway(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Let discord.py connect there first."""
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", yarl.URL(address))


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    async with open_shelf(tmp_path, Clock()) as library:
        yield library


@dataclass
class Bot:
    """The bot in this process, under its supervisor."""

    server: Server
    marks: Marks = field(default_factory=Marks)
    pulse: Pulse = field(default_factory=Pulse)
    clients: list[PaperbotClient] = field(default_factory=list[PaperbotClient])
    error: BaseException | None = None
    before_each: Callable[[int], None] = lambda _: None

    @asynccontextmanager
    async def serving(
        self,
        library: Library,
        patience: Patience = SHORT,
        token: str | None = None,
        courier: ChannelCourier | None = None,
    ) -> AsyncGenerator[asyncio.Future[None]]:
        """Serve meanwhile; at the end, cancel as SIGTERM does."""
        identifies = Identifies(self.marks, self.pulse)

        def make() -> PaperbotClient:
            self.before_each(len(self.clients))
            client = PaperbotClient(
                library=library,
                marks=self.marks,
                pulse=self.pulse,
                identifies=identifies,
                courier=courier,
            )
            self.clients.append(client)
            return client

        supervisor = Supervisor(
            make,
            pulse=self.pulse,
            identifies=identifies,
            backoff=Backoff(first=0.02, most=0.1),
            patience=patience,
        )
        task = asyncio.ensure_future(supervisor.serve(token or self.server.token))
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.wait({task})
        assert task.cancelled() or task.exception() is self.error

    async def ended(self, task: asyncio.Future[None]) -> BaseException | None:
        """Return why it ended by itself."""
        await asyncio.wait({task}, timeout=5)
        self.error = task.exception()
        return self.error

    async def until(self, true: Callable[[], bool], seconds: float = 10) -> None:
        """Wait until it is."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, "not in time"
            await asyncio.sleep(0.01)

    async def ask(self, command: str = "paper find", **values: str) -> Server:
        """Ask as a person, and return the answered interaction."""
        values = values or {"query": "optimal transport"}
        place, alice = self.place()
        asked = await self.server.slash(place, alice, command, values)
        return await asked.wait_done(5)

    def place(self) -> tuple[Any, Any]:
        """Return the channel and the person."""
        channel = next(c for c in self.server.channels.values() if c["name"] == "general")
        return channel, next(iter(self.server.users.values()))


@pytest.fixture
def bot(server: Server) -> Iterator[Bot]:
    """A bot that can be started against a server with a channel and a person in it."""
    server.make_channel(server.make_guild(), "general")
    server.make_user("alice")
    yield Bot(server)
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.join(1)
            assert not thread.is_alive(), "a heartbeat outlives its client"
