"""Topics: `python -m tests.benchmarks.topics [FILE] [--topics N] [--papers M]`.

N topics, made of the keywords and title words of FILE's papers (JSON lines, by default those of
spring 2026 beside the repository), held against M of its papers, as an import does. Prints seconds,
papers a second, and how many posts would be owed.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import cast

from bot.papers.document import Document
from bot.papers.errors import UnusableQuery
from bot.papers.grammar import read
from bot.papers.paper import Paper
from bot.papers.query import Query
from bot.papers.text import plain
from bot.papers.topic import Topics
from tests.benchmarks.retrieval import read_papers
from tests.benchmarks.speed import shared


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How fast many topics are matched.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--topics", type=int, default=10_000, metavar="N")
    parser.add_argument("--papers", type=int, default=20_000, metavar="M")
    chosen = parser.parse_args(arguments)
    file = cast("Path | None", chosen.file) or shared("corpus/arxiv_2026_04_06.jsonl.gz")
    papers = list(islice(read_papers(file), cast("int", chosen.papers)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    topics = Topics(made(papers, cast("int", chosen.topics)))
    built = time.perf_counter() - began
    began = time.perf_counter()
    owed = sum(len(topics.wanting(Document(paper))) for paper in papers)
    took = time.perf_counter() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    sys.stdout.write(
        f"{len(topics):,} topics read in {built:.1f} s; {len(papers):,} papers in {took:.1f} s "
        f"({len(papers) / took:,.0f} a second), {owed:,} owed, {grown:.0f} MB more\n"
    )


def made(papers: Sequence[Paper], count: int) -> dict[int, Query]:
    """Return queries of words that stand together in titles, some as phrases, some excluding."""
    choose = random.Random(count)  # noqa: S311 - made topics are no secret
    queries: dict[int, Query] = {}
    while len(queries) < count:
        words = plain(choose.choice(papers).title).replace('"', " ").split()
        if len(words) < 3:
            continue
        one, two = choose.choice(list(pairwise(words)))
        text = choose.choice([f'"{one} {two}"', f"{one} {two}", f"{one} {two} -{words[0]}"])
        try:
            queries[len(queries)] = read(text)
        except UnusableQuery:
            continue
    return queries


if __name__ == "__main__":
    main()
