"""The Discord client: what it listens to, which commands it has, when it tells Discord of them."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.chat.administration import Administration
from bot.chat.answers import Answers
from bot.chat.buttons import Presses, pressed
from bot.chat.catalogue import Catalogue
from bot.chat.commands import differences, fingerprint, mark_of, wanted_commands
from bot.chat.connecting import stop_heartbeats
from bot.chat.courier import ChannelCourier
from bot.chat.errors import Boundary, LateAnswers
from bot.chat.help import help_command, invite_link
from bot.chat.identifies import Identifies, Marks
from bot.chat.outages import BriefOutages
from bot.chat.papers import Papers
from bot.chat.pulse import Outcome, Pulse
from bot.chat.replies import Interaction
from bot.chat.requests import Requests
from bot.chat.topics import Topics
from bot.chat.traces import wire_trace
from bot.library.library import Library
from bot.papers.errors import ChatError, StoreError, UserError
from bot.papers.wording import say

LONGEST_WAIT = 60.0
"""Seconds of rate limit to sit out; longer ones are an error rather than a silence."""
READY_S = 0.5
"""How long a server may take to come after the one before; one that is late comes by itself."""
FINISHING_S = 2.2
"""How long commands that are under way may take when the client ends."""
TELLING_S = 1.0
CLOSING_S = 0.7
"""How long a gateway that no longer answers may delay the end."""

log = logging.getLogger(__name__)

# Nobody needs to hear at every start that the libraries for voice are missing.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
_tree_log = logging.getLogger("discord.app_commands.tree")
_client_log = logging.getLogger("discord.client")
_late_answers = LateAnswers()
_brief_outages = BriefOutages()


class Tree(app_commands.CommandTree[discord.Client]):
    """The commands: in servers, in DMs and on a person's own account; errors go to the boundary."""

    def __init__(self, client: discord.Client, boundary: Boundary, requests: Requests) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self._boundary = boundary
        self._requests = requests

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Note that a command or autocomplete begins; every one of them may go on."""
        self._requests.begin(interaction)
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person what went wrong."""
        await self._boundary.tell(interaction, error)


