"""What there is to know about topics, gathered: channels, accounts, the bot's rights."""

from collections.abc import Sequence

import discord

from bot.chat.destinations import channel_of
from bot.chat.rights import Postable, lacking
from bot.chat.topic_facts import Stand
from bot.papers.standing import Topic
from bot.store.store import Store


async def stands(store: Store, guild: discord.Guild, topics: Sequence[Topic]) -> list[Stand]:
    """Return the topics with what there is to know about them, in the same order."""
    accounts = await store.ledger.accounts([topic.number for topic in topics])
    channels = dict.fromkeys(topic.channel for topic in topics)
    places = await store.channels.some(channels)
    oldest = await _oldest(store, guild)
    rights = {number: await _rights(guild, number) for number in channels}
    return [
        Stand(
            topic,
            places.get(topic.channel) or await store.channels.get(topic.channel),
            accounts[topic.number],
            there=rights[topic.channel] is not None,
            lacking=rights[topic.channel] or (),
            oldest=oldest.get(topic.channel),
        )
        for topic in topics
    ]


async def stand_of(store: Store, guild: discord.Guild, topic: Topic) -> Stand:
    """Return one topic with what there is to know about it."""
    return (await stands(store, guild, [topic]))[0]


async def _oldest(store: Store, guild: discord.Guild) -> dict[int, Topic]:
    """Return the oldest running topic of each channel of the server."""
    found: dict[int, Topic] = {}
    for topic in await store.topics.of_guild(guild.id):
        if topic.paused is None:
            found.setdefault(topic.channel, topic)
    return found


async def _rights(guild: discord.Guild, number: int) -> list[str] | None:
    """Return what the bot lacks in a channel, or None where that is gone."""
    channel = await channel_of(guild, number)
    return lacking(channel) if isinstance(channel, Postable) else None
