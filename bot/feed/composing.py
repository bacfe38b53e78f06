"""From a parcel to the message that comes next of it: papers, why they come, who hears of them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from bot.feed.courier import Cause, Dispatch, Item
from bot.library.results import told
from bot.papers.document import Document
from bot.papers.errors import LibraryBuilding, UnusableQuery
from bot.papers.grammar import read
from bot.papers.paper import Paper
from bot.papers.parcel import Parcel
from bot.papers.query import Query, ranking_terms
from bot.papers.standing import Topic
from bot.papers.topic import reasons
from bot.store.store import Store

Understand = Callable[[Query], Awaitable[Query]]
"""Adds what else the words of a query are called; raises LibraryBuilding where nothing is known."""


async def as_typed(query: Query) -> Query:
    """Add nothing."""
    return query


async def compose(
    store: Store,
    parcel: Parcel,
    topics: Sequence[Topic],
    understand: Understand,
    *,
    plain: bool = False,
) -> Dispatch:
    """Return the next message of a parcel; without items where its papers are no more.

    `topics` are the channel's running ones; `understand` adds what else their words are called.
    """
    numbers = parcel.on(parcel.part)
    papers = await store.shelf.get(numbers)
    current = {number: papers[number] for number in numbers if number in papers}
    posts = await store.outbox.of_papers(parcel.channel, [p.number for p in current.values()])
    wanted = {post.paper: post.topics for post in posts}
    queries = {t.number: query for t in topics if (query := await _query(t, understand))}
    by_number = {topic.number: topic for topic in topics}
    items: list[Item] = []
    for paper in current.values():
        causes = [
            (by_number[number], queries.get(number))
            for number in wanted.get(paper.number, ())
            if number in by_number
        ]
        items.append(_item(paper, causes))
        await asyncio.sleep(0)  # a summary is a millisecond; others may answer between
    wanting = await store.outbox.topics_of(parcel)
    named = [by_number[number] for number in wanting if number in by_number]
    return Dispatch(
        guild=topics[0].guild,
        parcel=parcel,
        items=items,
        topics=named,
        mentions=_mentions(named) if parcel.part == 0 else (),
        plain=plain,
    )


def _item(paper: Paper, causes: Iterable[tuple[Topic, Query | None]]) -> Item:
    document = Document(paper)
    found: list[Cause] = []
    terms: set[str] = set()
    for topic, query in causes:
        found.append(Cause(topic, tuple(reasons(query, document)) if query else ()))
        terms.update(ranking_terms(query) if query else ())
    title, summary, _ = told(paper, dict.fromkeys(terms, 1.0))
    return Item(paper=paper, title=title, summary=summary, causes=tuple(found))


def _mentions(topics: Sequence[Topic]) -> list[int]:
    return list(dict.fromkeys(int(topic.mention) for topic in topics if topic.mention))


async def _query(topic: Topic, understand: Understand) -> Query | None:
    try:
        query = read(topic.query)
    except UnusableQuery:
        return None
    try:
        return await understand(query)
    except LibraryBuilding:
        return query
