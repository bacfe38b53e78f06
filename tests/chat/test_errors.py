import logging
from pathlib import Path

import discord
import pytest
from discord.ui import ActionRow, Button, LayoutView

from bot.chat import replies
from bot.chat.client import PaperbotClient
from bot.library.library import Library
from bot.library.opening import open_store
from tests.chat.conftest import Scene, custom_id, labels, shown, text
from tests.fakes import BrokenLibrary, Marks, SlowLibrary


async def test_a_library_that_is_being_built_says_so(
    scene: Scene, tmp_path: Path, marks: Marks
) -> None:
    async with open_store(tmp_path / "other") as store:
        library = Library(store, tmp_path / "other" / "index")
        await scene.restart(library, marks)
        for command, options in (
            ("paper find", {"query": "transport"}),
            ("paper random", {}),
            ("paper show", {"paper": "Attention is all you need"}),
        ):
            result = await scene.alice.slash(scene.channel, command, **options)
            assert "being built" in scene.refused(result)
        choices = await scene.alice.autocomplete(scene.channel, "paper show", "paper", "opt")
        assert [choice["value"] for choice in choices] == ["opt"]
        assert "being built" in choices[0]["name"]
        assert shown(await scene.alice.slash(scene.channel, "help"))
        library.close()


async def test_what_nobody_expected_is_logged_under_a_code(
    scene: Scene, library: Library, marks: Marks, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await scene.find(scene.alice, "optimal transport")
    await scene.restart(BrokenLibrary(library), marks)
    told = [
        scene.refused(await scene.alice.slash(scene.channel, "paper find", query="secret words")),
        scene.refused(await scene.alice.click(answer, label="▶")),
        scene.refused(await scene.alice.click(answer, custom_id=custom_id(answer, "Open"))),
    ]
    for said in told:
        assert "written down as" in said
        code = said.partition("written down as ")[2][:6]
        record = next(r for r in caplog.records if code in r.getMessage())
        assert record.exc_info is not None
        assert record.exc_info[0] is ZeroDivisionError
    assert "secret words" not in caplog.text.replace("secret words'", "")
    assert await scene.alice.autocomplete(scene.channel, "paper show", "paper", "x")
    assert "page 1 of 4" in labels(answer)


async def test_a_button_of_another_version_says_so(scene: Scene) -> None:
    view = LayoutView(timeout=None)
    view.add_item(ActionRow(Button(label="Old", custom_id="p0:abstract:5:extra")))
    channel = scene.env.bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    view.stop()
    old = await channel.send(view=view)
    assert "another version" in scene.refused(await scene.alice.click(old, label="Old"))


async def test_an_answer_that_takes_long_says_thinking_first(
    scene: Scene, library: Library, marks: Marks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.2)
    await scene.restart(SlowLibrary(library, seconds=0.6), marks)
    before = len(scene.env.http_requests)
    answer = await scene.find(scene.alice, "optimal transport")
    assert "18 papers" in text(answer)
    await scene.alice.click(answer, label="▶")
    assert "page 2 of 4" in labels(answer)
    copied = await scene.bob.click(answer, label="▶")
    assert shown(copied).ephemeral
    calls = scene.env.http_requests[before:]
    assert [call.json["type"] for call in calls if call.method == "POST" and call.json] == [5, 6, 5]
    assert [call.path.endswith("@original") for call in calls if call.method == "PATCH"] == [
        True
    ] * 3


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_an_answer_that_comes_too_late_is_let_go(
    scene: Scene, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    caplog.set_level(logging.INFO, "bot.chat")
    scene.env.inject_error("POST", "/interactions/*", status=status, code=code, times=1)
    await scene.alice.slash(scene.channel, "paper find", query="optimal transport")
    assert scene.env.errors
    assert [r.levelname for r in caplog.records if r.name.startswith("bot.chat")] == ["INFO"]
    assert f"too late to answer ({code})" in caplog.text


async def test_autocomplete_that_faster_typing_overtook_leaves_no_trace(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.env.inject_error("POST", "/interactions/*", status=404, code=10062, times=1)
    await scene.alice.autocomplete(scene.channel, "paper show", "paper", "opt")
    assert caplog.text == ""
    assert await scene.alice.autocomplete(scene.channel, "paper show", "paper", "opti")


async def test_a_command_that_discord_remembers_wrongly_says_so(
    scene: Scene, simcord_bot: PaperbotClient
) -> None:
    simcord_bot.tree.remove_command("help")
    result = await scene.alice.slash(scene.channel, "help")
    assert "changed" in scene.refused(result)
