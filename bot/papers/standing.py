"""A topic as it stands in a channel: what it wants, when it posts, and how much at once."""

from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum

MOST = 25
"""Papers that one post may hold."""
A_SERVER = 100
"""Topics that one server may have."""


class Schedule(StrEnum):
    """When a topic posts."""

    NOW = "now"
    DAILY = "daily"
    WEEKLY = "weekly"


class Trouble(StrEnum):
    """Why nothing can be posted, where it is no person's wish."""

    GONE = "gone"
    """The channel is not there any more, or may not be seen."""
    FORBIDDEN = "forbidden"
    """The bot lacks a permission there."""
    LEFT = "left"
    """The bot is no longer in the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What an admin asks for; it becomes a topic when it is confirmed.

    Attributes:
        guild: The server.
        channel: Where papers are posted.
        made_in: The channel where the topic was made, which hears of trouble.
        made_by: Who made it.
        query: Its query, as typed.
        schedule: When it posts.
        at: The time of day of a daily or weekly post, in `zone`.
        day: The weekday of a weekly post, Monday 0.
        zone: The IANA name of its time zone.
        mention: The role that is mentioned, as an id, or empty.
        most: Papers a post; more become a digest.
        publish: Whether posts in an announcement channel are published.
    """

    guild: int
    channel: int
    made_in: int
    made_by: int
    query: str
    schedule: Schedule = Schedule.NOW
    at: time = time(9)
    day: int = 0
    zone: str = "UTC"
    mention: str = ""
    most: int = 10
    publish: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic(Proposal):
    """A topic.

    Attributes:
        number: Its number, never used again.
        begun: When it was confirmed; what came before is never posted.
        version: Grows with every edit, so that two admins cannot undo each other unseen.
        paused: Since when it posts nothing, or None.
        why: Why it is paused; None where it is not, or where a person paused it.
        paused_by: Who that was, or None.
    """

    number: int
    begun: datetime
    version: int = 1
    paused: datetime | None = None
    why: Trouble | None = None
    paused_by: int | None = None
