"""The courier as the feed knows it: takes one message to one channel, or says why it cannot."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Protocol

from bot.papers.paper import Paper
from bot.papers.parcel import Kind, Parcel
from bot.papers.standing import Topic, Trouble
from bot.papers.topic import Reason


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a paper comes to a channel: a topic, and its words as they stand in the paper."""

    topic: Topic
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A paper as it is posted.

    Attributes:
        paper: The paper.
        title: Its title as marked text, the topics' words marked.
        summary: One to three sentences of the abstract chosen for the topics, marked alike.
        causes: Why it comes; at least one.
    """

    paper: Paper
    title: str
    summary: str
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One message.

    Attributes:
        guild: The server.
        parcel: What it is a part of; `parcel.part` is the one.
        items: The papers on it, in order.
        topics: The topics for which it comes, oldest first.
        mentions: The roles that are to hear of it.
        plain: Whether only the least is to be said, because Discord has refused more.
    """

    guild: int
    parcel: Parcel
    items: Sequence[Item]
    topics: Sequence[Topic]
    mentions: Sequence[int]
    plain: bool = False

    @property
    def nonce(self) -> str:
        """What makes Discord take the same message once (24 characters).

        Of channel and paper for a card, of channel, parcel and part for a digest.
        """
        parcel = self.parcel
        what = (
            f"{parcel.papers[0]}"
            if parcel.kind is Kind.CARD
            else f"{parcel.number}:{parcel.part}:{parcel.made.isoformat()}"
        )
        return blake2b(f"{parcel.channel}:{what}".encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Arrived:
    """Discord has the message."""

    message: int


@dataclass(frozen=True, slots=True)
class Absent:
    """It is certain that the message is not there."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """Whether Discord has it is not known: look before it is sent again."""

    error: str


@dataclass(frozen=True, slots=True)
class Later:
    """Discord does not have it, and may take it after some seconds."""

    error: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Barred:
    """Discord does not have it, and takes none until somebody changes something there.

    `error` says it in words, or names the permissions that are missing, with commas.
    """

    trouble: Trouble
    error: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Discord takes messages there, but not this one."""

    error: str


Failure = Unsure | Later | Barred | Refused
Outcome = Arrived | Failure


class Courier(Protocol):
    """Takes messages to channels; nothing that Discord answers is raised, all is an outcome."""

    @property
    def ready(self) -> bool:
        """Whether there is a connection, with servers and channels known."""
        ...

    def serves(self, guild: int) -> bool:
        """Return whether the bot is in this server."""
        ...

    async def send(self, dispatch: Dispatch) -> Outcome:
        """Send a message."""
        ...

    async def look(self, dispatch: Dispatch, since: datetime) -> Outcome | Absent:
        """Look whether a message that was tried since then has arrived."""
        ...

    async def publish(self, guild: int, channel: int, message: int) -> Outcome | Absent:
        """Publish an announcement channel's message; Absent where that cannot be."""
        ...

    async def tell(self, topics: Sequence[Topic], barred: Barred) -> None:
        """Tell the managers, where these topics were made, that nothing can be posted."""
        ...
