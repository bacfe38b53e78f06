"""What is done with topics that are: list, show, pause, resume, remove; quiet and managers."""

import discord
from discord import app_commands

from bot.chat.cards import ACCENT, Card, leaf, note_card, on_page
from bot.chat.destinations import channel_of, check_rights, destination
from bot.chat.errors import Choice
from bot.chat.limits import CHOICE, CHOICES
from bot.chat.managers import Admin
from bot.chat.markdown import cut
from bot.chat.stands import stand_of, stands
from bot.chat.topic_cards import A_PAGE, list_card, remove_card, topic_card
from bot.library.library import Library
from bot.papers.errors import TopicNotFound, UnusableOption
from bot.papers.schedule import Quiet, read_time
from bot.papers.standing import Topic
from bot.papers.wording import Wording, say
from bot.store.store import Store
from bot.store.topics import not_as_seen

OFF = frozenset({"off", "no", "none", "never", "-"})
"""What takes quiet hours away."""


class Keeping:
    """Shows topics and changes how they stand."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._store = library.store

    async def overview(self, admin: Admin, page: int) -> Card:
        """Return a page of the topics that the person may manage."""
        topics = await visible(self._library, admin)
        at = leaf(page, len(topics), A_PAGE)
        shown = await stands(self._store, admin.guild, on_page(topics, at, A_PAGE))
        return list_card(shown, at, len(topics), self._library.now(), admin.reader)

    async def show(self, admin: Admin, number: int, *sentences: Wording) -> Card:
        """Return one topic whole."""
        topic = await own(self._store, admin, number)
        stand = await stand_of(self._store, admin.guild, topic)
        return topic_card(stand, self._library.now(), admin.reader, *sentences)

    async def pause(self, admin: Admin, number: int) -> Card:
        """Let a topic post nothing for now."""
        topic = await own(self._store, admin, number)
        if topic.paused is not None and topic.why is None:
            return await self.show(admin, number, say("It is paused already."))
        now = self._library.now()
        await self._store.topics.pause(admin.guild.id, number, now, by=admin.member.id)
        done = say("Paused. What comes meanwhile is kept, and posted after /topic resume.")
        return await self.show(admin, number, done)

    async def resume(self, admin: Admin, number: int) -> Card:
        """Let a topic post again."""
        topic = await own(self._store, admin, number)
        if topic.paused is None:
            return await self.show(admin, number, say("It is running already."))
        check_rights(await destination(admin.guild, topic.channel))
        await self._store.topics.resume(admin.guild.id, number)
        await self._store.channels.mended(topic.channel)
        done = say("It goes on. What it owes comes first, oldest first.")
        return await self.show(admin, number, done)

    async def ask_to_remove(self, admin: Admin, number: int) -> Card:
        """Ask whether a topic is really to be removed."""
        topic = await own(self._store, admin, number)
        return remove_card(await stand_of(self._store, admin.guild, topic), admin.reader)

    async def remove(self, admin: Admin, number: int, version: int) -> Card:
        """Remove a topic, if nobody has changed it since that was asked."""
        topic = await own(self._store, admin, number)
        if topic.version != version:
            raise not_as_seen()
        await self._store.topics.remove(admin.guild.id, number)
        done = say("Removed: {query}. What was posted stays.", query=cut(topic.query, 200))
        return note_card(admin.reader, done, accent=ACCENT)

    async def quiet(self, admin: Admin, channel: int, start: str | None, end: str | None) -> Card:
        """Set, take away or show the hours in which a channel is left alone."""
        found = await destination(admin.guild, channel)
        admin.check(found)
        where = f"#{found.name}"
        if start is not None or end is not None:
            await self._store.channels.set_quiet(channel, _read_quiet(start, end))
        quiet = (await self._store.channels.get(channel)).quiet
        if quiet is None:
            said = say("{channel} has no quiet hours.", channel=where)
            return note_card(admin.reader, said, accent=ACCENT)
        topics = await self._store.topics.of_channel(channel)
        server = await self._store.servers.get(admin.guild.id)
        zone = next((t.zone for t in topics if t.paused is None), server.zone or "UTC")
        said = say(
            "{channel} is quiet from {start} to {end} ({zone}). What falls in waits until {end}.",
            channel=where,
            start=f"{quiet.start:%H:%M}",
            end=f"{quiet.end:%H:%M}",
            zone=zone,
        )
        return note_card(admin.reader, said, accent=ACCENT)

    async def managers(self, admin: Admin, role: discord.Role | None) -> Card:
        """Name the role that may manage topics, or take that back."""
        admin.check_server()
        if role is not None and role.is_default():
            raise UnusableOption(
                say("This would let everybody manage topics. Choose another role.")
            )
        await self._store.servers.set_managers(admin.guild.id, role.id if role else None)
        if role is None:
            said = say("Topics are managed only by people with Manage Channels from now on.")
        else:
            said = say(
                "People with the role {role} may manage every topic of this server from now on, "
                "besides those with Manage Channels. /topic managers without a role takes it back.",
                role=role.name,
            )
        return note_card(admin.reader, said, accent=ACCENT)

    async def choices(self, admin: Admin, typed: str) -> list[Choice]:
        """Return autocomplete's choices: the topics that the person may manage."""
        topics = await visible(self._library, admin, fetch=False)
        wanted = typed.strip().lstrip("#").casefold()
        named = [(topic, _named(admin.guild, topic)) for topic in topics]
        found = [(t, name) for t, name in named if wanted in name.casefold()]
        found.sort(key=lambda each: str(each[0].number) != wanted)
        return [
            app_commands.Choice(name=cut(name, CHOICE), value=str(topic.number))
            for topic, name in found[:CHOICES]
        ]


