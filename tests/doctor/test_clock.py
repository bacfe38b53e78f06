from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.doctor.clock import find_clock
from bot.papers.finding import Level


@pytest.mark.parametrize("year", [1970, 2025, 2099])
def test_a_clock_that_no_machine_can_have_is_a_problem(tmp_path: Path, year: int) -> None:
    found = find_clock(tmp_path, datetime(year, 1, 1, tzinfo=UTC))
    assert found.level is Level.PROBLEM
    assert f"{year}-01-01" in str(found.says)


def test_a_clock_behind_what_it_showed_is_a_problem(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    (tmp_path / "health.json").write_text("")
    assert find_clock(tmp_path, now).level is Level.OK
    found = find_clock(tmp_path, now - timedelta(hours=1))
    assert found.level is Level.PROBLEM
    assert "was written later" in str(found.says)
