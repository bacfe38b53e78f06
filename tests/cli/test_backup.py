"""`paperbot backup` and `paperbot restore`, typed by a person and read by a script."""

from pathlib import Path

import pytest

from bot.library.instance import instance
from tests.cli.conftest import Run, write_lines

PAPER = {"title": "Elastic Transport of Mass", "abstract": "It moves only part of the mass."}


@pytest.fixture
def held(run: Run, home: Path) -> Path:
    run("import", write_lines(home / "papers.jsonl", [PAPER]))
    return home / "data"


def test_a_library_goes_into_a_file_and_comes_back(run: Run, home: Path, held: Path) -> None:
    made = run("backup", "library.tar.gz", "--json").document
    assert made["papers"] == 1
    assert made["bytes"] == (home / "library.tar.gz").stat().st_size
    run("import", write_lines(home / "more.jsonl", [{"title": "Sheaves", "abstract": "Edges."}]))
    answer = run("restore", "library.tar.gz")
    assert answer.code == 0
    assert "is back: 1 papers" in answer.out
    kept = list(held.glob("before-restore-*"))
    assert str(kept[0]) in answer.out
    assert run("status", "--json").document["papers"] == 1
    assert run("find", "elastic", "--json").document["total"] == 1
    assert run("status", "--json").document["index"]["fresh"] is True


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_stream_is_no_backup(run: Run, held: Path, command: str) -> None:
    assert held.is_dir()
    answer = run(command, "-")
    assert answer.code == 1
    assert "is a file, not a stream" in answer.err


def test_what_goes_wrong_is_a_sentence(run: Run, home: Path, held: Path) -> None:
    (home / "there").write_text("something of mine")
    assert "already" in run("backup", "there").err
    assert (home / "there").read_text() == "something of mine"
    assert "no whole backup" in run("restore", "there").err
    assert run("backup", "library.tar.gz").code == 0
    with instance(held):
        answer = run("restore", "library.tar.gz")
    assert answer.code == 1
    assert "Another Paperbot runs" in answer.err
