"""Files, folders and standard input as streams of records."""

import gzip
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, cast

from bot.papers.errors import SourceError, SourceMissing, SourceUnreadable
from bot.papers.paper import Record
from bot.papers.venue import split_venue, venue_in_file_name
from bot.papers.wording import say
from bot.sources import jsonlines, paperlists, plainlist
from bot.sources.recognition import recognise
from bot.sources.source import Item, Skipped
from bot.sources.stream import FAULTS, unpacked

STANDARD_INPUT = "-"

_PARSERS: Mapping[str, Callable[[BinaryIO, str], Iterator[Item]]] = {
    "jsonl": jsonlines.parse,
    "paperlists": paperlists.parse,
    "plain": plainlist.parse,
}


class Source:
    """What a person named, to be read once.

    Attributes:
        name: As it was named.
        formats: The formats recognised so far, each once, in order.
    """

    def __init__(self, name: str, *, venue: str, file_format: str | None) -> None:
        self.name = name
        self.formats: list[str] = []
        self._venue = split_venue(venue)
        self._file_format = file_format

    @property
    def format(self) -> str:
        """The formats recognised so far, joined by commas; empty before anything was read."""
        return ", ".join(self.formats)

    def items(self) -> Iterator[Item]:
        """Yield every record, or why it could not be used, reading as it goes.

        In a folder a file that is no list of papers is Skipped, and a damaged one does not keep the
        others from being read.

        Raises:
            FormatUnknown: the file is in no format that is read.
            SourceUnreadable: it is empty, damaged, breaks off or may not be read, or no file of a
                folder holds papers; what came before has been given.
        """
        if self.name == STANDARD_INPUT:
            stream = cast("io.BufferedIOBase", sys.stdin.buffer)
            yield from self._guarded(stream, "stdin", in_folder=False)
        elif (path := Path(self.name)).is_dir():
            yield from self._folder(path)
        else:
            yield from self._file(path, in_folder=False)

    def _folder(self, folder: Path) -> Iterator[Item]:
        fault: SourceError | None = None
        for path in _files_in(folder):
            try:
                yield from self._file(path, in_folder=True)
            except SourceError as error:
                fault = fault or error
        if fault is not None:
            raise fault
        if not self.formats:
            raise SourceUnreadable(
                say("No file in {where} is a list of papers.", where=str(folder))
            )

    def _file(self, path: Path, *, in_folder: bool) -> Iterator[Item]:
        try:
            stream = path.open("rb")
        except OSError as error:
            raise _unreadable(str(path), error) from error
        with stream:
            yield from self._guarded(stream, str(path), in_folder=in_folder)

    def _guarded(self, raw: io.BufferedIOBase, where: str, *, in_folder: bool) -> Iterator[Item]:
        try:
            head, stream = unpacked(raw)
            try:
                file_format = self._file_format or recognise(head, where, in_folder=in_folder)
            except SourceError as error:
                if not in_folder:
                    raise
                yield Skipped(where, error.wording)
                return
            if file_format not in self.formats:
                self.formats.append(file_format)
            yield from self._placed(_PARSERS[file_format](stream, where), Path(where).name)
        except FAULTS as error:
            raise _unreadable(where, error) from error

    def _placed(self, items: Iterator[Item], file_name: str) -> Iterator[Item]:
        """Give records the venue and year that were named, or else those of the file's name."""
        venue, year = self._venue
        if not venue:
            venue, year = venue_in_file_name(file_name) or self._venue
        for item in items:
            if venue and isinstance(item, Record):
                yield _in_venue(item, venue, year)
            else:
                yield item


def open_source(what: str, *, venue: str = "", file_format: str | None = None) -> Source:
    """Return the source that `what` names: a file (also packed with gzip), a folder, or `-`.

    Args:
        what: A path, or `-` for standard input.
        venue: Where records that name no venue belong, such as `ICLR 2026`.
        file_format: One of FORMATS, to overrule what the content says.

    Raises:
        SourceMissing: there is no such file or folder.
        SourceUnreadable: it may not be looked at.
    """
    if what.startswith(("http://", "https://")):
        raise SourceMissing(
            say("{what} is an address. Download it and import the file.", what=what[:200])
        )
    if what != STANDARD_INPUT:
        _must_exist(what)
    return Source(what, venue=venue, file_format=file_format)


def _must_exist(what: str) -> None:
    try:
        Path(what).stat()
    except PermissionError as error:
        raise _unreadable(what, error) from error
    except (OSError, ValueError) as error:
        raise SourceMissing(
            say("There is no file or folder {what}.", what=what[:200] or "“”")
        ) from error


def _files_in(folder: Path) -> Iterator[Path]:
    """Yield the files below `folder` in the order of their paths, hidden ones left out."""

    def refuse(error: OSError) -> None:
        raise _unreadable(str(error.filename), error) from error

    for root, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (Path(root, name) for name in sorted(files) if not name.startswith("."))
        yield from (path for path in paths if path.is_file())


def _in_venue(record: Record, venue: str, year: int | None) -> Record:
    if not record.venue:
        return replace(record, venue=venue, year=year or record.year)
    if record.year is None and record.venue.casefold() == venue.casefold():
        return replace(record, year=year)
    return record


def _unreadable(where: str, error: Exception) -> SourceUnreadable:
    if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
        return SourceUnreadable(
            say(
                "{where} cannot be read: {reason}.",
                where=where,
                reason=error.strerror or type(error).__name__,
            )
        )
    return SourceUnreadable(
        say(
            "{where} is cut off or damaged. What was readable before the fault was kept; "
            "get the whole file and import it again.",
            where=where,
        )
    )
