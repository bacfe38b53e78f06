"""Make the pictures in docs/ anew: `python -m tests.pictures FOLDER [NAME...]`.

They show the real program with the library of FOLDER, a data folder that doctor names; those in the
repository show the starter papers, which an empty one begins with. NAME leaves out all others.
Needs the extra `pictures` and Debian's Chromium.
"""

import asyncio
import io
import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, Page, async_playwright
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text
from simcord.actors import MemberActor

from bot.demo.server import Server, keep_time, open_server
from bot.library.asking import Asking
from bot.library.importer import Importer
from bot.library.library import Library
from bot.library.opening import open_library, settle
from bot.library.starter import starter_items
from bot.library.workers import open_workers
from bot.papers.paper import Record
from bot.sources.source import Skipped
from tests.demo.visitor import CHROMIUM, FLAGS, visit

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CARDS = {
    "find-card": ("paper find", {"query": "optimal transport"}),
    "opened": ("paper show", {"paper": "arxiv:2210.02747"}),
    "error": ("paper find", {"query": "the of"}),
}
COLUMNS = 96
SCALE = 1.75
"""Pixels of a picture for one of the page, so that it is crisp on fine screens."""
CARD = 688
"""How wide a card is with the picture of who sent it; beside it there is nothing."""
EDGE = 14
TOPICS = (("optimal transport", 10), ("learning | model | transformer", 5))

THEME = TerminalTheme(
    (30, 31, 36),
    (220, 221, 225),
    [(60, 62, 70), (237, 108, 108), (126, 200, 130), (230, 192, 105), (108, 160, 240),
     (200, 140, 230), (100, 200, 210), (220, 221, 225)],
    [(120, 123, 134), (250, 140, 140), (150, 220, 150), (245, 215, 140), (140, 185, 250),
     (220, 170, 245), (140, 220, 228), (255, 255, 255)],
)  # fmt: skip
SCREEN = """
<body style="margin:0;background:#1e1f24"><div id="screen" style="display:inline-block;
padding:20px 26px;background:{background};color:{foreground}"><pre style="margin:0;
font:15px/1.45 'DejaVu Sans Mono',monospace">{code}</pre></div></body>
"""


