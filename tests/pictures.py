"""Make the pictures in docs/ anew from the real program: `python -m tests.pictures FOLDER`.

FOLDER is a data folder whose library they show. Needs the extra `pictures` and Debian's Chromium.
"""

import asyncio
import sys
from pathlib import Path

import simcord
from playwright.async_api import async_playwright

from bot.chat.client import PaperbotClient
from bot.library.opening import open_library
from tests.fakes import Marks

DOCS = Path(__file__).parents[1] / "docs"
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


async def photograph(url: str, path: Path, *, height: int) -> None:
    """Write what a browser shows at `url`, cut to the conversation."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = await browser.new_page(viewport={"width": 1100, "height": height})
        await page.goto(url)
        await page.wait_for_timeout(2_500)
        left = {"x": 256, "y": 52, "width": 844, "height": height - 130}
        await page.screenshot(path=path, clip=left)  # pyright: ignore[reportArgumentType] - a box
        await browser.close()


async def main(folder: Path) -> None:
    """Ask for papers as a member of a server would, and photograph each answer."""
    DOCS.mkdir(exist_ok=True)
    async with (
        open_library(folder, starter="auto") as library,
        simcord.run(PaperbotClient(library=library, marks=Marks())) as env,
    ):
        guild = env.create_guild("Reading group")
        alice = guild.add_member(env.create_user("alice"))
        for name, command, options, height in (
            ("find-card", "paper find", {"query": "optimal transport"}, 1520),
            ("opened", "paper show", {"paper": "openreview:gG09r15HhQ"}, 1000),
            ("error", "paper find", {"query": "the of"}, 420),
        ):
            channel = guild.create_text_channel("papers")
            await alice.slash(channel, command, **options)
            async with env.preview(
                channel, viewers=[alice], layout="channel", width=1000, height=height
            ) as preview:
                await photograph(preview.url, DOCS / f"{name}.png", height=height)
        assert env.errors, "the last question was one that cannot be answered"


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
