"""The proxy that the environment names for Discord: HTTPS_PROXY, and NO_PROXY for exceptions."""

from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from discord.http import Route

from bot.papers.errors import ConfigurationError
from bot.papers.wording import say


def proxy_for_discord() -> str | None:
    """Return the URL of the proxy, or None.

    Raises:
        ConfigurationError: it is of a kind that cannot be used.
    """
    discord = urlsplit(Route.BASE)
    proxy = getproxies().get(discord.scheme)
    if not proxy or proxy_bypass(discord.hostname or ""):
        return None
    if "://" not in proxy:
        proxy = f"http://{proxy}"
    if not _usable(proxy):
        raise ConfigurationError(
            say(
                "The proxy {proxy} cannot be used. Name one like http://host:port in HTTPS_PROXY, "
                "or except discord.com and discord.gg from it in NO_PROXY.",
                proxy=without_password(proxy),
            )
        )
    return proxy


def _usable(proxy: str) -> bool:
    try:
        parts = urlsplit(proxy)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def without_password(proxy: str) -> str:
    """Return the proxy's URL as it may be shown."""
    scheme, mark, rest = proxy.rpartition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
