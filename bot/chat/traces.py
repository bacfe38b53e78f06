"""Rate limits as they are seen on the wire: discord.py waits them out and tells nobody."""

from types import SimpleNamespace

import aiohttp

from bot.chat.pulse import Pulse

TOO_MANY_REQUESTS = 429


def rate_limit_trace(pulse: Pulse) -> aiohttp.TraceConfig:
    """Return the trace of discord.py's HTTP session that counts them."""

    async def ended(
        _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if request.response.status == TOO_MANY_REQUESTS:
            pulse.rate_limited(_seconds(request.response.headers.get("Retry-After", "")))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def _seconds(text: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        return 0.0
