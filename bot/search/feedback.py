"""Words that the best papers lend to the query: pseudo relevance feedback.

Rocchio's centroid ("Relevance Feedback in Information Retrieval", 1971) of the best papers' BM25
vectors, each paper weighed by how near its score comes to the first's, as in the relevance models
of Lavrenko and Croft (2001). Only papers that are among the best already gain by it, so that no
word that was not typed brings a paper in.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.search.bm25 import FieldBM25, Floats
from bot.search.familiar import TOKENS, Familiar
from bot.search.segment import AUTHOR, GAP, token
from bot.search.shortlist import Shortlist

FEWEST = 3
"""Fewer papers than these lend nothing."""

COMMON = 0.5
"""A word that stands in more than this part of all papers is not lent."""

EXACT = 9
"""Digits that count: what lies behind them depends on the order in which papers are added up."""


@dataclass(frozen=True, slots=True)
class _Words:
    """How much words of papers count, one entry a paper and word."""

    papers: NDArray[np.int64]
    tokens: NDArray[np.int64]
    worth: Floats


def lent(
    papers: Shortlist,
    scores: Floats,
    asked: Mapping[str, float],
    ranker: FieldBM25,
    familiar: Familiar,
) -> Floats:
    """Return what each paper of the list gains, float64[papers], by its score so far.

    `asked` has the terms of the query and their idf: the less of them the best papers have, the
    less they can be trusted to be about it.
    """
    parameters = ranker.parameters
    if len(papers) < FEWEST or parameters.lending <= 0 or float(scores.max()) <= 0:
        return np.zeros(len(papers))
    trust = _trust(scores, parameters.models, parameters.trust)
    norms = ranker.norms(papers.lengths)
    norms[:, AUTHOR] = 0.0
    lending = (trust > 0).repeat(papers.ends - papers.begins).nonzero()[0]
    models = _words(papers, ranker, norms, lending)
    tokens, weights = _lent_words(models, trust, parameters.lent, familiar)
    if not len(tokens):
        return np.zeros(len(papers))
    best = parameters.lending * float(trust @ _covered(papers, asked))
    table = np.zeros(TOKENS)
    table[tokens] = familiar.idf[tokens] * weights * best
    found = _words(papers, ranker, norms, (table[papers.tokens] > 0).nonzero()[0])
    gains = found.worth * table[found.tokens]
    return np.bincount(found.papers, gains, len(papers)).astype(np.float64).round(EXACT)


def _covered(papers: Shortlist, asked: Mapping[str, float]) -> Floats:
    """Return which part of the query each paper has, by idf, float64[papers]."""
    covered = np.zeros(len(papers))
    for term, idf in asked.items():
        places = (papers.tokens == token(term.encode("utf-8", "replace"))).nonzero()[0]
        having = np.zeros(len(papers), np.bool_)
        having[papers.owners(places)] = True
        covered += idf * having
    return covered / (sum(asked.values()) or 1.0)


def _lent_words(
    models: _Words, trust: Floats, most: int, familiar: Familiar
) -> tuple[NDArray[np.int64], Floats]:
    """Return the tokens that say most of the models, and how much: the best of them 1."""
    order = models.tokens.argsort(kind="stable")
    tokens = models.tokens[order]
    firsts = (np.diff(tokens, prepend=-1) != 0).nonzero()[0]
    if not len(firsts):
        return tokens, np.zeros(0)
    having = np.add.reduceat((models.worth[order] > 0).astype(np.int64), firsts)
    worth = np.add.reduceat((trust[models.papers] * models.worth)[order], firsts)
    tokens = tokens[firsts]
    telling = (having > 1) & (familiar.share[tokens] <= COMMON)
    tokens, weights = tokens[telling], (worth * familiar.idf[tokens])[telling]
    most_worth = float(weights.max(initial=0.0))
    if most_worth <= 0:
        return tokens[:0], weights[:0]
    # In parts of the best: where the first paper lends nothing, all are tiny.
    weights = (weights / most_worth).round(EXACT)
    if len(tokens) > most:
        best = weights >= np.partition(weights, -most)[-most]
        tokens, weights = tokens[best], weights[best]
    return tokens, weights


def _trust(scores: Floats, models: int, trust: float) -> Floats:
    """Return how far each paper is trusted; all together 1, and 0 beyond the first `models`."""
    best = (-scores).argsort(kind="stable")[:models]
    weights = np.zeros(len(scores))
    weights[best] = np.exp((scores[best] - scores[best[0]]) / (trust * scores[best[0]]))
    weights[best] = np.maximum(weights[best], np.finfo(float).tiny)
    return weights / weights.sum()


def _words(
    papers: Shortlist, ranker: FieldBM25, norms: Floats, places: NDArray[np.int64]
) -> _Words:
    """Return what the words at these places count, each word of a paper once."""
    places = places[papers.tokens[places] != GAP]
    owners = papers.owners(places)
    counts = norms[owners, papers.fields(places, owners)]
    keys = owners * TOKENS + papers.tokens[places]
    order = keys.argsort(kind="stable")
    keys = keys[order]
    firsts = (np.diff(keys, prepend=-1) != 0).nonzero()[0]
    if not len(firsts):
        return _Words(keys, keys, np.zeros(0))
    keys = keys[firsts]
    return _Words(
        keys // TOKENS, keys % TOKENS, ranker.saturate(np.add.reduceat(counts[order], firsts))
    )
