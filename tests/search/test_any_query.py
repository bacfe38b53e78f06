"""Any string through the whole way of a question, from reading it to its papers."""

import time
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.papers.errors import UnusableQuery
from bot.papers.grammar import read
from bot.search.index import Hits, Index
from tests.search.made import WORDS, index_of, paper

SLOW = 1.0
"""Seconds; a tenth of it is usual, and a busy machine may double that."""

LONG = " ".join(f"word{number} transport" for number in range(1_500))
LIBRARY = (
    paper(1, "Optimal transport", "Plans of optimal transport (OT), at length."),
    paper(2, "", "A paper without a title speaks of bridges."),
    paper(3, "A paper without an abstract"),
    paper(4, "A long one", LONG),
    paper(5, "扩散模型的学习方法", "我们研究扩散模型。"),
    replace(
        paper(6, "Keys"), keywords=("β-VAE", "self-supervised"), authors=("Erwin Schrödinger",)
    ),
    paper(7, "", ""),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return index_of(tmp_path_factory.mktemp("any") / "index", *LIBRARY)


def ask(index: Index, text: str) -> Hits | None:
    """Return what is found, or None where a sentence says why nothing can be."""
    began = time.perf_counter()
    try:
        query = read(text)
    except UnusableQuery as error:
        assert str(error), text  # noqa: PT017 - it may be raised, and need not
        return None
    found = index.find(index.understood(query), limit=10)
    mended = index.mended(query)
    if mended is not None:
        index.find(index.understood(mended), limit=10)
    index.weights(index.understood(query))
    assert time.perf_counter() - began < SLOW
    assert len(found.numbers) == min(10, found.total)
    assert all(score >= 0 for score in found.scores)
    return found


_noise = st.lists(
    st.sampled_from(
        [
            *WORDS,
            *(
                '"',
                "(",
                ")",
                "|",
                "-",
                "-(",
                '-"',
                ":",
                ",",
                "OR",
                "NOT",
                "AND",
                "“",
                "”",
                "（",
                "\\",
            ),
            *(
                "title:",
                "author:",
                "venue:",
                "year:",
                "since:",
                "status:",
                "has:",
                "key:",
                "..",
                "2024",
            ),
            *("\0", "\u202e", "\u200f", "\u200b", "\x02", "\ud800", "$\\alpha$", "ℓ₁", "🤗", "C++"),
            *("OT", "optmal", "transprot", "selfsupervised", "0" * 400, "é" * 70),
        ]
    ),
    max_size=30,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@example(text="-0|0")
@given(text=st.text() | _noise | _noise.map(lambda noise: noise.replace(" ", "")))
def test_any_string_is_answered_or_gets_a_sentence(index: Index, text: str) -> None:
    ask(index, text)


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"w{number}" for number in range(10_000)),
        " ".join(f"w{number}" for number in range(1_000)),
        "transport " * 500,
        "(" * 1_000 + "transport" + ")" * 1_000,
        "(" * 20 + "transport" + ")" * 1_000,
        "-" * 3_000,
        "|" * 3_000,
        '"' * 3_001,
        "\0transport\0",
        "\u202etropsnart",
        "\u200ftransport\u200e",
        "a" * 6_000,
        "optmaltransprot" * 200,
    ],
)
def test_monsters_are_answered_or_get_a_sentence(index: Index, text: str) -> None:
    ask(index, text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("bridges", 2),
        ("without an abstract", 3),
        ("word1499", 4),
        ("扩散模型", 5),
        ("学习方法", 5),
        ("beta-VAE", 6),
        ("$\\beta$-VAE", 6),
        ("author:schrodinger", 6),
        ("\0transport\0", 1),
        ("trans\u200bport", 1),
    ],
)
def test_papers_that_lack_something_are_found(index: Index, text: str, number: int) -> None:
    found = ask(index, text)

    assert found is not None
    assert number in found.numbers
