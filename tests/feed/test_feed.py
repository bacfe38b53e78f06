"""What is owed and when it goes out, whatever the courier meets."""

import asyncio
import sqlite3
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.feed.courier import Barred, Failure, Later, Refused, Unsure
from bot.feed.feed import Feed, Pass
from bot.feed.pace import Pace
from bot.library.opening import Places, open_store
from bot.papers.errors import StoreLocked
from bot.papers.schedule import Quiet
from bot.papers.standing import Proposal, Schedule, Topic, Trouble
from bot.papers.wording import say
from bot.store.outbox import State
from bot.store.store import Store
from tests.fakes import Channels, Clock
from tests.library.test_owing import HERE, THERE, bring, paper

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@dataclass
class House:
    """A store, a clock that goes on by itself, and channels."""

    store: Store
    clock: Clock
    channels: Channels

    async def topic(self, channel: int = HERE, **how: Any) -> Topic:  # noqa: ANN401 - fields of a proposal
        fields: dict[str, Any] = {"query": "transport", "guild": 1, "made_in": 7, "made_by": 9}
        return await self.store.topics.begin(
            Proposal(channel=channel, **(fields | how)), self.clock()
        )

    async def bring(self, first: int, last: int | None = None) -> None:
        numbers = range(first, (last or first) + 1)
        await bring(self.store, *(paper(number) for number in numbers))

    async def deliver(self, awake: datetime = LONG_AGO) -> Pass:
        feed = Feed(self.store, self.channels, now=self.clock, awake=awake)
        return await feed.once()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    clock = Clock(NOON)
    async with open_store(tmp_path) as store:
        yield House(store, clock, Channels(clock))


FAILURES: list[Failure] = [
    Unsure("502"),
    Later("429", 1.0),
    Refused("50035"),
    Barred(Trouble.FORBIDDEN, "send_messages"),
    Barred(Trouble.GONE, "10003"),
]

Step = tuple[str, int]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("import"), st.integers(1, 5)),
        st.tuples(st.just("deliver"), st.integers(0, 5)),
        st.tuples(st.just("fail"), st.integers(0, 2 * len(FAILURES) - 1)),
        st.tuples(st.just("kill"), st.integers(1, 12)),
        st.tuples(st.just("pause"), st.integers(0, 1)),
        st.tuples(st.just("wait"), st.integers(1, 30)),
    ),
    max_size=25,
)


@given(steps=STEPS, most=st.integers(1, 4), schedule=st.sampled_from(list(Schedule)))
@settings(max_examples=30)
def test_every_paper_comes_once_whatever_happens_between(
    steps: list[Step], most: int, schedule: Schedule
) -> None:
    async def live() -> None:
        with tempfile.TemporaryDirectory() as folder:
            clock = Clock(NOON)
            async with open_store(Path(folder)) as store:
                house = House(store, clock, Channels(clock))
                await _live(house, steps, most, schedule)

    asyncio.run(live())


async def _live(house: House, steps: list[Step], most: int, schedule: Schedule) -> None:
    topics = [await house.topic(c, most=most, schedule=schedule) for c in (HERE, THERE)]
    brought = 0
    for what, count in steps:
        if what == "import":
            await house.bring(brought + 1, brought + count)
            brought += count
        else:
            await _happen(house, what, count, topics)
    house.channels.faults.clear()
    for topic in topics:
        await house.store.topics.resume(1, topic.number)
    for _ in range(3):
        house.clock.moment += timedelta(days=8)
        await house.deliver()
    for channel in (HERE, THERE):
        await _expect_all_once(house, channel, brought)


