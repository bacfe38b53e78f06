"""What an import owes to the channels whose topics want it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.library.asking import Asking, is_old
from bot.library.importer import Importer
from bot.library.opening import Places, open_store
from bot.library.workers import open_workers
from bot.papers.errors import TooManyTopics, TopicChanged, TopicNotFound
from bot.papers.paper import Record, Status
from bot.papers.parcel import card
from bot.papers.standing import A_SERVER, Proposal, Schedule, Topic, Trouble
from bot.store.outbox import Post, State
from bot.store.store import Store

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
HERE, THERE = 100, 200


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with open_store(tmp_path) as store:
        yield store


async def bring(store: Store, *records: Record, **how: bool) -> None:
    with open_workers(0) as workers:
        asking = None if how else Asking(store.topics)
        importer = Importer(store, now=lambda: NOW, starter="starter" in how, asking=asking)
        await importer.take("tests", records, workers)


async def topic(store: Store, query: str, channel: int = HERE, guild: int = 1) -> Topic:
    proposal = Proposal(guild=guild, channel=channel, made_in=channel, made_by=9, query=query)
    return await store.topics.begin(proposal, NOW)


def paper(number: int, title: str = "", abstract: str = "", **said: Any) -> Record:  # noqa: ANN401 - fields of a record
    fields: dict[str, Any] = {
        "ids": {"doi": (f"10.1/{number}",)},
        "title": title or f"Transport number {number}",
        "abstract": abstract or f"We move {number} goats.",
    }
    return Record(**(fields | said))


async def sent(store: Store, number: int, message: int = 77) -> None:
    [parcel] = await store.parcels.plan(HERE, [card(number)], NOW)
    await store.parcels.arrived(parcel, message, NOW, publish=False)


async def owed(store: Store, channel: int = HERE) -> list[Post]:
    return await store.outbox.owed(channel)


async def test_a_channel_owes_what_its_topic_wants_and_what_came_after_it(store: Store) -> None:
    await bring(store, paper(1))
    await topic(store, "transport")
    await bring(store, paper(1), paper(2), paper(3, "Graphs", "No such thing."))
    assert [post.paper for post in await owed(store)] == [2]
    assert await owed(store, THERE) == []
    assert list(await store.outbox.backlog()) == [HERE]


async def test_a_paper_is_owed_once_to_a_channel_whatever_wants_it(store: Store) -> None:
    first, second = await topic(store, "transport"), await topic(store, "goats")
    other = await topic(store, "transport", THERE)
    await bring(store, paper(1))
    await bring(store, paper(1, abstract="We move goats again, in another version."))
    [post] = await owed(store)
    assert (post.state, post.since, post.attempts) == (State.OWED, NOW, 0)
    assert post.topics == (first.number, second.number)
    [there] = await owed(store, THERE)
    assert there.topics == (other.number,)


async def test_what_was_sent_is_not_owed_again(store: Store) -> None:
    await topic(store, "transport")
    await bring(store, paper(1))
    await sent(store, 1)
    await topic(store, "goats")
    await bring(store, paper(1, status=Status.POSTER, venue="ICLR", year=2026))
    assert await owed(store) == []
    [post] = await store.outbox.of_paper(1, [HERE])
    assert (post.state, post.message, post.sent) == (State.SENT, 77, NOW)


LONG = " ".join(f"word{n} moves goats over hill number {n}." for n in range(30))


@pytest.mark.parametrize("had", [1, 2])
async def test_where_two_papers_turn_out_to_be_one_sent_wins(store: Store, had: int) -> None:
    await topic(store, "goats")
    await bring(
        store,
        Record(ids={"doi": ("10.1/1",)}, title="One", abstract=LONG),
        Record(ids={"arxiv": ("2601.00001",)}, title="Another", abstract="Other goats."),
    )
    assert len(await owed(store)) == 2
    await sent(store, had)
    both = {"doi": ("10.1/1",), "arxiv": ("2601.00001",)}
    await bring(store, Record(ids=both, title="One", abstract=LONG))
    assert await owed(store) == []
    [post] = await store.outbox.of_paper(1, [HERE])
    assert (post.state, post.message) == (State.SENT, 77)
    assert await store.outbox.of_paper(2, [HERE]) == []


@pytest.mark.parametrize("how", ["starter", "quiet"])
async def test_starter_papers_and_quiet_imports_owe_nothing(store: Store, how: str) -> None:
    await topic(store, "transport")
    await bring(store, paper(1), **{how: True})
    assert await owed(store) == []


async def test_a_starter_paper_that_a_source_brings_is_new(store: Store) -> None:
    await topic(store, "transport")
    await bring(store, paper(1), starter=True)
    await bring(store, paper(1, abstract="The authors' own abstract of transport."))
    assert len(await owed(store)) == 1


async def test_a_paper_is_looked_at_again_when_its_abstract_comes(store: Store) -> None:
    await topic(store, "sinkhorn")
    await bring(store, Record(ids={"doi": ("10.1/1",)}, title="Transport"))
    assert await owed(store) == []
    await bring(store, paper(1, "Transport", "We use Sinkhorn's scaling."))
    assert len(await owed(store)) == 1
    await sent(store, 1)
    await bring(store, paper(1, "Transport", "We use Sinkhorn's scaling, and say more."))
    assert await owed(store) == []


@pytest.mark.parametrize(
    ("said", "old"),
    [
        ({"published": date(2025, 11, 1)}, False),
        ({"published": date(2025, 10, 31)}, True),
        ({"year": 2025}, False),
        ({"year": 2024}, True),
        ({}, False),
        ({"year": 2024, "published": date(2026, 1, 1)}, False),
    ],
)
async def test_what_is_dated_more_than_thirteen_months_back_is_no_news(
    store: Store, said: dict[str, Any], *, old: bool
) -> None:
    await topic(store, "transport")
    await bring(store, paper(1, **said))
    assert (await owed(store) == []) is old
    assert is_old(paper(1, **said), NOW.date()) is old


async def test_a_topic_that_begins_while_an_import_writes_misses_nothing_that_comes_after(
    store: Store, tmp_path: Path
) -> None:
    async with Store.open(Places(tmp_path).database) as other:
        quick: list[Topic] = []

        class Quick(Asking):
            """An admin confirms a topic just after the importer has asked."""

            async def wanted(
                self, papers: Mapping[int, Record], now: datetime
            ) -> dict[int, Sequence[int]]:
                found = await super().wanted(papers, now)
                if not quick:
                    quick.append(await topic(other, "transport"))
                return found

        importer = Importer(store, now=lambda: NOW, asking=Quick(store.topics))
        with open_workers(0) as workers:
            await importer.take("tests", [paper(1), paper(2)], workers)
    assert [post.paper for post in await owed(store)] == [1, 2]


async def test_a_topic_belongs_to_its_server(store: Store) -> None:
    made = await topic(store, "transport", guild=1)
    for forged in (store.topics.get(2, made.number), store.topics.pause(2, made.number, NOW)):
        with pytest.raises(TopicNotFound):
            await forged
    with pytest.raises(TopicNotFound):
        await store.topics.remove(2, made.number)
    assert await store.topics.of_guild(2) == []
    assert await store.topics.of_guild(1) == [made]


async def test_two_admins_cannot_undo_each_other_unseen(store: Store) -> None:
    made = await topic(store, "transport")
    weekly = replace(made, schedule=Schedule.WEEKLY)
    changed = await store.topics.edit(weekly)
    assert (changed.schedule, changed.version) == (Schedule.WEEKLY, 2)
    with pytest.raises(TopicChanged):
        await store.topics.edit(weekly)


async def test_a_removed_topic_takes_with_it_what_only_it_owed(store: Store) -> None:
    made = await topic(store, "transport")
    await topic(store, "goats")
    await bring(store, paper(1), paper(2, abstract="We move sheep."))
    await store.topics.remove(1, made.number)
    assert [post.paper for post in await owed(store)] == [1]


async def test_a_paused_topic_goes_on_collecting(store: Store) -> None:
    made = await topic(store, "transport")
    paused = await store.topics.pause(1, made.number, NOW, Trouble.GONE)
    assert (paused.paused, paused.why) == (NOW, Trouble.GONE)
    await bring(store, paper(1))
    assert len(await owed(store)) == 1
    assert (await store.topics.resume(1, made.number)).paused is None


async def test_there_are_a_hundred_topics_a_server(store: Store) -> None:
    for number in range(A_SERVER):
        await topic(store, f"word{number}")
    with pytest.raises(TooManyTopics):
        await topic(store, "one more")
    await topic(store, "elsewhere", guild=2)


async def test_what_failed_waits_or_is_set_aside(store: Store) -> None:
    await topic(store, "transport")
    await bring(store, paper(1), paper(2))
    first, second = await store.parcels.plan(HERE, [card(1), card(2)], NOW)
    await store.parcels.trying(first, NOW)
    await store.parcels.missed(first, "503", certain=False)
    await store.parcels.set_aside(second, "50035")
    [post] = await owed(store)
    assert (post.paper, post.attempts, post.error) == (1, 1, "503")
    assert await store.outbox.counts(HERE) == {State.OWED: 1, State.ASIDE: 1}
    [waiting] = await store.parcels.unsent(HERE)
    assert (waiting.number, waiting.tried) == (first.number, NOW)
