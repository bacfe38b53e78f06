"""The person who reads an answer: who asked, in which language, whether anybody else sees it."""

from dataclasses import dataclass, replace

from bot.chat.catalogue import Render
from bot.chat.markdown import markdown
from bot.papers.wording import Wording

_PLACEHOLDERS = "\ue000\ue001\ue002\ue003"


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a card is made.

    Attributes:
        asker: The Discord id of the person who asked.
        render: Renders a sentence in the person's language, as plain text.
        private: Whether only that person sees the answer.
    """

    asker: int
    render: Render
    private: bool

    def says(self, wording: Wording, **markup: str) -> str:
        """Return a sentence as inert markdown; `markup` fills in what must stay alive."""
        places = dict(zip(markup, _PLACEHOLDERS, strict=False))
        filled = replace(wording, arguments={**wording.arguments, **places})
        text = markdown(self.render(filled))
        for name, place in places.items():
            text = text.replace(place, markup[name])
        return text
