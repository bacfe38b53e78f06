"""`/paper`: find papers, read a random one, show one whole, find others like it."""

from typing import Literal

from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.answers import Answers
from bot.chat.errors import Boundary, Choice
from bot.chat.replies import Interaction, answer
from bot.papers.grammar import merge_options

Sort = Literal["relevance", "newest"]
Place = Literal["here", "only me"]


class Papers(app_commands.Group):
    """The commands on papers; each reads its options, asks, and shows."""

    def __init__(self, answers: Answers, boundary: Boundary) -> None:
        super().__init__(name="paper", description=locale_str("Find and read papers"))
        self._answers = answers
        self._boundary = boundary

    @app_commands.command(description=locale_str("Find papers by words, phrases, authors, venues"))
    @app_commands.describe(
        query=locale_str('Words, "a phrase", -word, a | b, author:name, title:word, has:code'),
        venue=locale_str("Only this venue, or several by comma: ICLR,NeurIPS"),
        year=locale_str("Only this year, or from..to: 2022..2026"),
        sort=locale_str("Best matches first, or the newest"),
        place=locale_str("Answer here for everybody, or only for me"),
    )
    async def find(
        self,
        interaction: Interaction,
        query: str,
        venue: str | None = None,
        year: str | None = None,
        sort: Sort = "relevance",
        place: Place = "here",
    ) -> None:
        """Answer with the first page of what matches."""
        reader = self._answers.reader(interaction, private=place == "only me")
        text = merge_options(query, venue, year)
        asking = self._answers.find(text, reader, newest=sort == "newest")
        await answer(interaction, asking, private=reader.private)

    @app_commands.command(description=locale_str("Read a random paper"))
    @app_commands.describe(
        query=locale_str("Only papers that match this"),
        venue=locale_str("Only this venue, or several by comma: ICLR,NeurIPS"),
    )
    async def random(
        self, interaction: Interaction, query: str | None = None, venue: str | None = None
    ) -> None:
        """Answer with one paper whole."""
        reader = self._answers.reader(interaction, private=False)
        asking = self._answers.random(merge_options(query or "", venue), reader)
        await answer(interaction, asking, private=False)

    @app_commands.command(description=locale_str("Show one paper whole"))
    @app_commands.describe(
        paper=locale_str("Title, arXiv id or link, OpenReview id or link, DOI, or key")
    )
    async def show(self, interaction: Interaction, paper: str) -> None:
        """Answer with the paper that was named."""
        reader = self._answers.reader(interaction, private=False)
        await answer(interaction, self._answers.paper(paper, reader), private=False)

    @app_commands.command(description=locale_str("Find papers like one, or like an abstract"))
    @app_commands.describe(
        paper=locale_str("Title, link, id or key of a paper, or an abstract"),
        place=locale_str("Answer here for everybody, or only for me"),
    )
    async def similar(self, interaction: Interaction, paper: str, place: Place = "here") -> None:
        """Answer with the papers most like the one that was named, or like a text."""
        reader = self._answers.reader(interaction, private=place == "only me")
        asking = self._answers.similar(paper, reader)
        await answer(interaction, asking, private=reader.private)

    @show.autocomplete("paper")
    @similar.autocomplete("paper")
    async def _titles(self, interaction: Interaction, current: str) -> list[Choice]:
        return await self._boundary.choices(interaction, self._answers.titles(current), current)
