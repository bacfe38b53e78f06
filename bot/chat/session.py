"""One session that somebody needs for a while, and that ends with it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.chat.client import PaperbotClient
from bot.chat.connecting import connect
from bot.chat.courier import ChannelCourier
from bot.library.tasks import side_by_side
from bot.papers.errors import ChatError
from bot.papers.wording import say

PATIENCE_S = 60.0


@asynccontextmanager
async def session(
    client: PaperbotClient, token: str, courier: ChannelCourier
) -> AsyncGenerator[None]:
    """Connect, and go on when the courier has a client that knows its servers.

    Raises:
        ConfigurationError: Discord refuses the token.
        ChatError: Discord cannot be reached, or does not answer in time.
    """
    try:
        async with side_by_side() as group:
            connected = group.create_task(connect(client, token))
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await courier.begun()
            except TimeoutError as error:
                raise ChatError(
                    say("Discord does not answer. Nothing is lost; try again in a few minutes.")
                ) from error
            yield
            connected.cancel()
    finally:
        await client.end()
