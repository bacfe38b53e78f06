"""What the bot may and must do in a channel in order to post there."""

import discord

from bot.chat.reader import Reader
from bot.papers.wording import Wording, say

Postable = discord.TextChannel | discord.Thread | discord.ForumChannel
"""Channels that take posts; an announcement channel is a TextChannel."""

NAMES = {
    "view_channel": say("View Channel"),
    "send_messages": say("Send Messages"),
    "send_messages_in_threads": say("Send Messages in Threads"),
    "manage_threads": say("Manage Threads"),
    "read_message_history": say("Read Message History"),
}
"""The permissions that matter here, as Discord calls them."""


def lacking(channel: Postable) -> list[str]:
    """Return the permissions without which the bot cannot post there, by their names in NAMES."""
    return [name for name in _needed(channel) if not _has(channel, name)]


def may_look(channel: Postable) -> bool:
    """Return whether the bot can see what it has posted there."""
    return _has(channel, "read_message_history")


def permission_names(error: str, reader: Reader) -> str:
    """Return permissions, given with commas, as a person knows them from Discord's settings."""
    named = [reader.says(NAMES[name]) for name in error.split(",") if name in NAMES]
    return ", ".join(f"**{name}**" for name in named) or reader.says(unknown_permission())


def unknown_permission() -> Wording:
    """Return what to call a permission that Discord does not name."""
    return say("a permission that Discord does not name")


def _needed(channel: Postable) -> tuple[str, ...]:
    if not isinstance(channel, discord.Thread):
        return ("view_channel", "send_messages")
    sending = ("view_channel", "send_messages_in_threads")
    return (*sending, "manage_threads") if channel.locked else sending


def _has(channel: Postable, name: str) -> bool:
    return bool(getattr(channel.permissions_for(channel.guild.me), name))
