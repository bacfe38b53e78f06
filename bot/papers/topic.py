"""Which papers a topic wants: the boolean reading of its query, never a score.

All words, phrases, alternatives, exclusions and filters must hold, over title, keywords and
abstract (names only where `author:` asks for them). Rejected, withdrawn and retracted papers are
left out unless the query asks for a status.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from bot.papers.document import SUBJECT, Document, Part
from bot.papers.paper import HIDDEN, Record
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
    leaves,
)
from bot.papers.words import STOP_WORDS

NAMED = "author:"
"""What tells anchors among names from those among words."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a topic wants a paper: a word or phrase of its query, and where it stands first."""

    text: str
    part: Part


def wants(query: Query, document: Document) -> bool:
    """Return whether a topic with this query wants the paper."""
    return shown(query, document.paper) and holds(query.root, document)


def shown(query: Query, paper: Record) -> bool:
    """Return whether a paper's status lets it be posted."""
    return paper.status not in HIDDEN or any(
        isinstance(leaf, StatusIs) for leaf, _ in leaves(query.root)
    )


def holds(node: Node, document: Document) -> bool:
    """Return whether a part of a query is true of a paper."""
    match node:
        case All(parts):
            return all(holds(part, document) for part in parts)
        case Either(parts):
            return any(holds(part, document) for part in parts)
        case Not(part):
            return not holds(part, document)
        case Word(terms=terms) | Phrase(terms=terms, field=None):
            return document.where(terms) is not None
        case Phrase(terms=terms, field=field) | FieldWord(terms=terms, field=field):
            return document.where(terms, (Part(field),)) is not None
        case _:
            return _passes(node, document)


def reasons(query: Query, document: Document) -> list[Reason]:
    """Return the words and phrases for which a topic wants a paper, titles first."""
    found: list[Reason] = []
    for leaf, wanted in leaves(query.root):
        if wanted and isinstance(leaf, Word | Phrase | FieldWord):
            field = None if isinstance(leaf, Word) else leaf.field
            part = document.where(leaf.terms, SUBJECT if field is None else (Part(field),))
            if part is not None:
                found.append(Reason(leaf.text, part))
    order = list(Part)
    return sorted(dict.fromkeys(found), key=lambda reason: order.index(reason.part))


def missing(query: Query, document: Document) -> list[Node]:
    """Return the parts of a query that are not true of a paper; empty where all are."""
    return [part for part in query.root.parts if not holds(part, document)]


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A topic as it waits for papers.

    Attributes:
        number: Its number.
        query: Its query.
        needed: Terms that a paper must have.
        enough: Whether these terms and a status that may be shown are all it wants.
    """

    number: int
    query: Query
    needed: frozenset[str]
    enough: bool

    def wants(self, document: Document, *, visible: bool) -> bool:
        if not self.needed <= document.subject:
            return False
        return visible if self.enough else wants(self.query, document)


class Topics:
    """Many topics, held against one paper after the other.

    Each topic waits under the words without which it cannot want a paper (of several the longest,
    which is mostly the rarest); only topics whose word a paper has are looked at whole.
    """

    def __init__(self, queries: Mapping[int, Query]) -> None:
        """Take topics by number."""
        self._by_anchor: defaultdict[str, list[_Waiting]] = defaultdict(list)
        self._always: list[_Waiting] = []
        self._count = len(queries)
        for number, query in queries.items():
            waiting = _Waiting(number, query, *_needs(query))
            anchors = _anchors(query.root)
            if anchors is None:
                self._always.append(waiting)
            for anchor in anchors or ():
                self._by_anchor[anchor].append(waiting)

    def __len__(self) -> int:
        return self._count

    def wanting(self, document: Document) -> list[int]:
        """Return the numbers of the topics that want the paper, ascending."""
        if not self._count:
            return []
        visible = document.paper.status not in HIDDEN
        found = {
            waiting.number
            for waiting in self._candidates(document)
            if waiting.wants(document, visible=visible)
        }
        return sorted(found)

    def _candidates(self, document: Document) -> Iterator[_Waiting]:
        yield from self._always
        for term in document.subject:
            yield from self._by_anchor.get(term, ())
        for name in document.names:
            yield from self._by_anchor.get(NAMED + name, ())


def _needs(query: Query) -> tuple[frozenset[str], bool]:
    """Return the terms that a paper must have for a query, and whether they are all it wants."""
    terms: set[str] = set()
    enough = True
    for part in query.root.parts:
        if isinstance(part, Word) or (isinstance(part, Phrase) and part.field is None):
            terms.update(part.terms)
        enough = enough and isinstance(part, Word) and len(part.terms) == 1
    return frozenset(terms), enough


def _anchors(node: Node) -> frozenset[str] | None:
    """Return terms of which a paper must have at least one, or None where nothing is certain."""
    match node:
        case All(parts):
            known = [anchors for anchors in map(_anchors, parts) if anchors is not None]
            return min(known, key=_commonness) if known else None
        case Either(parts):
            each = [_anchors(part) for part in parts]
            certain = [anchors for anchors in each if anchors is not None]
            return frozenset[str]().union(*certain) if len(certain) == len(each) else None
        case Word(terms=terms) | Phrase(terms=terms):
            named = isinstance(node, Phrase) and node.field == Part.AUTHOR
            return _rarest(terms, NAMED if named else "")
        case FieldWord(field=field, terms=terms):
            return _rarest(terms, NAMED if field == Part.AUTHOR else "")
        case _:
            return None


def _rarest(terms: Iterable[str], prefix: str) -> frozenset[str]:
    longest = max(terms, key=lambda term: (term not in STOP_WORDS, len(term)))
    return frozenset({prefix + longest})


def _commonness(anchors: frozenset[str]) -> tuple[int, int]:
    return len(anchors), -min(len(anchor) for anchor in anchors)


def _passes(node: Node, document: Document) -> bool:
    """Return whether a filter lets a paper through."""
    paper = document.paper
    match node:
        case Venue(names):
            return any(
                name.casefold() == paper.venue.casefold() and year in {None, paper.year}
                for name, year in names
            )
        case Years(first, last):
            return paper.year is not None and (first or 1) <= paper.year <= (last or 32_767)
        case Since(day):
            return (counts_as(paper) or date.min) >= day
        case StatusIs(statuses):
            return paper.status in statuses
        case HasCode():
            return bool(paper.code_url)
        case KeyIs(keys):
            own = {f"{kind}:{value}" for kind, values in paper.ids.items() for value in values}
            return not own.isdisjoint(keys) or document.key in keys
        case _:
            raise TypeError(f"no filter: {node!r}")


def counts_as(paper: Record) -> date | None:
    """Return the day as which a paper counts: a year alone is its last day; None without either."""
    if paper.published is not None:
        return paper.published
    return date(paper.year, 12, 31) if paper.year and 0 < paper.year <= date.max.year else None
