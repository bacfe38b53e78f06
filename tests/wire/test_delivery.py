"""What a Discord in trouble does to what channels owe: it comes late, and never twice or not."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.chat.courier import ChannelCourier
from bot.feed.feed import Feed
from bot.library.library import Library
from bot.papers.standing import MOST, Proposal, Topic, Trouble
from bot.store.channels import Place
from bot.store.outbox import State
from tests.wire.conftest import Bot, Server
from tests.wire.kills import FORUM, TEXT, Plan, bring, discord, drive, goats, seen
from tests.wire.test_faults import no_time

pytestmark = pytest.mark.enable_socket

POST = r"/channels/\d+/(messages|threads)$"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every wait of ours and of discord.py be short."""
    monkeypatch.setattr("bot.feed.round.FIRST_S", 0.1)
    monkeypatch.setattr("bot.feed.round.MOST_S", 0.2)
    waits = {Trouble.FORBIDDEN: (0.1, 0.1), Trouble.GONE: (0.1, 0.1)}
    monkeypatch.setattr("bot.feed.round.BARRED_S", waits)
    monkeypatch.setattr("bot.feed.feed.TICK_S", 0.05)
    monkeypatch.setattr("bot.chat.courier.SETTLING_S", 0.05)
    monkeypatch.setattr("bot.chat.refusals.CLOUDFLARE_S", 0.1)
    monkeypatch.setattr("bot.chat.refusals.TOO_MANY_S", 0.1)
    monkeypatch.setattr("discord.http.asyncio.sleep", no_time(asyncio.sleep))


@dataclass
class Delivery:
    """The bot with its feed, a text channel and a forum with a topic each."""

    bot: Bot
    library: Library
    feed: Feed
    channels: Sequence[Any]
    topics: Sequence[Topic]

    @property
    def server(self) -> Server:
        return self.bot.server

    async def bring(self, first: int, count: int) -> None:
        await bring(self.library.store, goats(first, count))

    async def arrived(self, count: int, digests: int = 0) -> None:
        """Wait until every channel has so many papers, once and in order, more in digests."""

        async def done() -> bool:
            return not await self.owes()

        await self.until(done)
        for channel in self.channels:
            found = seen(self.server, channel)
            assert list(found.items()) == [(number, 1) for number in range(1, count + digests + 1)]

    async def until(self, true: Callable[[], Awaitable[bool]]) -> None:
        """Wait until it is."""
        end = time.monotonic() + 20
        while not await true():
            assert time.monotonic() < end, "not in time"
            await asyncio.sleep(0.02)

    async def place(self, channel: Any) -> Place:  # noqa: ANN401 - the loopback has no types
        return await self.library.store.channels.get(int(channel["id"]))

    async def owes(self) -> bool:
        return bool((await self.library.store.outbox.totals()).get(State.OWED, 0))


@pytest.fixture
async def delivery(bot: Bot, library: Library) -> AsyncIterator[Delivery]:
    server = bot.server
    guild = next(iter(server.guilds.values()))
    office = next(c for c in server.channels.values() if c["name"] == "general")
    channels = [server.make_channel(guild, str(kind), kind) for kind in (TEXT, FORUM)]
    topics = [
        await library.store.topics.begin(
            Proposal(
                guild=int(guild["id"]),
                channel=int(channel["id"]),
                made_in=int(office["id"]),
                made_by=1,
                query="goats",
                most=MOST,
            ),
            datetime.now(UTC),
        )
        for channel in channels
    ]
    courier = ChannelCourier()
    feed = Feed(library.store, courier)
    async with bot.serving(library, courier=courier):
        await asyncio.wait_for(courier.begun(), 10)
        task = asyncio.ensure_future(feed.run())
        yield Delivery(bot, library, feed, channels, topics)
        task.cancel()
        await asyncio.wait({task})


async def verdict(tools: Path, server: Server, path: Path) -> int:
    """Hold what was asked of Discord against Discord's own description; return the exit code."""
    kept = ("t", "method", "path", "query", "headers", "body", "status", "response", "fault")
    text = json.dumps([{key: getattr(request, key) for key in kept} for request in server.requests])
    await asyncio.to_thread(path.write_text, text)
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(tools / "verify.py"), str(path), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    if process.returncode:
        sys.stderr.write(said.decode()[-4_000:])
    return process.returncode or 0


Fault = Callable[[Any], Any]

