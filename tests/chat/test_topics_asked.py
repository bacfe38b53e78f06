"""How topics do, and why a paper was posted or not."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from bot.papers.paper import Status
from bot.papers.standing import Proposal
from tests.chat.conftest import labels, text
from tests.chat.town import Town, answered, goats, said


async def test_a_hundred_long_topics_are_paged(town: Town) -> None:
    for n in range(100):
        proposal = Proposal(
            guild=town.guild.id,
            channel=town.goats.id,
            made_in=1,
            made_by=1,
            query=(f"topic number {n} " + "_*~|`" * 60)[:200],
            zone="America/Argentina/ComodRivadavia",
        )
        await town.library.store.topics.begin(proposal, town.clock())
    for command in ("list", "status"):
        message = answered(await town.topic(command))
        first = text(message)
        await town.restart()
        await town.admin.click(message, label="▶")
        assert first != text(message)
        pages = int(next(label for label in labels(message) if " of " in label).split()[-1])
        for _ in range(pages - 2):
            await town.admin.click(message, label="▶")
        assert "topic number 99" in text(message)


async def test_status_counts_what_came_of_each_topic(town: Town) -> None:
    town.clock.moment += timedelta(hours=1)
    assert "no topic yet" in said(await town.topic("status"))
    await town.confirmed()
    fresh = said(await town.topic("status"))
    assert "I have not looked yet for what is due" in fresh
    assert "nothing new: no paper has come since it began" in fresh
    await town.bring(*goats(1, 3))
    await town.deliver()
    await town.bring(*goats(4))
    shown = said(await town.topic("status"))
    assert "last check for what is due <t:1772326800:R>" in shown
    assert "4 papers seen · 4 matched · 3 posted · 1 owed · 0 failed" in shown
    assert "last post <t:1772326800:R>" in shown
    assert "tests.jsonl" in shown
    assert "/somewhere" not in shown


async def test_status_tells_nothing_new_from_a_source_that_failed(town: Town) -> None:
    await town.confirmed()
    town.clock.moment += timedelta(hours=1)
    await town.bring()
    await town.deliver()
    assert "it brought nothing new" in said(await town.topic("status"))
    await town.library.store.intake.begin_run("https://example.org/feed.xml", town.clock())
    shown = said(await town.topic("status"))
    assert "The import from feed.xml that began" in shown
    assert "it still runs, or it failed" in shown
    town.clock.moment += timedelta(minutes=20)
    assert "I have not looked for what is due since" in said(await town.topic("status"))


async def test_status_says_where_the_bot_may_not_post_and_what_waits(town: Town) -> None:
    await town.confirmed()
    await town.bring(*goats(1))
    await town.allow(town.goats, send_messages=False)
    await town.deliver()
    shown = said(await town.topic("status"))
    assert "I lack **Send Messages** there" in shown
    assert "1 owed" in shown


async def test_why_names_the_message_here_and_in_the_whole_server(town: Town) -> None:
    await town.confirmed()
    await town.confirmed(channel=town.hall, query="goats hills -home")
    await town.bring(*goats(1))
    await town.deliver()
    [message] = town.goats.history()
    here = said(await town.topic("why", None, town.goats, paper="2603.00001"))
    link = f"https://discord.com/channels/{town.guild.id}/{town.goats.id}/{message.id}"
    assert f"posted <t:1772323200:f> (<t:1772323200:R>): {link}" in here
    assert f"<#{town.hall.id}>" not in here
    place = town.guild.create_text_channel("place")
    everywhere = said(await town.topic("why", None, place, paper="2603.00001"))
    assert link in everywhere
    assert f"<#{town.hall.id}>" in everywhere
    assert "it lacks what the query asks for: -home" in everywhere


async def test_why_leads_into_a_forums_post(town: Town) -> None:
    forum = town.guild.create_forum_channel("forum")
    await town.confirmed(channel=forum)
    await town.bring(*goats(1))
    await town.deliver()
    [thread] = forum.threads
    shown = said(await town.topic("why", paper="2603.00001"))
    assert f"channels/{town.guild.id}/{thread.id}/{thread.id}" in shown


async def test_why_names_the_stage_at_which_a_paper_stopped(town: Town) -> None:
    await town.bring(*goats(1))
    town.clock.moment += timedelta(days=1)
    await town.confirmed()
    [hidden] = goats(3, status=Status.WITHDRAWN)
    [old] = goats(2, published=date(2024, 1, 1))
    await town.bring(replace(old, year=2024), hidden)
    for paper, sentence in (
        ("2603.00001", "it was there before the topic, which began <t:"),
        ("2603.00002", "it is dated more than 13 months back"),
        ("2603.00003", "it is rejected, withdrawn or retracted"),
        ("1706.03762", "it lacks what the query asks for: goats"),
    ):
        assert sentence in said(await town.topic("why", paper=paper)), paper


async def test_why_says_what_waits_and_until_when(town: Town) -> None:
    await town.confirmed(schedule="daily")
    await town.bring(*goats(1))
    owed = said(await town.topic("why", paper="2603.00001"))
    assert "owed since <t:1772323200:R>, due <t:1772355600:f>" in owed
    await town.topic("pause", topic="1")
    paused = said(await town.topic("why", paper="2603.00001"))
    assert "it waits, because its topic is paused" in paused


async def test_why_says_what_a_digest_only_counted(town: Town) -> None:
    await town.confirmed(schedule="daily", most=2)
    await town.bring(*goats(1, 4))
    town.clock.moment += timedelta(days=1)
    await town.deliver()
    shown = said(await town.topic("why", paper="2603.00004"))
    assert "counted in a digest, over its cap" in shown
    assert "posted" in said(await town.topic("why", paper="2603.00001"))


async def test_why_says_that_quiet_imports_are_not_posted(town: Town) -> None:
    await town.confirmed()
    await town.quietly(*goats(1))
    shown = said(await town.topic("why", paper="2603.00001"))
    assert "it came with an import of which channels hear nothing" in shown


async def test_why_of_an_unknown_paper_or_without_topics_is_a_sentence(town: Town) -> None:
    assert "has a topic yet" in said(await town.topic("why", paper="2603.00001"))
    await town.confirmed()
    assert "2603.99999" in said(await town.topic("why", paper="2603.99999"))


async def test_the_commands_are_for_servers_and_hidden_from_nobody(town: Town) -> None:
    client = town.env.bot
    commands: list[Any] = [*await client.http.get_global_commands(client.application_id or 0)]
    [topic] = [command for command in commands if command["name"] == "topic"]
    assert topic["contexts"] == [0]
    assert topic["integration_types"] == [0]
    assert topic["default_member_permissions"] is None
    assert {option["name"] for option in topic["options"]} == {
        "add", "list", "show", "edit", "pause", "resume", "remove", "test", "status", "why",
        "quiet", "managers",
    }  # fmt: skip
    options = [option for sub in topic["options"] for option in sub.get("options", [])]
    assert all(each["description"] not in ("", "…") for each in (*topic["options"], *options))
