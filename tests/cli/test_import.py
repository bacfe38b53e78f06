"""`paperbot import`, typed by a person and read by a script."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, write_lines

TRANSPORT = {
    "title": "Elastic Transport of Mass",
    "abstract": "We propose elastic optimal transport, which moves only part of the mass.",
    "authors": ["Ada Lovelace", "Alan Turing"],
    "venue": "ICLR",
    "year": 2026,
    "url": "https://openreview.net/forum?id=aaaaaaaaaa",
}
SHEAVES = {
    "title": "Sheaves on Directed Graphs",
    "abstract": "A directed sheaf Laplacian exploits the orientation of edges in a graph.",
    "authors": ["Emmy Noether"],
    "venue": "NeurIPS",
    "year": 2025,
    "arxiv": "2506.02842v2",
}
OUTCOMES = ("new", "changed", "unchanged", "merged")


def added_up(document: dict[str, Any]) -> bool:
    counted = sum(document[name] for name in OUTCOMES) + len(document["skipped"])
    return document["read"] == counted


def test_every_record_counts_once(run: Run, home: Path) -> None:
    lines = write_lines(home / "a.jsonl", [TRANSPORT, SHEAVES, {"title": ""}, [1], TRANSPORT])
    answer = run("import", lines, "--json")
    assert answer.code == 0
    document = answer.document
    assert document["format"] == "jsonl"
    assert (document["read"], document["new"], len(document["skipped"])) == (5, 2, 2)
    assert added_up(document)
    assert document["skipped"][0]["where"].endswith("a.jsonl:line 3")
    assert document["skipped"][1]["why"]


def test_a_second_import_changes_nothing(run: Run, home: Path) -> None:
    lines = write_lines(home / "a.jsonl", [TRANSPORT, SHEAVES])
    run("import", lines)
    before = run("status", "--json").document
    again = run("import", lines, "--json").document
    assert (again["unchanged"], again["new"], again["changed"], again["merged"]) == (2, 0, 0, 0)
    after = run("status", "--json").document
    assert {k: v for k, v in after.items() if k != "last_added"} == {
        k: v for k, v in before.items() if k != "last_added"
    }


def test_a_dry_run_counts_and_writes_nothing(run: Run, home: Path) -> None:
    lines = write_lines(home / "a.jsonl", [TRANSPORT, SHEAVES])
    rehearsed = run("import", lines, "--dry-run", "--json").document
    assert (rehearsed["new"], rehearsed["dry_run"]) == (2, True)
    assert run("status", "--json").document["starter"] is True
    assert run("import", lines, "--json").document["new"] == 2


def test_several_sources_give_one_document_with_sums_and_parts(run: Run, home: Path) -> None:
    first = write_lines(home / "a.jsonl", [TRANSPORT])
    second = write_lines(home / "b.jsonl", [SHEAVES, TRANSPORT])
    document = run("import", first, second, "--json").document
    assert (document["read"], document["new"], document["unchanged"]) == (3, 2, 1)
    assert [part["read"] for part in document["parts"]] == [1, 2]


def test_a_later_record_with_another_id_joins_the_paper(run: Run, home: Path) -> None:
    run("import", write_lines(home / "a.jsonl", [TRANSPORT]))
    twin = {**TRANSPORT, "url": "https://arxiv.org/abs/2601.00001", "venue": "arXiv"}
    merged = run("import", write_lines(home / "b.jsonl", [twin]), "--json").document
    assert merged["merged"] == 1
    assert run("status", "--json").document["papers"] == 1
    for name in ("arxiv:2601.00001v3", "openreview:aaaaaaaaaa", TRANSPORT["title"]):
        shown = run("show", str(name), "--json").document
        assert shown["key"] == "arxiv:2601.00001"
        assert shown["venue"] == "ICLR"


def test_a_record_that_links_two_papers_makes_them_one(run: Run, home: Path) -> None:
    by_link = {"title": "Sheaves", "arxiv": "2506.02842", "abstract": "Something short."}
    by_forum = {"title": "Directions", "openreview": "bbbbbbbbb1", "abstract": "Another thing."}
    assert (
        run("import", write_lines(home / "a.jsonl", [by_link, by_forum]), "--json").document["new"]
        == 2
    )
    both = {**by_link, "openreview": "bbbbbbbbb1"}
    run("import", write_lines(home / "b.jsonl", [both]))
    assert run("status", "--json").document["papers"] == 1
    assert run("show", "#1", "--json").document == run("show", "#2", "--json").document
    assert len(run("find", "sheaves | directions", "--json").document["results"]) == 1


def test_seeds_get_their_titles_from_the_conference_and_none_twice(
    run: Run, home: Path, shared: Path
) -> None:
    seeds = next((shared / "seeds").glob("*.txt"))
    first = run("import", str(seeds), "--json").document
    assert (first["new"], first["format"]) == (19, "plain")
    facts: Any = json.loads((shared / "data/iclr2026/seed_papers.json").read_text())
    papers: list[dict[str, Any]] = facts["papers"]
    wanted = {f"iclr2026-{paper['openreview_id']}": paper["title"] for paper in papers}
    some = home / "some.jsonl"
    with gzip.open(shared / "data/iclr2026/iclr2026.jsonl.gz") as file, some.open("wb") as out:
        for number, line in enumerate(file):
            if number % 60 == 0 or json.loads(line)["id"] in wanted:
                out.write(line)
    joined = run("import", str(some), "--json").document
    assert joined["merged"] == 19
    assert joined["new"] == joined["read"] - 19
    for name in wanted:
        shown = run("show", "openreview:" + name.removeprefix("iclr2026-"), "--json").document
        assert shown["title_derived"] is False
        assert shown["url"]
    assert run("import", str(some), "--json").document["unchanged"] == joined["read"]


def test_a_folder_and_packed_files_are_read(run: Run, home: Path) -> None:
    folder = home / "lists"
    folder.mkdir()
    with gzip.open(folder / "a.jsonl.gz", "wt") as file:
        file.write(json.dumps(TRANSPORT))
    (folder / "iclr2018.json").write_text(json.dumps([{"title": "An Array", "author": "A B; C D"}]))
    (folder / "notes.md").write_text("nothing here")
    document = run("import", str(folder), "--json").document
    assert document["new"] == 2
    assert added_up(document)
    shown = run("show", "An Array", "--json").document
    assert (shown["venue"], shown["year"], shown["authors"]) == ("ICLR", 2018, ["A B", "C D"])


@pytest.mark.parametrize(
    ("name", "content", "kept"),
    [
        ("empty.jsonl", b"", 0),
        ("picture.jsonl", b"\x89PNG\r\n\x1a\n" + bytes(100), 0),
        ("page.json", b"<!doctype html><html><body>no</body></html>", 0),
        ("half.json", json.dumps([TRANSPORT, SHEAVES]).encode()[:-40], 1),
        ("half.jsonl.gz", gzip.compress((json.dumps(TRANSPORT) + "\n").encode() * 1500)[:-40], 1),
    ],
)
def test_a_file_that_cannot_be_read_to_its_end_fails_in_one_sentence_and_keeps_the_rest(
    run: Run, home: Path, name: str, content: bytes, kept: int
) -> None:
    (home / name).write_bytes(content)
    answer = run("import", name, "--json")
    assert answer.code == 1
    assert len(answer.err.strip().splitlines()) == 1
    assert name in answer.err
    assert run("status", "--json").document["papers"] == kept or kept == 0


def test_odd_lines_are_skipped_or_mended_and_the_rest_is_kept(run: Run, home: Path) -> None:
    path = home / "odd.jsonl"
    huge = {"title": "Huge", "abstract": "x " * 500_000}
    latin = json.dumps({"title": "Caf", "abstract": "caf@"}).encode().replace(b"@", b"\xe9")
    path.write_bytes(
        b"\xef\xbb\xbf" + json.dumps(TRANSPORT).encode() + b"\r\nnot json\r\n"
        b"42\r\n" + latin + b"\r\n" + json.dumps(huge).encode() + b"\r\n"
    )
    document = run("import", str(path), "--json").document
    assert document["read"] == 5
    assert document["new"] == 2
    assert added_up(document)
    assert [skip["where"][-1] for skip in document["skipped"]] == ["2", "3", "5"]
    assert run("show", "Caf", "--json").document["abstract"] == "café"


def test_a_missing_file_does_not_keep_the_others_out(run: Run, home: Path) -> None:
    answer = run("import", "nowhere.jsonl", write_lines(home / "a.jsonl", [TRANSPORT]), "--json")
    assert answer.code == 1
    assert "nowhere.jsonl" in answer.err
    assert answer.document["new"] == 1


def test_papers_of_the_starter_library_give_way_to_others(run: Run, home: Path) -> None:
    assert run("find", "sinkhorn", "--json").document["total"] > 0
    run("import", write_lines(home / "a.jsonl", [TRANSPORT]))
    assert run("status", "--json").document["papers"] == 1
    assert run("find", "sinkhorn", "--json").document["total"] == 0


def test_starter_papers_serve_always_or_never_as_the_setting_says(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERBOT_STARTER", "never")
    assert run("status", "--json").document["papers"] == 0
    run("import", write_lines(home / "a.jsonl", [TRANSPORT]))
    monkeypatch.setenv("PAPERBOT_STARTER", "always")
    assert run("status", "--json").document["papers"] > 100
    monkeypatch.setenv("PAPERBOT_STARTER", "auto")
    assert run("status", "--json").document["papers"] == 1


def test_a_real_record_of_a_starter_paper_brings_the_authors_abstract(run: Run, home: Path) -> None:
    run("find", "attention")
    real = {"title": "Attention Is All You Need", "arxiv": "1706.03762v5", "abstract": "Theirs."}
    document = run("import", write_lines(home / "a.jsonl", [real]), "--json").document
    assert document["new"] == 1
    shown = run("show", "arxiv:1706.03762", "--json").document
    assert (shown["abstract"], shown["abstract_by"]) == ("Theirs.", "author")


def test_import_needs_something_to_import(run: Run) -> None:
    assert run("import").code == 2
    assert run("import", "x", "--format", "poem").code == 2
