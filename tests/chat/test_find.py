from datetime import timedelta

import pytest

from bot.library.library import Library
from tests.chat.conftest import Scene, custom_id, labels, shown, text
from tests.fakes import Clock, Marks

LONG = "optimal transport " + " | ".join(f"word{n}" for n in range(20))


async def test_an_answer_is_one_public_call(scene: Scene) -> None:
    before = len(scene.env.http_requests)
    answer = await scene.find(scene.alice, "optimal transport")
    calls = [call for call in scene.env.http_requests[before:] if call.method != "GET"]
    assert [call.path.rpartition("/")[2] for call in calls] == ["callback"]
    assert not answer.ephemeral
    assert answer.flags.components_v2


async def test_five_papers_a_page_with_what_was_found(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "optimal transport")
    said = text(answer)
    assert said.startswith("### optimal transport\n")
    assert "18 papers" in said
    assert "1 withdrawn or rejected hidden" in said
    assert "goats" not in said
    assert labels(answer) == ["Open"] * 5 + ["◀", "page 1 of 4", "▶", "Delete"]


async def test_only_me_is_for_me(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "optimal transport", place="only me")
    assert answer.ephemeral
    assert "Delete" not in labels(answer)


async def test_options_narrow_and_newest_orders(scene: Scene) -> None:
    answer = await scene.find(
        scene.alice, "transport", venue="ICLR", year="2023..2024", sort="newest"
    )
    years = [
        line.rpartition(" · ")[0][-4:] for line in text(answer).splitlines() if " · poster" in line
    ]
    assert years
    assert set(years) <= {"2023", "2024"}
    assert years == sorted(years, reverse=True)
    assert "newest first" in text(answer)


async def test_matched_words_are_bold_and_foreign_marks_inert(scene: Scene) -> None:
    assert "a **transport plan** called" in text(await scene.find(scene.alice, "transport plan"))
    said = text(await scene.find(scene.alice, "title_case"))
    assert "@everyone" not in said
    assert "\\<@\u200b123>" in said
    assert "ICLR 2026 · submitted" in said


async def test_the_asker_pages_in_place(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "optimal transport")
    await scene.alice.click(answer, label="▶")
    assert "### 6\\." in text(answer)
    assert "page 2 of 4" in labels(answer)
    await scene.alice.click(answer, label="◀")
    assert "### 1\\." in text(answer)
    assert len(scene.channel.history()) == 1


async def test_somebody_else_gets_a_private_copy_and_pages_that(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "optimal transport")
    copy = shown(await scene.bob.click(answer, label="▶"))
    assert copy.ephemeral
    assert "page 2 of 4" in labels(copy)
    assert "page 1 of 4" in labels(answer)
    await scene.bob.click(copy, label="▶")
    assert "page 3 of 4" in labels(copy)
    assert "Delete" not in labels(copy)


async def test_only_the_asker_can_delete_an_answer(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "optimal transport")
    assert "Only the person who asked" in scene.refused(
        await scene.bob.click(answer, label="Delete")
    )
    assert scene.channel.last_message is not None
    await scene.alice.click(answer, label="Delete")
    assert scene.channel.last_message is None


async def test_buttons_work_after_a_restart(scene: Scene, library: Library, marks: Marks) -> None:
    short = await scene.find(scene.alice, "optimal transport")
    long = await scene.find(scene.alice, LONG)
    await scene.restart(library, marks)
    await scene.alice.click(short, label="▶")
    await scene.alice.click(long, label="▶")
    assert "page 2 of 4" in labels(short)
    assert "page 2 of 4" in labels(long)
    opened = shown(await scene.bob.click(short, custom_id=custom_id(short, "Open")))
    assert opened.ephemeral
    await scene.alice.click(short, label="Delete")


async def test_a_stored_search_expires_with_a_sentence(scene: Scene, clock: Clock) -> None:
    answer = await scene.find(scene.alice, LONG)
    clock.moment += timedelta(days=29)
    await scene.alice.click(answer, label="▶")
    assert "page 2 of 4" in labels(answer)
    clock.moment += timedelta(days=31)
    assert "expired" in scene.refused(await scene.alice.click(answer, label="▶"))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("zyzzyva", "No paper matches"),
        ("goats", "status:rejected"),
        ("the of and", "word"),
        ("-transport", "out"),
        ("year:abc x", "year"),
        ("word " * 1_200, "No paper matches"),
    ],
)
async def test_a_query_that_finds_nothing_gets_a_sentence_that_helps(
    scene: Scene, query: str, sentence: str
) -> None:
    result = await scene.alice.slash(scene.channel, "paper find", query=query)
    assert sentence in scene.refused(result).replace("\\", "")


async def test_six_thousand_characters_are_answered(scene: Scene) -> None:
    words = " ".join(f"word{n:04}" for n in range(660))
    answer = await scene.find(scene.alice, f"transport {words}"[:6_000])
    assert "18 papers" in text(answer) or "18 have some" in text(answer)
    assert "left out" in text(answer)
    await scene.alice.click(answer, label="▶")
    assert "page 2 of 4" in labels(answer)
