"""Summaries beside simple peers: `python -m tests.benchmarks.summaries FILE [--out OUT]`.

One sentence each. FILE is SciTLDR (`source`, `target`) or JSON lines with `abstract` and `tldr`,
plain or `.gz`. Peers: the first sentence; the first that says "we propose" (or present, introduce,
show) or "this paper"; TextRank (Mihalcea and Tarau 2004); LexRank (Erkan and Radev 2004,
continuous, idf over the file). ROUGE-1/2/L F1 without stemming over `[a-z0-9]+`, the best reference
for each measure. OUT gets one `{"summary"}` a line in the file's order.
"""

import argparse
import gzip
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO, cast

from bot.papers.sentences import sentences
from bot.papers.summary import summarise
from bot.papers.text import plain, readable


class Item(NamedTuple):
    """One abstract with the summaries that people wrote."""

    abstract: str
    references: tuple[str, ...]


def items(file: TextIO) -> Iterator[Item]:
    for line in file:
        if line.strip():
            found = cast("Mapping[str, object]", json.loads(line))
            source = found.get("source") or found.get("abstract") or ""
            target = found.get("target") or found.get("tldr") or ()
            yield Item(_joined(source), (target,) if isinstance(target, str) else _texts(target))


def _joined(source: object) -> str:
    return source if isinstance(source, str) else " ".join(_texts(source))


def _texts(values: object) -> tuple[str, ...]:
    return tuple(str(value) for value in cast("Sequence[object]", values))


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def rouge(summary: str, references: Sequence[str]) -> tuple[float, float, float]:
    """Return ROUGE-1, ROUGE-2 and ROUGE-L F1 against the best reference of each."""
    mine = words(summary)
    scores = [
        (_overlap(mine, theirs, 1), _overlap(mine, theirs, 2), _longest(mine, theirs))
        for theirs in map(words, references)
    ]
    return max(s[0] for s in scores), max(s[1] for s in scores), max(s[2] for s in scores)


def _overlap(mine: list[str], theirs: list[str], size: int) -> float:
    ours, reference = _grams(mine, size), _grams(theirs, size)
    return _f1(sum((ours & reference).values()), ours.total(), reference.total())


def _grams(row: list[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(row[start:] for start in range(size)), strict=False))


def _longest(mine: list[str], theirs: list[str]) -> float:
    row = [0] * (len(theirs) + 1)
    for word in mine:
        before = 0
        for place, other in enumerate(theirs, 1):
            here = row[place]
            row[place] = before + 1 if word == other else max(here, row[place - 1])
            before = here
    return _f1(row[-1], len(mine), len(theirs))


def _f1(common: int, mine: int, theirs: int) -> float:
    return 2 * common / (mine + theirs) if common else 0.0


Peer = Callable[[Sequence[str]], str]


def lead(split: Sequence[str]) -> str:
    return split[0] if split else ""


_SIGNAL = re.compile(r"\bwe (?:propose|present|introduce|show)\b|\bthis paper\b", re.IGNORECASE)


def we_propose(split: Sequence[str]) -> str:
    return next(filter(_SIGNAL.search, split), lead(split))


def text_rank(split: Sequence[str]) -> str:
    """Rank by shared words over the logarithms of both lengths."""
    bags = [set(words(sentence)) for sentence in split]

    def likeness(one: set[str], other: set[str]) -> float:
        if len(one) < 2 or len(other) < 2:
            return 0.0
        return len(one & other) / (math.log(len(one)) + math.log(len(other)))

    return _central(split, [[likeness(a, b) if a is not b else 0.0 for b in bags] for a in bags])


def lex_rank(idf: Mapping[str, float]) -> Peer:
    """Rank by cosine of tf-idf."""

    def ranked(split: Sequence[str]) -> str:
        rows = [
            {word: count * idf.get(word, 1.0) for word, count in Counter(words(sentence)).items()}
            for sentence in split
        ]
        norms = [math.sqrt(sum(value * value for value in row.values())) or 1.0 for row in rows]
        likeness = [
            [
                sum(value * other.get(word, 0.0) for word, value in row.items()) / (norm * scale)
                for other, scale in zip(rows, norms, strict=True)
            ]
            for row, norm in zip(rows, norms, strict=True)
        ]
        return _central(split, likeness)

    return ranked


def _central(split: Sequence[str], likeness: Sequence[Sequence[float]]) -> str:
    """Return the sentence with the highest PageRank (damping .85) in the graph of `likeness`."""
    count = len(split)
    ranks = [1.0 / count] * count if count else []
    totals = [sum(row) or 1.0 for row in likeness]
    for _ in range(30):
        ranks = [
            0.15 / count + 0.85 * sum(likeness[j][i] / totals[j] * ranks[j] for j in range(count))
            for i in range(count)
        ]
    return split[max(range(count), key=ranks.__getitem__)] if count else ""


def idf_of(abstracts: Sequence[str]) -> dict[str, float]:
    frequency = Counter(word for text in abstracts for word in set(words(text)))
    return {word: math.log(len(abstracts) / count) for word, count in frequency.items()}


def one_sentence(abstract: str) -> str:
    return plain(summarise(readable(abstract), {}, limit=1000, most=1))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="ROUGE of one-sentence summaries.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)
    path = cast("Path", chosen.file)
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as file
    ):
        rows = list(items(file))
    if not any(row.references for row in rows):
        sys.exit(f"{path}: no abstracts with summaries")
    mine = [one_sentence(row.abstract) for row in rows]
    if out := cast("Path | None", chosen.out):
        lines = (json.dumps({"summary": text}, ensure_ascii=False) for text in mine)
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report(rows, mine)


def report(rows: Sequence[Item], mine: Sequence[str]) -> None:
    splits = [[plain(text) for text in sentences(readable(row.abstract))] for row in rows]
    peers: dict[str, Peer] = {
        "lead": lead,
        "we propose": we_propose,
        "TextRank": text_rank,
        "LexRank": lex_rank(idf_of([row.abstract for row in rows])),
    }
    print(f"{'':12} ROUGE-1  ROUGE-2  ROUGE-L   ({len(rows)} abstracts, one sentence)")
    show("paperbot", rows, mine)
    for name, peer in peers.items():
        show(name, rows, [peer(split) for split in splits])


def show(name: str, rows: Sequence[Item], summaries: Sequence[str]) -> None:
    scores = [
        rouge(text, row.references)
        for row, text in zip(rows, summaries, strict=True)
        if row.references
    ]
    means = [100 * sum(column) / len(scores) for column in zip(*scores, strict=True)]
    print(f"{name:12} {means[0]:7.1f}  {means[1]:7.1f}  {means[2]:7.1f}")


if __name__ == "__main__":
    main()