async def own(store: Store, admin: Admin, number: int) -> Topic:
    """Return a topic that the person may manage.

    Raises:
        TopicNotFound: the server has no such topic.
        UserError: the person may not manage it.
    """
    topic = await store.topics.get(admin.guild.id, number)
    admin.check(await channel_of(admin.guild, topic.channel))
    return topic


async def visible(library: Library, admin: Admin, *, fetch: bool = True) -> list[Topic]:
    """Return the topics that the person may manage.

    Raises:
        UserError: there are none, and the person may not make any either.
    """
    topics = await library.store.topics.of_guild(admin.guild.id)
    if admin.everywhere:
        return topics
    channels = {
        number: await channel_of(admin.guild, number)
        if fetch
        else admin.guild.get_channel_or_thread(number)
        for number in {topic.channel for topic in topics}
    }
    theirs = [topic for topic in topics if admin.may(channels[topic.channel])]
    if not theirs:
        admin.check(admin.guild.get_channel_or_thread(admin.here))
    return theirs


def number_of(text: str) -> int:
    """Return the topic that was chosen or typed; raises TopicNotFound."""
    bare = text.strip().lstrip("#")
    if bare.isdecimal() and len(bare) <= 18:
        return int(bare)
    raise TopicNotFound(
        say("Choose a topic from the list that comes up while you type, or give its number.")
    )


def _named(guild: discord.Guild, topic: Topic) -> str:
    channel = guild.get_channel_or_thread(topic.channel)
    where = f"#{channel.name}" if channel is not None else "#?"
    return f"{topic.number}. {cut(topic.query, 60)} · {where}"


def _read_quiet(start: str | None, end: str | None) -> Quiet | None:
    given = [text for text in (start, end) if text is not None]
    if given[0].strip().casefold() in OFF:
        return None
    if start is None or end is None:
        raise UnusableOption(
            say("Quiet hours need both `from` and `to`, such as 22:00 and 07:00; off removes them.")
        )
    quiet = Quiet(read_time(start), read_time(end))
    if quiet.start == quiet.end:
        raise UnusableOption(
            say(
                "Quiet hours from {time} to {time} are none. Give two different times.",
                time=f"{quiet.start:%H:%M}",
            )
        )
    return quiet
