"""A paper as topics read it: the terms of its title, abstract and keywords, analysed once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from bot.papers.paper import Paper, Record
from bot.papers.text import plain
from bot.papers.words import analyse

Terms = Sequence[str]


class Part(StrEnum):
    """Where in a paper words stand; the order is that in which a reason is looked for."""

    TITLE = "title"
    KEYWORDS = "keywords"
    ABSTRACT = "abstract"
    AUTHOR = "author"


SUBJECT = (Part.TITLE, Part.KEYWORDS, Part.ABSTRACT)
"""What words without a field are looked for in; names are no subject."""


class Document:
    """One paper, ready to be held against many topics."""

    def __init__(self, paper: Record) -> None:
        self.paper = paper
        self._stand_together: dict[Terms, bool] = {}
        texts: dict[Part, tuple[str, ...]] = {
            Part.TITLE: (plain(paper.title),),
            Part.KEYWORDS: paper.keywords,
            Part.ABSTRACT: (plain(paper.abstract),),
            Part.AUTHOR: paper.authors,
        }
        self._rows = {
            part: [row for row in map(analyse, parts) if row] for part, parts in texts.items()
        }

    @cached_property
    def subject(self) -> frozenset[str]:
        """All terms of title, keywords and abstract."""
        return frozenset(self._of(SUBJECT))

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """All terms that stand side by side in title, keywords or abstract."""
        return frozenset(
            pair for part in SUBJECT for row in self._rows[part] for pair in pairwise(row)
        )

    @cached_property
    def names(self) -> frozenset[str]:
        """All terms of the authors' names."""
        return frozenset(self._of((Part.AUTHOR,)))

    @property
    def key(self) -> str:
        """The paper's key, or nothing where it has none yet."""
        return self.paper.key if isinstance(self.paper, Paper) else ""

    def together(self, terms: tuple[str, ...]) -> bool:
        """Return whether the terms stand together anywhere in its subject; remembered."""
        known = self._stand_together.get(terms)
        if known is None:
            near = len(terms) < 2 or self.pairs.issuperset(pairwise(terms))
            known = near and (len(terms) == 2 or self.where(terms) is not None)
            self._stand_together[terms] = known
        return known

    def where(self, terms: Terms, parts: Iterable[Part] = SUBJECT) -> Part | None:
        """Return the first part in which the terms stand together in this order, or None."""
        return next((part for part in parts if self._together(terms, part)), None)

    def _together(self, terms: Terms, part: Part) -> bool:
        first = terms[0] if terms else ""
        places = self._places[part].get(first, ())
        if len(terms) == 1:
            return bool(places)
        rows = self._rows[part]
        return any(rows[row][place : place + len(terms)] == list(terms) for row, place in places)

    @cached_property
    def _places(self) -> dict[Part, dict[str, list[tuple[int, int]]]]:
        """Where each term stands: row and place, by part."""
        found: dict[Part, dict[str, list[tuple[int, int]]]] = {}
        for part, rows in self._rows.items():
            places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
            for number, row in enumerate(rows):
                for place, term in enumerate(row):
                    places[term].append((number, place))
            found[part] = dict(places)
        return found

    def _of(self, parts: Iterable[Part]) -> Iterable[str]:
        return (term for part in parts for row in self._rows[part] for term in row)
