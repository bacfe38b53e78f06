"""How the running bot does: the file, the verdict on it, the port."""

import asyncio
import json
import logging
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.chat.pulse import Outcome, Pulse
from bot.cli.program import main
from bot.health.keeping import Health, open_health
from bot.health.report import find_health, last_verdict, write_report
from bot.health.server import serve_health
from bot.health.vitals import Vitals
from bot.library.library import Library
from bot.papers.errors import ConfigurationError
from tests.chat.shelf import open_shelf
from tests.fakes import Clock

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
HOST = "127.0.0.1"


def ago(seconds: float) -> str:
    return (NOW - timedelta(seconds=seconds)).isoformat()


def report(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a report holds
    """Return the report of a bot that is well."""
    gateway = {"connected": True, "last_event": ago(20), "last_error": None}
    return {
        "time": ago(10),
        "gateway": gateway | changes.pop("gateway", {}),
        "database": {"ok": True, "error": None},
        **changes,
    }


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    async with open_shelf(tmp_path, Clock()) as library:
        yield library


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, None),
        ({"time": ago(44)}, None),
        ({"time": ago(46)}, "has said nothing for 46 seconds"),
        ({"time": ago(-3600)}, "the clock was put back"),
        ({"time": "noon"}, "cannot be read"),
        ({"gateway": {"last_event": ago(119)}}, None),
        ({"gateway": {"last_event": ago(121)}}, "silent for 121 seconds. It tries again"),
        ({"gateway": {"connected": False, "last_event": ago(59)}}, None),
        (
            {"gateway": {"connected": False, "last_event": ago(61), "last_error": "No route."}},
            "by itself. The last time: No route.",
        ),
        ({"gateway": {"connected": False, "last_event": None}}, "not connected to Discord yet"),
        ({"database": {"ok": False, "error": "No space."}}, "The database fails. No space."),
        ({"gateway": {"last_event": 7}}, "cannot be read"),
        ({"database": None}, "cannot be read"),
    ],
)
def test_a_report_is_well_or_says_why_not(
    tmp_path: Path, changes: dict[str, Any], says: str | None
) -> None:
    write_report(tmp_path, report(**changes))
    found = last_verdict(tmp_path, NOW)
    assert found.well is (says is None)
    assert (says or "connected and answers") in str(found)
    finding = find_health(tmp_path, NOW)
    assert (finding.level.value == "ok") is found.well
    assert [path.name for path in tmp_path.iterdir()] == ["health.json"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"null", b"\xff\xfe", b'{"time": 1}'])
def test_a_torn_report_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "health.json").write_bytes(content)
    found = last_verdict(tmp_path, NOW)
    assert not found.well
    assert "cannot be read" in str(found)


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(["status", "--health", *words])
    said = capsys.readouterr()
    assert said.err == ""
    return int(ended.value.code or 0), said.out


def test_a_container_learns_it_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path / "data"))
    code, said = ask(capsys)
    assert code == 1
    assert "no bot runs on this folder" in said
    assert not (tmp_path / "data").exists()
    (tmp_path / "data").mkdir()
    moment = datetime.now(UTC).isoformat()
    write_report(tmp_path / "data", report(time=moment, gateway={"last_event": moment}))
    assert ask(capsys) == (0, "The bot is connected and answers.\n")
    code, said = ask(capsys, "--json")
    document = json.loads(said)
    assert (code, document["ok"], document["report"]["time"]) == (0, True, moment)


