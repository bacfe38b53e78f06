"""A visit to Discord over HTTP, without the gateway: what it knows of the application."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp

from bot.chat.client import PaperbotClient
from bot.chat.identifies import Marks
from bot.library.library import Library

PAGE = 200
"""Servers that Discord gives at a time."""


class Visitor(PaperbotClient):
    """Logs in and looks around; tells Discord nothing, and never opens the gateway.

    Attributes:
        ahead: How far this machine's clock is ahead of Discord's, by its last answer; None before
            the first.
    """

    def __init__(self, *, library: Library, marks: Marks, proxy: str | None = None) -> None:
        super().__init__(library=library, marks=marks, proxy=proxy)
        self.ahead: timedelta | None = None
        self.http.http_trace = self._clock_trace()

    async def setup_hook(self) -> None:
        """Leave the commands as they are."""

    async def about(self) -> Mapping[str, Any]:
        """Return the application as Discord describes it."""
        return await self.http.application_info()

    async def servers(self) -> list[Mapping[str, Any]]:
        """Return the servers that it is in, as Discord outlines them."""
        servers: list[Mapping[str, Any]] = []
        after: int | None = None
        while True:
            some = await self.http.get_guilds(PAGE, after=after, with_counts=False)
            servers += some
            if len(some) < PAGE:
                return servers
            after = int(some[-1]["id"])

    async def commands(self) -> list[Any]:
        """Return the commands that Discord has."""
        return list(await self.http.get_global_commands(self.application_id or 0))

    async def sessions(self) -> Mapping[str, int]:
        """Return `total` and `remaining`: sessions that may be begun within a day."""
        _, _, limit = await self.http.get_bot_gateway()
        return {"total": limit["total"], "remaining": limit["remaining"]}

    def _clock_trace(self) -> aiohttp.TraceConfig:
        async def ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
        ) -> None:
            theirs = _moment(request.response.headers.get("Date", ""))
            if theirs is not None:
                self.ahead = datetime.now(UTC) - theirs

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        return trace


def _moment(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text).astimezone(UTC)
    except ValueError:
        return None
