"""The reading side: questions over all segments, with the statistics of all live papers."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from bot.papers.errors import IndexDamaged
from bot.papers.paper import HIDDEN
from bot.papers.query import Query, StatusIs, alternatives, leaves, ranking_terms
from bot.papers.words import STOP_WORDS
from bot.search.bm25 import FieldBM25, Floats, Parameters
from bot.search.likeness import Alike, Likeness
from bot.search.listed import TINY, Asked
from bot.search.live import live_masks
from bot.search.manifest import NAME, Manifest, load_manifest
from bot.search.match import Matcher, only_words
from bot.search.rank import Page, Ranking, Terms
from bot.search.segment import ABSTRACT, FIELDS, Mask, Segment
from bot.search.suggest import Suggestion, suggestions
from bot.search.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Hits:
    """An answer: internal numbers and their scores, best first, and counts of all that matched.

    Attributes:
        numbers: The papers of the page asked for.
        scores: Their scores; 0 where only filters decide.
        total: Papers that have any of the words, after filters.
        total_all: Papers that have all of them.
        hidden: Papers left out by status.
    """

    numbers: tuple[int, ...]
    scores: tuple[float, ...]
    total: int
    total_all: int
    hidden: int


class Reading:
    """One state of the index, mapped: its segments and what they have in common."""

    def __init__(self, folder: Path, manifest: Manifest, known: dict[str, Segment]) -> None:
        self.manifest = manifest
        self.segments = [
            known.get(info.name) or Segment(folder, info.name) for _, info in manifest.segments
        ]
        self.live = live_masks(manifest, self.segments)
        self.hidden = [
            live & Matcher(segment).in_state(HIDDEN)
            for live, segment in zip(self.live, self.segments, strict=True)
        ]
        self.left_out = np.concatenate([np.zeros(0, np.bool_), *self.hidden]).nonzero()[0]
        self.rows = sum(segment.papers for segment in self.segments)
        self.papers = sum(int(np.count_nonzero(live)) for live in self.live)

    def ranker(self, parameters: Parameters) -> FieldBM25:
        """Return the ranker with the statistics of all live papers.

        A field's average length is that of the papers that have the field.
        """
        lived = [s.lengths[live] for s, live in zip(self.segments, self.live, strict=True)]
        totals = sum((each.sum(axis=0) for each in lived), np.zeros(len(FIELDS)))
        having = sum((np.count_nonzero(each, axis=0) for each in lived), np.zeros(len(FIELDS)))
        return FieldBM25(self.papers, totals / np.maximum(having, 1.0), parameters)


class Index:
    """Answers from mapped segments; not for several threads at once."""

    def __init__(self, folder: Path, parameters: Parameters) -> None:
        self._folder = folder
        self._parameters = parameters
        self._stamp: tuple[int, int] | None = None
        self._take(Reading(folder, Manifest(), {}))

    @classmethod
    def open(cls, folder: Path, parameters: Parameters | None = None) -> "Index":
        """Map the index in `folder`.

        Raises:
            IndexDamaged: there is none, or it cannot be used as it is.
        """
        index = cls(folder, parameters or Parameters())
        index.refresh()
        return index

    def refresh(self) -> bool:
        """Take up what another process has committed; return whether there was anything.

        Raises:
            IndexDamaged: there is no index, or it cannot be used as it is.
        """
        stamp = self._stat()
        if stamp == self._stamp:
            return False
        known = {segment.name: segment for segment in self._reading.segments}
        for attempt in range(5):
            manifest = load_manifest(self._folder)
            try:
                reading = Reading(self._folder, manifest, known)
                break
            except IndexDamaged:
                # A merge may have replaced the manifest since, and removed the files of this one.
                if attempt == 4 or load_manifest(self._folder) == manifest:
                    raise
        else:
            raise AssertionError
        self._take(reading)
        self._stamp = stamp
        return True

    def _take(self, reading: Reading) -> None:
        parts = reading.segments, reading.live, reading.ranker(self._parameters)
        self._reading = reading
        self._ranking = Ranking(*parts)
        self._vocabulary = Vocabulary(reading.segments, reading.live, self._ranking.alternatives)
        self._likeness = Likeness(*parts, self._ranking)

    @property
    def revision(self) -> int:
        """The store's change up to which everything is in the index."""
        return self._reading.manifest.revision

    @property
    def papers(self) -> int:
        """How many papers the index holds."""
        return self._reading.papers

    @property
    def bytes(self) -> int:
        """The size of all segments."""
        return sum(info.bytes for _, info in self._reading.manifest.segments)

    def understood(self, query: Query) -> Query:
        """Return the query with what else its words are called in the library."""
        return self._vocabulary.understood(query) if self._parameters.alias > 0 else query

    def mended(self, query: Query) -> Query | None:
        """Return the query with words that nobody wrote brought to known ones, if there are any."""
        return self._vocabulary.mended(query)

    def find(self, query: Query, *, limit: int, offset: int = 0, newest: bool = False) -> Hits:
        """Return the papers from `offset` on, at most `limit`.

        By relevance where words rank, else (and with `newest`) the newest first; ties by key.
        """
        terms = ranking_terms(query)
        if newest or not terms:
            return self._newest(query, (offset, limit))
        asked, scores, least = self._scored(query, terms)
        counts = self._counted(asked, scores) if least else self._firmly(query, scores)
        best = self._ranking.best(query, terms, scores, (offset, limit), least=least)
        return Hits(*best, *counts)

    def best(self, query: Query, limit: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the numbers and scores of the best papers, and count nothing."""
        terms = ranking_terms(query)
        _, scores, least = self._scored(query, terms)
        if least:
            scores[self._reading.left_out] = 0.0
        else:
            self._firmly(query, scores)
        return self._ranking.best(query, terms, scores, (0, limit), least=least)

    def _scored(self, query: Query, terms: Terms) -> tuple[Asked, Floats, float]:
        """Return a score for each row, and the least one with which a paper matches.

        Where only words are asked for, any score will do; else 0, and filters are still to come.
        """
        asked = self._ranking.asked(query, terms)
        scores = asked.scores(self._reading.rows)
        return asked, scores, TINY if only_words(query, terms) else 0.0

    def _newest(self, query: Query, page: Page) -> Hits:
        matchers = [Matcher(segment) for segment in self._reading.segments]
        held, total, hidden = self._held(query, matchers)
        numbers = self._ranking.newest(held, page)
        strict = _count(_strictly(query, matchers, held))
        return Hits(numbers, (0.0,) * len(numbers), total, strict, hidden)

    def _firmly(self, query: Query, scores: Floats) -> tuple[int, int, int]:
        """Set the scores of what does not match below 0; return total, total_all and hidden."""
        matchers = [Matcher(segment) for segment in self._reading.segments]
        held, total, hidden = self._held(query, matchers)
        scores[~np.concatenate([np.zeros(0, np.bool_), *held])] = -1.0
        return total, _count(_strictly(query, matchers, held)), hidden

    def _counted(self, asked: Asked, scores: Floats) -> tuple[int, int, int]:
        """Return the same counts where nothing but words is asked for."""
        left_out = self._reading.left_out
        hidden = int(np.count_nonzero(scores[left_out])) if len(left_out) else 0
        scores[left_out] = 0.0
        total = int(np.count_nonzero(scores > 0))
        total_all = int(np.count_nonzero(scores[asked.having_all(len(scores))]))
        return total, total_all, hidden

    def newest(self, count: int) -> tuple[int, ...]:
        """Return the numbers of the newest papers, those left out by status too, latest first."""
        return self._ranking.newest(self._reading.live, (0, count))

    def matching(self, query: Query, most: int) -> tuple[tuple[int, ...], int]:
        """Return the newest papers that satisfy the boolean reading, and how many there are."""
        matchers = [Matcher(segment) for segment in self._reading.segments]
        held, _, _ = self._held(query, matchers)
        strict = _strictly(query, matchers, held)
        return self._ranking.newest(strict, (0, most)), _count(strict)

    def alike(self, said: Mapping[str, int], limit: int, example: int | None = None) -> Alike:
        """Return the papers most like one that says these terms so often (`papers/example.py`).

        Without `example`, the number of that paper, and without those left out by status.
        """
        return self._likeness.best(said, limit, self._reading.left_out, example)

    def random(self, query: Query | None, choose: random.Random) -> int | None:
        """Return the number of a matching paper with an abstract, each as likely, or None."""
        matchers = [Matcher(segment) for segment in self._reading.segments]
        held, _, _ = self._held(query, matchers)
        whole = [
            np.flatnonzero(mask & (segment.columns["flags"] & ABSTRACT > 0))
            for segment, mask in zip(self._reading.segments, held, strict=True)
        ]
        total = sum(map(len, whole))
        if not total:
            return None
        place = choose.randrange(total)
        for segment, papers in zip(self._reading.segments, whole, strict=True):
            if place < len(papers):
                return int(segment.numbers[papers[place]])
            place -= len(papers)
        return None

    def suggest(self, text: str, limit: int = 25) -> list[Suggestion]:
        """Return the titles that fit what was typed, best first; the newest for nothing typed."""
        pairs = [
            pair
            for segment, live in zip(self._reading.segments, self._reading.live, strict=True)
            for pair in suggestions(segment, live, text, limit)
        ]
        pairs.sort(key=lambda pair: (pair[0], len(pair[1].title), pair[1].title, pair[1].number))
        return [suggestion for _, suggestion in pairs[:limit]]

    def weights(self, query: Query) -> dict[str, float]:
        """Return the idf of each term that ranks or stands for one, for choosing sentences."""
        also = chain.from_iterable(chain.from_iterable(alternatives(query).values()))
        added = (term for term in also if term not in STOP_WORDS)
        return self._ranking.weights({**dict.fromkeys(added), **ranking_terms(query)})

    def venues(self) -> Counter[str]:
        """Return how many papers are of each venue."""
        counts: Counter[str] = Counter()
        for segment, live in zip(self._reading.segments, self._reading.live, strict=True):
            found = np.bincount(segment.columns["venues"][live], minlength=len(segment.venues))
            counts.update(dict(zip(segment.venues, found.tolist(), strict=True)))
        return counts

    def _held(
        self, query: Query | None, matchers: Sequence[Matcher]
    ) -> tuple[list[Mask], int, int]:
        """Return what matches, how much that is, and how much was left out by status."""
        asked = query is not None and any(isinstance(n, StatusIs) for n, _ in leaves(query.root))
        masks: list[Mask] = []
        hidden = 0
        reading = self._reading
        for matcher, live, left_out in zip(matchers, reading.live, reading.hidden, strict=True):
            mask = live if query is None else matcher.holds(query.root) & live
            if not asked:
                out = mask & left_out
                hidden += int(np.count_nonzero(out))
                mask = mask & ~out
            masks.append(mask)
        return masks, _count(masks), hidden

    def _stat(self) -> tuple[int, int]:
        try:
            status = (self._folder / NAME).stat()
        except OSError:
            return (0, 0)
        return status.st_mtime_ns, status.st_ino


def _strictly(query: Query, matchers: Sequence[Matcher], held: Sequence[Mask]) -> list[Mask]:
    """Return which of the papers that are held have all the words."""
    return [
        matcher.strictly(query.root) & mask for matcher, mask in zip(matchers, held, strict=True)
    ]


def _count(masks: Sequence[Mask]) -> int:
    return sum(int(np.count_nonzero(mask)) for mask in masks)
