import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.grammar import read
from bot.papers.paper import Paper, Status
from bot.papers.query import Query
from bot.search import manifest
from bot.search.index import Hits, Index
from tests.search.made import commit, histories, index_of, libraries, live, merge, paper, queries
from tests.search.reference import Reference


def assert_same(found: Hits, expected: Hits) -> None:
    assert (found.total, found.total_all, found.hidden) == (
        expected.total,
        expected.total_all,
        expected.hidden,
    )
    assert found.numbers == expected.numbers
    np.testing.assert_allclose(found.scores, expected.scores, atol=1e-9)


orders = st.sampled_from([{"newest": False}, {"newest": True}])


@given(libraries(), st.lists(queries, min_size=1, max_size=4), orders)
def test_answers_are_those_of_looking_at_every_paper(
    library: list[Paper], asked: list[Query], order: dict[str, bool]
) -> None:
    with TemporaryDirectory() as folder:
        index = index_of(Path(folder) / "index", *library)
        reference = Reference(library)
        for query in asked:
            assert_same(
                index.find(query, limit=20, **order), reference.find(query, limit=20, **order)
            )


@given(histories(), st.lists(queries, min_size=1, max_size=3), st.randoms())
def test_a_history_of_changes_answers_like_a_fresh_build(
    history: list[tuple[list[Paper], list[int], bool]], asked: list[Query], choose: random.Random
) -> None:
    with TemporaryDirectory() as folder:
        grown = Path(folder) / "grown" / "index"
        library = live(
            grown, history, lambda segments: [s for s in segments if choose.random() < 0.7]
        )
        index = Index.open(grown)
        assert index.papers == len(library)
        reference = Reference(list(library.values()))
        fresh = index_of(Path(folder) / "fresh" / "index", *library.values()) if library else None
        for query in asked:
            found = index.find(query, limit=20)
            assert_same(found, reference.find(query, limit=20))
            if fresh is not None:
                assert found == fresh.find(query, limit=20)
                assert index.weights(query) == fresh.weights(query)
                assert index.venues() == fresh.venues()
                assert index.suggest("gra") == fresh.suggest("gra")


@given(libraries(), queries, st.integers(1, 4), orders)
def test_pages_hold_every_paper_once_in_one_order(
    library: list[Paper], query: Query, size: int, order: dict[str, bool]
) -> None:
    with TemporaryDirectory() as folder:
        index = index_of(Path(folder) / "index", *library)
        whole = index.find(query, limit=100, **order)
        assert len(set(whole.numbers)) == len(whole.numbers) == whole.total
        pages = [
            index.find(query, limit=size, offset=offset, **order)
            for offset in range(0, whole.total + size, size)
        ]
        assert sum((page.numbers for page in pages), ()) == whole.numbers
        assert sum((page.scores for page in pages), ()) == whole.scores


def test_papers_of_one_score_are_ordered_by_key_at_any_depth(tmp_path: Path) -> None:
    keys = [f"local:{(number * 7919) % 1000:04}" for number in range(400)]
    alike = [paper(n, "optimal transport", key=key) for n, key in enumerate(keys)]
    commit(tmp_path / "index", alike[:150])
    commit(tmp_path / "index", alike[150:])
    index = Index.open(tmp_path / "index")
    for asked in ("transport plan", "optimal", 'title:transport -"plan"'):
        pages = [
            index.find(read(asked), limit=7, offset=start).numbers for start in range(0, 400, 7)
        ]
        assert [keys[number] for page in pages for number in page] == sorted(keys)


def test_a_phrase_must_stand_together(tmp_path: Path) -> None:
    index = index_of(
        tmp_path / "index",
        paper(1, "Optimal transport"),
        paper(2, "Transport, optimal"),
        paper(3, "Optimal plans for transport"),
    )
    assert index.find(read('"optimal transport"'), limit=9).numbers == (1,)
    assert index.find(read('-"optimal transport" transport'), limit=9).total == 2


