"""One paper whole: title, authors, where it stands, the abstract, links and what to do with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord.ui import ActionRow, Button, LayoutView, Separator, TextDisplay

from bot.chat.cards import Card, card_of, heading
from bot.chat.facts import authors, standing
from bot.chat.limits import LABEL, LINKS_A_ROW, fits
from bot.chat.links import Link, links, sound_url
from bot.chat.markdown import cut, markdown, shorten
from bot.chat.reader import Reader
from bot.papers.paper import AbstractBy, Paper
from bot.papers.wording import Wording, say

LONGEST_ABSTRACT = 5_000
"""No longer one fits, marks of emphasis included."""
LONGEST_KEYWORD = 60
LONGEST_TEXT_ADDRESS = 1_500


@dataclass(frozen=True, slots=True)
class _Cut:
    """How much is shown; `abstract` in characters, the others count names and words."""

    abstract: int
    authors: int = 40
    keywords: int = 12
    title: int = 400
    long_links: bool = True


_CUTS = (
    _Cut(LONGEST_ABSTRACT),
    _Cut(LONGEST_ABSTRACT, authors=12, keywords=6),
    _Cut(LONGEST_ABSTRACT, authors=3, keywords=0, title=256, long_links=False),
    *(
        _Cut(limit, authors=3, keywords=0, title=256, long_links=False)
        for limit in range(3_800, 100, -100)
    ),
    _Cut(100, authors=0, keywords=0, title=40, long_links=False),
)


def paper_card(
    paper: Paper,
    reader: Reader,
    *,
    buttons: Sequence[Button[LayoutView]] = (),
    by: int | None = None,
) -> Card:
    """Return the whole paper; `by` is the Discord id of the person who posted it here.

    An abstract that is longer than a message is cut at a sentence, and says so.
    """
    texts: list[str] = []
    for cut_ in _CUTS:
        texts = [_head(paper, cut_, reader, by), _abstract(paper, cut_, reader)]
        texts.append(_foot(paper, cut_, reader))
        if fits(texts):
            break
    head, abstract, foot = texts
    card = card_of(TextDisplay(head), Separator(), TextDisplay(abstract))
    card.add_item(Separator(visible=False)).add_item(TextDisplay(foot))
    if row := [_link(link, reader) for link in links(paper)[:LINKS_A_ROW]]:
        card.add_item(ActionRow(*row))
    if buttons:
        card.add_item(ActionRow(*buttons))
    return card


def _head(paper: Paper, cut_: _Cut, reader: Reader, by: int | None) -> str:
    lines = [f"## {heading(paper.title, cut_.title, reader)}"]
    if by is not None:
        posted = reader.says(say("posted by {person}"), person=f"<@{by}>")
        lines.insert(0, f"-# {posted}")
    if names := authors(paper, cut_.authors):
        lines.append(names)
    if where := standing(paper, reader):
        lines.append(f"-# {where}")
    return "\n".join(lines)


def _abstract(paper: Paper, cut_: _Cut, reader: Reader) -> str:
    kept = shorten(paper.abstract[:LONGEST_ABSTRACT], cut_.abstract)
    shown = markdown(kept)
    if not shown:
        return reader.says(say("The library holds no abstract of this paper."))
    if len(kept) == len(paper.abstract):
        return shown
    more = reader.says(say("The abstract goes on; it is longer than a message here may be."))
    return f"{shown}\n-# {more}"


def _foot(paper: Paper, cut_: _Cut, reader: Reader) -> str:
    lines: list[str] = []
    if cut_.keywords and paper.keywords:
        words = (markdown(cut(word, LONGEST_KEYWORD)) for word in paper.keywords[: cut_.keywords])
        lines.append(f"-# {', '.join(words)}")
    lines.extend(f"-# {reader.says(note)}" for note in _notes(paper))
    if cut_.long_links:
        lines.extend(_long_addresses(paper))
    lines.append(f"-# {markdown(cut(paper.key, LONGEST_KEYWORD * 2))}")
    return "\n".join(lines)


def _notes(paper: Paper) -> list[Wording]:
    notes: list[Wording] = []
    if paper.abstract and paper.abstract_by is AbstractBy.STARTER:
        notes.append(
            say(
                "This summary is ours, written for the starter library; "
                "the authors' own abstract is behind the links."
            )
        )
    if paper.title_derived:
        notes.append(say("The title is derived from the abstract; the source names none."))
    return notes


def _long_addresses(paper: Paper) -> list[str]:
    """Return as text the addresses that are too long for a button."""
    given = (paper.url, paper.pdf_url, paper.code_url)
    sound = (sound_url(url, longest=LONGEST_TEXT_ADDRESS) for url in dict.fromkeys(given))
    return [url for url in sound if url and sound_url(url) is None]


def _link(link: Link, reader: Reader) -> Button[LayoutView]:
    return Button(label=reader.render(link.label)[:LABEL], url=link.url)
