"""A server's topics as cards: the list, one of them whole, how they do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import PurePath

import discord
from discord import ButtonStyle
from discord.ui import Separator, TextDisplay

from bot.chat.cards import Card, Leaf, button, card_of, turning, with_row
from bot.chat.limits import fits
from bot.chat.markdown import cut
from bot.chat.reader import Reader
from bot.chat.states import Listed, Remove
from bot.chat.topic_facts import Stand, next_post, schedule, settings, standing, title
from bot.papers.standing import A_SERVER
from bot.papers.wording import Wording, say, say_count
from bot.store.shelf import Run

A_PAGE = 8
"""Topics on a page of the list."""
STALE = timedelta(minutes=10)
"""A feed that has not looked for so long does not run."""
_QUERIES = (200, 120, 80, 40)
"""Characters of each query, longer to shorter."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """How papers come in.

    Attributes:
        checked: When the feed last looked at what is due, or None.
        last: The last import that came to its end, or None.
        brought: How many papers have come since that one began.
        newest: The import that began last; the same one, or one that has not ended.
    """

    checked: datetime | None
    last: Run | None
    brought: int
    newest: Run | None


def list_card(stands: Sequence[Stand], at: Leaf, count: int, now: datetime, reader: Reader) -> Card:
    """Return a page of the server's topics."""
    head = _list_head(count, reader)
    if not count:
        return _empty(head, reader)
    lines = _fitting(head, lambda query: [_listed(s, query, now, reader) for s in stands])
    card = card_of(TextDisplay(head), Separator(), TextDisplay("\n".join(lines)))
    return with_row(card, turning(at, Listed, reader))


def topic_card(stand: Stand, now: datetime, reader: Reader, *sentences: Wording) -> Card:
    """Return one topic whole, under what has just happened to it."""
    topic = stand.topic
    lines = [reader.says(sentence) for sentence in sentences]
    lines.append(f"### {topic.number}\\. {title(topic, 1_000)}")
    lines.append(settings(topic, reader))
    lines.append(_stand_line(stand, now, reader))
    if stand.place.quiet is not None:
        lines.append(_quiet_line(stand, reader))
    made = say("made by {person}, began {when}")
    began = discord.utils.format_dt(topic.begun, "f")
    lines.append(f"-# {reader.says(made, person=f'<@{topic.made_by}>', when=began)}")
    return card_of(TextDisplay("\n".join(lines)))


def remove_card(stand: Stand, reader: Reader) -> Card:
    """Return the question whether a topic is to be removed."""
    topic = stand.topic
    ask = reader.says(
        say("Remove topic {topic} from {channel}?"),
        topic=title(topic, 200),
        channel=f"<#{topic.channel}>",
    )
    lines = [ask]
    if stand.account.owed:
        owed = say_count(
            "{count} paper that is still to be posted for it will not come.",
            "{count} papers that are still to be posted for it will not come.",
            stand.account.owed,
        )
        lines.append(reader.says(owed))
    keep = say("/topic pause keeps everything instead. What was posted stays.")
    lines.append(f"-# {reader.says(keep)}")
    pressed = button(reader, say("Remove"), Remove(topic.number, topic.version), ButtonStyle.danger)
    return with_row(card_of(TextDisplay("\n".join(lines))), [pressed])


def status_card(
    stands: Sequence[tuple[Stand, int]],
    incoming: Incoming,
    at: Leaf,
    now: datetime,
    reader: Reader,
) -> Card:
    """Return how a page of topics does; with each, how many papers have come since it began."""
    how = reader.says(say("How the topics do"))
    head = "\n".join((f"### {how}", _checked(incoming, now, reader), *_imports(incoming, reader)))
    if not stands:
        return _empty(head, reader)
    lines = _fitting(
        head, lambda query: [_doing(stand, seen, query, now, reader) for stand, seen in stands]
    )
    card = card_of(TextDisplay(head), Separator(), TextDisplay("\n".join(lines)))
    return with_row(card, turning(at, lambda page: Listed(page, status=True), reader))


def _empty(head: str, reader: Reader) -> Card:
    none = say("This server has no topic yet. /topic add makes one, and tests it first.")
    return card_of(TextDisplay(f"{head}\n{reader.says(none)}"))


def _fitting(head: str, made: Callable[[int], list[str]]) -> list[str]:
    lines: list[str] = []
    for query in _QUERIES:
        lines = made(query)
        if fits([head, "\n".join(lines)]):
            break
    return lines


def _list_head(count: int, reader: Reader) -> str:
    head = say_count("{count} topic", "{count} topics", count)
    most = reader.says(say("of {most} that a server may have", most=A_SERVER))
    return f"### {reader.says(head)}\n-# {most}"


