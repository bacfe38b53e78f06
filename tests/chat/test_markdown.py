import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.chat.markdown import cut, markdown, shorten
from bot.papers.marks import EMPHASIS_OFF, EMPHASIS_ON, MATCH_OFF, MATCH_ON

AWKWARD = st.text(
    st.one_of(
        st.sampled_from(
            [*"*_~|`<>#-+.:@&!()[]\\/ \n1a", EMPHASIS_ON, EMPHASIS_OFF, MATCH_ON, MATCH_OFF]
        ),
        st.characters(),
    ),
    max_size=60,
)
PIECES = st.lists(
    st.sampled_from(
        [
            "<@123>", "<@&1>", "<#5>", "@everyone", "@here", "</find:1>", "<t:1:R>", ":smile:",
            "[x](https://e.org)", "https://e.org/a_b", "https://e.org", "||", "**", "`", " ", ".",
            "\x02", "\x03", "\x0e", "\x0f", "x", "1. ", "# ", "> ", "\n", "<", ">", "\\",
        ]
    ),
    max_size=12,
).map("".join)  # fmt: skip
ALIVE = re.compile(
    r"[_`<]|~~|\|\||\]\(|@everyone|@here|@[!&]?\d|:\w+:|\n|^(#{1,3}|-#?|\+|>{1,3}|\d+\.)(\s|$)"
)
FENCED = re.compile(r"(?:[^*]|\*\*[^*]+\*\*|\*[^*]+\*)*")
ADDRESS = re.compile(r"(?<![A-Za-z0-9_])https?://(?:[\w-]+\.)+[^\W\d_]{2,24}\S*", re.IGNORECASE)


def living(text: str) -> str | None:
    """Return what Discord would still take for a mark, fences of ours aside."""
    bare = ADDRESS.sub("†", text)
    unescaped = re.sub(r"\\[^0-9A-Za-z\s]", "†", bare)
    if not FENCED.fullmatch(unescaped):
        return "*"
    found = ALIVE.search(unescaped)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x02Whether\x03 it holds", "*Whether* it holds"),
        ("an \x0eoptimal transport\x0f map", "an **optimal transport** map"),
        ("\x02the \x0eoptimal\x0f one\x03", "*the* **optimal** *one*"),
        ("\x02pre\x03\x0efix\x0f", "pre**fix**"),
        ("snake_case and 2*3*4", "snake\\_case and 2\\*3\\*4"),
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("-# not small", "\\-# not small"),
        ("> no quote", "\\> no quote"),
        ("a\nb", "a b"),
        ("[title](https://evil.org)", "[title]\\(https://evil.org)"),
        (":smile: at 10:30", "\\:smile: at 10:30"),
        ("</find:12>", "\\</find:12>"),
        ("<t:1:R>", "\\<t\\:1:R>"),
        ("intervals [0, 1]", "intervals [0, 1]"),
    ],
)
def test_marks_become_markdown_and_the_rest_is_inert(text: str, shown: str) -> None:
    assert markdown(text) == shown


@pytest.mark.parametrize(
    "text", ["@everyone", "@here", "<@123>", "<@!123>", "<@&123>", "hey @everyone!"]
)
def test_nobody_is_mentioned(text: str) -> None:
    shown = markdown(text)
    assert not re.search(r"@everyone|@here|@[!&]?\d", shown)
    assert shown.replace("\\", "").replace("\u200b", "") == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see https://e.org/a_b*c.", "see https://e.org/a_b*c."),
        ("(https://e.org/x_(y))", "(https://e.org/x_(y))"),
        ("<https://e.org/a_b>, ok", "https://e.org/a_b, ok"),
        ("https://e.org<@1>", "https://e.org \\<@\u200b1>"),
        ("https://e.org/\x0ecode\x0f_x", "https://e.org/code_x"),
        ("\x02code: https://e.org/a_b\x03", "*code:* https://e.org/a_b"),
        ("代码https://e.org/a_b谢 谢", "代码https://e.org/a_b谢 谢"),
        ("see https://e.org\x02, too\x03", "see https://e.org *, too*"),
        ("x\x02https://e.org/a_b\x03", "x https://e.org/a_b"),
        ("代码 https://e.org。谢", "代码 https://e.org 。谢"),
    ],
)
def test_addresses_stay_whole_and_apart(text: str, shown: str) -> None:
    assert markdown(text) == shown


def test_a_heading_has_no_bold_in_its_bold() -> None:
    assert markdown("\x0eOptimal\x0f *", highlight=False) == "Optimal \\*"


@example("\x02http://0.")
@example("http://0.\x020 0")
@example("0\x03HTTP://0.AA/_")
@example("HTTP://0.AA)\x020 0")
@given(st.one_of(AWKWARD, PIECES))
def test_nothing_foreign_comes_alive(text: str) -> None:
    shown = markdown(text)
    assert living(shown) is None, shown
    shown.encode()


@given(st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="<>"), max_size=60))
def test_a_reader_sees_the_text_as_it_was(text: str) -> None:
    shown = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", markdown(text)).replace("\u200b", "")
    if "http" not in text:
        assert shown == text


@given(PIECES, st.integers(0, 40))
def test_cutting_keeps_the_limit(text: str, limit: int) -> None:
    assert len(cut(text, limit)) <= limit
    assert len(shorten(text, limit)) <= limit


def test_a_text_is_cut_at_a_sentence_else_at_a_word() -> None:
    text = "We propose a map. It is smooth, and it is long."
    assert shorten(text, 30) == "We propose a map."
    assert shorten(text, 12) == "We propose…"
    assert cut("see https://e.org/abcdef for code", 12) == "see…"
