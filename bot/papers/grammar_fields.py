"""The values of fields: what each may be, and the sentence where it is something else."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache

from bot.papers.errors import UnusableQuery
from bot.papers.grammar_tokens import Value
from bot.papers.ids import parse_id
from bot.papers.paper import ACCEPTED, Status
from bot.papers.query import (
    Either,
    FieldWord,
    HasCode,
    KeyIs,
    Node,
    Phrase,
    Since,
    StatusIs,
    Venue,
    Word,
    Years,
)
from bot.papers.status import status_of
from bot.papers.venue import split_venue
from bot.papers.wording import say
from bot.papers.words import analyse, spans


@lru_cache(maxsize=1 << 12)
def word(text: str, field: str | None = None) -> Word | FieldWord | None:
    """Return a word without the punctuation around it; None where nothing is left."""
    found = tuple(spans(text))
    if not found:
        return None
    text = text[found[0].start : found[-1].end]
    terms = tuple(span.term for span in found)
    return FieldWord(field, text, terms) if field else Word(text, terms)


def phrase(text: str, field: str | None = None) -> Phrase | None:
    """Return a phrase; None where no word stands in it."""
    text = " ".join(text.split())
    terms = tuple(analyse(text))
    return Phrase(text, terms, field) if terms else None


def of_field(field: str, values: Sequence[Value]) -> Node | None:
    """Return what `field` asks for with any of `values`; None where they are empty.

    Raises:
        UnusableQuery: A value is not one that the field knows.
    """
    values = [Value(_ENDING.sub("", value.text), value.quoted) for value in values]
    values = [value for value in values if value.text]
    return _FIELDS[field](values) if values else None


_ENDING = re.compile(r"^\s+|(?:[;:!?\s]|(?<!\.)\.)+$")


def _title(values: Sequence[Value]) -> Node | None:
    return _any_of([_text("title", value.text, value.quoted) for value in values])


def _author(values: Sequence[Value]) -> Node | None:
    return _any_of([_text("author", _in_order(value.text), value.quoted) for value in values])


def _text(field: str, text: str, quoted: bool) -> Node | None:  # noqa: FBT001 - how it was typed
    return phrase(text, field) if quoted else word(text, field)


def _in_order(name: str) -> str:
    """Return `Marco Cuturi` for `Cuturi, Marco`."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and given.strip() else name


def _any_of(nodes: Sequence[Node | None]) -> Node | None:
    parts = tuple(dict.fromkeys(node for node in nodes if node is not None))
    return Either(parts) if len(parts) > 1 else next(iter(parts), None)


def _venue(values: Sequence[Value]) -> Node:
    return Venue(tuple(dict.fromkeys(_series(" ".join(value.text.split())) for value in values)))


def _series(text: str) -> tuple[str, int | None]:
    name, year = split_venue(text)
    settled = split_venue(f"{name} {year}" if year else name) == (name, year)
    return (name, year) if name and settled else (text, None)


_YEAR = re.compile(r"([12]\d{3})")
_YEARS = re.compile(r"([12]\d{3})?\s*(?:\.{2,3}|…|-|–)\s*([12]\d{3})?")


def _year(values: Sequence[Value]) -> Node | None:
    return _any_of([_years(value.text) for value in values])


def _years(text: str) -> Years:
    if year := _YEAR.fullmatch(text):
        return Years(int(year[1]), int(year[1]))
    found = _YEARS.fullmatch(text)
    if found is None or not (found[1] or found[2]):
        raise UnusableQuery(
            say(
                "“{value}” is no year. Write year:2024, year:2022..2026, year:2022.. or"
                " year:..2020.",
                value=_short(text),
            )
        )
    if found[1] and found[2]:
        first, last = sorted((int(found[1]), int(found[2])))
        return Years(first, last)
    return Years(int(found[1]) if found[1] else None, int(found[2]) if found[2] else None)


_DATE = re.compile(r"([12]\d{3})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?")


def _since(values: Sequence[Value]) -> Node:
    return Since(min(_day(value.text) for value in values))


def _day(text: str) -> date:
    if found := _DATE.fullmatch(text):
        try:
            return date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
        except ValueError:
            pass
    raise UnusableQuery(
        say(
            "“{value}” is no date. Write since:2025, since:2025-06 or since:2025-06-30.",
            value=_short(text),
        )
    )


def _status(values: Sequence[Value]) -> Node:
    asked = {_one_status(value.text) for value in values}
    return StatusIs(frozenset(asked | ACCEPTED if Status.ACCEPTED in asked else asked))


def _one_status(text: str) -> Status:
    if status := status_of(text):
        return status
    raise UnusableQuery(
        say(
            "“{value}” is no status. Write status: with one or more of {known}, for example"
            " status:oral,spotlight.",
            value=_short(text),
            known=", ".join(Status),
        )
    )


def _has(values: Sequence[Value]) -> Node:
    for value in values:
        if value.text.lower() != "code":
            raise UnusableQuery(
                say(
                    "has: cannot ask for “{value}”. Write has:code for papers with a link to"
                    " their code.",
                    value=_short(value.text),
                )
            )
    return HasCode()


def _key(values: Sequence[Value]) -> Node:
    return KeyIs(tuple(dict.fromkeys(_one_key(value.text) for value in values)))


def _one_key(text: str) -> str:
    found = parse_id(text)
    if found is None:
        raise UnusableQuery(
            say(
                "“{value}” is no key, id or link of a paper. Write it like key:arxiv:1706.03762.",
                value=_short(text),
            )
        )
    return ":".join(found)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


_FIELDS: dict[str, Callable[[Sequence[Value]], Node | None]] = {
    "title": _title,
    "author": _author,
    "venue": _venue,
    "year": _year,
    "since": _since,
    "status": _status,
    "has": _has,
    "key": _key,
}
