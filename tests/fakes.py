"""The only stand-ins of the tests: small, with state, in place of what a test cannot have."""

import asyncio
from datetime import UTC, datetime
from typing import Any

from bot.library.library import Found, Library
from bot.papers.paper import Paper
from bot.papers.query import Query
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
