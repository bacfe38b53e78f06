"""`import`: papers into the library, with a progress bar for people and counts for scripts."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bot.cli.document import as_json
from bot.library.instance import is_running
from bot.library.intake import Part, Wish, bring_in, rehearse
from bot.library.uniting import Outcome
from bot.library.workers import POLITE, give_way
from bot.settings import load_settings
from bot.sources.source import FORMATS

SMALL = 1_000_000
"""Bytes of input below which worker processes cost more than they give."""
SHOWN_SKIPS = 5


@click.command("import", short_help="Bring papers into the library.")
@click.argument("what", nargs=-1, required=True)
@click.option("--venue", default="", help='Venue of records that name none, such as "ICLR 2026".')
@click.option(
    "--format", "file_format", type=click.Choice(FORMATS), help="Overrule what the content says."
)
@click.option("--dry-run", is_flag=True, help="Only count what would happen.")
@click.option("--quiet", is_flag=True, help="Post none of it to channels with topics.")
@click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")
def import_papers(
    *,
    what: tuple[str, ...],
    venue: str,
    file_format: str | None,
    dry_run: bool,
    quiet: bool,
    as_document: bool,
) -> None:
    """Import WHAT: files (.gz too), folders, or - for standard input.

    Running it again changes nothing that is already known; it may be stopped at any moment and
    started again.
    """
    settings = load_settings()
    if is_running(settings.data_dir):
        give_way(POLITE)
    with _Bar(what) as progress:
        processes = 0 if _size(what) < SMALL else 2
        wish = Wish(what, venue, file_format, processes=processes, quiet=quiet)
        parts = asyncio.run((rehearse if dry_run else bring_in)(settings.data_dir, wish, progress))
    if as_document:
        click.echo(as_json(_document(parts, dry_run=dry_run)))
    else:
        _print_parts(parts, dry_run=dry_run)
    for part in parts:
        if part.error is not None:
            click.echo(str(part.error), err=True)
    if any(part.error is not None for part in parts):
        sys.exit(1)


def _size(what: tuple[str, ...]) -> int:
    """Return the bytes of the input, as far as the file system knows; stdin counts as much."""
    size = 0
    for name in what:
        path = Path(name)
        if path.is_dir():
            size += sum(p.stat().st_size for p in path.rglob("*") if p.is_file())
        elif path.is_file():
            size += path.stat().st_size * (5 if path.suffix == ".gz" else 1)
        else:
            size += SMALL
    return size


class _Bar:
    """A progress bar on stderr; nothing where stderr is no terminal."""

    def __init__(self, what: tuple[str, ...]) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[papers]} papers"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._task = self._progress.add_task(", ".join(what)[:40], total=None, papers="0")

    def __enter__(self) -> Callable[[int], None]:
        self._progress.start()
        return lambda read: self._progress.update(self._task, papers=f"{read:,}")

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


def _document(parts: list[Part], *, dry_run: bool) -> dict[str, Any]:
    documents = [_part_document(part, dry_run=dry_run) for part in parts]
    if len(documents) == 1:
        return documents[0]
    sums = {
        key: sum(document[key] for document in documents)
        for key in ("read", *(outcome.value for outcome in Outcome), "took_s")
    }
    return {
        "source": ", ".join(document["source"] for document in documents),
        "format": ", ".join(dict.fromkeys(part.format for part in parts if part.format)),
        **sums,
        "took_s": round(sums["took_s"], 3),
        "skipped": [skip for document in documents for skip in document["skipped"]],
        "dry_run": dry_run,
        "parts": documents,
    }


def _part_document(part: Part, *, dry_run: bool) -> dict[str, Any]:
    counts = part.counts
    document = {
        "source": part.source,
        "format": part.format,
        "read": counts.read,
        **{outcome.value: counts.outcomes[outcome] for outcome in Outcome},
        "skipped": [{"where": where, "why": str(why)} for where, why in counts.skipped],
        "took_s": round(part.took_s, 3),
        "dry_run": dry_run,
    }
    return document if part.error is None else {**document, "error": str(part.error)}


def _print_parts(parts: list[Part], *, dry_run: bool) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for part in parts:
        counts = part.counts
        said = ", ".join(f"{counts.outcomes[outcome]:,} {outcome.value}" for outcome in Outcome)
        would = " (dry run: nothing was written)" if dry_run else ""
        console.print(
            f"{part.source}: {counts.read:,} read: {said}, {counts.skips:,} skipped, "
            f"{part.took_s:.1f} s{would}"
        )
        for where, why in counts.skipped[:SHOWN_SKIPS]:
            console.print(f"  {where}: {why}")
        if counts.skips > SHOWN_SKIPS:
            console.print(f"  and {counts.skips - SHOWN_SKIPS:,} more; --json lists them")
