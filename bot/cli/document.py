"""Papers and answers as the JSON documents that the contract promises to scripts."""

from typing import Any

import orjson

from bot.feed.feed import Pass
from bot.library.library import Found
from bot.library.results import Result, Similar
from bot.library.state import State
from bot.papers.paper import Paper
from bot.papers.text import plain
from bot.store.outbox import State as Posted

Document = dict[str, Any]


def paper_document(paper: Paper) -> Document:
    """Return a PAPER: every field, text without Markdown."""
    return {
        "key": paper.key,
        "ids": {kind: list(values) for kind, values in paper.ids.items()},
        "title": plain(paper.title),
        "title_derived": paper.title_derived,
        "abstract": plain(paper.abstract),
        "abstract_by": paper.abstract_by.value,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "status": paper.status.value if paper.status else None,
        "decision": paper.decision,
        "keywords": list(paper.keywords),
        "url": paper.url,
        "pdf_url": paper.pdf_url,
        "code_url": paper.code_url,
        "doi": paper.first_id("doi"),
        "arxiv_id": paper.first_id("arxiv"),
        "openreview_id": paper.first_id("openreview"),
        "published": paper.published.isoformat() if paper.published else None,
        "added": paper.added.isoformat(),
    }


def found_document(found: Found) -> Document:
    """Return the answer of find."""
    return {
        "query": found.query.text,
        "read_as": found.query.read_as,
        "total": found.total,
        "total_all": found.total_all,
        "hidden": found.hidden,
        "page": found.page,
        "took_ms": round(found.took_ms, 2),
        "suggestion": found.suggestion,
        "results": [_result_document(result) for result in found.results],
    }


def similar_document(text: str, similar: Similar) -> Document:
    """Return the answer of similar; `paper` is the example, null where it was a text."""
    return {
        "query": text,
        "paper": paper_document(similar.paper) if similar.paper else None,
        "took_ms": round(similar.took_ms, 2),
        "results": [_result_document(result) for result in similar.results],
    }


def unusable_document(text: str, error: str) -> Document:
    """Return the answer of find to a query that cannot be used."""
    return {
        "query": text,
        "read_as": "",
        "total": 0,
        "total_all": 0,
        "hidden": 0,
        "page": 1,
        "took_ms": 0,
        "suggestion": None,
        "results": [],
        "error": error,
    }


def state_document(state: State) -> Document:
    """Return the answer of status."""
    return {
        "papers": state.papers,
        "with_abstract": state.with_abstract,
        "venues": state.venues,
        "index": {
            "papers": state.index_papers,
            "bytes": state.index_bytes,
            "fresh": state.index_fresh,
        },
        "topics": state.topics,
        "delivery": {
            "paused": state.paused,
            **{str(kind): state.posts.get(kind, 0) for kind in Posted},
            "last_check": state.last_check.isoformat() if state.last_check else None,
        },
        "sources": [],
        "starter": state.starter,
        "last_added": state.last_added.isoformat() if state.last_added else None,
    }


def pass_document(done: Pass) -> Document:
    """Return the answer of deliver."""
    return {
        "papers": done.papers,
        "messages": done.messages,
        "aside": done.aside,
        "owed": done.owed,
        "failed": [
            {"channel": str(channel), "error": error}
            for channel, error in sorted(done.failed.items())
        ],
    }


def as_json(document: object, *, indent: bool = True) -> str:
    """Return the document as text."""
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 if indent else None).decode()


def _result_document(result: Result) -> Document:
    return {
        **paper_document(result.paper),
        "rank": result.rank,
        "score": round(result.score, 6),
        "summary": plain(result.summary),
        "matched": list(result.matched),
    }
