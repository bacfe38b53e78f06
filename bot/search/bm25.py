"""BM25 over posting lists: rank-bm25's class, without walking every document.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the
weighted field counts of its section 3.6 (BM25F) where a paper has fields.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import rank_bm25  # pyright: ignore[reportMissingTypeStubs] - see _Ranker
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class _Ranker:
    """What rank_bm25.BM25 has; the package carries no types."""

    corpus_size: int
    avgdl: float
    idf: dict[str, float]
    doc_len: Sequence[int]
    tokenizer: Callable[[str], list[str]] | None

    def __init__(
        self,
        corpus: Iterable[Sequence[str]],
        tokenizer: Callable[[str], list[str]] | None = None,
    ) -> None:
        """Calls `_initialize` and `_calc_idf`."""


if TYPE_CHECKING:
    _BM25 = _Ranker
else:
    _BM25 = cast("Any", rank_bm25).BM25


def saturated(counts: Floats, norms: Floats, idf: float, k1: float) -> Floats:
    """Return what one term adds: `idf tf (k1 + 1) / (tf + norm)`.

    The norm of a paper is k1 (1 - b + b dl/avgdl).
    """
    return idf * (counts * (k1 + 1) / (counts + norms))


def never_negative_idf(papers: int, having: int) -> float:
    """Return ln(1 + (N - n + 0.5) / (n + 0.5)), which is above 0 for every n up to N."""
    return math.log(1 + (papers - having + 0.5) / (having + 0.5))


class PostingBM25(_BM25):
    """rank_bm25.BM25Okapi's scores, from posting lists.

    Interface and parameters are those of BM25Okapi: `corpus` is a list of token lists, `get_scores`
    gives one score a document. An empty corpus scores nothing rather than dividing by zero.
    """

    def __init__(
        self,
        corpus: Iterable[Sequence[str]],
        tokenizer: Callable[[str], list[str]] | None = None,
        k1: float = 1.5,
        b: float = 0.75,
        epsilon: float = 0.25,
    ) -> None:
        self.k1 = k1
        self.b = b
        self.epsilon = epsilon
        self.postings: dict[str, tuple[NDArray[np.int64], Floats]] = {}
        super().__init__(corpus, tokenizer)

    def _tokenize_corpus(self, corpus: Iterable[str]) -> list[list[str]]:
        """Tokenise here; rank_bm25 starts a pool of processes that it never closes."""
        assert self.tokenizer is not None  # noqa: S101 - BM25 calls this only with one
        return list(map(self.tokenizer, corpus))

    def _initialize(self, corpus: Iterable[Sequence[str]]) -> Mapping[str, int]:
        papers: dict[str, list[int]] = {}
        counts: dict[str, list[int]] = {}
        lengths: list[int] = []
        for number, document in enumerate(corpus):
            lengths.append(len(document))
            for word, count in Counter(document).items():
                papers.setdefault(word, []).append(number)
                counts.setdefault(word, []).append(count)
        self.postings = {
            word: (np.array(papers[word], np.int64), np.array(counts[word], np.float64))
            for word in papers
        }
        self.doc_len = lengths
        self.corpus_size = len(lengths)
        self.avgdl = sum(lengths) / len(lengths) if lengths else 0.0
        return {word: len(numbers) for word, numbers in papers.items()}

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        """Okapi's idf; those below zero become `epsilon` times the average one."""
        for word, having in nd.items():
            self.idf[word] = math.log(self.corpus_size - having + 0.5) - math.log(having + 0.5)
        if not self.idf:
            return
        total = 0.0
        for idf in self.idf.values():  # as rank_bm25 adds, to the last bit; newer sum() is exacter
            total += idf
        floor = self.epsilon * (total / len(self.idf))
        self.idf = {word: floor if idf < 0 else idf for word, idf in self.idf.items()}

    def get_scores(self, query: Iterable[str]) -> Floats:
        """Return a score for each document, float64[documents]."""
        scores = np.zeros(self.corpus_size)
        if not self.avgdl:
            return scores
        lengths = np.array(self.doc_len)
        for word in query:
            if word in self.postings:
                papers, counts = self.postings[word]
                norms = self.k1 * (1 - self.b + self.b * lengths[papers] / self.avgdl)
                scores[papers] += saturated(counts, norms, self.idf[word] or 0, self.k1)
        return scores

    def get_batch_scores(self, query: Iterable[str], doc_ids: Sequence[int]) -> list[float]:
        """Return the scores of some documents."""
        return self.get_scores(query)[np.asarray(doc_ids, np.int64)].tolist()


