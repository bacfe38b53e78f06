import pytest

from bot.library.library import Library
from tests.chat.conftest import Scene, custom_id, labels, shown, text
from tests.chat.shelf import PLANS
from tests.fakes import Marks


async def test_open_shows_the_whole_abstract_to_whoever_pressed(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "transformer attention")
    opened = shown(await scene.bob.click(answer, custom_id=custom_id(answer, "Open")))
    assert opened.ephemeral
    said = text(opened)
    assert said.startswith("## Attention Is All You Need\n")
    assert "Ashish Vaswani, Noam Shazeer, Niki Parmar, Jakob Uszkoreit" in said
    assert "NeurIPS 2017 · accepted" in said
    assert "https://github.com/tensorflow/tensor2tensor for" in said
    assert {"arXiv", "PDF", "Code", "Post here"} <= set(labels(opened))


async def test_post_here_shows_it_to_everybody_with_who_posted(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "transformer attention")
    opened = shown(await scene.bob.click(answer, custom_id=custom_id(answer, "Open")))
    posted = shown(await scene.bob.click(opened, label="Post here"))
    assert not posted.ephemeral
    assert text(posted).startswith(f"-# posted by {scene.bob.mention}\n## Attention")
    assert "Only the person" in scene.refused(await scene.alice.click(posted, label="Delete"))
    await scene.bob.click(posted, label="Delete")
    assert len(scene.channel.history()) == 1


async def test_nobody_is_pinged(scene: Scene) -> None:
    answer = await scene.find(scene.alice, "title_case")
    opened = shown(await scene.alice.click(answer, custom_id=custom_id(answer, "Open")))
    posted = shown(await scene.alice.click(opened, label="Post here"))
    message = posted.message
    assert not message.mention_everyone
    assert [user.id for user in message.mentions] in ([], [scene.alice.id])  # who posted it
    bodies = [call.json for call in scene.env.http_requests if call.path.endswith("/callback")]
    data = [body["data"] for body in bodies if body and body.get("data")]
    assert all(each["allowed_mentions"] == {"parse": []} for each in data)


async def test_random_shows_one_whole_and_then_another(scene: Scene) -> None:
    answer = shown(await scene.alice.slash(scene.channel, "paper random", query="transport plan"))
    assert not answer.ephemeral
    seen = {text(answer).splitlines()[0]}
    for _ in range(8):
        before = text(answer)
        await scene.alice.click(answer, label="Another")
        assert text(answer) != before
        seen.add(text(answer).splitlines()[0])
    assert len(seen) > 1
    assert all(title.startswith("## Optimal transport plan number") for title in seen)


async def test_another_by_somebody_else_is_private(scene: Scene) -> None:
    answer = shown(await scene.alice.slash(scene.channel, "paper random", venue="NeurIPS"))
    before = text(answer)
    copy = shown(await scene.bob.click(answer, label="Another"))
    assert copy.ephemeral
    assert text(copy) == before  # there is only one
    assert {"Another", "Post here"} <= set(labels(copy))


async def test_random_is_never_a_paper_without_abstract(scene: Scene) -> None:
    result = await scene.alice.slash(scene.channel, "paper random", query="quokkas")
    assert "No paper with an abstract matches" in scene.refused(result)
    for _ in range(20):
        answer = shown(await scene.alice.slash(scene.channel, "paper random"))
        assert "Quokkas" not in text(answer)
        assert "goats" not in text(answer)


@pytest.mark.parametrize(
    "name",
    [
        "Attention is all you need",
        "1706.03762",
        "arxiv:1706.03762",
        "https://arxiv.org/abs/1706.03762v5",
        "https://arxiv.org/pdf/1706.03762v1",
        "10.48550/arXiv.1706.03762",
        "https://doi.org/10.48550/arXiv.1706.03762",
    ],
)
async def test_a_paper_is_shown_by_any_of_its_names(scene: Scene, name: str) -> None:
    answer = shown(await scene.alice.slash(scene.channel, "paper show", paper=name))
    assert text(answer).startswith("## Attention Is All You Need")
    assert not answer.ephemeral


@pytest.mark.parametrize(
    "name",
    [
        "transport03",
        "https://openreview.net/forum?id=transport03",
        "https://openreview.net/pdf?id=transport03",
    ],
)
async def test_openreview_ids_and_links_name_a_paper(scene: Scene, name: str) -> None:
    answer = shown(await scene.alice.slash(scene.channel, "paper show", paper=name))
    assert text(answer).startswith(f"## {PLANS[3].title}")


async def test_autocomplete_offers_titles_and_sends_numbers(scene: Scene) -> None:
    choices = await scene.alice.autocomplete(scene.channel, "paper show", "paper", "optimal tr")
    assert len(choices) == len(PLANS)
    assert all(choice["value"].startswith("#") for choice in choices)
    answer = shown(await scene.alice.slash(scene.channel, "paper show", paper=choices[0]["value"]))
    assert text(answer).startswith(f"## {choices[0]['name']}")


async def test_an_unknown_paper_gets_suggestions(scene: Scene) -> None:
    result = await scene.alice.slash(scene.channel, "paper show", paper="transport plan numbers of")
    assert "No paper here is called" in scene.refused(result)
    result = await scene.alice.slash(scene.channel, "paper show", paper="#999999")
    assert "no longer in the library" in scene.refused(result)


async def test_help_says_what_there_is(scene: Scene) -> None:
    answer = shown(await scene.alice.slash(scene.channel, "help"))
    assert answer.ephemeral
    said = text(answer)
    assert "/paper find" in said
    assert "papers, " in said
    assert "ICLR" in said
    assert labels(answer) == ["Add it to a server or to your account"]


async def test_everything_works_in_a_direct_message(
    scene: Scene, library: Library, marks: Marks
) -> None:
    carol = scene.env.create_user("carol")
    answer = shown(await carol.slash("paper find", query="optimal transport"))
    await scene.restart(library, marks)
    await carol.click(answer, label="▶")
    assert "page 2 of 4" in labels(answer)
    opened = shown(await carol.click(answer, custom_id=custom_id(answer, "Open")))
    await carol.click(opened, label="Post here")
    assert shown(await carol.slash("paper random"))
    assert shown(await carol.slash("help"))
    assert await carol.autocomplete("paper show", "paper", "attention")
