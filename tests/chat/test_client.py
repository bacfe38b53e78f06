from typing import Any

import pytest

from bot.chat.client import PaperbotClient
from bot.library.library import Library
from tests.chat.conftest import Scene
from tests.fakes import Marks


def syncs(scene: Scene) -> list[Any]:
    calls = [call for call in scene.env.http_requests if call.path.endswith("/commands")]
    return [call.json for call in calls if call.method == "PUT"]


async def test_the_commands_are_global_for_servers_people_and_direct_messages(scene: Scene) -> None:
    (commands,) = syncs(scene)
    assert {command["name"] for command in commands} == {"paper", "topic", "help"}
    for command in commands:
        if command["name"] == "topic":
            continue
        assert sorted(command["contexts"]) == [0, 1, 2]
        assert sorted(command["integration_types"]) == [0, 1]
    names = set(scene.alice.available_commands(scene.channel))
    assert {name for name in names if not name.startswith("topic ")} == {
        "paper find",
        "paper random",
        "paper show",
        "paper similar",
        "help",
    }


async def test_the_commands_are_synced_only_when_they_changed(
    scene: Scene, library: Library, marks: Marks
) -> None:
    await scene.restart(library, marks)
    assert len(syncs(scene)) == 1
    marks.values = dict.fromkeys(marks.values, "of an older version")
    await scene.restart(library, marks)
    assert len(syncs(scene)) == 2
    await scene.restart(library, Marks())
    assert len(syncs(scene)) == 3


async def test_commands_that_were_taken_back_are_told_again(
    scene: Scene, library: Library, marks: Marks
) -> None:
    client = scene.env.bot
    await client.http.bulk_upsert_global_commands(client.application_id or 0, [])
    await scene.restart(library, marks)
    assert len(syncs(scene)[-1]) == 3


async def test_every_option_says_what_it_is_for(scene: Scene) -> None:
    (commands,) = syncs(scene)
    paper = next(command for command in commands if command["name"] == "paper")
    options = [option for sub in paper["options"] for option in sub["options"]]
    for each in (*commands, *paper["options"], *options):
        assert each["description"] not in ("", "…")
    find = next(sub for sub in paper["options"] if sub["name"] == "find")
    assert [option["name"] for option in find["options"]] == [
        "query", "venue", "year", "sort", "place",
    ]  # fmt: skip
    assert [c["value"] for c in find["options"][4]["choices"]] == ["here", "only me"]


@pytest.mark.parametrize("intent", ["message_content", "members", "presences", "messages"])
def test_only_the_guilds_intent_is_asked_for(simcord_bot: PaperbotClient, intent: str) -> None:
    assert simcord_bot.intents.value == 1
    assert not getattr(simcord_bot.intents, intent)


async def test_nothing_is_kept_for_a_sent_card(scene: Scene) -> None:
    for _ in range(3):
        answer = await scene.find(scene.alice, "optimal transport")
        await scene.alice.click(answer, label="▶")
    assert not scene.env.bot.persistent_views
