"""Topics as an admin makes, changes and ends them."""

from datetime import timedelta

import discord
import pytest

from bot.papers.standing import Schedule
from tests.chat.conftest import custom_id, labels
from tests.chat.conftest import text as text_of
from tests.chat.town import Town, answered, form, goats, said

PLANS = "optimal transport"


async def test_a_test_comes_first_and_saves_nothing(town: Town) -> None:
    result = await town.add(query=PLANS, schedule="weekly", timezone="europe/berlin")
    shown = said(result)
    assert shown.startswith("### Test: *optimal transport*\n")
    assert f"<#{town.goats.id}> · every Monday at 09:00 (Europe/Berlin) · at most 10" in shown
    assert "18 of the newest 22 papers would have been posted." in shown
    assert "In the last year: none." in shown
    assert "Next post <t:1772438400:f>" in shown
    assert "title has *optimal*, *transport*" in shown
    assert "It is broad" in shown
    assert labels(answered(result)) == ["Confirm", "Change"]
    assert not await town.topics()


async def test_confirm_makes_the_topic_and_says_what_now_happens(town: Town) -> None:
    test = await town.add(most=3, mention=town.role, at=None)
    done = await town.admin.click(answered(test), label="Confirm")
    assert said(done).startswith("Confirmed. From now on new papers that fit are posted there.\n")
    assert "next post as soon as a paper comes" in said(done)
    assert labels(answered(done)) == []
    [topic] = await town.topics()
    assert (topic.query, topic.channel, topic.most) == ("goats", town.goats.id, 3)
    assert (topic.mention, topic.made_by, topic.made_in) == (
        str(town.role.id),
        town.admin.id,
        town.hall.id,
    )
    await town.bring(*goats(1))
    await town.deliver()
    assert len(town.goats.history()) == 1


async def test_confirm_works_after_a_restart_and_only_once(town: Town) -> None:
    test = answered(await town.add())
    pressed = custom_id(test, "Confirm")
    await town.restart()
    await town.admin.click(test, label="Confirm")
    again = answered(await town.add())
    result = await town.press(again, pressed)
    assert "confirmed already" in said(result)
    assert len(await town.topics()) == 1


async def test_a_test_is_good_for_an_hour(town: Town) -> None:
    test = answered(await town.add())
    town.clock.moment += timedelta(minutes=61)
    assert "more than an hour old" in said(await town.admin.click(test, label="Confirm"))
    assert "more than an hour old" in said(await town.admin.click(test, label="Change"))
    assert not await town.topics()


async def test_change_is_a_form_that_can_be_sent_off_after_a_restart(town: Town) -> None:
    test = answered(await town.add(query="goats", schedule="daily", mention=town.role))
    opened = await town.admin.click(test, label="Change")
    assert opened.modal is not None
    fields = {c["component"]["custom_id"]: c["component"] for c in opened.modal["components"]}
    assert fields["query"]["value"] == "goats"
    assert fields["when"]["value"] == "daily 09:00 UTC"
    assert fields["channel"]["default_values"][0]["id"] in (town.goats.id, str(town.goats.id))
    assert fields["most"]["value"] == "10"
    await town.restart()
    filled = {
        "query": '"hill" goats',
        "when": "weekly fri 21:30 Europe/Paris",
        "channel": [town.hall],
        "mention": [],
        "most": "4",
    }
    changed = await town.admin.submit_modal(opened, filled)
    assert changed.response is None or changed.response.id == test.id
    assert "every Friday at 21:30 (Europe/Paris) · at most 4 a post" in text_of(test)
    await town.admin.click(test, label="Confirm")
    [topic] = await town.topics()
    assert (topic.query, topic.channel, topic.mention) == ('"hill" goats', town.hall.id, "")
    assert (topic.schedule, topic.day, topic.zone) == (Schedule.WEEKLY, 4, "Europe/Paris")


