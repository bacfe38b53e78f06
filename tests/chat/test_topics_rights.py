"""Who may manage topics, what the bot lacks, and what belongs to another server."""

from typing import Any

import discord
import pytest

from bot.chat.states import Begin, Change, Daily, Listed, Remove
from tests.chat.conftest import custom_id, labels, text
from tests.chat.town import Town, answered, form, goats, said

REQUIRE_TAG = 1 << 4
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("list", {}),
    ("show", {"topic": "1"}),
    ("edit", {"topic": "1", "most": 5}),
    ("test", {"topic": "1"}),
    ("test", {"query": "goats"}),
    ("pause", {"topic": "1"}),
    ("resume", {"topic": "1"}),
    ("remove", {"topic": "1"}),
    ("status", {}),
    ("why", {"paper": "1706.03762"}),
    ("quiet", {}),
    ("add", {"query": "hills"}),
)


async def test_admins_and_named_managers_may_and_members_hear_who_may(town: Town) -> None:
    await town.confirmed()
    for command, given in COMMANDS:
        options = given | ({"channel": town.goats} if command in {"add", "quiet"} else {})
        refused = said(await town.topic(command, town.member, **options))
        assert "Topics are managed by people with Manage Channels in the topic's" in refused
        assert "the role librarians" in refused
        for who in (town.manager, town.admin):
            assert "are managed by" not in said(await town.topic(command, who, **options))


async def test_the_role_is_named_by_people_with_manage_server_only(town: Town) -> None:
    for who in (town.manager, town.member):
        result = await town.topic("managers", who, role=town.role)
        assert "decided by people with Manage Server" in said(result)
    assert "The role" not in said(await town.topic("managers", role=town.role))
    everyone = town.guild.default_role
    assert "let everybody manage" in said(await town.topic("managers", role=everyone))
    assert "only by people with Manage Channels" in said(await town.topic("managers"))
    refused = said(await town.topic("list", town.manager))
    assert "People with Manage Server can name a role" in refused


async def test_a_deleted_role_counts_for_nothing(town: Town) -> None:
    await town.confirmed()
    server = town.env.bot.get_guild(town.guild.id)
    assert server is not None
    role = server.get_role(town.role.id)
    assert role is not None
    await role.delete()
    assert "can name a role" in said(await town.topic("list", town.manager))


async def test_manage_channels_in_one_channel_is_enough_there_and_not_elsewhere(
    town: Town,
) -> None:
    theirs = discord.PermissionOverwrite(manage_channels=True)
    own = town.guild.create_text_channel("own", overwrites={town.member: theirs})
    await town.confirmed(channel=own)
    await town.confirmed(channel=town.hall, query="hills")
    listed = said(await town.topic("list", town.member))
    assert "### 1 topic" in listed
    assert "hills" not in listed
    assert said(await town.topic("show", town.member, topic="1")).startswith("### 1. *goats*")
    assert "are managed by" in said(await town.topic("show", town.member, topic="2"))
    moved = await town.topic("edit", town.member, topic="1", channel=town.hall)
    assert "are managed by" in said(moved)


async def test_whoever_has_lost_the_right_cannot_confirm(town: Town) -> None:
    test = answered(await town.topic("add", town.manager, query="goats", channel=town.goats))
    await town.topic("managers")
    for label in ("Confirm", "Change"):
        assert "are managed by" in said(await town.manager.click(test, label=label))
    assert not await town.topics()


async def test_another_servers_topics_cannot_be_seen_or_touched(town: Town) -> None:
    await town.confirmed()
    test = answered(await town.add(query="hills"))
    token = custom_id(test, "Confirm").rpartition(":")[2]
    other = town.env.create_guild("elsewhere")
    place = other.create_text_channel("place")
    rights = discord.Permissions(administrator=True)
    eve = other.add_member(
        town.env.create_user("eve"), roles=[other.create_role("r", permissions=rights)]
    )
    for command, options in COMMANDS[1:8]:
        if "query" in options:
            continue
        assert "no such topic" in said(await town.topic(command, eve, place, **options))
    own = answered(await town.topic("add", eve, place, query="goats", channel=place))
    for state in (Begin(token), Change(token), Daily(token)):
        assert "more than an hour old" in said(await town.press(own, str(state), eve))
    assert "no such topic" in said(await town.press(own, str(Remove(1, 1)), eve))
    assert not await eve.autocomplete(place, "topic show", "topic", "")
    await town.press(own, str(Listed(1)), eve)
    assert "no topic yet" in text(own)
    assert len(await town.topics()) == 1


