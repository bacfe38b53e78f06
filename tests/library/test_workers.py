import asyncio
import os
import time
from contextlib import suppress

import pytest

from bot.library.workers import open_workers


@pytest.mark.parametrize("processes", [1, 2])
async def test_nobody_waits_for_workers_when_told_to_stop(processes: int) -> None:
    began = time.monotonic()
    with suppress(TimeoutError), open_workers(processes) as workers:
        await asyncio.gather(*(workers.run(time.sleep, 0) for _ in range(2 * processes)))
        began = time.monotonic()
        async with asyncio.timeout(0.2):
            await asyncio.gather(*(workers.run(time.sleep, 60) for _ in range(2 * processes)))
    assert time.monotonic() - began < 2


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no niceness")
async def test_polite_workers_give_way_to_a_bot_that_answers() -> None:
    with open_workers(1, niceness=5) as workers:
        assert await workers.run(os.nice, 0) == min(os.nice(0) + 5, 19)


async def test_without_processes_work_is_done_in_place() -> None:
    with open_workers(0) as workers:
        assert await workers.run(max, 3, 4) == 4
