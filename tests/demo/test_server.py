"""The offline server itself, without a process or a browser around it."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest

from bot.demo.reply import as_text
from bot.demo.server import Server, keep_time, open_server
from bot.demo.zone import local_zone
from bot.library.opening import open_library


def late(server: Server) -> timedelta:
    return datetime.now(UTC) - server.env.now()


async def test_there_are_channels_of_each_kind_and_two_people(tmp_path: Path) -> None:
    async with open_library(tmp_path, starter="auto") as library, open_server(library) as server:
        guild = server.client.guilds[0]
        kinds = {channel.name: channel.type for channel in guild.channels}
        assert kinds == {
            "papers": discord.ChannelType.text,
            "discussions": discord.ChannelType.forum,
            "new-papers": discord.ChannelType.news,
        }
        for person in (server.admin, server.member):
            shown = await person.slash(server.channel, "paper find", query="optimal transport")
            assert shown.response is not None
            assert "[Open]" in as_text(shown.response.components)


async def test_messages_bear_the_time_at_which_they_are_sent(tmp_path: Path) -> None:
    async with open_library(tmp_path, starter="auto") as library, open_server(library) as server:
        assert abs(late(server)) < timedelta(seconds=5)
        stood_still = server.env.now()
        await asyncio.sleep(0.02)
        assert server.env.now() == stood_still
        with suppress(TimeoutError):
            await asyncio.wait_for(keep_time(server.env, 0.01), 0.1)
        assert abs(late(server)) < timedelta(seconds=0.5)


def test_the_page_shows_the_time_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    localtime = tmp_path / "localtime"
    monkeypatch.setenv("TZ", "")
    assert local_zone(localtime) == "UTC"
    localtime.symlink_to(tmp_path / "zoneinfo" / "Europe" / "Berlin")
    assert local_zone(localtime) == "Europe/Berlin"
    monkeypatch.setenv("TZ", ":Asia/Tokyo")
    assert local_zone(localtime) == "Asia/Tokyo"
    monkeypatch.setenv("TZ", "<+03>-3")
    assert local_zone(localtime) == "UTC"
