"""`find`, `random`, `show` and `status`, for people and for scripts."""

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Run, write_lines

PAPER = {
    "key", "ids", "title", "title_derived", "abstract", "abstract_by", "authors", "venue", "year",
    "status", "decision", "keywords", "url", "pdf_url", "code_url", "doi", "arxiv_id",
    "openreview_id", "published", "added",
}  # fmt: skip
RESULT = PAPER | {"rank", "score", "summary", "matched"}
FOUND = {
    "query", "read_as", "total", "total_all", "hidden", "page", "took_ms", "suggestion", "results",
}  # fmt: skip

PAPERS = [
    {
        "title": "Optimal Transport for Everyone",
        "abstract": "We propose *elastic* optimal transport with $\\ell_1$ costs. It is fast.",
        "authors": ["Marco Cuturi", "Gabriel Peyré"],
        "venue": "ICML",
        "year": 2024,
        "arxiv": "2401.00001",
        "status": "Oral",
        "code": "https://github.com/x/y",
    },
    {
        "title": "Public Transport in Cities",
        "abstract": "Buses and trams move people. We model transport demand.",
        "venue": "UAI",
        "year": 2022,
        "status": "Poster",
        "doi": "10.1000/xyz123",
    },
    {"title": "Optimal Control", "abstract": "Withdrawn work on transport.", "status": "Withdraw"},
]


@pytest.fixture(autouse=True)
def library(run: Run, home: Path) -> None:
    assert run("import", write_lines(home / "papers.jsonl", PAPERS)).code == 0


def test_find_says_how_it_read_the_query_and_what_it_found(run: Run) -> None:
    document = run("find", "optimal", "transport", "--json").document
    assert set(document) == FOUND
    assert (document["total"], document["total_all"], document["hidden"]) == (2, 1, 1)
    first, second = document["results"]
    assert set(first) == RESULT
    assert first["title"] == "Optimal Transport for Everyone"
    assert first["abstract"].startswith("We propose elastic optimal transport with ℓ₁ costs")
    assert set(first["matched"]) == {"Optimal", "Transport", "optimal", "transport"}
    assert (first["rank"], second["rank"]) == (1, 2)
    assert first["score"] > second["score"]
    assert datetime.fromisoformat(first["added"]).tzinfo


def test_words_may_hold_the_whole_query_language(run: Run) -> None:
    for words, total in [
        (("transport", "-optimal"), 1),
        (('transport -"optimal transport"',), 1),
        (("buses | sinkhorn",), 1),
        (("author:cuturi",), 1),
        (("venue:ICML,UAI", "year:2022..2024"), 2),
        (("status:withdrawn",), 1),
        (("status:accepted",), 2),
        (("has:code",), 1),
        (("key:doi:10.1000/XYZ123",), 1),
        (("title:optimal",), 1),
        (("since:2024",), 1),
    ]:
        assert run("find", *words, "--json").document["total"] == total, words


def test_a_paper_is_found_by_every_key_that_it_has(run: Run, home: Path) -> None:
    twin = {**PAPERS[0], "openreview": "abcdefghi1"}
    run("import", write_lines(home / "twin.jsonl", [twin]))
    for key in ("arxiv:2401.00001", "openreview:abcdefghi1"):
        assert run("find", f"key:{key}", "--json").document["total"] == 1, key


def test_no_match_is_an_answer(run: Run) -> None:
    answer = run("find", "xylophone", "--json")
    assert answer.code == 0
    assert answer.document["results"] == []
    assert "xylophone" in run("find", "xylophone").out


@pytest.mark.parametrize("words", [("",), ("the", "of"), ("-transport",), ("year:soon",)])
def test_a_query_that_cannot_be_used_gets_a_sentence(run: Run, words: tuple[str, ...]) -> None:
    answer = run("find", *words, "--json")
    assert answer.code == 0
    assert answer.document["results"] == []
    assert len(answer.document["error"].split()) > 5


