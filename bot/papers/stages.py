"""At which stage a paper stopped on its way to a topic's channel."""

from dataclasses import dataclass
from enum import StrEnum

from bot.papers.document import Document
from bot.papers.paper import Paper
from bot.papers.query import All, Query
from bot.papers.reading import written
from bot.papers.standing import Topic
from bot.papers.topic import missing, shown


class Stage(StrEnum):
    """What a paper has to pass, in this order."""

    STARTER = "starter"
    """Starter papers are never posted."""
    BEFORE = "before"
    """It came before the topic began."""
    OLD = "old"
    """It is dated too far back to be news."""
    HIDDEN = "hidden"
    """It is rejected, withdrawn or retracted."""
    MISSING = "missing"
    """Something that the query asks for is not there."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a paper stopped; `parts` are those of the query that are not true of it."""

    stage: Stage
    parts: tuple[str, ...] = ()


def stops(topic: Topic, query: Query, paper: Paper, document: Document, *, old: bool) -> list[Stop]:
    """Return everything that kept a paper, as topics read it, from a topic; or nothing."""
    absent = missing(query, document)
    found: list[Stop] = []
    if paper.starter:
        found.append(Stop(Stage.STARTER))
    elif paper.added < topic.begun:
        found.append(Stop(Stage.BEFORE))
    if old:
        found.append(Stop(Stage.OLD))
    if not shown(query, paper):
        found.append(Stop(Stage.HIDDEN))
    if absent:
        found.append(Stop(Stage.MISSING, tuple(written(All((part,))) for part in absent)))
    return found
