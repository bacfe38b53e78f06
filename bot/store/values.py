"""Values as SQLite keeps them."""

from datetime import datetime

import orjson


def json_of(value: object) -> str:
    """Return a value as JSON; ids as `json_each` reads them from a list."""
    return orjson.dumps(value).decode()


def moment_of(text: str | None) -> datetime | None:
    """Return the moment that a column has, or None where it has none."""
    return datetime.fromisoformat(text) if text else None
