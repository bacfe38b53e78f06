import asyncio
import logging
import math
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

import aiohttp
import pytest

from bot.chat.backoff import Backoff
from bot.chat.client import PaperbotClient
from bot.chat.identifies import A_DAY, AT_ONCE, DAY, MARK, Identifies
from bot.chat.outages import BriefOutages, reason
from bot.chat.pulse import Pulse
from bot.chat.supervisor import Patience, Supervisor, Watch
from bot.library.library import Library
from bot.papers.errors import ChatError, DiskFull
from bot.papers.wording import say
from tests.fakes import Clock, Marks

PATIENCE = Patience()


class Ticks:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


class FullMarks(Marks):
    """A store on a full disk."""

    async def set_meta(self, name: str, value: str) -> None:
        raise DiskFull(say("No space is left for {name} {value}.", name=name, value=value))


class FaultyClient(PaperbotClient):
    """A client with a fault in its program."""

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        raise KeyError(token, reconnect)


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def pulse(clock: Clock, ticks: Ticks) -> Pulse:
    return Pulse(now=clock, ticks=ticks)


def passing(ticks: Ticks, watch: Watch, seconds: int, latency: Callable[[int], float]) -> float:
    """Look once a second, and return for how long the session has been up."""
    up = 0.0
    for second in range(seconds):
        ticks.seconds += 1
        up = watch.look(latency(second))
    return up


def never(_: int) -> float:
    return math.inf


def every_41_s(second: int) -> float:
    return 0.1 + second // 41 * 0.001


def test_a_start_may_take_three_minutes(pulse: Pulse, ticks: Ticks) -> None:
    watch = Watch(pulse, PATIENCE)
    passing(ticks, watch, 180, never)
    with pytest.raises(ChatError, match="silent for 181 s"):
        passing(ticks, watch, 1, never)


def test_heartbeats_alone_keep_a_session_for_days(pulse: Pulse, ticks: Ticks) -> None:
    watch = Watch(pulse, PATIENCE)
    pulse.up()
    assert passing(ticks, watch, 100_000, every_41_s) > 99_000
    assert pulse.latency_s == pytest.approx(0.1 + 99_999 // 41 * 0.001)


def test_a_session_without_a_word_is_given_up_after_two_minutes(pulse: Pulse, ticks: Ticks) -> None:
    watch = Watch(pulse, PATIENCE)
    pulse.up()
    passing(ticks, watch, 120, lambda _: 0.1)
    with pytest.raises(ChatError, match="silent"):
        passing(ticks, watch, 2, lambda _: 0.1)


def test_a_lost_session_is_given_up_after_half_a_minute_whatever_its_socket_says(
    pulse: Pulse, ticks: Ticks
) -> None:
    watch = Watch(pulse, PATIENCE)
    pulse.up()
    passing(ticks, watch, 100, lambda _: 0.1)
    pulse.down()
    assert passing(ticks, watch, 30, every_41_s) == 0
    assert pulse.latency_s is None
    with pytest.raises(ChatError, match="silent"):
        passing(ticks, watch, 3, every_41_s)


def test_a_session_that_comes_back_in_time_is_kept(pulse: Pulse, ticks: Ticks) -> None:
    watch = Watch(pulse, PATIENCE)
    pulse.up()
    passing(ticks, watch, 10, every_41_s)
    for _ in range(50):
        pulse.down()
        passing(ticks, watch, 25, never)
        pulse.up()
        assert passing(ticks, watch, 30, every_41_s) < 31
    assert pulse.connects == 51


def test_waits_double_and_begin_anew_after_a_rest() -> None:
    backoff = Backoff(1, 300, random.Random(7))  # noqa: S311 - a test repeats itself
    waits = [backoff.wait_s() for _ in range(12)]
    for wait, longest in zip(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300], strict=True):
        assert longest / 2 <= wait <= longest
    backoff.rest()
    assert backoff.wait_s() <= 1