async def _happen(house: House, what: str, count: int, topics: list[Topic]) -> None:
    match what:
        case "deliver":
            await house.deliver()
        case "fail":
            failure = FAILURES[count // 2]
            after = count % 2 == 1 and isinstance(failure, Unsure)
            house.channels.faults.append((failure, after))
        case "kill":
            task = asyncio.ensure_future(house.deliver())
            for _ in range(count * count):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait({task})
        case "pause":
            await house.store.topics.pause(1, topics[count].number, house.clock())
        case _:
            house.clock.moment += timedelta(hours=count)


async def _expect_all_once(house: House, channel: int, brought: int) -> None:
    counts = await house.store.outbox.counts(channel)
    assert counts.get(State.OWED, 0) == 0
    assert sum(counts.values()) == brought
    shown = Counter(house.channels.papers(channel))
    assert all(times == 1 for times in shown.values())
    rest = [p for parcel in await parcels(house, channel) for p in parcel.rest]
    assert len(shown) + len(rest) >= brought - counts.get(State.ASIDE, 0)
    assert not set(shown) & set(rest)


async def parcels(house: House, channel: int) -> list[Any]:
    found = [await house.store.parcels.get(number) for number in range(1, 500)]
    return [p for p in found if p is not None and p.channel == channel]


async def test_the_oldest_come_first_and_in_the_order_in_which_they_came(house: House) -> None:
    await house.topic(most=25)
    await house.bring(1, 7)
    house.channels.faults.append((Unsure("502"), True))
    await house.deliver()
    await house.deliver()
    assert house.channels.papers(HERE) == [1, 2, 3, 4, 5, 6, 7]


async def test_a_paper_is_published_where_it_is_wanted_and_again_later_where_it_failed(
    house: House,
) -> None:
    await house.topic(publish=True)
    await house.topic(THERE)
    await house.bring(1)
    done = await house.deliver()
    assert (done.papers, len(house.channels.published)) == (2, 1)
    await house.bring(2)
    feed = Feed(house.store, house.channels, now=house.clock, awake=LONG_AGO)
    await feed.once()
    assert len(house.channels.published) == 2


async def test_a_removed_topic_takes_what_only_it_owed(house: House) -> None:
    daily = await house.topic(schedule=Schedule.DAILY)
    await house.topic(THERE, schedule=Schedule.DAILY)
    await house.bring(1, 3)
    await house.store.topics.remove(1, daily.number)
    house.clock.moment += timedelta(days=1)
    assert (await house.deliver()).papers == 3
    assert house.channels.papers(HERE) == []


async def test_what_waited_for_another_channel_goes_with_its_topic(house: House) -> None:
    topic = await house.topic(schedule=Schedule.DAILY)
    await house.topic(query="goats", schedule=Schedule.DAILY)
    await house.bring(1, 3)
    await house.store.topics.edit(replace(topic, channel=THERE))
    house.clock.moment += timedelta(days=1)
    await house.deliver()
    assert house.channels.papers(THERE) == [1, 2, 3]
    assert house.channels.papers(HERE) == [1, 2, 3]


async def test_quiet_hours_hold_back_what_could_not_be_sent_before_them(house: House) -> None:
    await house.topic()
    await house.store.channels.set_quiet(HERE, Quiet(time(13), time(15)))
    house.channels.faults.append((Later("503", 1.0), False))
    await house.bring(1)
    await house.deliver()
    house.clock.moment = NOON + timedelta(hours=1)
    assert (await house.deliver()).papers == 0
    house.clock.moment = NOON + timedelta(hours=3)
    assert (await house.deliver()).papers == 1


async def test_a_server_that_the_bot_left_is_kept_for_thirty_days_and_goes_on_on_return(
    house: House,
) -> None:
    topic = await house.topic()
    await house.bring(1)
    await house.store.servers.left(1, house.clock())
    left = await house.store.topics.get(1, topic.number)
    assert (left.why, left.paused) == (Trouble.LEFT, NOON)
    assert (await house.deliver()).papers == 0
    await house.store.servers.present([1], house.clock())
    assert (await house.store.topics.get(1, topic.number)).paused is None
    assert (await house.deliver()).papers == 1
    await house.store.servers.present([2], house.clock())
    assert await house.store.servers.forget(NOON + timedelta(days=29)) == []
    assert await house.store.servers.forget(NOON + timedelta(days=31)) == [1]
    assert await house.store.topics.every() == []
    assert await house.store.outbox.totals() == {}


async def test_a_pause_by_a_person_outlives_leaving_and_returning(house: House) -> None:
    topic = await house.topic()
    await house.store.topics.pause(1, topic.number, NOON)
    await house.store.servers.left(1, NOON)
    await house.store.servers.joined(1)
    assert (await house.store.topics.get(1, topic.number)).paused == NOON


async def test_the_loop_sees_what_comes_what_is_due_and_survives_what_goes_wrong(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    ticks = 0
    enough = asyncio.Event()

    async def sleep(_: float) -> None:
        nonlocal ticks
        ticks += 1
        if ticks == 3:
            await house.bring(1, 2)
        if ticks == 6:
            house.clock.moment += timedelta(days=1)
        if ticks == 12:
            enough.set()
        await asyncio.sleep(0.02)

    await house.topic()
    await house.topic(THERE, schedule=Schedule.DAILY)
    feed = Feed(house.store, house.channels, now=house.clock, awake=LONG_AGO, sleep=sleep)
    task = asyncio.ensure_future(feed.run())
    await asyncio.wait_for(enough.wait(), 20)
    assert house.channels.papers(HERE) == house.channels.papers(THERE) == [1, 2]
    assert (feed.signs.sent, feed.signs.owed, feed.signs.error) == (4, 0, None)
    house.store.outbox = BrokenOutbox()  # pyright: ignore[reportAttributeAccessIssue] - a disk that fails
    ticks = 20
    while feed.signs.error is None:  # noqa: ASYNC110 - the loop tells nobody
        await asyncio.sleep(0.01)
    assert "locked" in feed.signs.error
    assert caplog.text.count("The feed cannot go on") == 1
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()


class BrokenOutbox:
    """An outbox on a disk that is locked."""

    async def backlog(self) -> None:
        raise StoreLocked(say("The database is locked."))


async def test_turns_are_a_fortieth_of_a_second_apart() -> None:
    now, waits = 100.0, list[float]()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    pace = Pace(40, ticks=lambda: now, sleep=sleep)
    for _ in range(5):
        await pace.turn()
    assert waits == pytest.approx([0.025, 0.05, 0.075, 0.1])
    now += 10
    await pace.turn()
    assert len(waits) == 4


def test_a_database_of_the_version_before_takes_the_new_tables(tmp_path: Path) -> None:
    async def opened() -> list[Topic]:
        async with open_store(tmp_path) as store:
            return await store.topics.every()

    assert asyncio.run(opened()) == []
    with closing(sqlite3.connect(Places(tmp_path).database)) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(posts)")]
    assert columns[-1] == "parcel"
