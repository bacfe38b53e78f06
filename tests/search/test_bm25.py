from typing import Any, cast

import numpy as np
import pytest
import rank_bm25  # pyright: ignore[reportMissingTypeStubs] - it has no types
from hypothesis import given
from hypothesis import strategies as st

from bot.search.bm25 import PostingBM25, never_negative_idf

_documents = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), max_size=9)
_asked = st.lists(st.sampled_from("abcxyz"), max_size=6)


@given(_documents.filter(any), _asked)
def test_scores_are_those_of_rank_bm25(corpus: list[list[str]], query: list[str]) -> None:
    theirs = cast("Any", rank_bm25).BM25Okapi(corpus)
    mine = PostingBM25(corpus)
    np.testing.assert_allclose(mine.get_scores(query), theirs.get_scores(query), atol=1e-12)
    some = list(range(0, len(corpus), 2))
    some_scores = theirs.get_batch_scores(query, some)
    np.testing.assert_allclose(mine.get_batch_scores(query, some), some_scores, atol=1e-12)
    assert mine.idf == theirs.idf


def test_a_tokenizer_and_the_parameters_are_rank_bm25s() -> None:
    corpus = ["optimal transport", "sliced optimal transport of measures", "graphs"]
    split = list(map(str.split, corpus))
    theirs = cast("Any", rank_bm25).BM25Okapi(split, k1=0.9, b=0.4, epsilon=0.1)
    mine = PostingBM25(corpus, str.split, k1=0.9, b=0.4, epsilon=0.1)
    query = ["optimal", "measures"]
    np.testing.assert_allclose(mine.get_scores(query), theirs.get_scores(query))
    documents = ["first", "second", "third"]
    top = cast("list[str]", cast("Any", mine).get_top_n(query, documents, n=2))
    assert top == theirs.get_top_n(query, documents, n=2)


@pytest.mark.parametrize("corpus", [[], [[]], [[], []]])
def test_a_corpus_without_words_scores_nothing(corpus: list[list[str]]) -> None:
    scores = PostingBM25(corpus).get_scores(["graph"])
    assert scores.tolist() == [0.0] * len(corpus)
    assert scores.dtype == np.float64


@given(st.integers(1, 10**7), st.data())
def test_the_products_idf_is_never_negative(papers: int, data: st.DataObject) -> None:
    assert never_negative_idf(papers, data.draw(st.integers(0, papers))) > 0
