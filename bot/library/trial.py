"""What a topic would have posted: shown to an admin before anything begins."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from bot.library.library import Library
from bot.papers.document import Document
from bot.papers.ids import arxiv_month
from bot.papers.paper import Paper
from bot.papers.query import Query
from bot.papers.topic import Reason, reasons, wants
from bot.papers.wording import Wording, say

NEWEST = 500
"""The newest papers that are looked at one by one."""
MOST_LOOKED_AT = 2_000
"""Papers of the last year that are looked at; a topic that wants more is too broad anyway."""
SAMPLES = 5
BROAD_A_WEEK = 30
BROAD_PART = 8
"""One in this many of the newest papers is too much for a topic."""
A_TURN = 10
YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Trial:
    """What would have been posted.

    Attributes:
        newest: How many of the newest papers were looked at.
        newest_wanted: How many of them the topic wants.
        ever_wanted: How many of all papers, as far as they were looked at.
        year_wanted: How many papers of the last 365 days it wants; None without dates.
        more: Whether there are more than were looked at.
        weekly: About how many a week; None where the library holds no dates.
        samples: Some of them, the newest first, each with the reasons.
        busiest: The most papers of one day.
    """

    newest: int
    newest_wanted: int
    ever_wanted: int
    year_wanted: int | None
    more: bool
    weekly: float | None
    samples: tuple[tuple[Paper, tuple[Reason, ...]], ...]
    busiest: int

    @property
    def too_broad(self) -> bool:
        """Whether the channel would be flooded."""
        often = self.weekly is not None and self.weekly > BROAD_A_WEEK
        return self.more or often or self.newest_wanted * BROAD_PART > self.newest

    def advice(self, most: int) -> list[Wording]:
        """Return what an admin should hear before the topic begins; `most` papers are one post."""
        if not self.ever_wanted:
            return [
                say(
                    "No paper of the library matches it. Leave out a word, try another one with "
                    "`a | b`, or see with /paper find how the papers put it."
                )
            ]
        found: list[Wording] = []
        if self.too_broad:
            found.append(
                say(
                    "It is broad: the channel would hear a lot. Add a word or a phrase in quotes, "
                    "or keep something out with `-word`."
                )
            )
        if self.busiest > most:
            found.append(
                say(
                    "There are days with {busiest} of these papers: choose the schedule daily, "
                    "which makes one post of them.",
                    busiest=self.busiest,
                )
            )
        return found


async def try_out(library: Library, query: Query, today: date) -> Trial:
    """Hold a topic's query against what the library holds already.

    Raises:
        LibraryBuilding: there is no index yet.
    """
    query = await library.understood(query)
    newest = await library.newest(NEWEST)
    wanted = await _wanted(newest, query)
    matching, total = await library.matching(query, MOST_LOOKED_AT)
    ever = await _wanted(matching, query)
    last_year = [paper for paper in ever if _is_recent(paper, today)]
    dated = sum(day_of(paper) is not None for paper in newest) * 2 > len(newest)
    days = Counter(day for paper in last_year if (day := paper.published) is not None)
    return Trial(
        newest=len(newest),
        newest_wanted=len(wanted),
        ever_wanted=len(ever),
        year_wanted=len(last_year) if dated else None,
        more=total > MOST_LOOKED_AT,
        weekly=len(last_year) * 7 / YEAR.days if dated else None,
        samples=tuple(
            (paper, tuple(reasons(query, Document(paper)))) for paper in (wanted or ever)[:SAMPLES]
        ),
        busiest=max(days.values(), default=0),
    )


def day_of(paper: Paper) -> date | None:
    """Return about when a paper appeared: its day, or the last of its arXiv month, or None."""
    arxiv = paper.first_id("arxiv")
    if paper.published is None and arxiv is not None:
        return arxiv_month(arxiv)
    return paper.published


def _is_recent(paper: Paper, today: date) -> bool:
    day = day_of(paper)
    return day is not None and day >= today - YEAR


async def _wanted(papers: Iterable[Paper], query: Query) -> list[Paper]:
    found: list[Paper] = []
    for turn, paper in enumerate(papers):
        if wants(query, Document(paper)):
            found.append(paper)
        if turn % A_TURN == 0:
            await asyncio.sleep(0)
    return found
