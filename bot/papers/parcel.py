"""What goes out to a channel as one thing: a card for one paper, or a digest of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

A_MESSAGE = 12
"""Papers that one message of a digest lists."""


class Kind(StrEnum):
    """What it looks like."""

    CARD = "card"
    DIGEST = "digest"


class Progress(StrEnum):
    """How far it is."""

    OPEN = "open"
    SENT = "sent"
    ASIDE = "aside"
    """Discord does not take it as it is."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """Papers and messages, fixed before the first message is sent.

    Attributes:
        number: Its number, never used again.
        channel: The channel.
        kind: What it looks like.
        papers: The papers' numbers in order: first those that are shown, then the rest, which a
            digest only counts.
        shown: How many are shown.
        parts: How many messages it takes.
        messages: The messages that were sent of it.
        made: When it was made.
        tried: Since when it is not known whether the next message is there, or None.
        progress: How far it is.
    """

    number: int
    channel: int
    kind: Kind
    papers: tuple[int, ...]
    shown: int
    parts: int
    messages: tuple[int, ...]
    made: datetime
    tried: datetime | None
    progress: Progress

    @property
    def touched(self) -> bool:
        """Whether any message of it may be there."""
        return bool(self.messages) or self.tried is not None

    @property
    def part(self) -> int:
        """The message that comes next, from 0."""
        return len(self.messages)

    def on(self, part: int) -> tuple[int, ...]:
        """Return the papers that stand on a message."""
        first, last = (place * self.shown // self.parts for place in (part, part + 1))
        return self.papers[first:last]

    @property
    def rest(self) -> tuple[int, ...]:
        """The papers that are only counted."""
        return self.papers[self.shown :]


@dataclass(frozen=True, slots=True)
class Draft:
    """A parcel that is to be made: its papers, and how many of them are shown."""

    kind: Kind
    papers: tuple[int, ...]
    shown: int

    @property
    def parts(self) -> int:
        """How many messages it takes."""
        return max(1, -(-self.shown // A_MESSAGE))


def card(paper: int) -> Draft:
    """Return the draft of a card."""
    return Draft(Kind.CARD, (paper,), 1)


def digest(papers: Sequence[int], most: int) -> Draft:
    """Return the draft of a digest that shows at most `most`."""
    return Draft(Kind.DIGEST, tuple(papers), min(most, len(papers)))
