"""The doctor at Discord's: what it says of an application, over real sockets."""

import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import discord
import pytest

from bot.chat.commands import fingerprint, mark_of, wanted_commands
from bot.chat.help import NEEDED
from bot.chat.inspection import find_servers, inspect_discord
from bot.chat.visit import Visitor
from bot.library.library import Library
from bot.papers.finding import Finding, Level
from tests.fakes import Marks
from tests.wire.conftest import Server
from tests.wire.test_faults import closed_port
from tests.wire.test_process import Starter, starter

__all__ = ["starter"]

pytestmark = pytest.mark.enable_socket

Visit = Callable[..., Awaitable[list[Finding]]]


@pytest.fixture
def visit(server: Server, library: Library) -> Visit:
    """Looks around as an application that has been told its commands, after `change` there."""

    async def look(
        change: Mapping[str, object] | None = None,
        *,
        token: str = server.token,
        told: bool = True,
        patience: float = 5,
    ) -> list[Finding]:
        about = {**await server._get_app(None), **(change or {})}  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]

        async def get_app(_: object) -> dict[str, Any]:
            return about

        async def get_guilds(record: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - the server's
            after = record.query.get("after", "0")
            later = [guild for guild in servers(server) if int(guild["id"]) > int(after)]
            return later[: int(record.query["limit"])]

        for method, path, give in (
            ("GET", "/oauth2/applications/@me", get_app),
            ("GET", "/users/@me/guilds", get_guilds),
        ):
            server.route(method, path, give)
            server.routes.insert(0, server.routes.pop())
        visitor = Visitor(library=library, marks=Marks())
        wanted = wanted_commands(visitor.tree)
        if told:
            server.commands[None] = [server._install(dict(c), None) for c in wanted]  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        marks = {mark_of(int(server.app_id)): fingerprint(wanted)}
        return await inspect_discord(visitor, token, marks, patience=patience)

    return look


def servers(server: Server) -> list[dict[str, Any]]:
    """Return what Discord says of the bot's servers, which is less than it knows."""
    rights = str(NEEDED.value)
    kept = ("id", "name", "icon", "banner", "features")
    return [
        {**{name: guild[name] for name in kept}, "owner": False, "permissions": rights}
        for guild in server.guilds.values()
    ]


def faults(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.level is not Level.OK]


async def test_an_application_that_is_set_up_is_in_order(server: Server, visit: Visit) -> None:
    server.make_guild()
    findings = await visit()
    assert not faults(findings)
    said = {finding.name: str(finding.says) for finding in findings}
    assert list(said) == [
        "token", "install settings", "intents", "invite link", "commands", "servers", "sessions",
        "clock",
    ]  # fmt: skip
    assert f"client_id={server.app_id}" in said["invite link"]
    assert f"permissions={NEEDED.value}" in said["invite link"]
    assert "scope=bot+applications.commands" in said["invite link"]
    assert said["servers"] == "It is in 1 server."
    assert not server.identifies
    assert {request.method for request in server.requests} == {"GET"}


async def test_all_servers_are_counted(server: Server, visit: Visit) -> None:
    for number in range(401):
        server.make_guild(f"Server {number}")
    (found,) = [finding for finding in await visit() if finding.name == "servers"]
    assert str(found.says) == "It is in 401 servers."


SPARE = {"scopes": ["bot", "applications.commands"], "permissions": "8"}


@pytest.mark.parametrize(
    ("change", "name", "level", "says"),
    [
        ({"integration_types_config": {"0": {}}}, "install settings", "warning", "accounts"),
        ({"integration_types_config": {"1": None}}, "install settings", "warning", "on servers"),
        (
            {"integration_types_config": {"0": {"oauth2_install_params": SPARE}, "1": {}}},
            "install settings", "warning", "not needed: Administrator",
        ),
        (
            {
                "integration_types_config": {
                    "0": {"oauth2_install_params": {"scopes": [], "permissions": "0"}},
                    "1": {},
                }
            },
            "install settings", "warning", "lacks the scope bot, applications.commands",
        ),
        (
            {"interactions_endpoint_url": "https://example.org/x"},
            "install settings", "problem", "https://example.org/x, and none to this bot",
        ),
        ({"bot_require_code_grant": True}, "install settings", "problem", "Code Grant"),
        ({"flags": 1 << 19 | 1 << 12}, "intents", "ok", "on are: Presence, Message Content"),
        ({"bot_public": False}, "invite link", "ok", "nobody else"),
    ],
)  # fmt: skip
async def test_what_the_portal_has_wrong_is_named_with_the_page(
    visit: Visit, change: dict[str, object], name: str, level: str, says: str
) -> None:
    findings = await visit(change)
    (found,) = [finding for finding in findings if finding.name == name]
    assert found.level.value == level
    assert says in str(found.says)
    if found.level is not Level.OK:
        assert "https://discord.com/developers/applications/" in str(found.mend)


async def test_commands_that_discord_has_otherwise_are_named(server: Server, visit: Visit) -> None:
    (none,) = faults(await visit(told=False))
    assert "none yet" in str(none.says)
    server.commands[None] = [{"name": "old", "type": 1}, {"name": "help", "type": 1}]
    (other,) = faults(await visit(told=False))
    assert str(other.says) == "Discord has others than this version: /old, /paper, /topic."


async def test_a_refused_token_is_all_that_is_said(visit: Visit) -> None:
    (refused,) = faults(await visit(token="wrong.token"))  # noqa: S106 - that is the point
    assert (refused.name, refused.level) == ("token", Level.PROBLEM)
    assert "wrong.token" not in f"{refused}"


async def test_a_discord_in_trouble_leaves_what_was_seen_before(
    server: Server, visit: Visit
) -> None:
    fault: Any = __import__("server").Fault
    server.faults.append(fault("GET", "/commands$", 503, {"message": "no"}, times=9))
    findings = await visit()
    (found,) = faults(findings)
    assert (found.name, found.level) == ("discord", Level.PROBLEM)
    assert "invite link" in {finding.name for finding in findings}
    server.faults.append(fault("GET", "/users/@me$", 500, times=9))
    (found,) = faults(await visit(patience=0.3))
    assert "cannot be reached (TimeoutError)" in str(found.says)


async def test_without_a_network_it_says_so(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", f"http://127.0.0.1:{closed_port()}/api/v10")
    (found,) = await visit()
    assert (found.name, found.level) == ("discord", Level.PROBLEM)
    assert "Cannot connect to host" in str(found.says)


@pytest.mark.parametrize(
    ("minutes", "says"), [(-61, "61 minutes ahead"), (90, "90 minutes behind")]
)
async def test_a_clock_that_is_off_and_sessions_that_run_out_are_warned_of(
    server: Server, visit: Visit, minutes: int, says: str
) -> None:
    fault: Any = __import__("server").Fault
    theirs = datetime.now(UTC) + timedelta(minutes=minutes)
    answer = await server._get_gateway_bot(None)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    answer["session_start_limit"]["remaining"] = 7
    headers = {"Date": format_datetime(theirs, usegmt=True)}
    server.faults.append(fault("GET", "/gateway/bot", 200, answer, headers))
    sessions, clock = faults(await visit())
    assert (sessions.name, clock.name) == ("sessions", "clock")
    assert "7 of 1,000 are left" in str(sessions.says)
    assert says in str(clock.says)


def test_a_server_where_a_permission_is_missing_is_named() -> None:
    needed = discord.Permissions(send_messages=True, view_channel=True)
    given = {"A": "0", "B": str(needed.value), "C": "8", "D": "1024"}
    listed = [{"name": name, "permissions": bits} for name, bits in given.items()]
    counted, *lacking = find_servers(listed, needed)
    assert str(counted.says) == "It is in 4 servers."
    assert [str(finding.says) for finding in lacking] == [
        "In A it lacks: View Channels, Send Messages.",
        "In D it lacks: Send Messages.",
    ]
    assert faults(find_servers(listed * 500, discord.Permissions.none()))


async def test_the_command_looks_on_beside_the_running_bot(
    starter: Starter, server: Server
) -> None:
    async def get_guilds(_: object) -> list[dict[str, Any]]:
        return servers(server)

    server.route("GET", "/users/@me/guilds", get_guilds)
    running = await starter.start()
    await running.said("Connected as")
    looking = await starter.start("doctor", "--json")
    assert (await looking.ended())[0] == 0, looking.text()
    document: dict[str, Any] = json.loads(looking.text())
    said = {finding["name"]: finding["says"] for finding in document["findings"]}
    assert said["running bot"] == "A bot runs on the data folder."
    assert said["health"] == "The bot is connected and answers."
    assert said["commands"] == "Discord has them as they should be."
    assert len(server.identifies) == 1
