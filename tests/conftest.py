"""What several tests share."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("paperbot", deadline=None)  # a busy machine is no failure
settings.load_profile("paperbot")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the repository, with its `data` and `seeds`; skips without it."""
    named = os.environ.get("PAPERBOT_SHARED")
    folder = Path(named) if named else Path(__file__).parents[1].parent / "shared"
    if not (folder / "data").is_dir():
        pytest.skip(
            f"needs the real data: {folder} has no folder 'data' (PAPERBOT_SHARED names another)"
        )
    return folder


@pytest.fixture
def handlers() -> Iterator[None]:
    """Log again where it was logged before."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
