"""The test of a topic, as an admin sees it before anything is saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from discord import ButtonStyle
from discord.ui import Button, LayoutView, Separator, TextDisplay

from bot.chat.cards import ACCENT, WARNING, Card, button, card_of, with_row
from bot.chat.limits import fits
from bot.chat.markdown import cut, markdown
from bot.chat.reader import Reader
from bot.chat.reasons import words_found
from bot.chat.states import Begin, Change, Daily
from bot.chat.topic_facts import Stand, next_post, settings, title
from bot.library.trial import Trial
from bot.papers.marks import plain
from bot.papers.standing import Proposal, Schedule, Topic
from bot.papers.wording import Wording, say, say_count

_CUTS = ((5, 160, 200), (5, 120, 150), (4, 90, 100), (3, 70, 60), (1, 60, 60), (0, 0, 60))
"""Samples, characters of a title, characters of the query."""
FEW = 10
"""Papers a week, below which a decimal tells something."""


@dataclass(frozen=True, slots=True)
class Test:
    """What is shown.

    Attributes:
        proposal: The topic as it would be, or (a Topic) as it is or is to be.
        read_as: How its query is read.
        trial: What it would have posted.
        warnings: What the admin should hear of its channel.
        stand: Its channel, for when it would post; None for a query without one.
        now: The time.
        token: By which it may be confirmed; None for a mere look.
    """

    proposal: Proposal
    read_as: str
    trial: Trial
    warnings: Sequence[Wording] = ()
    stand: Stand | None = None
    now: datetime | None = None
    token: str | None = None


def trial_card(test: Test, reader: Reader) -> Card:
    """Return the test, with Confirm and Change where it is one of a proposal."""
    warnings = [*_advice(test), *test.warnings]
    head = counts = samples = ""
    noted = "\n".join(f"⚠️ {reader.says(warning)}" for warning in warnings)
    for most, longest, query in _CUTS:
        head = _head(test, query, reader)
        counts = _counts(test, reader)
        samples = _samples(test, most, longest, reader)
        if fits([head, counts, samples, noted]):
            break
    card = card_of(TextDisplay(head), TextDisplay(counts), accent=WARNING if noted else ACCENT)
    if samples:
        card.add_item(TextDisplay(samples))
    if noted:
        card.add_item(Separator()).add_item(TextDisplay(noted))
    return with_row(card, _buttons(test, reader))


def bursts(test: Test) -> bool:
    """Return whether the topic posts at once and would be better off daily."""
    proposal, trial = test.proposal, test.trial
    at_once = proposal.schedule is Schedule.NOW
    return at_once and (
        trial.busiest > proposal.most or (trial.too_broad and trial.ever_wanted > 0)
    )


def _advice(test: Test) -> list[Wording]:
    """Return the trial's advice; what makes digests anyway is no burst."""
    at_once = test.proposal.schedule is Schedule.NOW
    return test.trial.advice(test.proposal.most if at_once else max(test.trial.busiest, 1))


def _head(test: Test, query: int, reader: Reader) -> str:
    topic = title(test.proposal, query)
    named = reader.says(say("Test: {topic}"), topic=topic)
    lines = [f"### {named}"]
    read_as = say("read as {query}, all of it must hold", query=cut(test.read_as, query))
    lines.append(f"-# {reader.says(read_as)}")
    if test.stand is None:
        return "\n".join(lines)
    lines.append(settings(test.proposal, reader))
    if test.token is not None:
        state = (
            say("Changed only when you confirm")
            if isinstance(test.proposal, Topic)
            else say(
                "Nothing is saved before you confirm; what the library holds now is not posted"
            )
        )
        lines.append(f"-# {reader.says(state)}")
    return "\n".join(lines)


def _counts(test: Test, reader: Reader) -> str:
    trial = test.trial
    newest = say_count(
        "{count} of the newest {newest} papers would have been posted.",
        "{count} of the newest {newest} papers would have been posted.",
        trial.newest_wanted,
        newest=f"{trial.newest:,}",
    )
    lines = [reader.says(newest)]
    if trial.year_wanted is None or trial.weekly is None:
        lines.append(reader.says(say("How many a week: unknown, the library holds no dates.")))
    elif not trial.year_wanted:
        lines.append(reader.says(say("In the last year: none.")))
    else:
        lines.append(reader.says(_yearly(trial.year_wanted, trial.weekly, more=trial.more)))
    if test.stand is not None and test.now is not None:
        lines.append(_sentence(next_post(test.stand, test.now, reader)))
    return "\n".join(lines)


def _yearly(wanted: int, weekly: float, *, more: bool) -> Wording:
    rate = _rate(weekly)
    if more:
        return say(
            "In the last year: more than {count}, over {weekly} a week.",
            count=f"{wanted:,}",
            weekly=rate,
        )
    return say(
        "In the last year: {count}, about {weekly} a week.", count=f"{wanted:,}", weekly=rate
    )


def _rate(weekly: float) -> str:
    return f"{max(weekly, 0.1):.1f}" if weekly < FEW else f"{weekly:,.0f}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _samples(test: Test, most: int, longest: int, reader: Reader) -> str:
    lines: list[str] = []
    for paper, reasons in test.trial.samples[:most]:
        named = markdown(cut(plain(paper.title), longest)) or reader.says(say("Untitled"))
        why = words_found(reasons, reader)
        lines.append(f"- {named}" + (f"\n  -# {why}" if why else ""))
    if not lines:
        return ""
    head = reader.says(say("Such as:"))
    return "\n".join((head, *lines))


def _buttons(test: Test, reader: Reader) -> list[Button[LayoutView]]:
    if test.token is None:
        return []
    row = [
        button(reader, say("Confirm"), Begin(test.token), ButtonStyle.success),
        button(reader, say("Change"), Change(test.token)),
    ]
    if bursts(test):
        row.append(button(reader, say("Post daily instead"), Daily(test.token)))
    return row
