"""What a channel sees of its topics: a card a paper, or a digest of several, with the reasons."""

from collections.abc import Sequence

import discord
from discord import SelectOption
from discord.ui import ActionRow, LayoutView, Section, Select, Separator, TextDisplay

from bot.chat.cards import Card, button, card_of, heading
from bot.chat.facts import authors, standing
from bot.chat.limits import CHOICE, fits
from bot.chat.links import links
from bot.chat.markdown import cut, markdown, shorten
from bot.chat.reader import Reader
from bot.chat.reasons import because, words_found
from bot.chat.states import Open, Pick, Rest
from bot.feed.courier import Dispatch, Item
from bot.papers.marks import plain
from bot.papers.parcel import Kind, Parcel
from bot.papers.wording import say, say_count

NAME = 100
"""Characters of a forum post's name."""
MOST_CAUSES = 3
MOST_TOPICS = 5
LONGEST_ABSTRACT = 2_800

_SUMMARIES = (400, 250, 120, 0)
_LINES = ((200, 4, 110), (160, 3, 90), (120, 2, 80), (90, 1, 70), (60, 0, 0))
"""A digest's lines, longer to shorter: characters of the title, links, characters of a link."""


def post_card(dispatch: Dispatch, reader: Reader, *, whole: bool = False) -> Card:
    """Return one message of a parcel; `whole` gives a card the whole abstract."""
    if dispatch.plain:
        return _plain(dispatch, reader)
    if dispatch.parcel.kind is Kind.CARD:
        return _card(dispatch, reader, whole=whole)
    return _digest(dispatch, reader)


def post_name(item: Item) -> str:
    """Return the name of a forum post: the paper's title as plain text."""
    title = " ".join(plain(item.paper.title).split())
    return cut(title, NAME) or item.paper.key[:NAME]


def digest_name(dispatch: Dispatch, reader: Reader) -> str:
    """Return the name of a digest as a forum post."""
    count = len(dispatch.parcel.papers)
    papers = reader.render(say_count("{count} new paper", "{count} new papers", count))
    topics = ", ".join(topic.query for topic in dispatch.topics)
    return cut(f"{papers}: {topics}" if topics else papers, NAME)


def marker(parcel: Parcel) -> str:
    """Return the custom id by which the next message of a parcel is known again."""
    if parcel.kind is Kind.CARD:
        return str(Open(parcel.papers[0], parcel.number))
    return str(Pick(parcel.number, parcel.part))


def _card(dispatch: Dispatch, reader: Reader, *, whole: bool) -> Card:
    [item] = dispatch.items
    why = _why(item, reader)
    mentioned = _mentioned(dispatch)
    text = ""
    for summary in _SUMMARIES:
        text = _paper(item, summary, reader, whole=whole)
        if fits([text, why, mentioned]):
            break
    opening = button(reader, say("Open"), Open(dispatch.parcel.papers[0], dispatch.parcel.number))
    card = card_of(Section(TextDisplay(text), accessory=opening), TextDisplay(why))
    if mentioned:
        card.add_item(TextDisplay(mentioned))
    return card


def _paper(item: Item, summary: int, reader: Reader, *, whole: bool) -> str:
    paper = item.paper
    lines = [f"### {heading(item.title, 256, reader)}"]
    if facts := " · ".join(filter(None, (authors(paper, 3), standing(paper, reader)))):
        lines.append(f"-# {facts}")
    if whole:
        limit = LONGEST_ABSTRACT if summary == _SUMMARIES[0] else 3 * summary
        said = shorten(paper.abstract, limit)
    else:
        said = shorten(item.summary, summary)
    if shown := markdown(said):
        lines.append(shown)
    if where := _links(item, 5, 300, reader):
        lines.append(where)
    return "\n".join(lines)


def _digest(dispatch: Dispatch, reader: Reader) -> Card:
    head = _head(dispatch, reader)
    foot = _mentioned(dispatch)
    alone = len(dispatch.topics) == 1
    lines: list[str] = []
    for size in _LINES:
        lines = [_line(item, size, reader, alone=alone) for item in dispatch.items]
        if fits([head, "\n".join(lines), foot]):
            break
    card = card_of(TextDisplay(head), Separator(), TextDisplay("\n".join(lines)))
    if foot:
        card.add_item(TextDisplay(foot))
    card.add_item(ActionRow(_menu(dispatch, reader)))
    parcel = dispatch.parcel
    if parcel.rest and parcel.part == parcel.parts - 1:
        more = say_count("and {count} more", "and {count} more", len(parcel.rest))
        card.add_item(ActionRow(button(reader, more, Rest(parcel.number, 1))))
    return card


