"""An hour of use in minutes: `python -m tests.wire.endurance --loopback FOLDER [--commands 6000]`.

The bot runs in a process of its own against a Discord on 127.0.0.1. People search, turn pages, open
papers and type; meanwhile the gateway is dropped every two seconds for a minute. Fails where an
answer is missing, a new session was asked for without need, or the memory at the end is more than
a tenth above that after the warm-up (a sixth of the commands, as ten minutes are of an hour).
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WORDS = ("transport", "attention", "graph", "learning", "optimal", "neural", "policy", "language")
AT_ONCE = 4
MOST_GROWTH = 0.10

Server = Any


class Memory:
    """What a process takes."""

    def __init__(self, number: int) -> None:
        self._status = Path(f"/proc/{number}/status")

    def megabytes(self, kind: str = "VmRSS") -> float:
        """Return the memory of this kind."""
        line = next(x for x in self._status.read_text().splitlines() if x.startswith(kind))
        return int(line.split()[1]) / 1024


class Person:
    """Uses the bot, and counts what comes back."""

    def __init__(self, server: Server, choose: random.Random) -> None:
        self.outcomes: Counter[str] = Counter()
        self._server = server
        self._choose = choose
        self._channel = next(iter(server.channels.values()))
        self._alice = next(iter(server.users.values()))

    async def act(self) -> None:
        """Ask something, and where papers come, turn the page and open one."""
        words = " ".join(self._choose.sample(WORDS, 2))
        what = self._choose.choice(["find", "find", "find", "random", "type", "nonsense", "help"])
        if what == "type":
            await self._type(words)
        elif what == "find":
            found = await self._ask("paper find", query=words)
            for label in ("▶", "Open"):
                await self._press(found, label)
        elif what == "random":
            await self._ask("paper random")
        elif what == "nonsense":
            await self._ask("paper find", query=f"-{words}")
        else:
            await self._ask("help")

    async def _ask(self, command: str, **values: str) -> Any:  # noqa: ANN401 - the loopback has no types
        return await self._answered(
            await self._server.slash(self._channel, self._alice, command, values)
        )

    async def _type(self, words: str) -> None:
        typed = await self._server.slash(
            self._channel, self._alice, "paper show", {"paper": words[:4]}, focused="paper"
        )
        await self._answered(typed)

    async def _press(self, answer: Any, label: str) -> None:  # noqa: ANN401 - the same
        pressed = next((b for b in buttons(answer.original) if b.get("label") == label), None)
        if pressed and not pressed.get("disabled"):
            await self._answered(
                await self._server.click(answer.original, self._alice, pressed["custom_id"])
            )

    async def _answered(self, interaction: Any) -> Any:  # noqa: ANN401 - the same
        try:
            await interaction.wait_ack(3)
            self.outcomes["answered"] += 1
        except TimeoutError:
            self.outcomes["lost"] += 1
        self._server.interactions.pop(interaction.id, None)
        return interaction


def buttons(message: Any) -> list[Any]:  # noqa: ANN401 - the same
    """Return the buttons of a message, however deep."""
    if message is None:
        return []
    inside = [*message.get("components", []), *filter(None, [message.get("accessory")])]
    return [found for part in inside for found in ([part] if part["type"] == 2 else buttons(part))]


async def drop(server: Server, seconds: float) -> None:
    """Drop the gateway every two seconds for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(2)
        for connection in server.live():
            connection.abort()


async def use(people: Person, commands: int) -> None:
    """Let several act at once until so many more commands have been given."""
    end = people.outcomes.total() + commands

    async def one() -> None:
        while people.outcomes.total() < end:
            await people.act()

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(one())


async def measure(server: Server, process: asyncio.subprocess.Process, commands: int) -> bool:
    """Use the bot, print what was seen, and return whether all is well."""
    memory = Memory(process.pid)
    people = Person(server, random.Random(1))  # noqa: S311 - a run repeats itself
    began = time.monotonic()
    await use(people, commands // 6)
    warm, warm_own = memory.megabytes(), memory.megabytes("RssAnon")
    print(f"after {people.outcomes.total()} commands: {warm:.1f} MB, own {warm_own:.1f} MB")
    lost = people.outcomes["lost"]
    for part in range(1, 6):
        await use(people, commands // 6)
        print(
            f"after {people.outcomes.total()}: {memory.megabytes():.1f} MB, "
            f"own {memory.megabytes('RssAnon'):.1f} MB, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        if part == 2:
            dropped = Person(server, random.Random(2))  # noqa: S311 - the same
            async with asyncio.TaskGroup() as group:
                dropping = group.create_task(drop(server, 60))
                while not dropping.done():
                    await dropped.act()
            print(f"dropped every 2 s for 60 s: {dict(dropped.outcomes)}")
            print(f"sessions {len(server.identifies)}, resumed {len(server.resumes)}")
    grown = memory.megabytes() / warm - 1
    own = memory.megabytes("RssAnon") / warm_own - 1
    print(f"memory at the end against the warm-up: {grown:+.1%}, own {own:+.1%}; lost {lost}")
    return grown <= MOST_GROWTH and not people.outcomes["lost"] and len(server.identifies) == 1


async def main() -> int:
    """Start both sides; return 0 where all is well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # pyright: ignore[reportOptionalMemberAccess]
    parser.add_argument("--loopback", type=Path, required=True, help="folder of the loopback")
    parser.add_argument("--commands", type=int, default=6_000)
    parser.add_argument("--data", type=Path, help="a data folder with papers; else a new one")
    options = parser.parse_args()
    sys.path.insert(0, str(options.loopback))
    server: Server = __import__("server").FakeDiscord()
    server.record = False
    await server.start()
    server.make_channel(server.make_guild(), "general")
    server.make_user("alice")
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(options.loopback / "launch.py"),
            "run",
            cwd=ROOT,
            env={
                **os.environ,
                "PAPERBOT_DATA_DIR": str(options.data or folder),
                "PAPERBOT_LOG_LEVEL": "warning",
                "PAPERBOT_DISCORD_TOKEN": server.token,
                "LOOPBACK_API": server.api,
                "LOOPBACK_GATEWAY": server.gw,
            },
        )
        try:
            await asyncio.wait_for(server.ready.wait(), 60)
            well = await measure(server, process, options.commands)
        finally:
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            code = await process.wait()
            print(f"SIGTERM: exit {code} after {time.monotonic() - began:.1f} s")
            await server.stop()
    return 0 if well and code == 0 else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
