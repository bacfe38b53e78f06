"""`demo`: the same bot in an offline Discord, without a token."""

import asyncio
import logging

import click
from rich.console import Console

from bot.papers.errors import ConfigurationError
from bot.papers.wording import say
from bot.settings import load_settings


@click.command(short_help="Try the bot in an offline Discord.")
@click.option(
    "--port", type=click.IntRange(1, 65_535), help="The page's port; default: a free one."
)
@click.option("--once", metavar="COMMAND", help="Type one command, print the reply, and end.")
def demo(*, port: int | None, once: str | None) -> None:
    """Show the bot in a Discord that runs inside this process, in a browser.

    It needs neither a token nor a network, and shows the papers of the data folder, or the starter
    papers where there are no others. Ctrl-C ends it.

    --once '/paper find query: optimal transport year: 2026' prints one reply instead.
    """
    if once is not None and port is not None:
        raise click.UsageError("--once has no page, and so no --port.")
    settings = load_settings()
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    try:
        # Only this command needs the offline Discord, which is an extra.
        from bot.demo.once import reply_to  # noqa: PLC0415
        from bot.demo.page import serve_page  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            say(
                "The demo needs the package {package}. Install it with: "
                "pip install 'paperbot[demo]' (in a clone: pip install -e '.[demo]').",
                package=error.name or "simcord",
            )
        ) from error
    if once is not None:
        click.echo(asyncio.run(reply_to(settings, once)))
    else:
        asyncio.run(serve_page(settings, port, _tell))


def _tell(url: str) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"The bot is in the server at [bold]{url}[/bold]", markup=True)
    console.print("Type / there to see its commands. Ctrl-C ends the demo.")
