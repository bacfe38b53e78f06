from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.errors import UnusableOption
from bot.papers.schedule import DAYS, Quiet, due, read_day, read_time, read_zone
from bot.papers.standing import Proposal, Schedule


def topic(schedule: str, at: str = "09:00", zone: str = "Europe/Berlin", day: int = 0) -> Proposal:
    return Proposal(
        guild=1,
        channel=2,
        made_in=2,
        made_by=3,
        query="transport",
        schedule=Schedule(schedule),
        at=time.fromisoformat(at),
        zone=zone,
        day=day,
    )


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("made", "since", "posted"),
    [
        (topic("now"), "2026-12-01 12:34", "2026-12-01 12:34"),
        (topic("daily"), "2026-12-01 07:59", "2026-12-01 08:00"),
        (topic("daily"), "2026-12-01 08:00", "2026-12-02 08:00"),
        (topic("daily"), "2026-07-01 06:59", "2026-07-01 07:00"),
        (topic("weekly"), "2026-12-01 12:00", "2026-12-07 08:00"),
        (topic("weekly", day=1), "2026-12-01 07:00", "2026-12-01 08:00"),
        (topic("weekly", day=1), "2026-12-01 08:00", "2026-12-08 08:00"),
        # Berlin's clocks are put forward on 2026-03-29 at 2:00, and back on 2026-10-25 at 3:00.
        (topic("daily"), "2026-03-28 12:00", "2026-03-29 07:00"),
        (topic("daily", "02:30"), "2026-03-28 12:00", "2026-03-29 01:30"),
        (topic("daily", "02:30"), "2026-10-24 12:00", "2026-10-25 00:30"),
        (topic("daily", "02:30"), "2026-10-25 00:30", "2026-10-26 01:30"),
        (topic("daily", zone="Asia/Kathmandu"), "2026-12-01 00:00", "2026-12-01 03:15"),
    ],
)
def test_times_follow_the_zone(made: Proposal, since: str, posted: str) -> None:
    assert due(made, utc(since)) == utc(posted)


@pytest.mark.parametrize(
    ("quiet", "since", "posted"),
    [
        (Quiet(time(22), time(7)), "2026-12-01 12:00", "2026-12-01 12:00"),
        (Quiet(time(22), time(7)), "2026-12-01 21:30", "2026-12-02 06:00"),
        (Quiet(time(22), time(7)), "2026-12-02 03:00", "2026-12-02 06:00"),
        (Quiet(time(12), time(14)), "2026-12-01 11:00", "2026-12-01 13:00"),
        (Quiet(time(12), time(14)), "2026-12-01 13:00", "2026-12-01 13:00"),
    ],
)
def test_what_falls_into_quiet_hours_waits_for_their_end(
    quiet: Quiet, since: str, posted: str
) -> None:
    assert due(topic("now"), utc(since), quiet) == utc(posted)


ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]


@given(
    st.sampled_from(list(Schedule)),
    st.times(timezones=st.none()).map(lambda t: t.replace(second=0, microsecond=0)),
    st.sampled_from(ZONES),
    st.integers(0, 6),
    st.integers(1_735_689_600, 1_861_920_000),
)
def test_a_post_comes_after_it_is_owed_and_within_its_period(
    schedule: Schedule, at: time, zone: str, day: int, seconds: int
) -> None:
    since = datetime.fromtimestamp(seconds, UTC)
    posted = due(topic(schedule, f"{at:%H:%M}", zone, day), since)
    longest = {Schedule.NOW: 0, Schedule.DAILY: 26, Schedule.WEEKLY: 7 * 24 + 2}[schedule]
    assert timedelta(0) <= posted - since <= timedelta(hours=longest)
    local = posted.astimezone(read_zone(zone))
    if schedule is Schedule.WEEKLY and at.hour > 3:
        assert local.weekday() == day
    if schedule is not Schedule.NOW and at.hour > 3:
        assert local.time() == at


@pytest.mark.parametrize(
    ("text", "read"),
    [("9", time(9)), ("09:00", time(9)), ("21:30", time(21, 30)), ("9:30 pm", time(21, 30)),
     ("12am", time(0)), ("12 PM", time(12))],
)  # fmt: skip
def test_a_time_is_read_as_people_write_it(text: str, read: time) -> None:
    assert read_time(text) == read


@pytest.mark.parametrize("text", ["25:61", "24:00", "9:60", "noon", "", "13pm", "0am", "-1"])
def test_what_is_no_time_gets_a_sentence(text: str) -> None:
    with pytest.raises(UnusableOption, match="is no time of day"):
        read_time(text)


def test_days_and_zones_are_read_by_name_and_near_misses_are_offered() -> None:
    assert [read_day(day) for day in DAYS] == list(range(7))
    assert read_day(" fri") == 4
    for text in ("", "t", "Caturday"):
        with pytest.raises(UnusableOption, match="no day of the week"):
            read_day(text)
    assert read_zone("europe/berlin").key == "Europe/Berlin"
    assert read_zone("America/New York").key == "America/New_York"
    with pytest.raises(UnusableOption, match="Europe/Berlin"):
        read_zone("Europe/Berln")
    for text in ("", "../../etc/passwd", "Mars/Olympus", "\0"):
        with pytest.raises(UnusableOption, match="no time zone"):
            read_zone(text)
