"""What channels see of their topics, through the real client."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import discord
import pytest
import simcord
from simcord.builders import ChannelHandle, GuildHandle

from bot.chat.client import PaperbotClient
from bot.chat.courier import ChannelCourier
from bot.feed.feed import Feed, Pass
from bot.library.asking import Asking, understanding
from bot.library.importer import Importer
from bot.library.library import Library
from bot.library.opening import Places, settle
from bot.library.workers import open_workers
from bot.papers.paper import Record
from bot.papers.schedule import Quiet
from bot.papers.standing import Proposal, Schedule, Topic
from bot.store.outbox import State
from tests.chat.conftest import labels, shown, text, walked
from tests.fakes import Clock, Marks

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Post:
    """The library, the bot and a server, and what brings papers into them."""

    env: simcord.Env
    guild: GuildHandle
    library: Library
    courier: ChannelCourier
    clock: Clock

    async def topic(self, channel: ChannelHandle, query: str = "goats", **how: Any) -> Topic:  # noqa: ANN401 - fields of a proposal
        proposal = Proposal(
            guild=self.guild.id,
            channel=channel.id,
            made_in=how.pop("made_in", channel.id),
            made_by=1,
            query=query,
            **how,
        )
        return await self.library.store.topics.begin(proposal, self.clock())

    async def bring(self, *records: Record) -> None:
        store = self.library.store
        with open_workers(0) as workers:
            importer = Importer(store, now=self.clock, asking=Asking(store.topics))
            await importer.take("tests", records, workers)

    async def deliver(self, awake: datetime = LONG_AGO) -> Pass:
        return await Feed(self.library.store, self.courier, now=self.clock, awake=awake).once()

    def said(self, channel: ChannelHandle) -> list[discord.Message]:
        return channel.history()


@pytest.fixture
def post(simcord_env: simcord.Env, library: Library, courier: ChannelCourier, clock: Clock) -> Post:
    return Post(simcord_env, simcord_env.create_guild(), library, courier, clock)


def goats(first: int, last: int | None = None, **said: Any) -> list[Record]:  # noqa: ANN401 - fields of a record
    numbers = range(first, (last or first) + 1)
    return [
        Record(
            ids={"arxiv": (f"2603.{number:05}",)},
            title=f"Moving goats over hill number {number}",
            abstract=f"We move goats. We propose a way over hill {number} that takes them home.",
            authors=("Ada Herd", "Bo Shepherd"),
            venue="arXiv",
            year=2026,
            **said,
        )
        for number in numbers
    ]


async def test_a_new_paper_reaches_its_channel_once_as_a_card(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    await post.bring(*goats(1))
    await post.topic(channel)
    await post.bring(*goats(1, 2))
    for _ in range(2):
        await post.deliver()
        await post.bring(*goats(1, 2))
    [message] = post.said(channel)
    assert text(message) == (
        "### Moving goats over hill number 2\n"
        "-# Ada Herd, Bo Shepherd · arXiv 2026\n"
        "We move **goats**. We propose a way over hill 2 that takes them home.\n"
        "[PDF](https://arxiv.org/pdf/2603.00002) · [arXiv](https://arxiv.org/abs/2603.00002)\n"
        "-# topic *goats*: title has *goats*"
    )
    assert labels(message) == ["Open"]


async def test_its_button_opens_the_whole_paper_for_whoever_presses(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    bob = post.guild.add_member(post.env.create_user("bob"))
    await post.topic(channel)
    await post.bring(*goats(1))
    await post.deliver()
    opened = shown(await bob.click(post.said(channel)[0], label="Open"))
    assert opened.ephemeral
    assert "We propose a way over hill 1" in text(opened)
    assert labels(opened)[-1] == "Post here"


async def test_a_forum_gets_a_post_a_paper_named_and_tagged(post: Post) -> None:
    forum = post.guild.create_forum_channel("papers")
    bob = post.guild.add_member(post.env.create_user("bob"))
    channel = post.env.bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    await channel.edit(
        available_tags=[discord.ForumTag(name="Sheep"), discord.ForumTag(name="Goats")]
    )
    await post.topic(forum)
    await post.bring(*goats(1, 2))
    await post.deliver()
    await post.deliver()
    first, second = forum.threads
    assert (first.name, second.name) == (
        "Moving goats over hill number 1",
        "Moving goats over hill number 2",
    )
    thread = post.env.bot.get_channel(first.id)
    assert isinstance(thread, discord.Thread)
    assert [tag.name for tag in thread.applied_tags] == ["Goats"]
    [message] = post.said(first)
    assert "takes them home" in text(message)
    assert "We propose a way" in text(shown(await bob.click(message, label="Open")))


async def test_more_than_most_at_once_come_as_one_digest(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    bob = post.guild.add_member(post.env.create_user("bob"))
    await post.topic(channel, most=4)
    await post.bring(*goats(1, 15))
    done = await post.deliver()
    assert (done.papers, done.messages, done.owed) == (15, 1, 0)
    [message] = post.said(channel)
    said = text(message)
    assert said.startswith("### 15 new papers\n*goats*\n-# <t:")
    assert [line for line in said.splitlines() if line.startswith("**")] == [
        f"**Moving goats over hill number {number}**" for number in range(1, 5)
    ]
    assert said.count("-# title has *goats* · [PDF](https://arxiv.org/pdf/") == 4
    assert labels(message) == ["and 11 more"]
    [(kind, menu)] = [(c["type"], c) for c in walked(message) if c["type"] == 3]
    assert kind == 3
    assert [option["label"] for option in menu["options"]] == [
        f"Moving goats over hill number {number}" for number in range(1, 5)
    ]
    third = menu["options"][2]["value"]
    opened = shown(await bob.select(message, [third], custom_id=menu["custom_id"]))
    assert opened.ephemeral
    assert "over hill 3" in text(opened)
    rest = shown(await bob.click(message, label="and 11 more"))
    assert rest.ephemeral
    assert text(rest).startswith("### 11 more papers\n### 5\\. Moving goats over hill number 5")
    await bob.click(rest, label="▶")
    assert "### 10\\. Moving goats over hill number 10" in text(rest)


async def test_a_digest_too_long_for_a_message_goes_on_in_the_next(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    forum = post.guild.create_forum_channel("papers")
    for place in (channel, forum):
        await post.topic(place, most=25, schedule=Schedule.DAILY)
    await post.bring(*goats(1, 25))
    post.clock.moment = datetime(2026, 3, 1, 8, 59, tzinfo=UTC)
    assert (await post.deliver()).messages == 0
    post.clock.moment = datetime(2026, 3, 1, 9, tzinfo=UTC)
    await post.deliver()
    messages = post.said(channel)
    assert [text(message).count("**Moving") for message in messages] == [8, 8, 9]
    small = [text(message).splitlines()[2] for message in messages]
    assert [line.rpartition(" · ")[2] for line in small] == [
        f"part {number} of 3" for number in (1, 2, 3)
    ]
    [thread] = forum.threads
    assert thread.name == "25 new papers: goats"
    assert len(post.said(thread)) == 3


async def test_what_was_missed_comes_oldest_first_within_the_cap_and_the_rest_as_a_digest(
    post: Post,
) -> None:
    channel = post.guild.create_text_channel("goats")
    await post.topic(channel, most=3)
    await post.bring(*goats(1, 8))
    post.clock.moment = datetime(2026, 3, 2, tzinfo=UTC)
    await post.deliver(awake=post.clock.moment)
    first, second, third, rest = map(text, post.said(channel))
    assert [each.splitlines()[0][-1] for each in (first, second, third)] == ["1", "2", "3"]
    assert rest.startswith("### 5 new papers")


async def test_two_topics_in_a_channel_bring_a_paper_once_with_both_reasons_and_mentions(
    post: Post,
) -> None:
    channel = post.guild.create_text_channel("goats")
    herd, hills = (post.guild.create_role(name) for name in ("herd", "hills"))
    await post.topic(channel, "goats", mention=str(herd.id), schedule=Schedule.WEEKLY)
    await post.topic(channel, "hill", mention=str(hills.id))
    await post.bring(*goats(1))
    await post.deliver()
    [message] = post.said(channel)
    assert text(message).splitlines()[-2:] == [
        "-# topic *goats*: title has *goats* · topic *hill*: title has *hill*",
        f"<@&{herd.id}> <@&{hills.id}>",
    ]
    [sent] = [call for call in post.env.http_requests if call.path.endswith("/messages")]
    assert (sent.json or {})["allowed_mentions"] == {"parse": [], "roles": [herd.id, hills.id]}


async def test_a_thread_and_an_announcement_channel_take_posts(post: Post) -> None:
    news = post.guild.create_news_channel("news")
    text_channel = post.env.bot.get_channel(post.guild.create_text_channel("talk").id)
    assert isinstance(text_channel, discord.TextChannel)
    thread = await text_channel.create_thread(name="goats", type=discord.ChannelType.public_thread)
    await post.topic(news, publish=True)
    proposal = Proposal(
        guild=post.guild.id, channel=thread.id, made_in=news.id, made_by=1, query="goats"
    )
    await post.library.store.topics.begin(proposal, post.clock())
    await post.bring(*goats(1))
    await post.deliver()
    await post.deliver()
    published = [call.path for call in post.env.http_requests if "crosspost" in call.path]
    assert len(published) == 1
    assert len(post.said(news)) == 1
    [message] = [message async for message in thread.history()]
    assert message.author == post.env.bot.user


async def test_daily_posts_keep_their_hour_when_the_clocks_change(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    await post.topic(channel, schedule=Schedule.DAILY, at=time(9), zone="Europe/Berlin")
    post.clock.moment = datetime(2026, 3, 27, 12, tzinfo=UTC)
    for day, hour in ((28, 8), (29, 7), (30, 7)):
        await post.bring(*goats(day))
        post.clock.moment = datetime(2026, 3, day, hour - 1, 59, tzinfo=UTC)
        assert (await post.deliver()).papers == 0
        post.clock.moment = datetime(2026, 3, day, hour, tzinfo=UTC)
        assert (await post.deliver()).papers == 1


async def test_quiet_hours_are_waited_out(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    await post.topic(channel, zone="Asia/Tokyo")
    await post.library.store.channels.set_quiet(channel.id, Quiet(time(22), time(7)))
    post.clock.moment = datetime(2026, 3, 1, 14, tzinfo=UTC)
    await post.bring(*goats(1))
    assert (await post.deliver()).papers == 0
    post.clock.moment = datetime(2026, 3, 1, 22, tzinfo=UTC)
    assert (await post.deliver()).papers == 1


async def test_a_missing_permission_pauses_after_three_tries_and_the_managers_are_told_once(
    post: Post,
) -> None:
    channel = post.guild.create_text_channel("goats")
    office = post.guild.create_text_channel("office")
    topic = await post.topic(channel, made_in=office.id)
    await post.bring(*goats(1))
    await allow(post, channel, send_messages=False)
    for _ in range(4):
        done = await post.deliver()
        assert done.owed == 1
    topic = await post.library.store.topics.get(post.guild.id, topic.number)
    assert topic.why == "forbidden"
    [told] = post.said(office)
    assert text(told) == (
        f"I may not post in <#{channel.id}>: I lack **Send Messages**. Its topics are paused, and "
        "nothing is lost. Grant it in the channel's settings, then use /topic resume."
    )
    assert not [
        call
        for call in post.env.http_requests
        if call.path.startswith("/channels/")
        and str(channel.id) in call.path
        and call.method == "POST"
    ]
    await allow(post, channel, send_messages=None)
    await post.library.store.topics.resume(post.guild.id, topic.number)
    assert (await post.deliver()).papers == 1
    assert len(post.said(channel)) == 1


async def test_a_deleted_channel_pauses_after_a_day_and_keeps_what_it_owes(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    topic = await post.topic(channel)
    await post.bring(*goats(1))
    found = post.env.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    await found.delete()
    for hours, why in ((0, None), (23, None), (24, "gone")):
        post.clock.moment = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=hours)
        done = await post.deliver()
        assert "10003" in done.failed[channel.id]
        assert (await post.library.store.topics.get(post.guild.id, topic.number)).why == why
    assert await post.library.store.outbox.totals() == {State.OWED: 1}


async def test_an_answer_that_was_lost_is_looked_for_before_anything_is_sent_again(
    post: Post,
) -> None:
    channel, forum = post.guild.create_text_channel("goats"), post.guild.create_forum_channel("f")
    for place in (channel, forum):
        await post.topic(place)
    await post.bring(*goats(1, 3))
    await post.deliver()
    forget(post)
    done = await post.deliver()
    assert (done.papers, done.owed) == (6, 0)
    assert len(post.said(channel)) == len(forum.threads) == 3


async def test_a_restart_between_everything_loses_nothing(
    post: Post, library: Library, marks: Marks
) -> None:
    channel = post.guild.create_text_channel("goats")
    bob = post.guild.add_member(post.env.create_user("bob"))
    await post.topic(channel, most=2)
    for number in range(3):
        await post.bring(*goats(10 * number + 1, 10 * number + 3))
        courier = ChannelCourier()
        await post.env.restart_bot(PaperbotClient(library=library, marks=marks, courier=courier))
        await replace(post, courier=courier).deliver()
    assert len(post.said(channel)) == 3
    rest = shown(await bob.click(post.said(channel)[0], label="and 1 more"))
    assert "hill number 3" in text(rest)


async def allow(post: Post, channel: ChannelHandle, *, send_messages: bool | None) -> None:
    """Give or take the bot's permission to send in a channel."""
    found = post.env.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    await found.set_permissions(found.guild.me, send_messages=send_messages)


