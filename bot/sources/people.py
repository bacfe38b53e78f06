"""Names of authors, in the many ways in which sources list them."""

import re
from collections.abc import Iterator
from typing import cast

MOST = 5_000
LONGEST = 200
"""Authors of a paper, and characters of a name, that are kept."""

_AND = re.compile(r"\s+(?:and|&)\s+|\s+und\s+|\s*;\s*")
_NOBODY = frozenset({"", "anonymous", "anonymous authors", "et al.", "et al", "others", "n/a"})
_SUFFIX = re.compile(r"(?:jr|sr|i{2,3}|iv)\.?", re.IGNORECASE)
_INITIALS = re.compile(r"(?:\w\.?[\s-]*){1,3}")


def people(value: object) -> tuple[str, ...]:
    """Return the names in order, given name first.

    `value` is a list of names or of objects with a name, or a text in which `;`, ` and ` or commas
    part them; `Lovelace, Ada` is turned round. A list that says everybody twice says so once.
    """
    names: list[str] = []
    for name in _names(value):
        name = " ".join(name.split())[:LONGEST]  # noqa: PLW2901 - the same name, tidied
        if name.casefold() not in _NOBODY:
            names.append(name)
        if len(names) >= MOST:
            break
    half, odd = divmod(len(names), 2)
    if not odd and names[:half] == names[half:]:
        names = names[:half]
    return tuple(names)


def _names(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from _parted(value)
    elif isinstance(value, list):
        for entry in cast("list[object]", value):
            yield from _names(entry)
    elif isinstance(value, dict):
        yield _named(cast("dict[str, object]", value))


def _named(person: dict[str, object]) -> str:
    for key in ("name", "fullname", "full_name", "text", "value", "literal"):
        if isinstance(name := person.get(key), str):
            return name
    given = person.get("given", person.get("first", person.get("first_name", "")))
    family = person.get("family", person.get("last", person.get("last_name", "")))
    return f"{given} {family}" if isinstance(given, str) and isinstance(family, str) else ""


def _parted(text: str) -> Iterator[str]:
    if "," not in text and ";" not in text and "&" not in text and " and " not in text:
        yield text
        return
    for part in _AND.split(text):
        if "," in part:
            yield from _without_commas(part)
        else:
            yield part


def _without_commas(text: str) -> Iterator[str]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) == 2 and _SUFFIX.fullmatch(parts[1]):
        yield f"{parts[0]} {parts[1]}"
    elif len(parts) == 2 and (" " not in parts[1] or " " not in parts[0]):
        yield f"{parts[1]} {parts[0]}"
    elif len(parts) > 2 and not len(parts) % 2 and all(map(_INITIALS.fullmatch, parts[1::2])):
        yield from (
            f"{given} {family}" for family, given in zip(parts[::2], parts[1::2], strict=True)
        )
    else:
        yield from parts