async def photograph(seen: Page | Locator, name: str, *, card: bool = False) -> None:
    """Keep what is seen, in the few colours that it has; of a message only its card's width."""
    path = DOCS / f"{name}.png"
    await seen.screenshot(path=path)
    with Image.open(path) as picture:
        whole = picture.convert("RGB")
    if card:
        width, height = int(CARD * SCALE), whole.height + int(EDGE * SCALE)
        framed = Image.new("RGB", (width, height), whole.getpixel((0, 0)))
        framed.paste(whole)
        whole = framed
    few = whole.quantize(256, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


async def browse(look: Callable[[Page], Awaitable[None]], height: int) -> None:
    """Open a page of a browser and look at it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = await browser.new_page(
            viewport={"width": 1100, "height": height}, device_scale_factor=SCALE
        )
        await look(page)
        await browser.close()


async def card(folder: Path, name: str) -> None:
    """Ask as a member of a server would, and photograph the answer."""
    command, options = CARDS[name]
    async with open_library(folder, starter="auto") as library, open_server(library) as server:
        await server.member.slash(server.channel, command, **options)
        await photograph_last(server, server.member, name, height=2_000)


async def topics(folder: Path) -> None:
    """Give a channel topics as an admin does, let papers come, and photograph what is seen.

    Older papers of the starter library are there before, the newest come then.
    """
    items = sorted(starter_items(), key=lambda item: getattr(item, "year", 0) or 0)
    async with open_library(folder, starter="never") as library, open_server(library) as server:
        time = asyncio.ensure_future(keep_time(server.env))
        await take(library, items[:-40])
        await settle(library, starter="never", processes=0)
        for (query, most), coming in zip(TOPICS, (items[-40:-20], items[-20:]), strict=True):
            test = await server.admin.slash(
                server.channel, "topic add", query=query, channel=server.channel, most=most
            )
            if most == 10:
                await photograph_last(server, server.admin, "topic-test")
            await server.admin.click(test.response, label="Confirm")
            await take(library, coming)
            await server.feed.once()
        await asyncio.sleep(2)
        await photograph_posts(server)
        await server.admin.slash(server.channel, "topic status")
        await photograph_last(server, server.admin, "topic-status")
        time.cancel()


async def take(library: Library, records: list[Record | Skipped]) -> None:
    """Bring papers as if they were new."""
    with open_workers(0) as workers:
        asking = Asking(library.store.topics)
        importer = Importer(library.store, now=lambda: datetime.now(UTC), asking=asking)
        await importer.take("conference.jsonl", records, workers)


async def photograph_posts(server: Server) -> None:
    """Photograph the newest card and the newest digest of the channel."""

    async def look(messages: Locator) -> None:
        await photograph(messages.filter(has_text="title has").first, "topic-card", card=True)
        await photograph(messages.filter(has_text="new papers").last, "topic-digest", card=True)

    await look_at_messages(server, server.member, look, height=6_000)


async def photograph_last(
    server: Server, viewer: MemberActor, name: str, *, height: int = 2_400
) -> None:
    """Photograph the newest answer as somebody sees it."""

    async def look(messages: Locator) -> None:
        await photograph(messages.last, name, card=True)

    await look_at_messages(server, viewer, look, height=height)


async def look_at_messages(
    server: Server, viewer: MemberActor, look: Callable[[Locator], Awaitable[None]], *, height: int
) -> None:
    """Open the channel as somebody sees it, and look at its messages."""
    async with server.env.preview(server.channel, viewers=[viewer], layout="channel") as preview:

        async def open_channel(page: Page) -> None:
            await page.goto(preview.url)
            await page.wait_for_timeout(2_500)
            await look(page.locator("#channel-message-list article"))

        await browse(open_channel, height)


async def demo(folder: Path) -> None:
    """Visit the demo's page, ask, choose the next command from the list, and photograph it."""
    async with visit(folder, height=1040, scale=SCALE) as visitor:
        await visitor.become("member")
        await visitor.pick("paper find", query="optimal transport")
        await visitor.page.locator("#view-action-output").click()
        await visitor.page.wait_for_timeout(1_000)
        await visitor.page.locator("#channel-composer-input").click()
        await visitor.page.keyboard.type("/")
        await visitor.page.wait_for_timeout(1_000)
        await photograph(visitor.page, "demo")


async def terminal(folder: Path, name: str, *words: str) -> None:
    """Run a command in a terminal of its own and photograph what it prints."""
    printed = typed(folder, *words)
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text.assemble(("$ ", "bold green"), (f"paperbot {' '.join(words)}", "bold")))
    console.print(Text.from_ansi(printed))
    html = console.export_html(theme=THEME, code_format=SCREEN, inline_styles=True)

    async def look(page: Page) -> None:
        await page.set_content(html)
        await photograph(page.locator("#screen"), name)

    await browse(look, 1_000)


def typed(folder: Path, *words: str) -> str:
    """Return what `paperbot` prints to a terminal."""
    near, far = pty.openpty()
    environment = {**os.environ, "PAPERBOT_DATA_DIR": str(folder), "TERM": "xterm-256color"}
    environment["COLUMNS"] = str(COLUMNS)
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", *words],
        cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=far, stderr=far,
    ):  # fmt: skip
        os.close(far)
        printed = b""
        while True:
            try:
                block = os.read(near, 65_536)
            except OSError:  # the terminal's other end is closed: the command has ended
                break
            printed += block
    os.close(near)
    return printed.decode().replace("\r\n", "\n").rstrip()


async def main(folder: Path, names: list[str]) -> None:
    """Make all pictures, or those that are named."""
    DOCS.mkdir(exist_ok=True)
    wanted = names or [*CARDS, "topics", "demo", "terminal-find", "terminal-doctor"]
    for name in wanted:
        if name in CARDS:
            await card(folder, name)
    if "topics" in wanted:
        with tempfile.TemporaryDirectory() as new:
            await topics(Path(new))
    if "demo" in wanted:
        await demo(folder)
    if "terminal-find" in wanted:
        await terminal(folder, "terminal-find", "find", "optimal", "transport", "--limit", "3")
    if "terminal-doctor" in wanted:
        await terminal(folder, "terminal-doctor", "doctor")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
