"""`run`: the bot, connected to Discord."""

import asyncio

import click

from bot.app import run_bot
from bot.cli.verbosity import log_as_set
from bot.papers.errors import ConfigurationError
from bot.papers.wording import say
from bot.settings import Settings, load_settings, token_of


@click.command(short_help="Connect to Discord.")
def run() -> None:
    """Connect to Discord and answer until Ctrl-C or SIGTERM."""
    settings = load_settings()
    token = wanted_token(settings)
    log_as_set(settings)
    asyncio.run(run_bot(settings, token))


def wanted_token(settings: Settings) -> str:
    """Return the token.

    Raises:
        ConfigurationError: there is none, or none that could be sent.
    """
    token = token_of(settings)
    if not token:
        raise ConfigurationError(
            say(
                "There is no Discord token. Create a bot at "
                "https://discord.com/developers/applications, copy its token into "
                "PAPERBOT_DISCORD_TOKEN (environment or .env) and start again; "
                "`paperbot demo` needs none."
            )
        )
    return token
