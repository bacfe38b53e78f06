"""One JSON value from bytes that are nearly JSON, and what it is as a record."""

import json
from typing import cast

import orjson

from bot.papers.wording import Wording, say
from bot.sources.fields import Fields
from bot.sources.records import record_of
from bot.sources.source import Item, Skipped
from bot.sources.stream import LONGEST, decoded


class NoValue(Exception):
    """Bytes that are no JSON value."""


def value_in(text: bytes) -> object:
    """Return the value that JSON text holds.

    Bytes that are not UTF-8 are read as Windows-1252; NaN, infinities and half surrogates pass.

    Raises:
        NoValue: it is none, or it is nested too deeply.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    try:
        return cast("object", json.loads(decoded(text), strict=False))
    except (ValueError, RecursionError) as error:
        raise NoValue from error


def item_of(text: bytes, where: str) -> Item:
    """Return the record that the JSON object in `text` describes, or why there is none."""
    try:
        value = value_in(text)
    except NoValue:
        return Skipped(where, say("This is no JSON."))
    if not isinstance(value, dict):
        return Skipped(where, say("This is no JSON object."))
    record = record_of(cast("Fields", value))
    return Skipped(where, record) if isinstance(record, Wording) else record


def too_long(where: str) -> Skipped:
    """Return that a record is longer than is read."""
    return Skipped(
        where, say("This record is longer than {limit} MB, and was left out.", limit=LONGEST >> 20)
    )
