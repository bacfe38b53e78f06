"""Processes for what would hold the event loop: cleaning text, building and merging segments."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """Runs pure functions elsewhere; with no processes, in place (for tests and small work)."""

    def __init__(self, pool: ProcessPoolExecutor | None) -> None:
        self._pool = pool

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return `work(*args, **kwargs)`; work and arguments must be picklable."""
        if self._pool is None:
            return work(*args, **kwargs)
        future = self._pool.submit(work, *args, **kwargs)
        return await asyncio.wrap_future(future)


@contextmanager
def open_workers(processes: int) -> Generator[Workers]:
    """Start up to `processes` spawned workers as they are needed, and end them at the end.

    Spawned, not forked: a forked worker would inherit the library's lock and keep it after its
    parent was killed.
    """
    if not processes:
        yield Workers(None)
        return
    pool = ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_live_and_die_with_parent,
    )
    try:
        yield Workers(pool)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _live_and_die_with_parent() -> None:
    """Leave Ctrl-C to the parent; end when it is gone, which a pool does not do by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