def forget(post: Post) -> None:
    """Leave every parcel as a bot leaves it that is killed while Discord answers."""
    path = Places(post.library.index_folder.parent).database
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(
            "UPDATE parcels SET state = 'open', messages = '[]', tried = ?",
            (post.env.now().isoformat(),),
        )
        database.execute("UPDATE posts SET state = 'owed'")


async def test_a_digest_of_two_topics_says_for_which_each_paper_comes(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    await post.topic(channel, "goats", schedule=Schedule.DAILY)
    await post.topic(channel, '"hill number 2"', schedule=Schedule.DAILY)
    await post.bring(*goats(1, 2))
    post.clock.moment = datetime(2026, 3, 2, 9, tzinfo=UTC)
    await post.deliver()
    [message] = post.said(channel)
    said = text(message)
    assert '*goats*, *"hill number 2"*' in said
    assert said.count("-# topic *goats*: title has *goats* · ") == 2


async def test_each_topic_keeps_to_its_own_cap(post: Post) -> None:
    channel = post.guild.create_text_channel("goats")
    await post.topic(channel, "goats", most=2)
    await post.topic(channel, "sheep", most=9)
    await post.bring(*goats(1, 3), replace(goats(4)[0], title="Sheep", abstract="A sheep."))
    assert (await post.deliver()).messages == 1
    post.clock.moment = datetime(2026, 3, 2, tzinfo=UTC)
    await post.bring(*goats(5, 7), replace(goats(8)[0], title="Two", abstract="A sheep too."))
    assert (await post.deliver(awake=datetime(2026, 3, 3, tzinfo=UTC))).messages == 4
    assert text(post.said(channel)[-1]).startswith("### 1 new paper\n")


async def test_a_paper_that_says_it_in_another_form_comes_with_its_reason(
    post: Post, library: Library
) -> None:
    channel = post.guild.create_text_channel("transport")
    long = "We study optimal transport (OT) of goats over hills, once more."
    await post.bring(*(replace(paper, abstract=long) for paper in goats(1, 4)))
    await settle(library, starter="never", processes=0)
    topic = await post.topic(channel, "OT")
    store = library.store
    understood = understanding(library.index_folder)
    with open_workers(0) as workers:
        asking = Asking(store.topics, understood)
        importer = Importer(store, now=post.clock, asking=asking)
        said = replace(goats(9)[0], abstract="Optimal transport moves sheep.")
        await importer.take("tests", [said], workers)
    feed = Feed(store, post.courier, now=post.clock, awake=LONG_AGO, understand=library.understood)
    assert (await feed.once()).papers == 1
    [message] = post.said(channel)
    assert topic.query == "OT"
    assert text(message).splitlines()[-1].startswith("-# topic *OT*: abstract has *")
