"""One to three whole sentences of an abstract: for a query where there is one, else the gist.

A sentence's worth is linear in what can be seen in it: whether the authors say what they propose,
show or study, whether it is the first that does, its place, its length, and how much it has in
common with the rest of the abstract. The numbers were fitted on SciTLDR's training half (Cachola et
al. 2020) and the authors' own summaries, as a softmax over the sentences of an abstract towards
those closest to the summary in ROUGE. A query adds the weights of its terms that are new in it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from bot.papers.excerpt import shortened
from bot.papers.marks import plain
from bot.papers.sentences import sentences
from bot.papers.signals import signals
from bot.papers.words import STOP_WORDS, analyse

_QUERY = 4.0
"""What a sentence with all of a query's terms gains; the rest of its worth spans about 2."""

_LONGEST = 20_000
_MOST_SENTENCES = 100
"""What is looked at of an abstract that is a book by mistake."""

_KEPT = 1_000
"""Abstracts that are not read again while they are asked for, some 10 kB each."""

_LEAST = 0.0
"""What a further sentence must at least be worth, less what it repeats."""


def summarise(
    abstract: str, weights: Mapping[str, float], *, limit: int = 350, most: int = 3
) -> str:
    """Return up to `most` whole sentences of `abstract` in their order, as marked text.

    Args:
        abstract: Marked text.
        weights: How much each term of the query says (its idf); empty without a query.
        limit: Characters, without marks. A sentence that is too long alone is cut at a word.
        most: Sentences.
    """
    split, rows = _read(abstract[:_LONGEST])
    if not split or limit < 1:
        return ""
    chosen = _chosen(rows, weights, limit, most)
    if len(chosen) == 1 and rows[chosen[0]].length > limit:
        return shortened(split[chosen[0]], limit, weights.keys())
    return " ".join(split[place] for place in sorted(chosen))


class _Row(NamedTuple):
    length: int
    terms: AbstractSet[str]
    worth: float
    leans: bool
    """Whether it begins with what only the sentence before explains (`This ...`)."""


def _chosen(rows: Sequence[_Row], weights: Mapping[str, float], limit: int, most: int) -> list[int]:
    """Pick sentences one by one, each for what it adds; the first may be too long."""
    present = set[str]().union(*(row.terms for row in rows))
    wanted = {term: weight for term, weight in weights.items() if term in present and weight > 0}
    scale = _QUERY / sum(wanted.values()) if wanted else 0.0
    chosen: list[int] = []
    room = limit
    while len(chosen) < most:
        gains = [
            (_gain(rows, place, chosen) + scale * _found(row, wanted), -place)
            for place, row in enumerate(rows)
            if place not in chosen and (row.length <= room or not chosen)
        ]
        if not gains or (chosen and max(gains)[0] < _LEAST):
            break
        place = -max(gains)[1]
        chosen.append(place)
        room -= rows[place].length + 1
        for term in rows[place].terms:
            wanted.pop(term, None)
    return chosen


def _found(row: _Row, wanted: Mapping[str, float]) -> float:
    return sum(weight for term, weight in wanted.items() if term in row.terms)


def _gain(rows: Sequence[_Row], place: int, chosen: Sequence[int]) -> float:
    row = rows[place]
    gain = row.worth
    if row.leans:
        gain += 0.2 if place - 1 in chosen else -0.4
    if chosen and row.terms:
        known = set[str]().union(*(rows[other].terms for other in chosen))
        gain -= len(row.terms & known) / len(row.terms)
    return gain


_LEANS = re.compile(
    r"\W?(?:(?:This|These|Such|It|They|Its|Their|Those|Here)\b(?! (?:paper|work|article|study))"
    r"|(?:Moreover|Furthermore|Additionally|In addition|Also|Then|Further|Besides|Second(?:ly)?"
    r"|Third(?:ly)?|However|Specifically|In particular|Concretely|For example|As such|Thus|Hence"
    r"|Therefore|Consequently|As a result|By this|To (?:address|overcome|solve|tackle|do) th\w+"
    r"|With th\w+|Based on th\w+|Finally|Next|Second)\b)"
)


@lru_cache(maxsize=_KEPT)
def _read(abstract: str) -> tuple[Sequence[str], Sequence[_Row]]:
    """Return the sentences of an abstract and what there is to each, whatever is asked for."""
    split = sentences(abstract)[:_MOST_SENTENCES]
    return split, _rows(split)


def _rows(split: Sequence[str]) -> list[_Row]:
    texts = [plain(sentence) for sentence in split]
    terms = [frozenset(analyse(text)) - STOP_WORDS for text in texts]
    spread = Counter(chain.from_iterable(terms))
    said = signals(texts)
    return [
        _Row(len(text), row, signal + _substance(text, row, spread, len(split)), _leans(text))
        for text, row, signal in zip(texts, terms, said, strict=True)
    ]


def _leans(text: str) -> bool:
    return _LEANS.match(text) is not None


def _substance(text: str, terms: AbstractSet[str], spread: Mapping[str, int], count: int) -> float:
    """Return what length and having much in common with the rest of the abstract are worth."""
    length = min(text.count(" ") + 1, 60) / 20
    worth = 0.31 * length - 0.21 * length * length + 0.037 * len(terms)
    if not terms:
        return worth
    counts = [spread[term] for term in terms]
    shared = (sum(counts) - len(counts)) / (len(counts) * max(count - 1, 1))
    return worth + 3.3 * shared + 0.07 * (len(counts) - counts.count(1) - counts.count(2))
