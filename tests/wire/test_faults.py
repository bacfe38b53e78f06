"""What a network and a Discord in trouble do to the connection, and that the bot survives it."""

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.chat.pulse import Outcome
from bot.chat.supervisor import Patience
from bot.library.library import Library
from bot.papers.errors import ConfigurationError
from tests.fakes import SlowLibrary
from tests.wire.conftest import SHORT, Bot, point_gateway

pytestmark = pytest.mark.enable_socket


def closed_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_a_first_connection_that_is_refused_five_times_is_survived(
    bot: Bot, library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, dead = bot.server.gw, f"ws://127.0.0.1:{closed_port()}"
    bot.before_each = lambda tries: point_gateway(monkeypatch, dead if tries < 5 else real)
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
        assert "Sinkhorn" not in str(await bot.ask())
    assert len(bot.clients) == 6
    assert (bot.pulse.connects, bot.pulse.identifies_today) == (1, 1)
    assert bot.pulse.last_error is not None
    assert bot.pulse.last_error.startswith("Discord cannot be reached (Cannot connect to host")
    told = [r for r in caplog.records if "Trying again in" in r.getMessage()]
    assert len(told) == 5
    assert all(r.exc_info is None for r in caplog.records if r.levelno >= logging.WARNING)


async def test_no_network_at_the_start_is_waited_out(
    bot: Bot, library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, dead = bot.server.api, f"http://127.0.0.1:{closed_port()}/api/v10"
    bot.before_each = lambda tries: monkeypatch.setattr(
        "discord.http.Route.BASE", dead if tries < 3 else real
    )
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
    assert len(bot.clients) == 4
    assert bot.pulse.identifies_today == 1
    assert "Traceback" not in caplog.text


async def test_a_name_server_that_fails_is_waited_out(
    bot: Bot, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, dead = bot.server.api, "http://discord.invalid/api/v10"
    bot.before_each = lambda tries: monkeypatch.setattr(
        "discord.http.Route.BASE", real if tries else dead
    )
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected, 30)
    assert "discord.invalid" in str(bot.pulse.last_error)


async def test_a_session_whose_resume_address_stays_dead_is_given_up(
    bot: Bot, library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    bot.server.gw = bot.server.gw.replace("/gateway", "/gateway-dead")
    async with bot.serving(library):
        await bot.until(lambda: bool(bot.clients) and bot.clients[0].is_ready())
        bot.server.live()[0].abort()
        await bot.until(lambda: not bot.pulse.connected)
        assert bot.clients[0].is_ready()  # which is why nobody may trust it
        assert bot.pulse.latency_s is None
        await bot.until(lambda: bot.pulse.connected)
        assert await bot.ask()
    assert len(bot.clients) == 2
    assert bot.pulse.identifies_today == 2
    assert "Discord has been silent for" in str(bot.pulse.last_error)
    assert "Traceback" not in caplog.text


async def test_a_gateway_that_drops_again_and_again_is_resumed(bot: Bot, library: Library) -> None:
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
        for times in range(2, 12):
            bot.server.live()[0].abort()
            await bot.until(lambda times=times: bot.pulse.connects == times)
            assert await bot.ask()
    assert len(bot.clients) == 1
    assert bot.pulse.identifies_today == 1
    assert bot.pulse.commands["/paper find", Outcome.OK].count == 10


async def test_a_gateway_that_says_nothing_any_more_is_left(bot: Bot, library: Library) -> None:
    patience = Patience(starting=5, lost=5, silent=0.5, beat=0.05)
    async with bot.serving(library, patience):
        await bot.until(lambda: len(bot.clients) == 2 and bot.pulse.connects == 2)
        assert await bot.ask()
    assert "silent" in str(bot.pulse.last_error)


async def test_answered_heartbeats_are_no_silence(bot: Bot, library: Library) -> None:
    bot.server.heartbeat_ms = 100
    patience = Patience(starting=5, lost=5, silent=0.5, beat=0.05)
    async with bot.serving(library, patience):
        await bot.until(lambda: bot.pulse.connected)
        await asyncio.sleep(0.8)
        assert 0 < (bot.pulse.latency_s or 0) < 1
        assert (bot.pulse.silence_s() or 9) < 0.5
    assert len(bot.clients) == 1


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
async def test_a_close_for_good_ends_in_a_sentence(bot: Bot, library: Library, code: int) -> None:
    async with bot.serving(library) as task:
        await bot.until(lambda: bot.pulse.connected)
        await bot.server.live()[0].ws.close(code=code)
        error = await bot.ended(task)
    assert isinstance(error, ConfigurationError)
    assert ("refuses the token" if code == 4004 else f"(code {code})") in str(error)
    assert len(bot.clients) == 1
    assert not bot.pulse.connected


@pytest.mark.parametrize("code", [1000, 4000, 4007, 4008, 4009])
async def test_any_other_close_goes_on(bot: Bot, library: Library, code: int) -> None:
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
        await bot.server.live()[0].ws.close(code=code)
        await bot.until(lambda: bot.pulse.connects == 2)
        assert await bot.ask()
    assert len(bot.clients) == 1


async def test_a_refused_token_is_not_tried_twice(bot: Bot, library: Library) -> None:
    async with bot.serving(library, token="no.such.token") as task:  # noqa: S106 - it is refused
        assert "Discord refuses the token" in str(await bot.ended(task))
    assert len(bot.clients) == 1


@pytest.mark.parametrize("status", [403, 429, 500, 503])
async def test_a_discord_in_trouble_at_the_login_is_waited_out(
    bot: Bot, library: Library, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.http.asyncio.sleep", no_time(asyncio.sleep))
    fault = __import__("server").Fault
    bot.server.faults.append(fault("GET", "/users/@me", status, times=5))
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
    assert str(status) in str(bot.pulse.last_error)


async def test_sessions_that_end_at_once_are_not_asked_for_without_end(
    bot: Bot, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.client.asyncio.sleep", no_time(asyncio.sleep))
    monkeypatch.setattr("bot.chat.identifies.AT_ONCE", 5)
    bot.server.invalid_on_resume = True
    async with bot.serving(library):
        await bot.until(lambda: dropped(bot) and "1,000" in str(bot.pulse.last_error), 20)
    assert len(bot.server.identifies) == 5
    assert (
        str(5) in bot.marks.values["identifies"] or bot.marks.values["identifies"].count(",") == 4
    )


def dropped(bot: Bot) -> bool:
    """Drop the gateway, and return True."""
    for connection in bot.server.live():
        connection.abort()
    return True


async def test_commands_under_way_are_answered_before_the_end(bot: Bot, library: Library) -> None:
    async with bot.serving(SlowLibrary(library, seconds=0.5)):
        await bot.until(lambda: bot.pulse.connected)
        asked = await ask_twenty(bot)
        began = time.monotonic()
    assert time.monotonic() - began < 2
    for interaction in asked:
        assert interaction.acked == 4
        assert "Optimal transport plan" in str(interaction.original)
    assert bot.pulse.under_way == 0


async def test_commands_that_take_too_long_for_the_end_say_so(
    bot: Bot, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.client.FINISHING_S", 0.3)
    async with bot.serving(SlowLibrary(library, seconds=30)):
        await bot.until(lambda: bot.pulse.connected)
        asked = await ask_twenty(bot)
        began = time.monotonic()
    assert time.monotonic() - began < 4.5
    for interaction in asked:
        assert "I am being restarted" in str((interaction.original, interaction.followups))
    assert sum(t.count for (_, o), t in bot.pulse.commands.items() if o is Outcome.TOLD) == 20


async def ask_twenty(bot: Bot) -> list[Any]:
    place, alice = bot.place()
    asked = [
        await bot.server.slash(place, alice, "paper find", {"query": "transport"})
        for _ in range(20)
    ]
    await bot.until(lambda: bot.pulse.under_way == 20)
    return asked


async def test_a_gateway_that_does_not_answer_a_close_delays_nothing(
    bot: Bot, library: Library
) -> None:
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
        transport = bot.server.live()[0].request.transport
        transport.pause_reading()
        began = time.monotonic()
    assert time.monotonic() - began < 2
    transport.abort()


async def test_rate_limits_are_counted(bot: Bot, library: Library) -> None:
    fault = __import__("server").Fault
    bot.server.faults.append(fault.ratelimit("POST", "/callback", 0.2))
    async with bot.serving(library):
        await bot.until(lambda: bot.pulse.connected)
        assert await bot.ask()
    assert (bot.pulse.rate_limits, bot.pulse.rate_limit_s) == (1, 1.0)


@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_clock_that_is_an_hour_off_still_answers(
    bot: Bot, library: Library, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.replies.PATIENCE", 0.2)
    snow = bot.server.snow
    bot.server.snow = lambda: str(int(snow()) + (hours * 3_600_000 << 22))
    async with bot.serving(SlowLibrary(library, seconds=0.3)):
        await bot.until(lambda: bot.pulse.connected)
        assert "Optimal transport plan" in str((await bot.ask()).original)
        assert await bot.ask("paper random", query="transport")
        place, alice = bot.place()
        assert await bot.server.autocomplete(place, alice, "paper show", "paper", "opt")


async def test_a_connection_that_fails_unexpectedly_after_it_was_up_is_made_anew(
    bot: Bot, library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot.serving(library, SHORT):
        await bot.until(lambda: bot.pulse.connected)
        await asyncio.sleep(0.1)
        # A frame that no Discord sends: discord.py fails over its missing fields.
        await bot.server.live()[0].send({"op": 0, "t": "READY", "s": 9, "d": {}})
        await bot.until(lambda: bot.pulse.connects == 2)
        assert await bot.ask()
    assert "The client failed unexpectedly" in caplog.text


def no_time(sleep: Callable[[float], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def slept(seconds: float, *_: object) -> None:
        await sleep(min(seconds, 0.01))

    return slept
