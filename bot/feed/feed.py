"""The feed's loop: sees within a second or two what has come or is due, and delivers it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.feed.composing import Understand, as_typed
from bot.feed.courier import Absent, Arrived, Courier, Later
from bot.feed.pace import Pace
from bot.feed.round import Round, Tally
from bot.papers.errors import PaperbotError
from bot.papers.parcel import Parcel
from bot.store.outbox import State
from bot.store.store import Store

TICK_S = 1.0
"""From one look at what has come to the next."""
AT_ONCE = 50
"""Channels that are delivered to side by side."""
CHECKED_S = 15.0
HOUSEKEEPING = timedelta(hours=6)
AFTER_A_FAULT = timedelta(minutes=1)
PUBLISH_AGAIN = timedelta(minutes=10)
PUBLISH_AT_MOST = timedelta(hours=24)

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


@dataclass(slots=True)
class Signs:
    """How the feed does: when it looked last, and what went wrong then.

    Attributes:
        checked: When it last looked at everything that was due.
        error: What it could not do, as a sentence; None where all is well.
        owed: Posts that are owed, over all channels.
        sent: Papers sent since the start.
        aside: Papers set aside since the start.
    """

    checked: datetime | None = None
    error: str | None = None
    owed: int = 0
    sent: int = 0
    aside: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """What one pass did.

    Attributes:
        papers: Papers that channels got.
        messages: Messages that these took.
        aside: Papers that Discord does not take.
        owed: Papers that are owed still: not due yet, or kept back.
        failed: Channels that could not be delivered to, and why.
    """

    papers: int
    messages: int
    aside: int
    owed: int
    failed: dict[int, str] = field(default_factory=dict[int, str])


class Feed:
    """Delivers what channels owe, as long as it runs.

    Args:
        store: What is owed.
        courier: Who takes it to Discord.
        now: Tells the time.
        awake: Since when there has been a feed; what was owed before has waited for it, and does
            not count as come at once. Now, if not given.
        sleep: Waits so many seconds.
        understand: Adds what else the words of a query are called, as it was when papers came.
    """

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        now: Clock = lambda: datetime.now(UTC),
        awake: datetime | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        understand: Understand = as_typed,
    ) -> None:
        self.signs = Signs()
        self._store = store
        self._courier = courier
        self._now = now
        self._sleep = sleep
        self._pace = Pace()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._backlog: dict[int, tuple[int, str]] = {}
        self._topics = -1
        self._wake: dict[int, datetime] = {}
        self._under_way: set[int] = set()
        self._kept = self._marked = datetime.min.replace(tzinfo=UTC)
        self._awake = awake or now()
        self._understand = understand
        self._publishing = False

    async def run(self) -> None:
        """Deliver until cancelled; what nobody expected is logged whole, and survived."""
        async with asyncio.TaskGroup() as group:
            while True:
                try:
                    await self._tick(group)
                    self.signs.error = None
                except PaperbotError as error:
                    self._note(str(error))
                except Exception as error:  # the feed's outermost loop
                    self._note(str(error))
                    log.exception("The feed failed unexpectedly")
                await self._sleep(TICK_S)

    async def once(self) -> Pass:
        """Deliver all that is due now, also where it failed a moment ago; return what was done."""
        tally = Tally()
        failed: dict[int, str] = {}
        channels = await self._store.outbox.backlog()
        async with asyncio.TaskGroup() as group:
            for channel in channels:
                group.create_task(self._once(channel, tally, failed))
        await self._publish()
        await self._mark()
        totals = await self._store.outbox.totals()
        return Pass(tally.papers, tally.messages, tally.aside, totals.get(State.OWED, 0), failed)

    async def _once(self, channel: int, tally: Tally, failed: dict[int, str]) -> None:
        own = Tally()
        async with self._places:
            try:
                await self._round().go(channel, own, patient=False)
            finally:
                self._count(own)
                tally.papers += own.papers
                tally.messages += own.messages
                tally.aside += own.aside
        if own.error:
            failed[channel] = own.error

    async def _tick(self, group: asyncio.TaskGroup) -> None:
        if not self._courier.ready:
            return
        now = self._now()
        await self._look(now)
        for channel, moment in list(self._wake.items()):
            if moment <= now and channel not in self._under_way:
                del self._wake[channel]
                self._under_way.add(channel)
                group.create_task(self._deliver(channel))
        if not self._publishing:
            self._publishing = True
            group.create_task(self._publish_beside())
        if now - self._marked >= timedelta(seconds=CHECKED_S):
            await self._mark()
        if now - self._kept >= HOUSEKEEPING:
            self._kept = now
            await self._store.servers.forget(now)

    async def _look(self, now: datetime) -> None:
        """Wake the channels to which something has come, and all where topics have changed."""
        topics = await self._store.topics.version()
        backlog = await self._store.outbox.backlog()
        for channel, signature in backlog.items():
            if topics != self._topics or self._backlog.get(channel) != signature:
                self._wake[channel] = now
        self._backlog = backlog
        self._topics = topics
        self.signs.checked = now
        self.signs.owed = sum(count for count, _ in backlog.values())

    async def _deliver(self, channel: int) -> None:
        tally = Tally()
        try:
            async with self._places:
                wake = await self._round().go(channel, tally)
        except PaperbotError as error:
            self._note(str(error))
            wake = self._now() + AFTER_A_FAULT
        except Exception:  # one channel's fault is not the others'
            log.exception("Delivering to channel %d failed unexpectedly", channel)
            wake = self._now() + AFTER_A_FAULT
        finally:
            self._under_way.discard(channel)
            self._count(tally)
        if wake is not None:
            self._wake[channel] = min(wake, self._wake.get(channel, wake))

    def _round(self) -> Round:
        return Round(
            self._store,
            self._courier,
            now=self._now,
            awake=self._awake,
            pace=self._pace.turn,
            understand=self._understand,
        )

    def _count(self, tally: Tally) -> None:
        self.signs.sent += tally.papers
        self.signs.aside += tally.aside

    async def _mark(self) -> None:
        self._marked = self._now()
        await self._store.notes.note_checked(self._marked)

    async def _publish_beside(self) -> None:
        try:
            await self._publish()
        except PaperbotError as error:
            self._note(str(error))
        finally:
            self._publishing = False

    async def _publish(self) -> None:
        """Publish what is to be published; Discord takes few of these in an hour."""
        for parcel in await self._store.parcels.unpublished(self._now()):
            again = await self._published(parcel)
            await self._store.parcels.publish(parcel, again)

    async def _published(self, parcel: Parcel) -> datetime | None:
        """Publish a parcel's messages; return when to try again, or None where it is done with."""
        now = self._now()
        topics = await self._store.topics.of_channel(parcel.channel)
        if not topics or now - parcel.made > PUBLISH_AT_MOST:
            return None
        for message in parcel.messages:
            outcome = await self._courier.publish(topics[0].guild, parcel.channel, message)
            if isinstance(outcome, Arrived | Absent):
                continue
            log.warning("Message %d is not published: %s", message, outcome.error)
            seconds = outcome.seconds if isinstance(outcome, Later) else 0.0
            return now + max(PUBLISH_AGAIN, timedelta(seconds=seconds))
        return None

    def _note(self, error: str) -> None:
        if error != self.signs.error:
            log.warning("The feed cannot go on: %s", error)
        self.signs.error = error
