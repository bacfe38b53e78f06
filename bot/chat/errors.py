"""The one boundary: whatever goes wrong in a command, a button or autocomplete becomes a sentence.

Sentences are looked up along the error's method resolution order. What nobody expected is logged
whole under a short code, and the person gets the code.
"""

import logging
import secrets
from collections.abc import Awaitable, Mapping
from typing import cast

import discord
from discord import app_commands

from bot.chat.cards import note_card
from bot.chat.catalogue import Catalogue
from bot.chat.limits import CHOICE
from bot.chat.markdown import cut
from bot.chat.reader import Reader
from bot.chat.replies import ALREADY_ACKNOWLEDGED, Interaction, layout
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

SENTENCES: Mapping[type[BaseException], Wording] = {
    app_commands.CommandNotFound: _CHANGED,
    app_commands.CommandSignatureMismatch: _CHANGED,
    app_commands.TransformerError: _CHANGED,
    app_commands.CheckFailure: say("You may not use this command here."),
    discord.Forbidden: say(
        "Discord does not let me do that here. Ask a moderator to look at my permissions."
    ),
    discord.RateLimited: say("Discord asks me to slow down. Please try again soon."),
    discord.DiscordServerError: say("Discord has trouble. Please try again soon."),
}


class Boundary:
    """Tells people what went wrong."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def guard(self, interaction: Interaction, doing: Awaitable[None]) -> None:
        """Do it, and tell the person where it goes wrong."""
        try:
            await doing
        except Exception as error:  # noqa: BLE001 - this is the boundary
            await self.tell(interaction, error)

    async def choices(
        self, interaction: Interaction, asking: Awaitable[list[Choice]], current: str
    ) -> list[Choice]:
        """Return autocomplete's choices; where it goes wrong, one that says so and can be sent."""
        try:
            return await asking
        except Exception as error:  # noqa: BLE001 - this is the boundary
            wording = self.wording(cause(error), name_of(interaction))
        sentence = self._catalogue.render(interaction.locale.value)(wording)
        return [app_commands.Choice(name=cut(sentence, CHOICE), value=current[:CHOICE] or "?")]

    def wording(self, error: BaseException, what: str) -> Wording:
        """Return the sentence for an error in `what`; logs it whole where nobody expected it."""
        if isinstance(error, PaperbotError):
            if not isinstance(error, UserError):
                log.warning("%s: %s", what, error)
            return error.wording
        for kind in type(error).__mro__:
            if kind in SENTENCES:
                log.warning("%s: %s", what, error)
                return SENTENCES[kind]
        code = secrets.token_hex(3)
        log.error("Unexpected error %s in %s", code, what, exc_info=error)
        return say(
            "Something went wrong that should not have. It is written down as {code}; "
            "please try again, and tell whoever runs this bot if it comes back.",
            code=code,
        )

    async def tell(self, interaction: Interaction, error: BaseException) -> None:
        """Show the person who asked what went wrong; never raises for an answer that is late."""
        error = cause(error)
        what = name_of(interaction)
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            log.info("%s: too late to answer (%s)", what, error.code)
            return
        wording = self.wording(error, what)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        reader = Reader(
            interaction.user.id, self._catalogue.render(interaction.locale.value), private=True
        )
        view = layout(note_card(reader, wording))
        try:
            if interaction.response.is_done():
                await interaction.followup.send(view=view, ephemeral=True)
            else:
                await interaction.response.send_message(view=view, ephemeral=True)
        except discord.HTTPException as failure:
            log.warning("%s: could not tell what went wrong: %s", what, failure)


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


def name_of(interaction: Interaction) -> str:
    """Return what was asked, for the log: never what a person typed."""
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    data = interaction.data or {}
    return ":".join(str(data.get("custom_id", interaction.type.name)).split(":")[:2])
