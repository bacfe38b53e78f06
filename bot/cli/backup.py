"""`backup` and `restore`: the library as one file, and back."""

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console

from bot.app import offline_library
from bot.cli.document import as_json
from bot.library.archive import Contents
from bot.library.backup import back_up
from bot.library.backup import restore as put_back
from bot.papers.errors import SourceMissing
from bot.papers.wording import say
from bot.settings import Settings, load_settings

T = TypeVar("T")


@click.command(short_help="Write the library to one file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite FILE where it exists.")
@click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")
def backup(*, file: Path, force: bool, as_document: bool) -> None:
    """Write everything that the library holds to FILE, also while the bot runs.

    FILE is a gzipped tar; it appears when it is whole. Topics, searches and marks are in it; the
    index is not, because a restore makes it anew.
    """
    settings = load_settings()
    _no_stream(file)
    contents, took = _timed("Backing up", lambda: back_up(settings.data_dir, file, overwrite=force))
    size = file.stat().st_size
    if as_document:
        click.echo(as_json(_document(file, contents, took) | {"bytes": size}))
    else:
        click.echo(f"{file}: {contents.papers:,} papers, {size / 1e6:,.1f} MB, {took:.1f} s")


@click.command(short_help="Put a backup back.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")
def restore(*, file: Path, as_document: bool) -> None:
    """Put what FILE holds into the data folder, in the place of what is there.

    Refused while the bot runs. FILE is looked at whole before anything is touched, and what was
    there before is kept in the data folder, under the time.
    """
    settings = load_settings()
    _no_stream(file)
    restored, took = _timed("Restoring", lambda: put_back(settings.data_dir, file))
    _timed("Building the index", lambda: asyncio.run(_index(settings)))
    contents, kept = restored.contents, restored.kept
    if as_document:
        document = _document(file, contents, took) | {"kept": str(kept) if kept else None}
        click.echo(as_json(document))
        return
    click.echo(f"The library of {contents.made} is back: {contents.papers:,} papers, {took:.1f} s")
    if kept:
        click.echo(f"What was there before lies in {kept}; remove it when all is well.")


async def _index(settings: Settings) -> None:
    async with offline_library(settings):
        pass


def _document(file: Path, contents: Contents, took: float) -> dict[str, object]:
    return {
        "file": str(file),
        "made": contents.made,
        "papers": contents.papers,
        "schema": contents.schema,
        "took_s": round(took, 3),
    }


def _timed(what: str, work: Callable[[], T]) -> tuple[T, float]:
    """Do it, say so on a terminal, and return what came of it and the seconds it took."""
    began = time.perf_counter()
    with Console(stderr=True).status(what) if sys.stderr.isatty() else nullcontext():
        result = work()
    return result, time.perf_counter() - began


def _no_stream(file: Path) -> None:
    if str(file) == "-":
        raise SourceMissing(
            say("A backup is a file, not a stream. Name one, for example papers.backup.tar.gz.")
        )
