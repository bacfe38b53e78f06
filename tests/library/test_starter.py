import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import orjson
import pytest

from bot.library.starter import starter_items
from bot.papers.identity import normal_title, surname
from bot.papers.paper import AbstractBy, Record
from bot.papers.sentences import sentences

LISTS = (
    "iclr2026/iclr2026.jsonl.gz",
    "corpus/corpus.jsonl.gz",
    "corpus/titles_only.jsonl.gz",
    "ir/mlsearch_scholargym/corpus.jsonl.gz",
)
RUN = 8


def starters() -> list[Record]:
    items = list(starter_items())
    assert all(isinstance(item, Record) for item in items)
    return [item for item in items if isinstance(item, Record)]


def runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return set(zip(*(words[start:] for start in range(RUN)), strict=False))


def test_a_new_library_begins_with_the_first_list_and_at_least_150_landmarks() -> None:
    papers = starters()
    first_list = [paper for paper in papers if (paper.venue, paper.year) == ("ICLR", 2026)]
    assert len(first_list) == 19
    assert len(papers) - len(first_list) >= 150


def test_every_starter_paper_is_complete_and_says_who_wrote_its_summary() -> None:
    for paper in starters():
        assert paper.title, paper
        assert paper.year, paper
        assert paper.venue, paper
        assert paper.url.startswith("https://"), paper
        assert paper.abstract_by is AbstractBy.STARTER, paper
        assert 2 <= len(sentences(paper.abstract)) <= 4, paper.abstract
        assert 200 <= len(paper.abstract) <= 900, paper.abstract
        assert not re.search(r"[$\\]", paper.abstract), paper.abstract


def test_no_two_starter_papers_are_one() -> None:
    titles = Counter(normal_title(paper.title) for paper in starters())
    ids = Counter(
        (kind, value)
        for paper in starters()
        for kind, values in paper.ids.items()
        for value in values
    )
    assert max(titles.values()) == 1
    assert max(ids.values()) == 1


def known_lines(shared: Path) -> Iterator[tuple[Record, dict[str, object]]]:
    by_title = {normal_title(paper.title): paper for paper in starters()}
    for name in LISTS:
        with gzip.open(shared / "data" / name) as file:
            for line in file:
                entry = orjson.loads(line)
                paper = by_title.get(normal_title(entry["title"]))
                if paper is not None:
                    yield paper, entry


@pytest.mark.parametrize("what", ["year", "first author", "summary"])
def test_starter_papers_agree_with_the_lists_at_hand(shared: Path, what: str) -> None:
    compared = 0
    for paper, entry in known_lines(shared):
        compared += 1
        authors = cast("list[str]", entry.get("authors") or [])
        match what:
            case "year":
                assert entry.get("year", paper.year) == paper.year, paper.title
            case "first author":
                if authors and paper.authors:
                    first = authors[0].split(", ")[0]
                    assert surname(first) == surname(paper.authors[0]), paper.title
            case _:
                theirs = str(entry.get("abstract") or entry.get("text") or "")
                assert not runs(theirs) & runs(paper.abstract), paper.title
    assert compared > 100
