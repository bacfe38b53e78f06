"""Ending when told to: in order where there is time, and in any case soon."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Coroutine, Generator
from contextlib import contextmanager

from bot.library.tasks import side_by_side

SOON_S = 4.5
"""What takes longer after a signal is cut off; nothing that is written minds a kill."""

log = logging.getLogger(__name__)


@contextmanager
def told_to_stop(soon: float = SOON_S) -> Generator[asyncio.Event]:
    """Give an event that SIGINT and SIGTERM set; from then on the process has `soon` seconds.

    A thread that waits (for a name server, say) would otherwise hold up the end for as long.
    """
    stopping = asyncio.Event()

    def stop() -> None:
        if not stopping.is_set():
            stopping.set()
            last = threading.Timer(soon, _cut_off)
            last.daemon = True
            last.start()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    yield stopping


async def until(stopping: asyncio.Event, *tasks: Coroutine[None, None, None]) -> None:
    """Run tasks side by side until one ends or fails, or the process is told to stop."""
    async with side_by_side() as group:
        running = [group.create_task(task) for task in tasks]
        stopped = group.create_task(stopping.wait())
        await asyncio.wait({stopped, *running}, return_when=asyncio.FIRST_COMPLETED)
        if stopping.is_set():
            log.info("Ending: what is under way is answered first")
        for task in (stopped, *running):
            task.cancel()


def _cut_off() -> None:
    log.warning("What did not end in time is cut off")
    logging.shutdown()
    os._exit(0)
