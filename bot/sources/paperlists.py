"""One JSON document: an array of papers, as paperlists publishes them, or an object around one."""

from collections.abc import Iterator
from typing import BinaryIO

from bot.papers.errors import SourceUnreadable
from bot.papers.wording import say
from bot.sources.cutter import Cutter
from bot.sources.source import Item
from bot.sources.stream import HEAD
from bot.sources.values import item_of, too_long


def parse(stream: BinaryIO, where: str) -> Iterator[Item]:
    """Yield the papers of the document, or of several that follow each other.

    Raises:
        SourceUnreadable: it breaks off; what came before has been given.
    """
    cutter = Cutter()
    number = 0
    while chunk := stream.read(HEAD):
        for text in cutter.feed(chunk):
            number += 1
            place = f"{where}:record {number}"
            yield too_long(place) if text is None else item_of(text, place)
    if cutter.open:
        raise SourceUnreadable(
            say(
                "{where} breaks off after record {number}. What was read was kept; "
                "get the whole file and import it again.",
                where=where,
                number=number,
            )
        )