def _listed(stand: Stand, query: int, now: datetime, reader: Reader) -> str:
    topic = stand.topic
    when = schedule(topic, reader)
    return (
        f"**{topic.number}** {title(topic, query)} · <#{topic.channel}> · {when}\n"
        f"{_stand_line(stand, now, reader)}"
    )


def _stand_line(stand: Stand, now: datetime, reader: Reader) -> str:
    parts = [standing(stand, reader)]
    if stand.topic.paused is None and stand.there and not stand.lacking:
        parts.append(next_post(stand, now, reader))
    sign = "-#" if stand.topic.paused is None and not _ill(stand) else "-# ⚠️"
    if stand.topic.paused is not None and stand.topic.why is None:
        sign = "-# ⏸️"
    return f"{sign} {' · '.join(parts)}"


def _ill(stand: Stand) -> bool:
    return bool(stand.lacking) or not stand.there or stand.place.trouble is not None


def _quiet_line(stand: Stand, reader: Reader) -> str:
    quiet = stand.place.quiet
    times = f"{quiet.start:%H:%M}–{quiet.end:%H:%M}" if quiet else ""
    zone = (stand.oldest or stand.topic).zone
    said = reader.says(say("the channel is quiet {times} ({zone})", zone=zone), times=times)
    return f"-# {said}"


def _checked(incoming: Incoming, now: datetime, reader: Reader) -> str:
    checked = incoming.checked
    if checked is None:
        never = reader.says(say("I have not looked yet for what is due."))
        return f"⚠️ {never}"
    when = discord.utils.format_dt(checked, "R")
    if now - checked > STALE:
        stale = say(
            "I have not looked for what is due since {when}: whoever runs me should see why."
        )
        return f"⚠️ {reader.says(stale, when=when)}"
    said = reader.says(say("last check for what is due {when}"), when=when)
    return f"-# {said}"


def _imports(incoming: Incoming, reader: Reader) -> list[str]:
    lines: list[str] = []
    newest, last = incoming.newest, incoming.last
    if newest is not None and newest.ended is None:
        sentence = say(
            "The import from {source} that began {when} has not come to its end: it still runs, "
            "or it failed.",
            source=_source(newest),
        )
        lines.append(f"⚠️ {reader.says(sentence, when=discord.utils.format_dt(newest.began, 'R'))}")
    if last is None or last.ended is None:
        none = reader.says(say("no import has come to its end yet"))
        lines.append(f"-# {none}")
        return lines
    what: Wording = say("it brought nothing new")
    if incoming.brought:
        what = say_count(
            "{count} paper has come with it or since",
            "{count} papers have come with it or since",
            incoming.brought,
        )
    success = say(
        "last import that went well: {source}, {when}; {what}", source=_source(last), what=what
    )
    lines.append(f"-# {reader.says(success, when=discord.utils.format_dt(last.ended, 'R'))}")
    return lines


def _source(run: Run) -> str:
    """Return what an import came from, without the folder on the host's machine."""
    return cut(PurePath(run.source).name or run.source, 60)


def _doing(stand: Stand, seen: int, query: int, now: datetime, reader: Reader) -> str:
    topic, account = stand.topic, stand.account
    counts = [
        say_count("{count} paper seen", "{count} papers seen", seen),
        say("{count} matched", count=f"{account.matched:,}"),
        say("{count} posted", count=f"{account.posted:,}"),
        say("{count} owed", count=f"{account.owed:,}"),
        say("{count} failed", count=f"{account.failing + account.aside:,}"),
    ]
    lines = [
        f"**{topic.number}** {title(topic, query)} · <#{topic.channel}>",
        _stand_line(stand, now, reader),
        f"-# {' · '.join(reader.says(count) for count in counts)}",
    ]
    lines += [f"-# {line}" for line in _remarks(stand, seen, reader)]
    return "\n".join(lines)


def _remarks(stand: Stand, seen: int, reader: Reader) -> list[str]:
    account, place = stand.account, stand.place
    remarks: list[str] = []
    if account.last is not None:
        last = discord.utils.format_dt(account.last, "R")
        remarks.append(reader.says(say("last post {when}"), when=last))
    elif not seen:
        remarks.append(reader.says(say("nothing new: no paper has come since it began")))
    elif not account.matched:
        remarks.append(reader.says(say("nothing new: no paper that came since it began fits")))
    if place.tries and place.trouble is None:
        error = cut(place.error, 100)
        remarks.append(reader.says(say("Discord fails at the moment: {error}", error=error)))
    if account.aside:
        aside = say_count(
            "{count} paper was refused by Discord and set aside",
            "{count} papers were refused by Discord and set aside",
            account.aside,
        )
        remarks.append(reader.says(aside))
    return remarks
