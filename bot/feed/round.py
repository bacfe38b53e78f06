"""One round to one channel: everything that is due there goes out, in order, or waits."""

import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.feed.composing import Understand, compose
from bot.feed.courier import (
    Absent,
    Arrived,
    Barred,
    Courier,
    Dispatch,
    Failure,
    Later,
    Outcome,
    Refused,
    Unsure,
)
from bot.feed.planning import plan, quiet_until
from bot.papers.parcel import Draft, Parcel
from bot.papers.standing import Topic, Trouble
from bot.store.channels import Place
from bot.store.outbox import Post
from bot.store.store import Store

GRACE = timedelta(hours=24)
"""How long a channel may be gone before its topics pause."""
TRIES = 3
"""How often a permission may be missing before they do."""
FIRST_S, MOST_S = 2.0, 900.0
"""The first and the longest wait after a failure that passes by itself."""
BARRED_S = {Trouble.FORBIDDEN: (10.0, 60.0), Trouble.GONE: (60.0, 3_600.0)}
"""The same where somebody has to do something."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Tally:
    """What a round did: papers and messages sent, papers set aside, why it ended early."""

    papers: int = 0
    messages: int = 0
    aside: int = 0
    error: str = ""


class Round:
    """Delivers to one channel.

    Args:
        store: What is owed.
        courier: Who takes it there.
        now: Tells the time.
        awake: Since when the feed runs; what was owed before has waited for it.
        pace: Awaited before each message.
        understand: Adds what else the words of a query are called.
    """

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        now: Callable[[], datetime],
        awake: datetime,
        pace: Callable[[], Awaitable[None]],
        understand: Understand,
    ) -> None:
        self._store = store
        self._courier = courier
        self._now = now
        self._awake = awake
        self._pace = pace
        self._understand = understand
        self._chance = random.Random()  # noqa: S311 - spreads load, guards nothing

    async def go(self, channel: int, tally: Tally, *, patient: bool = True) -> datetime | None:
        """Deliver what is due, and return when to come again, or None until more is owed.

        A channel that failed is left alone until its time has come, unless not `patient`.
        """
        place = await self._store.channels.get(channel)
        if patient and place.next_try is not None and place.next_try > self._now():
            return place.next_try
        while True:
            topics = [t for t in await self._store.topics.of_channel(channel) if not t.paused]
            parcel, wake = await self._next(place, topics)
            if parcel is None:
                return wake
            if failure := await self._deliver(parcel, topics, tally):
                return await self._wait(place, topics, failure, tally)
            if place.tries:
                await self._store.channels.mended(channel)
                place = Place(channel, place.quiet)

    async def _next(
        self, place: Place, topics: Sequence[Topic]
    ) -> tuple[Parcel | None, datetime | None]:
        """Return what goes out next, or else when something may."""
        if not topics or not self._courier.serves(topics[0].guild):
            return None, None
        if until := quiet_until(place.quiet, topics, self._now()):
            return None, until
        if parcel := await self._unsent(place.channel, topics):
            return parcel, None
        posts = await self._owed(place.channel)
        planned = plan(posts, topics, self._now(), self._awake)
        if not planned.drafts:
            return None, planned.wake
        made = await self._store.parcels.plan(place.channel, planned.drafts, self._now())
        return made[0], None

    async def _owed(self, channel: int) -> list[Post]:
        """Return all that a channel owes and is in no parcel yet."""
        owed: list[Post] = []
        while page := await self._store.outbox.owed(channel, owed[-1] if owed else None):
            owed += page
        return [post for post in owed if post.parcel is None]

    async def _unsent(self, channel: int, topics: Sequence[Topic]) -> Parcel | None:
        """Return the first open parcel; an untouched one gives up what nobody wants any more."""
        for parcel in await self._store.parcels.unsent(channel):
            wanted = await self._wanted(parcel, topics)
            if parcel.touched or wanted == parcel.papers:
                return parcel
            shown = min(parcel.shown, len(wanted))
            draft = Draft(parcel.kind, wanted, shown) if wanted else None
            if (changed := await self._store.parcels.change(parcel, draft)) is not None:
                return changed
        return None

    async def _wanted(self, parcel: Parcel, topics: Sequence[Topic]) -> tuple[int, ...]:
        """Return the papers of a parcel that are still owed to topics that run."""
        current = await self._store.parcels.current(parcel.papers)
        numbers = dict.fromkeys(current[p] for p in parcel.papers if p in current)
        posts = await self._store.outbox.of_papers(parcel.channel, numbers)
        running = {topic.number for topic in topics}
        owed = {
            post.paper
            for post in posts
            if post.state == "owed"
            and post.parcel == parcel.number
            and not running.isdisjoint(post.topics)
        }
        return tuple(number for number in numbers if number in owed)

    async def _deliver(
        self, parcel: Parcel, topics: Sequence[Topic], tally: Tally
    ) -> Failure | None:
        """Send what is left of a parcel; return what kept it from arriving."""
        plain = False
        while parcel.part < parcel.parts:
            dispatch = await compose(self._store, parcel, topics, self._understand, plain=plain)
            if not dispatch.items:
                await self._store.parcels.set_aside(parcel, "its papers are no more")
                return None
            match await self._send(dispatch):
                case Arrived(message):
                    tally.messages += 1
                    publish = any(topic.publish for topic in dispatch.topics)
                    parcel = await self._store.parcels.arrived(
                        parcel, message, self._now(), publish=publish
                    )
                case Refused(error) if plain:
                    await self._store.parcels.set_aside(parcel, error)
                    tally.aside += len(parcel.papers)
                    return None
                case Refused():
                    plain = True
                    parcel = replace(parcel, tried=None)
                case Unsure() | Later() | Barred() as failure:
                    certain = parcel.tried is None and not isinstance(failure, Unsure)
                    await self._store.parcels.missed(parcel, failure.error, certain=certain)
                    return failure
        tally.papers += len(parcel.papers)
        return None

    async def _send(self, dispatch: Dispatch) -> Outcome:
        parcel = dispatch.parcel
        if parcel.tried is not None:
            await self._pace()
            seen = await self._courier.look(dispatch, parcel.tried)
            if not isinstance(seen, Absent):
                return seen
        await self._store.parcels.trying(parcel, self._now())
        await self._pace()
        return await self._courier.send(dispatch)

    async def _wait(
        self, place: Place, topics: Sequence[Topic], failure: Failure, tally: Tally
    ) -> datetime | None:
        """Note a failure, pause what has failed for too long, and return when to try again."""
        tally.error = failure.error
        trouble = failure.trouble if isinstance(failure, Barred) else None
        now = self._now()
        tries = place.tries if trouble is place.trouble else 0
        again = now + timedelta(seconds=self._seconds(failure, tries))
        place = await self._store.channels.failed(place.channel, trouble, failure.error, now, again)
        log.warning("Channel %d: %s (try %d)", place.channel, failure.error, place.tries)
        if not isinstance(failure, Barred) or not _too_long(place, now):
            return again
        paused = await self._store.topics.pause_channel(place.channel, now, failure.trouble)
        await self._courier.tell(paused or topics, failure)
        return None

    def _seconds(self, failure: Failure, tries: int) -> float:
        if isinstance(failure, Barred):
            first, most = BARRED_S.get(failure.trouble, BARRED_S[Trouble.GONE])
        else:
            first, most = FIRST_S, MOST_S
        longest = min(first * 2 ** min(tries, 20), most)
        asked = failure.seconds if isinstance(failure, Later) else 0.0
        return asked + self._chance.uniform(longest / 2, longest)


def _too_long(place: Place, now: datetime) -> bool:
    if place.trouble is Trouble.FORBIDDEN:
        return place.tries >= TRIES
    return place.since is not None and now - place.since >= GRACE
