"""The one place where things are built and handed to each other."""

import asyncio
import functools
import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from datetime import UTC, datetime

from bot.feed.feed import Feed, Pass
from bot.library.instance import instance
from bot.library.library import Library
from bot.library.opening import MUCH, UNWRITABLE, Places, open_library, open_store, settle
from bot.library.swap import Swap
from bot.settings import Settings
from bot.stopping import told_to_stop, until

log = logging.getLogger(__name__)

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
        AlreadyRunning: another bot runs on the data folder.
        ConfigurationError: the token is refused, or the proxy or health's port cannot be used.
    """
    # Only this command needs discord.py, whose import takes as long as a whole `find`.
    from bot.chat.client import PaperbotClient  # noqa: PLC0415
    from bot.chat.courier import ChannelCourier  # noqa: PLC0415
    from bot.chat.identifies import Identifies  # noqa: PLC0415
    from bot.chat.proxies import proxy_for_discord  # noqa: PLC0415
    from bot.chat.pulse import Pulse  # noqa: PLC0415
    from bot.chat.supervisor import Supervisor  # noqa: PLC0415
    from bot.health.keeping import open_health  # noqa: PLC0415
    from bot.health.vitals import Vitals  # noqa: PLC0415

    async with AsyncExitStack() as stack:
        stopping = stack.enter_context(told_to_stop())
        stack.enter_context(instance(settings.data_dir))
        Swap(settings.data_dir).finish()
        store = await stack.enter_async_context(open_store(settings.data_dir))
        library = stack.enter_context(closing(Library(store, Places(settings.data_dir).index)))
        pulse = Pulse()
        courier = ChannelCourier()
        feed = Feed(store, courier, understand=library.understood)
        vitals = Vitals(library, pulse, feed)
        at = (settings.health_host, settings.health_port)
        health = await stack.enter_async_context(open_health(settings.data_dir, vitals, at))
        identifies = Identifies(store.notes, pulse)
        make = functools.partial(
            PaperbotClient,
            library=library,
            marks=store.notes,
            pulse=pulse,
            identifies=identifies,
            proxy=proxy_for_discord(),
            courier=courier,
        )
        supervisor = Supervisor(make, pulse=pulse, identifies=identifies)
        # A small library answers from the first moment; a large index is built beside the answers.
        with suppress(*UNWRITABLE):  # what is written about it comes with `keep`
            await settle(library, starter=settings.starter, processes=0, most=MUCH)
        keeping = keep(library, starter=settings.starter)
        await until(stopping, supervisor.serve(token), keeping, feed.run(), health.keep())


async def deliver_once(settings: Settings, token: str) -> Pass:
    """Deliver what is due, over a session that ends with it.

    Raises:
        AlreadyRunning: a bot runs on the data folder, which delivers by itself.
        ConfigurationError: the token is refused, or the proxy cannot be used.
        ChatError: Discord cannot be reached.
    """
    # The same as above: what needs discord.py takes long to import.
    from bot.chat.client import PaperbotClient  # noqa: PLC0415
    from bot.chat.courier import ChannelCourier  # noqa: PLC0415
    from bot.chat.proxies import proxy_for_discord  # noqa: PLC0415
    from bot.chat.session import session  # noqa: PLC0415

    async with AsyncExitStack() as stack:
        stack.enter_context(instance(settings.data_dir))
        Swap(settings.data_dir).finish()
        store = await stack.enter_async_context(open_store(settings.data_dir))
        library = stack.enter_context(closing(Library(store, Places(settings.data_dir).index)))
        courier = ChannelCourier()
        # All that is owed counts as come since the last pass, at once.
        long_ago = datetime.min.replace(tzinfo=UTC)
        feed = Feed(store, courier, awake=long_ago, understand=library.understood)
        if await store.outbox.backlog():
            client = PaperbotClient(
                library=library, marks=store.notes, proxy=proxy_for_discord(), courier=courier
            )
            await stack.enter_async_context(session(client, token, courier))
        return await feed.once()


async def keep(library: Library, *, starter: str, seconds: float = KEEP_SECONDS) -> None:
    """Keep index and starter papers in order, also for what other processes bring in."""
    said = ""
    while True:
        try:
            await settle(library, starter=starter, processes=1)
            said = ""
        except UNWRITABLE as error:
            if str(error) != said:
                said = str(error)
                log.warning("%s Until then the papers are answered as they were.", said)
        await asyncio.sleep(seconds)
