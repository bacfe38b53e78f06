"""What the speed benchmark compares: this index and its peers, behind one way to build and ask.

All get the same words: the product's terms of title and abstract, and of queries, without stop
words. The peers get them ready made; this index analyses the papers itself, and keeps places,
titles and facts as well. Peers: rank-bm25, bm25s (numpy and numba), tantivy, SQLite FTS5.
"""

import pickle
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol, cast

import bm25s  # pyright: ignore[reportMissingTypeStubs] - it has no types
import rank_bm25  # pyright: ignore[reportMissingTypeStubs] - it has no types
import tantivy

from bot.papers.paper import Paper
from bot.papers.query import All, Query, Word
from bot.papers.words import STOP_WORDS, analyse
from bot.search.bm25 import Parameters
from bot.search.index import Index
from tests.benchmarks.retrieval import build

BEST = 10
K1, B = 1.2, 0.6
PLAIN = Parameters(k1=K1, b=B, title=1.0, near=0.0, depth=0)
"""BM25 as the peers have it: no field counts more than another, no closer look."""

Words = tuple[str, ...]


def telling(text: str) -> list[str]:
    """Return the terms of a text without stop words."""
    return [term for term in analyse(text) if term not in STOP_WORDS]


def rows(papers: Iterable[Paper]) -> Iterator[list[str]]:
    """Yield the words of each paper."""
    for paper in papers:
        yield telling(f"{paper.title} {paper.abstract}")


class Engine(Protocol):
    """A search engine.

    Attributes:
        slow: Whether it is asked fewer queries, and none in a very large library.
    """

    slow: bool

    def build(self, folder: Path, papers: Iterable[Paper]) -> None:
        """Index the papers in an empty folder."""
        ...

    def open(self, folder: Path) -> None:
        """Get ready to answer from what was built there, perhaps by another process."""
        ...

    def ask(self, words: Words) -> int:
        """Find the ten best papers; return how many there are."""
        ...


class Paperbot:
    """This index."""

    slow = False

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters

    def build(self, folder: Path, papers: Iterable[Paper]) -> None:
        build(folder, papers)

    def open(self, folder: Path) -> None:
        self._index = Index.open(folder, self._parameters)

    def ask(self, words: Words) -> int:
        root = All(tuple(Word(word, (word,)) for word in words))
        text = " ".join(words)
        return len(self._index.best(Query(text, root, text), BEST)[0])


class RankBm25:
    """The package whose class this index extends, with its own `get_top_n`."""

    slow = True

    def build(self, folder: Path, papers: Iterable[Paper]) -> None:
        ranker = cast("Any", rank_bm25).BM25Okapi(list(rows(papers)), k1=K1, b=B)
        with (folder / "ranker").open("wb") as file:
            pickle.dump(ranker, file, pickle.HIGHEST_PROTOCOL)

    def open(self, folder: Path) -> None:
        with (folder / "ranker").open("rb") as file:
            self._ranker: Any = pickle.load(file)  # noqa: S301 - written by `build`
        self._papers = list(range(self._ranker.corpus_size))

    def ask(self, words: Words) -> int:
        return len(self._ranker.get_top_n(words, self._papers, n=BEST))


class Bm25s:
    """Scores computed while indexing; numpy or numba adds them up."""

    slow = False

    def __init__(self, backend: str) -> None:
        self._backend = backend

    def build(self, folder: Path, papers: Iterable[Paper]) -> None:
        ranker = cast("Any", bm25s).BM25(k1=K1, b=B, backend=self._backend)
        ranker.index(list(rows(papers)), show_progress=False)
        ranker.save(folder, show_progress=False)

    def open(self, folder: Path) -> None:
        self._ranker = cast("Any", bm25s).BM25.load(folder, mmap=True, show_progress=False)
        if self._backend == "numba":
            self._ranker.backend = "numba"
            self._ranker.activate_numba_scorer()

    def ask(self, words: Words) -> int:
        found, _ = self._ranker.retrieve([list(words)], k=BEST, show_progress=False)
        return int(found.shape[1])


class Tantivy:
    """A search library in Rust, as fast as Lucene."""

    slow = False

    def __init__(self) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("words", tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()

    def build(self, folder: Path, papers: Iterable[Paper]) -> None:
        writer = tantivy.Index(self._schema, str(folder)).writer(256_000_000, 1)
        for row in rows(papers):
            writer.add_document(tantivy.Document(words=" ".join(row)))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> None:
        self._searcher = tantivy.Index(self._schema, str(folder)).searcher()

    def ask(self, words: Words) -> int:
        terms = [
            (
                tantivy.Occur.Should,
                tantivy.Query.term_query(self._schema, "words", word, index_option="freq"),
            )
            for word in words
        ]
        query = tantivy.Query.boolean_query(terms)
        return len(self._searcher.search(query, BEST, count=False).hits)


class Fts5:
    """SQLite's full-text index, without the texts."""

    slow = True

    def build(self, folder: Path, papers: Iterable[Paper]) -> None:
        with closing(sqlite3.connect(folder / "fts.db")) as database:
            database.execute(
                "CREATE VIRTUAL TABLE paper USING fts5("
                "words, content='', tokenize=\"unicode61 remove_diacritics 0 tokenchars '.+#*'\")"
            )
            texts = ((" ".join(row),) for row in rows(papers))
            database.executemany("INSERT INTO paper (words) VALUES (?)", texts)
            database.execute("INSERT INTO paper (paper) VALUES ('optimize')")
            database.commit()

    def open(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "fts.db")

    def ask(self, words: Sequence[str]) -> int:
        wanted = " OR ".join(f'"{word}"' for word in words)
        sql = "SELECT rowid FROM paper WHERE paper MATCH ? ORDER BY rank LIMIT ?"
        return len(self._database.execute(sql, (wanted, BEST)).fetchall())


MINE = "paperbot"
WHOLE = "paperbot, its whole ranking"
SHARED_FOLDER = {WHOLE: MINE, "bm25s numba": "bm25s numpy"}
"""Engines that answer from what another one built."""


def engines() -> dict[str, Engine]:
    """Return all engines by name, not yet opened."""
    return {
        MINE: Paperbot(PLAIN),
        WHOLE: Paperbot(Parameters()),
        "rank-bm25": RankBm25(),
        "bm25s numpy": Bm25s("numpy"),
        "bm25s numba": Bm25s("numba"),
        "tantivy": Tantivy(),
        "SQLite FTS5": Fts5(),
    }
