"""The demo as a newcomer meets it: a process that is started, looked at and ended."""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def paperbot(data: Path, *words: str, **settings: str) -> AsyncGenerator[Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "demo", *words),
        cwd=ROOT,
        env={**os.environ, "PAPERBOT_DATA_DIR": str(data), "BROWSER": "true", **settings},
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ended(process: Process) -> tuple[int | None, str, str]:
    out, err = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, out.decode(), err.decode()


async def test_one_typed_command_prints_its_reply_and_ends(tmp_path: Path) -> None:
    typed = "/paper find query: optimal transport year: 2013..2026"
    async with paperbot(tmp_path, "--once", typed) as process:
        code, out, _ = await ended(process)
    assert code == 0
    assert "read as optimal transport year:2013..2026" in out
    assert "Sinkhorn Distances" in out
    assert "arXiv https://arxiv.org/abs/1306.0895" in out
    assert "[Open]" in out
    assert "**" not in out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("/paper find", "/paper find needs query: and a value"),
        ("/paper find query: x place: nowhere", "place: takes here, only me, not “nowhere”."),
        ("/paper find query: x yaer: 2026", "/paper find has no option yaer:."),
        ("/topics add", "There is no command like /topics add."),
    ],
)
async def test_what_cannot_be_sent_is_one_sentence(
    tmp_path: Path, typed: str, sentence: str
) -> None:
    async with paperbot(tmp_path, "--once", typed) as process:
        code, out, err = await ended(process)
    assert (code, out) == (1, "")
    assert sentence in err
    assert "Traceback" not in err


async def test_an_error_of_the_bot_is_a_reply(tmp_path: Path) -> None:
    async with paperbot(tmp_path, "--once", "/paper find query: the of") as process:
        code, out, _ = await ended(process)
    assert code == 0
    assert "has only words that stand in nearly every paper" in out


@pytest.mark.enable_socket
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_page_answers_and_ends_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with paperbot(tmp_path) as process, aiohttp.ClientSession() as session:
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        url = said.split()[-1]
        assert url.startswith("http://127.0.0.1:")
        async with session.get(url) as answer:
            assert answer.status == 200
            assert "<title>" in await answer.text()
        process.send_signal(number)
        code, _, err = await ended(process)
    assert (code, err) == (0, "")


@pytest.mark.enable_socket
async def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with paperbot(tmp_path, "--port", str(port)) as process:
            code, out, err = await ended(process)
    assert (code, out) == (1, "")
    assert f"Port {port} of 127.0.0.1 cannot be used" in err
    assert "Traceback" not in err


async def test_a_typed_command_has_no_port(tmp_path: Path) -> None:
    async with paperbot(tmp_path, "--once", "/help", "--port", "8000") as process:
        code, out, err = await ended(process)
    assert (code, out) == (2, "")
    assert "--once has no page, and so no --port." in err


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        (
            "simcord.py",
            "raise ModuleNotFoundError(\"No module named 'simcord'\", name='simcord')",
            "needs the package simcord",
        ),
        (
            "sitecustomize.py",
            "import sys; sys.modules['markdown_it'] = None",
            "The demo's page cannot be shown: what it needs is missing",
        ),
    ],
)
async def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, name: str, code: str, sentence: str
) -> None:
    missing = tmp_path / "missing"
    missing.mkdir()
    (missing / name).write_text(f"{code}\n")
    path = f"{missing}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    async with paperbot(tmp_path, PYTHONPATH=path) as process:
        ending, out, err = await ended(process)
    assert (ending, out) == (1, "")
    assert sentence in err
    assert "pip install 'paperbot[demo]'" in err
    assert "Traceback" not in err


async def test_a_topic_is_tested_as_the_admin_with_options_as_discord_sends_them(
    tmp_path: Path,
) -> None:
    typed = "/topic add query: optimal transport channel: #new-papers most: 5 publish: yes"
    async with paperbot(tmp_path, "--once", typed) as process:
        code, out, _ = await ended(process)
    assert code == 0
    assert "#new-papers · at once · at most 5 a post" in out
    assert "[Confirm]" in out
    for wrong, sentence in (
        ("channel: #nowhere", "channel: takes one of #papers, #discussions, #new-papers"),
        ("channel: papers most: many", "most: takes a whole number, not “many”."),
        ("channel: papers publish: perhaps", "publish: takes yes or no, not “perhaps”."),
    ):
        async with paperbot(tmp_path, "--once", f"/topic add query: x {wrong}") as process:
            code, out, err = await ended(process)
        assert (code, out) == (1, "")
        assert sentence in err
