"""The small facts of a topic as markdown: when it posts, how it stands, what is wrong there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.chat.markdown import cut, markdown
from bot.chat.reader import Reader
from bot.chat.rights import permission_names
from bot.feed.planning import quiet_until
from bot.papers.schedule import due
from bot.papers.standing import Proposal, Schedule, Topic, Trouble
from bot.papers.wording import say
from bot.store.channels import Place
from bot.store.ledger import Account

_DAYS = (
    say("Monday"),
    say("Tuesday"),
    say("Wednesday"),
    say("Thursday"),
    say("Friday"),
    say("Saturday"),
    say("Sunday"),
)


@dataclass(frozen=True, slots=True)
class Stand:
    """A topic with what there is to know about it.

    Attributes:
        topic: The topic.
        place: What is kept of its channel.
        account: How it has done.
        there: Whether its channel is there, for the bot.
        lacking: Permissions that the bot lacks there now, by name.
        oldest: The channel's oldest running topic, whose zone quiet hours go by.
    """

    topic: Topic
    place: Place
    account: Account
    there: bool = True
    lacking: Sequence[str] = ()
    oldest: Topic | None = None


def title(topic: Proposal, longest: int) -> str:
    """Return a topic's query in italics."""
    return f"*{markdown(cut(topic.query, longest))}*"


def schedule(topic: Proposal, reader: Reader) -> str:
    """Return when a topic posts: `daily at 09:00 (Europe/Berlin)`."""
    clock = f"{topic.at:%H:%M}"
    match topic.schedule:
        case Schedule.NOW:
            return reader.says(say("at once"))
        case Schedule.DAILY:
            return reader.says(say("daily at {time} ({zone})", zone=topic.zone), time=clock)
        case Schedule.WEEKLY:
            return reader.says(
                say("every {day} at {time} ({zone})", day=_DAYS[topic.day], zone=topic.zone),
                time=clock,
            )


def settings(topic: Proposal, reader: Reader) -> str:
    """Return all of a topic but its query, in a line."""
    parts = [
        f"<#{topic.channel}>",
        schedule(topic, reader),
        reader.says(say("at most {most} a post", most=topic.most)),
    ]
    if topic.mention:
        parts.append(reader.says(say("mentions {role}"), role=f"<@&{topic.mention}>"))
    if topic.publish:
        parts.append(reader.says(say("published")))
    return " · ".join(parts)


def standing(stand: Stand, reader: Reader) -> str:
    """Return how a topic stands: running, paused and why, or what keeps it from posting."""
    topic = stand.topic
    if topic.paused is not None:
        since = discord.utils.format_dt(topic.paused, "R")
        if topic.why is None:
            person = f"<@{topic.paused_by}>" if topic.paused_by else reader.says(say("a person"))
            return reader.says(
                say("paused by {person} {when}: /topic resume"), person=person, when=since
            )
        why = reader.says(say("paused {when}"), when=since)
        return f"{why}: {trouble(stand, topic.why, reader)}"
    if stand.lacking or not stand.there or stand.place.trouble is not None:
        return trouble(stand, stand.place.trouble or Trouble.FORBIDDEN, reader)
    return reader.says(say("running"))


def trouble(stand: Stand, why: Trouble, reader: Reader) -> str:
    """Return what keeps the bot from posting in a topic's channel, and how to mend it."""
    resume = stand.topic.paused is not None
    if why is Trouble.LEFT:
        return reader.says(say("I had left this server; /topic resume goes on"))
    if not stand.there:
        return reader.says(
            say("its channel is gone, or I may not see it: let me see it, or /topic edit")
        )
    if stand.lacking:
        missing = permission_names(",".join(stand.lacking), reader)
        sentence = (
            say("I lack {permissions} there: allow it, then /topic resume")
            if resume
            else say("I lack {permissions} there: allow it in the channel's settings")
        )
        return reader.says(sentence, permissions=missing)
    if resume:
        return reader.says(say("I could not post there; now I may: /topic resume goes on"))
    return reader.says(say("I could not post there; I try again by myself"))


def next_post(stand: Stand, now: datetime, reader: Reader) -> str:
    """Return when a topic posts next."""
    topic, account = stand.topic, stand.account
    if topic.paused is not None:
        return reader.says(say("nothing, while it is paused"))
    moment = moment_of(stand, now)
    if account.owed:
        if moment > now:
            return reader.says(say("next post {when}"), when=both(moment))
        return reader.says(say("next post at any moment"))
    if topic.schedule is Schedule.NOW:
        if moment > now:
            return reader.says(say("quiet until {when}, then at once"), when=both(moment))
        return reader.says(say("next post as soon as a paper comes"))
    return reader.says(say("next post {when}, if a paper comes until then"), when=both(moment))


def moment_of(stand: Stand, now: datetime) -> datetime:
    """Return when what a topic owes now, or else what came now, would be posted."""
    moment = max(due(stand.topic, stand.account.since or now), now)
    oldest = stand.oldest or stand.topic
    if until := quiet_until(stand.place.quiet, [oldest], moment):
        moment = until
    if stand.place.next_try is not None and stand.place.tries:
        moment = max(moment, stand.place.next_try)
    return moment


def both(moment: datetime) -> str:
    """Return a moment as Discord shows it: when, and how far off."""
    return f"{discord.utils.format_dt(moment, 'f')} ({discord.utils.format_dt(moment, 'R')})"
