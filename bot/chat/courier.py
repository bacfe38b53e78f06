"""The courier: takes messages to channels, threads and forums, or says why it cannot.

What is known beforehand (a permission that is missing, a channel that is gone) is no request: ten
thousand invalid ones in ten minutes close Discord to the whole machine.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

import discord
from discord.ui import LayoutView, TextDisplay
from discord.utils import time_snowflake

from bot.chat.cards import WARNING, Card, card_of
from bot.chat.catalogue import Catalogue
from bot.chat.looking import first_with, starters
from bot.chat.posts import digest_name, post_card, post_name, topic_tags
from bot.chat.reader import Reader
from bot.chat.refusals import Failing, outcome_of
from bot.chat.replies import layout
from bot.chat.rights import Postable, lacking, may_look, permission_names
from bot.feed.courier import (
    Absent,
    Arrived,
    Barred,
    Dispatch,
    Later,
    Outcome,
    Refused,
)
from bot.papers.standing import Topic, Trouble
from bot.papers.wording import say

PATIENCE_S = 90.0
"""How long one request may take, with discord.py's own waits and tries."""
SKEW = timedelta(minutes=2)
"""How far Discord's clock and ours may differ."""
LOOKED_AT = 1_000
"""Messages that are looked at for one that may have arrived."""
SETTLING_S = 2.0
"""How long Discord may take to show a thread that it has made."""

T = TypeVar("T")

_DELETED = Arrived(0)
"""Of a post that somebody has deleted nothing more is to come."""
_NOBODY = Reader(0, str, private=False)

log = logging.getLogger(__name__)


class ChannelCourier:
    """The feed's courier for whichever client is connected.

    Args:
        catalogue: The sentences in every language; a server reads its own.
    """

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue or Catalogue()
        self._client: discord.Client | None = None
        self._begun = asyncio.Event()

    def begin(self, client: discord.Client) -> None:
        """Work through this client, which knows its servers."""
        self._client = client
        self._begun.set()

    async def begun(self) -> None:
        """Wait for a client that knows its servers."""
        await self._begun.wait()

    def end(self, client: discord.Client) -> None:
        """Work through this client no longer."""
        if self._client is client:
            self._client = None

    @property
    def ready(self) -> bool:
        """Whether there is a client that knows its servers."""
        return self._client is not None and not self._client.is_closed()

    def serves(self, guild: int) -> bool:
        """Return whether the bot is in this server."""
        return self._client is not None and self._client.get_guild(guild) is not None

    async def send(self, dispatch: Dispatch) -> Outcome:
        """Send a message."""
        outcome = await self._asking(self._send(dispatch))
        if isinstance(outcome, Refused):
            log.error(
                "Discord refuses papers %s for channel %d%s: %s",
                [item.paper.key for item in dispatch.items],
                dispatch.parcel.channel,
                " even as plain titles" if dispatch.plain else "",
                outcome.error,
            )
            body = layout(post_card(dispatch, _NOBODY)).to_components()
            log.error("What was refused: %s", json.dumps(body, ensure_ascii=False))
        return outcome

    async def look(self, dispatch: Dispatch, since: datetime) -> Outcome | Absent:
        """Look whether a message that was tried since then has arrived."""
        return await self._asking(self._look(dispatch, since))

    async def publish(self, guild: int, channel: int, message: int) -> Outcome | Absent:
        """Publish an announcement channel's message; Absent where that cannot be."""
        return await self._asking(self._publish(guild, channel, message))

    async def tell(self, topics: Sequence[Topic], barred: Barred) -> None:
        """Tell the managers, where these topics were made, that nothing can be posted."""
        for place in dict.fromkeys(topic.made_in for topic in topics):
            theirs = [topic for topic in topics if topic.made_in == place]
            outcome = await self._asking(self._tell(place, theirs, barred))
            if not isinstance(outcome, Arrived):
                log.warning("Channel %d could not be told of it: %s", place, outcome)

    async def _asking(self, asking: Awaitable[T]) -> T | Outcome:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await asking
        except Failing as error:
            return outcome_of(error)

    async def _send(self, dispatch: Dispatch) -> Outcome:
        found = await self._postable(dispatch.guild, dispatch.parcel.channel)
        if not isinstance(found, Postable):
            return found
        reader = self._reader(found.guild)
        forum = isinstance(found, discord.ForumChannel)
        view = layout(post_card(dispatch, reader, whole=forum))
        mentions = discord.AllowedMentions(
            everyone=False,
            users=False,
            replied_user=False,
            roles=[discord.Object(role) for role in dispatch.mentions],
        )
        if isinstance(found, discord.ForumChannel):
            return await self._send_to_forum(found, dispatch, view, mentions)
        sent = await found.send(view=view, nonce=dispatch.nonce, allowed_mentions=mentions)
        return Arrived(sent.id)

    async def _send_to_forum(
        self,
        forum: discord.ForumChannel,
        dispatch: Dispatch,
        view: LayoutView,
        mentions: discord.AllowedMentions,
    ) -> Outcome:
        if not dispatch.parcel.messages:
            made = await forum.create_thread(
                name=self._name(dispatch, self._reader(forum.guild)),
                view=view,
                applied_tags=_tags(forum, dispatch.topics),
                allowed_mentions=mentions,
            )
            return Arrived(made.thread.id)
        thread = await self._thread(forum, dispatch.parcel.messages[0])
        if thread is None:
            return _DELETED
        sent = await thread.send(view=view, nonce=dispatch.nonce, allowed_mentions=mentions)
        return Arrived(sent.id)

    async def _look(self, dispatch: Dispatch, since: datetime) -> Outcome | Absent:
        found = await self._postable(dispatch.guild, dispatch.parcel.channel)
        if not isinstance(found, Postable):
            return found
        if not may_look(found):
            log.warning("Channel %d: may not look for a post that may have arrived", found.id)
            return Absent()
        after = discord.Object(time_snowflake(since - SKEW))
        if isinstance(found, discord.ForumChannel):
            if not dispatch.parcel.messages:
                await asyncio.sleep(SETTLING_S)
                return await first_with(starters(found, after.id), dispatch)
            thread = await self._thread(found, dispatch.parcel.messages[0])
            if thread is None:
                return _DELETED
            found = thread
        return await first_with(found.history(limit=LOOKED_AT, after=after), dispatch)

    async def _publish(self, guild: int, channel: int, message: int) -> Outcome | Absent:
        found = await self._postable(guild, channel)
        if not isinstance(found, Postable):
            return found
        if not isinstance(found, discord.TextChannel) or not found.is_news():
            return Absent()
        try:
            await found.get_partial_message(message).publish()
        except discord.NotFound:
            return Absent()
        return Arrived(message)

    async def _tell(self, place: int, topics: Sequence[Topic], barred: Barred) -> Outcome:
        found = await self._postable(topics[0].guild, place)
        if not isinstance(found, Postable):
            return found
        if isinstance(found, discord.ForumChannel):
            return Later("a forum takes no message")
        reader = self._reader(found.guild)
        sent = await found.send(view=layout(_told(topics, barred, reader)))
        return Arrived(sent.id)

    async def _postable(self, guild: int, channel: int) -> Postable | Outcome:
        """Return a channel in which the bot may post, or why there is none."""
        if self._client is None:
            return Later("not connected to Discord")
        server = self._client.get_guild(guild)
        if server is None:
            return Barred(Trouble.LEFT, "not in the server")
        if server.unavailable:
            return Later("the server is not available", 30.0)
        found = server.get_channel_or_thread(channel)
        return _checked(found or await server.fetch_channel(channel))

    @staticmethod
    async def _thread(forum: discord.ForumChannel, number: int) -> discord.Thread | None:
        """Return a forum's post, or None where somebody has deleted it."""
        try:
            thread = forum.get_thread(number) or await forum.guild.fetch_channel(number)
        except discord.NotFound:
            return None
        return thread if isinstance(thread, discord.Thread) else None

    def _reader(self, guild: discord.Guild) -> Reader:
        return Reader(0, self._catalogue.render(guild.preferred_locale.value), private=False)

    @staticmethod
    def _name(dispatch: Dispatch, reader: Reader) -> str:
        if len(dispatch.items) == 1:
            return post_name(dispatch.items[0])
        return digest_name(dispatch, reader)


