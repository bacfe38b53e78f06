"""Speed: `python -m tests.benchmarks.speed --docs N [--corpus FILE] [--questions FILE]`.

This index beside rank-bm25, bm25s (numpy and numba), tantivy and SQLite FTS5 on the same papers and
queries in one process, the ten best each; rank-bm25 and FTS5 only up to 111,450 papers, and with
fewer queries. Build time and memory are taken in a process of its own for each; memory is what
building, or opening and answering, adds to it at most. FILE is JSON lines with `title` and
`abstract`, by default those of the real data beside the repository (`PAPERBOT_SHARED` names
another place). Beyond its size, papers are made of its sentences, recombined.

`ratio to the best peer` compares the row `paperbot`: plain BM25 as the peers do it, whose answer
counts all that match as well; 0.91 is faster than the best of them.
"""

import argparse
import gc
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import islice, pairwise
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numpy as np

from bot.papers.paper import Paper
from bot.papers.query import ranking_terms
from tests.benchmarks.engines import MINE, SHARED_FOLDER, WHOLE, Engine, Words, engines, telling
from tests.benchmarks.retrieval import plain_query, read_papers, read_queries

P = ParamSpec("P")
T = TypeVar("T")

MOST_FOR_SLOW = 111_450
QUERIES, SLOW_QUERIES, WARM = 200, 50, 20
SENTENCES = 7
ADDED = datetime(2026, 1, 1, tzinfo=UTC)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Speed and size beside other engines.")
    parser.add_argument("--docs", type=int, default=20_000, metavar="N")
    parser.add_argument("--corpus", type=Path, metavar="FILE")
    parser.add_argument("--questions", type=Path, metavar="FILE")
    chosen = parser.parse_args(arguments)
    docs = cast("int", chosen.docs)
    corpus = cast("Path | None", chosen.corpus) or shared("corpus/corpus.jsonl.gz")
    questions = cast("Path | None", chosen.questions) or shared(
        "ir/mlsearch_scholargym/queries.jsonl"
    )
    classes = query_classes(corpus, questions, docs)
    ready = {
        name: engine
        for name, engine in engines().items()
        if docs <= MOST_FOR_SLOW or not engine.slow
    }
    with tempfile.TemporaryDirectory() as place:
        show_costs(ready, Path(place), corpus, docs, classes)
        for name, engine in ready.items():
            engine.open(folder_of(Path(place), name))
        ratios = [show_times(ready, words, name, docs) for name, words in classes.items()]
    print()
    print("\n".join(ratios))


def shared(name: str) -> Path:
    """Return a file of the real data; ends the program where it is absent."""
    named = os.environ.get("PAPERBOT_SHARED")
    folder = Path(named) if named else Path(__file__).parents[2].parent / "shared"
    path = folder / "data" / name
    if not path.is_file():
        sys.exit(f"{path} is missing; name other files with --corpus and --questions")
    return path


def folder_of(place: Path, name: str) -> Path:
    return place / SHARED_FOLDER.get(name, name)


def papers_of(corpus: Path, docs: int) -> Iterator[Paper]:
    """Yield `docs` papers: those of the file, then made ones; the same ones every time."""
    real: list[Paper] = []
    for paper in islice(read_papers(corpus), docs):
        real.append(paper)
        yield paper
    pool = [part for paper in real for part in paper.abstract.split(". ")]
    choose = random.Random(docs)  # noqa: S311 - made papers are no secret
    for number in range(len(real) + 1, docs + 1):
        yield Paper(
            number=number,
            key=f"made:{number}",
            added=ADDED,
            title=choose.choice(real).title,
            abstract=". ".join(choose.choices(pool, k=SENTENCES)),
        )


