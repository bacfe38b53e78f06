"""Papers and indexes made for the tests of search."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from hypothesis import strategies as st

from bot.papers.errors import UnusableQuery
from bot.papers.grammar import read
from bot.papers.paper import Paper, Status
from bot.papers.query import Query
from bot.search.build import write_segment
from bot.search.index import Index
from bot.search.manifest import load_manifest
from bot.search.merge import merge_segments
from bot.search.segment import SegmentInfo
from bot.search.writer import IndexWriter

ADDED = datetime(2026, 1, 1, tzinfo=UTC)


def paper(number: int, title: str = "", abstract: str = "", key: str = "") -> Paper:
    return Paper(
        number=number, key=key or f"local:{number:04}", added=ADDED, title=title, abstract=abstract
    )


def commit(folder: Path, papers: Sequence[Paper], gone: Collection[int] = ()) -> None:
    with IndexWriter.open(folder) as writer:
        segments = [write_segment(folder, papers)] if papers else []
        writer.commit(segments, gone, writer.revision + 1)


def merge(folder: Path, chosen: Sequence[SegmentInfo]) -> None:
    with IndexWriter.open(folder) as writer:
        writer.replace(chosen, merge_segments(folder, chosen))


def index_of(folder: Path, *papers: Paper) -> Index:
    commit(folder, papers)
    return Index.open(folder)


_COMMON = ["graph", "graphs", "neural", "network", "networks", "transport", "optimal", "of", "the"]
WORDS = [
    *_COMMON,
    "self-supervised",
    "learning",
    "Schrödinger",
    "bridge",
    "GPT-4",
    "学习方法",
    "χ2",
]
NAMES = ("Ann Lee", "Lee Ann", "Bo Graph", "Marco Cuturi", "Chi Learning")
_text = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
_few = st.lists(st.sampled_from([*WORDS, "optimal transport", "neural network"]), max_size=3)


@st.composite
def papers(draw: st.DrawFn, number: int) -> Paper:
    return replace(
        paper(number, draw(_text), draw(_text | st.just(""))),
        keywords=tuple(draw(_few)),
        authors=tuple(draw(st.lists(st.sampled_from(NAMES), max_size=3))),
        venue=draw(st.sampled_from(["", "ICLR", "NeurIPS", "TMLR"])),
        year=draw(st.sampled_from([None, 2024, 2025, 2026])),
        published=draw(st.none() | st.sampled_from([date(2025, 5, 1), date(2026, 2, 3)])),
        status=draw(st.none() | st.sampled_from(Status)),
        code_url=draw(st.sampled_from(["", "https://github.com/a/b"])),
    )


@st.composite
def libraries(draw: st.DrawFn, most: int = 12) -> list[Paper]:
    count = draw(st.integers(1, most))
    return [draw(papers(number)) for number in range(1, count + 1)]


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[list[Paper], list[int], bool]]:
    numbers = st.lists(st.integers(1, 9), max_size=5, unique=True)
    return [
        (
            [draw(papers(number)) for number in draw(numbers)],
            draw(st.lists(st.integers(1, 9), max_size=2)),
            draw(st.booleans()),
        )
        for _ in range(draw(st.integers(1, 5)))
    ]


Choose = Callable[[Sequence[SegmentInfo]], Sequence[SegmentInfo]]
"""Which segments to merge."""


def live(
    folder: Path, history: Sequence[tuple[list[Paper], list[int], bool]], choose: Choose
) -> dict[int, Paper]:
    """Let an index go through a history, and return the papers that it holds then."""
    library: dict[int, Paper] = {}
    for added, gone, merged in history:
        commit(folder, added, gone)
        library = {n: p for n, p in library.items() if n not in gone}
        library |= {p.number: p for p in added}
        segments = [info for _, info in load_manifest(folder).segments]
        if merged and segments and (chosen := choose(segments)):
            merge(folder, chosen)
    return library


_word = st.sampled_from(WORDS)
_phrase = st.lists(_word, min_size=2, max_size=3).map(lambda words: f'"{" ".join(words)}"')
_plain = _word | _phrase
_piece = st.one_of(
    _word,
    _word,
    _phrase,
    _plain.map("-{}".format),
    st.builds("{} | {}".format, _plain, _plain),
    st.builds("({} {})".format, _plain, _plain),
    st.builds("-({} | {})".format, _plain, _plain),
    _plain.map("title:{}".format),
    st.sampled_from(["lee", "graph", "cuturi", '"ann lee"', '"lee ann"']).map("author:{}".format),
    st.sampled_from(["venue:iclr", "venue:ICLR,TMLR", "-venue:ICLR", "year:2025", "year:2025.."]),
    st.sampled_from(["since:2025-06", "has:code", "status:accepted", "status:rejected"]),
    st.sampled_from(["key:local:0003", "key:local:0001,local:0002", "-key:local:0002"]),
)


def _query(pieces: list[str]) -> Query | None:
    try:
        return read(" ".join(pieces))
    except UnusableQuery:
        return None


queries = (
    st.lists(_piece, min_size=1, max_size=5)
    .map(_query)
    .filter(lambda query: query is not None)
    .map(lambda query: query or read("graph"))
)
