"""Looking for a message that may have arrived, by the custom id of its button or menu."""

from collections.abc import AsyncIterator

import discord

from bot.chat.posts import marker
from bot.feed.courier import Absent, Arrived, Dispatch

THREADS_LOOKED_AT = 100
"""Archived posts of a forum that are looked at; the active ones are looked at all."""


async def first_with(
    messages: AsyncIterator[discord.Message], dispatch: Dispatch
) -> Arrived | Absent:
    """Return the message that bears the mark of the dispatch."""
    mark = f"'custom_id': '{marker(dispatch.parcel)}'"
    async for message in messages:
        if any(mark in str(component.to_dict()) for component in message.components):
            return Arrived(message.id)
    return Absent()


async def starters(forum: discord.ForumChannel, after: int) -> AsyncIterator[discord.Message]:
    """Yield the first messages of the forum's posts that the bot has made since then."""
    active = [t for t in await forum.guild.active_threads() if t.parent_id == forum.id]
    for thread in active:
        if (message := await _starter(thread, after)) is not None:
            yield message
    async for thread in forum.archived_threads(limit=THREADS_LOOKED_AT):
        if (message := await _starter(thread, after)) is not None:
            yield message


async def _starter(thread: discord.Thread, after: int) -> discord.Message | None:
    if thread.id < after or thread.owner_id != thread.guild.me.id:
        return None
    return await anext(thread.history(limit=1, oldest_first=True), None)
