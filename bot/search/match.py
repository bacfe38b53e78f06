"""Which papers of a segment a query wants: its tree, evaluated over masks.

Find relaxes bare words. With `strict` the plain boolean reading:

    hold(word)        = present
    hold(a | b)       = hold(a) or hold(b)
    hold(a b ...)     = all parts without a bare word hold, and, where parts have bare words, at
                        least one of those holds
    hold(-a)          = not strict(a)
"""

from collections.abc import Callable, Collection, Iterable, Sequence
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
    Query,
    Since,
    StatusIs,
    Venue,
    Word,
    Years,
    has_bare_words,
)
from bot.search.segment import CODE, FIELD_BITS, FIELDS, STATES, Mask, Postings, Segment, spots


class Matcher:
    """Evaluates query trees over one segment; looks each term up once."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._found: dict[str, Postings | None] = {}
        self._leaves: dict[Node, Mask] = {}

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
                return self._leaf_once(node)

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
                return self._leaf_once(node)

    def phrase(self, terms: tuple[str, ...], field: int | None = None) -> NDArray[np.int64]:
        """Return the papers in which the terms stand together in this order."""
        if len(terms) == 1:
            return self._together(terms, field)
        key = terms, field
        return self._segment.phrases.keep(key, lambda: self._together(terms, field))

    def _together(self, terms: tuple[str, ...], field: int | None) -> NDArray[np.int64]:
        found = [self.postings(term) for term in terms]
        known = [postings for postings in found if postings is not None]
        if not known or len(known) < len(found):
            return np.zeros(0, np.int64)
        if len(known) == 1:
            return known[0].rows if field is None else known[0].within(field)
        papers = self._having_all(known)
        begins: NDArray[np.int64] | None = None
        for offset, postings in enumerate(known):
            owners, chosen = postings.among(papers.astype(np.uint32))
            keys = spots(self._segment.columns, chosen, owners)
            if field is not None:
                keys = keys[(keys & 0xFFFF) >> FIELD_BITS == field]
            begins = keys if begins is None else common(begins, keys - offset)
        return papers if begins is None else papers[distinct(begins >> 16)]

    def _having_all(self, postings: Sequence[Postings]) -> NDArray[np.int64]:
        shortest, *others = sorted(postings, key=lambda each: len(each.papers))
        papers = shortest.rows
        for other in others:
            papers = papers[self._mask(other.rows)[papers]]
        return papers

    def _all_relaxed(self, parts: tuple[Node, ...]) -> Mask:
        firm: list[Mask] = []
        loose: list[Mask] = []
        for part in parts:
            (loose if has_bare_words(part) else firm).append(self.holds(part))
        return self._every([*firm, self._any(loose)] if loose else firm)

    def _every(self, masks: Iterable[Mask]) -> Mask:
        first, *others = [*masks] or [np.ones(self._segment.papers, np.bool_)]
        return reduce(np.logical_and, others, first)

    def _any(self, masks: Iterable[Mask]) -> Mask:
        first, *others = [*masks] or [np.zeros(self._segment.papers, np.bool_)]
        return reduce(np.logical_or, others, first)

    def _leaf_once(self, node: Node) -> Mask:
        if node not in self._leaves:
            self._leaves[node] = self._leaf(node)
        return self._leaves[node]

    def _leaf(self, node: Node) -> Mask:
        match node:
            case Word():
                return self._any(self._mask(self.phrase(terms)) for terms in node.ways)
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
                wanted = (key.encode("utf-8", "replace") for key in keys)
                return self._any(columns["keys"] == key for key in wanted)
            case _:
                raise TypeError(f"no filter: {node!r}")

    def in_state(self, states: Iterable[object]) -> Mask:
        """Return which papers have any of these statuses, bool[papers]."""
        wanted = frozenset(states)
        return self._in_state(lambda state: state in wanted)

    def _in_state(self, wanted: Callable[[object], bool]) -> Mask:
        states = self._segment.columns["states"]
        places = [place for place, state in enumerate(STATES) if state and wanted(state)]
        return self._any(states == place for place in places)

    def _at_venue(self, name: str, year: int | None) -> Mask:
        place = self._segment.place_of.get(name.casefold())
        if place is None:
            return np.zeros(self._segment.papers, np.bool_)
        mask: Mask = self._segment.columns["venues"] == place
        return mask if year is None else mask & (self._segment.columns["years"] == year)

    def _mask(self, papers: NDArray[np.int64]) -> Mask:
        mask = np.zeros(self._segment.papers, np.bool_)
        mask[papers] = True
        return mask


def only_words(query: Query, terms: Collection[str]) -> bool:
    """Return whether find wants nothing but papers that have any of the ranking terms.

    Then a score above 0 says that a paper matches, and all the words are all the terms.
    """
    parts = query.root.parts
    return len(terms) == len({part.terms for part in parts if isinstance(part, Word)}) and all(
        isinstance(part, Word) and len(part.terms) == 1 and part.terms[0] in terms for part in parts
    )


def common(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what stands in both of two ascending arrays without repetition."""
    both = np.concatenate([first, second])
    both.sort(kind="stable")  # which merges two runs
    return both[:-1][both[1:] == both[:-1]]


def distinct(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the distinct ones of ascending values."""
    return values[np.diff(values, prepend=-1) > 0]
