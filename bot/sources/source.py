"""What every source gives: records, and what it could not use with the reason."""

from dataclasses import dataclass

from bot.papers.paper import Record
from bot.papers.wording import Wording

FORMATS = ("jsonl", "paperlists", "plain")
"""Formats that are read: JSON lines, one JSON document with a list, and a list of abstracts."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that could not be used.

    Attributes:
        where: Its place: the file and the line, or which record of the file.
        why: The reason.
    """

    where: str
    why: Wording


Item = Record | Skipped
"""One record that was read."""
