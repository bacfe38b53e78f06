"""What format bytes are in, by their content: a file's name may say anything."""

import re
from typing import cast

from bot.papers.errors import FormatUnknown, SourceUnreadable
from bot.papers.venue import venue_in_heading
from bot.papers.wording import Wording, say
from bot.sources.cutter import LISTS
from bot.sources.stream import HEAD, decoded
from bot.sources.titles import word_count
from bot.sources.values import NoValue, value_in

LINES_TRIED = 20

_PACKED = (
    (b"%PDF-", say("a PDF")),
    (b"PK\x03\x04", say("a ZIP archive")),
    (b"SQLite format 3\x00", say("a database")),
    (b"BZh", say("compressed with bzip2")),
    (b"\xfd7zXZ\x00", say("compressed with xz")),
    (b"\x28\xb5\x2f\xfd", say("compressed with zstd")),
    (b"\x1f\x8b", say("compressed twice")),
    (b"\x89PNG", say("a picture")),
    (b"\xff\xd8\xff", say("a picture")),
    (b"GIF8", say("a picture")),
)
_DOCUMENT = re.compile(rb"\s*(?:\[\s*[\[{\]\"]|\{\s*[\"}])")
_WRITTEN = (
    (re.compile(rb"\s*(?:<!doctype\s+html|<html)", re.IGNORECASE), say("a web page")),
    (re.compile(rb"\s*<[?!a-z]", re.IGNORECASE), say("XML")),
    (re.compile(rb"(?:\s*%[^\n]*\n|\s)*@[a-z]+\s*\{", re.IGNORECASE), say("BibTeX")),
    (re.compile(rb"\s*TY  - "), say("RIS")),
    (
        re.compile(rb"[^\n.]*\btitle\b[^\n.]*[,;\t]|[^\n.]*[,;\t]\"?title\b", re.IGNORECASE),
        say("a table"),
    ),
)


def recognise(head: bytes, where: str, *, in_folder: bool = False) -> str:
    """Return which of FORMATS the first bytes of a file (up to HEAD) are in.

    In a folder, where nobody named the file, prose counts as a list only under a heading that names
    venue and year.

    Raises:
        SourceUnreadable: it is empty, or no text.
        FormatUnknown: nothing here reads such text.
    """
    if not head.strip():
        raise SourceUnreadable(say("{where} is empty.", where=where))
    if _is_json_lines(head):
        return "jsonl"
    if _DOCUMENT.match(head):
        return "paperlists"
    if what := _other(head):
        raise FormatUnknown(
            say(
                "{where} is {what}, which is not read here. Papers can be imported as JSON lines, "
                "a JSON array, or abstracts parted by blank lines; .gz is fine.",
                where=where,
                what=what,
            )
        )
    if b"\x00" in head:
        raise SourceUnreadable(say("{where} is no text, so it is no list of papers.", where=where))
    if _is_prose(head) and (not in_folder or _names_venue(head)):
        return "plain"
    raise FormatUnknown(
        say(
            "{where} is no list of papers: neither JSON lines, nor a JSON array, nor abstracts "
            "parted by blank lines.",
            where=where,
        )
    )


def _other(head: bytes) -> Wording | None:
    for begin, what in _PACKED:
        if head.startswith(begin):
            return what
    return next((what for pattern, what in _WRITTEN if pattern.match(head)), None)


def _is_json_lines(head: bytes) -> bool:
    """Whether one of the first lines is a JSON object, and not one around a list of papers."""
    lines = [line for line in head.splitlines() if line.strip()]
    if len(head) >= HEAD:
        lines.pop()
    if lines and lines[0].lstrip().startswith(b"[") and not _value(lines[0]):
        return False
    for line in lines[:LINES_TRIED]:
        if isinstance(value := _value(line), dict):
            return not _is_around_list(cast("dict[str, object]", value))
    return False


def _value(line: bytes) -> object:
    try:
        return value_in(line)
    except NoValue:
        return None


def _is_around_list(value: dict[str, object]) -> bool:
    return any(
        name.encode("utf-8", "replace") in LISTS and isinstance(held, list) and "title" not in value
        for name, held in value.items()
    )


def _is_prose(head: bytes) -> bool:
    """Whether there is a paragraph that could be an abstract."""
    paragraphs = re.split(rb"\n\s*\n", head.replace(b"\r", b""))
    return any(word_count(decoded(paragraph)) >= 20 for paragraph in paragraphs)


def _names_venue(head: bytes) -> bool:
    """Whether the first line that is not blank names a venue and a year."""
    line = head.lstrip().partition(b"\n")[0][:300]
    return venue_in_heading(decoded(line)) is not None
