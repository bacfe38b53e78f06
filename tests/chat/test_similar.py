"""`/paper similar`, and the button on an opened paper."""

from bot.library.library import Library
from tests.chat.conftest import Scene, custom_id, labels, shown, text
from tests.chat.shelf import PLANS
from tests.fakes import Marks

PASTED = (
    "We study how goods move between places. A transport plan is optimal when its cost is least, "
    "and one is reached by a number of cheap steps, each of which keeps the masses."
)


async def test_papers_like_one_are_shown_without_it(scene: Scene) -> None:
    answer = shown(await scene.alice.slash(scene.channel, "paper similar", paper="transport03"))
    assert not answer.ephemeral
    said = text(answer)
    assert said.startswith(f"### Papers like “{PLANS[3].title}”")
    assert said.count("\n### ") == 5
    assert said.count(PLANS[3].title) == 1
    assert "goats" not in said  # rejected
    assert labels(answer).count("Open") == 5
    assert labels(answer)[-1] == "Delete"


async def test_papers_like_a_pasted_abstract_are_shown(scene: Scene) -> None:
    result = await scene.alice.slash(scene.channel, "paper similar", paper=PASTED, place="only me")
    answer = shown(result)
    assert answer.ephemeral
    assert text(answer).startswith("### Papers like the text that was given")
    assert "### 1\\. Optimal transport plan" in text(answer)


async def test_the_button_on_an_opened_paper_outlives_a_restart(
    scene: Scene, library: Library, marks: Marks
) -> None:
    opened = shown(await scene.alice.slash(scene.channel, "paper show", paper="transport03"))
    await scene.restart(library, marks)
    similar = shown(await scene.bob.click(opened, custom_id=custom_id(opened, "Similar")))
    assert similar.ephemeral
    assert text(similar).startswith(f"### Papers like “{PLANS[3].title}”")
    further = shown(await scene.bob.click(similar, custom_id=custom_id(similar, "Open")))
    assert {"Similar", "Post here"} <= set(labels(further))


async def test_what_names_no_paper_and_is_no_abstract_gets_a_sentence(scene: Scene) -> None:
    result = await scene.alice.slash(scene.channel, "paper similar", paper="zebras and yaks")
    assert "No paper here is called “zebras and yaks”" in scene.refused(result)
    other = " ".join(f"qwx{n}zrt" for n in range(20))
    result = await scene.alice.slash(scene.channel, "paper similar", paper=other)
    assert "No other paper here says anything of the same" in scene.refused(result)


async def test_autocomplete_offers_titles(scene: Scene) -> None:
    choices = await scene.alice.autocomplete(scene.channel, "paper similar", "paper", "attention")
    assert [choice["name"] for choice in choices] == ["Attention Is All You Need"]
