"""Settings as they stand in the environment and in `.env`: wrong values, names that nothing has."""

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource

from bot.papers.finding import Finding, fine, problem, warning
from bot.papers.wording import say
from bot.settings import Settings, variable

SETTINGS = "settings"
DOTENV = Path(".env")
OURS = re.compile(r"PAPER_?BOT", re.IGNORECASE)
NEAR = 0.7
"""How alike two names must be, of 1."""
SHORTEST = 4
"""Characters of a name that may stand for a longer one that holds it."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def read_settings() -> tuple[Settings, list[Finding]]:
    """Return the settings, defaults in the place of what cannot be used, and what is wrong.

    `.env` is left out where it cannot be read.
    """
    findings: list[Finding] = []
    try:
        named = set(_in_dotenv())
        settings = _usable({}, findings)
    except (OSError, UnicodeDecodeError) as error:
        named = set[str]()
        findings.append(_unreadable(error))
        settings = _usable({"_env_file": None}, findings)
    findings += _unknown(os.environ, "environment")
    findings += _unknown(named, ".env")
    findings += _open_to_others(named)
    return settings, findings or [fine(SETTINGS, say("Each is known, and can be used."))]


def _usable(given: dict[str, Any], findings: list[Finding]) -> Settings:
    while True:
        try:
            return Settings(**given)
        except ValidationError as error:
            for fault in error.errors():
                name = str(fault["loc"][0])
                findings.append(_useless(variable(name), fault["msg"]))
                given |= _default(name)


def _default(name: str) -> dict[str, Any]:
    return {name: Settings.model_fields[name].get_default(call_default_factory=True)}


def _useless(name: str, reason: str) -> Finding:
    return problem(
        SETTINGS,
        say("{name} cannot be used: {reason}.", name=name, reason=reason),
        say("Mend it in the environment or in .env. Its default was used for what follows."),
    )


def _in_dotenv() -> Iterable[str]:
    return (name.upper() for name in DotEnvSettingsSource(Settings).env_vars)


def _unreadable(error: OSError | UnicodeDecodeError) -> Finding:
    if isinstance(error, OSError):
        return problem(
            SETTINGS,
            say("The file .env cannot be read ({reason}).", reason=error.strerror),
            say("Let the user who runs Paperbot read it, or remove it."),
        )
    return problem(
        SETTINGS, say("The file .env is not UTF-8 text."), say("Save it as UTF-8, or remove it.")
    )


def _unknown(names: Iterable[str], place: str) -> Iterator[Finding]:
    known = {variable(field).upper() for field in Settings.model_fields}
    bare = {_bare(name): name for name in sorted(known)}
    for name in sorted(names):
        if not OURS.match(name) or name.upper() in known:
            continue
        says = say("No setting is called {name} ({place}).", name=name, place=place)
        near = _near(_bare(name), bare)
        if near:
            mend = say("Call it {near}, if that is what was meant.", near=bare[near])
        else:
            mend = say("Remove it; .env.example lists all settings.")
        yield warning(SETTINGS, says, mend)


def _near(bare: str, known: Collection[str]) -> str | None:
    if len(bare) >= SHORTEST:
        for each in known:
            if bare in each or each in bare:
                return each
    return next(iter(get_close_matches(bare, known, n=1, cutoff=NEAR)), None)


def _bare(name: str) -> str:
    return OURS.sub("", name, count=1).replace("_", "").upper()


def _open_to_others(named: set[str]) -> Iterator[Finding]:
    """Warn of a token that other users of the machine can read; Windows has other means."""
    if os.name != "posix" or not named & {"PAPERBOT_DISCORD_TOKEN", "DISCORD_TOKEN"}:
        return
    if DOTENV.stat().st_mode & OTHERS:
        yield warning(
            SETTINGS,
            say("The file .env holds the token, and other users of this machine may read it."),
            say("Run `chmod 600 .env`."),
        )
