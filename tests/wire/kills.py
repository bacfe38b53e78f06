"""Kills the bot while it delivers: `python -m tests.wire.kills --loopback FOLDER [--kills 200]`.

Papers come in small batches into a data folder whose bot runs with topics in text channels and
forums of a Discord on 127.0.0.1. The bot is killed with SIGKILL at random moments, also just after
Discord has done the work and before it answers, and started again. At the end every paper must be
in every channel once.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.library.asking import Asking
from bot.library.importer import Importer
from bot.library.opening import open_store
from bot.library.workers import open_workers
from bot.papers.paper import Record
from bot.papers.standing import MOST, Proposal
from bot.store.outbox import State
from bot.store.store import Store
from tests.wire.endurance import buttons

ROOT = Path(__file__).parents[2]
TEXT, NEWS, FORUM = 0, 5, 15
PATIENCE_S = 120.0
TITLE = "Goats over hill "

Server = Any
"""The loopback's FakeDiscord, which has no types that could be imported."""


@dataclass
class Damage:
    """What was seen at the end.

    Attributes:
        kills: How often the bot was killed.
        expected: Posts that there should be.
        lost: Posts that are missing.
        doubled: Posts that are there more than once.
        owed: Posts that are still owed.
        seconds: How long it took.
        logs: What the bot's processes wrote.
    """

    kills: int = 0
    expected: int = 0
    lost: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    doubled: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    owed: int = 0
    seconds: float = 0.0
    logs: str = ""

    @property
    def none(self) -> bool:
        """Whether all is as it should be."""
        return not (self.lost or self.doubled or self.owed)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.expected} posts in {self.seconds:.0f} s: "
            f"{len(self.lost)} lost, {len(self.doubled)} twice, {self.owed} still owed"
        )


@dataclass(frozen=True)
class Plan:
    """How much is done: kills, papers altogether, and channels of each kind."""

    kills: int
    papers: int
    texts: int
    forums: int

    @property
    def channels(self) -> int:
        """All channels."""
        return self.texts + self.forums


class Bot:
    """The bot's process, started again and again over one data folder."""

    def __init__(self, launch: Path, server: Server, folder: Path) -> None:
        self._launch = launch
        self._server = server
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self.kills = 0

    @property
    def log(self) -> Path:
        """Where it writes."""
        return self._folder / "bot.log"

    @property
    def number(self) -> int:
        """The process's number."""
        return self._process.pid if self._process else 0

    async def start(self) -> None:
        """Start it, and wait until it is connected."""
        self._server.ready.clear()
        with self.log.open("a") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(self._launch),
                "run",
                cwd=ROOT,
                env={
                    **os.environ,
                    "PAPERBOT_DATA_DIR": str(self._folder / "data"),
                    "PAPERBOT_DISCORD_TOKEN": self._server.token,
                    "PAPERBOT_LOG_LEVEL": "warning",
                    "LOOPBACK_API": self._server.api,
                    "LOOPBACK_GATEWAY": self._server.gw,
                },
                stdout=log,
                stderr=log,
            )
        await asyncio.wait_for(self._server.ready.wait(), 60)

    async def kill(self) -> None:
        """Kill it."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
            self.kills += 1

    async def end(self) -> None:
        """End it in order."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


def goats(first: int, count: int) -> list[Record]:
    """Return papers that the topics want."""
    return [
        Record(
            ids={"arxiv": (f"2611.{number:05}",)},
            title=f"{TITLE}{number}",
            abstract=f"We propose a way over hill {number}, and show that goats take it.",
            authors=("Ada Herd",),
            venue="arXiv",
            year=2026,
        )
        for number in range(first, first + count)
    ]


async def bring(store: Store, records: list[Record]) -> None:
    """Import papers as `paperbot import` does, beside the bot."""
    with open_workers(0) as workers:
        importer = Importer(store, now=lambda: datetime.now(UTC), asking=Asking(store.topics))
        await importer.take("kills", records, workers)


def seen(server: Server, channel: Any) -> Counter[int]:  # noqa: ANN401 - the loopback has no types
    """Return how often each paper stands in a channel, by the number in its title."""
    return Counter(
        int(line.strip("#* ").removeprefix(TITLE))
        for message in _messages(server, channel)
        for text in _texts(message["components"])
        for line in text.splitlines()
        if line.strip("#* ").startswith(TITLE)
    )


def counted(server: Server, channel: Any) -> int:  # noqa: ANN401 - the same
    """Return how many papers stand behind a digest's "and 23 more"."""
    return sum(
        int(button["label"].split()[1])
        for message in _messages(server, channel)
        for button in buttons(message)
        if button.get("label", "").endswith(" more")
    )


def _messages(server: Server, channel: Any) -> Iterator[Any]:  # noqa: ANN401 - the same
    places = [channel["id"]]
    places += [c["id"] for c in server.channels.values() if c.get("parent_id") == channel["id"]]
    for place in places:
        yield from server.messages[place].values()


