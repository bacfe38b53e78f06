"""What the index must answer, in plain Python: every paper looked at, every word compared."""

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import pairwise

from bot.papers.paper import HIDDEN, Paper
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
    leaves,
    ranking_terms,
)
from bot.papers.words import STOP_WORDS, analyse
from bot.search.bm25 import Parameters
from bot.search.index import Hits
from bot.search.segment import FIELDS


class Reference:
    def __init__(self, papers: Sequence[Paper], parameters: Parameters | None = None) -> None:
        self._parameters = parameters or Parameters()
        self._papers = papers
        self._rows = {paper.number: list(_rows(paper)) for paper in papers}
        self._averages = {field: self._average(field) for field in FIELDS}

    def find(self, query: Query, *, limit: int, offset: int = 0, newest: bool = False) -> Hits:
        held = [paper for paper in self._papers if self._holds(query.root, paper)]
        asked = any(isinstance(leaf, StatusIs) for leaf, _ in leaves(query.root))
        seen = held if asked else [paper for paper in held if paper.status not in HIDDEN]
        strict = sum(self._strictly(query.root, paper) for paper in seen)
        if newest or not ranking_terms(query):
            seen.sort(key=lambda paper: (-_day(paper).toordinal(), paper.key))
            scores = {paper.number: 0.0 for paper in seen}
        else:
            scores = {paper.number: self._score(query, paper) for paper in seen}
            if _bare(query):
                for number, gain in self._lent(query, scores).items():
                    scores[number] += gain
            seen.sort(key=lambda paper: (-round(scores[paper.number], 9), paper.key))
        page = [paper.number for paper in seen[offset : offset + limit]]
        hidden = len(held) - len(seen)
        return Hits(tuple(page), tuple(scores[n] for n in page), len(seen), strict, hidden)

    def _holds(self, node: Node, paper: Paper) -> bool:
        match node:
            case All(parts):
                firm = [part for part in parts if not has_bare_words(part)]
                loose = [part for part in parts if has_bare_words(part)]
                return all(self._holds(part, paper) for part in firm) and (
                    not loose or any(self._holds(part, paper) for part in loose)
                )
            case Either(parts):
                return any(self._holds(part, paper) for part in parts)
            case _:
                return self._strictly(node, paper)

    def _strictly(self, node: Node, paper: Paper) -> bool:
        match node:
            case All(parts):
                return all(self._strictly(part, paper) for part in parts)
            case Either(parts):
                return any(self._strictly(part, paper) for part in parts)
            case Not(part):
                return not self._strictly(part, paper)
            case Word(terms=terms):
                return self._stands(terms, paper)
            case Phrase(terms=terms, field=field) | FieldWord(terms=terms, field=field):
                return self._stands(terms, paper, field)
            case _:
                return _filtered(node, paper)

    def _stands(self, terms: Sequence[str], paper: Paper, field: str | None = None) -> bool:
        wanted = list(terms)
        return any(
            row[start : start + len(wanted)] == wanted
            for name, row in self._rows[paper.number]
            if field in {None, name}
            for start in range(len(row))
        )

    def _score(self, query: Query, paper: Paper) -> float:
        terms = ranking_terms(query)
        idf = {term: self.idf(term) for term in terms}
        score = 0.0
        for term, fields in terms.items():
            counted = frozenset(FIELDS) if fields is None else fields
            score += idf[term] * _often(query, term) * self._worth(term, counted, paper)
        for pair in dict.fromkeys(pairwise(_bare(query))):
            if pair[0] != pair[1] and set(pair) <= set(idf):
                score += self._near(pair, paper) * self._parameters.near * min(idf[t] for t in pair)
        exact = bool(paper.title) and analyse(paper.title) == analyse(query.text)
        return score + 1_000.0 * exact

    def _lent(self, query: Query, scores: Mapping[int, float]) -> Mapping[int, float]:
        """Return what each paper gains by the words of the best."""
        parameters = self._parameters
        papers = {paper.number: paper for paper in self._papers if paper.number in scores}
        if len(papers) < 3:
            return {}
        best = sorted(papers, key=lambda number: -scores[number])[: parameters.models]
        first = scores[best[0]]
        if first <= 0:
            return {}
        trust = {n: math.exp((scores[n] - first) / (parameters.trust * first)) for n in best}
        said = {n: {t for _, row in self._rows[n] for t in row} for n in papers}
        subject = frozenset(FIELDS) - {"author"}
        vectors = {
            n: {t: self._worth(t, subject, papers[n]) * self.idf(t) for t in said[n]}
            for n in papers
        }
        weights = {
            term: sum(trust[n] * vectors[n].get(term, 0.0) for n in best)
            for term in set[str]().union(*(said[n] for n in best))
            if sum(vectors[n].get(term, 0.0) > 0 for n in best) > 1
            and self.having(term) <= len(self._papers) / 2
        }
        most = max(weights.values(), default=0.0)
        if most <= 0:
            return {}
        least = sorted(weights.values(), reverse=True)[: parameters.lent][-1]
        idf = {term: self.idf(term) for term in ranking_terms(query)}
        covered = sum(
            trust[n] * sum(idf[term] for term in idf if term in said[n]) / sum(idf.values())
            for n in best
        )
        scale = parameters.lending * covered / sum(trust.values()) / most
        return {
            n: scale
            * sum(vector.get(t, 0.0) * weight for t, weight in weights.items() if weight >= least)
            for n, vector in vectors.items()
        }

    def _near(self, pair: tuple[str, str], paper: Paper) -> float:
        """Return the most that a place where both words stand is worth."""
        return max(
            (
                (2.0 if name == "title" else 1.0) * (1.0 if apart == 1 else 0.5)
                for name, row in self._rows[paper.number]
                for apart in (1, 2)
                for place in range(len(row) - apart)
                if (row[place], row[place + apart]) == pair
            ),
            default=0.0,
        )

    def idf(self, term: str) -> float:
        having = self.having(term)
        return math.log(1 + (len(self._papers) - having + 0.5) / (having + 0.5)) ** 0.85

    def having(self, term: str) -> int:
        return sum(any(term in row for _, row in self._rows[p.number]) for p in self._papers)

    def _average(self, field: str) -> float:
        sizes = [self._size(paper, field) for paper in self._papers]
        return sum(sizes) / max(1, sum(size > 0 for size in sizes))

    def _size(self, paper: Paper, field: str) -> int:
        return sum(len(row) for name, row in self._rows[paper.number] if name == field)

    def _worth(self, term: str, fields: AbstractSet[str], paper: Paper) -> float:
        """Return what a term of idf 1 adds: BM25F."""
        weighed, k1 = self.weighed(term, fields, paper), self._parameters.k1
        return weighed * (k1 + 1) / (weighed + k1)

    def weighed(self, term: str, fields: AbstractSet[str], paper: Paper) -> float:
        """Return how often a paper has a term, by the weights and lengths of its fields."""
        parameters = self._parameters
        weights: dict[str, float] = dict(
            zip(map(str, FIELDS), parameters.weights.tolist(), strict=True)
        )
        slopes: dict[str, float] = dict(
            zip(map(str, FIELDS), parameters.slopes.tolist(), strict=True)
        )
        weighed = 0.0
        for name, row in self._rows[paper.number]:
            if name in fields and term in row:
                ratio = self._size(paper, name) / self._averages[name]
                weight = weights[name] / (1 - slopes[name] + slopes[name] * ratio)
                weighed += weight * row.count(term)
        return weighed