@pytest.mark.parametrize(
    "parted",
    [
        paper(1, "On optimal", "transport"),
        replace(paper(1), keywords=("optimal", "transport")),
        replace(paper(1), authors=("Ann Optimal", "Transport Lee")),
        replace(paper(1, "optimal"), keywords=("transport",)),
    ],
)
def test_a_phrase_never_crosses_fields_keywords_or_authors(tmp_path: Path, parted: Paper) -> None:
    index = index_of(tmp_path / "index", parted)
    assert index.find(read('"optimal transport"'), limit=9).total == 0
    assert index.find(read("optimal transport"), limit=9).total_all == 1


def test_title_and_author_are_looked_for_in_their_field_only(tmp_path: Path) -> None:
    index = index_of(
        tmp_path / "index",
        replace(paper(1, "Kernel methods", "of Gauss"), authors=("Carl Gauss",)),
        replace(paper(2, "The work of Gauss", "kernel"), authors=("Anna Kernel",)),
    )
    assert index.find(read("title:gauss"), limit=9).numbers == (2,)
    assert index.find(read("author:gauss"), limit=9).numbers == (1,)
    assert index.find(read('title:"kernel methods"'), limit=9).numbers == (1,)
    assert index.find(read('author:"gauss carl"'), limit=9).total == 0


def test_the_paper_whose_title_was_typed_comes_first(tmp_path: Path) -> None:
    index = index_of(
        tmp_path / "index",
        paper(1, "Attention attention attention", "Attention is needed. All attention."),
        paper(2, "Attention Is All You Need", "Sequences are transduced by it, at length."),
    )
    assert index.find(read("attention is all you need"), limit=1).numbers == (2,)


def test_words_that_stand_together_lift_a_paper(tmp_path: Path) -> None:
    index = index_of(
        tmp_path / "index",
        paper(1, "Transport of an optimal kind"),
        paper(2, "A kind of optimal transport"),
    )
    assert index.find(read("optimal transport"), limit=2).numbers == (2, 1)


def test_rejected_papers_are_left_out_and_counted(tmp_path: Path) -> None:
    index = index_of(
        tmp_path / "index",
        paper(1, "Transport"),
        replace(paper(2, "Transport"), status=Status.REJECTED),
        replace(paper(3, "Transport"), status=Status.WITHDRAWN),
    )
    assert index.find(read("transport"), limit=9).numbers == (1,)
    assert index.find(read("transport"), limit=9).hidden == 2
    assert index.find(read("transport status:rejected"), limit=9).numbers == (2,)
    assert index.find(read("-transport venue:iclr"), limit=9).hidden == 0


def test_only_filters_show_the_newest_first(tmp_path: Path) -> None:
    years = {1: 2024, 2: 2026, 3: 2025}
    index = index_of(tmp_path / "index", *(replace(paper(n), year=y) for n, y in years.items()))
    found = index.find(read("year:2024..2026"), limit=9)
    assert found.numbers == (2, 3, 1)
    assert found.scores == (0.0, 0.0, 0.0)


def test_a_random_paper_is_any_with_an_abstract_equally_often(tmp_path: Path) -> None:
    commit(tmp_path / "index", [paper(1, "Graph", "a"), paper(2, "Graph"), paper(3, "Graph", "b")])
    commit(tmp_path / "index", [paper(4, "Graph", "c"), paper(5, "Tree", "d"), paper(1, "Graph")])
    index = Index.open(tmp_path / "index")
    choose = random.Random(1)  # noqa: S311 - the same choices each time
    drawn = Counter(index.random(read("graph"), choose) for _ in range(2000))
    assert set(drawn) == {3, 4}
    assert abs(drawn[3] - 1000) < 120
    assert {index.random(None, choose) for _ in range(100)} == {3, 4, 5}
    assert index.random(read("absent"), choose) is None


