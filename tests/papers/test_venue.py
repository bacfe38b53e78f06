import pytest

from bot.papers.paper import Status
from bot.papers.status import status_of
from bot.papers.venue import split_venue


@pytest.mark.parametrize(
    ("written", "series", "year"),
    [
        ("ICLR 2026", "ICLR", 2026),
        ("iclr2018", "ICLR", 2018),
        ("ICLR", "ICLR", None),
        ("", "", None),
    ],
)
def test_a_venue_is_a_series_and_a_year(written: str, series: str, year: int | None) -> None:
    found, when = split_venue(written)
    assert (found.upper(), when) == (series, year)


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("Oral", Status.ORAL),
        ("Spotlight", Status.SPOTLIGHT),
        ("Poster", Status.POSTER),
        ("Accept", Status.ACCEPTED),
        ("Long", Status.ACCEPTED),
        ("Main", Status.ACCEPTED),
        ("Findings", Status.ACCEPTED),
        ("Industry", Status.ACCEPTED),
        ("Poster Workshop", Status.WORKSHOP),
        ("Submitted", Status.SUBMITTED),
        ("Withdraw", Status.WITHDRAWN),
        ("Reject", Status.REJECTED),
        ("Desk Reject", Status.REJECTED),
        ("Retracted", Status.RETRACTED),
        ("Something else", None),
        ("", None),
    ],
)
def test_a_sources_own_word_becomes_a_status(word: str, status: Status | None) -> None:
    assert status_of(word) is status
