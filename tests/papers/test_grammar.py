import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.errors import UnusableQuery
from bot.papers.grammar import MOST_CHARACTERS, MOST_WORDS, merge_options, read
from bot.papers.paper import ACCEPTED, Status
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
    leaves,
)
from bot.papers.words import analyse

SIGNS = [
    "(",
    ")",
    "|",
    "||",
    '"',
    "“",
    "”",
    "-",
    "--",
    "–",
    *"   ",
    ",",
    ":",
    "：",
    "$",
    "\\",
    "``",
]
FIELDS = [
    "title:",
    "author:",
    "venue:",
    "year:",
    "since: ",
    "year: ",
    "status:",
    "has:code",
    "key:",
]
VALUES = [
    "foo:",
    "2024",
    "..",
    "2022..2026",
    "ICLR",
    "ICLR 2026",
    "nips",
    "'24",
    "accepted",
    "2025-06",
]
WORDS = [
    "OR",
    "NOT",
    "AND",
    "the",
    "of",
    "papers",
    "which",
    "works",
    "study",
    "about",
    "show",
    "me",
]
NAMES = [
    "transport",
    "optimal",
    "self-supervised",
    "C++",
    "$\\ell_1$",
    'Schr\\"odinger',
    "扩散模型",
]
ODD = [
    "🤗",
    "\x00",
    "\u202e",
    "arxiv:1706.03762",
    "10.1000/a(b)c,d",
    "x/y",
    "\u0301",
    "½",
    "'",
    "’",
]
NOISE = st.lists(
    st.sampled_from([*SIGNS, *FIELDS, *VALUES, *WORDS, *NAMES, *ODD]), max_size=30
).map("".join)


def word(text: str) -> Word:
    return Word(text, tuple(analyse(text)))


def usable(text: str) -> Query | None:
    try:
        return read(text)
    except UnusableQuery:
        return None


def parts(text: str) -> tuple[Node, ...]:
    return read(text).root.parts


A, B, C = word("ant"), word("bee"), word("cat")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ant bee", (A, B)),
        ("ant | bee cat", (Either((A, B)), C)),
        ("ant bee | cat", (A, Either((B, C)))),
        ("ant | bee | cat", (Either((A, B, C)),)),
        ("ant|bee || cat", (Either((A, B, C)),)),
        ("(ant | bee) | cat", (Either((A, B, C)),)),
        ("(ant bee) | cat", (Either((All((A, B)), C)),)),
        ("ant (bee cat)", (A, All((B, C)))),
        ("ant -bee", (A, Not(B))),
        ("ant -(bee | cat)", (A, Not(Either((B, C))))),
        ("ant -(bee cat)", (A, Not(All((B, C))))),
        ("ant -(-bee)", (A, B)),
        ("ant --bee", (A, Not(B))),
        ("ant –bee", (A, Not(B))),
        ("ant - bee", (A, B)),
        ("self-supervised", (Word("self-supervised", ("self", "supervis")),)),
        ("ant | -bee", (Either((A, Not(B))),)),
        ("ant OR bee NOT cat", (Either((A, B)), Not(C))),
        ("ant AND bee", (A, B)),
        ("ant ant Ants", (A,)),
        ("ant/bee, cat!", (A, B, C)),
        ("foo:bar", (word("foo"), word("bar"))),
        ("C++", (Word("C++", ("c++",)),)),
        ("扩散模型", (Word("扩散模型", ("扩散", "散模", "模型")),)),
        ("a-b-c-d-e-f", tuple(map(word, "bcdef"))),
    ],
)
def test_words_and_operators(text: str, expected: tuple[Node, ...]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    "text", ["| ant", "ant |", "ant OR", "ant NOT", "ant -", "(ant", "ant)", "() ant"]
)
def test_a_stray_operator_is_nothing(text: str) -> None:
    assert parts(text) == (A,)


@pytest.mark.parametrize(
    "text",
    [
        '"optimal transport"',
        "“optimal transport”",
        "„optimal transport“",
        "«optimal transport»",
        "``optimal transport''",
        '"optimal transport',
        '"  optimal   transport "',
    ],
)
def test_a_phrase_in_the_quotes_of_any_keyboard(text: str) -> None:
    assert parts(text) == (Phrase("optimal transport", ("optim", "transport")),)


