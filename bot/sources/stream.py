"""Bytes of a file as they were before somebody packed or encoded them, in bounded portions."""

import codecs
import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

HEAD = 1 << 16
"""Bytes by which a format is recognised."""

LONGEST = 8 << 20
"""Bytes of a line, or of one record, that are read; a longer one is skipped."""

FAULTS = (OSError, EOFError, zlib.error)
"""What reading raises when bytes end early, are damaged or may not be read."""

_GZIP = b"\x1f\x8b"
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class _Chunks(io.RawIOBase):
    """A stream of whatever `more` returns until it returns nothing."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        super().__init__()
        self._more = more
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object, /) -> int:
        view = cast("memoryview", buffer)
        rest = self._rest or self._more()
        count = min(len(rest), len(view))
        view[:count] = rest[:count]
        self._rest = rest[count:]
        return count


def unpacked(raw: io.BufferedIOBase) -> tuple[bytes, io.BufferedReader]:
    """Return the first bytes, up to HEAD, and a stream of all of them.

    Gzip is undone, UTF-16 and UTF-32 become UTF-8, a byte order mark is dropped. Reading raises
    FAULTS where the bytes end early, after everything before has been given.
    """
    head, stream = _with_head(raw)
    if head.startswith(_GZIP):
        head, stream = _with_head(gzip.GzipFile(fileobj=stream))
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return _with_head(_transcoded(stream, encoding))
    if head.startswith(codecs.BOM_UTF8):
        stream.read(len(codecs.BOM_UTF8))
    return head.removeprefix(codecs.BOM_UTF8), stream


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines, each with its end; None for one of more than LONGEST bytes."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST + 1)
        yield None


def decoded(line: bytes) -> str:
    """Return text that is UTF-8 but for some bytes, which are read as Windows-1252."""
    return line.decode("utf-8", "windows")


def _with_head(stream: io.BufferedIOBase) -> tuple[bytes, io.BufferedReader]:
    head = bytearray()
    try:
        while len(head) < HEAD and (chunk := stream.read1(HEAD - len(head))):
            head += chunk
    except FAULTS:
        if not head:
            raise
    first = [bytes(head)]
    chunks = _Chunks(lambda: first.pop() if first else stream.read1(HEAD))
    return bytes(head), io.BufferedReader(chunks, HEAD)


def _transcoded(stream: io.BufferedIOBase, encoding: str) -> io.BufferedReader:
    decoder = codecs.getincrementaldecoder(encoding)("replace")

    def more() -> bytes:
        while chunk := stream.read1(HEAD):
            if text := decoder.decode(chunk):
                return text.encode("utf-8", "replace")
        return decoder.decode(b"", final=True).encode("utf-8", "replace")

    return io.BufferedReader(_Chunks(more), HEAD)


def _windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("windows", _windows)