def test_a_batch_answers_line_by_line_in_order(run: Run, home: Path) -> None:
    (home / "queries").write_text(
        "optimal transport\n\n"
        + json.dumps({"_id": "q7", "text": "buses"})
        + '\n{"_id": 3}\n{broken\nthe of\n'
    )
    answer = run("find", "--batch", "queries", "--json", "--limit", "1")
    assert answer.code == 0
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert len(documents) == 6
    assert len(documents[0]["results"]) == 1
    assert documents[1]["error"]
    assert (documents[2]["_id"], documents[2]["total"]) == ("q7", 1)
    assert (documents[3]["_id"], documents[3]["results"]) == (3, [])
    assert documents[5]["error"]


def test_pages_follow_each_other_and_the_last_one_stays(run: Run) -> None:
    titles = [
        run("find", "transport", "--limit", "1", "--page", page, "--json").document["results"][0][
            "title"
        ]
        for page in ("1", "2", "99")
    ]
    assert len(set(titles)) == 2
    assert titles[1] == titles[2]


def test_newest_goes_by_date(run: Run) -> None:
    found = run("find", "transport", "--sort", "newest", "--json").document
    assert [result["year"] for result in found["results"]] == [2024, 2022]


@pytest.mark.parametrize(
    "name",
    [
        "arxiv:2401.00001",
        "2401.00001v2",
        "https://arxiv.org/pdf/2401.00001v1",
        "Optimal transport for everyone",
        "#1",
    ],
)
def test_show_takes_keys_ids_links_titles_and_numbers(run: Run, name: str) -> None:
    document = run("show", name, "--json").document
    assert set(document) == PAPER
    assert document["key"] == "arxiv:2401.00001"
    assert document["code_url"] == "https://github.com/x/y"


def test_show_of_nothing_known_helps(run: Run) -> None:
    answer = run("show", "transport")
    assert answer.code == 1
    assert "Did you mean" in answer.err
    assert run("show", "arxiv:9999.99999").code == 1


def test_random_gives_a_paper_with_an_abstract_that_is_not_hidden(run: Run) -> None:
    for _ in range(5):
        document = run("random", "--json").document
        assert set(document) == PAPER
        assert document["status"] != "withdrawn"
    assert run("random", "venue:UAI", "--json").document["venue"] == "UAI"
    assert run("random", "xylophone", "--json").document is None


def test_status_counts_what_serves(run: Run) -> None:
    document = run("status", "--json").document
    assert (document["papers"], document["with_abstract"]) == (3, 3)
    assert document["venues"]["ICML"] == 1
    assert document["index"]["fresh"] is True
    assert document["index"]["papers"] == 3
    assert document["sources"] == []


def test_piped_output_is_plain_and_whole(run: Run) -> None:
    out = run("find", "optimal", "transport").out
    assert "\x1b" not in out
    assert "https://arxiv.org/abs/2401.00001" in out or "arxiv:2401.00001" in out
    assert re.search(r"We propose elastic optimal transport with ℓ₁ costs\. It is fast\.", out)


def test_wrong_usage_is_exit_two(run: Run) -> None:
    for words in (
        ("find", "x", "--limit", "0"),
        ("find", "x", "--limit", "101"),
        ("find", "x", "--lmit", "3"),
        ("find", "--batch", "x"),
        ("nonsense",),
        ("show",),
    ):
        assert run(*words).code == 2, words


def test_run_without_a_token_says_where_to_get_one(run: Run) -> None:
    answer = run("run")
    assert answer.code == 1
    assert "PAPERBOT_DISCORD_TOKEN" in answer.err
    assert "discord.com/developers" in answer.err


def test_a_wrong_setting_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERBOT_STARTER", "perhaps")
    answer = run("status")
    assert answer.code == 1
    assert "PAPERBOT_STARTER" in answer.err
