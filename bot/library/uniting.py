"""Deciding what each arriving record is: a new paper, one that is known, or several that are one.

No I/O: a `Table` is laid with everything known that a batch may touch, takes one record after the
other, and is cleared into what must be written.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.library.preparing import LOCAL, Id, Prepared
from bot.papers.identity import same_paper
from bot.papers.merging import merge
from bot.papers.overlap import overlap, shingles
from bot.papers.paper import Paper, Record
from bot.papers.text import plain

ENOUGH_SHARED = 2
"""Shared sketch hashes that make two abstracts worth comparing whole, at least."""
PART_SHARED = 0.25
"""The part of a record's sketch that must be shared where both papers have real titles."""


class Outcome(StrEnum):
    """What became of a record that was read."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    MERGED = "merged"


@dataclass(eq=False, slots=True)
class Draft:
    """A paper while a batch is worked on.

    Attributes:
        number: Its number in the store, or None while it is new.
        record: What is known of it by now.
        starter: True while nothing but the starter library has brought it.
        dirty: Whether it must be written.
        absorbed: Numbers of papers that turned out to be this one.
        arrivals: The records that it took in from this batch.
        known: What the store held of it before this batch, or None.
    """

    number: int | None
    record: Record
    starter: bool
    dirty: bool = False
    absorbed: list[int] = field(default_factory=list[int])
    arrivals: list[Prepared] = field(default_factory=list[Prepared])
    known: Paper | None = None
    _shingles: frozenset[int] | None = None

    def shingles(self) -> frozenset[int]:
        """Return the shingles of its abstract."""
        if self._shingles is None:
            self._shingles = shingles(plain(self.record.abstract))
        return self._shingles

    @property
    def fresh(self) -> bool:
        """Whether topics have not been asked about it: it is new, or has its abstract only now."""
        if self.known is None or (self.known.starter and not self.starter):
            return not self.starter
        return bool(self.record.abstract) and not self.known.abstract

    def take(self, record: Record) -> bool:
        """Merge `record` into this paper and return whether that changed it."""
        merged = merge(self.record, record)
        if merged == self.record:
            return False
        self.record = merged
        self.dirty = True
        self._shingles = None
        return True


class Table:
    """The papers that a batch may touch, found by id, title and abstract."""

    def __init__(self, *, starter: bool) -> None:
        self._starter = starter
        self._by_id: dict[Id, Draft] = {}
        self._by_title: defaultdict[int, list[Draft]] = defaultdict(list)
        self._by_hash: defaultdict[int, list[Draft]] = defaultdict(list)
        self._drafts: list[Draft] = []

    def lay(
        self,
        papers: Mapping[int, Paper],
        known: Mapping[Id, int],
        titled: Mapping[int, Sequence[int]],
        overlapping: Mapping[int, Sequence[int]],
    ) -> None:
        """Put what the store knows on the table, an heir for each number that was given up."""
        heirs = {paper.number: paper for paper in papers.values()}
        own = {
            number: Draft(number, paper, paper.starter, known=paper)
            for number, paper in heirs.items()
        }
        drafts = {asked: own[paper.number] for asked, paper in papers.items()}
        self._drafts.extend(own.values())
        self._by_id.update({i: drafts[n] for i, n in known.items() if n in drafts})
        for index, found in ((self._by_title, titled), (self._by_hash, overlapping)):
            for key, numbers in found.items():
                index[key].extend(drafts[n] for n in numbers if n in drafts)

    def place(self, prepared: Prepared) -> Outcome:
        """Take one record in and say what it was."""
        by_id = _distinct(self._by_id[i] for i in _telling(prepared) if i in self._by_id)
        alike = [draft for draft in self._alike(prepared) if draft not in by_id]
        found = sorted((*by_id, *alike), key=_seniority)
        if not found:
            draft = Draft(None, prepared.record, self._starter, dirty=True)
            self._drafts.append(draft)
            changed = True
        else:
            draft = found[0]
            changed = self._take_in(draft, prepared.record, found[1:])
        self._remember(draft, prepared)
        if not any(not other.starter or self._starter for other in found):
            outcome = Outcome.NEW
        elif any(not other.starter for other in alike):
            outcome = Outcome.MERGED
        else:
            outcome = Outcome.CHANGED if changed else Outcome.UNCHANGED
        if not self._starter:
            draft.dirty = draft.dirty or draft.starter
            draft.starter = False
        return outcome

    def clear(self) -> list[Draft]:
        """Return what must be written."""
        return [draft for draft in self._drafts if draft.dirty or draft.arrivals]

    def _alike(self, prepared: Prepared) -> list[Draft]:
        """Return the papers that are the same by title and authors, or by abstract."""
        same = [self._by_id[i] for i in prepared.ids if i in self._by_id]
        same.extend(
            draft
            for draft in self._by_title.get(prepared.title_key or 0, ())
            if same_paper(draft.record, prepared.record, 0.0)
        )
        shared = Counter(draft for key in prepared.sketch for draft in self._by_hash.get(key, ()))
        near = [
            draft
            for draft, count in shared.items()
            if count >= enough_shared(prepared, untitled=draft.record.title_derived)
        ]
        if near:
            mine = shingles(plain(prepared.record.abstract))
            measured = [(overlap(mine, draft.shingles()), draft) for draft in near]
            measured.sort(key=lambda pair: -pair[0])
            same.extend(
                draft
                for measure, draft in measured
                if same_paper(draft.record, prepared.record, measure)
            )
        return _distinct(same)

    def _take_in(self, draft: Draft, record: Record, others: Sequence[Draft]) -> bool:
        changed = False
        for other in others:
            changed = draft.take(other.record) or changed
            draft.absorbed.extend(other.absorbed)
            draft.arrivals.extend(other.arrivals)
            if other.number is not None:
                draft.absorbed.append(other.number)
            draft.starter = draft.starter and other.starter
            draft.dirty = True
            self._replace(other, draft)
        return draft.take(record) or changed

    def _replace(self, gone: Draft, draft: Draft) -> None:
        self._drafts.remove(gone)
        for key, holder in self._by_id.items():
            if holder is gone:
                self._by_id[key] = draft
        for index in (self._by_title, self._by_hash):
            for holders in index.values():
                if gone in holders:
                    holders[holders.index(gone)] = draft

    def _remember(self, draft: Draft, prepared: Prepared) -> None:
        draft.arrivals.append(prepared)
        for key in prepared.ids:
            self._by_id[key] = draft
        if prepared.title_key is not None:
            self._by_title[prepared.title_key].append(draft)
        for key in prepared.sketch:
            self._by_hash[key].append(draft)


def enough_shared(prepared: Prepared, *, untitled: bool) -> int:
    """Return how many sketch hashes a record must share with a paper to be compared with it."""
    size = len(prepared.sketch)
    least = min(ENOUGH_SHARED, size)
    if untitled or prepared.record.title_derived:
        return least
    return max(least, int(PART_SHARED * size))


def _telling(prepared: Prepared) -> list[Id]:
    """Return a record's own ids; for want of any, the `local` one, which is made of its title."""
    own = [i for i in prepared.ids if i[0] != LOCAL]
    return own or list(prepared.ids)


def _distinct(drafts: Iterable[Draft]) -> list[Draft]:
    return list(dict.fromkeys(drafts))


def _seniority(draft: Draft) -> tuple[bool, int]:
    """Known papers before new ones, the lowest number first: an old number keeps its meaning."""
    return draft.number is None, draft.number or 0
