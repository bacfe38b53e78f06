"""Why a paper was posted, or was not: the answer to `/topic why`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import discord
from discord.ui import TextDisplay

from bot.chat.cards import Card, card_of, heading
from bot.chat.limits import fits
from bot.chat.markdown import cut
from bot.chat.reader import Reader
from bot.chat.topic_facts import Stand, both, moment_of, title
from bot.papers.marks import plain
from bot.papers.paper import Paper
from bot.papers.stages import Stage, Stop
from bot.papers.wording import Wording, say
from bot.store.outbox import Post, State

MOST_PARTS = 4
LONGEST_PART = 40
A_CARD = 12
"""Channels that are told of."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a paper stands in one channel.

    Attributes:
        channel: The channel.
        post: What became of it there; None where it was never owed.
        url: Where the message is, or None.
        counted: Whether a digest only counts it.
        wanting: The topics by which it is owed, where it is.
        stopped: The channel's topics, each with what kept the paper from it.
    """

    channel: int
    post: Post | None
    url: str | None
    counted: bool
    wanting: Sequence[Stand]
    stopped: Sequence[tuple[Stand, Sequence[Stop]]]


def why_card(paper: Paper, verdicts: Sequence[Verdict], now: datetime, reader: Reader) -> Card:
    """Return for each channel what became of the paper, or at which stage it stopped."""
    name = heading(plain(paper.title), 200, reader)
    came = reader.says(
        say("in the library since {when}"), when=discord.utils.format_dt(paper.added, "f")
    )
    blocks = [f"### {name}\n-# {came}"]
    more = reader.says(say("and other channels; ask there for those"))
    others = f"-# {more}"
    for place, verdict in enumerate(verdicts):
        block = _fitting([*blocks, others], verdict, now, reader)
        if place == A_CARD or block is None:
            blocks.append(others)
            break
        blocks.append(block)
    return card_of(TextDisplay("\n".join(blocks)))


def _fitting(blocks: Sequence[str], verdict: Verdict, now: datetime, reader: Reader) -> str | None:
    for most in (5, 2):
        block = _verdict(verdict, most, now, reader)
        if fits(["\n".join((*blocks, block))]):
            return block
    return None


def _verdict(verdict: Verdict, most: int, now: datetime, reader: Reader) -> str:
    channel = f"**<#{verdict.channel}>**"
    if verdict.post is None:
        lines = [_stopped(stand, stops, reader) for stand, stops in verdict.stopped[:most]]
        return "\n".join((channel, *(f"- {line}" for line in lines)))
    return f"{channel}\n- {_became(verdict, verdict.post, now, reader)}"


def _became(verdict: Verdict, post: Post, now: datetime, reader: Reader) -> str:
    match post.state:
        case State.SENT:
            return _posted(verdict, post, reader)
        case State.ASIDE:
            refused = say(
                "refused by Discord, and set aside: {error}. It waits for a new version.",
                error=cut(post.error, 200),
            )
            return reader.says(refused)
        case State.OWED:
            return _owed(verdict, post, now, reader)


def _posted(verdict: Verdict, post: Post, reader: Reader) -> str:
    when = both(post.sent) if post.sent else "…"
    said = (
        say("counted in a digest, over its cap, {when}")
        if verdict.counted
        else say("posted {when}")
    )
    text = reader.says(said, when=when)
    return f"{text}: {verdict.url}" if verdict.url else text


def _owed(verdict: Verdict, post: Post, now: datetime, reader: Reader) -> str:
    running = [stand for stand in verdict.wanting if stand.topic.paused is None]
    since = discord.utils.format_dt(post.since, "R")
    if not running:
        return reader.says(
            say("owed since {when}: it waits, because its topic is paused"), when=since
        )
    moment = min(moment_of(stand, now) for stand in running)
    text = (
        reader.says(say("owed since {since}, due {until}"), since=since, until=both(moment))
        if moment > now
        else reader.says(say("owed since {since}, due now"), since=since)
    )
    if post.error:
        failed = say("the last attempt failed: {error}", error=cut(post.error, 200))
        text = f"{text}; {reader.says(failed)}"
    return text


def _stopped(stand: Stand, stops: Sequence[Stop], reader: Reader) -> str:
    topic = title(stand.topic, 80)
    whys = [_stop(stop, stand, reader) for stop in stops]
    if not whys:
        late = say(
            "it fits, and was not to be posted: it came with an import of which channels hear "
            "nothing, or the topic has been changed since"
        )
        whys = [reader.says(late)]
    return f"{topic}: {'; '.join(whys)}"


def _stop(stop: Stop, stand: Stand, reader: Reader) -> str:
    if stop.stage is Stage.BEFORE:
        began = discord.utils.format_dt(stand.topic.begun, "f")
        return reader.says(say("it was there before the topic, which began {when}"), when=began)
    if stop.stage is Stage.MISSING:
        parts = ", ".join(cut(part, LONGEST_PART) for part in stop.parts[:MOST_PARTS])
        return reader.says(say("it lacks what the query asks for: {parts}", parts=parts))
    return reader.says(_STOPS[stop.stage])


_STOPS: dict[Stage, Wording] = {
    Stage.STARTER: say("starter papers are never posted"),
    Stage.OLD: say("it is dated more than 13 months back"),
    Stage.HIDDEN: say(
        "it is rejected, withdrawn or retracted, which topics leave out unless the query has "
        "`status:`"
    ),
}
