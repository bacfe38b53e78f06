"""The pulse of the running bot: plain state that chat writes, and health and metrics read.

Everything happens in the event loop's thread; a reader there sees a consistent whole.
"""

import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

WITHIN_S = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Upper bounds, in seconds, by which answers are counted; what takes longer comes after them."""


class Outcome(StrEnum):
    """How a command, a button or autocomplete ended."""

    OK = "ok"
    """Answered."""
    TOLD = "told"
    """Answered with a sentence that says what was wrong and what to do."""
    FAILED = "failed"
    """Something that nobody expected; the person got a code, the log has the rest."""
    LATE = "late"
    """Discord no longer took the answer, or the bot ended before it was ready."""


@dataclass(slots=True)
class Tally:
    """The answers to one command that had one outcome.

    Attributes:
        count: How many there were.
        seconds: How long they took together.
        within: How many took no longer than each bound of WITHIN_S and longer than the one
            before; one more for those above all bounds. Not cumulated.
    """

    count: int = 0
    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(WITHIN_S) + 1))

    def add(self, seconds: float) -> None:
        """Count one answer."""
        self.count += 1
        self.seconds += seconds
        self.within[bisect_left(WITHIN_S, seconds)] += 1


@dataclass(slots=True)
class Pulse:
    """What is known of the connection and of the commands since the start of the process.

    Attributes:
        now: Tells the time of day, for what people read.
        ticks: Tells seconds that only go forward, for what is measured.
        started: When the process began to serve.
        connected: Whether a session is up, as far as is known; never true of a dead resume.
        latency_s: Seconds from the last heartbeat to its answer; None while not connected.
        last_event: When the gateway last said anything, also in answer to a heartbeat.
        connects: How often a session came up, new or resumed.
        identifies_today: Sessions asked for within 24 hours, failed ones and those of earlier
            processes too; Discord allows 1,000.
        last_error: What last ended or prevented a connection, as a sentence.
        under_way: Commands, buttons and autocompletes that wait for their answer.
        commands: Tallies by the name of the command (never what was typed) and the outcome.
        rate_limits: How often Discord asked to slow down.
        rate_limit_s: For how many seconds it asked, together.
    """

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ticks: Callable[[], float] = time.monotonic
    connected: bool = False
    latency_s: float | None = None
    last_event: datetime | None = None
    connects: int = 0
    identifies_today: int = 0
    last_error: str | None = None
    under_way: int = 0
    commands: dict[tuple[str, Outcome], Tally] = field(
        default_factory=dict[tuple[str, Outcome], Tally]
    )
    rate_limits: int = 0
    rate_limit_s: float = 0.0
    started: datetime = field(init=False)
    _heard: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.started = self.now()

    def heard(self) -> None:
        """Note that the gateway said something."""
        self.last_event = self.now()
        self._heard = self.ticks()

    def silence_s(self) -> float | None:
        """Return for how long the gateway has said nothing; None before its first word."""
        return None if self._heard is None else self.ticks() - self._heard

    def up(self) -> None:
        """Note that a session is up."""
        self.heard()
        self.connected = True
        self.connects += 1

    def down(self) -> None:
        """Note that there is no session."""
        self.connected = False
        self.latency_s = None

    def answered(self, command: str, outcome: Outcome, seconds: float) -> None:
        """Count an answer."""
        self.commands.setdefault((command, outcome), Tally()).add(seconds)

    def rate_limited(self, seconds: float) -> None:
        """Count a wait that Discord asked for."""
        self.rate_limits += 1
        self.rate_limit_s += seconds