def _rows(paper: Paper) -> Iterator[tuple[str, list[str]]]:
    yield "title", analyse(paper.title)
    yield "abstract", analyse(paper.abstract)
    for keyword in paper.keywords:
        yield "keywords", analyse(keyword)
    for author in paper.authors:
        yield "author", analyse(author)


def _bare(query: Query) -> list[str]:
    return [
        term
        for leaf, wanted in leaves(query.root)
        if wanted and isinstance(leaf, Word)
        for term in leaf.terms
        if term not in STOP_WORDS
    ]


def _often(query: Query, term: str) -> int:
    typed = analyse(query.text).count(term)
    for leaf, wanted in leaves(query.root):
        if not wanted and isinstance(leaf, Word | Phrase | FieldWord):
            typed -= leaf.terms.count(term)
    return max(1, typed)


def _filtered(node: Node, paper: Paper) -> bool:
    match node:
        case Venue(names):
            return any(
                name.casefold() == paper.venue.casefold() and year in {None, paper.year}
                for name, year in names
            )
        case Years(first, last):
            return paper.year is not None and (first or 1) <= paper.year <= (last or 9999)
        case Since(day):
            return _day(paper) >= day
        case StatusIs(statuses):
            return paper.status in statuses
        case HasCode():
            return bool(paper.code_url)
        case KeyIs(keys):
            return paper.key in keys
        case _:
            raise TypeError(node)


def _day(paper: Paper) -> date:
    return paper.published or (date(paper.year, 12, 31) if paper.year else date.min)