async def test_the_list_that_comes_up_while_typing_has_this_servers_topics(town: Town) -> None:
    await town.confirmed()
    await town.confirmed(query="optimal transport", channel=town.hall)
    choices = await town.admin.autocomplete(town.hall, "topic show", "topic", "")
    assert [(c["name"], c["value"]) for c in choices] == [
        ("1. goats · #goats", "1"),
        ("2. optimal transport · #hall", "2"),
    ]
    choices = await town.admin.autocomplete(town.hall, "topic edit", "topic", "hall")
    assert [c["value"] for c in choices] == ["2"]
    choices = await town.member.autocomplete(town.hall, "topic show", "topic", "")
    assert len(choices) == 1
    assert "managed by" in choices[0]["name"]
    zones = await town.admin.autocomplete(town.hall, "topic add", "timezone", "berl")
    assert [zone["value"] for zone in zones] == ["Europe/Berlin"]
    days = await town.admin.autocomplete(town.hall, "topic add", "day", "t")
    assert [day["value"] for day in days] == ["Tuesday", "Thursday"]


@pytest.mark.parametrize(
    ("lost", "named"),
    [
        ({"view_channel": False}, "View Channel and Send Messages"),
        ({"send_messages": False}, "Send Messages"),
    ],
)
async def test_where_the_bot_may_not_post_nothing_is_saved_and_the_lack_is_named(
    town: Town, lost: dict[str, bool], named: str
) -> None:
    test = answered(await town.add())
    await town.allow(town.goats, **lost)
    for result in (
        await town.add(),
        await town.admin.click(test, label="Confirm"),
        await town.admin.click(test, label="Confirm"),
    ):
        assert f"I may not post in #goats: I lack {named}." in said(result)
        assert "Open the channel's settings, Permissions" in said(result)
    assert not await town.topics()


async def test_what_was_lacking_can_be_granted_and_the_test_confirmed(town: Town) -> None:
    test = answered(await town.add())
    await town.allow(town.goats, send_messages=False)
    await town.admin.click(test, label="Confirm")
    await town.allow(town.goats, send_messages=True)
    await town.admin.click(test, label="Confirm")
    assert len(await town.topics()) == 1


async def test_a_thread_needs_send_messages_in_threads(town: Town) -> None:
    channel = town.env.bot.get_channel(town.goats.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="kids", type=discord.ChannelType.public_thread)
    [thread] = town.goats.threads
    await town.allow(town.goats, send_messages_in_threads=False)
    refused = said(await town.add(channel=thread))
    assert "I lack Send Messages in Threads" in refused
    assert "the channel that the thread is in" in refused
    await town.allow(town.goats, send_messages_in_threads=True, send_messages=False)
    assert "Test: *goats*" in said(await town.add(channel=thread))


async def test_what_is_not_as_it_should_be_is_said_and_may_be_confirmed(town: Town) -> None:
    await town.allow(town.goats, read_message_history=False, mention_everyone=False)
    shown = await town.add(mention=town.role)
    assert "I lack Read Message History here" in said(shown)
    assert "nobody notified" in said(shown)
    assert "Confirm" in labels(answered(shown))


async def test_a_forum_that_wants_tags_is_looked_at(town: Town) -> None:
    forum = town.guild.create_forum_channel("forum")
    channel = town.env.bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    for tags, said_of_it in (
        ([], "has none that I may use"),
        (["Sheep"], "posts get “Sheep”"),
        (["Sheep", "Goats"], None),
    ):
        if tags:
            await channel.edit(available_tags=[discord.ForumTag(name=name) for name in tags])
        channel._flags = REQUIRE_TAG  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - simcord's forums know no flags
        shown = said(await town.add(channel=forum))
        assert said_of_it is None or said_of_it in shown
        assert ("tag" in shown) is (said_of_it is not None)


async def test_trouble_is_named_in_the_list_and_resume_waits_until_it_is_mended(
    town: Town,
) -> None:
    await town.confirmed()
    await town.bring(*goats(1))
    await town.allow(town.goats, send_messages=False)
    for _ in range(3):
        await town.deliver()
    listed = said(await town.topic("list"))
    assert "paused" in listed
    assert "I lack **Send Messages** there: allow it, then /topic resume" in listed
    assert "I lack Send Messages" in said(await town.topic("resume", topic="1"))
    assert "I lack Send Messages" in said(await town.topic("test", topic="1"))
    await town.allow(town.goats, send_messages=True)
    assert "now I may: /topic resume goes on" in said(await town.topic("list"))
    assert said(await town.topic("resume", topic="1")).startswith("It goes on.")
    await town.deliver()
    assert len(town.goats.history()) == 1


async def test_a_topic_whose_channel_is_gone_goes_on_in_another(town: Town) -> None:
    await town.confirmed()
    await town.bring(*goats(1))
    await town.delete(town.goats)
    assert "its channel is gone" in said(await town.topic("list"))
    assert "not there any more" in said(await town.topic("edit", topic="1", most=3))
    test = answered(await town.topic("edit", topic="1", channel=town.hall))
    await town.admin.click(test, label="Confirm")
    await town.deliver()
    assert len(town.hall.history()) == 1


async def test_a_form_opened_by_somebody_who_lost_the_right_changes_nothing(town: Town) -> None:
    test = answered(await town.topic("add", town.manager, query="goats", channel=town.goats))
    opened = await town.manager.click(test, label="Change")
    await town.topic("managers")
    result = await town.manager.submit_modal(opened, form(town, query="hills"))
    assert "are managed by" in said(result)