def test_a_phrase_can_be_excluded() -> None:
    phrase = Phrase("optimal transport", ("optim", "transport"))

    assert parts('transport -"optimal transport"') == (word("transport"), Not(phrase))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title:graphs", FieldWord("title", "graphs", ("graph",))),
        ("TITLE:graphs", FieldWord("title", "graphs", ("graph",))),
        ("title：graphs", FieldWord("title", "graphs", ("graph",))),
        ("title: graphs", FieldWord("title", "graphs", ("graph",))),
        ("title:the", FieldWord("title", "the", ("the",))),
        ('title:"all you need"', Phrase("all you need", ("all", "you", "need"), "title")),
        ('author:"marco cuturi"', Phrase("marco cuturi", ("marco", "cuturi"), "author")),
        ('author:"Cuturi, Marco"', Phrase("Marco Cuturi", ("marco", "cuturi"), "author")),
        ("venue:ICLR", Venue((("ICLR", None),))),
        ('venue:"ICLR 2026"', Venue((("ICLR", 2026),))),
        (
            'venue:ICLR,"NeurIPS 2025",ICML',
            Venue((("ICLR", None), ("NeurIPS", 2025), ("ICML", None))),
        ),
        ("year:2024", Years(2024, 2024)),
        ("year: 2024", Years(2024, 2024)),
        ("year:2022..2026", Years(2022, 2026)),
        ("year:2026..2022", Years(2022, 2026)),
        ("year:2022-2026", Years(2022, 2026)),
        ("year:2022..", Years(2022, None)),
        ("year:..2020", Years(None, 2020)),
        ("year:2020,2024", Either((Years(2020, 2020), Years(2024, 2024)))),
        ("since:2025", Since(date(2025, 1, 1))),
        ("since:2025-06", Since(date(2025, 6, 1))),
        ("since:2025-06-15", Since(date(2025, 6, 15))),
        ("status:accepted", StatusIs(ACCEPTED)),
        ("status:Oral,rejected", StatusIs(frozenset({Status.ORAL, Status.REJECTED}))),
        ("has:code", HasCode()),
        ("has:Code!", HasCode()),
        ("year:2024.", Years(2024, 2024)),
        ("year:2024..?", Years(2024, None)),
        ("venue:nips", Venue((("NeurIPS", None),))),
        ("venue:iclr2026", Venue((("ICLR", 2026),))),
        ("venue:2024", Venue((("2024", None),))),
        ("status:withdraw", StatusIs(frozenset({Status.WITHDRAWN}))),
        ("venue:ICLR?", Venue((("ICLR", None),))),
        ("key:arxiv:1706.03762", KeyIs(("arxiv:1706.03762",))),
        ("key:https://arxiv.org/abs/1706.03762v5", KeyIs(("arxiv:1706.03762",))),
        ("https://arxiv.org/abs/1706.03762v5", KeyIs(("arxiv:1706.03762",))),
        ("key:doi:10.1016/s0140-6736(20)30183-5", KeyIs(("doi:10.1016/s0140-6736(20)30183-5",))),
    ],
)
def test_fields(text: str, expected: Node) -> None:
    assert parts(text) == (expected,)


def test_several_values_of_a_text_field_are_alternatives() -> None:
    ant, bee = (FieldWord("author", name, (name,)) for name in ("ant", "bee"))

    assert parts("author:ant,bee") == (Either((ant, bee)),)
    assert parts("author:(ant | bee) cat") == (Either((ant, bee)), C)
    assert parts("author:(ant bee)") == (ant, bee)
    assert parts("cat -author:ant") == (C, Not(ant))


