"""How the program logs: readable lines or JSON, each with the id of the request that it belongs to.

Secrets are taken out of everything. What a person typed is not logged above debug: an error inside
a request is shown by its kind and where it came from, because its text may quote the query.
"""

import json
import logging
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from typing import TextIO

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the command, button or autocomplete that is being answered; None between them."""
SHORTEST_SECRET = 6
"""Characters; taking out shorter ones would leave nothing to read, and hide nothing."""


class LogFormat(StrEnum):
    """How a line looks."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """From which weight on it is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def set_up(
    form: LogFormat, level: LogLevel, secrets: Iterable[str], stream: TextIO | None = None
) -> None:
    """Log to `stream` (stderr), in place of how it was set up before."""
    whole = level is LogLevel.DEBUG
    kind = JsonLines if form is LogFormat.JSON else TextLines
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(kind(secrets, whole=whole))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


class TextLines(logging.Formatter):
    """`2026-12-01 12:00:00 INFO bot.chat [3fa9c1d2] /paper find: ok`, tracebacks below.

    Args:
        secrets: What must never be seen.
        whole: Whether the text of errors inside a request is shown.
    """

    def __init__(self, secrets: Iterable[str], *, whole: bool) -> None:
        super().__init__()
        self._secrets = sorted({s for s in secrets if len(s) >= SHORTEST_SECRET}, key=len)[::-1]
        self._whole = whole

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        time = f"{_moment(record):%Y-%m-%d %H:%M:%S}"
        request = REQUEST.get()
        about = f" [{request}]" if request else ""
        line = f"{time} {record.levelname} {record.name}{about} {record.getMessage()}"
        return self.clean("\n".join((line, *self._below(record))))

    def clean(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return text

    def error_text(self, record: logging.LogRecord) -> str | None:
        """Return the error of the record with its traceback, or None."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return None
        if self._whole or REQUEST.get() is None:
            return "".join(traceback.format_exception(error)).rstrip()
        return "\nbrought about by\n".join(_outline(error))

    def _below(self, record: logging.LogRecord) -> Iterator[str]:
        error = self.error_text(record)
        if error is not None:
            yield error
        if record.stack_info:
            yield record.stack_info


class JsonLines(TextLines):
    """One JSON object a line: `time`, `level`, `logger`, `request`, `message`, `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        texts = {
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": REQUEST.get(),
            "message": record.getMessage(),
            "error": self.error_text(record),
            "stack": record.stack_info,
        }
        entry = {"time": _moment(record).isoformat(timespec="milliseconds")}
        entry |= {name: self.clean(text) for name, text in texts.items() if text is not None}
        return json.dumps(entry, ensure_ascii=False)


def _moment(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _outline(error: BaseException) -> Iterator[str]:
    """Give an error and those behind it by their kinds and places, without their texts."""
    seen: set[int] = set()
    behind: BaseException | None = error
    while behind is not None and id(behind) not in seen:
        seen.add(id(behind))
        places = "".join(traceback.format_tb(behind.__traceback__))
        yield f"{places}{type(behind).__name__} (its text is logged at debug only)"
        behind = behind.__cause__ or (None if behind.__suppress_context__ else behind.__context__)
