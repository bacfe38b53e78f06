"""The one boundary: whatever goes wrong in a command, a button or autocomplete becomes a sentence.

Sentences are looked up along the error's method resolution order. What nobody expected is logged
under the id of the request, and the person gets that id as a code.
"""

import logging
from collections.abc import Awaitable, Mapping
from typing import cast

import aiohttp
import discord
from discord import app_commands
from discord.ui import LayoutView

from bot.chat.cards import note_card
from bot.chat.catalogue import Catalogue
from bot.chat.limits import CHOICE
from bot.chat.markdown import cut
from bot.chat.pulse import Outcome
from bot.chat.reader import Reader
from bot.chat.replies import ALREADY_ACKNOWLEDGED, Interaction, layout
from bot.chat.requests import Requests, name_of, request_id
from bot.papers.errors import PaperbotError, UserError
from bot.papers.wording import Wording, say

UNKNOWN_INTERACTION = 10062
TOO_LATE = frozenset({UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, 10015, 50027})
"""Unknown interaction, acknowledged before, unknown webhook, token expired: nobody to tell."""

Choice = app_commands.Choice[str]

log = logging.getLogger(__name__)

_CHANGED = say(
    "This command has changed since your Discord last looked. "
    "Restart Discord (Ctrl+R, or close the app) and try again."
)
_TROUBLE = say("Discord has trouble. Please try again soon.")

SENTENCES: Mapping[type[BaseException], Wording] = {
    app_commands.CommandNotFound: _CHANGED,
    app_commands.CommandSignatureMismatch: _CHANGED,
    app_commands.TransformerError: _CHANGED,
    app_commands.CheckFailure: say("You may not use this command here."),
    discord.Forbidden: say(
        "Discord does not let me do that here. Ask a moderator to look at my permissions."
    ),
    discord.RateLimited: say("Discord asks me to slow down. Please try again soon."),
    discord.DiscordServerError: _TROUBLE,
    aiohttp.ClientError: _TROUBLE,
}


class Boundary:
    """Tells people what went wrong, and notes how each request ended."""

    def __init__(self, catalogue: Catalogue, requests: Requests) -> None:
        self._catalogue = catalogue
        self._requests = requests

    async def guard(self, interaction: Interaction, doing: Awaitable[None]) -> None:
        """Do it, and tell the person where it goes wrong."""
        self._requests.begin(interaction)
        try:
            await doing
        except Exception as error:  # noqa: BLE001 - this is the boundary
            await self.tell(interaction, error)
        else:
            self._requests.end(interaction, Outcome.OK)

    async def choices(
        self, interaction: Interaction, asking: Awaitable[list[Choice]], current: str
    ) -> list[Choice]:
        """Return autocomplete's choices; where it goes wrong, one that says so and can be sent."""
        try:
            choices = await asking
        except Exception as error:  # noqa: BLE001 - this is the boundary
            wording, outcome = self._wording(cause(error), name_of(interaction))
            sentence = self._catalogue.render(interaction.locale.value)(wording)
            choices = [
                app_commands.Choice(name=cut(sentence, CHOICE), value=current[:CHOICE] or "?")
            ]
        else:
            outcome = Outcome.OK
        self._requests.end(interaction, outcome)
        return choices

    def _wording(self, error: BaseException, what: str) -> tuple[Wording, Outcome]:
        """Return the sentence for an error in `what`; logs it where nobody expected it."""
        if isinstance(error, PaperbotError):
            if not isinstance(error, UserError):
                log.warning("%s: %s", what, error)
            return error.wording, Outcome.TOLD
        for kind in type(error).__mro__:
            if kind in SENTENCES:
                log.warning("%s: %s", what, _unquoting(error))
                return SENTENCES[kind], Outcome.TOLD
        code = request_id()
        log.error("Unexpected error %s in %s", code, what, exc_info=error)
        unexpected = say(
            "Something went wrong that should not have. It is written down as {code}; "
            "please try again, and tell whoever runs this bot if it comes back.",
            code=code,
        )
        return unexpected, Outcome.FAILED

    async def tell(self, interaction: Interaction, error: BaseException) -> None:
        """Show the person who asked what went wrong; never raises for an answer that is late."""
        error = cause(error)
        what = name_of(interaction)
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            log.info("%s: too late to answer (%s)", what, error.code)
            self._requests.end(interaction, Outcome.LATE)
            return
        wording, outcome = self._wording(error, what)
        if interaction.type is discord.InteractionType.autocomplete:
            self._requests.end(interaction, outcome)
            return
        reader = Reader(
            interaction.user.id, self._catalogue.render(interaction.locale.value), private=True
        )
        try:
            await _send(interaction, layout(note_card(reader, wording)))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
            log.warning("%s: could not tell what went wrong: %s", what, failure)
            outcome = Outcome.LATE
        self._requests.end(interaction, outcome)


async def _send(interaction: Interaction, view: LayoutView) -> None:
    """Answer privately, whether or not something has been answered before."""
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(view=view, ephemeral=True)
        except discord.HTTPException as error:
            # An acknowledgement was on its way when this went wrong.
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        else:
            return
    await interaction.followup.send(view=view, ephemeral=True)


class LateAnswers(logging.Filter):
    """Drops what discord.py logs of autocomplete that was overtaken by faster typing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record."""
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.HTTPException) and error.code in TOO_LATE)


def cause(error: BaseException) -> BaseException:
    """Return what really happened inside discord.py's and TaskGroup's wrappings."""
    while True:
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        elif isinstance(error, BaseExceptionGroup):
            error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
        else:
            return error


def _unquoting(error: BaseException) -> str:
    """Return what the log may say: discord.py's own errors quote what a person typed."""
    return str(error) if isinstance(error, discord.HTTPException) else type(error).__name__
