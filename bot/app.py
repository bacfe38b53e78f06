"""The one place where things are built and handed to each other."""

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.library.library import Library
from bot.library.opening import Places, open_library, open_store, settle
from bot.settings import Settings

KEEP_SECONDS = 3
"""How often the running bot looks whether another process has added papers."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def offline_library(settings: Settings) -> AsyncGenerator[Library]:
    """Open the library for a command that ends by itself."""
    async with open_library(settings.data_dir, starter=settings.starter) as library:
        yield library


async def run_bot(settings: Settings) -> None:
    """Answer on Discord until SIGINT or SIGTERM.

    Raises:
        ConfigurationError: the token is refused.
    """
    # Only this command needs discord.py, whose import takes as long as a whole `find`.
    from bot.chat.client import PaperbotClient  # noqa: PLC0415

    assert settings.discord_token is not None
    async with open_store(settings.data_dir) as store:
        library = Library(store, Places(settings.data_dir).index)
        client = PaperbotClient(library=library, marks=store.notes)
        try:
            async with asyncio.TaskGroup() as group:
                keeping = group.create_task(_keep(library, settings))
                _end_on_signals(client.close)
                await client.start(settings.discord_token.get_secret_value().strip())
                keeping.cancel()
        finally:
            library.close()


async def _keep(library: Library, settings: Settings) -> None:
    while True:
        await settle(library.store, settings.data_dir, starter=settings.starter, processes=1)
        await asyncio.sleep(KEEP_SECONDS)
