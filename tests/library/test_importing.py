"""Imports of other processes: killed ones, and those beside a library that answers."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from bot.library.importer import BATCH
from bot.library.opening import Places, open_library, open_store
from bot.papers.errors import LibraryBusy
from bot.papers.grammar import read
from bot.search.writer import IndexWriter

ROOT = Path(__file__).parents[2]
MANY = 6 * BATCH
SUBJECTS = ("transport", "graphs", "sheaves", "plasticity")


def write_papers(path: Path, count: int) -> str:
    with path.open("w") as file:
        for number in range(count):
            subject = SUBJECTS[number % len(SUBJECTS)]
            entry = {
                "title": f"Study {number} of {subject}",
                "abstract": f"We look at {subject} for the {number}th time. " * 5,
                "doi": f"10.1000/{number}",
            }
            file.write(json.dumps(entry) + "\n")
    return str(path)


async def start_import(folder: Path, what: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "import",
        what,
        cwd=ROOT,
        env={**os.environ, "PAPERBOT_DATA_DIR": str(folder)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def papers_in(folder: Path) -> int:
    async with open_store(folder) as store:
        return (await store.shelf.counts()).papers


@pytest.mark.parametrize("batches", [1, 3])
async def test_a_killed_import_leaves_whole_batches_and_the_next_one_finishes_it(
    tmp_path: Path, batches: int
) -> None:
    what = write_papers(tmp_path / "papers.jsonl", MANY)
    folder = tmp_path / "data"
    process = await start_import(folder, what)
    async with asyncio.timeout(60):
        while await papers_in(folder) < batches * BATCH:
            assert process.returncode is None
    process.kill()
    await process.communicate()
    left = await papers_in(folder)
    assert left >= batches * BATCH
    assert left % BATCH == 0
    again = await start_import(folder, what)
    out, err = await again.communicate()
    assert again.returncode == 0, err
    assert f"{MANY - left:,} new" in out.decode()
    assert f"{left:,} unchanged" in out.decode()
    async with open_library(folder, starter="auto") as library:
        for subject in SUBJECTS:
            assert (await library.find(read(subject))).total == MANY // len(SUBJECTS)
        state = await library.state()
        assert (state.papers, state.index_papers, state.index_fresh) == (MANY, MANY, True)


async def test_a_library_that_answers_takes_up_what_another_process_brings(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = write_papers(tmp_path / "first.jsonl", 8)
    await (await start_import(folder, first)).communicate()
    async with open_library(folder, starter="auto") as library:
        assert (await library.find(read("transport"))).total == 2
        second = write_papers(tmp_path / "second.jsonl", 40)
        process = await start_import(folder, second)
        while process.returncode is None:
            assert (await library.find(read("transport"))).total in {2, 10}
            await asyncio.sleep(0.02)
        await process.communicate()
        assert (await library.find(read("transport"))).total == 10


async def test_a_second_import_at_once_is_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with IndexWriter.open(Places(folder).index):
        process = await start_import(folder, write_papers(tmp_path / "papers.jsonl", 3))
        _, err = await process.communicate()
        assert process.returncode == 1
        assert "Another process is writing" in err.decode()
        with pytest.raises(LibraryBusy):
            IndexWriter.open(Places(folder).index)
    freed = await start_import(folder, str(tmp_path / "papers.jsonl"))
    await freed.communicate()
    assert freed.returncode == 0


async def test_a_lost_or_spoiled_index_is_built_anew_from_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    what = write_papers(tmp_path / "papers.jsonl", 20)
    await (await start_import(folder, what)).communicate()
    index = Places(folder).index
    for spoil in (
        lambda: [path.unlink() for path in index.iterdir()],
        lambda: (index / "manifest.json").write_text("{"),
        lambda: [path.write_bytes(b"spoiled") for path in index.glob("*.segment")],
        lambda: [path.write_bytes(bytes(path.stat().st_size)) for path in index.glob("*.segment")],
    ):
        spoil()
        async with open_library(folder, starter="auto") as library:
            assert (await library.find(read("transport"))).total == 5
