"""A real library with papers made up for the tests of chat."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import date, datetime
from pathlib import Path

from bot.library.importer import Importer
from bot.library.library import Library
from bot.library.opening import Places, open_store, settle
from bot.library.workers import open_workers
from bot.papers.paper import Record, Status

ATTENTION = Record(
    ids={"arxiv": ("1706.03762",), "doi": ("10.48550/arxiv.1706.03762",)},
    title="Attention Is All You Need",
    abstract=(
        "The dominant sequence models are recurrent. We propose the Transformer, based solely on "
        "attention. Code is at https://github.com/tensorflow/tensor2tensor for everybody."
    ),
    authors=("Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit"),
    venue="NeurIPS",
    year=2017,
    status=Status.ACCEPTED,
)
UGLY = Record(
    ids={"openreview": ("aBcDeFgHiJ",)},
    title="@everyone *Bold* [x](https://e.org) <@123> in title_case",
    abstract="# Everything <t:1:R> here </find:1> is :smile: *inert*. " * 60,
    authors=("Ann_With_Underscores",),
    venue="ICLR",
    year=2026,
    status=Status.SUBMITTED,
)
REJECTED = Record(
    ids={"openreview": ("rejected01",)},
    title="Rejected transport of goats",
    abstract="We transport goats over hills, and nobody believed it.",
    venue="ICLR",
    year=2025,
    status=Status.REJECTED,
)
BARE = Record(
    ids={"arxiv": ("2001.00001",)}, title="Quokkas without abstract", venue="arXiv", year=2020
)
PLANS = tuple(
    Record(
        ids={"openreview": (f"transport{n:02}",)},
        title=f"Optimal transport plan number {name}",
        abstract=f"We propose a transport plan called {name}. It is optimal for {name} alone.",
        authors=(f"{name.title()} Author",),
        venue="ICLR",
        year=2020 + n % 5,
        status=Status.POSTER,
        url=f"https://openreview.net/forum?id=transport{n:02}",
        published=date(2020 + n % 5, 1, 1 + n),
    )
    for n, name in enumerate(
        [
            "ant",
            "bee",
            "cat",
            "dog",
            "eel",
            "fox",
            "gnu",
            "hen",
            "ibis",
            "jay",
            "koala",
            "lynx",
            "mole",
            "newt",
            "owl",
            "pig",
            "quail",
            "rat",
        ]
    )
)
RECORDS = (ATTENTION, UGLY, REJECTED, BARE, *PLANS)


@asynccontextmanager
async def open_shelf(folder: Path, now: Callable[[], datetime]) -> AsyncGenerator[Library]:
    """Open the library in `folder`, with the papers above."""
    async with open_store(folder) as store:
        with open_workers(0) as workers:
            importer = Importer(store, now=now)
            await importer.take("tests", RECORDS, workers)
        library = Library(store, Places(folder).index, now=now)
        try:
            await settle(library, starter="never", processes=0)
            yield library
        finally:
            library.close()
