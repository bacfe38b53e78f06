"""The running bot's signs of life, gathered from where they are kept."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from bot.chat.pulse import Pulse
from bot.feed.feed import Feed
from bot.health.report import Report
from bot.library.library import Library
from bot.papers.errors import StoreError


@dataclass(frozen=True, slots=True)
class Signs:
    """What was found at one moment.

    Attributes:
        papers: How many papers can be found.
        fresh: Whether the index is at the last change of the database.
        error: Why the database cannot be read, or None.
    """

    papers: int
    fresh: bool
    error: str | None


class Vitals:
    """Asks the library, the pulse and, where there is one, the feed."""

    def __init__(self, library: Library, pulse: Pulse, feed: Feed | None = None) -> None:
        self._library = library
        self.pulse = pulse
        self.feed = feed
        self.version = version("paperbot")

    async def signs(self) -> Signs:
        """Return how the library does; never raises for a database that fails."""
        papers, indexed = await self._library.indexed_papers()
        try:
            revision = await self._library.store.shelf.revision()
        except StoreError as error:
            return Signs(papers, fresh=False, error=str(error))
        return Signs(papers, fresh=indexed == revision, error=None)

    async def report(self) -> Report:
        """Return the report as it is written down."""
        signs, pulse = await self.signs(), self.pulse
        commands: dict[str, dict[str, int]] = {}
        for (name, outcome), tally in pulse.commands.items():
            commands.setdefault(name, {})[outcome.value] = tally.count
        return {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "pid": os.getpid(),
            "version": self.version,
            "started": pulse.started.isoformat(timespec="milliseconds"),
            "gateway": {
                "connected": pulse.connected,
                "latency_s": pulse.latency_s,
                "last_event": _iso(pulse.last_event),
                "connects": pulse.connects,
                "identifies_today": pulse.identifies_today,
                "last_error": pulse.last_error,
            },
            "database": {"ok": signs.error is None, "error": signs.error},
            "index": {"papers": signs.papers, "fresh": signs.fresh},
            "feed": None if self.feed is None else _feed(self.feed),
            "commands": commands,
            "under_way": pulse.under_way,
            "rate_limits": {"count": pulse.rate_limits, "seconds": pulse.rate_limit_s},
        }


def _feed(feed: Feed) -> Report:
    signs = feed.signs
    return {
        "checked": _iso(signs.checked),
        "error": signs.error,
        "owed": signs.owed,
        "sent": signs.sent,
        "aside": signs.aside,
    }


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="milliseconds")
