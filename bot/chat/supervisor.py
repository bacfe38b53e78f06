"""Keeps the bot connected for months: one fresh client after the other, with waits between.

discord.py 2.7.1 reconnects by itself, but not from a first connection that fails (it raises
AttributeError), nor from a session whose resume URL stays dead (it asks there for ever, while
`is_ready()` says True). Both are survived here, by a client that begins anew. Only what no waiting
can mend ends the bot: a token that is refused, and what the application is not allowed.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.chat.backoff import Backoff
from bot.chat.client import PaperbotClient
from bot.chat.connecting import connect
from bot.chat.identifies import Identifies
from bot.chat.outages import reason
from bot.chat.pulse import Pulse
from bot.library.tasks import side_by_side
from bot.papers.errors import ChatError, ConfigurationError
from bot.papers.wording import say

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds of silence a client gets before another takes its place.

    Attributes:
        starting: From its start to its first session; covers Discord's retries and rate limits.
        lost: Without a session, since it lost one. discord.py tries to resume meanwhile.
        silent: With one. A heartbeat is answered every 41 seconds.
        healthy: With one, until later waits are short again.
        beat: From one look to the next.
    """

    starting: float = 180.0
    lost: float = 30.0
    silent: float = 120.0
    healthy: float = 60.0
    beat: float = 1.0


class Supervisor:
    """Runs clients one after the other until it is cancelled.

    Args:
        make: Returns a fresh client, which notes its state in `pulse`.
        pulse: Read by the watchdog; gets latency and what went wrong.
        identifies: Says how long to wait before another session may be asked for.
        backoff: How long to wait between clients.
        patience: How long a client may be silent.
        sleep: Waits so many seconds.
    """

    def __init__(
        self,
        make: Callable[[], PaperbotClient],
        *,
        pulse: Pulse,
        identifies: Identifies,
        backoff: Backoff | None = None,
        patience: Patience | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._make = make
        self._pulse = pulse
        self._identifies = identifies
        self._backoff = backoff or Backoff()
        self._patience = patience or Patience()
        self._sleep = sleep
        self._was_up = False

    async def serve(self, token: str) -> None:
        """Answer until cancelled, which lets commands under way end first.

        Raises:
            ConfigurationError: Discord refuses the token, or something that the bot asks for.
        """
        while True:
            await self._allowed()
            trouble = await self._live(token)
            wait = self._backoff.wait_s()
            self._pulse.last_error = trouble
            log.warning("%s Trying again in %.1f s.", trouble, wait)
            await self._sleep(wait)

    async def _allowed(self) -> None:
        """Wait until another session may be asked for."""
        while wait := await self._identifies.wait_s():
            sentence = say(
                "Discord allows 1,000 new sessions a day, and {count} were asked for. "
                "Waiting {minutes} minutes before the next one.",
                count=self._pulse.identifies_today,
                minutes=math.ceil(wait / 60),
            )
            self._pulse.last_error = str(sentence)
            log.error("%s", sentence)
            await self._sleep(wait)

    async def _live(self, token: str) -> str:
        """Run one client to its end and return, as a sentence, why it ended.

        What nobody expected ends the bot at the start, where somebody is looking; later it is
        logged whole, and survived.
        """
        client = self._make()
        try:
            async with side_by_side() as group:
                watching = group.create_task(self._watch(client))
                await connect(client, token)
                watching.cancel()
        except ChatError as error:
            return str(error)
        except ConfigurationError:
            raise
        except Exception as error:
            if not self._was_up:
                raise
            log.exception("The client failed unexpectedly")
            return str(say("The connection failed ({reason}).", reason=reason(error)))
        finally:
            await client.end()
        return str(say("Discord closed the connection."))

    async def _watch(self, client: PaperbotClient) -> None:
        """Keep the pulse until the client has been silent for too long.

        Raises:
            ChatError: it has been.
        """
        watch = Watch(self._pulse, self._patience)
        while True:
            await asyncio.sleep(self._patience.beat)
            if watch.look(client.latency) >= self._patience.healthy:
                self._backoff.rest()
            self._was_up = self._was_up or self._pulse.connected


class Watch:
    """Looks at one client from its start on."""

    def __init__(self, pulse: Pulse, patience: Patience) -> None:
        self._pulse = pulse
        self._patience = patience
        self._latency = math.nan
        self._limit = patience.starting
        self._was_up = False
        self._sign = self._up_since = pulse.ticks()

    def look(self, latency: float) -> float:
        """Return for how many seconds the session has been up.

        Raises:
            ChatError: the client has been silent for too long.
        """
        now = self._pulse.ticks()
        if math.isfinite(latency) and latency != self._latency:
            # Two heartbeats never take equally long: this one was answered since the last look.
            self._latency = latency
            self._pulse.heard()
        if self._pulse.connected:
            self._pulse.latency_s = self._latency if math.isfinite(self._latency) else None
            self._sign = now - (self._pulse.silence_s() or 0.0)
            self._limit = self._patience.silent
            self._was_up = True
        else:
            self._up_since = now
            if self._was_up:
                self._was_up = False
                self._sign = now
                self._limit = self._patience.lost
        if now - self._sign > self._limit:
            raise ChatError(
                say("Discord has been silent for {seconds} s.", seconds=round(now - self._sign))
            )
        return now - self._up_since
