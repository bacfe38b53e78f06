"""Questions in a person's words: `python -m tests.benchmarks.questions WHAT...`.

Imports WHAT as `paperbot import` does, into a library of its own, asks every question of
`questions.jsonl` and prints at which rank its paper comes, how many come first, and how many are
among the first five.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from bot.library.intake import Wish, bring_in
from bot.library.library import Library
from bot.library.opening import open_library
from bot.papers.grammar import read

DEPTH = 100
QUESTIONS = Path(__file__).with_name("questions.jsonl")


class Question(NamedTuple):
    """What a person asks, and the key of the paper that is meant."""

    text: str
    key: str


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Where the paper meant by a question comes.")
    parser.add_argument("what", nargs="+", metavar="WHAT")
    chosen = parser.parse_args(arguments)
    ranks = asyncio.run(ranks_in(cast("list[str]", chosen.what)))
    for question, rank in ranks.items():
        if rank != 1:
            print(f"{rank or f'> {DEPTH}'!s:>5}  {question.text}")
    found = list(ranks.values())
    five = sum(1 <= rank <= 5 for rank in found)
    print(f"{len(found)} questions: {found.count(1)} first, {five} in the first five")


def questions() -> Iterator[Question]:
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        yield Question(found["text"], found["key"])


async def ranks_in(what: Sequence[str]) -> dict[Question, int]:
    """Return the rank of each question's paper in a library of `what`, 0 beyond `DEPTH`."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        await bring_in(folder, Wish(what))
        async with open_library(folder, starter="never") as library:
            return {question: await rank(library, question) for question in questions()}


async def rank(library: Library, question: Question) -> int:
    meant = await library.show(question.key)
    found = await library.find(read(question.text), per_page=DEPTH)
    return next((each.rank for each in found.results if each.paper.number == meant.number), 0)


if __name__ == "__main__":
    main()
