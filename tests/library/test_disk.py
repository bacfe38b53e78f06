from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.library.disk import find_folder, find_space


@dataclass
class Usage:
    """A disk with so many bytes left."""

    free: int


@pytest.mark.parametrize(
    ("megabytes", "level"), [(0, "problem"), (49, "problem"), (999, "warning"), (5000, "ok")]
)
def test_a_disk_that_fills_up_is_told_of_in_time(
    tmp_path: Path, megabytes: int, level: str
) -> None:
    found = find_space(tmp_path / "not" / "yet", lambda _: Usage(megabytes * 1_000_000))
    assert found.level.value == level
    assert f"{megabytes:,} MB are free at {tmp_path}" in str(found.says)


def test_a_disk_that_cannot_be_asked_is_a_warning(tmp_path: Path) -> None:
    def fail(_: Path) -> Usage:
        raise OSError("stale handle")

    found = find_space(tmp_path, fail)
    assert (found.level.value, "stale handle" in str(found.says)) == ("warning", True)


def test_a_folder_that_is_tried_stays_empty(tmp_path: Path) -> None:
    assert find_folder(tmp_path).level.value == "ok"
    assert not list(tmp_path.iterdir())