FAULTS: dict[str, Fault] = {
    "429": lambda fault: fault.ratelimit("POST", POST, 0.2, times=2),
    "429 without Via": lambda fault: fault.ratelimit("POST", POST, 0.2, times=2, via=False),
    "429 for everything": lambda fault: fault.ratelimit("POST", POST, 0.2, glob=True, times=2),
    "five 502s": lambda fault: fault("POST", POST, 502, times=5),
    "503": lambda fault: fault("POST", POST, 503, times=2),
    "a reset before the work": lambda fault: fault("POST", POST, kind="drop", times=3),
    "a reset after the work": lambda fault: fault("POST", POST, 0, kind="after", times=3),
    "502 after the work": lambda fault: fault("POST", POST, 502, kind="after", times=3),
    "503 after the work": lambda fault: fault("POST", POST, 503, kind="after", times=3),
    "no looking either": lambda fault: fault("GET", r"/(channels|guilds)/\d+/", 503, times=3),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_all_posts_arrive_once_and_in_order_whatever_happens(
    delivery: Delivery, name: str
) -> None:
    fault = FAULTS[name](__import__("server").Fault)
    if name == "no looking either":
        delivery.server.faults.append(FAULTS["503 after the work"](__import__("server").Fault))
    delivery.server.faults.append(fault)
    await delivery.bring(1, 3)
    await delivery.arrived(3)
    assert fault.hits
    await delivery.bring(4, 1)
    await delivery.arrived(4)


async def test_a_gateway_that_drops_and_resumes_loses_nothing(delivery: Delivery) -> None:
    for number in range(1, 5):
        for connection in delivery.server.live():
            connection.abort()
        await delivery.bring(number, 1)
        await asyncio.sleep(0.1)
    await delivery.arrived(4)


@pytest.mark.parametrize(
    ("mark", "trouble"), [("_no_perms", Trouble.FORBIDDEN), ("_no_access", Trouble.GONE)]
)
async def test_what_is_not_allowed_is_told_truly_and_delivered_when_it_is_again(
    delivery: Delivery, mark: str, trouble: Trouble
) -> None:
    channel = delivery.channels[0]
    channel[mark] = True
    await delivery.bring(1, 2)
    store, number = delivery.library.store, int(channel["id"])

    async def tried() -> bool:
        return (await delivery.place(channel)).tries >= 3

    await delivery.until(tried)
    await asyncio.sleep(0.3)
    [topic] = await store.topics.of_channel(number)
    paused = trouble is Trouble.FORBIDDEN
    assert topic.why is (Trouble.FORBIDDEN if paused else None)
    place = await delivery.place(channel)
    assert place.trouble is trouble
    assert place.error.startswith("403 500")
    invalid = [r for r in delivery.server.requests if r.status == 403]
    assert len(invalid) <= 2 * place.tries
    assert (await store.outbox.owed(number))[0].attempts >= 3
    del channel[mark]
    if paused:
        await store.topics.resume(topic.guild, topic.number)
    await delivery.arrived(2)
    assert (await delivery.place(channel)).trouble is None


async def test_a_channel_that_is_gone_keeps_what_it_owes_and_the_others_go_on(
    delivery: Delivery,
) -> None:
    gone, left = delivery.channels
    del delivery.server.channels[gone["id"]]
    await delivery.bring(1, 3)

    async def done() -> bool:
        missed = (await delivery.place(gone)).trouble is Trouble.GONE
        return missed and len(seen(delivery.server, left)) == 3

    await delivery.until(done)
    assert "10003" in (await delivery.place(gone)).error
    counts = await delivery.library.store.outbox.counts(int(gone["id"]))
    assert counts == {State.OWED: 3}


async def test_a_digest_whose_forum_post_is_deleted_ends_there_and_the_forum_goes_on(
    delivery: Delivery,
) -> None:
    forum = delivery.channels[1]
    fault = __import__("server").Fault("POST", r"/channels/\d+/messages$", 503, times=6)
    delivery.server.faults.append(fault)
    await delivery.bring(1, MOST + 1)

    async def begun() -> bool:
        return fault.hits > 2 and any(
            c.get("parent_id") == forum["id"] for c in delivery.server.channels.values()
        )

    await delivery.until(begun)
    [thread] = [
        c["id"] for c in delivery.server.channels.values() if c.get("parent_id") == forum["id"]
    ]
    await delivery.server.emit(
        "THREAD_DELETE", delivery.server.channels.pop(thread), forum["guild_id"]
    )

    async def done() -> bool:
        return not await delivery.owes()

    await delivery.until(done)
    assert (await delivery.place(forum)).trouble is None
    assert await delivery.library.store.outbox.counts(int(forum["id"])) == {State.SENT: MOST + 1}


async def test_a_refused_body_is_said_more_plainly_and_then_set_aside(
    delivery: Delivery, caplog: pytest.LogCaptureFixture
) -> None:
    fault = __import__("server").Fault
    text = delivery.channels[0]["id"]
    refusal = {"code": 50035, "message": "Invalid Form Body"}

    def refuse(times: int) -> None:
        path = f"/channels/{text}/messages$"
        delivery.server.faults.append(fault("POST", path, 400, refusal, times=times))

    refuse(1)
    await delivery.bring(1, 2)
    await delivery.arrived(2)
    refuse(2)
    await delivery.bring(3, 2)

    async def done() -> bool:
        return not await delivery.owes()

    await delivery.until(done)
    counts = await delivery.library.store.outbox.counts(int(text))
    assert counts == {State.SENT: 3, State.ASIDE: 1}
    assert "Invalid Form Body" in caplog.text


async def test_what_is_sent_passes_discords_own_description(
    delivery: Delivery, tmp_path: Path, tools: Path
) -> None:
    for topic in delivery.topics:
        await delivery.library.store.topics.edit(replace(topic, mention="123456789012345678"))
    await delivery.bring(1, 2)
    await delivery.arrived(2)
    await delivery.bring(3, MOST + 5)
    await delivery.arrived(2, digests=MOST)
    posts = [r for r in delivery.server.requests if r.method == "POST" and "/channels/" in r.path]
    assert {r.status for r in posts} == {200, 201}
    assert all(r.body["enforce_nonce"] for r in posts if r.path.endswith("messages"))
    assert await verdict(tools, delivery.server, tmp_path / "requests.json") == 0


async def test_a_bot_that_is_killed_loses_nothing_and_posts_nothing_twice(
    tools: Path, tmp_path: Path
) -> None:
    async with discord(tools) as server:
        damage = await drive(server, tools, tmp_path, Plan(4, 10, 1, 2), seed=4)
    assert (damage.kills, damage.expected) == (4, 30)
    assert damage.none, f"{damage} {damage.lost} {damage.doubled} {damage.logs}"
