"""How a query was read, in the query language itself: it reads back as the same query."""

import re
from collections.abc import Iterable

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
    Since,
    StatusIs,
    Venue,
    Word,
    Years,
)

_BARE_VALUE = re.compile(r"[\w.:/#+-]+")


def written(node: Node) -> str:
    """Return `node` in the query language; only the outermost `All` goes without parentheses."""
    if isinstance(node, All):
        return " ".join(map(_part, node.parts))
    return _part(node)


def _part(node: Node) -> str:
    match node:
        case Not(part):
            return f"-({written(part)})" if isinstance(part, All | Either) else f"-{_part(part)}"
        case All(_):
            return f"({written(node)})"
        case Either(parts):
            return " | ".join(map(_part, parts))
        case Word(text) | Phrase(text) | FieldWord(text=text):
            return _words(node, text)
        case _:
            return _filter(node)


def _words(node: Word | Phrase | FieldWord, text: str) -> str:
    match node:
        case Word():
            return text
        case Phrase(field=None):
            return f'"{text}"'
        case Phrase(field=field):
            return f'{field}:"{text}"'
        case FieldWord(field):
            return f"{field}:{text}"


def _filter(node: Venue | Years | Since | StatusIs | HasCode | KeyIs) -> str:
    match node:
        case Venue(names):
            return "venue:" + _values(f"{name} {year}" if year else name for name, year in names)
        case Years(first, last):
            return f"year:{first}" if first == last else f"year:{first or ''}..{last or ''}"
        case Since(day):
            return f"since:{day.isoformat()}"
        case StatusIs(statuses):
            return "status:" + ",".join(_statuses(statuses))
        case HasCode():
            return "has:code"
        case KeyIs(keys):
            return "key:" + _values(keys)


def _statuses(statuses: frozenset[Status]) -> list[str]:
    if statuses >= ACCEPTED:
        statuses = statuses - ACCEPTED | {Status.ACCEPTED}
    return [status for status in Status if status in statuses]


def _values(values: Iterable[str]) -> str:
    return ",".join(value if _BARE_VALUE.fullmatch(value) else f'"{value}"' for value in values)
