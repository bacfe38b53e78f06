"""JSON lines: one object a line."""

from collections.abc import Iterator
from typing import BinaryIO

from bot.papers.errors import SourceUnreadable
from bot.papers.wording import say
from bot.sources.source import Item
from bot.sources.stream import lines
from bot.sources.values import NoValue, item_of, too_long, value_in


def parse(stream: BinaryIO, where: str) -> Iterator[Item]:
    """Yield what each line holds; blank lines hold nothing.

    Raises:
        SourceUnreadable: the last line breaks off; what came before has been given.
    """
    for number, line in enumerate(lines(stream), 1):
        if line is None:
            yield too_long(f"{where}:line {number}")
            continue
        text = line.strip()
        if not line.endswith(b"\n") and _breaks_off(text):
            raise SourceUnreadable(
                say(
                    "{where} breaks off in line {line}. Everything before it was kept; "
                    "get the whole file and import it again.",
                    where=where,
                    line=number,
                )
            )
        if text:
            yield item_of(text, f"{where}:line {number}")


def _breaks_off(text: bytes) -> bool:
    if not text.startswith(b"{"):
        return False
    try:
        value_in(text)
    except NoValue:
        return True
    return False
