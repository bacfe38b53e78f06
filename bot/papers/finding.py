"""What an examination finds: something in order, something to know, or something to mend."""

from dataclasses import dataclass
from enum import StrEnum

from bot.papers.wording import Wording


class Level(StrEnum):
    """How much a finding matters."""

    OK = "ok"
    """As it should be."""
    WARNING = "warning"
    """The bot works, and not as well as it could."""
    PROBLEM = "problem"
    """Something does not work until it is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        name: What was looked at, in a word or two; the same in every language.
        level: How much it matters.
        says: What there is.
        mend: What to do about it; None where there is nothing to do.
    """

    name: str
    level: Level
    says: Wording
    mend: Wording | None = None


def fine(name: str, says: Wording, mend: Wording | None = None) -> Finding:
    """Return a finding that is as it should be; `mend` is then what could be done."""
    return Finding(name, Level.OK, says, mend)


def warning(name: str, says: Wording, mend: Wording) -> Finding:
    """Return a finding that should be looked at."""
    return Finding(name, Level.WARNING, says, mend)


def problem(name: str, says: Wording, mend: Wording) -> Finding:
    """Return a finding that keeps something from working."""
    return Finding(name, Level.PROBLEM, says, mend)
