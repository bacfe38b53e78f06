from hypothesis import given
from hypothesis import strategies as st

from bot.papers.highlight import highlight
from bot.papers.marks import MATCH_OFF, MATCH_ON, emphasised, plain
from bot.papers.text import readable
from bot.papers.words import analyse


def shown(text: str, query: str) -> tuple[str, tuple[str, ...]]:
    marked, words = highlight(text, set(analyse(query)))
    return marked.replace(MATCH_ON, "[").replace(MATCH_OFF, "]"), words


def test_matched_words_stand_between_marks() -> None:
    assert shown("Networks that transport.", "network") == (
        "[Networks] that transport.",
        ("Networks",),
    )


def test_neighbours_share_one_pair_of_marks() -> None:
    assert shown("By optimal transport, self-supervised.", "optimal transport self supervised") == (
        "By [optimal transport], [self-supervised].",
        ("optimal", "transport", "self", "supervised"),
    )


def test_each_word_is_named_once_as_it_stands_first() -> None:
    _, words = shown("Graphs, graph and graphs: Graph.", "graph")
    assert words == ("Graphs", "graph")


def test_a_link_stays_whole() -> None:
    text = "Code at (https://github.com/a/transport-b) and github.com/x/transport for transport."
    marked, words = shown(text, "transport b")
    assert marked == text.replace("for transport", "for [transport]")
    assert words == ("transport",)


def test_marks_of_emphasis_are_not_crossed() -> None:
    text = f"an {emphasised('optimal')} transport"
    assert shown(text, "optimal transport")[0] == f"an {emphasised('[optimal]')} [transport]"


def test_overlapping_pairs_of_characters_are_one_place() -> None:
    assert shown("我们的最优传输方法", "最优传输") == ("我们的[最优传输]方法", ("最优传输",))


def test_nothing_asked_changes_nothing() -> None:
    assert highlight("some text", ()) == ("some text", ())


@given(st.text(alphabet="abc -*_/:.h\x02\x03é中文", max_size=80), st.sets(st.sampled_from("abc")))
def test_text_stays_and_marks_are_balanced(source: str, terms: set[str]) -> None:
    text = readable(source)
    marked, words = highlight(text, terms)
    assert marked.replace(MATCH_ON, "").replace(MATCH_OFF, "") == text
    assert marked.count(MATCH_ON) == marked.count(MATCH_OFF)
    assert bool(words) == (MATCH_ON in marked)
    inside = False
    for char in marked:
        if char in {MATCH_ON, MATCH_OFF}:
            assert inside == (char == MATCH_OFF)
            inside = char == MATCH_ON
        elif char in "\x02\x03":
            assert not inside
    assert all(word in plain(text) for word in words)
