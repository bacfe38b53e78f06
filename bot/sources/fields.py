"""Fields of JSON objects, whatever they are called and however they are wrapped."""

from collections.abc import Mapping
from typing import cast

Fields = Mapping[str, object]

LONGEST_WORD = 300
"""Characters of a short field that are kept."""

_BOXES = ("content", "externalIds")
_HOLDERS = ("value", "url", "name", "text")


def flat(entry: Fields) -> Fields:
    """Bring OpenReview's `content`, Semantic Scholar's `externalIds` and capitals to one form."""
    if "title" in entry or "abstract" in entry:
        boxes = ("externalIds",) if "externalIds" in entry else ()
    else:
        entry = {name.lower(): value for name, value in entry.items()} | dict(entry)
        boxes = _BOXES
    for name in boxes:
        if isinstance(inner := entry.get(name), dict):
            entry = {**entry, **cast("dict[str, object]", inner)}
    return entry


def first(fields: Fields, names: tuple[str, ...]) -> object:
    """Return the first of the fields that holds something, or None."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, dict):
            held = cast("Fields", value)
            value = held.get("value", held)
        if value:
            return value
    return None


def words(fields: Fields, names: tuple[str, ...]) -> str:
    """Return the first of the fields that holds something as one text, on one line and short."""
    return " ".join(string_of(first(fields, names))[: 2 * LONGEST_WORD].split())[:LONGEST_WORD]


def string_of(value: object) -> str:
    """Return a text or number, or the first one in a list or object; always encodable."""
    if isinstance(value, str):
        if not value.isascii():
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return value.strip()
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return next(filter(None, strings_in(value)), "")


def strings_in(value: object) -> list[str]:
    """Return every text of a list, or the one text that anything else has."""
    if isinstance(value, list):
        return [string_of(entry) for entry in cast("list[object]", value)]
    if isinstance(value, dict):
        held = cast("dict[str, object]", value)
        return [string_of(held[name]) for name in _HOLDERS if name in held]
    return [string_of(value)] if isinstance(value, (str, int, float)) else []
