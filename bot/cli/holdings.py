"""What the library holds, for `status`."""

import asyncio

import click
from rich.console import Console
from rich.table import Table

from bot.app import offline_library
from bot.cli.document import as_json, state_document
from bot.library.state import State
from bot.settings import Settings
from bot.store.outbox import State as Posted

SHOWN_VENUES = 15


def print_holdings(settings: Settings, *, as_document: bool) -> None:
    """Print how many papers there are, from where, and whether the index is fresh."""
    state = asyncio.run(_state(settings))
    if as_document:
        click.echo(as_json(state_document(state)))
    else:
        _print_state(state)


async def _state(settings: Settings) -> State:
    async with offline_library(settings) as library:
        return await library.state()


def _print_state(state: State) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    starter = " (the starter library; import your own with `paperbot import`)"
    console.print(
        f"{state.papers:,} papers, {state.with_abstract:,} with abstract"
        + (starter if state.starter else "")
    )
    fresh = "fresh" if state.index_fresh else "behind; the next import or start brings it up"
    console.print(
        f"Index: {state.index_papers:,} papers, {state.index_bytes / 1e6:,.1f} MB, {fresh}"
    )
    if state.last_added:
        console.print(f"Last import: {state.last_added:%Y-%m-%d %H:%M} UTC")
    if state.topics:
        console.print(_topics(state))
    if state.venues:
        console.print(_venue_table(state.venues))


def _topics(state: State) -> str:
    paused = f" ({state.paused:,} paused)" if state.paused else ""
    owed, sent, aside = (state.posts.get(kind, 0) for kind in Posted)
    checked = f"{state.last_check:%Y-%m-%d %H:%M} UTC" if state.last_check else "never"
    return (
        f"Topics: {state.topics:,}{paused}; posts: {sent:,} sent, {owed:,} owed, {aside:,} "
        f"set aside; last check: {checked}"
    )


def _venue_table(venues: dict[str, int]) -> Table:
    table = Table("Venue", "Papers", box=None)
    table.columns[1].justify = "right"
    largest = sorted(venues.items(), key=lambda item: (-item[1], item[0]))
    for venue, papers in largest[:SHOWN_VENUES]:
        table.add_row(venue or "(none)", f"{papers:,}")
    rest = largest[SHOWN_VENUES:]
    if rest:
        table.add_row(f"{len(rest)} more", f"{sum(papers for _, papers in rest):,}")
    return table
