"""The reader of the query language: any string becomes a query, or a sentence that helps.

    words                  one is enough in find, each one present ranks
    "a phrase"             must stand there; its words rank
    -word  -"a phrase"  -(a group)  -field:value     must not be there
    a | b                  joins its two neighbours only; a | b | c is a chain
    title:  author:        a word or "a phrase" of that field; also title:(a | b)
    venue:  year:  since:  status:  has:code  key:   filters; several values by comma

People's habits are met: typographic quotes, full-width signs, LaTeX, OR and NOT in capitals, a
blank behind a field's colon, an unclosed quote or parenthesis, links of papers. Stop words are left
out of bare words, and so is what only makes a question of them (`grammar_filler.py`).
"""

from collections.abc import Iterator

from bot.papers.errors import UnusableQuery
from bot.papers.grammar_filler import without_filler
from bot.papers.grammar_tokens import NOTHING, Sign, Token, cleaned, tokens
from bot.papers.grammar_tree import tree
from bot.papers.query import All, Either, Node, Not, Query, leaves
from bot.papers.reading import written
from bot.papers.wording import Wording, say

MOST_CHARACTERS = 6000
"""Characters that a query may have."""

MOST_WORDS = 64
"""Distinct bare words that a query may have; those behind them are left out."""

_MOST_CONDITIONS = 64
_DEEPEST = 24


def read(text: str) -> Query:
    """Return the query that `text` says.

    Raises:
        UnusableQuery: It says nothing to search for, is too long or too deep, or a field has a
            value that it does not know; the error's sentence tells what to write.
    """
    if len(text) > MOST_CHARACTERS:
        raise UnusableQuery(_too_long(len(text)))
    typed = reading = cleaned(text)
    dropped: list[str] = []
    while True:
        root, left_out = _understood(reading)
        dropped += left_out
        before, reading = reading, written(root)
        if reading == before:
            return Query(typed, root, reading, tuple(dropped))


def merge_options(text: str, venue: str | None = None, year: str | None = None) -> str:
    """Return one query text for a query and the options beside it, as `/paper find` has them.

    `year` takes the forms of the field (`2024`, `2022..2026`), `venue` one or several names by
    comma; whatever is wrong with them is said when the result is read.
    """
    options = " ".join(_options(venue, year))
    if not options:
        return text
    try:
        query = read(text)
    except UnusableQuery:
        return f"{options} {text}".strip()
    typed = f"{text} {options}"
    try:
        added = read(typed).root.parts == query.root.parts + read(options).root.parts
    except UnusableQuery:
        added = False
    return typed if added else f"{query.read_as} {options}"


def _options(venue: str | None, year: str | None) -> Iterator[str]:
    for field, option in (("venue", venue), ("year", year)):
        text = cleaned(option or "").replace('"', " ")
        values = [value.strip() for value in text.removeprefix(f"{field}:").split(",")]
        if any(values):
            yield f"{field}:" + ",".join(
                value if value.replace(".", "").isalnum() else f'"{value}"'
                for value in values
                if value
            )


def _understood(text: str) -> tuple[All, list[str]]:
    root, left_out = All(()), list[str]()
    for telling, filler in without_filler(list(tokens(text))):
        kept, surplus = _first_words(telling)
        root, left_out = tree(kept), filler + surplus
        _bounded(root)
        if any(wanted for _, wanted in leaves(root)):
            return root, left_out
    if root.parts:
        raise UnusableQuery(_only_exclusions())
    raise UnusableQuery(_only_stop_words(left_out) if left_out else _nothing())


def _first_words(telling: list[Token]) -> tuple[list[Token], list[str]]:
    words = dict.fromkeys(token.text for token in telling if token.sign is Sign.WORD)
    surplus = list(words)[MOST_WORDS:]
    if not surplus:
        return telling, []
    without = frozenset(surplus)
    return [NOTHING if token.text in without else token for token in telling], surplus


def _bounded(root: All) -> None:
    if _depth(root) > _DEEPEST:
        raise UnusableQuery(
            say(
                "The parentheses of this query stand more than {most} deep in each other."
                " Take some of them away.",
                most=_DEEPEST,
            )
        )
    count = sum(1 for _ in leaves(root))
    if count > MOST_WORDS + _MOST_CONDITIONS:
        raise UnusableQuery(
            say(
                "This query has {count} words, phrases and conditions, and at most {most} can be"
                " looked at together. Keep those that matter most.",
                count=count,
                most=MOST_WORDS + _MOST_CONDITIONS,
            )
        )


def _depth(root: All) -> int:
    deepest = 0
    waiting: list[tuple[Node, int]] = [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(node, All | Either):
            waiting += ((part, depth + 1) for part in node.parts)
        elif isinstance(node, Not):
            waiting.append((node.part, depth + 1))
    return deepest


def _too_long(count: int) -> Wording:
    return say(
        "This query has {count} characters, and at most {most} can be read. Keep the words that"
        " matter most.",
        count=f"{count:,}",
        most=f"{MOST_CHARACTERS:,}",
    )


def _only_exclusions() -> Wording:
    return say(
        "This query only says what to leave out. Add a word, a phrase or a filter for what to find,"
        " for example: transport -optimal"
    )


def _nothing() -> Wording:
    return say(
        "There is no word in this query to search for. Type a few, for example: optimal transport"
    )


def _only_stop_words(words: list[str]) -> Wording:
    text = " ".join(words)
    return say(
        "“{words}” has only words that stand in nearly every paper. Add a word of the subject, or"
        " put it in quotes to find it as it stands.",
        words=text if len(text) <= 60 else text[:59] + "…",
    )
