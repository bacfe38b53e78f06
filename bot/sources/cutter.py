"""Cuts a JSON document into its papers while it is read.

So memory is bounded by one paper, a bad paper costs only itself, and a document that breaks off
gives all papers before that. Only brackets and strings are looked at; each paper is parsed whole by
who gets it.
"""

import re
from collections.abc import Iterator

from bot.sources.stream import LONGEST

LISTS = frozenset(
    {
        *(b"papers", b"notes", b"data", b"results", b"items", b"records", b"entries", b"hits"),
        *(b"articles", b"publications", b"documents", b"docs"),
    }
)
"""Names of the array within an object that holds the papers."""

LONGEST_NAME = 100

_TOKEN = re.compile(rb'"|[{}\[\]]')
_STRING = re.compile(rb'(?:[^"\\]++|\\.)*+("?)', re.DOTALL)
_OPENING = b"{["


class Cutter:
    """Takes chunks of a document and gives its papers.

    A paper is an object in the outermost array, or in an array of an outermost object that is named
    in LISTS; an outermost object without such an array is one itself.
    """

    def __init__(self) -> None:
        self._text = b""
        self._at = 0
        self._stack = bytearray()
        self._in_string = False
        self._begin: int | None = None
        self._depth = 0
        self._too_long = False
        self._name_from = 0
        self._name = b""

    @property
    def open(self) -> bool:
        """Whether more must follow."""
        return bool(self._stack) or self._in_string

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield the papers that `chunk` completes; None for one of more than LONGEST bytes."""
        self._text += chunk
        while self._at < len(self._text):
            if self._in_string:
                if not self._string():
                    break
            elif token := _TOKEN.search(self._text, self._at):
                self._at = token.end()
                yield from self._bracket(token[0][0])
            else:
                self._at = len(self._text)
        self._forget()

    def _string(self) -> bool:
        """Go on to the end of the string; return whether it is there."""
        match = _STRING.match(self._text, self._at)
        if match is None:
            return False
        self._at = match.end()
        self._in_string = not match[1]
        if not self._in_string and len(self._stack) == 1:
            self._name = self._text[max(self._name_from, 0) : self._at - 1]
        return not self._in_string

    def _bracket(self, token: int) -> Iterator[bytes | None]:
        if token == b'"'[0]:
            self._in_string = True
            self._name_from = self._at
        elif token in _OPENING:
            self._enter(token)
        elif self._stack:
            self._stack.pop()
            if self._too_long and len(self._stack) == self._depth:
                self._too_long = False
                yield None
            elif self._begin is not None and len(self._stack) == self._depth:
                yield self._text[self._begin : self._at]
                self._begin = None

    def _enter(self, token: int) -> None:
        listed = bytes(self._stack) == b"{" and token == _OPENING[1] and self._name in LISTS
        if listed:
            self._begin = None
            self._too_long = False
        within = self._begin is None and not self._too_long
        if token == _OPENING[0] and within and bytes(self._stack) in (b"", b"[", b"{["):
            self._begin = self._at - 1
            self._depth = len(self._stack)
        self._stack.append(token)

    def _forget(self) -> None:
        """Drop what no paper needs any more, and a paper that has become too long."""
        if self._begin is not None and len(self._text) - self._begin > LONGEST:
            self._begin = None
            self._too_long = True
        keep = self._at if self._begin is None else self._begin
        if self._in_string and self._at - self._name_from < LONGEST_NAME:
            keep = min(keep, self._name_from)
        self._text = self._text[keep:]
        self._at -= keep
        self._name_from -= keep
        if self._begin is not None:
            self._begin = 0