class PaperbotClient(discord.Client):
    """Connects, registers buttons, and syncs the commands where they changed.

    Args:
        library: What is asked.
        marks: Where it is kept which commands Discord has, and how often a session was asked for.
        catalogue: The sentences in every language.
        pulse: Where it is noted how the connection and the commands do.
        identifies: Counts sessions; shared by all clients of a process.
        proxy: The URL of a proxy.
        courier: What posts through this client while it is connected.
        lasting: Whether this Discord is one that lasts: only then it is noted in which servers
            the bot is, and topics of all others pause.
    """

    def __init__(  # noqa: PLR0913 - collaborators come by constructor
        self,
        *,
        library: Library,
        marks: Marks,
        catalogue: Catalogue | None = None,
        pulse: Pulse | None = None,
        identifies: Identifies | None = None,
        proxy: str | None = None,
        courier: ChannelCourier | None = None,
        lasting: bool = True,
    ) -> None:
        self._pulse = pulse or Pulse()
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=READY_S,
            proxy=proxy,
            http_trace=wire_trace(self._pulse),
        )
        catalogue = catalogue or Catalogue()
        self._requests = Requests(self._pulse)
        self._boundary = Boundary(catalogue, self._requests)
        answers = Answers(library, catalogue)
        self._marks = marks
        self._courier = courier
        self._lasting = lasting
        self._identifies = identifies or Identifies(marks, self._pulse)
        self._library = library
        desk = Administration(library, answers)
        self._presses = Presses(answers, self._boundary, desk)
        self._pressed = pressed(self._presses.press)
        self.tree = Tree(self, self._boundary, self._requests)
        self.tree.add_command(Papers(answers, self._boundary))
        self.tree.add_command(Topics(desk, self._boundary))
        self.tree.add_command(help_command(library, answers))

    async def setup_hook(self) -> None:
        """Register the buttons and tell Discord of the commands, before the gateway opens."""
        _tree_log.addFilter(_late_answers)
        _client_log.addFilter(_brief_outages)
        self.add_dynamic_items(self._pressed)
        await self.sync_commands()

    async def sync_commands(self, *, force: bool = False) -> bool:
        """Tell Discord of the commands where it does not have them as they are; True if so."""
        mark = mark_of(self.application_id)
        commands = wanted_commands(self.tree)
        wanted = fingerprint(commands)
        if not force and await self._marks.get_meta(mark) == wanted:
            # They were told, and may have been taken back: by a copy of another version, say.
            had = await self.http.get_global_commands(self.application_id or 0)
            if not differences(commands, had):
                return False
        await self.tree.sync()
        try:
            await self._marks.set_meta(mark, wanted)
        except StoreError as error:
            log.warning("The commands will be told to Discord again at the next start: %s", error)
        log.info("Discord has the commands of application %s", self.application_id)
        return True

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Count the session that is about to be asked for.

        Raises:
            ChatError: there have been too many of late.
        """
        await super().before_identify_hook(shard_id, initial=initial)
        if await self._identifies.wait_s():
            raise ChatError(say("Discord has ended session after session."))
        await self._identifies.count()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on
        """Tell of an event, but not when the client has ended: there is no loop to hear it."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def on_socket_event_type(self, _: str, /) -> None:
        """Note that the gateway speaks."""
        self._pulse.heard()

    async def on_connect(self) -> None:
        """Note that there is a new session."""
        self._pulse.up()

    async def on_resumed(self) -> None:
        """Note that the session goes on."""
        self._pulse.up()
        log.info("The session goes on")

    async def on_disconnect(self) -> None:
        """Note that there is no session; comes more than once."""
        self._pulse.down()

    async def on_ready(self) -> None:
        """Log where it is connected; comes again after every new session."""
        invite = invite_link(self.application_id or 0)
        if self._courier is not None:
            self._courier.begin(self)
        if self._lasting:
            here = [guild.id for guild in self.guilds]
            await self._note(self._library.store.servers.present(here, self._library.now()))
        log.info("Connected as %s in %d servers; invite: %s", self.user, len(self.guilds), invite)

    async def on_guild_join(self, guild: discord.Guild, /) -> None:
        """Let the topics of a server that the bot comes back to go on."""
        await self._note(self._library.store.servers.joined(guild.id))

    async def on_guild_remove(self, guild: discord.Guild, /) -> None:
        """Let the topics of a server that the bot has left pause."""
        await self._note(self._library.store.servers.left(guild.id, self._library.now()))

    async def on_interaction(self, interaction: Interaction, /) -> None:
        """Take a form that is sent off; discord.py would only know it until the next restart."""
        if interaction.type is discord.InteractionType.modal_submit:
            data = interaction.data or {}
            await self._presses.press(interaction, str(data.get("custom_id", "")))

    async def on_app_command_completion(self, interaction: Interaction, _: object, /) -> None:
        """Note that a command has been answered."""
        self._requests.end(interaction, Outcome.OK)

    async def _note(self, noting: Awaitable[None]) -> None:
        try:
            await noting
        except StoreError as error:
            log.warning("Where the bot is will be noted at the next start: %s", error)

    async def end(self) -> None:
        """Answer what is under way, or say that there is no time for it; then close, soon."""
        if self._courier is not None:
            self._courier.end(self)
        left = await self._requests.finish(FINISHING_S)
        if left:
            log.warning("Breaking off %d answers that take too long", len(left))
            await self._excuse(left)
        self._pulse.down()
        try:
            async with asyncio.timeout(CLOSING_S):
                await self.close()
        except TimeoutError:
            await self.http.close()
        stop_heartbeats()

    async def _excuse(self, left: list[Interaction]) -> None:
        sentence = UserError(say("I am being restarted. Please ask again in a minute."))
        with suppress(TimeoutError):
            async with asyncio.timeout(TELLING_S), asyncio.TaskGroup() as group:
                for interaction in left:
                    group.create_task(self._boundary.tell(interaction, sentence))
