"""A query brought to what the library knows, and its page; what the search thread does."""

from dataclasses import dataclass

from bot.papers.query import Query
from bot.search.index import Hits, Index


@dataclass(frozen=True, slots=True)
class Answer:
    """What the index says: how the query was taken, what was found, and what else to try."""

    query: Query
    hits: Hits
    weights: dict[str, float]
    suggestion: str | None


def search(index: Index, asked: Query, page: int, per_page: int, *, newest: bool) -> Answer:
    """Return a page; words that nobody wrote are mended where nothing else matches."""
    query, hits = _searched(index, asked, page, per_page, newest=newest)
    better = index.mended(asked)
    if better is not None and not hits.total:
        mended, found = _searched(index, better, page, per_page, newest=newest)
        if found.total:
            return Answer(mended, found, index.weights(mended), None)
    return Answer(query, hits, index.weights(query), better.read_as if better else None)


def _searched(
    index: Index, asked: Query, page: int, per_page: int, *, newest: bool
) -> tuple[Query, Hits]:
    query = index.understood(asked)
    hits = index.find(query, limit=per_page, offset=(page - 1) * per_page, newest=newest)
    if not hits.numbers and hits.total:
        last = -(-hits.total // per_page)
        hits = index.find(query, limit=per_page, offset=(last - 1) * per_page, newest=newest)
    return query, hits
