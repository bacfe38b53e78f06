"""Where a topic may post: which channels take posts, and what the bot lacks there."""

from collections.abc import Sequence

import discord

from bot.chat.managers import Channel
from bot.chat.posts import topic_tags
from bot.chat.rights import NAMES, Postable, lacking, may_look
from bot.papers.errors import UnusableOption, UserError
from bot.papers.standing import Proposal
from bot.papers.wording import Wording, say


async def channel_of(guild: discord.Guild, number: int) -> Channel | None:
    """Return a channel or thread of the server, an archived one too; None where it is gone."""
    found = guild.get_channel_or_thread(number)
    if found is not None:
        return found
    try:
        fetched = await guild.fetch_channel(number)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return None
    return fetched


async def destination(guild: discord.Guild, number: int) -> Postable:
    """Return a channel that takes posts.

    Raises:
        UnusableOption: it is gone, or of a kind that takes none.
    """
    channel = await channel_of(guild, number)
    if channel is None:
        raise UnusableOption(
            say("This channel is not there any more, or I may not see it. Choose another one.")
        )
    if not isinstance(channel, Postable):
        raise UnusableOption(
            say(
                "{channel} is of a kind that takes no posts. Choose a text channel, "
                "an announcement channel, a thread or a forum.",
                channel=f"#{channel.name}",
            )
        )
    return channel


def check_rights(channel: Postable) -> None:
    """Refuse a channel in which the bot may not post; raises UserError."""
    if sentence := barred(channel):
        raise UserError(sentence)


def barred(channel: Postable) -> Wording | None:
    """Return what the bot lacks in a channel and how to grant it, or None where it may post."""
    missing = lacking(channel)
    if not missing:
        return None
    name, permissions = f"#{channel.name}", _named(missing)
    if isinstance(channel, discord.Thread):
        return say(
            "I may not post in {channel}: I lack {permissions}. Open the settings of the channel "
            "that the thread is in, Permissions, add me (or my role) and allow it; then try again.",
            channel=name,
            permissions=permissions,
        )
    return say(
        "I may not post in {channel}: I lack {permissions}. Open the channel's settings, "
        "Permissions, add me (or my role) and allow it; then try again.",
        channel=name,
        permissions=permissions,
    )


def check_mention(guild: discord.Guild, mention: str) -> None:
    """Refuse a role that cannot be mentioned at all; raises UnusableOption."""
    if not mention:
        return
    if int(mention) == guild.id:
        raise UnusableOption(
            say("I mention a role, never everyone. Choose another role, or leave `mention` out.")
        )
    if guild.get_role(int(mention)) is None:
        raise UnusableOption(
            say(
                "The role that was to be mentioned is not there any more. Choose another one, "
                "or none. Nothing was saved."
            )
        )


def check_publish(channel: Postable, *, publish: bool) -> None:
    """Refuse to publish where nothing can be published; raises UnusableOption."""
    if publish and not _is_news(channel):
        raise UnusableOption(
            say(
                "Only posts in an announcement channel can be published, and {channel} is none. "
                "Set `publish` to False, or choose another channel.",
                channel=f"#{channel.name}",
            )
        )


def warnings(channel: Postable, proposal: Proposal, query: str) -> list[Wording]:
    """Return what will not be as it should in this channel, each with how to mend it."""
    found: list[Wording] = []
    if not may_look(channel):
        found.append(
            say(
                "I lack Read Message History here. I need it to look before I post again after a "
                "failure; without it a paper may come twice. Allow it in the channel's settings."
            )
        )
    if proposal.mention and not _pings(channel, int(proposal.mention)):
        found.append(
            say(
                "The role would be named, and nobody notified: allow everyone to mention it in "
                "the role's settings."
            )
        )
    if isinstance(channel, discord.ForumChannel):
        found += _tag_warnings(channel, query)
    return found


def _named(missing: Sequence[str]) -> Wording:
    """Return one to three permissions in a row."""
    first, *others = (NAMES[name] for name in missing)
    for other in others:
        first = say("{one} and {another}", one=first, another=other)
    return first


def _tag_warnings(forum: discord.ForumChannel, query: str) -> list[Wording]:
    if not forum.flags.require_tag or topic_tags([query], forum.available_tags):
        return []
    free = [tag for tag in forum.available_tags if not tag.moderated]
    if not free:
        return [
            say(
                "This forum wants a tag on every post, and has none that I may use: add one, "
                "best named like the topic."
            )
        ]
    return [
        say(
            "This forum wants a tag on every post, and none is named like the topic: "
            "posts get “{tag}”. Add a tag named like the topic for a better one.",
            tag=free[0].name,
        )
    ]


def _is_news(channel: Postable) -> bool:
    return isinstance(channel, discord.TextChannel) and channel.is_news()


def _pings(channel: Postable, number: int) -> bool:
    role = channel.guild.get_role(number)
    return (
        role is None
        or role.mentionable
        or channel.permissions_for(channel.guild.me).mention_everyone
    )
