"""What is seen on the wire below discord.py: rate limits, and answers that were lost.

discord.py waits rate limits out and tells nobody, and sends again what Discord has answered with a
5xx. For most requests that is right; a forum post would be there twice, as it has no nonce.
"""

import re
from types import SimpleNamespace

import aiohttp

from bot.chat.pulse import Pulse

TOO_MANY_REQUESTS = 429
SERVER_ERROR = 500

_NEW_THREAD = re.compile(r"/channels/\d+/threads")


class AnswerLost(Exception):
    """Discord may have made a thread, and has not said so."""


def wire_trace(pulse: Pulse) -> aiohttp.TraceConfig:
    """Return the trace of discord.py's HTTP session.

    It counts rate limits, and keeps discord.py from making a thread again: where the first request
    may have been carried out, that one raises AnswerLost.
    """

    async def ended(
        _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        response = request.response
        if response.status == TOO_MANY_REQUESTS:
            pulse.rate_limited(_seconds(response.headers.get("Retry-After", "")))
        if response.status >= SERVER_ERROR and _makes_a_thread(request):
            response.close()
            raise AnswerLost(f"{response.status} {response.reason}")

    async def failed(
        _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        error = request.exception
        lost = isinstance(error, OSError) and not isinstance(error, aiohttp.ClientConnectorError)
        if lost and _makes_a_thread(request):
            raise AnswerLost(str(error)) from error

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace


def _makes_a_thread(
    request: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
) -> bool:
    return request.method == "POST" and _NEW_THREAD.search(request.url.path) is not None


def _seconds(text: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        return 0.0
