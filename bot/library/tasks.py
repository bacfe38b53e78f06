"""Tasks side by side, whose failure reaches the caller as itself rather than as a group."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast


@asynccontextmanager
async def side_by_side() -> AsyncGenerator[asyncio.TaskGroup]:
    """Give a task group; of its failures the first one is raised, the group being its cause."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as failures:
        raise _first(failures) from failures


def _first(failure: BaseException) -> BaseException:
    while isinstance(failure, BaseExceptionGroup):
        failure = cast("BaseException", failure.exceptions[0])
    return failure
