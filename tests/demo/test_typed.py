import pytest

from bot.demo.reply import as_text
from bot.demo.typed import Typed, take_apart
from bot.papers.errors import UserError

COMMANDS = {"paper find": ["query", "venue", "year"], "paper show": ["paper"], "help": []}


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("query: optimal transport year: 2026", {"query": "optimal transport", "year": "2026"}),
        ("query: transport year:2026", {"query": "transport year:2026"}),
        ("year: 2024..2026 query: a | b", {"year": "2024..2026", "query": "a | b"}),
        ("optimal transport", {"query": "optimal transport"}),
        ("optimal transport year: 2026", {"query": "optimal transport", "year": "2026"}),
        ('query: "state space" -vision author:gu', {"query": '"state space" -vision author:gu'}),
        ("query: BERT: pre-training", {"query": "BERT: pre-training"}),
        ("query:", {"query": ""}),
        ("", {}),
    ],
)
def test_an_option_is_its_name_a_colon_and_a_blank(text: str, options: dict[str, str]) -> None:
    assert take_apart(f"/paper find {text}", COMMANDS) == Typed("paper find", options)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "/paper fnd x",
            "There is no command like /paper fnd x. There are: /help, /paper find, /paper show.",
        ),
        ("", "There is no command like /."),
        ("/help me", "/help has no options. Leave them out."),
        (
            "/paper find venu: ICLR",
            "/paper find has no option venu:. It has query:, venue:, year:.",
        ),
        ("/paper find query: x yaer: 2026", "/paper find has no option yaer:."),
        ("/paper find query: x paper: y", "/paper find has no option paper:."),
        ("/paper find query: a query: b", "query: stands there twice. Give it once."),
        ("/paper find words query: x", "I do not understand “words” before query:."),
    ],
)
def test_what_discord_would_not_send_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match="^" + sentence.replace(".", r"\.").replace("?", r"\?")):
        take_apart(text, COMMANDS)


def test_blanks_around_a_command_do_not_matter() -> None:
    assert take_apart("  / paper  find  a  b ", COMMANDS) == Typed("paper find", {"query": "a  b"})


def test_a_reply_reads_like_text() -> None:
    card = {
        "type": 17,
        "components": [
            {
                "type": 10,
                "content": "### 1\\. *Whether* **it** holds\n-# [arXiv](https://e.org/a_b)",
            },
            {"type": 14},
            {
                "type": 1,
                "components": [
                    {"type": 2, "label": "Open", "custom_id": "x"},
                    {"type": 2, "label": "◀", "custom_id": "y", "disabled": True},
                    {"type": 2, "label": "PDF", "url": "https://e.org/p.pdf"},
                ],
            },
            {"type": 10, "content": "snake\\_case at <t:0:R>"},
        ],
    }
    assert as_text([card]) == (
        "1. Whether it holds\narXiv https://e.org/a_b\n\n"
        "[Open]  (◀)  PDF https://e.org/p.pdf\nsnake_case at 1970-01-01 00:00 UTC"
    )