async def test_sessions_may_come_in_a_row_and_never_more_than_nine_hundred_a_day(
    pulse: Pulse, clock: Clock
) -> None:
    identifies = Identifies(Marks(), pulse, clock)
    asked: list[datetime] = []
    for _ in range(1_500):
        wait = await identifies.wait_s()
        clock.moment += timedelta(seconds=wait)
        assert await identifies.wait_s() < 0.001
        await identifies.count()
        asked.append(clock.moment)
        clock.moment += timedelta(seconds=1)
    assert (asked[AT_ONCE - 1] - asked[0]).total_seconds() == AT_ONCE - 1
    for first in range(0, 500, 50):
        assert (asked[first + 901] - asked[first]).total_seconds() >= DAY
    gaps = [(b - a).total_seconds() for a, b in pairwise(asked)]
    assert max(gaps) <= DAY / A_DAY + 1
    assert pulse.identifies_today <= 901


async def test_sessions_of_an_earlier_process_count(pulse: Pulse, clock: Clock) -> None:
    marks = Marks()
    for _ in range(AT_ONCE):
        await Identifies(marks, pulse, clock).count()
    assert pulse.identifies_today == AT_ONCE
    assert await Identifies(marks, pulse, clock).wait_s() == pytest.approx(DAY / A_DAY)
    clock.moment += timedelta(days=1)
    assert await Identifies(marks, pulse, clock).wait_s() == 0
    assert pulse.identifies_today == 0


async def test_a_clock_that_is_put_back_locks_nobody_out(pulse: Pulse, clock: Clock) -> None:
    marks = Marks()
    clock.moment += timedelta(days=400)
    for _ in range(AT_ONCE):
        await Identifies(marks, pulse, clock).count()
    clock.moment -= timedelta(days=400)
    assert await Identifies(marks, pulse, clock).wait_s() <= DAY / A_DAY


@pytest.mark.parametrize("mark", ["", "nonsense", "{}", '["x", null, 1e400]', "[[1]]"])
async def test_a_count_that_cannot_be_read_begins_anew(
    pulse: Pulse, clock: Clock, mark: str
) -> None:
    marks = Marks()
    marks.values[MARK] = mark
    identifies = Identifies(marks, pulse, clock)
    assert await identifies.wait_s() == 0
    await identifies.count()
    assert pulse.identifies_today >= 1


async def test_a_full_disk_does_not_keep_the_bot_from_connecting(
    pulse: Pulse, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    identifies = Identifies(FullMarks(), pulse, clock)
    for _ in range(AT_ONCE):
        await identifies.count()
    assert await identifies.wait_s() > 0
    assert "kept in memory only: No space is left for identifies" in caplog.text


async def test_a_fault_at_the_start_is_shown_rather_than_repeated(
    pulse: Pulse, library: Library, clock: Clock
) -> None:
    identifies = Identifies(Marks(), pulse, clock)
    supervisor = Supervisor(
        lambda: FaultyClient(library=library, marks=Marks()), pulse=pulse, identifies=identifies
    )
    with pytest.raises(KeyError):
        await supervisor.serve("token")


async def test_too_many_sessions_are_waited_out_with_a_sentence(
    pulse: Pulse, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    identifies = Identifies(Marks(), pulse, clock)
    for _ in range(AT_ONCE):
        await identifies.count()

    async def sleep(seconds: float) -> None:
        clock.moment += timedelta(seconds=seconds)

    def make() -> PaperbotClient:
        raise asyncio.CancelledError

    supervisor = Supervisor(make, pulse=pulse, identifies=identifies, sleep=sleep)
    with pytest.raises(asyncio.CancelledError):
        await supervisor.serve("token")
    sentence = "400 were asked for. Waiting 3 minutes before the next one."
    assert caplog.text.count(sentence) == 1


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (TimeoutError(), "TimeoutError"),
        (OSError(113, "No route to host"), "[Errno 113] No route to host"),
        (aiohttp.ClientError("<html>\n\n<body>" + "x" * 500), "<html> <body>" + "x" * 187 + "…"),
    ],
)
def test_why_discord_cannot_be_reached_is_one_short_line(error: Exception, text: str) -> None:
    assert reason(error) == text


def test_what_discord_py_logs_of_an_outage_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("test.discord.client")
    log.addFilter(BriefOutages())
    for error in (OSError("unreachable"), ZeroDivisionError()):
        try:
            raise error
        except (OSError, ZeroDivisionError):
            log.exception("Attempting a reconnect in %.2fs", 1.5)
    outage, fault = caplog.records
    assert outage.getMessage() == "Attempting a reconnect in 1.50s: unreachable"
    assert (outage.levelname, outage.exc_info) == ("WARNING", None)
    assert (fault.levelname, bool(fault.exc_info)) == ("ERROR", True)
