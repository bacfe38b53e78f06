import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.logs import REQUEST, LogFormat, LogLevel, set_up

TOKEN = "MTIzNDU2Nzg5.a-token.of_discords"  # noqa: S105 - of nobody

WORDS = "her secret words"

log = logging.getLogger("bot.somewhere")


@pytest.fixture(autouse=True)
def undisturbed() -> Iterator[None]:
    """Give pytest its handlers back."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    yield
    root.handlers = handlers
    root.setLevel(level)
    REQUEST.set(None)


def logged(form: LogFormat, level: LogLevel = LogLevel.INFO) -> io.StringIO:
    stream = io.StringIO()
    set_up(form, level, ["", "abc", TOKEN], stream)
    return stream


def test_a_line_says_when_how_grave_where_and_what() -> None:
    stream = logged(LogFormat.TEXT)
    log.info("Connected in %d servers", 3)
    date, time, *rest = stream.getvalue().split()
    assert (len(date), len(time)) == (10, 8)
    assert " ".join(rest) == "INFO bot.somewhere Connected in 3 servers"


def test_a_request_is_named_on_every_line_of_it() -> None:
    text, lines = logged(LogFormat.TEXT), []
    REQUEST.set("3fa9c1d2")
    log.warning("Slow")
    logging.getLogger("discord").error("Fails")
    assert text.getvalue().count(" [3fa9c1d2] ") == 2
    stream = logged(LogFormat.JSON)
    log.warning("Slow")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["request"] for line in lines] == ["3fa9c1d2"]


def test_json_has_one_object_a_line_also_for_an_error() -> None:
    stream = logged(LogFormat.JSON)
    log.info("First\nwith “two” lines")
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        log.exception("Second", stack_info=True)
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert first == {
        "time": first["time"],
        "level": "info",
        "logger": "bot.somewhere",
        "message": "First\nwith “two” lines",
    }
    assert first["time"].endswith("+00:00")
    assert second["level"] == "error"
    assert second["error"].endswith("ZeroDivisionError: division by zero")
    assert second["stack"].startswith("Stack")


@pytest.mark.parametrize("form", list(LogFormat))
@pytest.mark.parametrize("level", list(LogLevel))
def test_the_token_is_nowhere(form: LogFormat, level: LogLevel) -> None:
    stream = logged(form, level)
    try:
        _fail(f"Bot {TOKEN}")
    except ValueError as error:
        error.add_note(TOKEN)
        log.exception("Bot %s: %s", TOKEN, {"token": TOKEN, f"x{TOKEN}y": [TOKEN]})
    log.error(f"{TOKEN}{TOKEN}", stack_info=True)  # noqa: G004 - a secret anywhere
    logging.getLogger(TOKEN).error("from a logger of that name")
    assert TOKEN not in stream.getvalue()
    assert "[secret]" in stream.getvalue()


def test_what_is_too_short_for_a_secret_is_left_to_be_read() -> None:
    stream = logged(LogFormat.TEXT)
    log.info("The abc of it")
    assert "The abc of it" in stream.getvalue()


@pytest.mark.parametrize(
    ("level", "request_id", "quoted"),
    [
        (LogLevel.INFO, "3fa9c1d2", False),
        (LogLevel.INFO, None, True),
        (LogLevel.DEBUG, "3fa9c1d2", True),
    ],
)
@pytest.mark.parametrize("form", list(LogFormat))
def test_what_a_person_typed_is_quoted_at_debug_only(
    form: LogFormat, level: LogLevel, request_id: str | None, *, quoted: bool
) -> None:
    stream = logged(form, level)
    REQUEST.set(request_id)
    try:
        _fail(WORDS)
    except ValueError:
        log.exception("Unexpected error")
    assert (WORDS in stream.getvalue()) is quoted
    assert "test_logs.py" in stream.getvalue()
    assert "KeyError" in stream.getvalue()
    assert "ValueError" in stream.getvalue()


def test_below_the_level_nothing_is_logged() -> None:
    stream = logged(LogFormat.TEXT, LogLevel.WARNING)
    log.info("Nobody reads this")
    assert stream.getvalue() == ""


def _fail(text: str) -> None:
    try:
        log.info({"another": "text"}[text])
    except KeyError as error:
        raise ValueError(text) from error
