from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.cards import found_card, note_card
from bot.chat.help import help_card
from bot.chat.states import Search
from bot.chat.whole import paper_card
from bot.library.results import Result
from bot.library.state import State
from bot.papers.paper import AbstractBy, Paper, Status
from bot.papers.query import All, Query
from bot.papers.wording import say
from tests.chat.made import ALICE, found, paper, reader, result
from tests.chat.refusals import buttons, refusals, texts

SEARCH = Search("=optimal transport")
UGLY = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["*", "_", "@everyone ", "深度学习", "🧪", "a\x0eb\x0f ", "<", "| ", ": "]
    ).flatmap(lambda piece: st.integers(0, 900).map(lambda times: piece * times)),
)
ADDRESSES = st.one_of(
    st.just(""),
    st.text(max_size=30),
    st.integers(1, 1_600).map(lambda n: "https://e.org/" + "ä(" * n),
    st.sampled_from(
        ["https://openreview.net/forum?id=a", "http://localhost", "https://x.y:99999/"]
    ),
)
PAPERS = st.builds(
    Paper,
    number=st.integers(1, 10**18 - 1),
    key=UGLY,
    added=st.datetimes(),
    title=UGLY,
    title_derived=st.booleans(),
    abstract=st.one_of(UGLY, st.integers(0, 9_000).map(lambda n: "学 習。" * n)),
    abstract_by=st.sampled_from(AbstractBy),
    authors=st.lists(UGLY, max_size=60).map(tuple),
    venue=UGLY,
    year=st.one_of(st.none(), st.integers(1900, 2100)),
    status=st.one_of(st.none(), st.sampled_from(Status)),
    decision=UGLY,
    keywords=st.lists(UGLY, max_size=30).map(tuple),
    url=ADDRESSES,
    pdf_url=ADDRESSES,
    code_url=ADDRESSES,
    ids=st.dictionaries(
        st.sampled_from(["arxiv", "openreview", "doi", "acl"]), UGLY.map(lambda x: (x,))
    ),
)


def test_a_list_shows_how_the_query_was_read_and_what_it_found() -> None:
    query = Query("which optimal transport", All(()), "optimal transport", ("which",))
    card = found_card(
        found(result(), query=query, total=1_341, total_all=137, hidden=12, pages=269),
        SEARCH,
        reader(),
    )
    assert texts(card)[0].splitlines() == [
        "### which optimal transport",
        "-# read as optimal transport · left out: which",
        "-# 137 papers have all the words, 1,204 more have some · 12 withdrawn or rejected hidden",
    ]


def test_a_listed_paper_has_title_facts_summary_and_links() -> None:
    shown = result(
        rank=6,
        title="An \x0eoptimal\x0f map_",
        summary="We \x0epropose\x0f it.",
        authors=("Ann Lee", "Bo Ek", "Cy Dow", "Di Fox"),
        venue="ICLR",
        year=2026,
        status=Status.ORAL,
        ids={"openreview": ("abc",), "arxiv": ("2601.00001",)},
        code_url="https://github.com/a/b",
    )
    assert texts(found_card(found(shown), SEARCH, reader()))[1].splitlines() == [
        "### 6\\. An optimal map\\_",
        "-# Ann Lee, Bo Ek, Cy Dow et al. (4) · ICLR 2026 · oral",
        "We **propose** it.",
        (
            "[OpenReview](https://openreview.net/forum?id=abc)"
            " · [PDF](https://openreview.net/pdf?id=abc)"
            " · [arXiv](https://arxiv.org/abs/2601.00001)"
            " · [Code](https://github.com/a/b)"
        ),
    ]


def test_a_submitted_paper_says_so_and_a_findings_paper_keeps_its_word() -> None:
    submitted = result(venue="ICLR", year=2024, status=Status.SUBMITTED, decision="Active")
    findings = result(venue="ACL", year=2024, status=Status.ACCEPTED, decision="Findings")
    shown = texts(found_card(found(submitted, findings), SEARCH, reader()))
    assert "ICLR 2024 · submitted" in shown[1]
    assert "ACL 2024 · Findings" in shown[2]


def test_arrows_and_the_page_stand_in_a_row_with_delete() -> None:
    card = found_card(found(result(), total=137, total_all=137, page=1, pages=28), SEARCH, reader())
    row = buttons(card)[1:]
    assert [b["label"] for b in row] == ["◀", "page 1 of 28", "▶", "Delete"]
    assert [b.get("disabled", False) for b in row] == [True, True, False, False]
    private = found_card(found(result(), pages=28, page=28), SEARCH, reader(private=True))
    assert [b["label"] for b in buttons(private)[1:]] == ["◀", "page 28 of 28", "▶"]
    assert buttons(private)[-1]["disabled"]


