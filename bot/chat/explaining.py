"""How topics do, and why a paper was posted or not."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.chat.cards import Card, leaf, on_page
from bot.chat.destinations import channel_of
from bot.chat.keeping import visible
from bot.chat.managers import Admin
from bot.chat.stands import stands
from bot.chat.topic_cards import Incoming, status_card
from bot.chat.topic_facts import Stand
from bot.chat.why_card import Verdict, why_card
from bot.library.asking import is_old
from bot.library.library import Library
from bot.papers.document import Document
from bot.papers.errors import UnusableQuery, UserError
from bot.papers.grammar import read
from bot.papers.paper import Paper
from bot.papers.stages import Stop, stops
from bot.papers.wording import say
from bot.store.outbox import Post

A_PAGE = 5
"""Topics on a page of the status."""


class Explaining:
    """Answers `/topic status` and `/topic why`."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._store = library.store

    async def status(self, admin: Admin, page: int) -> Card:
        """Return how a page of topics does."""
        topics = await visible(self._library, admin)
        at = leaf(page, len(topics), A_PAGE)
        shown = await stands(self._store, admin.guild, on_page(topics, at, A_PAGE))
        seen = [(stand, await self._store.ledger.seen(stand.topic.begun)) for stand in shown]
        return status_card(seen, await self._incoming(), at, self._library.now(), admin.reader)

    async def why(self, admin: Admin, name: str, places: Sequence[int]) -> Card:
        """Return what became of a paper here; where there is no topic, in the whole server."""
        topics = await visible(self._library, admin)
        here = [topic for topic in topics if topic.channel in places]
        asked = here or topics
        if not asked:
            raise UserError(
                say("No channel that you manage has a topic yet. /topic add makes one.")
            )
        paper = await self._library.show(name)
        known = await stands(self._store, admin.guild, asked)
        channels = list(dict.fromkeys(topic.channel for topic in asked))
        posts = await self._store.outbox.of_paper(paper.number, channels)
        by_channel = {post.channel: post for post in posts}
        verdicts = [
            await self._verdict(
                admin.guild,
                paper,
                by_channel.get(channel),
                [stand for stand in known if stand.topic.channel == channel],
            )
            for channel in channels
        ]
        verdicts.sort(key=lambda verdict: verdict.post is None)
        return why_card(paper, verdicts, self._library.now(), admin.reader)

    async def _incoming(self) -> Incoming:
        last = await self._store.shelf.last_run()
        return Incoming(
            checked=await self._store.notes.checked(),
            last=last,
            brought=await self._store.ledger.seen(last.began) if last else 0,
            newest=await self._store.ledger.newest_run(),
        )

    async def _verdict(
        self, guild: discord.Guild, paper: Paper, post: Post | None, known: Sequence[Stand]
    ) -> Verdict:
        channel = known[0].topic.channel
        if post is None:
            old = is_old(paper, self._library.now().date())
            document = Document(paper)
            stopped = [
                (stand, await self._stops(stand, paper, document, old=old)) for stand in known
            ]
            await asyncio.sleep(0)  # a hundred channels are looked at; others may answer between
            return Verdict(channel, None, None, counted=False, wanting=(), stopped=stopped)
        wanting = [_since(stand, post) for stand in known if stand.topic.number in post.topics]
        parcel = await self._store.parcels.get(post.parcel) if post.parcel else None
        counted = parcel is not None and paper.number in parcel.rest
        first = parcel.messages[0] if parcel and parcel.messages else post.message
        forum = isinstance(await channel_of(guild, channel), discord.ForumChannel)
        within = first if forum else channel
        url = (
            f"https://discord.com/channels/{guild.id}/{within}/{post.message}"
            if post.message
            else None
        )
        return Verdict(channel, post, url, counted=counted, wanting=wanting, stopped=())

    async def _stops(
        self, stand: Stand, paper: Paper, document: Document, *, old: bool
    ) -> list[Stop]:
        try:
            query = await self._library.understood(read(stand.topic.query))
        except UnusableQuery:
            return []
        return stops(stand.topic, query, paper, document, old=old)


def _since(stand: Stand, post: Post) -> Stand:
    """Return a topic as if this post were the oldest that it owes."""
    return replace(stand, account=replace(stand.account, since=post.since))
