"""From what an admin asks for to a topic: tested, changed, confirmed."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime

from discord.ui import Modal

from bot.chat.cards import Card
from bot.chat.change_form import change_form, read_form
from bot.chat.destinations import (
    barred,
    channel_of,
    check_mention,
    check_publish,
    check_rights,
    destination,
    warnings,
)
from bot.chat.keeping import own
from bot.chat.managers import Admin
from bot.chat.rights import Postable
from bot.chat.stands import stand_of
from bot.chat.topic_cards import topic_card
from bot.chat.topic_facts import Stand
from bot.chat.trial_card import Test, trial_card
from bot.library.library import Library
from bot.library.trial import try_out
from bot.papers.grammar import read
from bot.papers.options import Options, proposed, read_query
from bot.papers.standing import A_SERVER, Proposal, Schedule, Topic
from bot.papers.wording import Wording, say
from bot.store.ledger import Account
from bot.store.topics import too_many


class Proposing:
    """Tests topics, and makes them when they are confirmed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._store = library.store

    async def add(self, admin: Admin, options: Options) -> Card:
        """Return the test of a new topic."""
        if len(await self._store.topics.of_guild(admin.guild.id)) >= A_SERVER:
            raise too_many()
        server = await self._store.servers.get(admin.guild.id)
        base = Proposal(
            guild=admin.guild.id,
            channel=options.channel or admin.here,
            made_in=admin.here,
            made_by=admin.member.id,
            query="",
            zone=server.zone or "UTC",
        )
        return await self._proposed(admin, proposed(base, options))

    async def edit(self, admin: Admin, number: int, options: Options) -> Card:
        """Return the test of a topic as it is to be."""
        topic = await own(self._store, admin, number)
        if topic.mention and admin.guild.get_role(int(topic.mention)) is None:
            topic = replace(topic, mention="")  # nobody can be mentioned by it any more
        return await self._proposed(admin, proposed(topic, options))

    async def look(self, admin: Admin, number: int) -> Card:
        """Return the test of a topic as it is."""
        topic = await own(self._store, admin, number)
        stand = await stand_of(self._store, admin.guild, topic)
        channel = await channel_of(admin.guild, topic.channel)
        noted: list[Wording] = []
        if isinstance(channel, Postable):
            lack = barred(channel)
            noted = [*([lack] if lack else []), *warnings(channel, topic, topic.query)]
        return await self._tested(admin, topic, stand, None, noted)

    async def look_at_query(self, admin: Admin, text: str) -> Card:
        """Return the test of a query that is no topic."""
        admin.check(await channel_of(admin.guild, admin.here))
        proposal = Proposal(
            guild=admin.guild.id,
            channel=admin.here,
            made_in=admin.here,
            made_by=admin.member.id,
            query=read_query(text),
        )
        return await self._tested(admin, proposal, None, None)

    async def form(self, admin: Admin, token: str) -> Modal:
        """Return the form with what was proposed."""
        proposal = await self._kept(admin, token)
        guild = admin.guild
        if proposal.mention and guild.get_role(int(proposal.mention)) is None:
            proposal = replace(proposal, mention="")
        there = await channel_of(guild, proposal.channel) is not None
        return change_form(token, proposal, admin.reader, there=there)

    async def changed(self, admin: Admin, token: str, components: object) -> Card:
        """Return the test of what was proposed, with what the form says."""
        proposal = await self._kept(admin, token)
        return await self._proposed(admin, proposed(proposal, read_form(components, proposal)))

    async def daily(self, admin: Admin, token: str) -> Card:
        """Return the test of the same, once a day."""
        proposal = await self._kept(admin, token)
        return await self._proposed(admin, replace(proposal, schedule=Schedule.DAILY))

    async def confirm(self, admin: Admin, token: str) -> Card:
        """Make it so, and return what now happens."""
        proposal = await self._kept(admin, token)
        await self._check(admin, proposal)
        topic = await self._store.proposals.confirm(token, admin.guild.id, self._library.now())
        if topic.why is not None:  # what had kept it from posting is mended: this was checked
            topic = await self._store.topics.resume(admin.guild.id, topic.number)
        stand = await stand_of(self._store, admin.guild, topic)
        done = (
            [say("Changed.")]
            if isinstance(proposal, Topic)
            else [say("Confirmed. From now on new papers that fit are posted there.")]
        )
        return topic_card(stand, self._library.now(), admin.reader, *done)

    async def _kept(self, admin: Admin, token: str) -> Proposal:
        proposal = await self._store.proposals.get(token, admin.guild.id, self._library.now())
        admin.check(await channel_of(admin.guild, proposal.channel))
        return proposal

    async def _check(self, admin: Admin, proposal: Proposal) -> Postable:
        """Refuse what cannot be, and return the channel."""
        if isinstance(proposal, Topic):
            await own(self._store, admin, proposal.number)
        channel = await destination(admin.guild, proposal.channel)
        admin.check(channel)
        check_publish(channel, publish=proposal.publish)
        check_mention(admin.guild, proposal.mention)
        check_rights(channel)
        return channel

    async def _proposed(self, admin: Admin, proposal: Proposal) -> Card:
        """Check a proposal, keep it, and return its test."""
        channel = await self._check(admin, proposal)
        now = self._library.now()
        noted = [
            *await self._same(proposal),
            *warnings(channel, proposal, proposal.query),
        ]
        stand = await self._would_stand(proposal)
        token = await self._store.proposals.keep(proposal, now)
        return await self._tested(admin, proposal, stand, token, noted)

    async def _tested(
        self,
        admin: Admin,
        proposal: Proposal,
        stand: Stand | None,
        token: str | None,
        noted: Sequence[Wording] = (),
    ) -> Card:
        query = read(proposal.query)
        now = self._library.now()
        trial = await try_out(self._library, query, now.date())
        test = Test(proposal, query.read_as, trial, noted, stand, now, token)
        return trial_card(test, admin.reader)

    async def _would_stand(self, proposal: Proposal) -> Stand:
        """Return how the topic would stand if it began now."""
        now = self._library.now()
        place = await self._store.channels.get(proposal.channel)
        topics = await self._store.topics.of_channel(proposal.channel)
        running = [topic for topic in topics if topic.paused is None]
        topic = proposal if isinstance(proposal, Topic) else _begun(proposal, now)
        return Stand(topic, place, Account(), oldest=running[0] if running else None)

    async def _same(self, proposal: Proposal) -> list[Wording]:
        """Say so where the channel has a topic with this query."""
        own = proposal.number if isinstance(proposal, Topic) else None
        for topic in await self._store.topics.of_channel(proposal.channel):
            if topic.query == proposal.query and topic.number != own:
                return [
                    say(
                        "This channel has a topic with this query already: number {number}.",
                        number=topic.number,
                    )
                ]
        return []


def _begun(proposal: Proposal, now: datetime) -> Topic:
    return Topic(**asdict(proposal), number=0, begun=now)
