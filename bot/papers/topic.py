"""Which papers a topic wants: the boolean reading of its query, never a score.

All words, phrases, alternatives, exclusions and filters must hold, over title, keywords and
abstract (names only where `author:` asks for them). Rejected, withdrawn and retracted papers are
left out unless the query asks for a status.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

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
        case Word() | Phrase() | FieldWord():
            return _where(node, document) is not None
        case _:
            return _passes(node, document)


def reasons(query: Query, document: Document) -> list[Reason]:
    """Return the words and phrases for which a topic wants a paper, titles first."""
    found: list[Reason] = []
    for leaf, wanted in leaves(query.root):
        if wanted and isinstance(leaf, Word | Phrase | FieldWord):
            part = _where(leaf, document)
            if part is not None:
                found.append(Reason(leaf.text, part))
    order = list(Part)
    return sorted(dict.fromkeys(found), key=lambda reason: order.index(reason.part))


def _where(leaf: Word | Phrase | FieldWord, document: Document) -> Part | None:
    """Return where a word, what else it is called, or a phrase stands first."""
    if isinstance(leaf, Word):
        there = (document.where(terms) for terms in leaf.ways)
        return next((part for part in there if part is not None), None)
    return document.where(leaf.terms, SUBJECT if leaf.field is None else (Part(leaf.field),))


def missing(query: Query, document: Document) -> list[Node]:
    """Return the parts of a query that are not true of a paper; empty where all are."""
    return [part for part in query.root.parts if not holds(part, document)]


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A topic as it waits for papers: first what is quickly told, then the rest of its query.

    Attributes:
        number: Its number.
        query: Its query.
        needed: Terms that a paper must have.
        excluded: Terms that it must not have.
        phrases: Terms that must stand together.
        rest: What else must hold, or None.
        enough: Whether the needed terms and a status that may be shown are all it wants; a phrase
            of two is known from where the topic waits.
    """

    number: int
    query: Query
    needed: frozenset[str]
    excluded: frozenset[str]
    phrases: tuple[tuple[str, ...], ...]
    rest: All | None
    enough: bool

    def wants(self, document: Document, *, visible: bool) -> bool:
        """Return whether a paper that has the needed terms is wanted."""
        if not self.excluded.isdisjoint(document.subject):
            return False
        for phrase in self.phrases:
            if not document.together(phrase):
                return False
        if self.rest is None:
            return visible
        return (visible or shown(self.query, document.paper)) and holds(self.rest, document)


class Topics:
    """Many topics, held against one paper after the other.

    Each topic waits under the words without which it cannot want a paper (of several the longest,
    which is mostly the rarest), and there under a second one where it needs two; only topics whose
    words a paper has are looked at whole. One with a phrase waits under two neighbours of it.
    """

    def __init__(self, queries: Mapping[int, Query]) -> None:
        """Take topics by number."""
        self._by_pair: defaultdict[str, defaultdict[str, list[_Waiting]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._by_phrase: defaultdict[tuple[str, str], list[_Waiting]] = defaultdict(list)
        self._by_anchor: defaultdict[str, list[_Waiting]] = defaultdict(list)
        self._always: list[_Waiting] = []
        self._count = len(queries)
        for number, query in queries.items():
            self._wait(_waiting(number, query), _anchors(query.root))

    def _wait(self, waiting: _Waiting, anchors: frozenset[str] | None) -> None:
        if waiting.phrases:
            self._by_phrase[max(_pairs(waiting.phrases), key=_telling_together)].append(waiting)
            return
        if anchors is None:
            self._always.append(waiting)
        for anchor in anchors or ():
            others = waiting.needed - {anchor}
            if others and anchor in waiting.needed:
                self._by_pair[anchor][max(others, key=_telling)].append(waiting)
            else:
                self._by_anchor[anchor].append(waiting)

    def __len__(self) -> int:
        return self._count

    def wanting(self, document: Document) -> list[int]:
        """Return the numbers of the topics that want the paper, ascending."""
        if not self._count:
            return []
        visible = document.paper.status not in HIDDEN
        subject = document.subject
        found: set[int] = set()
        for together in self._candidates(document):
            found.update(
                [
                    waiting.number
                    for waiting in together
                    if waiting.needed <= subject
                    and (visible if waiting.enough else waiting.wants(document, visible=visible))
                ]
            )
        return sorted(found)

    def _candidates(self, document: Document) -> Iterator[Sequence[_Waiting]]:
        yield self._always
        for pair in self._by_phrase.keys() & document.pairs:
            yield self._by_phrase[pair]
        subject = document.subject
        for term in self._by_pair.keys() & subject:
            pairs = self._by_pair[term]
            for second in pairs.keys() & subject:
                yield pairs[second]
        for term in self._by_anchor.keys() & subject:
            yield self._by_anchor[term]
        for name in document.names:
            yield self._by_anchor.get(NAMED + name, ())


def _waiting(number: int, query: Query) -> _Waiting:
    """Take a query apart into what is quickly told and the rest."""
    needed: set[str] = set()
    excluded: set[str] = set()
    phrases: list[tuple[str, ...]] = []
    rest: list[Node] = []
    for part in query.root.parts:
        match part:
            case Word(terms=terms, also=()) | Phrase(terms=terms, field=None):
                needed.update(terms)
                if len(terms) > 1:
                    phrases.append(terms)
            case Not(Word(terms=(term,))):
                excluded.add(term)
            case _:
                rest.append(part)
    return _Waiting(
        number,
        query,
        frozenset(needed),
        frozenset(excluded),
        tuple(phrases),
        All(tuple(rest)) if rest else None,
        enough=not rest and not excluded and len(list(_pairs(phrases))) < 2,
    )


def _pairs(phrases: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Yield what must stand side by side for the phrases to hold."""
    return (pair for phrase in phrases for pair in pairwise(phrase))


def _telling_together(pair: tuple[str, str]) -> tuple[int, int]:
    return sum(term not in STOP_WORDS for term in pair), len(pair[0]) + len(pair[1])


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
        case Word():
            return frozenset[str]().union(*(_rarest(terms, "") for terms in node.ways))
        case Phrase(terms=terms):
            named = node.field == Part.AUTHOR
            return _rarest(terms, NAMED if named else "")
        case FieldWord(field=field, terms=terms):
            return _rarest(terms, NAMED if field == Part.AUTHOR else "")
        case _:
            return None


def _rarest(terms: Iterable[str], prefix: str) -> frozenset[str]:
    return frozenset({prefix + max(terms, key=_telling)})


def _telling(term: str) -> tuple[bool, int, str]:
    """Return what is larger for a term that says more: it is no stop word, and long."""
    return term not in STOP_WORDS, len(term), term


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
