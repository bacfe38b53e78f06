"""A pace that Discord likes: its limit is 50 requests a second, and people want answers, too."""

import asyncio
import time
from collections.abc import Awaitable, Callable

A_SECOND = 40


class Pace:
    """Gives turns, `a_second` of them at most, in the order in which they are asked for."""

    def __init__(
        self,
        a_second: float = A_SECOND,
        *,
        ticks: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._gap = 1.0 / a_second
        self._ticks = ticks
        self._sleep = sleep
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for the next turn."""
        now = self._ticks()
        mine = max(self._next, now)
        self._next = mine + self._gap
        if mine > now:
            await self._sleep(mine - now)
