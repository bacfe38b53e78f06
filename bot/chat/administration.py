"""From an admin's command, button or form to the card that answers it; rights come first."""

import discord

from bot.chat.answers import Answers
from bot.chat.cards import Card
from bot.chat.errors import Choice
from bot.chat.explaining import Explaining
from bot.chat.keeping import Keeping, number_of
from bot.chat.managers import Admin, admin_of
from bot.chat.proposing import Proposing
from bot.chat.replies import Interaction, places_of, replace
from bot.chat.states import Begin, Change, Daily, Form, Listed, Remove, TopicState
from bot.library.library import Library
from bot.papers.errors import UnusableOption
from bot.papers.options import Options
from bot.papers.wording import say


class Administration:
    """Knows who asks, and hands on."""

    def __init__(self, library: Library, answers: Answers) -> None:
        self._servers = library.store.servers
        self._answers = answers
        self._proposing = Proposing(library)
        self._keeping = Keeping(library)
        self._explaining = Explaining(library)

    async def add(self, interaction: Interaction, options: Options) -> Card:
        """Return the test of a new topic."""
        return await self._proposing.add(await self._admin(interaction), options)

    async def edit(self, interaction: Interaction, number: int, options: Options) -> Card:
        """Return the test of a topic as it would be."""
        return await self._proposing.edit(await self._admin(interaction), number, options)

    async def test(self, interaction: Interaction, topic: str | None, query: str | None) -> Card:
        """Return the test of a topic, or of a query."""
        admin = await self._admin(interaction)
        if topic is not None and query is None:
            return await self._proposing.look(admin, number_of(topic))
        if query is not None and topic is None:
            return await self._proposing.look_at_query(admin, query)
        raise UnusableOption(say("Name a topic or a query to test, one of the two."))

    async def overview(self, interaction: Interaction, page: int) -> Card:
        """Return a page of the topics."""
        return await self._keeping.overview(await self._admin(interaction), page)

    async def show(self, interaction: Interaction, number: int) -> Card:
        """Return a topic."""
        return await self._keeping.show(await self._admin(interaction), number)

    async def pause(self, interaction: Interaction, number: int) -> Card:
        """Pause a topic."""
        return await self._keeping.pause(await self._admin(interaction), number)

    async def resume(self, interaction: Interaction, number: int) -> Card:
        """Resume a topic."""
        return await self._keeping.resume(await self._admin(interaction), number)

    async def remove(self, interaction: Interaction, number: int) -> Card:
        """Ask whether a topic is to be removed."""
        return await self._keeping.ask_to_remove(await self._admin(interaction), number)

    async def status(self, interaction: Interaction, page: int) -> Card:
        """Return how a page of topics does."""
        return await self._explaining.status(await self._admin(interaction), page)

    async def why(self, interaction: Interaction, paper: str) -> Card:
        """Return what became of a paper."""
        admin = await self._admin(interaction)
        return await self._explaining.why(admin, paper, places_of(interaction))

    async def quiet(
        self, interaction: Interaction, channel: int, start: str | None, end: str | None
    ) -> Card:
        """Set, remove or show a channel's quiet hours."""
        return await self._keeping.quiet(await self._admin(interaction), channel, start, end)

    async def managers(self, interaction: Interaction, role: discord.Role | None) -> Card:
        """Name the role that may manage topics."""
        return await self._keeping.managers(await self._admin(interaction), role)

    async def choices(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Return autocomplete's choices of topics."""
        return await self._keeping.choices(await self._admin(interaction), typed)

    async def titles(self, typed: str) -> list[Choice]:
        """Return autocomplete's choices of papers."""
        return await self._answers.titles(typed)

    async def press(self, interaction: Interaction, state: TopicState) -> None:
        """Do what an admin's button or form means."""
        admin = await self._admin(interaction)
        if isinstance(state, Change):
            await interaction.response.send_modal(await self._proposing.form(admin, state.token))
            return
        match state:
            case Begin(token):
                making = self._proposing.confirm(admin, token)
            case Daily(token):
                making = self._proposing.daily(admin, token)
            case Form(token):
                sent = (interaction.data or {}).get("components")
                making = self._proposing.changed(admin, token, sent)
            case Remove(topic, version):
                making = self._keeping.remove(admin, topic, version)
            case Listed(page, status=True):
                making = self._explaining.status(admin, page)
            case Listed(page):
                making = self._keeping.overview(admin, page)
        await replace(interaction, making)

    async def _admin(self, interaction: Interaction) -> Admin:
        reader = self._answers.reader(interaction, private=True)
        if interaction.guild_id is None:
            return admin_of(interaction, reader, None)
        server = await self._servers.get(interaction.guild_id)
        return admin_of(interaction, reader, server.managers)