async def test_a_form_with_a_mistake_gets_a_sentence_and_the_test_stays(town: Town) -> None:
    test = answered(await town.add())
    for when, sentence in (
        ("daily 25:61", "no time of day"),
        ("hourly", "no schedule"),
        ("daily Mars/Olympus", "no time zone"),
        ("now 09:00", "no time of day. Leave out"),
        ("daily monday", "Only a weekly topic has a day"),
        ("daily 9 10", "one part too many"),
    ):
        opened = await town.admin.click(test, label="Change")
        result = await town.admin.submit_modal(opened, form(town, when=when))
        assert sentence in said(result), when
    opened = await town.admin.click(test, label="Change")
    result = await town.admin.submit_modal(opened, form(town, most="26"))
    assert "1 to 25 papers" in said(result)
    await town.admin.click(test, label="Confirm")
    assert len(await town.topics()) == 1


async def test_what_would_burst_is_offered_daily(town: Town) -> None:
    day = town.clock().date() - timedelta(days=9)
    await town.bring(*goats(1, 14, published=day))
    test = answered(await town.add())
    assert "There are days with 14 of these papers" in text_of(test)
    assert labels(test) == ["Confirm", "Change", "Post daily instead"]
    await town.admin.click(test, label="Post daily instead")
    assert "daily at 09:00 (UTC)" in text_of(test)
    assert "There are days" not in text_of(test)
    assert labels(test) == ["Confirm", "Change"]


async def test_the_zone_is_the_servers_last_one(town: Town) -> None:
    await town.confirmed(schedule="daily", timezone="Asia/Tokyo")
    assert "(Asia/Tokyo)" in said(await town.add(schedule="daily", query="hills"))


async def test_the_same_topic_twice_in_a_channel_is_pointed_out(town: Town) -> None:
    await town.confirmed()
    assert "a topic with this query already: number 1" in said(await town.add())
    assert "already" not in said(await town.add(channel=town.hall))


async def test_edit_tests_anew_and_moves_what_is_owed(town: Town) -> None:
    await town.confirmed()
    await town.bring(*goats(1, 2))
    test = await town.topic("edit", topic="1", channel=town.hall, most=5)
    assert "Changed only when you confirm" in said(test)
    done = await town.admin.click(answered(test), label="Confirm")
    assert said(done).startswith("Changed.\n")
    await town.deliver()
    assert not town.goats.history()
    assert len(town.hall.history()) == 2


async def test_two_admins_at_once_do_not_undo_each_other(town: Town) -> None:
    await town.confirmed()
    one = await town.topic("edit", topic="1", most=5)
    other = await town.topic("edit", town.manager, topic="1", query="goats home")
    await town.admin.click(answered(one), label="Confirm")
    result = await town.manager.click(answered(other), label="Confirm")
    assert "Somebody else has just changed this topic" in said(result)
    [topic] = await town.topics()
    assert (topic.most, topic.query) == (5, "goats")


async def test_pause_names_the_person_and_resume_brings_what_was_kept(town: Town) -> None:
    await town.confirmed()
    assert said(await town.topic("pause", topic="1")).startswith("Paused.")
    assert "paused already" in said(await town.topic("pause", topic="1"))
    await town.bring(*goats(1))
    await town.deliver()
    assert f"paused by <@{town.admin.id}>" in said(await town.topic("list"))
    assert not town.goats.history()
    assert said(await town.topic("resume", topic="1")).startswith("It goes on.")
    assert "running already" in said(await town.topic("resume", topic="1"))
    await town.deliver()
    assert len(town.goats.history()) == 1


async def test_remove_asks_first_and_works_after_a_restart(town: Town) -> None:
    await town.confirmed()
    await town.bring(*goats(1, 2))
    asked = await town.topic("remove", topic="1")
    assert "2 papers that are still to be posted for it will not come" in said(asked)
    assert len(await town.topics()) == 1
    await town.restart()
    assert "Removed: goats." in said(await town.admin.click(answered(asked), label="Remove"))
    assert not await town.topics()
    assert "no such topic" in said(await town.topic("show", topic="1"))


