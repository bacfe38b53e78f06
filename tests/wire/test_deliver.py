"""`paperbot deliver --once`: one pass, in a process of its own."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cli.program import main
from bot.library.instance import instance
from bot.library.opening import open_store
from bot.papers.standing import Proposal
from tests.wire.conftest import ROOT, Server
from tests.wire.kills import TEXT, bring, discord, goats, seen

pytestmark = [pytest.mark.enable_socket, pytest.mark.usefixtures("handlers")]


@dataclass(frozen=True)
class Cron:
    """A machine on which no bot runs all the time."""

    server: Server
    launch: Path
    data: Path

    async def deliver(self) -> subprocess.CompletedProcess[str]:

        env = {
            **os.environ,
            "PAPERBOT_DATA_DIR": str(self.data),
            "PAPERBOT_DISCORD_TOKEN": self.server.token,
            "LOOPBACK_API": self.server.api,
            "LOOPBACK_GATEWAY": self.server.gw,
        }
        words = [sys.executable, str(self.launch), "deliver", "--once", "--json"]
        return await asyncio.to_thread(
            subprocess.run, words, cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )


@pytest.fixture
async def cron(tools: Path, tmp_path: Path) -> AsyncIterator[Cron]:
    async with discord(tools) as server:
        server.record = True
        yield Cron(server, tools / "launch.py", tmp_path / "data")


async def test_one_pass_posts_what_is_owed_and_ends(cron: Cron) -> None:
    guild = cron.server.make_guild()
    channel = cron.server.make_channel(guild, "goats", TEXT)
    number = int(channel["id"])
    proposal = Proposal(
        guild=int(guild["id"]), channel=number, made_in=number, made_by=1, query="goats", most=3
    )
    async with open_store(cron.data) as store:
        await store.topics.begin(proposal, datetime.now(UTC))
        done = await cron.deliver()
        assert json.loads(done.stdout) == {
            "papers": 0, "messages": 0, "aside": 0, "owed": 0, "failed": [],
        }  # fmt: skip
        assert cron.server.requests == []
        await bring(store, goats(1, 2))
        done = await cron.deliver()
        assert json.loads(done.stdout)["papers"] == 2, done.stderr
        assert list(seen(cron.server, channel)) == [1, 2]
        await bring(store, goats(3, 5))
        channel["_no_perms"] = True
        done = await cron.deliver()
        failed = json.loads(done.stdout)["failed"]
        assert [each["channel"] for each in failed] == [channel["id"]]
        assert "50013" in failed[0]["error"]
        assert done.returncode == 0
        del channel["_no_perms"]
        done = await cron.deliver()
        document = json.loads(done.stdout)
        assert (document["papers"], document["messages"], document["owed"]) == (5, 1, 0)


def test_beside_a_running_bot_it_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("PAPERBOT_DISCORD_TOKEN", "a.token")
    with instance(tmp_path), pytest.raises(SystemExit) as ended:
        main(["deliver", "--once"])
    assert ended.value.code == 1
    assert "Another Paperbot runs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [(["deliver"], 2, "--once"), (["deliver", "--once"], 1, "no Discord token")],
)
def test_without_once_or_a_token_it_says_what_to_do(
    words: list[str],
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("PAPERBOT_DISCORD_TOKEN", raising=False)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == code
    assert says in capsys.readouterr().err
