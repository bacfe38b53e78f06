"""The offline server as a page in a browser, until the process is told to stop."""

import webbrowser
from collections.abc import Callable

from simcord.backend.errors import SetupError

from bot.demo.server import open_server
from bot.library.opening import open_library
from bot.papers.errors import ChatError
from bot.papers.wording import say
from bot.settings import Settings
from bot.stopping import told_to_stop


async def serve_page(settings: Settings, port: int | None, tell: Callable[[str], None]) -> None:
    """Serve the page on 127.0.0.1, `tell` its address, and open it where there is a browser.

    Raises:
        ChatError: the port is taken.
    """
    with told_to_stop() as stopping:
        async with (
            open_library(settings.data_dir, starter=settings.starter) as library,
            open_server(library) as server,
        ):
            page = server.env.preview(
                server.channel, viewers=[server.admin, server.member], layout="channel", port=port
            )
            try:
                await page.__aenter__()
            except SetupError as error:
                raise ChatError(
                    say(
                        "Port {port} of 127.0.0.1 cannot be used; another program may have it. "
                        "Choose another with --port, or leave it out.",
                        port=port or 0,
                    )
                ) from error
            try:
                tell(page.url)
                _show(page.url)
                await stopping.wait()
            finally:
                await page.__aexit__(None, None, None)


def _show(url: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return  # a machine without one; the address is printed
    if (
        isinstance(browser, webbrowser.GenericBrowser)
        and type(browser) is webbrowser.GenericBrowser
    ):
        return  # one inside the terminal (w3m, lynx) would take it over, and cannot show the page
    browser.open(url)
