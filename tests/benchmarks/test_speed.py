import json
from itertools import islice
from pathlib import Path

import pytest

from tests.benchmarks.engines import MINE, WHOLE, engines
from tests.benchmarks.speed import papers_of, percentiles, query_classes

TITLES = ("Optimal transport of graphs", "Graph networks learn", "Regret of bandits bounded")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    rows = [
        {"id": str(n), "title": title, "abstract": f"{title} {n}. It holds. {title} twice."}
        for n, title in enumerate(TITLES * 10)
    ]
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_a_larger_library_is_made_of_the_sentences_at_hand(corpus: Path) -> None:
    made = list(papers_of(corpus, 100))
    assert made == list(papers_of(corpus, 100))
    assert [paper.number for paper in made] == list(range(1, 101))
    known = {part for paper in made[:30] for part in paper.abstract.split(". ")}
    assert all(known.issuperset(paper.abstract.split(". ")) for paper in made[30:])


def test_each_class_of_queries_is_words_that_tell(corpus: Path, tmp_path: Path) -> None:
    questions = tmp_path / "queries.jsonl"
    questions.write_text('{"_id": "1", "text": "Which papers are about optimal transport?"}\n')
    classes = query_classes(corpus, questions, 30)
    assert classes["titles"][0] == ("optim", "transport", "graph")
    assert all(len(words) == 2 for words in classes["two words"])
    assert classes["people"] == [("optim", "transport")]


@pytest.mark.parametrize("name", [name for name in engines() if name != "bm25s numba"])
def test_every_engine_finds_ten(name: str, corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    builder = engines()[MINE if name == WHOLE else name]
    builder.build(folder, islice(papers_of(corpus, 30), 30))
    engine = engines()[name]
    engine.open(folder)
    assert engine.ask(("graph", "unheard")) == 10


def test_percentiles_are_the_middle_and_the_tail() -> None:
    assert percentiles([float(n) for n in range(101)]) == (50.0, 95.0, 99.0)