def query_classes(corpus: Path, questions: Path, docs: int) -> dict[str, list[Words]]:
    """Return the queries of each class: titles, two neighbours in a title, people's questions."""
    count = QUERIES + WARM
    step = max(1, docs // (2 * count))
    titles = [telling(p.title) for p in islice(read_papers(corpus), 0, docs, step)]
    titles = [row for row in titles if len(row) > 2]
    pairs = [next(islice(pairwise(row), len(row) // 3, None)) for row in titles[1::2]]
    asked = [plain_query(text) for _, text in read_queries(questions)]
    people = [tuple(ranking_terms(query)) for query in asked if query is not None]
    found = {"titles": [tuple(row) for row in titles[::2]], "two words": pairs, "people": people}
    return {name: rows[:count] for name, rows in found.items()}


class Clocked:
    """Papers, and how long it took to get them ready."""

    def __init__(self, papers: Iterator[Paper]) -> None:
        self._papers = papers
        self.seconds = 0.0

    def __iter__(self) -> "Clocked":
        return self

    def __next__(self) -> Paper:
        began = time.perf_counter()
        try:
            return next(self._papers)
        finally:
            self.seconds += time.perf_counter() - began


def show_costs(
    ready: Mapping[str, Engine],
    place: Path,
    corpus: Path,
    docs: int,
    classes: Mapping[str, Sequence[Words]],
) -> None:
    print(f"{docs} papers{'':18} build s  index MB  building MB  serving MB")
    for name, engine in ready.items():
        folder = folder_of(place, name)
        seconds, building = 0.0, 0
        if not folder.exists():
            folder.mkdir()
            seconds, building = alone(build_cost, name, folder, corpus, docs)
        words = [row for rows in classes.values() for row in rows]
        serving = alone(serve_cost, name, folder, words[:: 10 if engine.slow else 1])
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        built = f"{seconds:8.1f} {size / 1e6:9.1f} {building / 1e6:12.1f}"
        print(f"{name:27} {built if seconds else '':31} {serving / 1e6:11.1f}", flush=True)


def alone(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `work` returns in a fresh process."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as process:
        return process.submit(work, *args, **kwargs).result()


def build_cost(name: str, folder: Path, corpus: Path, docs: int) -> tuple[float, int]:
    """Build in this process; return seconds without those of reading, and bytes at most."""
    papers = Clocked(papers_of(corpus, docs))
    before, began = peak(), time.perf_counter()
    engines()[name].build(folder, papers)
    return time.perf_counter() - began - papers.seconds, peak() - before


def serve_cost(name: str, folder: Path, queries: Sequence[Words]) -> int:
    """Answer in this process; return by how many bytes it has grown."""
    engine = engines()[name]
    before = resident()
    engine.open(folder)
    for words in queries:
        engine.ask(words)
    return resident() - before


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def resident() -> int:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def show_times(ready: Mapping[str, Engine], queries: Sequence[Words], kind: str, docs: int) -> str:
    """Print each engine's times for a class of queries; return the line about the best peer."""
    print(f"\n{kind + ', ms':27}     p50     p95     p99")
    found: dict[str, tuple[float, ...]] = {}
    for name, engine in ready.items():
        found[name] = percentiles(times(engine, queries))
        print(f"{name:27} {' '.join(f'{value:7.3f}' for value in found[name])}", flush=True)
    peers = [values for name, values in found.items() if name not in {MINE, WHOLE}]
    p50, _, p99 = (
        mine / min(peer[place] for peer in peers) for place, mine in enumerate(found[MINE])
    )
    line = f"ratio to the best peer: p50 {p50:.2f} p99 {p99:.2f} ({kind}, {docs} papers)"
    if "rank-bm25" in found:
        times_slower = found["rank-bm25"][0] / found[WHOLE][0]
        line = f"rank-bm25 takes {times_slower:.0f} times as long as {WHOLE} ({kind})\n{line}"
    return line


def times(engine: Engine, queries: Sequence[Words]) -> list[float]:
    """Return how many milliseconds each query took; the first ones only warm up."""
    taken: list[float] = []
    gc.collect()
    gc.disable()
    for words in queries[: WARM + (SLOW_QUERIES if engine.slow else QUERIES)]:
        began = time.perf_counter()
        engine.ask(words)
        taken.append((time.perf_counter() - began) * 1000)
    gc.enable()
    return taken[WARM:] or taken


def percentiles(taken: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(value) for value in np.percentile(taken, [50, 95, 99]))


if __name__ == "__main__":
    main()
