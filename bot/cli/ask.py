"""`find`, `random`, `show` and `similar`: questions at the command line."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click

from bot.app import offline_library
from bot.cli.batch import answer_lines, read_lines
from bot.cli.cards import print_found, print_paper, print_similar
from bot.cli.document import (
    as_json,
    found_document,
    paper_document,
    similar_document,
    unusable_document,
)
from bot.library.library import Found, Library
from bot.papers.errors import UnusableQuery
from bot.papers.grammar import read
from bot.papers.paper import Paper
from bot.settings import load_settings

T = TypeVar("T")

WORDS = {"ignore_unknown_options": True}
"""Lets `-word` through as a word of the query."""

MOST_PASTED = 200_000
"""Bytes of an abstract that are read from stdin."""

words_argument = click.argument("words", nargs=-1, type=click.UNPROCESSED)
json_option = click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")


@click.command(context_settings=WORDS, short_help="Find papers.")
@words_argument
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--page", type=click.IntRange(1, 1_000_000), default=1, show_default=True)
@click.option(
    "--sort",
    type=click.Choice(["relevance", "newest"]),
    default="relevance",
    show_default=True,
)
@click.option(
    "--batch",
    type=click.Path(path_type=Path),
    help="A file with a query a line: text, or JSON with `text` and `_id`; - is stdin.",
)
@json_option
def find(
    *,
    words: tuple[str, ...],
    limit: int,
    page: int,
    sort: str,
    batch: Path | None,
    as_document: bool,
) -> None:
    """Find papers: words, "a phrase", -word, a | b, title: author: venue: year: since: status:."""
    text = _joined(words)
    newest = sort == "newest"
    if batch is not None:
        if text or not as_document:
            raise click.UsageError("--batch takes its queries from the file and needs --json.")
        lines = read_lines(batch)
        _with_library(lambda library: answer_lines(library, lines, limit=limit, newest=newest))
        return
    try:
        query = read(text)
    except UnusableQuery as error:
        click.echo(as_json(unusable_document(text, str(error))) if as_document else str(error))
        return
    found = _with_library(
        lambda library: library.find(query, page=page, per_page=limit, newest=newest)
    )
    _show_found(found, as_document=as_document)


@click.command("random", context_settings=WORDS, short_help="Show one paper at random.")
@words_argument
@json_option
def random_paper(*, words: tuple[str, ...], as_document: bool) -> None:
    """Show one paper at random, among those that match WORDS where there are any."""
    text = _joined(words)
    query = read(text) if text else None
    paper = _with_library(lambda library: library.random(query))
    if paper is None:
        click.echo("null" if as_document else "No paper with an abstract matches.")
    else:
        _show_paper(paper, as_document=as_document)


@click.command(short_help="Show one paper whole.")
@click.argument("key", nargs=-1, required=True)
@json_option
def show(*, key: tuple[str, ...], as_document: bool) -> None:
    """Show the paper that KEY names: a key, an arXiv, OpenReview or DOI id or URL, or a title."""
    paper = _with_library(lambda library: library.show(" ".join(key)))
    _show_paper(paper, as_document=as_document)


@click.command(short_help="Find papers like one, or like an abstract.")
@click.argument("key", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@json_option
def similar(*, key: tuple[str, ...], limit: int, as_document: bool) -> None:
    """Find papers like the one that KEY names, as `show` takes it, or like a pasted abstract.

    An abstract is given as KEY, or on stdin where KEY is `-`.
    """
    text = " ".join(key)
    if text == "-":
        text = sys.stdin.buffer.read(MOST_PASTED).decode(errors="replace").strip()
    found = _with_library(lambda library: library.like(text, limit=limit))
    if as_document:
        click.echo(as_json(similar_document(text, found)))
    else:
        print_similar(found)


def _with_library(question: Callable[[Library], Awaitable[T]]) -> T:
    async def ask() -> T:
        settings = load_settings()
        async with offline_library(settings) as library:
            return await question(library)

    return asyncio.run(ask())


def _joined(words: tuple[str, ...]) -> str:
    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    return " ".join(words).strip()


def _show_found(found: Found, *, as_document: bool) -> None:
    if as_document:
        click.echo(as_json(found_document(found)))
    else:
        print_found(found)


def _show_paper(paper: Paper, *, as_document: bool) -> None:
    if as_document:
        click.echo(as_json(paper_document(paper)))
    else:
        print_paper(paper)
