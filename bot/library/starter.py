"""The papers that a new library begins with."""

import hashlib
import io
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from bot.papers.paper import Record
from bot.sources.jsonlines import parse
from bot.sources.source import Skipped


def starter_items() -> Iterator[Record | Skipped]:
    """Yield the starter papers as records."""
    return parse(io.BytesIO(_content()), "starter.jsonl")


def starter_mark() -> str:
    """Return a mark that changes whenever the starter papers do."""
    return hashlib.sha256(_content()).hexdigest()[:16]


@cache
def _content() -> bytes:
    return files("bot").joinpath("starter.jsonl").read_bytes()