def test_long_summaries_go_before_authors_and_titles() -> None:
    long = "Ein Satz mit vielen Wörtern. " * 40
    shown = tuple(
        result(rank, summary=long, title="T" * 200, authors=("A" * 50,) * 3) for rank in range(1, 6)
    )
    card = found_card(found(*shown), SEARCH, reader())
    assert refusals(card) == []
    assert "T" * 200 in texts(card)[1]
    assert "Ein Satz" in texts(card)[1]


@settings(max_examples=60, deadline=None)
@given(st.lists(PAPERS, min_size=1, max_size=5, unique_by=lambda p: p.number), UGLY, UGLY)
def test_no_answer_breaks_discords_limits(papers: list[Paper], summary: str, text: str) -> None:
    query = Query(text, All(()), text + "x", (text, text))
    results = tuple(
        Result(10**6 + place, 1.0, each, each.title, summary, ())
        for place, each in enumerate(papers)
    )
    answer = found(
        *results, query=query, total=10**7, total_all=10**6, hidden=10**6, page=2, pages=10**6,
        suggestion=text,
    )  # fmt: skip
    assert refusals(found_card(answer, Search("=" + "x" * 57), reader())) == []


@settings(max_examples=100, deadline=None)
@given(PAPERS, st.booleans())
def test_no_paper_breaks_discords_limits(each: Paper, starred: bool) -> None:  # noqa: FBT001
    assert refusals(paper_card(each, reader(), by=ALICE if starred else None)) == []


@settings(deadline=None)
@given(UGLY)
def test_no_note_breaks_discords_limits(text: str) -> None:
    assert refusals(note_card(reader(), say("No: {text}", text=text * 30))) == []


def test_a_whole_paper_is_shown_with_buttons_for_its_links() -> None:
    card = paper_card(
        paper(abstract="One. " * 300, keywords=("attention",), pdf_url="https://e.org/x.pdf"),
        reader(),
    )
    shown = texts(card)
    assert shown[0] == "## Attention Is All You Need\nAshish Vaswani, Noam Shazeer"
    assert shown[1] == ("One. " * 300).strip()
    assert shown[2].splitlines() == ["-# attention", "-# arxiv:1706.03762"]
    assert [(b["label"], b["url"]) for b in buttons(card)] == [("PDF", "https://e.org/x.pdf")]


def test_an_address_that_no_button_takes_stands_as_text() -> None:
    long = "https://e.org/" + "x" * 600
    card = paper_card(paper(url=long), reader())
    assert long in texts(card)[2]
    assert buttons(card) == []


def test_an_abstract_longer_than_a_message_is_cut_at_a_sentence_and_says_so() -> None:
    shown = texts(paper_card(paper(abstract="学习一个模型很好。 " * 900), reader()))
    assert shown[1].splitlines()[0].endswith("。")
    assert "goes on" in shown[1]


def test_a_starter_summary_says_that_it_is_ours() -> None:
    ours = paper(abstract_by=AbstractBy.STARTER)
    assert "This summary is ours" in texts(paper_card(ours, reader()))[2]
    assert "no abstract" in texts(paper_card(paper(abstract=""), reader()))[1]
    assert "derived" in texts(paper_card(replace(ours, title_derived=True), reader()))[2]


def test_help_says_what_the_library_holds() -> None:
    state = State(
        papers=19_630, with_abstract=19_600, venues={"ICLR": 19_630, "arXiv": 2, "": 1},
        index_papers=19_630, index_bytes=1, index_fresh=True, starter=False,
        last_added=paper().added,
    )  # fmt: skip
    card = help_card(state, reader(), "https://discord.com/oauth2/authorize?client_id=1")
    shown = "\n".join(texts(card))
    assert refusals(card) == []
    assert "19,630 papers, 19,600 with abstract\nICLR 19,630 · arXiv 2" in shown
    assert f"<t:{int(paper().added.timestamp())}:R>" in shown
    assert buttons(card)[0]["url"] == "https://discord.com/oauth2/authorize?client_id=1"
    crowded = replace(
        state, venues={f"V{n}" * 40: n for n in range(90)}, starter=True, index_fresh=False
    )
    assert refusals(help_card(crowded, reader(), "https://e.org")) == []
