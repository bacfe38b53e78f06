"""`deliver`: what channels owe and is due, posted now; for a machine on which no bot runs."""

import asyncio

import click

from bot.app import deliver_once
from bot.cli.document import as_json, pass_document
from bot.cli.run import wanted_token
from bot.cli.verbosity import log_as_set
from bot.feed.feed import Pass
from bot.settings import load_settings


@click.command(short_help="Post what channels owe, once.")
@click.option("--once", is_flag=True, help="One pass, then it ends.")
@click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")
def deliver(*, once: bool, as_document: bool) -> None:
    """Connect to Discord, post what is due to the channels that have topics, and end.

    A running bot does this by itself; beside one this command is refused.
    """
    if not once:
        raise click.UsageError(
            "Say `paperbot deliver --once`; `paperbot run` delivers all the time."
        )
    settings = load_settings()
    token = wanted_token(settings)
    log_as_set(settings)
    done = asyncio.run(deliver_once(settings, token))
    click.echo(as_json(pass_document(done)) if as_document else _told(done))


def _told(done: Pass) -> str:
    lines = [
        (
            f"{_counted(done.papers, 'paper')} posted in {_counted(done.messages, 'message')}; "
            f"{_counted(done.owed, 'post')} still owed."
        )
    ]
    if done.aside:
        lines.append(f"{_counted(done.aside, 'paper')} set aside: Discord does not take them.")
    lines += [f"Channel {channel}: {error}" for channel, error in sorted(done.failed.items())]
    return "\n".join(lines)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
