"""What a person types about a topic, read into a proposal: every option, or a sentence."""

from dataclasses import dataclass, replace
from typing import TypeVar

from bot.papers.errors import UnusableOption, UnusableQuery
from bot.papers.grammar import read
from bot.papers.grammar_tokens import is_unclosed
from bot.papers.schedule import DAYS, read_day, read_time, read_zone
from bot.papers.standing import MOST, Proposal, Schedule
from bot.papers.wording import Wording, say

LONGEST_QUERY = 1_000
"""Characters of a topic's query."""

P = TypeVar("P", bound=Proposal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was typed; None leaves a part of the topic as it is.

    Attributes:
        query: The query.
        schedule: `now`, `daily` or `weekly`.
        at: A time of day.
        day: A weekday.
        zone: A time zone.
        mention: A role's id as text; empty for none.
        most: Papers a post.
        publish: Whether posts are published.
        channel: The channel's id.
    """

    query: str | None = None
    schedule: str | None = None
    at: str | None = None
    day: str | None = None
    zone: str | None = None
    mention: str | None = None
    most: int | None = None
    publish: bool | None = None
    channel: int | None = None


def proposed(base: P, options: Options) -> P:
    """Return a proposal, or a topic as it is to be, with what was typed.

    Raises:
        UnusableQuery: the query says nothing to look for.
        UnusableOption: an option's value is none, or does not go with the schedule.
    """
    schedule = base.schedule if options.schedule is None else read_schedule(options.schedule)
    at = base.at if options.at is None else read_time(options.at)
    day = base.day if options.day is None else read_day(options.day)
    if sentence := _idle(schedule, options):
        raise UnusableOption(sentence)
    return replace(
        base,
        query=base.query if options.query is None else read_query(options.query),
        schedule=schedule,
        at=at,
        day=day,
        zone=base.zone if options.zone is None else read_zone(options.zone).key,
        mention=base.mention if options.mention is None else options.mention,
        most=base.most if options.most is None else read_most(options.most),
        publish=base.publish if options.publish is None else options.publish,
        channel=base.channel if options.channel is None else options.channel,
    )


def _idle(schedule: Schedule, options: Options) -> Wording | None:
    """Return what to say of an option that this schedule has no use for."""
    if options.at is not None and schedule is Schedule.NOW:
        return say(
            "A topic that posts at once has no time of day. Leave out `at`, or choose the "
            "schedule daily or weekly."
        )
    if options.day is not None and schedule is not Schedule.WEEKLY:
        return say("Only a weekly topic has a day. Leave out `day`, or choose the schedule weekly.")
    return None


def read_query(text: str) -> str:
    """Return a topic's query as it is kept; raises UnusableQuery."""
    if len(text) > LONGEST_QUERY:
        raise UnusableQuery(
            say(
                "This query has {count} characters; a topic's may have {most}. "
                "Make several topics of it.",
                count=f"{len(text):,}",
                most=f"{LONGEST_QUERY:,}",
            )
        )
    if is_unclosed(text):
        raise UnusableQuery(
            say('A quote in this query is not closed. Write phrases with both: "a phrase".')
        )
    return read(text).text


def read_schedule(text: str) -> Schedule:
    """Return a schedule by its name; raises UnusableOption."""
    try:
        return Schedule(text.strip().casefold())
    except ValueError as error:
        raise UnusableOption(
            say(
                "“{schedule}” is no schedule. Write it as now, daily or weekly.",
                schedule=text.strip(),
            )
        ) from error


def read_most(value: int | str) -> int:
    """Return how many papers a post may hold; raises UnusableOption."""
    try:
        most = int(value)
    except ValueError:
        most = 0
    if not 1 <= most <= MOST:
        raise UnusableOption(
            say(
                "A post may hold 1 to {most} papers; “{value}” is none of that.",
                most=MOST,
                value=str(value).strip(),
            )
        )
    return most


def written_when(proposal: Proposal) -> str:
    """Return schedule, day, time and zone in a line: `weekly Monday 09:00 Europe/Berlin`."""
    parts: list[str] = [proposal.schedule]
    if proposal.schedule is Schedule.WEEKLY:
        parts.append(DAYS[proposal.day])
    if proposal.schedule is not Schedule.NOW:
        parts.append(f"{proposal.at:%H:%M}")
    return " ".join((*parts, proposal.zone))


def read_when(line: str) -> Options:
    """Return what such a line says; its parts may come in any order. Raises UnusableOption."""
    found: dict[str, str] = {}
    words = line.split()
    for place, word in enumerate(words):
        if word.casefold() in ("am", "pm") and "at" in found:
            found["at"] += word
            continue
        name = "schedule" if place == 0 else _part(word)
        if name in found:
            raise UnusableOption(
                say(
                    "“{word}” is one part too many. Write it as {example}.",
                    word=word,
                    example="weekly Monday 09:00 Europe/Berlin",
                )
            )
        found[name] = word
    read_schedule(found.get("schedule", ""))
    return Options(**found)  # pyright: ignore[reportArgumentType] - texts only, by name


def _part(word: str) -> str:
    if word[:1].isdigit():
        return "at"
    try:
        read_day(word)
    except UnusableOption:
        return "zone"
    return "day"
