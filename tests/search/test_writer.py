import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.papers.errors import LibraryBusy
from bot.papers.grammar import read
from bot.search.index import Index
from bot.search.manifest import load_manifest
from bot.search.writer import IndexWriter
from tests.search.made import commit, merge, paper

_BUSY = """
import sys
from pathlib import Path
from tests.search.made import commit, merge, paper
from bot.search.manifest import load_manifest

folder = Path(sys.argv[1])
print("begun", flush=True)
number = 100
while True:
    commit(folder, [paper(number + at, "Optimal graph " * 5) for at in range(20)], [number - 1])
    number += 20
    infos = [info for _, info in load_manifest(folder).segments]
    if len(infos) > 3:
        merge(folder, infos)
"""


def test_a_second_writer_is_told_that_the_library_is_busy(tmp_path: Path) -> None:
    with IndexWriter.open(tmp_path / "index"), pytest.raises(LibraryBusy):
        IndexWriter.open(tmp_path / "index")
    with IndexWriter.open(tmp_path / "index"):
        pass


@pytest.mark.parametrize("delay", [0.02, 0.11, 0.23])
def test_a_writer_killed_at_any_moment_leaves_a_readable_index(
    tmp_path: Path, delay: float
) -> None:
    folder = tmp_path / "index"
    commit(folder, [paper(1, "Graph")])
    command = [sys.executable, "-c", _BUSY, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as busy:  # noqa: S603 - this program
        assert busy.stdout is not None
        busy.stdout.readline()
        time.sleep(delay)
        os.kill(busy.pid, signal.SIGKILL)
    before = Index.open(folder)
    found = before.find(read("graph"), limit=1)
    assert found.total == before.papers
    commit(folder, [paper(2, "Graph")])
    after = Index.open(folder)
    assert after.find(read("graph"), limit=1).total == found.total + 1
    assert not list(folder.glob("*.partial"))


def test_small_segments_are_merged_and_large_ones_left(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    commit(folder, [paper(n, "Graph") for n in range(1000, 1300)])
    for number in range(1, 5):
        commit(folder, [paper(number, "Graph")])
    with IndexWriter.open(folder) as writer:
        assert writer.merge_candidates() == []
    commit(folder, [paper(5, "Graph")])
    with IndexWriter.open(folder) as writer:
        small = writer.merge_candidates()
    assert [segment.papers for segment in small] == [1] * 5
    merge(folder, small)
    assert Index.open(folder).find(read("graph"), limit=1).total == 305


def test_a_merge_of_papers_that_are_all_gone_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    commit(folder, [paper(1, "Graph")])
    commit(folder, [], gone=[1])
    merge(folder, [info for _, info in load_manifest(folder).segments])
    assert Index.open(folder).papers == 0
    assert not list(folder.glob("*.segment"))
