"""Papers read back: by number, by id, and by what has changed."""

import asyncio
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from bot.papers.paper import Paper
from bot.store.database import Database
from bot.store.rows import COLUMNS, paper_of
from bot.store.values import json_of, moment_of

AT_A_TIME = 200
"""Rows made into papers before others get their turn: some 10 ms."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What came after a revision, up to `revision`: papers to index, and numbers to take out."""

    revision: int
    papers: list[Paper]
    gone: list[int]


@dataclass(frozen=True, slots=True)
class Counts:
    """The papers that serve; `starter` says whether the starter papers are among them."""

    papers: int
    with_abstract: int
    venues: dict[str, int]
    starter: bool


@dataclass(frozen=True, slots=True)
class Run:
    """One import: what from, and when it ended, or None while it runs or was cut off."""

    number: int
    source: str
    began: datetime
    ended: datetime | None = field(default=None)


class Shelf:
    """Reads papers; a number that was given up leads to the paper that took its place."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, numbers: Collection[int]) -> dict[int, Paper]:
        """Return papers by the numbers asked for; unknown numbers are left out."""
        rows = await self._database.rows(
            "SELECT asked.number AS asked, ifnull(asked.heir, asked.number) AS found "
            "FROM papers AS asked WHERE asked.number IN (SELECT value FROM json_each(?))",
            (json_of(list(numbers)),),
        )
        found = {row["asked"]: row["found"] for row in rows}
        rows = await self._database.rows(
            f"SELECT {COLUMNS} FROM papers WHERE number IN (SELECT value FROM json_each(?))",  # noqa: S608 - names from rows.py
            (json_of(list(set(found.values()))),),
        )
        papers = {row["number"]: paper_of(row) for row in rows}
        return {asked: papers[number] for asked, number in found.items() if number in papers}

    async def find(self, kind: str, value: str) -> int | None:
        """Return the number of the paper that has or ever had this id, or None."""
        rows = await self._database.rows(
            "SELECT paper FROM ids WHERE kind = ? AND value = ?", (kind, value)
        )
        return int(rows[0][0]) if rows else None

    async def revision(self) -> int:
        """Return the number of the last change."""
        rows = await self._database.rows("SELECT value FROM counters WHERE name = 'revision'")
        return int(rows[0][0])

    async def changed_since(self, revision: int, limit: int) -> Changes:
        """Return up to `limit` changes after `revision`, oldest first.

        Papers that do not serve (given up, or starter papers while others serve) come as gone.
        """
        serving = await self.starters_serve()
        rows = await self._database.rows(
            f"SELECT heir, revision, {COLUMNS} FROM papers WHERE revision > ? "  # noqa: S608 - names from rows.py
            "ORDER BY revision LIMIT ?",
            (revision, limit),
        )
        papers: list[Paper] = []
        gone: list[int] = []
        for place, row in enumerate(rows):
            if place % AT_A_TIME == 0:
                await asyncio.sleep(0)
            if row["heir"] is not None or (row["starter"] and not serving):
                gone.append(row["number"])
            else:
                papers.append(paper_of(row))
        return Changes(rows[-1]["revision"] if rows else revision, papers, gone)

    async def counts(self) -> Counts:
        """Return how many papers serve, and from where."""
        serving = await self.starters_serve()
        rows = await self._database.rows(
            "SELECT venue, starter, count(*) AS papers, sum(NOT bare) AS whole FROM papers "
            "WHERE heir IS NULL AND (NOT starter OR ?) GROUP BY venue, starter",
            (serving,),
        )
        venues: dict[str, int] = {}
        for row in rows:
            venues[row["venue"]] = venues.get(row["venue"], 0) + row["papers"]
        return Counts(
            papers=sum(row["papers"] for row in rows),
            with_abstract=sum(row["whole"] for row in rows),
            venues=venues,
            starter=any(row["starter"] for row in rows),
        )

    async def last_run(self) -> Run | None:
        """Return the last import that came to its end, the starter papers apart, or None."""
        rows = await self._database.rows(
            "SELECT number, source, began, ended FROM runs "
            "WHERE ended IS NOT NULL AND source <> 'starter' ORDER BY number DESC LIMIT 1"
        )
        return run_of(rows[0]) if rows else None

    async def has_others(self) -> bool:
        """Return whether there is any paper that is not merely a starter paper."""
        rows = await self._database.rows(
            "SELECT 1 FROM papers WHERE NOT starter AND heir IS NULL LIMIT 1"
        )
        return bool(rows)

    async def starters_serve(self) -> bool:
        """Return whether starter papers serve."""
        rows = await self._database.rows("SELECT value FROM counters WHERE name = 'starters'")
        return bool(rows[0][0])

    async def serve_starters(self, *, serve: bool) -> None:
        """Let the starter papers serve or not; each of them counts as changed."""
        async with self._database.transaction():
            revision = await self.revision()
            rows = await self._database.rows(
                "SELECT number FROM papers WHERE starter AND heir IS NULL ORDER BY number"
            )
            await self._database.run_many(
                "UPDATE papers SET revision = ? WHERE number = ?",
                [(revision + place, row["number"]) for place, row in enumerate(rows, 1)],
            )
            await self._database.run_many(
                "UPDATE counters SET value = ? WHERE name = ?",
                [(int(serve), "starters"), (revision + len(rows), "revision")],
            )


def run_of(row: sqlite3.Row) -> Run:
    """Return the import in a row of its number, source, beginning and end."""
    began = datetime.fromisoformat(row["began"])
    return Run(row["number"], row["source"], began, moment_of(row["ended"]))