def _head(dispatch: Dispatch, reader: Reader) -> str:
    parcel = dispatch.parcel
    title = reader.says(say_count("{count} new paper", "{count} new papers", len(parcel.papers)))
    topics = [f"*{markdown(cut(topic.query, 60))}*" for topic in dispatch.topics[:MOST_TOPICS]]
    if len(dispatch.topics) > MOST_TOPICS:
        topics.append("…")
    small = [discord.utils.format_dt(parcel.made, "D")]
    if parcel.parts > 1:
        page = say("part {part} of {parts}", part=parcel.part + 1, parts=parcel.parts)
        small.append(reader.says(page))
    lines = [f"### {title}"]
    if topics:
        lines.append(", ".join(topics))
    return "\n".join((*lines, f"-# {' · '.join(small)}"))


def _line(item: Item, size: tuple[int, int, int], reader: Reader, *, alone: bool) -> str:
    title, most, longest = size
    named = markdown(cut(plain(item.title), title)) or reader.says(say("Untitled"))
    found = _links(item, most, longest, reader)
    why = _reason(item, reader, alone=alone)
    return f"**{named}**\n-# {' · '.join(filter(None, (why, found)))}"


def _reason(item: Item, reader: Reader, *, alone: bool) -> str:
    """Return why a paper stands in a digest; the topic's name, where it is `alone`, is above."""
    if alone and item.causes and (where := words_found(item.causes[0].reasons, reader)):
        return where
    return because_of(item, reader, most=1)


def _links(item: Item, most: int, longest: int, reader: Reader) -> str:
    found = [link for link in links(item.paper) if len(link.url) <= longest][:most]
    return " · ".join(f"[{reader.render(link.label)}]({link.url})" for link in found)


def _menu(dispatch: Dispatch, reader: Reader) -> Select[LayoutView]:
    parcel = dispatch.parcel
    return Select(
        custom_id=str(Pick(parcel.number, parcel.part)),
        placeholder=reader.render(say("Open a paper, for you alone"))[:CHOICE],
        options=[
            SelectOption(label=_label(item, reader), value=str(item.paper.number))
            for item in dispatch.items
        ],
    )


def _label(item: Item, reader: Reader) -> str:
    title = " ".join(plain(item.paper.title).split())
    return cut(title, CHOICE) or reader.render(say("Untitled"))


def _why(item: Item, reader: Reader) -> str:
    return f"-# {because_of(item, reader, most=MOST_CAUSES)}" if item.causes else "-# \u2014"


def because_of(item: Item, reader: Reader, *, most: int) -> str:
    """Return why a paper comes, for at most so many of its topics."""
    return " · ".join(
        because(cause.topic.query, cause.reasons, reader) for cause in item.causes[:most]
    )


def _mentioned(dispatch: Dispatch) -> str:
    return " ".join(f"<@&{role}>" for role in dispatch.mentions)


def _plain(dispatch: Dispatch, reader: Reader) -> Card:
    """Return the least: titles, without links and marks, each still to be opened."""
    titles = [_label(item, reader) for item in dispatch.items]
    text: TextDisplay[LayoutView] = TextDisplay(
        "\n".join(markdown(title, highlight=False) or "…" for title in titles)
    )
    if dispatch.parcel.kind is Kind.CARD:
        number = dispatch.parcel.papers[0]
        opening = button(reader, say("Open"), Open(number, dispatch.parcel.number))
        return card_of(Section(text, accessory=opening))
    return card_of(text, ActionRow(_menu(dispatch, reader)))


def topic_tags(
    topics: Sequence[str], available: Sequence[discord.ForumTag]
) -> list[discord.ForumTag]:
    """Return the tags of a forum that are named like a topic: its query, without marks or case."""
    wanted = {_bare(topic) for topic in topics}
    return [tag for tag in available if _bare(tag.name) in wanted][:5]


def _bare(text: str) -> str:
    words = "".join(sign if sign.isalnum() else " " for sign in text.casefold())
    return " ".join(words.split())
