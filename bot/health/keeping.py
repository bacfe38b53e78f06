"""Keeps `health.json` while the bot runs."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.health.report import Report, remove_report, write_report
from bot.health.server import serve_health
from bot.health.vitals import Vitals

EVERY_S = 15.0
BEAT_S = 0.5
"""How soon it is written that a session has come up or gone."""

log = logging.getLogger(__name__)


class Health:
    """Writes reports; that one cannot be written is said once, and keeps nobody from answering."""

    def __init__(
        self, folder: Path, vitals: Vitals, *, every: float = EVERY_S, beat: float = BEAT_S
    ) -> None:
        self._folder = folder
        self._vitals = vitals
        self._every = every
        self._beat = beat
        self._failing = False

    async def keep(self) -> None:
        """Write one report after the other until cancelled."""
        while True:
            connected = self._vitals.pulse.connected
            await asyncio.to_thread(self._write, await self._vitals.report())
            await self._pause(connected=connected)

    async def _pause(self, *, connected: bool) -> None:
        for _ in range(round(self._every / self._beat)):
            await asyncio.sleep(self._beat)
            if self._vitals.pulse.connected != connected:
                return

    def _write(self, report: Report) -> None:
        try:
            write_report(self._folder, report)
        except OSError as error:
            if not self._failing:
                log.warning("The health report cannot be written: %s", error)
            self._failing = True
        else:
            if self._failing:
                log.info("The health report is written again")
            self._failing = False


@asynccontextmanager
async def open_health(
    folder: Path, vitals: Vitals, at: tuple[str, int | None]
) -> AsyncGenerator[Health]:
    """Give what keeps the report, and serve host and port `at` meanwhile, where there is a port.

    The report of an earlier process goes at once, and this one's at the end.

    Raises:
        ConfigurationError: nothing can listen there.
    """
    async with serve_health(*at, vitals):
        _remove(folder)
        try:
            yield Health(folder, vitals)
        finally:
            _remove(folder)


def _remove(folder: Path) -> None:
    try:
        remove_report(folder)
    except OSError as error:
        log.warning("The health report cannot be removed: %s", error)
