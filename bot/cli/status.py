"""`status`: what the library holds, or whether the bot is well."""

import json
import sys
from datetime import UTC, datetime

import click

from bot.health.report import last_verdict
from bot.settings import load_settings


@click.command(short_help="What the library holds; whether the bot is well.")
@click.option("--health", is_flag=True, help="Exit 0 if the running bot is well, else 1.")
@click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")
def status(*, health: bool, as_document: bool) -> None:
    """Say how many papers the library holds, from where, and whether the index is fresh.

    With --health, say instead whether the bot that runs on the data folder is connected and
    answers, by what it wrote last.
    """
    settings = load_settings()
    if health:
        last = last_verdict(settings.data_dir, datetime.now(UTC))
        document = {"ok": last.well, "says": str(last), "report": last.report}
        click.echo(json.dumps(document, indent=2) if as_document else str(last))
        sys.exit(0 if last.well else 1)
    # A container asks for its health every half minute: that opens no library.
    from bot.cli.holdings import print_holdings  # noqa: PLC0415

    print_holdings(settings, as_document=as_document)
