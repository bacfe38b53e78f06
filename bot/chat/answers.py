"""From a person's question to the card that answers it; commands and buttons share these."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.chat.cards import (
    LONGEST_QUERY,
    Card,
    button,
    deleting,
    found_card,
    leaf,
    on_page,
    papers_card,
    turning,
)
from bot.chat.catalogue import Catalogue
from bot.chat.errors import Choice
from bot.chat.limits import CHOICE, CHOICES
from bot.chat.markdown import cut
from bot.chat.reader import Reader
from bot.chat.searches import Searches
from bot.chat.states import Another, Like, Post, Rest, Search
from bot.chat.whole import paper_card
from bot.library.library import Found, Library
from bot.library.results import Similar, result_of
from bot.papers.errors import UserError
from bot.papers.grammar import read
from bot.papers.marks import plain
from bot.papers.paper import Paper
from bot.papers.wording import Wording, say, say_count

PER_PAGE = 5
TRIES = 5
"""How often another random paper is drawn when the same one comes again."""


class Answers:
    """Asks the library and makes cards."""

    def __init__(self, library: Library, catalogue: Catalogue) -> None:
        self._library = library
        self._catalogue = catalogue
        self._searches = Searches(library)

    def reader(self, interaction: discord.Interaction[discord.Client], *, private: bool) -> Reader:
        """Return the person who asks."""
        render = self._catalogue.render(interaction.locale.value)
        return Reader(interaction.user.id, render, private)

    async def find(self, text: str, reader: Reader, *, newest: bool = False) -> Card:
        """Return the first page of the papers that match `text`."""
        query = read(text)
        found = await self._library.find(query, per_page=PER_PAGE, newest=newest)
        _expect_papers(found)
        return found_card(found, await self._searches.keep(query.text, newest=newest), reader)

    async def page(self, search: Search, page: int, reader: Reader) -> Card:
        """Return a page of a stored search."""
        query = read(await self._searches.text(search))
        found = await self._library.find(
            query, page=max(page, 1), per_page=PER_PAGE, newest=search.newest
        )
        _expect_papers(found)
        return found_card(found, search, reader)

    async def random(self, text: str, reader: Reader) -> Card:
        """Return a random paper out of those that match `text`, or out of all."""
        return await self.another(await self._searches.keep(text), 0, reader)

    async def another(self, search: Search, number: int, reader: Reader) -> Card:
        """Return a random paper, another than `number` where there is one."""
        paper = await self._draw(await self._searches.text(search), number)
        more = button(reader, say("Another"), Another(reader.asker, paper.number, search))
        return paper_card(paper, reader, buttons=[more, *self._sharing(paper, reader)])

    async def paper(self, name: str, reader: Reader) -> Card:
        """Return the paper that `name` names, whole."""
        paper = await self._library.show(name)
        return paper_card(paper, reader, buttons=self._sharing(paper, reader))

    async def opened(self, number: int, reader: Reader) -> Card:
        """Return the paper with this number, whole."""
        paper = await self._library.paper(number)
        return paper_card(paper, reader, buttons=self._sharing(paper, reader))

    async def similar(self, text: str, reader: Reader) -> Card:
        """Return papers like the one that `text` names, or like a pasted abstract."""
        return _similar_card(await self._library.like(text, limit=PER_PAGE), reader)

    async def alike(self, number: int, reader: Reader) -> Card:
        """Return papers like the one with this number."""
        return _similar_card(await self._library.similar(number, limit=PER_PAGE), reader)

    async def posted(self, number: int, reader: Reader) -> Card:
        """Return the paper for everybody, with the name of who posted it."""
        paper = await self._library.paper(number)
        return paper_card(paper, reader, buttons=deleting(reader), by=reader.asker)

    async def rest(self, number: int, page: int, reader: Reader, places: Sequence[int]) -> Card:
        """Return a page of the papers that a digest in one of these places only counts."""
        parcel = await self._library.store.parcels.get(number)
        if parcel is None or parcel.channel not in places or not parcel.rest:
            raise UserError(say("This digest is no longer kept."))
        at = leaf(page, len(parcel.rest), PER_PAGE)
        numbers = on_page(parcel.rest, at, PER_PAGE)
        papers = await self._library.store.shelf.get(numbers)
        first = parcel.shown + (at.page - 1) * PER_PAGE + 1
        results = [
            result_of(rank, 0.0, paper, {})
            for rank, paper in enumerate((papers[n] for n in numbers if n in papers), first)
        ]
        head = reader.says(say_count("{count} more paper", "{count} more papers", len(parcel.rest)))
        row = turning(at, lambda to: Rest(number, to), reader)
        return papers_card(f"### {head}", results, row, reader)

    async def titles(self, typed: str) -> list[Choice]:
        """Return autocomplete's choices: titles to read, numbers to send."""
        suggestions = await self._library.suggest(typed, CHOICES)
        titles = ((" ".join(plain(s.title).split()), s.number) for s in suggestions)
        return [
            app_commands.Choice(name=cut(title, CHOICE), value=f"#{number}")
            for title, number in titles
            if title
        ]

    async def _draw(self, text: str, number: int) -> Paper:
        query = read(text) if text else None
        paper = await self._library.random(query)
        for _ in range(TRIES):
            if paper is None or paper.number != number:
                break
            paper = await self._library.random(query)
        if paper is None:
            raise UserError(_nothing_to_draw(text))
        return paper

    @staticmethod
    def _sharing(paper: Paper, reader: Reader) -> list[discord.ui.Button[discord.ui.LayoutView]]:
        """Return "Similar", and "Post here" on a private card, "Delete" on a public one."""
        similar = button(reader, say("Similar"), Like(paper.number))
        if reader.private:
            return [similar, button(reader, say("Post here"), Post(paper.number))]
        return [similar, *deleting(reader)]


def _similar_card(similar: Similar, reader: Reader) -> Card:
    if not similar.results:
        raise UserError(
            say("No other paper here says anything of the same. /paper find may find some.")
        )
    head = say("Papers like the text that was given")
    if similar.paper is not None:
        title = cut(" ".join(plain(similar.paper.title).split()), LONGEST_QUERY)
        head = say("Papers like “{title}”", title=title or similar.paper.key)
    return papers_card(f"### {reader.says(head)}", similar.results, deleting(reader), reader)


def _expect_papers(found: Found) -> None:
    if found.total:
        return
    sentence = say(
        "No paper matches “{query}”. Try fewer or more general words, check the spelling, "
        "or leave out phrases, fields and exclusions. {hint}",
        query=found.query.read_as[:200],
        hint=_hint(found),
    )
    raise UserError(sentence)


def _hint(found: Found) -> Wording | str:
    if found.suggestion:
        return say("Did you mean: {query}?", query=found.suggestion[:200])
    if found.hidden:
        return say_count(
            "{count} withdrawn or rejected paper is hidden; "
            "add status:rejected,withdrawn to see it.",
            "{count} withdrawn or rejected papers are hidden; "
            "add status:rejected,withdrawn to see them.",
            found.hidden,
        )
    return ""


def _nothing_to_draw(text: str) -> Wording:
    if text:
        return say(
            "No paper with an abstract matches “{query}”. "
            "Try fewer words, or /paper random without any.",
            query=text[:200],
        )
    return say(
        "The library holds no paper with an abstract yet. "
        "Whoever runs this bot can add some with `paperbot import`."
    )
