"""Papers like an example, beside a look at every paper in plain Python."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.example import said, said_by
from bot.papers.paper import HIDDEN, Paper, Status
from bot.search.index import Index
from bot.search.likeness import K1, K3, MOST_TERMS, Alike
from tests.search.made import histories, index_of, libraries, live, paper
from tests.search.reference import Reference

SUBJECT = frozenset({"title", "keywords", "abstract"})


def expected(library: Sequence[Paper], example: Paper) -> Mapping[int, float]:
    """Return what `Index.alike` must answer: numbers and scores."""
    reference = Reference(library)
    often = said(example.title, example.abstract)
    worth = {
        term: count * (K3 + 1) / (count + K3) * reference.idf(term)
        for term, count in often.items()
        if reference.having(term)
    }
    telling = sorted(worth, key=lambda term: (-worth[term], term))[:MOST_TERMS]
    scores = {
        other.number: sum(
            worth[term] * saturated(reference.weighed(term, SUBJECT, other)) for term in telling
        )
        for other in library
        if other.status not in HIDDEN and other.number != example.number
    }
    return {number: score for number, score in scores.items() if score > 0}


def saturated(weighed: float) -> float:
    return weighed * (K1 + 1) / (weighed + K1)


def alike(index: Index, example: Paper) -> Alike:
    return index.alike(said(example.title, example.abstract), 20, example.number)


def assert_alike(found: Alike, wanted: Mapping[int, float]) -> None:
    assert dict(zip(found.numbers, found.scores, strict=True)).keys() == wanted.keys()
    scores = [wanted[number] for number in found.numbers]
    np.testing.assert_allclose(found.scores, scores, rtol=1e-4)
    assert list(found.scores) == sorted(found.scores, reverse=True)


@given(libraries(), st.randoms())
def test_similar_papers_are_those_of_looking_at_every_paper(
    library: list[Paper], choose: random.Random
) -> None:
    with TemporaryDirectory() as folder:
        index = index_of(Path(folder) / "index", *library)
        example = choose.choice(library)
        assert_alike(alike(index, example), expected(library, example))


@given(histories(), st.randoms())
def test_they_stay_the_same_whatever_the_segments(
    history: list[tuple[list[Paper], list[int], bool]], choose: random.Random
) -> None:
    with TemporaryDirectory() as folder:
        grown = Path(folder) / "grown" / "index"
        library = live(grown, history, lambda segments: segments[choose.randrange(len(segments)) :])
        index = Index.open(grown)
        if library:
            fresh = index_of(Path(folder) / "fresh" / "index", *library.values())
            for example in library.values():
                assert alike(index, example) == alike(fresh, example)


def test_what_was_pasted_finds_what_says_the_same_and_nothing_else(tmp_path: Path) -> None:
    hills = paper(1, "Goats on hills", "Goats climb hills. Hills are steep, and goats like it.")
    herds = paper(2, "Herds", "A herd of goats climbs.")
    graphs = paper(3, "Graphs", "Networks of nodes.")
    hidden = replace(paper(4, "Goats on hills", hills.abstract), status=Status.WITHDRAWN)
    index = index_of(tmp_path, hills, herds, graphs, hidden)
    found = index.alike(said("", "Steep hills, and the goats that climb them."), 10)
    assert found.numbers == (1, 2)
    assert set(found.weights) == {"steep", "hill", "goat", "climb"}
    assert index.alike(said("", ""), 10).numbers == ()
    assert index.alike(said("", "quokkas only"), 10).numbers == ()


def test_a_word_of_the_title_counts_twice_and_so_does_one_of_a_first_sentence() -> None:
    assert said("Goats", "The goats are on hills.") == {"goat": 3, "hill": 1}
    assert said_by("Climbing Goats. The goats are on $\\alpha$ hills. They eat.") == {
        "climb": 2, "goat": 3, "alpha": 1, "hill": 1, "eat": 1,
    }  # fmt: skip
    assert said_by("") == said_by(" \n ") == {}


@given(st.text(max_size=400))
def test_any_text_may_be_pasted(text: str) -> None:
    assert all(count > 0 for count in said_by(text).values())


def test_no_more_terms_are_looked_for_than_tell_most(tmp_path: Path) -> None:
    words = [f"word{n:03}" for n in range(100)]
    index = index_of(tmp_path, paper(1, "", " ".join(words)), paper(2, "", " ".join(words[:50])))
    found = index.alike(said("", " ".join(words)), 10)
    assert list(found.weights) == words[50 : 50 + MOST_TERMS]
