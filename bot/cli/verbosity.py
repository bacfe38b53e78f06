"""Logging at the command line: as the settings say for `run`, in detail for `--debug`."""

from urllib.request import getproxies

import click

from bot.logs import LogFormat, LogLevel, set_up
from bot.papers.errors import ConfigurationError
from bot.settings import Settings, load_settings


def log_as_set(settings: Settings) -> None:
    """Log as the settings say, and in detail where the person said `--debug`."""
    context = click.get_current_context(silent=True)
    debug = context is not None and context.find_root().params.get("debug", False)
    level = LogLevel.DEBUG if debug else settings.log_level
    set_up(settings.log_format, level, _secrets(settings))


def log_in_detail() -> None:
    """Log everything, readably; also where the settings cannot be used."""
    try:
        secrets = _secrets(load_settings())
    except ConfigurationError:
        secrets = []
    set_up(LogFormat.TEXT, LogLevel.DEBUG, secrets)


def _secrets(settings: Settings) -> list[str]:
    """Return the token, and what stands before the @ of a proxy."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    proxies = (proxy.rpartition("@")[0].rpartition("://")[2] for proxy in getproxies().values())
    return [token.strip(), *proxies]