async def test_remove_is_refused_where_the_topic_has_changed_since(town: Town) -> None:
    await town.confirmed()
    asked = await town.topic("remove", topic="1")
    await town.topic("pause", town.manager, topic="1")
    result = await town.admin.click(answered(asked), label="Remove")
    assert "Somebody else" in said(result)
    assert len(await town.topics()) == 1


async def test_a_test_of_a_topic_or_a_query_has_no_confirm(town: Town) -> None:
    await town.confirmed()
    for options in ({"topic": "1"}, {"query": "goats"}):
        result = await town.topic("test", **options)
        assert said(result).startswith("### Test: *goats*")
        assert labels(answered(result)) == []
    for options in ({}, {"topic": "1", "query": "goats"}):
        assert "one of the two" in said(await town.topic("test", **options))


async def test_quiet_hours_are_set_shown_and_taken_back(town: Town) -> None:
    await town.confirmed(timezone="Europe/Berlin")
    quiet = {"channel": town.goats}
    assert "has no quiet hours" in said(await town.topic("quiet", **quiet))
    done = said(await town.topic("quiet", **quiet, **{"from": "22:00", "to": "7 am"}))
    assert "#goats is quiet from 22:00 to 07:00 (Europe/Berlin)" in done
    assert "quiet from 22:00" in said(await town.topic("quiet", **quiet))
    assert "the channel is quiet 22:00–07:00" in said(await town.topic("show", topic="1"))
    assert "no quiet hours" in said(await town.topic("quiet", **quiet, **{"from": "off"}))
    for wrong, sentence in (
        ({"from": "22:00"}, "need both"),
        ({"from": "22:00", "to": "25:61"}, "no time of day"),
        ({"from": "7", "to": "07:00"}, "are none"),
    ):
        assert sentence in said(await town.topic("quiet", **quiet, **wrong))


async def test_leaving_a_server_pauses_its_topics_and_coming_back_resumes_them(
    town: Town,
) -> None:
    await town.confirmed()
    servers = town.library.store.servers
    await servers.present([], town.clock())
    assert (await town.topics())[0].paused
    await town.restart()
    assert not (await town.topics())[0].paused
    server = town.env.bot.get_guild(town.guild.id)
    assert server is not None
    await server.leave()
    await town.env.settle()
    [topic] = await town.topics()
    assert topic.paused
    assert topic.why == "left"


@pytest.mark.parametrize("kind", ["thread", "news", "forum"])
async def test_every_channel_that_takes_posts_takes_topics(town: Town, kind: str) -> None:
    if kind == "news":
        channel = town.guild.create_news_channel("news")
    elif kind == "forum":
        channel = town.guild.create_forum_channel("forum")
    else:
        text = town.env.bot.get_channel(town.goats.id)
        assert isinstance(text, discord.TextChannel)
        await text.create_thread(name="kids", type=discord.ChannelType.public_thread)
        [channel] = town.goats.threads
    topic = await town.confirmed(channel=channel, publish=True if kind == "news" else None)
    assert topic.channel == channel.id
    await town.bring(*goats(1))
    await town.deliver()
    assert len(channel.threads if kind == "forum" else channel.history()) >= 1


async def test_an_archived_thread_counts_as_there(town: Town) -> None:
    parent = town.env.bot.get_channel(town.goats.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="kids", type=discord.ChannelType.public_thread)
    [thread] = town.goats.threads
    await town.confirmed(channel=thread)
    await made.edit(archived=True)
    await town.restart()
    assert "running · next post as soon as a paper comes" in said(await town.topic("list"))
    await town.bring(*goats(1))
    await town.deliver()
    assert "1 posted" in said(await town.topic("status"))
