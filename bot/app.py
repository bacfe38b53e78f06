"""The one place where things are built and handed to each other."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, closing

from bot.library.library import Library
from bot.library.opening import MUCH, Places, open_library, open_store, settle
from bot.library.tasks import side_by_side
from bot.settings import Settings

KEEP_SECONDS = 3
"""How often the running bot looks whether another process has added papers."""


@asynccontextmanager
async def offline_library(settings: Settings) -> AsyncGenerator[Library]:
    """Open the library for a command that ends by itself."""
    async with open_library(settings.data_dir, starter=settings.starter) as library:
        yield library


async def run_bot(settings: Settings, token: str) -> None:
    """Answer on Discord until SIGINT or SIGTERM.

    Raises:
        ConfigurationError: the token is refused.
        ChatError: Discord cannot be reached.
    """
    # Only this command needs discord.py, whose import takes as long as a whole `find`.
    from bot.chat.client import PaperbotClient  # noqa: PLC0415

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(settings.data_dir))
        library = stack.enter_context(closing(Library(store, Places(settings.data_dir).index)))
        client = PaperbotClient(library=library, marks=store.notes)
        await stack.enter_async_context(client)
        # A small library answers from the first moment; a large index is built beside the answers.
        await settle(library, starter=settings.starter, processes=0, most=MUCH)
        await _until_stopped(client.serve(token), _keep(library, settings))


async def _keep(library: Library, settings: Settings) -> None:
    """Keep index and starter papers in order, also for what other processes bring in."""
    while True:
        await settle(library, starter=settings.starter, processes=1)
        await asyncio.sleep(KEEP_SECONDS)


async def _until_stopped(*tasks: Coroutine[None, None, None]) -> None:
    """Run tasks side by side until one fails or the process is told to stop."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    async with side_by_side() as group:
        running = [group.create_task(task) for task in tasks]
        stopped = group.create_task(stopping.wait())
        await asyncio.wait({stopped, *running}, return_when=asyncio.FIRST_COMPLETED)
        for task in (stopped, *running):
            task.cancel()
