"""A plain list of abstracts: headings that name venue and year, paragraphs parted by blank lines.

A paragraph may stand under its title: a short line without a full stop directly above it, or a
block of its own where most paragraphs of the list have one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import BinaryIO

from bot.papers.ids import ids_in, page_of, pdf_of
from bot.papers.paper import Record
from bot.papers.venue import venue_in_heading
from bot.papers.wording import say
from bot.sources.records import LONGEST_ABSTRACT
from bot.sources.source import Item, Skipped
from bot.sources.stream import decoded, lines
from bot.sources.titles import FEWEST_WORDS, derived_title, word_count
from bot.sources.values import too_long

SHORTEST = 40
SHORTEST_ENDING = 20
"""Words from which a block is an abstract, and one that ends with a full stop."""

LONGEST_LINE = 250
"""Characters of a title or a heading."""

_WINDOW = 400
_TITLED = 0.6
_STOP = re.compile(r"[.。!！;；:：,，]\s*\Z")
_MARKER = re.compile(r"\A\s*(?:#{1,6}\s+|[-*•]\s+|\(?[0-9]{1,4}[.)]\s+|\[[0-9]{1,4}\]\s+)")
_LABEL = re.compile(r"\A(?:title|abstract|标题|摘要)\s*[:：.]\s*", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+\Z")
_BOLD = re.compile(r"\A(\*\*|__|\*|_)(.+)\1\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines between blank lines, and the number of the first of them."""

    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines as one text, line breaks kept."""
        return "\n".join(self.lines)

    def is_abstract(self) -> bool:
        """Whether this is long enough to be one."""
        ends = self.lines[-1].endswith((".", "。"))
        return word_count(self.text) >= (SHORTEST_ENDING if ends else SHORTEST)

    def is_title(self) -> bool:
        """Whether this may be the title of what follows."""
        return len(self.lines) == 1 and _may_be_title(self.lines[0])

    def heading(self) -> tuple[str, int] | None:
        """Return the venue and year that it names if it is a heading."""
        if len(self.text) > LONGEST_LINE or len(self.lines) > 2:
            return None
        return venue_in_heading(self.text)


def parse(stream: BinaryIO, where: str) -> Iterator[Item]:
    """Yield a record for each abstract; a heading gives venue and year to all below it."""
    blocks = _blocks(stream, where)
    window = list(islice(blocks, _WINDOW))
    titled = _titles_stand_alone([block for block in window if isinstance(block, Block)])
    venue: tuple[str, int | None] = ("", None)
    above: Block | None = None
    for block in chain(window, blocks):
        if isinstance(block, Skipped):
            yield block
        elif block.is_abstract():
            title = above.lines[0] if titled and above is not None and above.is_title() else ""
            yield _record(block, title, venue, where)
        elif heading := block.heading():
            venue = heading
        elif not block.is_title() and word_count(block.text) >= FEWEST_WORDS:
            yield Skipped(f"{where}:line {block.line}", say("This is too short to be an abstract."))
        above = None if isinstance(block, Skipped) or block.heading() else block


def _blocks(stream: BinaryIO, where: str) -> Iterator[Block | Skipped]:
    held: list[str] = []
    size = begin = 0
    for number, line in enumerate(chain(lines(stream), [b""]), 1):
        text = "" if line is None else decoded(line).strip()
        if text and size <= LONGEST_ABSTRACT:
            begin = begin if held else number
            held.append(text)
        size = size + len(text) if text else 0
        if line is None:
            yield too_long(f"{where}:line {number}")
        elif not text and held:
            yield Block(begin, tuple(held))
            held = []


def _titles_stand_alone(blocks: list[Block]) -> bool:
    """Whether most abstracts have a block above that may be their title."""
    below = [above for above, block in pairwise(blocks) if block.is_abstract()]
    titles = [above for above in below if above.is_title() and not above.heading()]
    count = sum(block.is_abstract() for block in blocks)
    return bool(titles) and len(titles) >= _TITLED * count


def _record(block: Block, title: str, venue: tuple[str, int | None], where: str) -> Item:
    links = [line for line in block.lines if _LINK.fullmatch(line)]
    rest = [line for line in block.lines if not _LINK.fullmatch(line)]
    if not title and _under_title(rest):
        title, *rest = rest
    title = _bare(title)
    abstract = _LABEL.sub("", _MARKER.sub("", "\n".join(rest)))
    if len(abstract) > LONGEST_ABSTRACT:
        return Skipped(
            f"{where}:line {block.line}",
            say("Its abstract has {count:,} characters: too many to be one.", count=len(abstract)),
        )
    ids = ids_in(*links)
    return Record(
        ids=ids,
        title=title or derived_title(abstract),
        title_derived=not title,
        abstract=abstract,
        venue=venue[0],
        year=venue[1],
        url=page_of(ids) or next(iter(links), ""),
        pdf_url=pdf_of(ids),
    )


def _under_title(rest: list[str]) -> bool:
    """Whether the first line is a title: it ends early, though the next word would have fitted."""
    if len(rest) < 2 or not _may_be_title(rest[0]):
        return False
    width = max(map(len, rest))
    return len(rest[0]) + 1 + len(rest[1].split()[0]) <= width and not rest[1][0].islower()


def _may_be_title(line: str) -> bool:
    return len(line) <= LONGEST_LINE and not _STOP.search(line) and 2 < word_count(line) < SHORTEST


def _bare(title: str) -> str:
    title = _LABEL.sub("", _MARKER.sub("", title))
    match = _BOLD.fullmatch(title)
    return match[2] if match else title
