"""BM25 over posting lists: rank_bm25's class without a pass over every document for every word.

Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009); the variants
of the idf after Trotman, Puurula and Burgess, Improvements to BM25 and Language Models Examined
(2014).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25

T = TypeVar("T")

Places = NDArray[np.intp]
"""Documents by their place in the collection, ascending."""
Numbers = NDArray[np.float64]

Idf = Callable[[Mapping[str, int], int], dict[str, float]]
"""From document frequencies and the size of the collection to the weight of each word."""


class Posting(NamedTuple):
    """The documents that hold a word, and how often each does."""

    documents: Places
    frequencies: Numbers


NOWHERE = Posting(np.empty(0, np.intp), np.empty(0))


class Postings(Protocol):
    """A collection as posting lists.

    Attributes:
        lengths: The length of each document.
        average: The mean length, above 0.
    """

    @property
    def lengths(self) -> Numbers: ...  # noqa: D102 - the class says it

    @property
    def average(self) -> float: ...  # noqa: D102 - the class says it

    def posting(self, word: str) -> Posting:
        """Return the posting list of `word`, empty where it is unknown."""
        ...

    def document_frequencies(self) -> Mapping[str, int]:
        """Return in how many documents each word stands; it may know more words than it lists."""
        ...


def never_negative(frequency: int, papers: int) -> float:
    """Return the idf that the product ranks with: above 0 however common a word is."""
    return math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5))


def okapi(epsilon: float) -> Idf:
    """Return rank_bm25's Okapi idf: where it is negative, `epsilon` times the mean idf."""

    def idf(frequencies: Mapping[str, int], papers: int) -> dict[str, float]:
        weights = {
            word: math.log(papers - frequency + 0.5) - math.log(frequency + 0.5)
            for word, frequency in frequencies.items()
        }
        total = 0.0
        for weight in weights.values():  # in the order of rank_bm25, to the last bit
            total += weight
        floor = epsilon * (total / len(weights)) if weights else 0.0
        return {word: floor if weight < 0 else weight for word, weight in weights.items()}

    return idf


class ListedPostings:
    """Posting lists of documents that come as lists of words."""

    def __init__(self, corpus: Iterable[Sequence[str]]) -> None:
        found: dict[str, tuple[list[int], list[int]]] = {}
        lengths: list[int] = []
        for place, document in enumerate(corpus):
            lengths.append(len(document))
            for word, frequency in Counter(document).items():
                documents, frequencies = found.setdefault(word, ([], []))
                documents.append(place)
                frequencies.append(frequency)
        self.lengths = np.array(lengths, np.float64)
        self.average = sum(lengths) / len(lengths) if any(lengths) else 1.0
        self._postings = {
            word: Posting(np.array(documents, np.intp), np.array(frequencies, np.float64))
            for word, (documents, frequencies) in found.items()
        }

    def posting(self, word: str) -> Posting:
        """Return the posting list of `word`, empty where it is unknown."""
        return self._postings.get(word, NOWHERE)

    def document_frequencies(self) -> dict[str, int]:
        """Return in how many documents each word stands, in the order of first appearance."""
        return {word: len(posting.documents) for word, posting in self._postings.items()}


class PostingBM25(BM25):
    """BM25 with rank_bm25's interface, parameters and (by default) Okapi's idf.

    `get_scores` equals `rank_bm25.BM25Okapi`'s to the last bit, but costs what the posting lists of
    the query's words are long. An empty collection and documents without words score 0.

    Attributes:
        idf: The weight of each word.
        norms: For each document, what stands beside the frequency below the fraction line.
    """

    idf: Mapping[str, float]

    def __init__(  # noqa: PLR0913 - rank_bm25's parameters, and the collection's idf
        self,
        corpus: Iterable[Sequence[str]] | Iterable[str] | Postings,
        tokenizer: Callable[[str], list[str]] | None = None,
        k1: float = 1.5,
        b: float = 0.75,
        epsilon: float = 0.25,
        *,
        idf: Idf | None = None,
    ) -> None:
        self.k1 = k1
        self.b = b
        self._weigh = idf or okapi(epsilon)
        super().__init__(corpus, tokenizer)

    def _tokenize_corpus(self, corpus: Iterable[str]) -> list[list[str]]:
        assert self.tokenizer is not None
        return list(map(self.tokenizer, corpus))

    def _initialize(self, corpus: Iterable[Sequence[str]] | Postings) -> Mapping[str, int]:
        self.postings = ListedPostings(corpus) if isinstance(corpus, Iterable) else corpus
        self.doc_len = self.postings.lengths
        self.avgdl = self.postings.average
        self.corpus_size = len(self.doc_len)
        self.norms = self.k1 * (1 - self.b + self.b * self.doc_len / self.avgdl)
        return self.postings.document_frequencies()

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        self.idf = self._weigh(nd, self.corpus_size)

    def get_scores(self, query: Iterable[str]) -> Numbers:
        """Return the score of every document for the words of `query`, repeated ones included."""
        scores = np.zeros(self.corpus_size)
        for word in query:
            documents, frequencies = self.postings.posting(word)
            weight = self.idf.get(word) or 0
            scores[documents] += weight * self.saturated(frequencies, self.norms[documents])
        return scores

    def saturated(self, frequencies: Numbers, norms: Numbers) -> Numbers:
        """Return what frequencies are worth before the idf: at most k1 + 1."""
        return frequencies * (self.k1 + 1) / (frequencies + norms)

    def get_batch_scores(self, query: Iterable[str], doc_ids: Sequence[int]) -> list[float]:
        """Return the scores of some documents, in the order of `doc_ids`."""
        scores: list[float] = self.get_scores(query)[np.array(doc_ids, np.intp)].tolist()
        return scores

    def get_top_n(self, query: Iterable[str], documents: Sequence[T], n: int = 5) -> list[T]:
        """Return up to `n` of `documents`, best first, ties in their order.

        Unlike rank_bm25's, it leaves out documents that hold none of the words.
        """
        words = list(query)
        scores = self.get_scores(words)
        held = [self.postings.posting(word).documents for word in words]
        matching = np.unique(np.concatenate([*held, NOWHERE.documents]))
        order = np.argsort(-scores[matching], kind="stable")[:n]
        return [documents[place] for place in matching[order].tolist()]
