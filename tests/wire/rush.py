"""How fast owed posts go out: `python -m tests.wire.rush --loopback FOLDER [--channels N]`.

Many channels owe five papers each, to a Discord on 127.0.0.1 that takes five posts in five seconds
from each. Prints posts a second, and the memory of the bot's process.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.library.opening import open_store
from bot.papers.standing import MOST, Proposal
from bot.store.outbox import State
from bot.store.store import Store
from tests.wire.endurance import Memory
from tests.wire.kills import TEXT, Bot, Server, bring, discord, goats

PAPERS = 5
A_SERVER = 50
"""Channels that are made in each server."""


async def owe(store: Store, server: Server, channels: int) -> None:
    """Let so many channels owe papers."""
    guilds = [server.make_guild() for _ in range(0, channels, A_SERVER)]
    for number in range(channels):
        guild = guilds[number // A_SERVER]
        channel = int(server.make_channel(guild, f"goats-{number}", TEXT)["id"])
        proposal = Proposal(
            guild=int(guild["id"]),
            channel=channel,
            made_in=channel,
            made_by=1,
            query="goats",
            most=MOST,
        )
        await store.topics.begin(proposal, datetime.now(UTC))
    await bring(store, goats(1, PAPERS))


async def main() -> int:
    """Deliver, and return 0 where everything arrived."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--loopback", type=Path, required=True, help="folder of the loopback")
    parser.add_argument("--channels", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        async with discord(options.loopback) as server, open_store(data) as store:
            await owe(store, server, options.channels)
            bot = Bot(options.loopback / "launch.py", server, Path(folder))
            await bot.start()
            began = time.monotonic()
            while owed := (await store.outbox.totals()).get(State.OWED, 0):
                await asyncio.sleep(1)
                print(f"{time.monotonic() - began:5.1f} s: {owed:,} owed", flush=True)
            took = time.monotonic() - began
            posts = options.channels * PAPERS
            print(f"{posts:,} posts in {took:.1f} s, {posts / took:.0f} a second")
            print(f"the bot's memory: {Memory(bot.number).megabytes():.0f} MB")
            await bot.end()
            print(bot.log.read_text()[-2_000:])
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
