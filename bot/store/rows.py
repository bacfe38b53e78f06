"""Papers to rows and back."""

import sqlite3
from collections.abc import Mapping
from datetime import date, datetime

import orjson

from bot.papers.paper import AbstractBy, Paper, Record, Status
from bot.store.values import json_of

COLUMNS = (
    "number, key, ids, title, title_derived, abstract, abstract_by, authors, venue, year, status, "
    "decision, keywords, url, pdf_url, code_url, published, origin, added, starter"
)


def paper_of(row: sqlite3.Row) -> Paper:
    """Return the paper in a row of `COLUMNS`."""
    ids: Mapping[str, list[str]] = orjson.loads(row["ids"])
    return Paper(
        number=row["number"],
        key=row["key"],
        ids={kind: tuple(values) for kind, values in ids.items()},
        title=row["title"],
        title_derived=bool(row["title_derived"]),
        abstract=row["abstract"],
        abstract_by=AbstractBy(row["abstract_by"]),
        authors=tuple(orjson.loads(row["authors"])),
        venue=row["venue"],
        year=row["year"],
        status=Status(row["status"]) if row["status"] else None,
        decision=row["decision"],
        keywords=tuple(orjson.loads(row["keywords"])),
        url=row["url"],
        pdf_url=row["pdf_url"],
        code_url=row["code_url"],
        published=date.fromisoformat(row["published"]) if row["published"] else None,
        origin=row["origin"],
        added=datetime.fromisoformat(row["added"]),
        starter=bool(row["starter"]),
    )


def said_values(record: Record) -> tuple[object, ...]:
    """Return what a record says, in the order of `SAID`."""
    return (
        json_of(record.ids),
        record.title,
        record.title_derived,
        record.abstract,
        record.abstract_by.value,
        json_of(record.authors),
        record.venue,
        record.year,
        record.status.value if record.status else None,
        record.decision,
        json_of(record.keywords),
        record.url,
        record.pdf_url,
        record.code_url,
        record.published.isoformat() if record.published else None,
        record.origin,
        not record.abstract,
    )


SAID = (
    "ids", "title", "title_derived", "abstract", "abstract_by", "authors", "venue", "year",
    "status", "decision", "keywords", "url", "pdf_url", "code_url", "published", "origin", "bare",
)  # fmt: skip
"""The columns of `said_values`."""