def test_suggestions_begin_with_titles_that_begin_so(tmp_path: Path) -> None:
    commit(
        tmp_path / "index",
        [
            paper(1, "Sliced optimal transport"),
            paper(2, "Optimal transport for everyone"),
            paper(3, "Optimal stopping"),
        ],
    )
    commit(
        tmp_path / "index", [paper(4, "Transport plans, optimal"), paper(5, "Optimál Transport")]
    )
    index = Index.open(tmp_path / "index")
    assert [s.number for s in index.suggest("optimal tr")] == [5, 2, 1, 4]
    assert [s.number for s in index.suggest("Optimal Transport", limit=1)] == [5]
    assert index.suggest("optimal trx") == []
    assert len(index.suggest("")) == 5
    commit(tmp_path / "index", [], gone=[5])
    assert index.refresh()
    assert [s.number for s in index.suggest("optimal tr")] == [2, 1, 4]


def test_a_reader_takes_up_what_another_has_committed(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index = index_of(folder, paper(1, "Graph"))
    assert not index.refresh()
    commit(folder, [paper(2, "Graph"), paper(1, "Tree")])
    assert index.find(read("graph"), limit=9).numbers == (1,)
    assert index.refresh()
    assert index.find(read("graph"), limit=9).numbers == (2,)
    assert (index.papers, index.revision) == (2, 2)


def test_a_reader_serves_while_a_merge_replaces_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    for number in range(1, 7):
        commit(folder, [paper(number, "Graph")])
    index = Index.open(folder)
    merge(folder, [info for _, info in manifest.load_manifest(folder).segments])
    assert len(list(folder.glob("*.segment"))) == 1
    assert index.find(read("graph"), limit=9).numbers == (1, 2, 3, 4, 5, 6)
    assert index.refresh()
    assert index.find(read("graph"), limit=9).numbers == (1, 2, 3, 4, 5, 6)


def test_an_index_without_papers_answers_nothing(tmp_path: Path) -> None:
    commit(tmp_path / "index", [])
    index = Index.open(tmp_path / "index")
    assert index.find(read("graph"), limit=9) == Hits((), (), 0, 0, 0)
    assert index.find(read("year:2025"), limit=9) == Hits((), (), 0, 0, 0)
    assert index.suggest("graph") == []
    assert index.random(None, random.Random(1)) is None  # noqa: S311 - nothing to choose
    assert (index.papers, index.bytes, index.venues()) == (0, 0, Counter())


def test_a_word_typed_twice_counts_twice(tmp_path: Path) -> None:
    index = index_of(
        tmp_path / "index", paper(1, "A bridge"), paper(2, "A graph"), paper(3, "A tree")
    )
    assert index.find(read("bridge graph graph"), limit=2).numbers == (2, 1)
    assert index.find(read("bridge bridge graph"), limit=2).numbers == (1, 2)
    (first, second) = index.find(read("bridge graph"), limit=2).scores
    assert first == second


def test_a_year_that_no_calendar_has_is_none(tmp_path: Path) -> None:
    odd = [replace(paper(n, "Graph"), year=y) for n, y in enumerate((0, -5, 20_255, 99_999))]
    index = index_of(tmp_path / "index", *odd)
    assert index.find(read("graph"), limit=9).total == 4
    assert index.find(read("graph year:1900..2100"), limit=9).total == 0


def test_a_title_typed_in_full_that_lends_nothing_lets_the_others_lend(tmp_path: Path) -> None:
    said = "graph neural sheaf goats hills"
    library = [
        paper(1, title="Graph graph", abstract=""),
        paper(2, title="Two", abstract=f"{said} neural neural hills one."),
        paper(3, title="Three", abstract=f"More words of {said}, hills hills sheaf moss."),
        paper(4, title="Other", abstract="Nothing at all."),
    ]
    query = read("graph graph")
    found = index_of(tmp_path / "index", *library).find(query, limit=20)
    assert_same(found, Reference(library).find(query, limit=20))
