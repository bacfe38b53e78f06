"""A person at the demo's page: Debian's Chromium, driven by Playwright (extra `pictures`)."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Locator, Page, async_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
QUIET_MS = 400
"""How long the page may take to draw what it has been told."""


class Visitor:
    """Does with mouse and keyboard what a person would."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def last(self) -> Locator:
        """The newest message."""
        return self.page.locator("#channel-message-list article").last

    async def become(self, name: str) -> None:
        """Look at the server as somebody else."""
        await self.page.locator("#viewer-picker").select_option(label=name)
        await self.page.wait_for_timeout(QUIET_MS)

    async def pick(self, command: str, **options: str) -> None:
        """Pick a command from the list, fill in its options, and send it."""
        await self.begin(command)
        for name, value in options.items():
            field = self.page.locator(f"input[data-option={name}]")
            if not await field.count():
                await self.page.locator(".command-ghost").click()
                await self.page.get_by_role("option", name=re.compile(f"^{name}")).first.click()
            await field.fill(value)
        await self.page.keyboard.press("Escape")
        await self.page.locator("#send-message").click()
        await self.page.wait_for_timeout(QUIET_MS)

    async def begin(self, command: str) -> None:
        """Type a slash and choose the command with the mouse."""
        await self.page.locator("#channel-composer-input").click()
        await self.page.keyboard.type("/")
        entry = self.page.locator("[id^=command-entry-]").filter(has_text=f"/{command}")
        await entry.first.click()

    async def press(self, label: str, place: int = 0) -> None:
        """Press a button of the newest message that has one with this label."""
        buttons = self.page.locator("#channel-message-list article").filter(
            has=self.page.get_by_role("button", name=label, exact=True)
        )
        await buttons.last.get_by_role("button", name=label, exact=True).nth(place).click()
        await self.page.wait_for_timeout(QUIET_MS)

    async def sees(self, text: str) -> None:
        """Wait until the text stands somewhere in the conversation."""
        await self.page.get_by_text(text).last.wait_for(timeout=10_000)

    async def photograph(self, path: Path) -> None:
        """Keep what the page shows, with the newest answer in view where there is one."""
        newest = self.page.locator("#view-action-output")
        if await newest.is_visible():
            await newest.click()
            await self.page.wait_for_timeout(QUIET_MS)
        await self.page.screenshot(path=path)


@asynccontextmanager
async def visit(data: Path, *, height: int = 1000, scale: float = 1) -> AsyncGenerator[Visitor]:
    """Start `paperbot demo` on a data folder, open its page, and end it with Ctrl-C."""
    demo = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "demo",
        cwd=ROOT,
        env={**os.environ, "PAPERBOT_DATA_DIR": str(data), "BROWSER": "true"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert demo.stdout is not None
    try:
        said = (await asyncio.wait_for(demo.stdout.readline(), 60)).decode()
        url = said.split()[-1]
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            page = await browser.new_page(
                viewport={"width": 1280, "height": height}, device_scale_factor=scale
            )
            await page.goto(url)
            yield Visitor(page)
            await browser.close()
    finally:
        demo.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(demo.wait(), 10) == 0
