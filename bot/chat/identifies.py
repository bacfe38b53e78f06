"""How often the bot may ask Discord for a new session.

Discord allows 1,000 IDENTIFYs in 24 hours and resets the token of a bot that asks for more. They
are counted across restarts, so that a bot which is started again and again stays below that too.
"""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol, cast

from bot.chat.pulse import Pulse
from bot.papers.errors import StoreError

DAY = 24 * 3_600
AT_ONCE = 400
"""How many may be asked for one after the other: a server that is restarted often is no fault."""
A_DAY = 500
"""How many more a day brings; so a bot that falls at every start is slowed down, not shut out."""
A_HAIR = 1e-4
"""What is not worth waiting for: 17 ms."""
MARK = "identifies"

log = logging.getLogger(__name__)


class Marks(Protocol):
    """Small values by name that outlive a restart; the store's, at run time."""

    async def get_meta(self, name: str) -> str | None:
        """Return the value, or None."""
        ...

    async def set_meta(self, name: str, value: str) -> None:
        """Keep the value."""
        ...


class Identifies:
    """Counts them, failed ones too."""

    def __init__(
        self, marks: Marks, pulse: Pulse, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._marks = marks
        self._pulse = pulse
        self._now = now
        self._moments: list[float] | None = None

    async def wait_s(self) -> float:
        """Return the seconds until the next one may be asked for: 0 where it may be now."""
        moments, now = await self._within_a_day()
        left, before = float(AT_ONCE), now
        for moment in moments:
            left = min(AT_ONCE, left + max(0.0, moment - before) * A_DAY / DAY) - 1
            before = moment
        left += (now - before) * A_DAY / DAY
        missing = 1 - left
        return missing * DAY / A_DAY if moments and missing > A_HAIR else 0.0

    async def count(self) -> None:
        """Count one; to be called before it is sent."""
        moments, now = await self._within_a_day()
        moments.append(now)
        self._pulse.identifies_today = len(moments)
        try:
            await self._marks.set_meta(MARK, json.dumps([round(moment) for moment in moments]))
        except StoreError as error:
            log.warning("The count of sessions is kept in memory only: %s", error)

    async def _within_a_day(self) -> tuple[list[float], float]:
        """Return the moments of the last 24 hours, oldest first, and now, in seconds.

        A moment that lies ahead was counted by a clock that has been put back: it counts as now.
        """
        now = self._now().timestamp()
        if self._moments is None:
            self._moments = await self._remembered()
        self._moments = sorted(min(m, now) for m in self._moments if m > now - DAY)
        self._pulse.identifies_today = len(self._moments)
        return self._moments, now

    async def _remembered(self) -> list[float]:
        try:
            read: object = json.loads(await self._marks.get_meta(MARK) or "[]")
        except (StoreError, ValueError) as error:
            log.warning("The count of sessions begins anew: %s", error)
            return []
        moments = cast("list[object]", read) if isinstance(read, list) else []
        return [float(moment) for moment in moments if isinstance(moment, int | float)]
