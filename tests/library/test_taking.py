"""How a question is taken: other forms of its words, and what was probably meant."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.library.intake import Wish, bring_in
from bot.library.library import Found, Library
from bot.library.opening import Places, open_library, open_store
from bot.papers.grammar import read
from bot.papers.standing import Proposal

FIRST = [
    {
        "title": "Optimal plans",
        "abstract": "Plans of optimal transport (OT) are found quickly, at length.",
    },
    {
        "title": "Transport of goods",
        "abstract": "Transport of goods by road and rail, at no great speed.",
    },
]
SECOND = [{"title": "OT maps", "abstract": "Nothing is spelled out here, and nothing needs to be."}]


def _write(path: Path, papers: list[dict[str, str]]) -> str:
    path.write_text("\n".join(map(json.dumps, papers)), encoding="utf-8")
    return str(path)


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    await bring_in(tmp_path / "data", Wish([_write(tmp_path / "first.jsonl", FIRST)]))
    async with open_library(tmp_path / "data", starter="never") as library:
        yield library


def _titles(found: Found) -> list[str]:
    return [result.paper.title for result in found.results]


async def test_what_was_meant_is_used_where_nothing_else_matches(library: Library) -> None:
    found = await library.find(read("optmal transprot"))

    assert _titles(found) == ["Optimal plans", "Transport of goods"]
    assert found.query.text == "optmal transprot"
    assert found.query.read_as == "(optimal transport) | OT"
    assert dict(found.query.mended) == {"optmal": "optimal", "transprot": "transport"}
    assert found.suggestion is None


async def test_what_was_meant_is_offered_where_something_matches(library: Library) -> None:
    found = await library.find(read("optmal goods"))

    assert _titles(found) == ["Transport of goods"]
    assert found.suggestion == "optimal goods"


async def test_a_filter_that_nothing_passes_mends_nothing(library: Library) -> None:
    found = await library.find(read("transprot year:1950"))

    assert found.total == 0
    assert found.query.read_as == "transprot year:1950"


async def test_the_other_form_is_marked_where_it_stands(library: Library) -> None:
    found = await library.find(read("OT"))

    assert set(found.results[0].matched) >= {"optimal", "transport", "OT"}


async def test_a_topic_is_owed_the_other_form(tmp_path: Path, library: Library) -> None:
    proposal = Proposal(guild=1, channel=2, made_in=2, made_by=3, query="optimal transport")
    await library.store.topics.begin(proposal, datetime.now(UTC))
    await bring_in(tmp_path / "data", Wish([_write(tmp_path / "second.jsonl", SECOND)]))
    async with open_store(Places(tmp_path / "data").folder) as store:
        assert len(await store.outbox.owed(2)) == 1
