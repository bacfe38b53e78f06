"""The Discord client: what it listens to, which commands it has, when it tells Discord of them."""

import hashlib
import json
import logging
from typing import Protocol

import aiohttp
import discord
from discord import app_commands

from bot.chat.answers import Answers
from bot.chat.buttons import Presses, pressed
from bot.chat.catalogue import Catalogue
from bot.chat.errors import Boundary, LateAnswers
from bot.chat.help import help_command, invite_link
from bot.chat.papers import Papers
from bot.chat.replies import Interaction
from bot.library.library import Library
from bot.papers.errors import ChatError, ConfigurationError
from bot.papers.wording import say

LONGEST_WAIT = 60.0
"""Seconds of rate limit to sit out; longer ones are an error rather than a silence."""

log = logging.getLogger(__name__)

# Nobody needs to hear at every start that the libraries for voice are missing.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
_tree_log = logging.getLogger("discord.app_commands.tree")
_late_answers = LateAnswers()


class Marks(Protocol):
    """Small values by name that outlive a restart; the store's, at run time."""

    async def get_meta(self, name: str) -> str | None:
        """Return the value, or None."""
        ...

    async def set_meta(self, name: str, value: str) -> None:
        """Keep the value."""
        ...


class Tree(app_commands.CommandTree[discord.Client]):
    """The commands: in servers, in DMs and on a person's own account; errors go to the boundary."""

    def __init__(self, client: discord.Client, boundary: Boundary) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self._boundary = boundary

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person what went wrong."""
        await self._boundary.tell(interaction, error)


class PaperbotClient(discord.Client):
    """Connects, registers buttons, and syncs the commands where they changed."""

    def __init__(
        self, *, library: Library, marks: Marks, catalogue: Catalogue | None = None
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        catalogue = catalogue or Catalogue()
        boundary = Boundary(catalogue)
        answers = Answers(library, catalogue)
        self._marks = marks
        self._pressed = pressed(Presses(answers, boundary).press)
        self.tree = Tree(self, boundary)
        self.tree.add_command(Papers(answers, boundary))
        self.tree.add_command(help_command(library, answers))

    async def serve(self, token: str) -> None:
        """Connect and answer until the client is closed.

        Raises:
            ConfigurationError: Discord refuses the token, or something that the bot asks for.
            ChatError: Discord cannot be reached.
        """
        try:
            await self.start(token)
        except discord.LoginFailure as error:
            raise ConfigurationError(
                say(
                    "Discord refuses the token. Copy it again from the page Bot of your "
                    "application at https://discord.com/developers/applications into "
                    "PAPERBOT_DISCORD_TOKEN."
                )
            ) from error
        except discord.ConnectionClosed as error:
            raise ConfigurationError(
                say(
                    "Discord closed the connection for good (code {code}). Reset the token on the "
                    "page Bot of your application, and see there what it is not allowed to do.",
                    code=error.code,
                )
            ) from error
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            raise ChatError(
                say(
                    "Discord cannot be reached ({reason}). Check the network and start again.",
                    reason=str(error) or type(error).__name__,
                )
            ) from error

    async def setup_hook(self) -> None:
        """Register the buttons and tell Discord of the commands, before the gateway opens."""
        _tree_log.addFilter(_late_answers)
        self.add_dynamic_items(self._pressed)
        await self.sync_commands()

    async def sync_commands(self, *, force: bool = False) -> bool:
        """Tell Discord of the commands where they changed for this application; True if so."""
        mark = f"commands:{self.application_id}"
        wanted = await self._fingerprint()
        if not force and await self._marks.get_meta(mark) == wanted:
            return False
        await self.tree.sync()
        await self._marks.set_meta(mark, wanted)
        log.info("Discord has the commands of application %s", self.application_id)
        return True

    async def on_ready(self) -> None:
        """Log where it is connected; comes again after every new session."""
        invite = invite_link(self.application_id or 0)
        log.info("Connected as %s in %d servers; invite: %s", self.user, len(self.guilds), invite)

    async def _fingerprint(self) -> str:
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        canonical = json.dumps(commands, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()