def test_asking_for_health_imports_nothing_heavy(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom bot.cli import main\n"
        "try:\n    main(['status', '--health'])\nexcept SystemExit as end:\n"
        "    heavy = {'numpy', 'discord', 'aiohttp', 'sqlite3', 'pylatexenc'} & set(sys.modules)\n"
        "    print(end.code, sorted(heavy))\n"
    )
    done = subprocess.run(  # noqa: S603 - the program stands above
        [sys.executable, "-c", program],
        env={"PAPERBOT_DATA_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "1 []"


def written(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "health.json").read_text())


async def until(folder: Path, **expected: object) -> dict[str, Any]:
    """Wait until the report says so of the gateway."""
    for _ in range(1_000):
        with suppress(FileNotFoundError):
            if expected.items() <= written(folder)["gateway"].items():
                return written(folder)
        await asyncio.sleep(0.01)
    raise AssertionError(expected)


async def test_the_report_follows_the_bot_and_goes_with_it(
    tmp_path: Path, library: Library
) -> None:
    folder = tmp_path / "health"
    folder.mkdir()
    (folder / "health.json").write_text("left by a bot that was killed")
    pulse = Pulse()
    async with open_health(folder, Vitals(library, pulse), (HOST, None)) as health:
        assert not list(folder.iterdir())
        task = asyncio.ensure_future(health.keep())
        await until(folder, connected=False, last_event=None)
        pulse.answered("paper find", Outcome.OK, 0.1)
        pulse.up()
        found = await until(folder, connected=True, connects=1)
        assert last_verdict(folder, datetime.now(UTC)).well
        pulse.down()
        await until(folder, connected=False)
        task.cancel()
        await asyncio.wait({task})
    assert not list(folder.iterdir())
    assert found["commands"] == {"paper find": {"ok": 1}}
    assert found["database"] == {"ok": True, "error": None}
    assert found["index"] == {"papers": (await library.state()).papers, "fresh": True}
    assert found["feed"] is None


async def test_a_disk_that_takes_no_report_is_told_of_once(
    tmp_path: Path, library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.health")
    folder = tmp_path / "gone"
    health = Health(folder, Vitals(library, Pulse()), every=0.02, beat=0.01)
    task = asyncio.ensure_future(health.keep())
    await asyncio.sleep(0.2)
    folder.mkdir()
    await until(folder, connected=False)
    task.cancel()
    await asyncio.wait({task})
    first, *rest = caplog.messages
    assert "The health report cannot be written" in first
    assert rest == ["The health report is written again"]


async def test_a_database_that_fails_is_reported_and_nothing_raised(
    tmp_path: Path, library: Library
) -> None:
    pulse = Pulse()
    pulse.up()
    write_report(tmp_path, await Vitals(library, pulse).report())
    path = library.index_folder.parent / "papers.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("ALTER TABLE counters RENAME TO gone")
    write_report(tmp_path, await Vitals(library, pulse).report())
    found = last_verdict(tmp_path, datetime.now(UTC))
    assert "The database fails. The database" in str(found)
    assert written(tmp_path)["index"]["fresh"] is False


@pytest.fixture
def port() -> int:
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


async def get(port: int, path: str, **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(f"http://{HOST}:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.enable_socket
async def test_the_port_says_whether_the_bot_is_well(library: Library, port: int) -> None:
    pulse = Pulse()
    async with serve_health(HOST, port, Vitals(library, pulse)):
        status, text = await get(port, "/healthz")
        assert (status, json.loads(text)["ok"]) == (503, False)
        assert "not connected" in json.loads(text)["says"]
        pulse.up()
        status, text = await get(port, "/healthz")
        assert (status, json.loads(text)["ok"]) == (200, True)
        assert (await get(port, "/"))[0] == 404
    with pytest.raises(aiohttp.ClientError):
        await get(port, "/healthz")


@pytest.mark.enable_socket
async def test_the_port_counts_commands_for_prometheus(library: Library, port: int) -> None:
    pulse = Pulse()
    pulse.up()
    for seconds, outcome in ((0.02, Outcome.OK), (0.2, Outcome.OK), (30.0, Outcome.FAILED)):
        pulse.answered("paper find", outcome, seconds)
    pulse.answered('odd "name"\n', Outcome.TOLD, 0.01)
    pulse.rate_limited(1.5)
    async with serve_health(HOST, port, Vitals(library, pulse)):
        _, text = await get(port, "/metrics")
        _, open_metrics = await get(port, "/metrics", Accept="application/openmetrics-text")
    assert open_metrics.rstrip().endswith("# EOF")
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    papers = (await library.state()).papers
    for name, value in {
        ("paperbot_commands_total", "paper find", "ok"): 2,
        ("paperbot_commands_total", "paper find", "failed"): 1,
        ("paperbot_commands_total", 'odd "name"\n', "told"): 1,
        ("paperbot_command_seconds_bucket", "paper find", "0.05"): 1,
        ("paperbot_command_seconds_bucket", "paper find", "0.25"): 2,
        ("paperbot_command_seconds_bucket", "paper find", "10.0"): 2,
        ("paperbot_command_seconds_bucket", "paper find", "+Inf"): 3,
        ("paperbot_command_seconds_count", "paper find"): 3,
        ("paperbot_command_seconds_sum", "paper find"): 30.22,
        ("paperbot_gateway_connected",): 1,
        ("paperbot_rate_limits_total",): 1,
        ("paperbot_rate_limit_wait_seconds_total",): 1.5,
        ("paperbot_papers",): papers,
        ("paperbot_index_fresh",): 1,
        ("paperbot_database_up",): 1,
        ("paperbot_info", "0.1.0"): 1,
    }.items():
        assert samples[name] == pytest.approx(value), name


@pytest.mark.enable_socket
@pytest.mark.parametrize("host", [HOST, "no.such.host.invalid"])
async def test_a_port_that_cannot_be_had_is_one_sentence(library: Library, host: str) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        number = int(taken.getsockname()[1])
        with pytest.raises(ConfigurationError) as refused:
            async with serve_health(host, number, Vitals(library, Pulse())):
                pass
    assert f"Nothing can listen on {host}:{number} (" in str(refused.value)
    assert "PAPERBOT_HEALTH_PORT" in str(refused.value)
