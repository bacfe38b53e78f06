"""Connecting once, and what it means when that ends."""

import threading

import discord
from discord import app_commands
from discord.gateway import KeepAliveHandler

from bot.chat.outages import OUTAGES, unreachable
from bot.papers.errors import ConfigurationError, PaperbotError
from bot.papers.wording import say

TOKEN_REFUSED = 4004
INTENTS_REFUSED = 4014
REFUSED = frozenset({TOKEN_REFUSED, 4010, 4011, 4012, 4013, INTENTS_REFUSED})
"""Codes with which the gateway says that asking again is of no use."""


async def connect(client: discord.Client, token: str) -> None:
    """Connect and answer until the client is closed.

    Raises:
        ConfigurationError: Discord refuses the token, or something that the bot asks for.
        ChatError: Discord cannot be reached.
    """
    try:
        await client.start(token)
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as e:
        raise _closed(e) from e
    except app_commands.CommandSyncFailure:
        raise  # a fault of this program, though it comes as an HTTP error
    except OUTAGES as error:
        raise unreachable(error) from error
    except AttributeError as error:
        # The first connection failed, and discord.py asked for the sequence of no session.
        if not isinstance(error.__context__, OUTAGES):
            raise
        raise unreachable(error.__context__) from error


def stop_heartbeats() -> None:
    """End discord.py's threads for heartbeats, of which this process wants none any more.

    It forgets that of a connection which ended before its session began: that one would go on
    without a connection, and fail when the event loop is gone.
    """
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()


def _closed(error: discord.ClientException) -> PaperbotError:
    """Return what a refused login or a closed gateway means."""
    match error:
        case discord.ConnectionClosed(code=code) if code not in REFUSED:
            return unreachable(error)
        case discord.ConnectionClosed(code=code) if code != TOKEN_REFUSED:
            return _not_allowed(code)
        case discord.PrivilegedIntentsRequired():
            return _not_allowed(INTENTS_REFUSED)
        case _:
            return ConfigurationError(
                say(
                    "Discord refuses the token. Copy it again from the page Bot of your "
                    "application at https://discord.com/developers/applications into "
                    "PAPERBOT_DISCORD_TOKEN."
                )
            )


def _not_allowed(code: int) -> ConfigurationError:
    return ConfigurationError(
        say(
            "Discord closed the connection for good (code {code}). Reset the token on the "
            "page Bot of your application, and see there what it is not allowed to do.",
            code=code,
        )
    )
