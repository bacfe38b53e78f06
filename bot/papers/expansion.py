"""A query and what else says the same: acronyms and their long forms, compounds and their parts.

What is added stands beside a word (`Word.also`), never for it, and counts as the word does: a paper
gains by the form that it uses most, not by both. What is quoted, excluded or asked of a field stays
as it is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log
from typing import Protocol

from bot.papers.glossary import Glossary, Reading, telling
from bot.papers.query import All, Either, Node, Phrase, Query, Taken, Word, leaves
from bot.papers.reading import written
from bot.papers.words import analyse

OFTEN = 0.05
"""A word in small letters is an acronym where this part of its papers introduce it as one."""
SERIOUS = 0.1
"""A reading is worth a thought where it is this part as common as the commonest."""
FEWEST = 2
OWN_WORD = 3.0
"""How much a word of its own in the query speaks for a reading."""

_PREFIX_TEXT = """
self non multi pre semi auto meta co re un anti inter intra cross sub super hyper fine data post bi
tri down up over under off on zero few one open closed long short low high deep time text image
video speech word sentence key chat bench back front sim real out in mini macro micro nano bio neuro
geo photo spatio electro cyber infra ultra trans
"""
_SINGLE = frozenset("eknqrtuxEKNQRTUX")
_NUMBERED = re.compile(r"([^\W\d_]{2,}?)(v?\d[\d.]*[a-zA-Z]?)", re.IGNORECASE)
_PREFIXES = frozenset(_PREFIX_TEXT.split())


class Usage(Protocol):
    """What a library knows of terms."""

    def having(self, terms: tuple[str, ...]) -> int:
        """Return how many papers have the terms together."""
        ...

    def sharing(self, terms: tuple[str, ...], other: str) -> int:
        """Return how many of them have another term, too."""
        ...


def expanded(query: Query, glossary: Glossary, usage: Usage) -> Query:
    """Return the query with what else its words are called in the library."""
    expansion = _Expansion(query, glossary, usage)
    parts, shown = expansion.row(query.root.parts)
    root = All(tuple(parts))
    if root == query.root:
        return query
    read_as = written(All(tuple(shown))) if expansion.taken else query.read_as
    return replace(query, root=root, read_as=read_as, taken=tuple(expansion.taken))


class _Expansion:
    def __init__(self, query: Query, glossary: Glossary, usage: Usage) -> None:
        self.taken: list[Taken] = []
        self._glossary = glossary
        self._usage = usage
        self._terms = list(
            dict.fromkeys(
                term
                for leaf, wanted in leaves(query.root)
                if wanted and isinstance(leaf, Word)
                for term in telling(leaf.terms)
            )
        )
        self._phrases = {leaf.terms for leaf, _ in leaves(query.root) if isinstance(leaf, Phrase)}

    def row(self, parts: Sequence[Node]) -> tuple[list[Node], list[Node]]:
        """Return neighbours with what stands beside them, and how to write that."""
        also: list[dict[tuple[str, ...], None]] = [{} for _ in parts]
        shown: list[Node] = []
        until = 0
        for place, part in enumerate(parts):
            for end, reading in self._long_forms(parts, place):
                for each in also[place:end]:
                    each[(reading.short,)] = None
                if until <= place:
                    until = end
                    shown.append(self._named(parts[place:end], reading))
            if isinstance(part, Word) and (reading := self._short_form(part)):
                also[place].update(dict.fromkeys(reading.ways))
                shown.append(Either((part, Phrase(reading.words, reading.ways[0]))))
            elif until <= place:
                shown.append(part)
        for place, joined in self._joined(parts):
            also[place][joined] = None
        return [
            self._inside(part, tuple(each)) for part, each in zip(parts, also, strict=True)
        ], shown

    def _inside(self, part: Node, also: tuple[tuple[str, ...], ...]) -> Node:
        match part:
            case Word():
                return replace(part, also=also)
            case All(parts):
                return All(tuple(self.row(parts)[0]))
            case Either(parts):
                return Either(tuple(self.row((each,))[0][0] for each in parts))
            case _:
                return part

    def _long_forms(self, parts: Sequence[Node], place: int) -> Iterator[tuple[int, Reading]]:
        """Yield what a row of words that begins here is called, the longest row first."""
        found: list[tuple[int, Reading]] = []
        terms: tuple[str, ...] = ()
        for end, part in enumerate(parts[place:], place + 1):
            if not isinstance(part, Word) or len(terms) > self._glossary.longest:
                break
            terms += telling(part.terms)
            reading = self._glossary.named(terms)
            if reading and self._is_new(reading, (reading.short,)):
                found.append((end, reading))
        return reversed(found)

    def _named(self, words: Sequence[Node], reading: Reading) -> Node:
        self.taken.append(Taken(reading.name, reading.words))
        together = All(tuple(words)) if len(words) > 1 else words[0]
        return Either((together, Word(reading.name, (reading.short,))))

    def _is_new(self, reading: Reading, way: tuple[str, ...]) -> bool:
        return (
            reading.papers >= FEWEST
            and reading.short not in self._terms
            and way not in self._phrases
            and self._usage.having(way) > 0
        )

    def _short_form(self, word: Word) -> Reading | None:
        readings = self._glossary.readings(word.terms[0]) if len(word.terms) == 1 else []
        common = [r for r in readings if r.papers >= max(FEWEST, SERIOUS * readings[0].papers)]
        if not common or not self._is_acronym(word, common[0]):
            return None
        chosen = max(common, key=self._support) if len(common) > 1 else common[0]
        if set(telling(chosen.ways[0])) <= set(self._terms) or chosen.ways[0] in self._phrases:
            return None
        others = [r.words for r in common if r is not chosen and not _alike(r, chosen)]
        self.taken.append(Taken(word.text, chosen.words, tuple(others[:3])))
        return chosen

    def _is_acronym(self, word: Word, reading: Reading) -> bool:
        if sum(map(str.isupper, word.text)) > 1:
            return True
        return reading.papers >= OFTEN * max(1, self._usage.having(word.terms))

    def _support(self, reading: Reading) -> float:
        """Return how well a reading fits the rest of the query: naive Bayes over its words."""
        own = telling(reading.ways[0])
        way, score = reading.ways[0], log(reading.papers)
        having = self._usage.having(way)
        for term in self._terms:
            if term in own:
                score += OWN_WORD
            elif term != reading.short:
                score += log((self._usage.sharing(way, term) + 0.1) / (having + 1))
        return score

    def _joined(self, parts: Sequence[Node]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield other spellings of words: in one, or in two."""
        for place, part in enumerate(parts):
            if isinstance(part, Word) and part.text.count("-") == 1:
                yield from self._together(part.text.replace("-", ""), (place,))
            elif isinstance(part, Word) and len(part.terms) == 1:
                for left, right in _apart(part.text):
                    apart = tuple(analyse(f"{left}-{right}"))
                    if self._usage.having(apart) >= FEWEST:
                        yield place, apart
        for place, (one, two) in enumerate(pairwise(parts)):
            if isinstance(one, Word) and isinstance(two, Word) and one.text.isalpha():
                yield from self._together(one.text + two.text, (place, place + 1))

    def _together(
        self, text: str, places: tuple[int, ...]
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        joined = tuple(analyse(text)) if text.isalnum() else ()
        if len(joined) == 1 and self._usage.having(joined) >= FEWEST:
            for place in places:
                yield place, joined


def _apart(text: str) -> Iterator[tuple[str, str]]:
    """Yield how a word may be written in two: `fine`-`tuning`, `k`-`NN`, `ResNet`-`50`."""
    if numbered := _NUMBERED.fullmatch(text):
        yield numbered[1], numbered[2]
    elif text.isalpha() and text.isascii():
        if text[0] in _SINGLE and len(text) in {3, 4, 5}:
            yield text[0], text[1:]
        for left in filter(text.lower().startswith, _PREFIXES):
            if len(text) > len(left) + 3:
                yield left, text[len(left) :]


def _alike(one: Reading, other: Reading) -> bool:
    """Return whether two readings are one thing said at more or less length."""
    shorter, longer = sorted((set(one.ways[0]), set(other.ways[0])), key=len)
    return len(shorter - longer) == 0
