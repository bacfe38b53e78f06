"""Two records of one paper become one, field by field; the same two always become the same."""

from dataclasses import replace
from datetime import date
from typing import TypeVar

from bot.papers.ids import join_ids
from bot.papers.paper import AbstractBy, Record, Status

AnyRecord = TypeVar("AnyRecord", bound=Record)

_STANDING = {
    Status.ORAL: 5,
    Status.SPOTLIGHT: 5,
    Status.POSTER: 5,
    Status.ACCEPTED: 5,
    Status.WORKSHOP: 4,
    Status.SUBMITTED: 2,
    Status.REJECTED: 0,
    Status.WITHDRAWN: 0,
    Status.RETRACTED: 0,
}
_PROCEEDINGS = 3
_PREPRINT = 1
_PREPRINT_SERVERS = frozenset({"", "arxiv", "corr", "biorxiv", "medrxiv"})
_PRESENTED = frozenset({Status.ORAL, Status.SPOTLIGHT, Status.POSTER, Status.WORKSHOP})


def merge(old: AnyRecord, new: Record) -> AnyRecord:
    """Return `old` with what `new` adds; a Paper stays one, with its number and key.

    Of two appearances (venue, year, status, decision) the one of higher standing is kept whole: a
    conference that took the paper, then one that may yet, then a preprint, then one that did not.
    Of the same appearance the newer record speaks. Whose appearance is kept leads in the other
    fields, too, but a real title beats a derived one, the authors' abstract ours, a longer list of
    authors a shorter one, an earlier date a later one, and nothing is lost for an empty field.
    """
    same = _same_appearance(old, new)
    leads = same or _standing(new) > _standing(old)
    first, second = (new, old) if leads else (old, new)
    status, decision = _outcome(old, new) if same else (first.status, first.decision)
    title = _titled(first, second)
    abstract = _abstracted(first, second)
    return replace(
        old,
        ids=join_ids(first.ids, second.ids),
        title=title.title,
        title_derived=title.title_derived,
        abstract=abstract.abstract,
        abstract_by=abstract.abstract_by,
        authors=max(first.authors, second.authors, key=len),
        venue=first.venue or (second.venue if same else ""),
        year=first.year or (second.year if same else None),
        status=status,
        decision=decision,
        keywords=first.keywords or second.keywords,
        url=_page(first, second, same=same),
        pdf_url=first.pdf_url or second.pdf_url,
        code_url=first.code_url or second.code_url,
        published=_earlier(first.published, second.published),
        origin=old.origin or new.origin,
    )


def _same_appearance(old: Record, new: Record) -> bool:
    same_venue = not old.venue or not new.venue or old.venue.casefold() == new.venue.casefold()
    return same_venue and (not old.year or not new.year or old.year == new.year)


def _standing(record: Record) -> int:
    if record.status is not None:
        return _STANDING[record.status]
    return _PREPRINT if record.venue.casefold() in _PREPRINT_SERVERS else _PROCEEDINGS


def _outcome(old: Record, new: Record) -> tuple[Status | None, str]:
    """Return the status and decision of one appearance that both describe, `new` later.

    A decision is not taken back by a list that knows only the submission, nor is the kind of
    presentation by one that knows only the acceptance.
    """
    vague = (
        new.status is None
        or new.status is Status.SUBMITTED
        or (new.status is Status.ACCEPTED and old.status in _PRESENTED)
    )
    if vague and old.status is not None:
        return old.status, old.decision
    return new.status, new.decision or old.decision


def _titled(first: Record, second: Record) -> Record:
    real = [record for record in (first, second) if record.title and not record.title_derived]
    return next(iter(real), first if first.title else second)


def _abstracted(first: Record, second: Record) -> Record:
    if not first.abstract or not second.abstract:
        return first if first.abstract else second
    ours = first.abstract_by is AbstractBy.STARTER and second.abstract_by is AbstractBy.AUTHOR
    return second if ours else first


def _page(first: Record, second: Record, *, same: bool) -> str:
    """Prefer the discussion on OpenReview to other pages of the same appearance."""
    if same and "//openreview.net/" in second.url:
        return first.url if "//openreview.net/" in first.url else second.url
    return first.url or second.url


def _earlier(first: date | None, second: date | None) -> date | None:
    days = [day for day in (first, second) if day is not None]
    return min(days, default=None)
