"""When Discord cannot be reached: which errors mean that, and how they read in a log."""

import logging

import aiohttp
import discord

from bot.papers.errors import ChatError
from bot.papers.wording import say

OUTAGES = (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound)
"""What the network, a proxy, DNS and a Discord in trouble raise; TimeoutError is an OSError."""
LONGEST_REASON = 200


def reason(error: BaseException) -> str:
    """Return why, in one short line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}…"


def unreachable(error: BaseException) -> ChatError:
    """Return the error that says that Discord cannot be reached, and why."""
    return ChatError(say("Discord cannot be reached ({reason}).", reason=reason(error)))


class BriefOutages(logging.Filter):
    """Makes a line of what discord.py logs with a traceback each time that it reconnects."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True; shortens the record where it tells of an outage."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OUTAGES):
            record.msg = f"{record.getMessage()}: {reason(error)}"
            record.args, record.exc_info = (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True
