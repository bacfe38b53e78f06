"""Papers and answers made up for cards."""

from datetime import UTC, datetime
from typing import Any

from bot.chat.catalogue import Catalogue
from bot.chat.reader import Reader
from bot.library.library import Found
from bot.library.results import Result
from bot.papers.paper import Paper
from bot.papers.query import All, Query, Word

ALICE = 1_234_567_890_123_456_789


def reader(*, private: bool = False) -> Reader:
    return Reader(ALICE, Catalogue().render("en-US"), private)


def paper(**fields: Any) -> Paper:  # noqa: ANN401 - whatever a paper may have
    given: dict[str, Any] = {
        "number": 7,
        "key": "arxiv:1706.03762",
        "added": datetime(2026, 1, 1, tzinfo=UTC),
        "title": "Attention Is All You Need",
        "abstract": "We propose a new simple network architecture.",
        "authors": ("Ashish Vaswani", "Noam Shazeer"),
    }
    return Paper(**(given | fields))


def result(rank: int = 1, summary: str = "We \x0epropose\x0f it.", **fields: Any) -> Result:  # noqa: ANN401
    made = paper(number=rank, **fields)
    return Result(rank, 1.0, made, made.title, summary, ("propose",))


def found(*results: Result, **fields: Any) -> Found:  # noqa: ANN401
    query = Query("attention", All((Word("attention", ("attent",)),)), "attention")
    given: dict[str, Any] = {
        "query": query,
        "total": len(results),
        "total_all": len(results),
        "hidden": 0,
        "page": 1,
        "pages": 1,
        "per_page": 5,
        "took_ms": 1.0,
        "suggestion": None,
        "results": results,
    }
    return Found(**(given | fields))
