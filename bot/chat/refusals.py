"""What Discord's refusals mean for a post: later, not here, not this one, or nobody knows.

Codes as in Discord's table of JSON error codes (developer documentation, opcodes and status codes).
"""

import aiohttp
import discord

from bot.chat.traces import AnswerLost
from bot.feed.courier import Arrived, Barred, Later, Outcome, Refused, Unsure
from bot.papers.standing import Trouble

MISSING_PERMISSIONS = 50013
UNKNOWN_MESSAGE = 10008
GONE = frozenset({10003, 10004, 50001})
"""Unknown channel, unknown server, no access."""
BUSY = {160006: 600.0, 20028: 60.0, 20016: 60.0, 20022: 600.0, 130000: 60.0, 40062: 60.0}
"""Too many active threads, channel write and slowmode limits, overloaded: seconds to wait."""
UNAUTHORISED, TOO_MANY, FORBIDDEN, SERVER_ERROR = 401, 429, 403, 500
TOO_MANY_S = 5.0
CLOUDFLARE_S = 60.0
"""A 429 that does not come from Discord itself says nothing that can be relied upon."""

Failing = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, AnswerLost)
"""What a request to Discord raises."""


def outcome_of(error: BaseException) -> Outcome:
    """Return what an error in a request to Discord says about the message."""
    match error:
        case discord.RateLimited(retry_after=seconds):
            return Later(f"Discord asks to wait for {seconds:.0f} s", seconds)
        case discord.HTTPException():
            return _refusal(error)
        case aiohttp.ClientConnectorError():
            return Later(f"Discord cannot be reached ({error})")
        case discord.ClientException() | discord.InvalidData():
            return Refused(str(error))
        case _:
            return Unsure(f"Discord's answer was lost ({type(error).__name__}: {error})")


def _refusal(error: discord.HTTPException) -> Outcome:
    what = f"{error.status} {error.code} {error.text}".strip()
    if error.status >= SERVER_ERROR:
        return Unsure(what)
    if error.code in BUSY or error.status in {TOO_MANY, UNAUTHORISED}:
        return Later(what, BUSY.get(error.code, CLOUDFLARE_S if _foreign(error) else TOO_MANY_S))
    if error.code in GONE:
        return Barred(Trouble.GONE, what)
    if error.code == MISSING_PERMISSIONS or error.status == FORBIDDEN:
        return Barred(Trouble.FORBIDDEN, what)
    # Of an unknown message Discord speaks where it knows the nonce: somebody has deleted it since.
    return Arrived(0) if error.code == UNKNOWN_MESSAGE else Refused(what)


def _foreign(error: discord.HTTPException) -> bool:
    headers = getattr(error.response, "headers", {})
    return "Retry-After" not in headers
