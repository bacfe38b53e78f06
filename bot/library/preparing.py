"""Getting a record ready for the library: readable text, and what identifies it.

Pure and picklable, because it runs in worker processes: half of an import's work is here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.papers.identity import digest, local_id, origin_digest, title_key
from bot.papers.overlap import sketch
from bot.papers.paper import Record
from bot.papers.text import code_link, plain, readable, readable_name, readable_title

Id = tuple[str, str]
LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A record on its way in.

    Attributes:
        record: The record with marked, readable text.
        source: The record as the source gave it.
        origin: 63-bit hash of which record of a source this is.
        digest: 63-bit hash of everything that the source says.
        ids: All its ids as kind and value, the `local` one last.
        title_key: 63-bit hash of its title, or None where it has no real one.
        sketch: Hashes that abstracts which overlap share.
    """

    record: Record
    source: Record
    origin: int
    digest: int
    ids: tuple[Id, ...]
    title_key: int | None
    sketch: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A record as read, with the hashes that tell whether it has been here before."""

    source: Record
    origin: int
    digest: int


def arrive(record: Record) -> Arrival:
    """Return the record with its hashes."""
    return Arrival(record, origin_digest(record), digest(record))


def prepare(arrivals: Sequence[Arrival]) -> list[Prepared]:
    """Return the records readable and identified, in order."""
    return [_prepare(arrival) for arrival in arrivals]


def _prepare(arrival: Arrival) -> Prepared:
    source = arrival.source
    record = replace(
        source,
        title=readable_title(source.title),
        abstract=readable(source.abstract),
        authors=_each(readable_name, source.authors),
        keywords=_each(readable_title, source.keywords),
        code_url=source.code_url or code_link(source.abstract) or "",
    )
    return Prepared(
        record=record,
        source=source,
        origin=arrival.origin,
        digest=arrival.digest,
        ids=_ids(record),
        title_key=title_key(record),
        sketch=sketch(plain(record.abstract)),
    )


def _ids(record: Record) -> tuple[Id, ...]:
    ids = [(kind, value) for kind, values in record.ids.items() for value in values]
    local = local_id(record)
    return tuple(ids if local is None else [*ids, (LOCAL, local)])


def _each(reading: Callable[[str], str], texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts readable, without those of which nothing is left."""
    return tuple(text for text in map(reading, texts) if text)
