"""What a button means, as its custom id: `p1:kind:…`, readable by every later start of the bot.

The digit is the version of this format. Papers go by their internal number, people by their id in
base 36, searches by a tag: `=text` where the text is short, else `!token` of a stored search;
proposals of topics by their token.
"""

import re
import string
from dataclasses import dataclass

from bot.papers.errors import UserError
from bot.papers.wording import say

PATTERN = r"p\d+:[\s\S]*"
"""Every custom id of this bot's papers, of any version."""
LONGEST_TAG = 58
"""UTF-16 units; the rest of the longest custom id takes 42."""

_DIGITS = string.digits + string.ascii_lowercase
_NUMBER, _PERSON = r"([0-9]{1,18})", r"([0-9a-z]{1,13})"


@dataclass(frozen=True, slots=True)
class Search:
    """A stored search: `tag` is `=text` or `!token`; `newest` orders by date."""

    tag: str
    newest: bool = False

    def __str__(self) -> str:
        return f"{'n' if self.newest else 'r'}{self.tag}"


@dataclass(frozen=True, slots=True)
class Open:
    """Show paper `number` whole to whoever presses; `parcel` is the post under which it stands."""

    number: int
    parcel: int | None = None

    def __str__(self) -> str:
        post = "" if self.parcel is None else f":{self.parcel}"
        return f"p1:open:{self.number}{post}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Show the paper that is chosen from the menu under a digest's message."""

    parcel: int
    part: int

    def __str__(self) -> str:
        return f"p1:pick:{self.parcel}:{self.part}"


@dataclass(frozen=True, slots=True)
class Rest:
    """Show, from `page` on, the papers that a digest only counts."""

    parcel: int
    page: int

    def __str__(self) -> str:
        return f"p1:rest:{self.parcel}:{self.page}"


@dataclass(frozen=True, slots=True)
class Post:
    """Show paper `number` to everybody here."""

    number: int

    def __str__(self) -> str:
        return f"p1:post:{self.number}"


@dataclass(frozen=True, slots=True)
class Like:
    """Show papers like paper `number` to whoever presses."""

    number: int

    def __str__(self) -> str:
        return f"p1:like:{self.number}"


@dataclass(frozen=True, slots=True)
class Page:
    """Turn the list that `asker` got to `page`."""

    asker: int
    page: int
    search: Search

    def __str__(self) -> str:
        return f"p1:page:{_base36(self.asker)}:{self.page}:{self.search}"


@dataclass(frozen=True, slots=True)
class Another:
    """Show another random paper than `number` out of a search, in place for `asker`."""

    asker: int
    number: int
    search: Search

    def __str__(self) -> str:
        return f"p1:more:{_base36(self.asker)}:{self.number}:{self.search}"


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete this answer, if `asker` presses."""

    asker: int

    def __str__(self) -> str:
        return f"p1:gone:{_base36(self.asker)}"


@dataclass(frozen=True, slots=True)
class Begin:
    """Make what was proposed under `token` a topic, or a topic what was proposed."""

    token: str

    def __str__(self) -> str:
        return f"p1:begin:{self.token}"


@dataclass(frozen=True, slots=True)
class Change:
    """Show what was proposed as a form."""

    token: str

    def __str__(self) -> str:
        return f"p1:change:{self.token}"


@dataclass(frozen=True, slots=True)
class Form:
    """Take that form, filled in."""

    token: str

    def __str__(self) -> str:
        return f"p1:form:{self.token}"


@dataclass(frozen=True, slots=True)
class Daily:
    """Propose the same once a day."""

    token: str

    def __str__(self) -> str:
        return f"p1:daily:{self.token}"


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a topic, as it was when that was asked for."""

    topic: int
    version: int

    def __str__(self) -> str:
        return f"p1:remove:{self.topic}:{self.version}"


@dataclass(frozen=True, slots=True)
class Listed:
    """Show a page of the server's topics; `status` with how they do."""

    page: int
    status: bool = False

    def __str__(self) -> str:
        return f"p1:{'status' if self.status else 'topics'}:{self.page}"


TopicState = Begin | Change | Form | Daily | Remove | Listed
"""What admins press."""
State = Open | Pick | Rest | Post | Like | Page | Another | Delete | TopicState


def read_state(custom_id: str) -> State:
    """Return what a button means.

    Raises:
        UserError: it was made by another version of the bot.
    """
    for pattern, make in _FORMS:
        if match := pattern.fullmatch(custom_id):
            return make(match)
    raise UserError(
        say(
            "This button was made by another version of the bot. "
            "Please ask again with /paper find, /paper random or /paper show."
        )
    )


def _open(match: re.Match[str]) -> State:
    return Open(int(match[1]), int(match[2]) if match[2] else None)


def _pick(match: re.Match[str]) -> State:
    return Pick(int(match[1]), int(match[2]))


def _rest(match: re.Match[str]) -> State:
    return Rest(int(match[1]), int(match[2]))


def _post(match: re.Match[str]) -> State:
    return Post(int(match[1]))


def _like(match: re.Match[str]) -> State:
    return Like(int(match[1]))


def _delete(match: re.Match[str]) -> State:
    return Delete(int(match[1], 36))


def _page(match: re.Match[str]) -> State:
    return Page(int(match[1], 36), int(match[2]), Search(match[4], match[3] == "n"))


def _another(match: re.Match[str]) -> State:
    return Another(int(match[1], 36), int(match[2]), Search(match[4], match[3] == "n"))


def _kept(match: re.Match[str]) -> State:
    kinds = {"begin": Begin, "change": Change, "form": Form, "daily": Daily}
    return kinds[match[1]](match[2])


def _remove(match: re.Match[str]) -> State:
    return Remove(int(match[1]), int(match[2]))


def _listed(match: re.Match[str]) -> State:
    return Listed(int(match[2]), match[1] == "status")


_SEARCH = r"([rn])([=!][\s\S]*)"
_FORMS = (
    (re.compile(f"p1:open:{_NUMBER}(?::{_NUMBER})?"), _open),
    (re.compile(f"p1:pick:{_NUMBER}:([0-9]{{1,3}})"), _pick),
    (re.compile(f"p1:rest:{_NUMBER}:([0-9]{{1,7}})"), _rest),
    (re.compile(f"p1:post:{_NUMBER}"), _post),
    (re.compile(f"p1:like:{_NUMBER}"), _like),
    (re.compile(f"p1:gone:{_PERSON}"), _delete),
    (re.compile(f"p1:page:{_PERSON}:([0-9]{{1,7}}):{_SEARCH}"), _page),
    (re.compile(r"p1:(begin|change|form|daily):([\w-]{16})"), _kept),
    (re.compile(f"p1:remove:{_NUMBER}:{_NUMBER}"), _remove),
    (re.compile(r"p1:(topics|status):([0-9]{1,4})"), _listed),
    (re.compile(f"p1:more:{_PERSON}:{_NUMBER}:{_SEARCH}"), _another),
)


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
