"""The offline server as a page in a browser, until the process is told to stop."""

import threading
import webbrowser
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from simcord.backend.errors import SetupError

from bot.demo.server import Server, keep_time, open_server
from bot.demo.zone import local_zone
from bot.library.opening import open_library
from bot.papers.errors import ChatError, ConfigurationError
from bot.papers.wording import say
from bot.settings import Settings
from bot.stopping import told_to_stop, until


async def serve_page(settings: Settings, port: int | None, tell: Callable[[str], None]) -> None:
    """Serve the page on 127.0.0.1, `tell` its address, and open it where there is a browser.

    Raises:
        ChatError: the port cannot be used.
        ConfigurationError: what the page needs is not installed.
    """
    with told_to_stop() as stopping:
        async with (
            open_library(settings.data_dir, starter=settings.starter) as library,
            open_server(library) as server,
            _page(server, port) as url,
        ):
            tell(url)
            _show(url)
            await until(stopping, keep_time(server.env), server.feed.run())


@asynccontextmanager
async def _page(server: Server, port: int | None) -> AsyncGenerator[str]:
    page = server.env.preview(
        server.channel,
        viewers=[server.admin, server.member],
        layout="channel",
        timezone=local_zone(),
        port=port,
    )
    try:
        await page.__aenter__()
    except SetupError as error:
        raise _refusal(error, port) from error
    try:
        yield page.url
    finally:
        await page.__aexit__(None, None, None)


def _refusal(error: SetupError, port: int | None) -> ChatError | ConfigurationError:
    if isinstance(error.__cause__, OSError):
        return ChatError(
            say(
                "Port {port} of 127.0.0.1 cannot be used; another program may have it. "
                "Choose another with --port, or leave it out.",
                port=port or 0,
            )
        )
    return ConfigurationError(
        say(
            "The demo's page cannot be shown: what it needs is missing or damaged. Install it "
            "with: pip install 'paperbot[demo]' (in a clone: pip install -e '.[demo]'). "
            "`paperbot demo --once COMMAND` works without it."
        )
    )


def _show(url: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return  # a machine without one; the address is printed
    if type(browser) is webbrowser.GenericBrowser:
        return  # one inside the terminal (w3m, lynx) would take it over, and cannot show the page
    # Some wait for seconds for the browser to come up, and it could not load the page meanwhile.
    threading.Thread(target=browser.open, args=(url,), daemon=True).start()
