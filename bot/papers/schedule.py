"""When a topic posts: at once, or at a time of day in its own time zone, through summer time.

A local time that a clock put forward skips counts as that much later (RFC 5545, 3.3.5); one that
comes twice counts the first time.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.papers.errors import UnusableOption
from bot.papers.standing import Proposal, Schedule
from bot.papers.wording import say

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_TIME = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(am|pm)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of the day in which a channel is left alone; `start` after `end` goes over midnight."""

    start: time
    end: time

    def holds(self, moment: time) -> bool:
        """Return whether a local time of day is among them."""
        if self.start <= self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end


def due(topic: Proposal, since: datetime, quiet: Quiet | None = None) -> datetime:
    """Return when what is owed since a moment is to be posted, in UTC; never before that moment."""
    zone = read_zone(topic.zone)
    local = since.astimezone(zone)
    match topic.schedule:
        case Schedule.NOW:
            moment = since
        case Schedule.DAILY:
            moment = _next(local, topic.at, zone, days=1)
        case Schedule.WEEKLY:
            moment = _next(local, topic.at, zone, days=7, weekday=topic.day)
    local = moment.astimezone(zone)
    if quiet is not None and quiet.holds(local.timetz().replace(tzinfo=None)):
        moment = _next(local, quiet.end, zone, days=1)
    return moment.astimezone(UTC)


def _next(
    after: datetime, at: time, zone: ZoneInfo, *, days: int, weekday: int | None = None
) -> datetime:
    """Return the first time of day `at`, on a weekday where one is wanted, after a local moment."""
    day = after.date()
    if weekday is not None:
        day += timedelta(days=(weekday - day.weekday()) % 7)
    moment = datetime.combine(day, at, zone)
    if moment.astimezone(UTC) <= after.astimezone(UTC):
        moment = datetime.combine(day + timedelta(days=days), at, zone)
    return moment


def read_zone(text: str) -> ZoneInfo:
    """Return a time zone by its IANA name, whatever its case; raises UnusableOption."""
    name = _zones().get(text.strip().replace(" ", "_").casefold())
    try:
        return ZoneInfo(name or text.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        near = get_close_matches(text.strip().casefold(), _zones(), 3, 0.6)
        raise UnusableOption(
            say(
                "I know no time zone “{zone}”. Name a city's, such as {examples}.",
                zone=text.strip(),
                examples=", ".join(_zones()[each] for each in near)
                or "Europe/Berlin, America/New_York, Asia/Tokyo",
            )
        ) from error


def read_time(text: str) -> time:
    """Return a time of day (`9`, `09:00`, `9:30 pm`); raises UnusableOption."""
    found = _TIME.fullmatch(text.strip())
    if found is not None:
        hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
        if half and 1 <= hour <= 12:
            hour = hour % 12 + (12 if half == "pm" else 0)
        elif half:
            hour = 24
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise UnusableOption(
        say("“{time}” is no time of day. Write it as 09:00 or 21:30.", time=text.strip())
    )


def read_day(text: str) -> int:
    """Return a weekday, Monday 0, by its name or how that begins; raises UnusableOption."""
    wanted = text.strip().casefold()
    found = [
        n for n, day in enumerate(DAYS) if len(wanted) > 1 and day.casefold().startswith(wanted)
    ]
    if len(found) == 1:
        return found[0]
    raise UnusableOption(
        say("“{day}” is no day of the week. Write it as Monday.", day=text.strip())
    )


def zone_names() -> list[str]:
    """Return the IANA names of all time zones, in no order."""
    return list(_zones().values())


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}
