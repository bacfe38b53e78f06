"""The page by mouse, as a member and as an admin; skips where there is no browser to drive.

What it saw lies beside the library, in the test's temporary folder.
"""

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the extra `pictures` is not installed")

from tests.demo.visitor import CHROMIUM, visit

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed"),
]


async def test_everything_works_by_mouse_as_a_member_and_as_an_admin(tmp_path: Path) -> None:
    async with visit(tmp_path) as visitor:
        for name in ("member", "admin"):
            await visitor.become(name)
            await visitor.pick("paper find", query="optimal transport", year="2013..2026")
            await visitor.sees("papers have all the words")
            await visitor.photograph(tmp_path / f"{name}-find.png")
            await visitor.press("▶")
            await visitor.sees("page 2 of")
            await visitor.photograph(tmp_path / f"{name}-page-2.png")
            await visitor.press("Open", 1)
            await visitor.sees("Post here")
            await visitor.photograph(tmp_path / f"{name}-opened.png")
            await visitor.pick("paper random")
            await visitor.sees("This summary is ours")
            await visitor.press("Another")
            await visitor.photograph(tmp_path / f"{name}-random.png")
            await visitor.pick("help")
            await visitor.sees("How to search")
            await visitor.photograph(tmp_path / f"{name}-help.png")
