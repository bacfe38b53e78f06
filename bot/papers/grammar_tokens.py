"""What was typed, in tokens: words, phrases, fields with their values, and the few operators."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bot.papers.ids import parse_id
from bot.papers.latex import unlatex
from bot.papers.paper import Status
from bot.papers.words import spans

FIELDS = ("title", "author", "venue", "year", "since", "status", "has", "key")
"""The fields of the language; any other `name:` is a word."""

TEXT_FIELDS = frozenset({"title", "author"})
"""The fields whose values are words and phrases."""


class Sign(Enum):
    """What a token is."""

    WORD = auto()
    PHRASE = auto()
    FIELD = auto()
    OPEN = auto()
    CLOSE = auto()
    OR = auto()
    NOT = auto()


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a field."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A token.

    Attributes:
        sign: What it is.
        text: The word, the phrase without its quotes, or the name of the field; of a parenthesis
            that opens, the field that it belongs to (`title:(a | b)`), or nothing.
        values: The values of a field.
    """

    sign: Sign
    text: str = ""
    values: tuple[Value, ...] = ()


NOTHING = Token(Sign.WORD)
"""A word that says nothing, but parts its neighbours."""


def cleaned(text: str) -> str:
    """Return `text` on one line without control characters and without blanks around it."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return "".join(map(_cleaned, text)).strip()


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a cleaned text; every text has some reading."""
    text = _typed_plainly(text)
    place = 0
    while found := _TOKEN.match(text, place):
        place = found.end()
        match found.lastgroup:
            case "phrase":
                yield Token(Sign.PHRASE, found["phrase"])
            case "colon" if _is_field(text, found):
                field, place = _field(text, found)
                yield field
            case "colon":
                yield Token(Sign.WORD, found["field"])
            case "run":
                yield from _words(found["run"])
            case sign:
                yield Token(_SIGNS[sign or ""])


def _cleaned(letter: str) -> str:
    if letter.isspace():
        return " "
    return "" if unicodedata.category(letter) in {"Cc", "Cf", "Cs"} else letter


_LATEX = re.compile(r"[\\${}^~]")
_PLAIN = str.maketrans(
    dict.fromkeys("“”„‟«»″＂「」『』〝〞", '"')
    | dict.fromkeys("\\${}^~`", " ")
    | {"（": "(", "）": ")", "｜": "|", "，": ",", "、": ","}
)
_OPERATORS = re.compile(r"[|()\":,-]")


def is_unclosed(text: str) -> bool:
    """Return whether a quote is opened and not closed; find reads it as closed at the end."""
    return _typed_plainly(text).count('"') % 2 == 1


def _typed_plainly(text: str) -> str:
    if _LATEX.search(text):
        text = cleaned(unlatex(text, lambda formula: _OPERATORS.sub(" ", formula)))
    return text.replace("``", '"').replace("''", '"').translate(_PLAIN)


_NAME = f"(?i:{'|'.join(FIELDS)}|authors)"
_TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<either>\|+)"
    r"|(?:(?<![^\s(|])(?P<without>[-–−－]+)(?=[^\s|)]))"
    r'|"(?P<phrase>[^"]*)"?'
    rf"|(?P<field>{_NAME})(?P<colon>[:：]\s*)(?=[^\s)|])"
    r'|(?P<run>[^\s()|"]+))'
)
_SIGNS = {"open": Sign.OPEN, "close": Sign.CLOSE, "either": Sign.OR, "without": Sign.NOT}
_VALUE = re.compile(r'"([^"]*)"?|([^\s,"()|]+)')
_KEY_VALUE = re.compile(r'"([^"]*)"?|([^\s,"|]+)')


_LOOSE = re.compile(
    rf"""(?:title|authors?):\s+(?!{_NAME}[:：])[\w("]|venue:\s+(?!{_NAME}[:：])[\w"]"""
    r"|(?:year|since):\s+\"?(?:[12]\d{3}|\.\.)|has:\s+code\b"
    rf"|status:\s+(?:{'|'.join(Status)})\b",
    re.IGNORECASE,
)


def _is_field(text: str, found: re.Match[str]) -> bool:
    """Whether a name with a colon begins a field: `key: value memory` is prose."""
    return not found["colon"].endswith(" ") or bool(_LOOSE.match(text, found.start("field")))


def _field(text: str, found: re.Match[str]) -> tuple[Token, int]:
    name = found["field"].lower().replace("authors", "author")
    place = found.end()
    if text[place] == "(" and name != "key":
        return Token(Sign.OPEN, name), place + 1
    values: list[Value] = []
    pattern = _KEY_VALUE if name == "key" else _VALUE
    while value := pattern.match(text, place):
        read = Value(value[1], quoted=True) if value[2] is None else Value(_balanced(value[2]))
        values.append(read)
        place = value.end() if read.quoted else value.start() + len(read.text)
        if text[place : place + 1] != ",":
            break
        place += 1
    return Token(Sign.FIELD, name, tuple(values)), place


def _balanced(value: str) -> str:
    while value.endswith(")") and value.count(")") > value.count("("):
        value = value[:-1]
    return value


_WORD_SIGNS = {"OR": Token(Sign.OR), "NOT": Token(Sign.NOT)}
_MOST_PARTS = 5
_LINK = re.compile(r"\w:|10\.\d{4,9}/")
_BETWEEN = re.compile(r"[/,;:!?&=<>\[\]—…·；：！？。]+")


def _words(run: str) -> Iterator[Token]:
    if _LINK.search(run) and (known := parse_id(run.rstrip(".,;:!?"))):
        yield Token(Sign.FIELD, "key", (Value(":".join(known), quoted=True),))
        return
    for word in _BETWEEN.split(run):
        for part in _compound(word):
            yield _WORD_SIGNS.get(part) or Token(Sign.WORD, part)


def _compound(word: str) -> Iterable[str]:
    """Return `word`, or its parts where they are many: an unbroken Chinese sentence, say."""
    if word in {"", "AND"}:
        return ()
    parts = [word[span.start : span.end] for span in spans(word)]
    return parts if len(parts) > _MOST_PARTS else (word,)
