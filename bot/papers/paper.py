"""The paper: what a source says of it (`Record`), and what the library holds (`Paper`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

Ids = Mapping[str, tuple[str, ...]]
"""Ids by kind (`arxiv`, `openreview`, `doi`, `acl`, `pmid`, `s2`, `dblp`, `local`), best first."""

ID_KINDS = ("arxiv", "openreview", "doi", "acl", "pmid", "s2", "dblp", "local")
"""The kinds of ids that identify a paper, in the order in which they make its key."""


class Status(StrEnum):
    """What became of a paper; the source's own word stays in `decision`."""

    ACCEPTED = "accepted"
    ORAL = "oral"
    SPOTLIGHT = "spotlight"
    POSTER = "poster"
    WORKSHOP = "workshop"
    SUBMITTED = "submitted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    RETRACTED = "retracted"


ACCEPTED = frozenset(
    {Status.ACCEPTED, Status.ORAL, Status.SPOTLIGHT, Status.POSTER, Status.WORKSHOP}
)
"""What `status:accepted` covers."""

HIDDEN = frozenset({Status.REJECTED, Status.WITHDRAWN, Status.RETRACTED})
"""What find, random and topics leave out unless `status:` asks for it."""


class AbstractBy(StrEnum):
    """Who wrote the abstract: the paper's authors, or we for the starter library."""

    AUTHOR = "author"
    STARTER = "starter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One paper as one source describes it.

    Attributes:
        ids: Ids of known kinds, normalised (`papers/ids.py`); never `local`.
        title: The title; empty where the source has none.
        title_derived: True where the title was made from the abstract.
        abstract: The abstract; empty where the source has none.
        abstract_by: Who wrote the abstract.
        authors: Full names in order, given name first.
        venue: The series without year (`ICLR`), or empty.
        year: The year of the venue or of publication.
        status: What became of it, or None where nothing says so.
        decision: The source's own word for the status.
        keywords: Keywords of authors or site.
        url: Its page; http or https only, else empty.
        pdf_url: Its PDF; the same.
        code_url: Its code; the same.
        published: The day it appeared, where known.
        origin: The source's own id of the record, kept as provenance; never an identity.
    """

    ids: Ids = field(default_factory=dict[str, tuple[str, ...]])
    title: str = ""
    title_derived: bool = False
    abstract: str = ""
    abstract_by: AbstractBy = AbstractBy.AUTHOR
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    status: Status | None = None
    decision: str = ""
    keywords: tuple[str, ...] = ()
    url: str = ""
    pdf_url: str = ""
    code_url: str = ""
    published: date | None = None
    origin: str = ""

    def first_id(self, kind: str) -> str | None:
        """Return the best id of `kind`, or None."""
        values = self.ids.get(kind, ())
        return values[0] if values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper(Record):
    """One paper as the library holds it; title and abstract are marked text (`papers/text.py`).

    Attributes:
        number: The internal integer, which never changes meaning.
        key: `kind:value` of its best id at the time.
        added: When the library first held it (UTC).
        starter: True for a paper of the starter library that no other source has brought.
    """

    number: int
    key: str
    added: datetime
    starter: bool = False
