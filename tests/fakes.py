"""The only stand-ins of the tests: small, with state, in place of what a test cannot have."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bot.feed.courier import (
    Absent,
    Arrived,
    Barred,
    Dispatch,
    Failure,
    Later,
    Outcome,
    Unsure,
)
from bot.library.library import Found, Library
from bot.papers.paper import Paper
from bot.papers.query import Query
from bot.papers.standing import Topic
from bot.search.suggest import Suggestion


class Marks:
    """Remembers values like the store's meta, as long as the test lasts."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    async def get_meta(self, name: str) -> str | None:
        return self.values.get(name)

    async def set_meta(self, name: str, value: str) -> None:
        self.values[name] = value


class Clock:
    """Tells the time that a test sets."""

    def __init__(self, moment: datetime = datetime(2026, 3, 1, tzinfo=UTC)) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment


class BrokenLibrary(Library):
    """A library with a fault in its program: whatever is asked divides by zero."""

    def __init__(self, whole: Library) -> None:
        self.__dict__.update(whole.__dict__)

    async def find(self, query: Query, **_: object) -> Found:
        raise ZeroDivisionError(query)

    async def paper(self, number: int) -> Paper:
        raise ZeroDivisionError(number)

    async def suggest(self, text: str, limit: int = 25) -> list[Suggestion]:
        raise ZeroDivisionError(text, limit)


class SlowLibrary(Library):
    """A library on a slow disk: every search takes so many seconds."""

    def __init__(self, whole: Library, *, seconds: float) -> None:
        self.__dict__.update(whole.__dict__)
        self._whole = whole
        self._seconds = seconds

    async def find(self, query: Query, **options: Any) -> Found:  # noqa: ANN401 - passed on
        await asyncio.sleep(self._seconds)
        return await self._whole.find(query, **options)


class Channels:
    """A courier with a Discord in its pocket: keeps what it was sent, and fails as it is told.

    Each entry of `faults` makes one request fail; one that is marked so after the work was done.
    """

    def __init__(self, clock: Clock) -> None:
        self.ready = True
        self.faults: list[tuple[Failure, bool]] = []
        self.messages: list[tuple[int, int, tuple[int, ...]]] = []
        self.plain: list[int] = []
        self.published: list[int] = []
        self.told: list[Barred] = []
        self._clock = clock
        self._marks: dict[tuple[int, int], int] = {}

    def serves(self, guild: int) -> bool:
        return guild > 0

    async def send(self, dispatch: Dispatch) -> Outcome:
        await asyncio.sleep(0)
        failure, done = self.faults.pop() if self.faults else (None, True)
        if done or failure is None:
            message = self._deliver(dispatch)
            return failure or Arrived(message)
        return failure

    async def look(self, dispatch: Dispatch, since: datetime) -> Outcome | Absent:
        await asyncio.sleep(0)
        if self.faults and isinstance(self.faults[-1][0], Unsure | Later | Barred):
            return self.faults.pop()[0]
        assert since <= self._clock()
        found = self._marks.get((dispatch.parcel.number, dispatch.parcel.part))
        return Absent() if found is None else Arrived(found)

    async def publish(self, guild: int, channel: int, message: int) -> Outcome | Absent:
        await asyncio.sleep(0)
        if self.faults:
            return self.faults.pop()[0]
        assert (guild, channel) > (0, 0)
        self.published.append(message)
        return Arrived(message)

    async def tell(self, topics: Sequence[Topic], barred: Barred) -> None:
        assert topics
        self.told.append(barred)

    def papers(self, channel: int) -> list[int]:
        """Return what a channel has, in order; of a digest only what it shows."""
        return [paper for place, _, papers in self.messages if place == channel for paper in papers]

    def _deliver(self, dispatch: Dispatch) -> int:
        parcel = dispatch.parcel
        number = len(self.messages) + 1
        self.messages.append(
            (parcel.channel, number, tuple(item.paper.number for item in dispatch.items))
        )
        self._marks[parcel.number, parcel.part] = number
        if dispatch.plain:
            self.plain.append(number)
        return number