def _texts(components: Any) -> Iterator[str]:  # noqa: ANN401 - the same
    for component in components:
        if component["type"] == 10:
            yield component["content"]
        yield from _texts(component.get("components", []))


class Drive:
    """One drive: imports and kills, then waits until all is delivered, and counts."""

    def __init__(self, server: Server, bot: Bot, plan: Plan, choose: random.Random) -> None:
        self._server = server
        self._bot = bot
        self._plan = plan
        self._choose = choose
        guild = server.make_guild()
        self._channels = [
            server.make_channel(guild, f"goats-{n}", FORUM if n < plan.forums else TEXT)
            for n in range(plan.channels)
        ]
        self._guild = int(guild["id"])
        self._brought = 0

    async def go(self, store: Store) -> Damage:
        """Drive to the end."""
        began = time.monotonic()
        for channel in self._channels:
            number = int(channel["id"])
            await store.topics.begin(
                Proposal(
                    guild=self._guild,
                    channel=number,
                    made_in=number,
                    made_by=1,
                    query="goats",
                    most=MOST,
                ),
                datetime.now(UTC),
            )
        await self._bot.start()
        for kill in range(self._plan.kills):
            await self._bring(store, self._share(kill))
            await self._kill(sudden=kill % 2 == 0)
            await self._bot.start()
        await self._bring(store, self._plan.papers - self._brought)
        await self._settle(store)
        damage = self._count()
        damage.kills = self._bot.kills
        damage.owed = (await store.outbox.totals()).get(State.OWED, 0)
        damage.seconds = time.monotonic() - began
        await self._bot.end()
        damage.logs = self._bot.log.read_text()
        return damage

    def _share(self, kill: int) -> int:
        """Return how many papers come before this kill, so that all come before the last."""
        due = self._plan.papers * (kill + 1) // (self._plan.kills + 1)
        return due - self._brought

    async def _bring(self, store: Store, count: int) -> None:
        if count > 0:
            await bring(store, goats(self._brought + 1, count))
            self._brought += count

    async def _kill(self, *, sudden: bool) -> None:
        """Kill the bot, in the midst of a request that Discord has carried out unless `sudden`."""
        if sudden:
            await asyncio.sleep(self._choose.uniform(0.0, 3.0))
        else:
            await self._after_the_work()
        await self._bot.kill()

    async def _after_the_work(self) -> None:
        """Let Discord do the next work and drop the connection in place of an answer."""
        fault = sys.modules["server"].Fault(
            "POST", r"/channels/\d+/(messages|threads)$", status=0, kind="after"
        )
        self._server.faults.append(fault)
        end = time.monotonic() + 6
        while not fault.hits and time.monotonic() < end:  # noqa: ASYNC110 - the loopback tells nobody
            await asyncio.sleep(0.002)
        if not fault.hits:
            self._server.faults.remove(fault)

    async def _settle(self, store: Store) -> None:
        end = time.monotonic() + PATIENCE_S + self._plan.papers
        while (await store.outbox.totals()).get(State.OWED, 0) and time.monotonic() < end:  # noqa: ASYNC110 - another process delivers
            await asyncio.sleep(0.5)

    def _count(self) -> Damage:
        damage = Damage(expected=self._brought * len(self._channels))
        for channel in self._channels:
            found = seen(self._server, channel)
            name = channel["name"]
            missing = [(name, n) for n in range(1, self._brought + 1) if not found[n]]
            if len(missing) != counted(self._server, channel):
                damage.lost += missing
            damage.doubled += [(name, n) for n, times in found.items() if times > 1]
        return damage


@asynccontextmanager
async def discord(loopback: Path) -> AsyncGenerator[Server]:
    """Start a Discord."""
    if str(loopback) not in sys.path:
        sys.path.insert(0, str(loopback))
    server: Server = __import__("server").FakeDiscord()
    server.record = False
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def drive(server: Server, loopback: Path, folder: Path, plan: Plan, seed: int) -> Damage:
    """Drive in a folder, and return what was seen."""
    bot = Bot(loopback / "launch.py", server, folder)
    (folder / "data").mkdir()
    try:
        async with open_store(folder / "data") as store:
            choose = random.Random(seed)  # noqa: S311 - a run repeats itself
            return await Drive(server, bot, plan, choose).go(store)
    finally:
        await bot.kill()


async def main() -> int:
    """Drive as told; return 0 where nothing was lost and nothing came twice."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--loopback", type=Path, required=True, help="folder of the loopback")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--papers", type=int, default=170)
    parser.add_argument("--texts", type=int, default=8)
    parser.add_argument("--forums", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    plan = Plan(options.kills, options.papers, options.texts, options.forums)
    with tempfile.TemporaryDirectory() as folder:
        async with discord(options.loopback) as server:
            damage = await drive(server, options.loopback, Path(folder), plan, options.seed)
    print(damage)
    for what, posts in (("lost", damage.lost), ("twice", damage.doubled)):
        if posts:
            print(what, posts[:20])
    if not damage.none:
        print(damage.logs[-3_000:])
    return 0 if damage.none else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
