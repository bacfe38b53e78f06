"""The words of a library: what else they are called in it, and which may be meant by others."""

from collections.abc import Sequence

import numpy as np

from bot.papers.expansion import expanded
from bot.papers.mending import mended
from bot.papers.query import Query
from bot.papers.words import analyse
from bot.search.alternatives import Alternatives
from bot.search.defined import glossary
from bot.search.mending import LONG, nearest
from bot.search.segment import Mask, Segment
from bot.search.titles import folded

RARE = 30
"""A word that more papers have is no slip."""
COMMON = 200
"""How many times as many papers have the word that is meant by a rare one."""
MOST_TRIED = 5


class Vocabulary:
    """The words of all live papers."""

    def __init__(
        self, segments: Sequence[Segment], live: Sequence[Mask], alternatives: Alternatives
    ) -> None:
        self._segments = segments
        self._glossary = glossary(segments, live)
        self._alternatives = alternatives

    def understood(self, query: Query) -> Query:
        """Return the query with what else its words are called."""
        return expanded(query, self._glossary, self)

    def mended(self, query: Query) -> Query | None:
        """Return the query with words that no paper has brought to known ones, if there are any.

        So is a rare word that comes near to a very common one.
        """
        return mended(query, self._mend)

    def having(self, terms: tuple[str, ...]) -> int:
        """Return how many papers have the terms together."""
        return len(self._alternatives.rows(terms))

    def sharing(self, terms: tuple[str, ...], other: str) -> int:
        """Return how many of these papers have another term, too."""
        rows, others = self._alternatives.rows(terms), self._alternatives.rows((other,))
        return int(np.count_nonzero(np.isin(rows, others, assume_unique=True)))

    def _mend(self, word: str) -> str | None:
        small = " ".join(folded(word))
        own = self._known(small)
        if own > RARE or (own and (len(small) < LONG or word != small)):
            return None
        for known in nearest(self._segments, small, 1 if own else 2)[:MOST_TRIED]:
            if self._known(known) > own * COMMON:
                return known
        return None

    def _known(self, word: str) -> int:
        return min((self.having((term,)) for term in analyse(word)), default=1)
