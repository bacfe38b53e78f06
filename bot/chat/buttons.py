"""Buttons that outlive restarts: all they mean is in their custom id (`states.py`)."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self, cast

from discord.ui import Button, DynamicItem, Item, LayoutView

from bot.chat.administration import Administration
from bot.chat.answers import Answers
from bot.chat.errors import Boundary
from bot.chat.replies import Interaction, answer, places_of, remove, replace
from bot.chat.states import (
    PATTERN,
    Another,
    Delete,
    Like,
    Open,
    Page,
    Pick,
    Post,
    Rest,
    read_state,
)
from bot.papers.errors import UserError
from bot.papers.wording import say

Press = Callable[[Interaction, str], Awaitable[None]]


def pressed(press: Press) -> type[DynamicItem[Button[LayoutView]]]:
    """Return the dynamic item, to be registered once, that hands every press to `press`."""

    class Pressed(DynamicItem[Button[LayoutView]], template=PATTERN):
        @classmethod
        async def from_custom_id(
            cls,
            interaction: Interaction,  # noqa: ARG003 - discord.py's signature
            item: Item[Any],
            match: re.Match[str],  # noqa: ARG003 - the same
            /,
        ) -> Self:
            return cls(cast("Button[LayoutView]", item))

        async def callback(self, interaction: Interaction) -> None:
            await press(interaction, self.custom_id)

    return Pressed


class Presses:
    """Does what a button means, and takes forms."""

    def __init__(self, answers: Answers, boundary: Boundary, desk: Administration) -> None:
        self._answers = answers
        self._desk = desk
        self._boundary = boundary

    async def press(self, interaction: Interaction, custom_id: str) -> None:
        """Answer a press; whatever goes wrong is told to the person."""
        await self._boundary.guard(interaction, self._press(interaction, custom_id))

    async def _press(self, interaction: Interaction, custom_id: str) -> None:
        match read_state(custom_id):
            case Open(number):
                await self._open(interaction, number)
            case Pick():
                await self._open(interaction, _chosen(interaction))
            case Rest() as state:
                await self._rest(interaction, state)
            case Like(number):
                reader = self._answers.reader(interaction, private=True)
                await answer(interaction, self._answers.alike(number, reader), private=True)
            case Post(number):
                reader = self._answers.reader(interaction, private=False)
                await answer(interaction, self._answers.posted(number, reader), private=False)
            case Page() | Another() as state:
                await self._turn(interaction, state)
            case Delete(asker):
                await self._delete(interaction, asker)
            case _ as state:
                await self._desk.press(interaction, state)

    async def _open(self, interaction: Interaction, number: int) -> None:
        reader = self._answers.reader(interaction, private=True)
        await answer(interaction, self._answers.opened(number, reader), private=True)

    async def _rest(self, interaction: Interaction, state: Rest) -> None:
        reader = self._answers.reader(interaction, private=True)
        making = self._answers.rest(state.parcel, state.page, reader, places_of(interaction))
        if _private(interaction):
            await replace(interaction, making)
        else:
            await answer(interaction, making, private=True)

    async def _turn(self, interaction: Interaction, state: Page | Another) -> None:
        """Turn one's own answer in place; somebody else's gives a private copy."""
        own = interaction.user.id == state.asker
        private = not own or (interaction.message is not None and _private(interaction))
        reader = self._answers.reader(interaction, private=private)
        match state:
            case Page(page=page, search=search):
                making = self._answers.page(search, page, reader)
            case Another(number=number, search=search):
                making = self._answers.another(search, number, reader)
        if own:
            await replace(interaction, making)
        else:
            await answer(interaction, making, private=True)

    async def _delete(self, interaction: Interaction, asker: int) -> None:
        if interaction.user.id != asker:
            raise UserError(say("Only the person who asked can delete this answer."))
        await remove(interaction)


def _chosen(interaction: Interaction) -> int:
    """Return the paper that was chosen from a menu."""
    values: Sequence[str] = (interaction.data or {}).get("values", ())
    if len(values) == 1 and values[0].isdecimal() and len(values[0]) <= 18:
        return int(values[0])
    raise UserError(say("Please choose one paper from the menu."))


def _private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral
