"""Retrieval quality: `python -m tests.benchmarks.retrieval DIR [--corpus FILE] [--run FILE]`.

DIR is a BEIR folder: `corpus.jsonl[.gz]` (documents as `_id`, `title`, `text` or as `id`, `title`,
`abstract`), `queries.jsonl` (`_id`, `text`) and `qrels.tsv` (query, document, grade). `--corpus`
names other documents. Titles and texts go through the product's own analysis and ranking; queries
are plain text: no sign in them is an operator. A document is left out of a query's ranking where
the query's id is the document's, an underscore and a facet.

With `--slips` each query is asked a second time with one slip of the fingers in one of its words,
once as it is answered, and once as it is when the suggestion is taken.

With `--similar` each query is taken for the text of a paper, as `/paper similar` takes it.

nDCG@10 with linear gains, R@100 and MRR@10, as trec_eval has them, over the queries that have a
relevant document. `--run` gets `query Q0 document rank score paperbot` lines, 100 a query.
"""

import argparse
import gzip
import json
import math
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO, cast

from bot.papers.example import said_by
from bot.papers.grammar_filler import without_filler
from bot.papers.grammar_tokens import Sign, Token
from bot.papers.grammar_tree import tree
from bot.papers.paper import Paper
from bot.papers.query import All, Query
from bot.papers.text import plain, readable, readable_title
from bot.search.build import write_segment
from bot.search.index import Index
from bot.search.merge import merge_segments
from bot.search.segment import SegmentInfo
from bot.search.writer import IndexWriter

DEPTH = 100
CHUNK = 5_000
KEYS = {
    middle: beside
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    for middle, *beside in zip(row[1:], row, row[2:], strict=False)
}
"""Which keys lie beside each."""
ADDED = datetime(2026, 1, 1, tzinfo=UTC)

Grades = Mapping[str, Mapping[str, int]]
"""For each query, the grade of each judged document."""
Ranked = Sequence[tuple[str, float]]
"""Documents and their scores, best first."""


class Measures(NamedTuple):
    """How good one ranking is, or the mean of several."""

    ndcg: float
    recall: float
    mrr: float


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="nDCG@10, R@100 and MRR@10 of a BEIR folder.")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--corpus", type=Path, metavar="FILE")
    parser.add_argument("--run", type=Path, metavar="FILE")
    parser.add_argument("--slips", action="store_true")
    parser.add_argument("--similar", action="store_true")
    chosen = parser.parse_args(arguments)
    folder, run = cast("Path", chosen.folder), cast("Path | None", chosen.run)
    corpus = cast("Path | None", chosen.corpus) or corpus_of(folder)
    queries = dict(read_queries(folder / "queries.jsonl"))
    grades = read_grades(folder / "qrels.tsv")
    with tempfile.TemporaryDirectory() as place:
        ids = build(Path(place), read_papers(corpus))
        index = Index.open(Path(place))
        ranked = rank_alike if cast("bool", chosen.similar) else rank
        rankings = {name: ranked(index, ids, name, text) for name, text in queries.items()}
        slipped = _slipped(index, ids, queries) if cast("bool", chosen.slips) else {}
    if run is not None:
        run.write_text("".join(run_lines(rankings)), encoding="utf-8")
    report(folder.name, len(ids), rankings, grades)
    for name, found in slipped.items():
        report(f"{folder.name}, {name}", len(ids), found, grades)


def _slipped(
    index: Index, ids: Sequence[str], queries: Mapping[str, str]
) -> dict[str, dict[str, Ranked]]:
    """Return the rankings of queries with a slip, and of what is suggested for them."""
    typed = {
        name: slip(text, random.Random(name))  # noqa: S311 - the same slips each time
        for name, text in queries.items()
    }
    return {
        "one slip": {name: rank(index, ids, name, text) for name, text in typed.items()},
        "one slip, suggestion taken": {
            name: rank(index, ids, name, text, mend=True) for name, text in typed.items()
        },
    }


def slip(text: str, choose: random.Random) -> str:
    """Return `text` with two letters swapped, one lost, doubled or mistyped in one long word."""
    words = text.split()
    places = [place for place, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if not places:
        return text
    place = choose.choice(places)
    word = words[place]
    at = choose.randrange(1, len(word) - 1)
    head, here, there, tail = word[:at], word[at], word[at + 1], word[at + 2 :]
    words[place] = choose.choice(
        [
            head + there + here + tail,
            head + there + tail,
            head + here + here + there + tail,
            head + choose.choice(KEYS.get(here.lower(), "e")) + there + tail,
        ]
    )
    return " ".join(words)


def corpus_of(folder: Path) -> Path:
    """Return the documents that lie in a BEIR folder; ends the program where there are none."""
    for name in ("corpus.jsonl.gz", "corpus.jsonl"):
        if (folder / name).is_file():
            return folder / name
    sys.exit(f"{folder}: no corpus.jsonl; name the documents with --corpus FILE")


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _objects(path: Path) -> Iterator[Mapping[str, object]]:
    with _open(path) as file:
        for line in file:
            if line.strip():
                yield cast("Mapping[str, object]", json.loads(line))


def read_papers(path: Path) -> Iterator[Paper]:
    """Yield the documents with nothing but id, title and text, in the order of the file."""
    for number, found in enumerate(_objects(path), 1):
        yield Paper(
            number=number,
            key=str(found.get("_id") or found["id"]),
            added=ADDED,
            title=readable_title(str(found.get("title") or "")),
            abstract=readable(str(found.get("text") or found.get("abstract") or "")),
        )


def read_queries(path: Path) -> Iterator[tuple[str, str]]:
    for found in _objects(path):
        yield str(found["_id"]), str(found["text"])


def read_grades(path: Path) -> Grades:
    grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, grade = line.split("\t")
        grades[query][document] = int(grade)
    return grades


def build(folder: Path, papers: Iterable[Paper]) -> list[str]:
    """Index the papers as one segment; return their ids, that of paper 1 first."""
    ids: list[str] = []
    with IndexWriter.open(folder) as writer:
        chunk: list[Paper] = []
        segments: list[SegmentInfo] = []
        for paper in papers:
            ids.append(paper.key)
            chunk.append(paper)
            if len(chunk) == CHUNK:
                segments.append(write_segment(folder, chunk))
                chunk = []
        if chunk:
            segments.append(write_segment(folder, chunk))
        writer.commit(segments, (), 1)
        if len(segments) > 1:
            writer.replace(segments, merge_segments(folder, segments))
    return ids


def plain_query(text: str) -> Query | None:
    """Return the product's reading of words alone, or None where they say nothing."""
    words = [Token(Sign.WORD, word) for word in plain(readable(text)).split()]
    for kept, _ in without_filler(words):
        root: All = tree(kept)
        if root.parts:
            return Query(text=text, root=root, read_as=text)
    return None


def rank(index: Index, ids: Sequence[str], name: str, text: str, *, mend: bool = False) -> Ranked:
    """Return the best documents for a query, without the one that it was made of.

    Words that nobody wrote are mended where nothing else matches, or with `mend`.
    """
    query = plain_query(text)
    if query is None:
        return []
    numbers, scores = index.best(index.understood(query), DEPTH + 1)
    if (mend or not numbers) and (better := index.mended(query)):
        numbers, scores = index.best(index.understood(better), DEPTH + 1)
    return _without_example(name, ids, zip(numbers, scores, strict=True))


def rank_alike(index: Index, ids: Sequence[str], name: str, text: str) -> Ranked:
    """Return the documents most like a pasted text, without the one that it is."""
    alike = index.alike(said_by(text), DEPTH + 1)
    return _without_example(name, ids, zip(alike.numbers, alike.scores, strict=True))


def _without_example(name: str, ids: Sequence[str], found: Iterable[tuple[int, float]]) -> Ranked:
    pairs = ((ids[number - 1], score) for number, score in found)
    return [(document, score) for document, score in pairs if not is_facet(name, document)][:DEPTH]


def is_facet(query: str, document: str) -> bool:
    """Whether `query` is `document`, an underscore and a facet."""
    head, underscore, facet = query.rpartition("_")
    return bool(underscore and facet) and head == document


def run_lines(rankings: Mapping[str, Ranked]) -> Iterator[str]:
    for query, ranked in rankings.items():
        for place, (document, score) in enumerate(ranked, 1):
            yield f"{encoded(query)} Q0 {encoded(document)} {place} {score:.6f} paperbot\n"


def encoded(name: str) -> str:
    """Return an id with its blanks percent-encoded, as a run's columns need it."""
    return "".join(f"%{ord(sign):02X}" if sign.isspace() else sign for sign in name)


def measure(ranked: Ranked, grades: Mapping[str, int]) -> Measures:
    """Return the measures of a ranking against grades of which at least one is above 0."""
    gains = [max(0, grades.get(document, 0)) for document, _ in ranked]
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    first = next((place for place, gain in enumerate(gains[:10], 1) if gain), None)
    return Measures(
        ndcg=_discounted(gains[:10]) / _discounted(ideal[:10]),
        recall=sum(gain > 0 for gain in gains[:100]) / len(ideal),
        mrr=1 / first if first else 0.0,
    )


def _discounted(gains: Sequence[int]) -> float:
    """Return DCG with linear gains (Järvelin and Kekäläinen 2002, as trec_eval computes it)."""
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))


def report(name: str, documents: int, rankings: Mapping[str, Ranked], grades: Grades) -> None:
    judged = {query: found for query, found in grades.items() if max(found.values()) > 0}
    if not judged:
        sys.exit(f"{name}: qrels.tsv holds no relevant document")
    found = [measure(rankings.get(query, ()), judged[query]) for query in judged]
    means = Measures(*(sum(column) / len(found) for column in zip(*found, strict=True)))
    print(f"{name}: {documents} documents, {len(judged)} queries")
    print(f"nDCG@10 {means.ndcg:.4f}  R@100 {means.recall:.4f}  MRR@10 {means.mrr:.4f}")


if __name__ == "__main__":
    main()
