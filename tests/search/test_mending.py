from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.grammar import read
from bot.search.index import Index
from bot.search.mending import _distances  # pyright: ignore[reportPrivateUsage] - held against a plain one
from tests.search.made import index_of, paper


@pytest.fixture
def index(tmp_path: Path) -> Index:
    titles = (
        "Optimal transport",
        "Schrödinger bridge",
        "Self-supervised learning",
        "Kernels",
        "An",
    )
    return index_of(tmp_path / "index", *(paper(n, title) for n, title in enumerate(titles)))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("optmal transprot", "optimal transport"),
        ("schrodinger brigde", "schrodinger bridge"),
        ("Schrödiger bridge", "schrodinger bridge"),
        ("self-suprevised learning", "self-supervised learning"),
        ("lerning year:2024", "learning year:2024"),
        ("(kernls | brdge) optimal", "kernels | bridge optimal"),
    ],
)
def test_words_that_nobody_wrote_are_mended(index: Index, typed: str, meant: str) -> None:
    mended = index.mended(read(typed))

    assert mended is not None
    assert mended.read_as == meant
    assert mended.text == typed


@pytest.mark.parametrize(
    "text", ["optimal transport", '"optmal"', "title:optmal", "-optmal transport", "zzzzqq", "ann"]
)
def test_what_is_known_quoted_or_far_from_everything_stays(index: Index, text: str) -> None:
    assert index.mended(read(text)) is None


def test_the_commoner_word_is_meant(tmp_path: Path) -> None:
    many = [paper(n, "Graph") for n in range(1, 30)]
    index = index_of(tmp_path / "index", paper(99, "Grape"), *many)
    mended = index.mended(read("grapg"))
    assert mended is not None
    assert mended.read_as == "graph"


words = st.text("abqw", min_size=1, max_size=7)


@given(words, st.lists(words, min_size=1, max_size=6))
def test_the_distance_is_damerau_s(word: str, others: list[str]) -> None:
    for found, other in zip(_distances(word, others).tolist(), others, strict=True):
        assert 0.7 * _plain(word, other) - 1e-9 <= found <= _plain(word, other)


def _plain(one: str, two: str) -> int:
    table = {(-1, place): place + 1 for place in range(-1, len(two))}
    for i, a in enumerate(one):
        table[i, -1] = i + 1
        for j, b in enumerate(two):
            best = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a != b))
            if i and j and a == two[j - 1] and b == one[i - 1]:
                best = min(best, table[i - 2, j - 2] + 1)
            table[i, j] = best
    return table[len(one) - 1, len(two) - 1]
