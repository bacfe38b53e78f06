from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.document import Document, Part
from bot.papers.grammar import read
from bot.papers.paper import Record, Status
from bot.papers.query import Word
from bot.papers.topic import Reason, Topics, missing, reasons, wants

PAPER = Record(
    ids={"arxiv": ("2506.02842",)},
    title="Elastic Optimal Transport",
    abstract="We move only a part of the mass. Schrödinger bridges are self-supervised here.",
    authors=("Marco Cuturi", "Ada Lovelace"),
    keywords=("domain adaptation", "transfer learning"),
    venue="ICLR",
    year=2026,
    status=Status.POSTER,
    code_url="https://github.com/e/e",
    published=date(2026, 3, 1),
)
READ = Document(PAPER)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("optimal transport", True),
        ("transport mass", True),
        ("transport goats", False),
        ("transport | goats", True),
        ("(goats | sheep) transport", False),
        ('"optimal transport"', True),
        ('"transport optimal"', False),
        ('"transport domain"', False),
        ("adaptation", True),
        ("transport -unbalanced", True),
        ("transport -elastic", False),
        ('transport -"optimal transport"', False),
        ("schrodinger bridge", True),
        ("selfsupervised | self-supervised", True),
        ("cuturi", False),
        ("author:cuturi transport", True),
        ("author:turing transport", False),
        ("title:elastic", True),
        ("title:mass", False),
        ("transport venue:ICLR", True),
        ("transport venue:NeurIPS", False),
        ("transport year:2026", True),
        ("transport year:2020..2025", False),
        ("transport since:2026-03", True),
        ("transport since:2026-04", False),
        ("transport status:oral", False),
        ("transport status:accepted", True),
        ("transport has:code", True),
        ("venue:iclr", True),
        ("key:arxiv:2506.02842", True),
        ("key:arxiv:2506.00001", False),
    ],
)
def test_a_topic_is_read_as_a_boolean(query: str, *, wanted: bool) -> None:
    assert wants(read(query), READ) is wanted
    assert Topics({7: read(query)}).wanting(READ) == [7] * wanted


@pytest.mark.parametrize("status", [Status.REJECTED, Status.WITHDRAWN, Status.RETRACTED])
def test_what_was_not_accepted_is_wanted_only_by_name(status: Status) -> None:
    paper = Document(Record(title="Optimal transport", status=status))
    assert not wants(read("transport"), paper)
    assert wants(read(f"transport status:{status}"), paper)


def test_a_paper_without_a_date_or_an_abstract_is_read_for_what_it_has() -> None:
    bare = Document(Record(title="Optimal transport"))
    assert wants(read("optimal transport"), bare)
    assert not wants(read("transport year:2026"), bare)
    assert not wants(read("transport since:2026"), bare)


def test_a_reason_names_the_words_and_where_they_stand() -> None:
    assert reasons(read('mass "optimal transport" adaptation author:cuturi'), READ) == [
        Reason("optimal transport", Part.TITLE),
        Reason("adaptation", Part.KEYWORDS),
        Reason("mass", Part.ABSTRACT),
        Reason("cuturi", Part.AUTHOR),
    ]


def test_what_is_missing_is_named() -> None:
    assert missing(read("optimal transport"), READ) == []
    assert missing(read("optimal goats"), READ) == [Word("goats", ("goat",))]


WORDS = ["ant", "bee", "cat", "dog", "of"]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
leaves = st.one_of(
    st.sampled_from(WORDS[:4]),
    st.tuples(st.sampled_from(WORDS[:4]), st.sampled_from(WORDS)).map(
        lambda pair: f'"{pair[0]} {pair[1]}"'
    ),
    st.sampled_from(["title:ant", "author:bee", "year:2025", "has:code", "venue:ICLR"]),
)
queries = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} | {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} {pair[1]})"),
        st.tuples(leaves, inner).map(lambda pair: f"{pair[0]} -{pair[1]}"),
    ),
    max_leaves=6,
)
papers = st.builds(
    Record,
    title=texts,
    abstract=texts,
    authors=st.lists(texts, max_size=2).map(tuple),
    keywords=st.lists(texts, max_size=2).map(tuple),
    venue=st.sampled_from(["ICLR", "ICML"]),
    year=st.sampled_from([None, 2025, 2026]),
    code_url=st.sampled_from(["", "https://github.com/e/e"]),
)


@given(st.lists(queries, max_size=8), papers)
def test_many_topics_at_once_want_what_each_wants_alone(asked: list[str], paper: Record) -> None:
    read_queries = {number: read(query) for number, query in enumerate(asked)}
    document = Document(paper)
    alone = [number for number, query in read_queries.items() if wants(query, document)]
    assert Topics(read_queries).wanting(document) == alone
