"""Whether the data folder can be written, and how much room there is; nothing is left in it."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from bot.library.opening import Places
from bot.library.writing import NO_ROOM
from bot.papers.finding import Finding, fine, problem, warning
from bot.papers.wording import Wording, say

MEGABYTE = 1_000_000
TIGHT = 1_000 * MEGABYTE
"""An import of 100,000 papers takes half of it, and an index that is built anew as much again."""
FULL = 50 * MEGABYTE
FOLDER = "data folder"
SPACE = "free space"


class Usage(Protocol):
    """What `shutil.disk_usage` says."""

    @property
    def free(self) -> int:
        """Bytes that may still be written."""
        ...


def find_folder(folder: Path) -> Finding:
    """Say whether the data folder is there and can be written."""
    try:
        if not folder.exists():
            return _missing(folder)
        for place in (folder, Places(folder).index):
            if place.exists():
                _try_writing(place)
        for place in folder.glob("papers.db*"):
            with place.open("r+b"):
                pass
    except OSError as error:
        return _unwritable(folder, error)
    return fine(FOLDER, say("{folder} can be written.", folder=folder))


def find_space(folder: Path, usage: Callable[[Path], Usage] = shutil.disk_usage) -> Finding:
    """Say how much room there is where the data folder lies."""
    try:
        place = _nearest(folder)
        free = usage(place).free
    except OSError as error:
        return warning(
            SPACE,
            say("The free space cannot be told ({reason}).", reason=error),
            _another_folder(),
        )
    says = say("{megabytes} MB are free at {place}.", megabytes=f"{free / 1e6:,.0f}", place=place)
    mend = _make_room()
    if free < FULL:
        return problem(SPACE, says, mend)
    return warning(SPACE, says, mend) if free < TIGHT else fine(SPACE, says)


def _missing(folder: Path) -> Finding:
    parent = _nearest(folder)
    if not parent.is_dir():
        return problem(
            FOLDER,
            say("{folder} cannot be made: {parent} is no folder.", folder=folder, parent=parent),
            _another_folder(),
        )
    try:
        _try_writing(parent)
    except OSError as error:
        return _unwritable(folder, error)
    return warning(
        FOLDER,
        say("{folder} is not there yet.", folder=folder),
        say(
            "Nothing, where this is a new installation: the first command makes it. Where papers "
            "should be in it, name the folder that holds them in PAPERBOT_DATA_DIR."
        ),
    )


def _unwritable(folder: Path, error: OSError) -> Finding:
    reason = error.strerror or error
    return problem(
        FOLDER,
        say("{folder} cannot be written ({reason}).", folder=folder, reason=reason),
        _make_room() if error.errno in NO_ROOM else _another_folder(),
    )


def _make_room() -> Wording:
    return say("Make room there, or move the data folder and name it in PAPERBOT_DATA_DIR.")


def _another_folder() -> Wording:
    return say(
        "Let the user who runs Paperbot write there, or choose another folder with "
        "PAPERBOT_DATA_DIR."
    )


def _try_writing(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * 4096)
        file.flush()


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest place above it that exists."""
    return next(place for place in (folder, *folder.parents) if place.exists())
