"""The whole examination: from the settings to what Discord knows, each as far as it goes."""

from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.doctor.clock import find_clock
from bot.doctor.environment import read_settings
from bot.health.report import find_health
from bot.library.disk import find_folder, find_space
from bot.library.inspection import inspect_library
from bot.library.library import Library
from bot.library.opening import Places
from bot.papers.errors import ConfigurationError
from bot.papers.finding import Finding, problem, warning
from bot.papers.wording import say
from bot.settings import Settings, token_of
from bot.store.store import Store

TOKEN = "token"  # noqa: S105 - a finding's name
NOWHERE = Path(":memory:")
"""Where SQLite keeps a database that is never written down."""


async def examine() -> list[Finding]:
    """Look at the installation that the settings name; nothing is changed."""
    settings, findings = read_settings()
    folder, now = settings.data_dir, datetime.now(UTC)
    inspection = inspect_library(folder)
    findings += (find_folder(folder), find_space(folder), *inspection.findings)
    if inspection.running:
        findings.append(find_health(folder, now))
    findings.append(find_clock(folder, now))
    marks = None if inspection.database is None else inspection.database.marks
    return findings + await _at_discord(settings, marks)


async def _at_discord(settings: Settings, marks: Mapping[str, str] | None) -> list[Finding]:
    try:
        token = token_of(settings)
        if not token:
            return [_no_token()]
        return await _visit(settings, token, marks)
    except ConfigurationError as error:
        mend = say("Mend it in the environment or in .env.")
        return [problem(TOKEN, error.wording, mend)]


async def _visit(settings: Settings, token: str, marks: Mapping[str, str] | None) -> list[Finding]:
    # Only this needs discord.py, whose import takes as long as all the rest.
    from bot.chat.inspection import inspect_discord  # noqa: PLC0415
    from bot.chat.proxies import proxy_for_discord  # noqa: PLC0415
    from bot.chat.visit import Visitor  # noqa: PLC0415

    proxy = proxy_for_discord()
    # The commands are made for a library, and this one is asked nothing.
    async with Store.open(NOWHERE) as store:
        with closing(Library(store, Places(settings.data_dir).index)) as library:
            visitor = Visitor(library=library, marks=store.notes, proxy=proxy)
            return await inspect_discord(visitor, token, marks)


def _no_token() -> Finding:
    return warning(
        TOKEN,
        say("There is none; `paperbot run` needs one."),
        say(
            "Create a bot at https://discord.com/developers/applications, and copy its token into "
            "PAPERBOT_DISCORD_TOKEN (environment or .env). `paperbot demo` needs none."
        ),
    )
