"""`find --batch`: many queries in one process, an answer a line, in order."""

import sys
from pathlib import Path
from typing import Any, cast

import click
import orjson

from bot.cli.document import Document, as_json, found_document, unusable_document
from bot.library.library import Library
from bot.papers.errors import SourceMissing, SourceUnreadable, UnusableQuery
from bot.papers.grammar import read
from bot.papers.wording import say


def read_lines(path: Path) -> list[bytes]:
    """Return the lines of a file, or of stdin for `-`.

    Raises:
        SourceMissing: there is no such file.
        SourceUnreadable: it cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except FileNotFoundError as error:
        raise SourceMissing(
            say("There is no file {path}. Check the name after --batch.", path=path)
        ) from error
    except OSError as error:
        raise SourceUnreadable(
            say("{path} cannot be read: {reason}.", path=path, reason=error.strerror)
        ) from error
    return data.splitlines()


async def answer_lines(library: Library, lines: list[bytes], *, limit: int, newest: bool) -> None:
    """Print one JSON answer a line, also for lines that are no query."""
    for number, line in enumerate(lines, start=1):
        text, identity, error = _asked(line, number)
        document = (
            unusable_document(text, error)
            if error
            else await _answer(library, text, limit=limit, newest=newest)
        )
        click.echo(as_json({**identity, **document}, indent=False))


async def _answer(library: Library, text: str, *, limit: int, newest: bool) -> Document:
    try:
        query = read(text)
    except UnusableQuery as error:
        return unusable_document(text, str(error))
    return found_document(await library.find(query, per_page=limit, newest=newest))


def _asked(line: bytes, number: int) -> tuple[str, Document, str]:
    """Return the query, what identifies it, and why it cannot be used."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "", {}, f"Line {number} is not UTF-8 text."
    if not text.lstrip().startswith("{"):
        return text, {}, ""
    try:
        asked: Any = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text, {}, ""
    identity = {"_id": asked["_id"]} if "_id" in asked else {}
    if not isinstance(asked.get("text"), str):
        return "", identity, f"Line {number} has no `text` to search for."
    return cast("str", asked["text"]), identity, ""
