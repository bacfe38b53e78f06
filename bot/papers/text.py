"""Source text to marked text: LaTeX, HTML, Markdown and dirt become readable Unicode, once.

Marked text is one line in which only the control characters of `papers/marks.py` mean something.
Rules run over the text one after the other; links, formulas, code and escaped characters are hidden
from them behind one private character each, and come back unchanged at the end.
"""

import re
import unicodedata
from html import unescape

from bot.papers.dirt import mended, unwrapped
from bot.papers.latex import unlatex
from bot.papers.links import code_link, with_links
from bot.papers.markdown import with_code, with_emphasis, with_targets
from bot.papers.marks import (
    EMPHASIS_OFF,
    EMPHASIS_ON,
    MATCH_OFF,
    MATCH_ON,
    emphasised,
    plain,
    tidied,
)
from bot.papers.symbols import subscript, superscript

__all__ = [
    "EMPHASIS_OFF",
    "EMPHASIS_ON",
    "MATCH_OFF",
    "MATCH_ON",
    "code_link",
    "plain",
    "readable",
    "readable_name",
    "readable_title",
]

LONGEST = 200_000
"""Characters of a source text that are read."""


def readable(source: str) -> str:
    """Return an abstract as marked text."""
    text = mended(_unescaped(source[:LONGEST]))
    shelf = _Shelf()
    text = with_links(text, shelf.keep)
    if "<" in text:
        text = _untagged(text)
    if "`" in text:
        text = with_code(text, shelf.keep)
    text = unlatex(text, shelf.keep)
    if "](" in text or "<" in text:
        text = with_targets(text)
    if "\\cite" in source or "ref{" in source:
        text = _HOLE.sub(r"\1\2", text)
    text = _typeset(with_emphasis(text))
    text = tidied(unwrapped(shelf.restored(text).strip()))
    return _composed(_BLANKS.sub(" ", text).strip() if "  " in text else text)


def readable_title(source: str) -> str:
    """Return a title as plain readable text."""
    return plain(readable(source))


def readable_name(source: str) -> str:
    """Return a name or keyword as plain readable text: accents and entities, no Markdown."""
    text = mended(_unescaped(source[:LONGEST]))
    if "<" in text:
        text = _untagged(text)
    return _composed(plain(_BLANKS.sub(" ", unlatex(text)).strip()))


_BLANKS = re.compile(r"\s+")


_HOLE = re.compile(
    r"\s*\(\s*(?:(?:e\.g\.,?|see|cf\.)\s*)?\)|\s*[;,]?\s*(?=\))"
    r"|\s+([.,;:])(?=\s|$)|(\()\s*[;,]\s*"
)
"""What a dropped citation leaves behind."""


class _Shelf:
    """Parts of a text that no rule may touch, each behind one private character."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def keep(self, part: str) -> str:
        """Put `part` away and return the character that stands for it."""
        if len(self._parts) > _FULL:
            return part
        self._parts.append(self.restored(part))
        return chr(_FIRST + len(self._parts) - 1)

    def restored(self, text: str) -> str:
        """Return `text` with everything back in its place."""
        return _SPOT.sub(self._part, text) if self._parts else text

    def _part(self, match: re.Match[str]) -> str:
        return self._parts[ord(match[0]) - _FIRST]


_FIRST = 0xF0000
_FULL = 0xFFF0
_SPOT = re.compile("[\U000f0000-\U000ffffd]")

_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});")


def _unescaped(text: str) -> str:
    """Read HTML's entities, also where they were written twice (`&amp;lt;`)."""
    for _ in range(2):
        if "&" not in text:
            break
        text = _ENTITY.sub(lambda match: unescape(match[0]), text)
    return text


_SCRIPT_TAG = re.compile(r"<(su[bp])>([^<>]{1,40})</\1>", re.IGNORECASE)
_EMPHASIS_TAG = re.compile(
    r"<(i|em|b|strong|italic|bold|jats:italic|jats:bold)>(.{1,400}?)</\1>", re.IGNORECASE
)
_TAG = re.compile(
    r"</?(?:i|b|em|strong|italic|bold|u|p|br|div|span|sub|sup|sc|tt|ul|ol|li|h[1-6]|a|title|sec"
    r"|(?:jats|mml|m|xref):[\w-]+|inline-formula|tex-math|alternatives|math|mrow|mi|mo|mn|msub"
    r"|msup|mtext)(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)


def _untagged(text: str) -> str:
    text = _SCRIPT_TAG.sub(_script, text)
    return _TAG.sub(_part, _EMPHASIS_TAG.sub(lambda match: emphasised(match[2]), text))


def _script(match: re.Match[str]) -> str:
    return (superscript if match[1].lower() == "sup" else subscript)(match[2])


def _part(match: re.Match[str]) -> str:
    name = match[0].strip("</>").split()[0].lower() if match[0].strip("</> ") else ""
    return " " if name.rpartition(":")[2] in _BLOCKS else ""


_BLOCKS = {"p", "br", "div", "li", "ul", "ol", "title", "sec", *(f"h{n}" for n in range(1, 7))}

_DOUBLE = re.compile(r"``([^`\"]{1,300}?)(?:''|\"(?!\w))|(?<!\w)''(?=\w)([^'\"]{1,200})''")
_SINGLE = re.compile(r"(?<![\w`])`(?=\w)([^`'’]{1,100})['’](?!\w)|(?<=\w)`(?=s\b)")


def _typeset(text: str) -> str:
    """Set quotes and dashes as TeX would."""
    if "''" in text or "``" in text:
        text = _DOUBLE.sub(lambda match: f"“{match[1] or match[2]}”", text)
        text = text.replace("``", "“")
    if "`" in text:
        text = _SINGLE.sub(lambda match: f"‘{match[1]}’" if match[1] else "’", text)
    if "--" in text:
        text = _DASHES.sub(_dash, text)
    return text


_DASHES = re.compile(r"--+>?")


def _dash(match: re.Match[str]) -> str:
    """Return an en or em dash; arrows, command line options and rules stay."""
    before = match.string[: match.start()][-1:]
    after = match.string[match.end() : match.end() + 1]
    if match[0] not in {"--", "---"} or before in {"<", "!"}:
        return match[0]
    if match[0] == "---":
        return "—"
    option = (not before or before.isspace() or before in "([") and after.isalnum()
    return "--" if option or not after or not before else "–"


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)
