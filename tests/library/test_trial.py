"""The test that an admin sees before a topic begins."""

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.library.importer import Importer
from bot.library.library import Library
from bot.library.opening import Places, open_store, settle
from bot.library.trial import Trial, day_of, try_out
from bot.library.workers import open_workers
from bot.papers.document import Part
from bot.papers.grammar import read
from bot.papers.paper import Record, Status
from bot.papers.topic import Reason

TODAY = date(2026, 12, 1)
Shelf = Callable[[Iterable[Record]], AbstractAsyncContextManager[Library]]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    @asynccontextmanager
    async def holding(records: Iterable[Record]) -> AsyncGenerator[Library]:
        async with open_store(tmp_path) as store:
            with open_workers(0) as workers:
                importer = Importer(store, now=lambda: datetime.now(UTC))
                await importer.take("tests", records, workers)
            with closing(Library(store, Places(tmp_path).index)) as library:
                await settle(library, starter="never", processes=0)
                yield library

    return holding


def paper(number: int, title: str, days_ago: int | None = None, **said: object) -> Record:
    published = None if days_ago is None else TODAY - timedelta(days=days_ago)
    fields = {"ids": {"doi": (f"10.1/{number}",)}, "title": title, "published": published} | said
    return Record(**fields)  # pyright: ignore[reportArgumentType] - fields of a record


def about(subject: str, count: int, first: int = 0) -> list[Record]:
    return [paper(first + n, f"Study {first + n} of {subject}", n) for n in range(count)]


async def tried(library: Library, query: str) -> Trial:
    return await try_out(library, read(query), TODAY)


async def test_it_says_what_would_have_come_and_why(shelf: Shelf) -> None:
    records = [
        *about("goats", 100),
        paper(900, "Elastic transport", 3, abstract="We move goats."),
        paper(901, "Plain transport", 300, abstract="We move goats."),
        paper(902, "Old transport", 500, abstract="We move goats."),
        paper(903, "Rejected transport", 3, abstract="Of goats.", status=Status.REJECTED),
    ]
    async with shelf(records) as library:
        trial = await tried(library, "transport goats")
    assert (trial.newest, trial.newest_wanted, trial.year_wanted) == (104, 3, 2)
    assert trial.weekly == pytest.approx(2 * 7 / 365)
    assert [sample.title for sample, _ in trial.samples] == [
        "Elastic transport",
        "Plain transport",
        "Old transport",
    ]
    assert trial.samples[0][1] == (
        Reason("transport", Part.TITLE),
        Reason("goats", Part.ABSTRACT),
    )
    assert not trial.too_broad
    assert trial.advice(10) == []


async def test_names_of_authors_are_no_subject(shelf: Shelf) -> None:
    async with shelf([paper(1, "Sheaves", 1, authors=("Billy Goats",))]) as library:
        trial = await tried(library, "goats")
    assert (trial.newest_wanted, trial.year_wanted) == (0, 0)


async def test_a_broad_topic_is_told_to_be_narrower(shelf: Shelf) -> None:
    async with shelf([*about("goats", 20), *about("sheaves", 60, 100)]) as library:
        broad = await tried(library, "goats")
        narrow = await tried(library, '"study 3"')
    assert broad.too_broad
    assert "It is broad" in str(broad.advice(10)[0])
    assert not narrow.too_broad


async def test_a_topic_whose_papers_are_all_older_is_no_mistake(shelf: Shelf) -> None:
    records = [paper(9_000, "Quokkas", 900), *about("goats", 520)]
    async with shelf(records) as library:
        trial = await tried(library, "quokkas")
    assert (trial.newest_wanted, trial.year_wanted, trial.ever_wanted) == (0, 0, 1)
    assert [sample.title for sample, _ in trial.samples] == ["Quokkas"]
    assert trial.advice(10) == []


async def test_a_topic_that_nothing_matches_gets_advice(shelf: Shelf) -> None:
    async with shelf(about("goats", 20)) as library:
        trial = await tried(library, "quokkas")
    assert not trial.too_broad
    assert "No paper of the library matches it" in str(trial.advice(10)[0])


async def test_days_with_many_papers_ask_for_a_daily_post(shelf: Shelf) -> None:
    burst = [paper(n, f"Study {n} of goats", 7) for n in range(12)]
    async with shelf([*burst, *about("sheaves", 200, 100)]) as library:
        trial = await tried(library, "goats")
    assert trial.busiest == 12
    [advice] = trial.advice(10)
    assert str(advice).startswith("There are days with 12 of these papers")
    assert trial.advice(25) == []


async def test_without_dates_nothing_is_claimed(shelf: Shelf) -> None:
    records = [paper(n, f"Study {n} of goats", year=2026) for n in range(9)]
    async with shelf(records) as library:
        trial = await tried(library, "goats")
    assert (trial.weekly, trial.year_wanted, trial.newest_wanted) == (None, None, 9)


async def test_an_arxiv_month_is_a_date(shelf: Shelf) -> None:
    records = [
        Record(ids={"arxiv": (f"26{month:02}.00001",)}, title=f"Goats in month {month}")
        for month in range(1, 13)
    ]
    async with shelf(records) as library:
        trial = await tried(library, "goats")
        [first] = [p for p in await library.newest(500) if p.title.endswith("month 3")]
    assert trial.year_wanted == 12
    assert day_of(first) == date(2026, 3, 31)
