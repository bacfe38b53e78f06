"""The ways to answer an interaction: one call where the answer is ready in time."""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord.ui import LayoutView

from bot.chat.cards import Card

PATIENCE = 2.0
"""Seconds until "thinking…" is shown instead; Discord gives up after 3."""
ALREADY_ACKNOWLEDGED = 40060

Interaction = discord.Interaction[discord.Client]


def places_of(interaction: Interaction) -> tuple[int, ...]:
    """Return the channel where something was asked, and the forum that it is a post of."""
    parent = getattr(interaction.channel, "parent_id", None)
    return tuple(place for place in (interaction.channel_id, parent) if place is not None)


def layout(card: Card) -> LayoutView:
    """Return the card as a message's view that discord.py never keeps.

    Presses are answered by the dynamic item that was registered at the start. A view that is
    stopped before it is sent is not stored: nothing leaks, and no timeout takes templates away.
    """
    view = LayoutView(timeout=None)
    view.add_item(card)
    view.stop()
    return view


async def answer(
    interaction: Interaction, making: Coroutine[Any, Any, Card], *, private: bool
) -> None:
    """Answer with a new message, as soon as the card is made."""
    thinking = functools.partial(interaction.response.defer, ephemeral=private, thinking=True)
    card, late = await _in_time(making, thinking)
    if late:
        await interaction.edit_original_response(view=layout(card))
    else:
        await interaction.response.send_message(view=layout(card), ephemeral=private)


async def replace(interaction: Interaction, making: Coroutine[Any, Any, Card]) -> None:
    """Put the card in the place of the message whose button was pressed."""
    card, late = await _in_time(making, interaction.response.defer)
    if late:
        await interaction.edit_original_response(view=layout(card))
    else:
        await interaction.response.edit_message(view=layout(card))


async def _in_time(
    making: Coroutine[Any, Any, Card], defer: Callable[[], Awaitable[object]]
) -> tuple[Card, bool]:
    """Return the card, and whether Discord had to be told that it takes longer."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(making)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            await _acknowledge(defer)
    return task.result(), not done


async def _acknowledge(defer: Callable[[], Awaitable[object]]) -> None:
    try:
        await defer()
    except discord.HTTPException as error:
        # A first try that got a 5xx had been accepted: discord.py's second one hears so.
        if error.code != ALREADY_ACKNOWLEDGED:
            raise


async def remove(interaction: Interaction) -> None:
    """Delete the message whose button was pressed."""
    await interaction.response.defer()
    await interaction.delete_original_response()
