"""The bot in a process of its own: signals, kills, a second one, what it logs, a proxy."""

import asyncio
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.library.instance import is_running
from tests.wire.conftest import ROOT, Bot, Server
from tests.wire.test_faults import closed_port

pytestmark = pytest.mark.enable_socket

TOKEN = "TESTTOKEN"  # noqa: S105 - the loopback's own


@dataclass
class Running:
    """A process of the bot."""

    process: asyncio.subprocess.Process
    log: Path

    def text(self) -> str:
        return self.log.read_text()

    async def said(self, text: str, seconds: float = 30) -> None:
        """Wait until the log says so."""
        end = time.monotonic() + seconds
        while text not in self.text():
            assert time.monotonic() < end, self.text()
            await asyncio.sleep(0.05)

    async def ended(self, number: signal.Signals | None = None) -> tuple[int, float]:
        """Return the exit code and how many seconds the end took; after a signal, where given."""
        began = time.monotonic()
        if number is not None:
            self.process.send_signal(number)
        code = await asyncio.wait_for(self.process.wait(), 30)
        return code, time.monotonic() - began


class Starter:
    """Starts processes against one Discord, over one data folder."""

    def __init__(self, launch: Path, server: Server, folder: Path) -> None:
        self.data = folder / "data"
        self._launch = launch
        self._folder = folder
        self._running: list[Running] = []
        self._env = {
            **{k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")},
            "PAPERBOT_DATA_DIR": str(self.data),
            "PAPERBOT_DISCORD_TOKEN": TOKEN,
            "LOOPBACK_API": server.api,
            "LOOPBACK_GATEWAY": server.gw,
        }

    async def start(self, *words: str, **env: str) -> Running:
        """Start `paperbot run`, or other words."""
        log = self._folder / f"{len(self._running)}.log"
        with log.open("w") as file:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(self._launch),
                *(words or ("run",)),
                cwd=ROOT,
                env=self._env | env,
                stdout=file,
                stderr=file,
            )
        self._running.append(Running(process, log))
        return self._running[-1]

    async def end(self) -> None:
        """End what is left."""
        for running in self._running:
            if running.process.returncode is None:
                running.process.kill()
                await running.process.wait()


@pytest.fixture
async def starter(tools: Path, bot: Bot, tmp_path: Path) -> AsyncIterator[Starter]:
    starter = Starter(tools / "launch.py", bot.server, tmp_path)
    yield starter
    await starter.end()


async def test_sigterm_under_twenty_commands_ends_in_order_and_soon(
    bot: Bot, starter: Starter
) -> None:
    running = await starter.start("--debug", "run")
    await running.said("Connected as")
    place, alice = bot.place()
    ask = bot.server.slash
    await (await ask(place, alice, "paper find", {"query": "warm"})).wait_ack()
    asked = [await ask(place, alice, "paper find", {"query": f"optimal {n}"}) for n in range(20)]
    code, seconds = await running.ended(signal.SIGTERM)
    assert code == 0
    assert seconds < 5
    assert {interaction.acked for interaction in asked} <= {4, None}
    text = running.text()
    for fault in ("Traceback", "never retrieved", "cut off"):
        assert fault not in text
    with closing(sqlite3.connect(starter.data / "papers.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not is_running(starter.data)
    assert "WebSocket Event" in text
    assert "warm" in text
    assert TOKEN not in text


async def test_a_second_bot_is_refused_until_the_first_is_killed(starter: Starter) -> None:
    first = await starter.start()
    await first.said("Connected as")
    assert is_running(starter.data)
    beside = await starter.start("find", "optimal transport")
    second = await starter.start()
    assert (await second.ended())[0] == 1
    assert f"Another Paperbot runs on the data folder {starter.data}." in second.text()
    assert (await beside.ended())[0] == 0
    first.process.kill()
    await first.ended()
    third = await starter.start()
    await third.said("Connected as")
    assert (await third.ended(signal.SIGTERM))[0] == 0


@asynccontextmanager
async def proxy(port: int) -> AsyncGenerator[str]:
    """A proxy that passes everything on to one port of 127.0.0.1."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            return
        finally:
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, back), pump(there, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://alice:pass%20word@127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_through_a_proxy_everything_works_and_json_tells_of_it(
    bot: Bot, starter: Starter
) -> None:
    async with proxy(bot.server.port) as address:
        bot.server.gw = bot.server.gw.replace("127.0.0.1", "discord.invalid")
        running = await starter.start(
            HTTP_PROXY=address,
            LOOPBACK_API="http://discord.invalid/api/v10",
            LOOPBACK_GATEWAY=bot.server.gw,
            PAPERBOT_LOG_FORMAT="json",
            PAPERBOT_LOG_LEVEL="INFO",
        )
        await running.said("Connected as")
        place, alice = bot.place()
        question = {"query": "secretword"}
        await (await bot.server.slash(place, alice, "paper find", question)).wait_done()
        await running.said("/paper find")
        assert (await running.ended(signal.SIGINT))[0] == 0
    lines = [json.loads(line) for line in running.text().splitlines()]
    (line,) = [line for line in lines if line["message"].startswith("/paper find")]
    assert (line["level"], len(line["request"])) == ("info", 8)
    assert "secretword" not in running.text()
    assert "pass" not in running.text()


async def test_a_proxy_that_is_not_there_is_named_and_tried_again(starter: Starter) -> None:
    dead = f"127.0.0.1:{closed_port()}"
    running = await starter.start(
        HTTP_PROXY=f"http://u:hidden@{dead}", LOOPBACK_API="http://discord.invalid/api/v10"
    )
    await running.said("Trying again in")
    code, seconds = await running.ended(signal.SIGTERM)
    assert (code, seconds < 5) == (0, True)
    assert "Discord cannot be reached (Cannot connect to host 127.0.0.1" in running.text()
    for unseen in ("hidden", "Traceback"):
        assert unseen not in running.text()
