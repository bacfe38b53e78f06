"""Whether this machine's clock can be right, without and with Discord's to compare it with."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.library.opening import Places
from bot.papers.finding import Finding, fine, problem
from bot.papers.wording import say

CLOCK = "clock"
WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)
"""When this was written: no clock that is right shows less."""
LAST = WRITTEN + timedelta(days=50 * 365)
SLACK = timedelta(minutes=5)
"""File systems on other machines have clocks of their own."""


def find_clock(folder: Path, now: datetime) -> Finding:
    """Say whether the clock can be right, by what it showed when the data folder was written."""
    mend = say("Set it; better, let the system keep it by NTP.")
    shows = f"{now:%Y-%m-%d %H:%M} UTC"
    if not WRITTEN < now < LAST:
        return problem(CLOCK, say("It shows {shows}, which cannot be.", shows=shows), mend)
    newest = max(_written(folder), default=WRITTEN)
    if newest > now + SLACK:
        return problem(
            CLOCK,
            say(
                "It shows {shows}, and the data folder was written later, at {newest}.",
                shows=shows,
                newest=f"{newest:%Y-%m-%d %H:%M} UTC",
            ),
            mend,
        )
    return fine(CLOCK, say("It shows {shows}.", shows=shows))


def _written(folder: Path) -> Iterator[datetime]:
    places = Places(folder)
    for path in (places.database, places.index / "manifest.json", folder / "health.json"):
        try:
            yield datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except OSError:
            continue