def _checked(found: discord.abc.GuildChannel | discord.Thread) -> Postable | Barred:
    """Return a channel where the bot may post, or what keeps it from that."""
    if not isinstance(found, Postable):
        return Barred(Trouble.GONE, f"a channel of the kind {found.type} takes no posts")
    if isinstance(found, discord.Thread) and found.parent is None:
        return Barred(Trouble.GONE, "the thread's channel is not there")
    if missing := lacking(found):
        trouble = Trouble.GONE if "view_channel" in missing else Trouble.FORBIDDEN
        return Barred(trouble, ",".join(missing))
    return found


def _tags(forum: discord.ForumChannel, topics: Sequence[Topic]) -> list[discord.ForumTag]:
    """Return the tags named like the topics; where the forum wants one and none fits, its first."""
    tags = topic_tags([topic.query for topic in topics], forum.available_tags)
    free = [tag for tag in forum.available_tags if not tag.moderated]
    return tags or (free[:1] if forum.flags.require_tag else [])


def _told(topics: Sequence[Topic], barred: Barred, reader: Reader) -> Card:
    where = f"<#{topics[0].channel}>"
    if barred.trouble is Trouble.FORBIDDEN:
        what = reader.says(
            say(
                "I may not post in {channel}: I lack {permissions}. Its topics are paused, and "
                "nothing is lost. Grant it in the channel's settings, then use /topic resume."
            ),
            channel=where,
            permissions=permission_names(barred.error, reader),
        )
    else:
        what = reader.says(
            say(
                "For a day I have not been able to see {channel}. Its topics are paused, and "
                "nothing is lost. Let me see it again, then use /topic resume; or choose another "
                "channel with /topic edit."
            ),
            channel=where,
        )
    return card_of(TextDisplay(what), accent=WARNING)
