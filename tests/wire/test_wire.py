"""The real client over real sockets, against the loopback Discord."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


async def call(program: Path, *words: str, env: dict[str, str]) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(program),
        *words,
        cwd=ROOT,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, out.decode()


@pytest.fixture
def tools(shared: Path) -> Path:
    return shared / "tools" / "loopback"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "PAPERBOT_DATA_DIR": str(tmp_path / "data")}


TOPIC = ("query=optimal transport", "schedule=daily", "timezone=Europe/Berlin")
FIND = ("paper find", "query=optimal transport")


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        (
            (*FIND, "--then", "click:▶", "--then", "click:Open"),
            ("Sinkhorn Distances", "page 1 of", "page 2 of", "(only you)", "Post here"),
        ),
        ((*FIND, "place=only me"), ("(only you)", "Sinkhorn Distances")),
        (("paper random", "--then", "click:Another"), ("Another", "This summary is ours")),
        (("paper show", "paper=https://arxiv.org/abs/1706.03762v5"), ("Attention Is All You",)),
        (("--autocomplete", "paper", "paper show", "paper=atten"), ("Attention Is All You",)),
        (("paper find", "query=the of"), ("(only you)", "the of")),
        (("help",), ("/paper find", "How to search")),
        (
            ("topic add", *TOPIC, "channel=forum", "--then", "click:Confirm"),
            ("(only you)", "would have been posted", "Confirm", "From now on"),
        ),
        (("topic add", *TOPIC, "channel=papers", "--then", "click:Change"), ("[Change]",)),
        (("topic list",), ("(only you)", "0 topics")),
    ],
)
async def test_a_person_gets_an_answer_and_discord_nothing_to_complain_of(
    tools: Path, env: dict[str, str], tmp_path: Path, words: Sequence[str], seen: Sequence[str]
) -> None:
    requests = tmp_path / "requests.json"
    code, out = await call(tools / "drive.py", "--requests", str(requests), *words, env=env)
    assert code == 0, out
    for text in seen:
        assert text in out
    code, verdict = await call(tools / "verify.py", str(requests), env=env)
    assert code == 0, verdict


async def test_in_a_direct_message_it_answers_as_well(tools: Path, env: dict[str, str]) -> None:
    code, out = await call(tools / "drive.py", "--dm", *FIND, env=env)
    assert code == 0, out
    assert "Sinkhorn Distances" in out


@pytest.mark.enable_socket
async def test_a_refused_token_ends_in_one_sentence_and_sigterm_ends_quietly(
    tools: Path, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tools), *sys.path])
    discord: Any = __import__("server").FakeDiscord()
    await discord.start()
    try:
        env |= {"LOOPBACK_API": discord.api, "LOOPBACK_GATEWAY": discord.gw}
        wrong = {**env, "PAPERBOT_DISCORD_TOKEN": "no.such.token"}
        code, out = await call(tools / "launch.py", "run", env=wrong)
        assert code == 1
        assert "Discord refuses the token" in out.splitlines()[-1]
        assert "Traceback" not in out
        assert "no.such.token" not in out
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            str(tools / "launch.py"),
            "run",
            cwd=ROOT,
            env={**env, "PAPERBOT_DISCORD_TOKEN": discord.token},
        )
        await asyncio.wait_for(discord.ready.wait(), 30)
        bot.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(bot.wait(), 5) == 0
    finally:
        await discord.stop()
