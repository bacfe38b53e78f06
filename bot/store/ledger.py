"""The ledger: what became of what topics wanted, counted for those who ask how they do."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from bot.store.database import Database
from bot.store.shelf import Run, run_of
from bot.store.values import json_of, moment_of


@dataclass(frozen=True, slots=True)
class Account:
    """How a topic has done.

    Attributes:
        matched: Papers that it wanted since it began.
        posted: How many of them its channel had.
        owed: How many are still to come.
        failing: How many of these were tried in vain so far.
        aside: How many Discord does not take as they are.
        since: Since when the oldest of those that are still to come is owed, or None.
        last: When its channel had one of them last, or None.
    """

    matched: int = 0
    posted: int = 0
    owed: int = 0
    failing: int = 0
    aside: int = 0
    since: datetime | None = None
    last: datetime | None = None


class Ledger:
    """Counts posts by topic, and what came in since."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def accounts(self, topics: Collection[int]) -> dict[int, Account]:
        """Return how some topics have done, by their numbers."""
        rows = await self._database.rows(
            "SELECT topic, count(*) AS matched, count(*) FILTER (WHERE state = 'sent') AS posted, "
            "count(*) FILTER (WHERE state = 'owed') AS owed, "
            "count(*) FILTER (WHERE state = 'owed' AND attempts > 0) AS failing, "
            "count(*) FILTER (WHERE state = 'aside') AS aside, "
            "min(since) FILTER (WHERE state = 'owed') AS since, max(sent) AS last "
            "FROM wishes JOIN posts USING (channel, paper) "
            "WHERE topic IN (SELECT value FROM json_each(?)) GROUP BY topic",
            (json_of(list(topics)),),
        )
        found = {
            int(row["topic"]): Account(
                row["matched"],
                row["posted"],
                row["owed"],
                row["failing"],
                row["aside"],
                moment_of(row["since"]),
                moment_of(row["last"]),
            )
            for row in rows
        }
        return {number: found.get(number, Account()) for number in topics}

    async def seen(self, since: datetime) -> int:
        """Return how many papers have come since then, starter papers apart."""
        before = await self._database.rows(
            "SELECT number FROM papers WHERE added < ? ORDER BY number DESC LIMIT 1",
            (since.isoformat(),),
        )
        rows = await self._database.rows(
            "SELECT count(*) FROM papers WHERE number > ? AND heir IS NULL AND NOT starter",
            (before[0][0] if before else 0,),
        )
        return int(rows[0][0])

    async def newest_run(self) -> Run | None:
        """Return the import that began last, the starter papers apart, or None."""
        rows = await self._database.rows(
            "SELECT number, source, began, ended FROM runs WHERE source <> 'starter' "
            "ORDER BY number DESC LIMIT 1"
        )
        return run_of(rows[0]) if rows else None
