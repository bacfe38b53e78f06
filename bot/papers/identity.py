"""When two records are one paper: the same id, the same title and authors, or the same abstract.

Pure decisions; who finds the candidates is the library (`library/uniting.py`).
"""

import re
import unicodedata
from hashlib import blake2b, sha256

from bot.papers.ids import best_key
from bot.papers.marks import plain
from bot.papers.overlap import overlap as measure
from bot.papers.overlap import shingles
from bot.papers.paper import Record

ENOUGH_UNTITLED = 0.3
"""Overlap from which an abstract without a real title belongs to a paper (camera-ready abstracts
differ from submitted ones; the next best paper has a tenth of it)."""

ENOUGH_TITLED = 0.8
"""The same where both have real titles, which differ."""

ENOUGH_ANONYMOUS = 0.2
"""The same where the titles agree and no author tells."""

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_BLANK = re.compile(r"\s+")


def normal_title(title: str) -> str:
    """Return the letters and digits of a title without case and accents: equal for equal titles.

    A title without letters and digits is itself, without case.
    """
    folded = unicodedata.normalize("NFKD", title).casefold()
    kept = "".join(filter(str.isalnum, folded))
    return kept or _BLANK.sub(" ", folded).strip()


def surname(name: str) -> str:
    """Return the last word of the family name without case and accents, or an empty text."""
    words = [normal_title(word) for word in name.partition(",")[0].split()]
    words = [word for word in words if word.isalnum()]
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    return words[-1] if words else ""


def local_id(record: Record) -> str | None:
    """Return the `local:` id: 16 hex digits of SHA-256, or None for neither title nor abstract.

    Over the normal title and the first author's surname where known, one a line; over the letters
    and digits of the abstract where there is no real title.
    """
    if title := _real_title(record):
        text = f"{title}\n{surname(record.authors[0])}" if record.authors else title
    else:
        text = normal_title(record.abstract)
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16] if text else None


def title_key(record: Record) -> int | None:
    """Return a hash below 2^63 that records with the same real title share, or None without one."""
    title = _real_title(record)
    return _hash(title) if title else None


def same_paper(old: Record, new: Record, overlap: float) -> bool:
    """Return whether two records without a common id are one paper.

    `overlap` is that of their abstracts (`papers/overlap.py`), or 0 where it was not measured.
    """
    old_title, new_title = _real_title(old), _real_title(new)
    if not old_title or not new_title:
        return overlap >= ENOUGH_UNTITLED
    anonymous = not old.authors or not new.authors
    acquainted = not anonymous and _share_author(old, new)
    if old_title != new_title:
        return overlap >= ENOUGH_TITLED and (anonymous or acquainted)
    if anonymous:
        return not old.abstract or not new.abstract or _measured(old, new) >= ENOUGH_ANONYMOUS
    return acquainted or _measured(old, new) >= ENOUGH_TITLED


def digest(record: Record) -> int:
    """Return a hash below 2^63 of everything that a source says of a paper."""
    ids = (f"{kind}:{value}" for kind, values in record.ids.items() for value in values)
    parts = (
        "\x1e".join(sorted(ids)),
        record.title,
        str(record.title_derived),
        record.abstract,
        record.abstract_by,
        "\x1e".join(record.authors),
        record.venue,
        str(record.year),
        str(record.status),
        record.decision,
        "\x1e".join(record.keywords),
        record.url,
        record.pdf_url,
        record.code_url,
        str(record.published),
        record.origin,
    )
    return _hash("\x1f".join(parts))


def origin_digest(record: Record) -> int:
    """Return a hash below 2^63 that says which record of a source this is, whatever it says.

    Made of its best id, or else its own id and its title, and of its venue and year: one source may
    list a paper at several venues.
    """
    if record.ids:
        name = best_key(record.ids)
    else:
        name = f"{record.origin}\x1e{_real_title(record) or normal_title(record.abstract)}"
    return _hash(f"{name}\x1f{record.venue}\x1f{record.year}")


def _real_title(record: Record) -> str:
    return "" if record.title_derived else normal_title(record.title)


def _share_author(old: Record, new: Record) -> bool:
    return not {*map(surname, old.authors)}.isdisjoint(map(surname, new.authors))


def _measured(old: Record, new: Record) -> float:
    return measure(shingles(plain(old.abstract)), shingles(plain(new.abstract)))


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()) >> 1
