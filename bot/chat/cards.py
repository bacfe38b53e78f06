"""Answers as Discord cards: pure functions from papers to one container each.

Every card keeps Discord's limits whatever the papers hold: where a card is too long, summaries are
shortened first, then authors, then titles and links (`_CUTS`), the last step being short enough for
any five papers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import ButtonStyle, SeparatorSpacing
from discord.ui import ActionRow, Button, Container, LayoutView, Section, Separator, TextDisplay

from bot.chat.facts import authors, standing
from bot.chat.limits import CHARACTERS, LABEL, fits
from bot.chat.links import links
from bot.chat.markdown import cut, markdown, shorten
from bot.chat.reader import Reader
from bot.chat.states import Delete, Open, Page, Search, State
from bot.library.library import Found
from bot.library.results import Result
from bot.papers.remarks import ambiguous
from bot.papers.wording import Wording, say, say_count

Card = Container[LayoutView]
T = TypeVar("T")

ACCENT = 0x4F7CFF
WARNING = 0xE0A030
LONGEST_QUERY = 200


@dataclass(frozen=True, slots=True)
class _Cut:
    """How much of each paper is shown, in characters; `authors` counts names."""

    summary: int
    authors: int = 3
    title: int = 256
    link: int = 512


_CUTS = (
    *(_Cut(summary) for summary in (400, 300, 220, 150, 90, 0)),
    _Cut(0, authors=1),
    _Cut(0, authors=0),
    _Cut(0, authors=0, title=140, link=160),
    _Cut(0, authors=0, title=70, link=90),
    _Cut(0, authors=0, title=40, link=0),
)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a list, from 1, and how many there are."""

    page: int
    pages: int


def leaf(page: int, count: int, a_page: int) -> Leaf:
    """Return the page that is asked for, or the nearest that there is."""
    pages = max(1, -(-count // a_page))
    return Leaf(min(max(page, 1), pages), pages)


def on_page(items: Sequence[T], at: Leaf, a_page: int) -> Sequence[T]:
    """Return what stands on a page."""
    return items[(at.page - 1) * a_page : at.page * a_page]


def found_card(found: Found, search: Search, reader: Reader) -> Card:
    """Return one page of an answer; at most five papers."""
    at = Leaf(found.page, found.pages)
    row = [*turning(at, lambda page: Page(reader.asker, page, search), reader), *deleting(reader)]
    return papers_card(_head(found, search, reader), found.results, row, reader)


def papers_card(
    head: str, results: Sequence[Result], row: Sequence[Button[LayoutView]], reader: Reader
) -> Card:
    """Return a list of at most five papers, each to be opened, with buttons under it."""
    papers: list[str] = []
    for cut_ in _CUTS:
        papers = [_listed(result, cut_, reader) for result in results]
        if fits([head, *papers]):
            break
    card = card_of(TextDisplay(head), _rule())
    for result, text in zip(results, papers, strict=True):
        opening = button(reader, say("Open"), Open(result.paper.number))
        card.add_item(Section(TextDisplay(text), accessory=opening))
    return with_row(card, row)


def note_card(reader: Reader, *sentences: Wording, accent: int = WARNING) -> Card:
    """Return a card that only says something."""
    text = "\n".join(reader.says(sentence) for sentence in sentences)
    while not fits([text]):
        text = cut(text, min(len(text) * 3 // 4, CHARACTERS))
    return card_of(TextDisplay(text), accent=accent)


def card_of(*children: Any, accent: int = ACCENT) -> Card:  # noqa: ANN401 - discord.py's own type
    """Return a container with our colour."""
    return Container(*children, accent_colour=accent)


def with_row(card: Card, buttons: Sequence[Button[LayoutView]]) -> Card:
    """Return the card with a rule and a row of buttons under it, where there are any."""
    if buttons:
        card.add_item(_rule())
        card.add_item(ActionRow(*buttons))
    return card


def button(
    reader: Reader, label: Wording, state: State, style: ButtonStyle = ButtonStyle.secondary
) -> Button[LayoutView]:
    """Return a button that means `state`."""
    return Button(label=reader.render(label)[:LABEL], custom_id=str(state), style=style)


def deleting(reader: Reader) -> list[Button[LayoutView]]:
    """Return the button that deletes a public answer; a private one has Discord's own."""
    return [] if reader.private else [button(reader, say("Delete"), Delete(reader.asker))]


def heading(title: str, longest: int, reader: Reader) -> str:
    """Return a paper's title as markdown for a line that begins with `#`."""
    return markdown(cut(title, longest), highlight=False) or reader.says(say("Untitled"))


def _head(found: Found, search: Search, reader: Reader) -> str:
    query = found.query
    lines = [f"### {markdown(cut(query.text, LONGEST_QUERY))}"]
    reading = [reader.says(say("read as {query}", query=cut(query.read_as, LONGEST_QUERY)))]
    if query.dropped:
        words = cut(", ".join(query.dropped), LONGEST_QUERY // 2)
        reading.append(reader.says(say("left out: {words}", words=words)))
    reading += map(reader.says, ambiguous(query))
    if search.newest:
        reading.append(reader.says(say("newest first")))
    lines.append(f"-# {' · '.join(reading)}")
    counts = [reader.says(_counted(found))]
    if found.hidden:
        counts.append(
            reader.says(
                say_count(
                    "{count} withdrawn or rejected hidden",
                    "{count} withdrawn or rejected hidden",
                    found.hidden,
                )
            )
        )
    lines.append(f"-# {' · '.join(counts)}")
    if found.suggestion:
        meant = say("Did you mean: {query}?", query=cut(found.suggestion, LONGEST_QUERY))
        lines.append(f"-# {reader.says(meant)}")
    return "\n".join(lines)


def _counted(found: Found) -> Wording:
    more = found.total - found.total_all
    if more <= 0:
        return say_count("{count} paper", "{count} papers", found.total)
    some = say_count("{count} more has some", "{count} more have some", more)
    if not found.total_all:
        return say_count(
            "no paper has all the words, {count} has some",
            "no paper has all the words, {count} have some",
            more,
        )
    return say_count(
        "{count} paper has all the words, {more}",
        "{count} papers have all the words, {more}",
        found.total_all,
        more=some,
    )


def _listed(result: Result, cut_: _Cut, reader: Reader) -> str:
    paper = result.paper
    lines = [f"### {result.rank:,}\\. {heading(result.title, cut_.title, reader)}"]
    facts = " · ".join(filter(None, (authors(paper, cut_.authors), standing(paper, reader))))
    if facts:
        lines.append(f"-# {facts}")
    if summary := markdown(shorten(result.summary, cut_.summary)):
        lines.append(summary)
    if addresses := [link for link in links(paper) if len(link.url) <= cut_.link]:
        lines.append(" · ".join(f"[{reader.render(a.label)}]({a.url})" for a in addresses))
    return "\n".join(lines)


def turning(at: Leaf, to: Callable[[int], State], reader: Reader) -> list[Button[LayoutView]]:
    """Return the buttons that turn a list; `to` says what a page's button means."""
    if at.pages == 1:
        return []
    back = button(reader, say("◀"), to(at.page - 1))
    back.disabled = at.page == 1
    here = button(
        reader,
        say("page {page} of {pages}", page=f"{at.page:,}", pages=f"{at.pages:,}"),
        to(at.page),
    )
    here.disabled = True
    on = button(reader, say("▶"), to(at.page + 1))
    on.disabled = at.page == at.pages
    return [back, here, on]


def _rule() -> Separator[LayoutView]:
    return Separator(spacing=SeparatorSpacing.small)