@dataclass(frozen=True, slots=True)
class Parameters:
    """How papers are ranked; one set for all libraries.

    Attributes:
        k1: How soon further occurrences of a word stop counting.
        b: How much a word counts less in a long abstract, or among many keywords.
        b_title: The same in a long title. Among many names a name counts as much as alone.
        rarity: The power to which a word's idf is raised; below 1 rare words weigh less.
        title: How much a word of the title counts; the fields are those of `segment.FIELDS`.
        keywords: The same for keywords.
        abstract: The same for the abstract.
        author: The same for names.
        near: How much two words of the query that stand together in the paper add, as a part of
            what the rarer one is worth.
        depth: How many of the best papers are looked at for such words and for their exact title.
        models: How many of the best papers lend their words to the query (see `feedback`).
        lent: How many words they lend.
        lending: What the best of these words is worth; 0 for none.
        alias: What another form of a word counts, as a part of the word itself; 0 for nothing.
        trust: How far behind the first a paper may score, as a part of its score, and still lend
            at a rate of 1/e.
    """

    k1: float = 1.5
    b: float = 0.7
    b_title: float = 0.9
    rarity: float = 0.85
    title: float = 3.0
    keywords: float = 1.0
    abstract: float = 1.0
    author: float = 1.0
    near: float = 0.8
    depth: int = 50
    models: int = 10
    lent: int = 20
    lending: float = 0.1
    trust: float = 0.05
    alias: float = 0.8

    @property
    def weights(self) -> Floats:
        """The field weights as float64[4]."""
        return np.array([self.title, self.keywords, self.abstract, self.author])

    @property
    def slopes(self) -> Floats:
        """How much the length of each field matters, float64[4]."""
        return np.array([self.b_title, self.b, self.b, 0.0])


class FieldBM25(PostingBM25):
    """The product's ranker: BM25F, an idf never below zero, postings from outside."""

    def __init__(self, papers: int, averages: Floats, parameters: Parameters) -> None:
        """Take how many papers there are, and the average length of each field, float64[4]."""
        super().__init__([], k1=parameters.k1, b=parameters.b)
        self.corpus_size = papers
        self.averages = averages
        self.parameters = parameters
        self.weights = parameters.weights

    def idf_of(self, having: int) -> float:
        """Return the idf of a term that `having` papers have, raised to the power `rarity`."""
        return never_negative_idf(self.corpus_size, having) ** self.parameters.rarity

    def idfs(self, having: Floats) -> Floats:
        """Return the same for many terms."""
        papers = self.corpus_size
        return np.log(1 + (papers - having + 0.5) / (having + 0.5)) ** self.parameters.rarity

    def norms(self, lengths: Floats) -> Floats:
        """Return what one occurrence in each field counts, by field lengths; float64[n, 4] each.

        It is `weight / (1 - b + b length/average)`, each field with its own b and average.
        """
        slopes = self.parameters.slopes
        relative = lengths / np.where(self.averages > 0, self.averages, 1.0)
        return self.weights / (1 - slopes + slopes * relative)

    def impacts(self, counts: NDArray[np.uint8], norms: Floats) -> Floats:
        """Return what a term of idf 1 adds, by field counts, uint8[n, 4] to float64[n]."""
        return self.saturate(np.einsum("ij,ij->i", counts.astype(np.float64), norms))

    def saturate(self, weighed: Floats) -> Floats:
        """Return what a term of idf 1 adds, by its weighed count."""
        return saturated(weighed, np.array(self.k1), 1.0, self.k1)
