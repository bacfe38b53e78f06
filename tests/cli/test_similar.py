"""`similar`: papers like one, or like an abstract."""

import io
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, write_lines

PAPERS = [
    {
        "title": "Optimal Transport for Everyone",
        "abstract": "We propose elastic optimal transport with entropic costs. It is fast.",
        "arxiv": "2401.00001",
    },
    {
        "title": "Faster Transport",
        "abstract": "Entropic costs make optimal transport fast.",
        "venue": "UAI",
        "year": 2022,
        "doi": "10.1000/xyz123",
    },
    {"title": "Goats", "abstract": "Goats climb hills where nobody else does."},
    {"title": "Withdrawn Transport", "abstract": "Optimal transport.", "status": "Withdraw"},
]
PASTED = (
    "Entropic regularisation keeps the costs of optimal transport small; the iterations that solve "
    "it are matrix products, so that graphics processors run them with great speed."
)


@pytest.fixture(autouse=True)
def library(run: Run, home: Path) -> None:
    assert run("import", write_lines(home / "papers.jsonl", PAPERS)).code == 0


def test_similar_prints_papers_like_one_without_it(run: Run) -> None:
    document = run("similar", "arxiv:2401.00001", "--json").document
    assert set(document) == {"query", "paper", "took_ms", "results"}
    assert document["paper"]["title"] == "Optimal Transport for Everyone"
    (only,) = document["results"]
    assert only["title"] == "Faster Transport"
    assert only["rank"] == 1
    assert "transport" in only["matched"]
    printed = run("similar", "Optimal Transport for Everyone")
    assert printed.out.startswith("Like Optimal Transport for Everyone\n\n1. Faster Transport\n")


def test_similar_takes_an_abstract(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    document = run("similar", PASTED, "--limit", "1", "--json").document
    assert document["paper"] is None
    assert len(document["results"]) == 1
    stdin = io.TextIOWrapper(io.BytesIO(PASTED.encode() + b"\xff\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    again = run("similar", "-", "--limit", "1", "--json").document
    assert again["results"] == document["results"]


def test_similar_says_what_it_does_not_know(run: Run) -> None:
    unknown = run("similar", "yaks", "and", "zebras")
    assert unknown.code == 1
    assert "No paper here is called “yaks and zebras”" in unknown.err
    alone = run("similar", "Goats")
    assert alone.code == 0
    assert alone.out == "Like Goats\nNo other paper here says anything of the same.\n"
    assert run("similar").code == 2
    assert run("similar", "goats", "--limit", "0").code == 2