def test_a_field_with_a_blank_and_no_such_value_is_prose() -> None:
    assert parts("key: value memory") == (word("key"), word("value"), word("memory"))
    assert parts("status: open problems") == tuple(map(word, ("status", "open", "problems")))


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("", "optimal transport"),
        (" \t\n", "optimal transport"),
        ("🤗 ... ()", "optimal transport"),
        ('""', "optimal transport"),
        ("title:🤗", "optimal transport"),
        ("what is the", "quotes"),
        ("-ant", "only says what to leave out"),
        ('-"ant bee" -year:2024', "only says what to leave out"),
        ("-ant | -bee", "only says what to leave out"),
        ("ant year:abc", "year:2022..2026"),
        ("ant year:..", "year:2022..2026"),
        ("ant year:24", "year:2022..2026"),
        ("ant since:2025-13", "since:2025-06"),
        ("ant since:yesterday", "since:2025-06"),
        ("ant since:2025-02-30", "since:2025-06"),
        ("ant status:foo", "withdrawn"),
        ("ant has:wings", "has:code"),
        ("ant key:foo", "key:arxiv:"),
        ("ant " * 1501, "6,000"),
        ("".join(f"(w{n} " for n in range(900)), "parentheses"),
        (" ".join(f'"ant {number}"' for number in range(200)), "at most 128"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence_that_helps(text: str, helps: str) -> None:
    with pytest.raises(UnusableQuery) as caught:
        read(text)

    assert helps in str(caught.value)


def test_filters_alone_are_a_query() -> None:
    assert parts("year:2024 -venue:ICLR") == (Years(2024, 2024), Not(Venue((("ICLR", None),))))


@pytest.mark.parametrize(
    ("text", "read_as", "dropped"),
    [
        ("the theory of games", "theory games", ("the", "of")),
        ("which works study word embeddings?", "word embeddings", ("which", "works", "study")),
        ("papers about graphs", "graphs", ("papers", "about")),
        ("show me recent research on ants", "ants", ("show", "me", "recent", "research", "on")),
        ("What is dropout?", "dropout", ("What", "is")),
        ("diffusion papers", "diffusion", ("papers",)),
        ("papers venue:ICLR", "venue:ICLR", ("papers",)),
        ("which papers introduced ants?", "ants", ("which", "papers", "introduced")),
        ("how to evaluate ants", "evaluate ants", ("how", "to")),
        ("find shortest path", "find shortest path", ()),
        ("a case study", "case study", ("a",)),
        ("research agents", "research agents", ()),
        ("related work generation", "related work generation", ()),
        ("papers", "papers", ()),
        ("which papers", "papers", ("which",)),
        ('"the of"', '"the of"', ()),
        ("the | ant", "ant", ("the",)),
        ("ant | the bee", "ant bee", ("the",)),
        ("-the ant", "ant", ("the",)),
        ("state-of-the-art", "state-of-the-art", ()),
    ],
)
def test_words_that_carry_nothing_are_left_out(
    text: str, read_as: str, dropped: tuple[str, ...]
) -> None:
    query = read(text)

    assert (query.read_as, query.dropped) == (read_as, dropped)


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("$\\ell_1$ regularization", "ℓ₁ regularization"),
        ('Schr\\"odinger bridge', "Schrödinger bridge"),
        ("ant （bee｜cat）－dog", "ant bee | cat dog"),
        ("ant\u202e\x00 bee\ufeff", "ant bee"),
        ('status:rejected,accepted author:"A  B"', 'status:accepted,rejected author:"A B"'),
        ("year:2024..2024", "year:2024"),
        ("((ant))", "ant"),
    ],
)
def test_the_reading_is_told_in_the_language(text: str, read_as: str) -> None:
    assert read(text).read_as == read_as


def test_a_thousand_parentheses_around_a_word_are_that_word() -> None:
    assert parts("(" * 1000 + "ant" + ")" * 1000) == (A,)


def test_the_first_words_of_a_pasted_abstract_count() -> None:
    query = read(" ".join(f"word{number}" for number in range(500)))

    assert len(query.root.parts) == MOST_WORDS
    assert query.dropped[0] == f"word{MOST_WORDS}"


@given(NOISE | st.text(max_size=200))
def test_any_text_is_a_query_that_reads_back_or_a_sentence(text: str) -> None:
    query = usable(text)
    if query is None:
        return
    again = read(query.read_as)

    assert again.root == query.root
    assert again.read_as == query.read_as
    assert again.dropped == ()
    assert read(query.text) == query
    assert any(wanted for _, wanted in leaves(query.root))
    assert query.read_as.encode()


@given(
    NOISE.filter(bool)
    | st.sampled_from(["(", ")", "-(", '"', "a|", "x-", "title:(", "-", ":", "$", "\\", "{", "½"])
)
def test_long_noise_is_read_at_once(piece: str) -> None:
    text = (piece * MOST_CHARACTERS)[:MOST_CHARACTERS]
    began = time.process_time()
    usable(text)

    assert time.process_time() - began < 1


def test_ten_thousand_words_get_a_sentence() -> None:
    with pytest.raises(UnusableQuery, match="59,999 characters"):
        read(" ".join(["words"] * 10_000))


@pytest.mark.parametrize(
    ("text", "venue", "year", "merged"),
    [
        ("ant", None, None, "ant"),
        ("ant", "ICLR", None, "ant venue:ICLR"),
        ("ant", "ICLR 2026, ICML", "2024..", 'ant venue:"ICLR 2026",ICML year:2024..'),
        ("", "ICLR", "2024", "venue:ICLR year:2024"),
        ("the", "ICLR", None, "venue:ICLR the"),
        ('"ant bee', "ICLR", None, '"ant bee" venue:ICLR'),
        ("ant |", "ICLR", None, "ant venue:ICLR"),
        ("ant title:", None, "2024", "ant title: year:2024"),
        ("ant NOT", None, "2024", "ant year:2024"),
        ("(ant", None, "year:2024", "(ant year:2024"),
    ],
)
def test_options_join_the_query(
    text: str, venue: str | None, year: str | None, merged: str
) -> None:
    assert merge_options(text, venue, year) == merged


def test_a_wrong_option_is_told_when_the_query_is_read() -> None:
    with pytest.raises(UnusableQuery, match="soon"):
        read(merge_options("ant", None, "soon"))


@given(NOISE)
def test_an_option_always_filters(text: str) -> None:
    if usable(text):
        assert Years(1999, 1999) in parts(merge_options(text, None, "1999"))
