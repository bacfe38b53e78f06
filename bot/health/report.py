"""`health.json`: what the running bot says of itself, and whether that is well.

Imports next to nothing: a container asks every half minute.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.papers.finding import Finding, fine, problem
from bot.papers.wording import Wording, say

NAME = "health.json"
STALE_S = 45.0
"""Three times as long as from one report to the next."""
LOST_S = 60.0
"""How long a lost session may take to come back."""
SILENT_S = 120.0
"""A gateway that is there says something every 41 seconds."""
IDLE_S = 180.0
"""The feed looks every second at what is due."""

Report = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a bot is.

    Attributes:
        says: A sentence on it.
        mend: What to do about it; None where it is well.
        report: The report that says so, as far as one could be read.
    """

    says: Wording
    mend: Wording | None = None
    report: Report | None = None

    @property
    def well(self) -> bool:
        """Whether there is nothing to mend."""
        return self.mend is None

    def __str__(self) -> str:
        return str(self.says) if self.mend is None else f"{self.says} {self.mend}"


def write_report(folder: Path, report: Report) -> None:
    """Put a report in the place of the last one, at once; raises OSError."""
    partial = folder / f"{NAME}.partial"
    partial.write_text(json.dumps(report, indent=1), encoding="utf-8")
    partial.replace(folder / NAME)


def remove_report(folder: Path) -> None:
    """Take the report away: there is no bot any more; raises OSError."""
    for name in (NAME, f"{NAME}.partial"):
        (folder / name).unlink(missing_ok=True)


def last_verdict(folder: Path, now: datetime) -> Verdict:
    """Return how the bot of the data folder did when it last said so."""
    path = folder / NAME
    try:
        report: Report = json.loads(path.read_text(encoding="utf-8"))
        return replace(_stale(report, now) or verdict(report, now), report=report)
    except FileNotFoundError:
        return Verdict(
            say("There is no {path}: no bot runs on this folder.", path=path),
            say("Start it with `paperbot run`, or name its folder in PAPERBOT_DATA_DIR."),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Verdict(
            say("{path} cannot be read ({reason}).", path=path, reason=error),
            say("Restart the bot, which writes it anew."),
        )


def verdict(report: Report, now: datetime) -> Verdict:
    """Return how a bot does that says this now."""
    trouble = (
        _gateway(report["gateway"], now)
        or _database(report["database"])
        or _feed(report.get("feed"), now)
    )
    return trouble or Verdict(say("The bot is connected and answers."))


def find_health(folder: Path, now: datetime) -> Finding:
    """Return the last verdict on a bot that runs, as a finding."""
    last = last_verdict(folder, now)
    return (
        fine("health", last.says) if last.mend is None else problem("health", last.says, last.mend)
    )


def _stale(report: Report, now: datetime) -> Verdict | None:
    age = _seconds(report["time"], now)
    if abs(age) <= STALE_S:
        return None
    if age < 0:
        return Verdict(
            say("The bot's last word lies ahead: the clock was put back."),
            say("Wait for 15 seconds, and look again."),
        )
    return Verdict(
        say("The bot has said nothing for {seconds} seconds.", seconds=f"{age:,.0f}"),
        say("It hangs, was killed, or its disk is full: see its log, and start it again."),
    )


def _gateway(gateway: Report, now: datetime) -> Verdict | None:
    if gateway["last_event"] is None:
        return Verdict(say("The bot is not connected to Discord yet."), _mend(gateway))
    silence = _seconds(gateway["last_event"], now)
    if silence <= (SILENT_S if gateway["connected"] else LOST_S):
        return None
    says = say("Discord has been silent for {seconds} seconds.", seconds=f"{silence:,.0f}")
    return Verdict(says, _mend(gateway))


def _mend(gateway: Report) -> Wording:
    if gateway["last_error"]:
        return say("It tries again by itself. The last time: {error}", error=gateway["last_error"])
    return say("It tries again by itself; its log says more.")


def _database(database: Report) -> Verdict | None:
    if database["ok"]:
        return None
    return Verdict(
        say("The database fails. {error}", error=database["error"]),
        say("`paperbot doctor` says more."),
    )


def _feed(feed: Report | None, now: datetime) -> Verdict | None:
    if feed is None or feed["checked"] is None:
        return None
    if feed["error"]:
        return Verdict(
            say("Papers cannot be delivered to channels. {error}", error=feed["error"]),
            say("What is owed is kept. See the bot's log."),
        )
    silence = _seconds(feed["checked"], now)
    if silence <= IDLE_S:
        return None
    return Verdict(
        say("Nothing has been delivered for {seconds} seconds.", seconds=f"{silence:,.0f}"),
        say("What is owed is kept. See the bot's log, and start it again."),
    )


def _seconds(since: str, now: datetime) -> float:
    return (now - datetime.fromisoformat(since)).total_seconds()
