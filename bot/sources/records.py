"""One JSON object to one record."""

import re
from typing import cast

from bot.papers.paper import AbstractBy, Record
from bot.papers.status import status_of
from bot.papers.venue import split_venue
from bot.papers.wording import Wording, say
from bot.sources.addresses import code, ids_of, origin_of, page, pdf
from bot.sources.dates import published, year_in
from bot.sources.fields import LONGEST_WORD, Fields, first, flat, string_of, strings_in, words
from bot.sources.people import people
from bot.sources.titles import FEWEST_WORDS, derived_title, word_count

LONGEST_TITLE = 2_000
LONGEST_ABSTRACT = 100_000
"""Characters beyond which a text is neither."""

MOST_KEYWORDS = 100

_ABSTRACT = ("abstract", "text", "summary", "abstractText")
_AUTHORS = ("authors", "author", "creators")
_VENUE = ("venue", "conference", "booktitle", "journal", "container-title")
_YEAR = ("year", "publication_year")
_DECISION = ("decision", "status", "presentation", "presentation_type")
_KEYWORDS = ("keywords", "keyword", "tags")
_OUTCOME = re.compile(
    r"\b(?:oral|spotlight|poster|submi\w+|withdrawn|rejected|notable\b.*)", re.IGNORECASE
)


def record_of(entry: Fields) -> Record | Wording:
    """Return the record that a JSON object describes, its texts as they are, or why it is none.

    A file's own id is `origin` unless it is of a known kind; what fields are understood is in this
    package's modules. Where there is no title one is derived from the abstract.
    """
    fields = flat(entry)
    title = " ".join(string_of(first(fields, ("title",))).split())
    abstract = _abstract(first(fields, _ABSTRACT))
    if fault := _fault(title, abstract):
        return fault
    ids = ids_of(fields)
    venue = words(fields, _VENUE)
    series, year = split_venue(venue)
    decision = words(fields, _DECISION) or _outcome(venue)
    day = published(fields, ids)
    return Record(
        ids=ids,
        title=title or derived_title(abstract),
        title_derived=not title or fields.get("title_derived") is True,
        abstract=abstract,
        abstract_by=_abstract_by(fields),
        authors=people(first(fields, _AUTHORS)),
        venue=series,
        year=year_in(first(fields, _YEAR)) or year or (day.year if day else None),
        status=status_of(decision),
        decision=decision,
        keywords=_keywords(first(fields, _KEYWORDS)),
        url=page(fields, ids),
        pdf_url=pdf(fields, ids),
        code_url=code(fields),
        published=day,
        origin=origin_of(fields, ids),
    )


def _abstract(value: object) -> str:
    if isinstance(value, list):
        return " ".join(strings_in(cast("object", value)))
    return string_of(value)


def _fault(title: str, abstract: str) -> Wording | None:
    if not title and not abstract:
        return say("This record has neither a title nor an abstract.")
    if len(abstract) > LONGEST_ABSTRACT:
        return say(
            "Its abstract has {count:,} characters: too many to be one.", count=len(abstract)
        )
    if len(title) > LONGEST_TITLE:
        return say("Its title has {count:,} characters: too many to be one.", count=len(title))
    if not title and word_count(abstract) < FEWEST_WORDS:
        return say("It has no title, and its text is too short to be an abstract.")
    return None


def _abstract_by(fields: Fields) -> AbstractBy:
    return AbstractBy.STARTER if fields.get("abstract_by") == "starter" else AbstractBy.AUTHOR


def _outcome(venue: str) -> str:
    """Return the decision that OpenReview writes into the venue (`ICLR 2026 Oral`)."""
    match = _OUTCOME.search(venue)
    return match[0] if match else ""


def _keywords(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = re.split(
            r";|\n" if ";" in value else r",|\n", value[: MOST_KEYWORDS * LONGEST_WORD]
        )
    tidy = (" ".join(word.split())[:LONGEST_WORD] for word in strings_in(value))
    return tuple(dict.fromkeys(filter(None, tidy)))[:MOST_KEYWORDS]
