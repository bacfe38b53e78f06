"""What the library holds, and how its index and its topics stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.store.outbox import State as Posted
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class State:
    """What the library holds: papers that serve, by venue; how the index and the topics stand."""

    papers: int
    with_abstract: int
    venues: dict[str, int]
    index_papers: int
    index_bytes: int
    index_fresh: bool
    starter: bool
    last_added: datetime | None
    topics: int = 0
    paused: int = 0
    posts: Mapping[Posted, int] = field(default_factory=dict[Posted, int])
    last_check: datetime | None = None


async def state_of(store: Store, index: tuple[int, int, int]) -> State:
    """Return the state; `index` gives papers, bytes and the change up to which it goes."""
    counts = await store.shelf.counts()
    run = await store.shelf.last_run()
    papers, size, indexed = index
    topics, paused = await store.topics.counts()
    return State(
        papers=counts.papers,
        with_abstract=counts.with_abstract,
        venues=counts.venues,
        index_papers=papers,
        index_bytes=size,
        index_fresh=indexed == await store.shelf.revision(),
        starter=counts.starter,
        last_added=run.ended if run else None,
        topics=topics,
        paused=paused,
        posts=await store.outbox.totals(),
        last_check=await store.notes.checked(),
    )
