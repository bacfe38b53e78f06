"""Who may manage topics: people with Manage Channels, and the role that a server has named."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.chat.reader import Reader
from bot.chat.replies import Interaction
from bot.papers.errors import UserError
from bot.papers.wording import Wording, say

Channel = discord.abc.GuildChannel | discord.Thread


@dataclass(frozen=True, slots=True)
class Admin:
    """Whoever uses a command on topics, and what is known of their rights.

    Attributes:
        guild: The server.
        member: The person there, with the roles that Discord sent along.
        reader: The person as a reader.
        here: The channel where the command was used.
        rights: What the person may do there, as Discord says.
        elsewhere: The same in the channels that were chosen for options.
        role: The role that may manage topics, where one is named and still there.
    """

    guild: discord.Guild
    member: discord.Member
    reader: Reader
    here: int
    rights: discord.Permissions
    elsewhere: Mapping[int, discord.Permissions]
    role: discord.Role | None = None

    @property
    def named(self) -> bool:
        """Whether the person has the role that may manage topics."""
        return self.role is not None and self.role in self.member.roles

    @property
    def everywhere(self) -> bool:
        """Whether the person may see every topic of the server."""
        allowed = self.member.guild_permissions.manage_channels
        return self.named or self.rights.administrator or allowed

    def may(self, channel: Channel | None) -> bool:
        """Return whether the person may manage topics there; None is a channel that is gone.

        What Discord says of a channel goes before what is known of its roles.
        """
        if self.named or self.rights.administrator or channel is None:
            return self.everywhere
        told = self.rights if channel.id == self.here else self.elsewhere.get(channel.id)
        return (told or channel.permissions_for(self.member)).manage_channels

    def check(self, channel: Channel | None) -> None:
        """Refuse whoever may not manage topics there; raises UserError."""
        if not self.may(channel):
            raise UserError(self.refusal())

    def check_server(self) -> None:
        """Refuse whoever may not manage the server; raises UserError."""
        if not (self.rights.manage_guild or self.rights.administrator):
            raise UserError(
                say("Which role may manage topics is decided by people with Manage Server.")
            )

    def refusal(self) -> Wording:
        """Return who may manage topics, for somebody who may not."""
        if self.role is None:
            return say(
                "Topics are managed by people with Manage Channels in the topic's channel. "
                "People with Manage Server can name a role that may, too: /topic managers."
            )
        return say(
            "Topics are managed by people with Manage Channels in the topic's channel, "
            "and by those with the role {role}.",
            role=self.role.name,
        )


def admin_of(interaction: Interaction, reader: Reader, role: int | None) -> Admin:
    """Return whoever uses a command on topics; `role` is the one named in `/topic managers`.

    Raises:
        UserError: this is no server that the bot is in.
    """
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.me is None or not isinstance(member, discord.Member):  # pyright: ignore[reportUnnecessaryComparison] - of a server where the bot is not, discord.py knows no `me`
        raise UserError(
            say("Topics belong to a server. Add me to this one first: /help has the link.")
        )
    return Admin(
        guild,
        member,
        reader,
        interaction.channel_id or 0,
        interaction.permissions,
        _elsewhere(interaction),
        guild.get_role(role) if role is not None else None,
    )


def _elsewhere(interaction: Interaction) -> dict[int, discord.Permissions]:
    """Return what the person may do in the channels that were chosen for options."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    channels = cast("Mapping[str, Mapping[str, str]]", data.get("resolved", {}).get("channels", {}))
    return {
        int(number): discord.Permissions(int(channel["permissions"]))
        for number, channel in channels.items()
        if "permissions" in channel
    }
