"""Processes for what would hold the event loop: cleaning text, building and merging segments."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import ParamSpec, TypeVar, cast

POLITE = 10
"""The niceness of work that a person waits for less than for an answer."""

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
def open_workers(processes: int, *, niceness: int = 0) -> Generator[Workers]:
    """Start up to `processes` spawned workers as they are needed, and end them at the end.

    With `niceness` they give way to whoever has none, such as a bot that answers.

    Spawned, not forked: a forked worker would inherit the library's lock and keep it after its
    parent was killed. Where the caller fails or is told to stop, nobody waits for their work.
    """
    if not processes:
        yield Workers(None)
        return
    context = multiprocessing.get_context("spawn")
    watched, held = cast("tuple[Connection, Connection]", context.Pipe(duplex=False))
    pool = ProcessPoolExecutor(
        processes, mp_context=context, initializer=_live_with_parent, initargs=(watched, niceness)
    )
    try:
        yield Workers(pool)
    except BaseException:
        held.close()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        held.close()
        watched.close()


def give_way(niceness: int) -> None:
    """Let this process give way to others, where the system knows how."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def _live_with_parent(watched: Connection, niceness: int) -> None:
    """Leave Ctrl-C to the parent; end when it lets go of its end of the pipe, or is gone."""
    give_way(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    wait([watched])
    os._exit(1)
