"""What of that which a channel owes is due, and as what it goes out: pure decisions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.papers.parcel import Draft, card, digest
from bot.papers.schedule import Quiet, due, read_zone
from bot.papers.standing import Schedule, Topic
from bot.store.outbox import Post

ONE_PASS = timedelta(minutes=10)
"""What was owed within so long counts as come at once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes out now, in order, and when something else is due, or None."""

    drafts: tuple[Draft, ...]
    wake: datetime | None


@dataclass(frozen=True, slots=True)
class _Due:
    post: Post
    moment: datetime
    topic: Topic


def plan(posts: Sequence[Post], topics: Sequence[Topic], now: datetime, awake: datetime) -> Plan:
    """Return what goes out of a channel's posts, oldest first; `topics` are its running ones.

    A post goes by the earliest of the topics that want it. Papers for `now` become cards, but more
    than `most` that came at once become a digest. Where they have waited (for the bot, which is
    `awake` since then, or for Discord), the oldest become cards and the rest a digest. What is
    due by the day or week becomes one digest.
    """
    by_number = {topic.number: topic for topic in topics}
    waiting = [found for post in posts if (found := _due(post, by_number)) is not None]
    ready = [each for each in waiting if each.moment <= now]
    wake = min((each.moment for each in waiting if each.moment > now), default=None)
    at_once = [each for each in ready if each.topic.schedule is Schedule.NOW]
    together = [each for each in ready if each.topic.schedule is not Schedule.NOW]
    drafts = _at_once(at_once, awake)
    if together:
        drafts.append(digest(_papers(together), _most(together)))
    return Plan(tuple(drafts), wake)


def quiet_until(quiet: Quiet | None, topics: Sequence[Topic], now: datetime) -> datetime | None:
    """Return until when a channel is left alone now, or None; by the zone of its oldest topic."""
    if quiet is None or not topics:
        return None
    zone = read_zone(topics[0].zone)
    local = now.astimezone(zone)
    if not quiet.holds(local.time()):
        return None
    end = datetime.combine(local.date(), quiet.end, zone)
    if end.astimezone(UTC) <= now.astimezone(UTC):
        end = datetime.combine(local.date() + timedelta(days=1), quiet.end, zone)
    return end.astimezone(UTC)


def _due(post: Post, topics: Mapping[int, Topic]) -> _Due | None:
    """Return when a post is due by which topic; None where none that runs wants it."""
    each = (
        _Due(post, due(topics[number], post.since), topics[number])
        for number in post.topics
        if number in topics
    )
    return min(each, key=lambda found: (found.moment, found.topic.number), default=None)


def _at_once(ready: Sequence[_Due], awake: datetime) -> list[Draft]:
    """Return cards, a digest, or cards and a digest of the rest.

    The most that a channel gets as cards is what its most talkative topic may have; each topic
    keeps to its own.
    """
    if not ready:
        return []
    cards, rest = _within(ready, _most(ready))
    if not rest:
        return [card(each.post.paper) for each in cards]
    first, last = ready[0].post.since, ready[-1].post.since
    if first < awake or last - first > ONE_PASS:
        drafts = [card(each.post.paper) for each in cards]
        return [*drafts, digest(_papers(rest), _most(rest))]
    return [digest(_papers(ready), _most(ready))]


def _within(ready: Sequence[_Due], most: int) -> tuple[list[_Due], list[_Due]]:
    """Return the first `most`, of each topic no more than it may have, and the rest."""
    cards: list[_Due] = []
    rest: list[_Due] = []
    had: Counter[int] = Counter()
    for each in ready:
        fits = len(cards) < most and had[each.topic.number] < each.topic.most
        had[each.topic.number] += fits
        (cards if fits else rest).append(each)
    return cards, rest


def _papers(ready: Sequence[_Due]) -> list[int]:
    return [each.post.paper for each in ready]


def _most(ready: Sequence[_Due]) -> int:
    return max(each.topic.most for each in ready)
