"""Every bad input: a sentence, and nothing half-saved."""

from itertools import product
from typing import Any

import discord
import pytest

from bot.chat.change_form import read_form
from bot.papers.errors import UnusableOption
from bot.papers.standing import Proposal
from tests.chat.conftest import labels
from tests.chat.town import Town, answered, form, said

GOATS = Proposal(guild=1, channel=2, made_in=3, made_by=4, query="goats", mention="5")


def field(name: str, values: list[str]) -> dict[str, object]:
    return {"type": 18, "component": {"custom_id": name, "values": values}}


REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"schedule": "daily", "timezone": "Mars/Olympus"}, "I know no time zone “Mars/Olympus”"),
    ({"schedule": "daily", "timezone": "Europe/Berln"}, "Europe/Berlin"),
    ({"schedule": "daily", "at": "25:61"}, "“25:61” is no time of day"),
    ({"at": "09:00"}, "has no time of day. Leave out `at`"),
    ({"schedule": "daily", "day": "Monday"}, "Only a weekly topic has a day"),
    ({"schedule": "weekly", "day": "Caturday"}, "is no day of the week"),
    ({"most": 0}, "1 to 25 papers; “0”"),
    ({"most": 26}, "1 to 25 papers; “26”"),
    ({"most": -(2**53) + 1}, "1 to 25 papers"),
    ({"query": "-goats"}, "out"),
    ({"query": "the of and"}, "word"),
    ({"query": '"goats over'}, "quot"),
    ({"query": "year:abc goats"}, "year"),
    ({"query": "   "}, ""),
    ({"query": "goats " * 400}, "a topic's may have 1,000"),
    ({"publish": True}, "Only posts in an announcement channel can be published"),
)


async def test_an_option_that_cannot_be_gets_a_sentence(town: Town) -> None:
    await town.confirmed()
    for options, sentence in REFUSED:
        for result in (await town.add(**options), await town.topic("edit", topic="1", **options)):
            assert sentence in said(result), options
            assert "went wrong" not in said(result)
            assert labels(answered(result)) == []
    [topic] = await town.topics()
    assert (topic.query, topic.version) == ("goats", 1)


async def test_a_channel_of_another_kind_gets_a_sentence(town: Town) -> None:
    make = town.guild
    others = (make.create_voice_channel, make.create_stage_channel, make.create_category)
    for other in [create("talk") for create in others]:
        for result in (await town.add(channel=other), await town.topic("quiet", channel=other)):
            assert "#talk is of a kind that takes no posts" in said(result)


async def test_everyone_is_no_role_to_mention(town: Town) -> None:
    result = await town.add(mention=town.guild.default_role)
    assert "never everyone" in said(result)


async def test_a_role_that_is_deleted_before_confirm(town: Town) -> None:
    extra = town.guild.create_role("readers")
    test = answered(await town.add(mention=extra))
    await delete_role(town, extra.id)
    assert "role that was to be mentioned is not there" in said(
        await town.admin.click(test, label="Confirm")
    )
    assert not await town.topics()
    opened = await town.admin.click(test, label="Change")
    await town.admin.submit_modal(opened, form(town))
    await town.admin.click(test, label="Confirm")
    assert (await town.topics())[0].mention == ""


async def test_a_role_that_is_deleted_later_can_be_edited_away(town: Town) -> None:
    extra = town.guild.create_role("readers")
    await town.confirmed(mention=extra)
    await delete_role(town, extra.id)
    test = await town.topic("edit", topic="1", most=4)
    assert "mentions" not in said(test)
    await town.admin.click(answered(test), label="Confirm")
    assert (await town.topics())[0].mention == ""


async def test_a_channel_that_is_deleted_between_test_and_confirm(town: Town) -> None:
    test = answered(await town.add())
    await town.delete(town.goats)
    assert "not there any more" in said(await town.admin.click(test, label="Confirm"))
    assert not await town.topics()
    opened = await town.admin.click(test, label="Change")
    await town.admin.submit_modal(opened, form(town, channel=[town.hall]))
    await town.admin.click(test, label="Confirm")
    assert (await town.topics())[0].channel == town.hall.id


async def test_the_hundred_and_first_topic_is_refused_at_the_test_and_at_confirm(
    town: Town,
) -> None:
    test = answered(await town.add())
    for n in range(100):
        proposal = Proposal(
            guild=town.guild.id, channel=town.goats.id, made_in=1, made_by=1, query=f"goats {n}"
        )
        await town.library.store.topics.begin(proposal, town.clock())
    assert "as many as there may be" in said(await town.add())
    assert "as many as there may be" in said(await town.admin.click(test, label="Confirm"))
    assert len(await town.topics()) == 100


async def test_a_topic_that_there_is_not_gets_a_sentence(town: Town) -> None:
    await town.confirmed()
    commands = ("show", "pause", "resume", "remove", "edit", "test")
    names = ("goats", "", "99", "-1", "9" * 30, "1; DROP", "²")
    for command, topic in product(commands, names):
        shown = said(await town.topic(command, topic=topic))
        assert "no such topic" in shown or "Choose a topic from the list" in shown


@pytest.mark.parametrize(
    "forged",
    ["p1:begin:short", "p1:begin:" + "x" * 16, "p1:remove:1:1", "p1:topics:9999", "p1:status:0"],
)
async def test_forged_buttons_do_no_harm(town: Town, forged: str) -> None:
    await town.confirmed()
    message = answered(await town.topic("remove", topic="1"))
    await town.press(message, forged, town.admin)
    assert len(await town.topics()) == (0 if forged == "p1:remove:1:1" else 1)


@pytest.mark.parametrize("sent", [None, [], [field("channel", ["1"])], [{"type": 1}]])
def test_a_form_that_says_too_little_leaves_the_rest_as_it_was(sent: object) -> None:
    options = read_form(sent, GOATS)
    assert options.query == "goats"
    assert options.channel in {1, 2}


@pytest.mark.parametrize("sent", [[field("channel", ["x"])], [field("mention", ["9" * 25])]])
def test_a_form_with_nonsense_gets_a_sentence(sent: object) -> None:
    with pytest.raises(UnusableOption, match="cannot be chosen"):
        read_form(sent, GOATS)


async def delete_role(town: Town, number: int) -> None:
    server = town.env.bot.get_guild(town.guild.id)
    assert isinstance(server, discord.Guild)
    role = server.get_role(number)
    assert role is not None
    await role.delete()
