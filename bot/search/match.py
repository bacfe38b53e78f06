"""Which papers of a segment a query wants: its tree, evaluated over masks.

Find relaxes bare words. With `strict` the plain boolean reading:

    hold(word)        = present
    hold(a | b)       = hold(a) or hold(b)
    hold(a b ...)     = all parts without a bare word hold, and, where parts have bare words, at
                        least one of those holds
    hold(-a)          = not strict(a)
"""

from collections.abc import Callable, Iterable
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from bot.papers.query import (
    All,
    Either,
    FieldWord,
    HasCode,
    KeyIs,
    Node,
    Not,
    Phrase,
    Since,
    StatusIs,
    Venue,
    Word,
    Years,
    has_bare_words,
)
from bot.search.segment import CODE, FIELD_BITS, FIELDS, STATES, Mask, Postings, Segment


class Matcher:
    """Evaluates query trees over one segment; looks each term up once."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._found: dict[str, Postings | None] = {}

    def postings(self, term: str) -> Postings | None:
        """Return where a term stands in this segment."""
        if term not in self._found:
            self._found[term] = self._segment.postings(term)
        return self._found[term]

    def holds(self, node: Node) -> Mask:
        """Return which papers find wants, bool[papers]."""
        match node:
            case All(parts):
                return self._all_relaxed(parts)
            case Either(parts):
                return self._any(map(self.holds, parts))
            case Not(part):
                return ~self.strictly(part)
            case _:
                return self._leaf(node)

    def strictly(self, node: Node) -> Mask:
        """Return which papers satisfy the boolean reading, bool[papers]."""
        match node:
            case All(parts):
                return self._every(map(self.strictly, parts))
            case Either(parts):
                return self._any(map(self.strictly, parts))
            case Not(part):
                return ~self.strictly(part)
            case _:
                return self._leaf(node)

    def phrase(self, terms: tuple[str, ...], field: int | None = None) -> NDArray[np.uint32]:
        """Return the papers in which the terms stand together in this order."""
        found = [self.postings(term) for term in terms]
        known = [postings for postings in found if postings is not None]
        if not known or len(known) < len(found):
            return np.zeros(0, np.uint32)
        papers = reduce(_common, sorted((p.papers for p in known), key=len))
        if len(known) == 1 and field is None:
            return papers
        begins: NDArray[np.int64] | None = None
        for offset, postings in enumerate(known):
            owners, places = postings.places_in(papers)
            if field is not None:
                inside = places >> FIELD_BITS == field
                owners, places = owners[inside], places[inside]
            here = (owners << 16) + places - offset + len(known)
            begins = here if begins is None else np.intersect1d(begins, here, assume_unique=True)
        return papers if begins is None else papers[np.unique((begins - len(known)) >> 16)]

    def _all_relaxed(self, parts: tuple[Node, ...]) -> Mask:
        worded = [part for part in parts if has_bare_words(part)]
        mask = self._every(self.holds(part) for part in parts if not has_bare_words(part))
        if worded:
            mask &= self._any(map(self.holds, worded))
        return mask

    def _every(self, masks: Iterable[Mask]) -> Mask:
        return reduce(np.logical_and, masks, np.ones(self._segment.papers, np.bool_))

    def _any(self, masks: Iterable[Mask]) -> Mask:
        return reduce(np.logical_or, masks, np.zeros(self._segment.papers, np.bool_))

    def _leaf(self, node: Node) -> Mask:
        match node:
            case Word(terms=terms):
                return self._mask(self.phrase(terms))
            case Phrase(terms=terms, field=field) | FieldWord(terms=terms, field=field):
                place = None if field is None else FIELDS.index(field)
                return self._mask(self.phrase(terms, place))
            case _:
                return self._filter(node)

    def _filter(self, node: Node) -> Mask:
        columns = self._segment.columns
        match node:
            case Venue(names):
                return self._any(self._at_venue(name, year) for name, year in names)
            case Years(first, last):
                years = columns["years"]
                return (years >= (first or 1)) & (years <= (last or 32_767))
            case Since(day):
                return columns["days"] >= day.toordinal()
            case StatusIs(statuses):
                return self._in_state(lambda state: state in statuses)
            case HasCode():
                return columns["flags"] & CODE > 0
            case KeyIs(keys):
                wanted = np.array([key.encode("utf-8", "replace") for key in keys])
                return np.isin(columns["keys"], wanted)
            case _:
                raise TypeError(f"no filter: {node!r}")

    def in_state(self, states: Iterable[object]) -> Mask:
        """Return which papers have any of these statuses, bool[papers]."""
        wanted = frozenset(states)
        return self._in_state(lambda state: state in wanted)

    def _in_state(self, wanted: Callable[[object], bool]) -> Mask:
        table = np.array([state is not None and wanted(state) for state in STATES])
        return table[self._segment.columns["states"]]

    def _at_venue(self, name: str, year: int | None) -> Mask:
        place = self._segment.place_of.get(name.casefold())
        if place is None:
            return np.zeros(self._segment.papers, np.bool_)
        mask: Mask = self._segment.columns["venues"] == place
        return mask if year is None else mask & (self._segment.columns["years"] == year)

    def _mask(self, papers: NDArray[np.uint32]) -> Mask:
        mask = np.zeros(self._segment.papers, np.bool_)
        mask[papers] = True
        return mask


def _common(first: NDArray[np.uint32], second: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return np.intersect1d(first, second, assume_unique=True)
