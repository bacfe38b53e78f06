"""Years and days, as sources write them."""

import re
from calendar import monthrange
from datetime import UTC, date, datetime

from bot.papers.ids import arxiv_month
from bot.papers.paper import Ids
from bot.sources.fields import Fields, first, string_of

_YEAR = re.compile(r"(?<![0-9])(?:1[89]|20)[0-9]{2}(?![0-9])")
_DAY = re.compile(r"((?:19|20)[0-9]{2})[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?(?![0-9])")
_NAMES = ("published", "publicationDate", "publication_date", "pubdate", "date", "cdate")
_MILLISECONDS = range(10**11, 10**13)


def year_in(value: object) -> int | None:
    """Return the year that a number or text holds, or None."""
    match = _YEAR.search(string_of(value)[:40])
    return int(match[0]) if match else None


def published(fields: Fields, ids: Ids) -> date | None:
    """Return the day on which the paper appeared, or None where nothing says more than a year.

    A month alone counts as its last day, also that of an arXiv id.
    """
    for name in _NAMES:
        if day := _day_of(first(fields, (name,))):
            return day
    arxiv = ids.get("arxiv")
    return arxiv_month(arxiv[0]) if arxiv else None


def _day_of(value: object) -> date | None:
    if isinstance(value, int) and value in _MILLISECONDS:
        return datetime.fromtimestamp(value / 1000, UTC).date()
    match = _DAY.match(string_of(value)[:40])
    if match is None:
        return None
    year, month = int(match[1]), int(match[2])
    try:
        return date(year, month, int(match[3]) if match[3] else monthrange(year, month)[1])
    except ValueError:
        return None
