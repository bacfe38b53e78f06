"""Marked text as Discord's markdown: emphasis and matches as meant, everything else inert.

A backslash makes any mark inert in Discord, but it is shown inside links and swallowed by bare
addresses; so addresses stand unescaped and apart, and titles never go into masked links
(discord-api-docs #6185). What pings or turns into a button, time or picture is broken as well.
"""

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import accumulate

from bot.papers.marks import EMPHASIS_OFF, EMPHASIS_ON, MATCH_OFF, MATCH_ON
from bot.papers.sentences import sentences

_MARKS = frozenset({EMPHASIS_ON, EMPHASIS_OFF, MATCH_ON, MATCH_OFF})
_MARK = re.compile(f"([{''.join(_MARKS)}])")
_HARMLESS = re.compile(r"[^\W\d_](?:[^\W_]|[ .,;'()-])*")
_CONTROLS = re.compile(
    r"[\x00-\x01\x04-\x0d\x10-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff]"
)
_UNCLEAN = re.compile(f"{_CONTROLS.pattern}|[^\\S ]|  |[\ud800-\udfff]|<http", re.IGNORECASE)
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9_])https?://(?:[\w-]+\.)+[^\W\d_]{2,24}(?::\d{1,5})?(?:[/?#][^\s<>]*)?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"<(https?://[^\s<>]+)>", re.IGNORECASE)
_AFTER_ADDRESS = re.compile(r"[.,:;!?\"')\]]*(?=\s|$)")
_WORD_END = re.compile(r"[A-Za-z0-9_]$")
_TRAILING = ".,:;!?\"'"
_SPECIAL = re.compile(r"[\\*_~|`<]")
_ALIVE = re.compile(r"[\\*_~|`<:@]|\]\(")
"""Anything that might need a backslash: most texts have none, and are left alone."""
_EMOJI = re.compile(r":(?=[^\s:]+:)")
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)", re.IGNORECASE)
_LINE_START = re.compile(r"(#{1,3}|-#|[-+]|>{1,3})(?=\s|$)|>|(\d{1,9})(?=[.)](?:\s|$))")
_ZERO_WIDTH = "\u200b"


class _Style(IntEnum):
    PLAIN = 0
    EMPHASIS = 1
    MATCH = 2
    ADDRESS = 3


_Run = tuple[_Style, str]
_FENCE = {_Style.EMPHASIS: "*", _Style.MATCH: "**"}


def markdown(marked: str, *, highlight: bool = True) -> str:
    """Return marked (or plain) text as one line of markdown.

    Emphasis becomes `*x*`, a match `**x**` (nothing without `highlight`, as in headings, which are
    bold already); unbalanced marks are mended.
    """
    if _HARMLESS.fullmatch(marked):
        return marked.strip()
    runs = _runs(_clean(marked))
    if not highlight:
        runs = [(_Style.PLAIN if s is _Style.MATCH else s, text) for s, text in runs]
    pieces = [_piece(runs, place) for place in range(len(runs))]
    return _inert_start("".join(pieces).strip())


def shorten(marked: str, limit: int) -> str:
    """Return at most `limit` characters: whole sentences where half of it is reached, else words.

    Never cuts inside an address.
    """
    if len(marked) <= limit:
        return marked
    kept = ""
    for sentence in sentences(marked):
        longer = f"{kept} {sentence}" if kept else sentence
        if len(longer) > limit:
            break
        kept = longer
    if len(kept) >= limit / 2:
        return kept
    return cut(marked, limit)


def cut(marked: str, limit: int) -> str:
    """Return at most `limit` characters, cut between words, with an ellipsis where any is lost."""
    if len(marked) <= limit:
        return marked
    end = max(limit - 1, 0)
    blank = marked.rfind(" ", 0, end + 1)
    if blank >= limit / 2:
        end = blank
    for address in _ADDRESS.finditer(marked):
        if address.start() < end < address.end():
            end = address.start()
    return f"{marked[:end].rstrip()}…" if limit > 0 else ""


def _clean(marked: str) -> str:
    if not _UNCLEAN.search(marked):
        return marked
    text = _BRACKETED.sub(r"\1", _SURROGATES.sub("\ufffd", marked))
    return _CONTROLS.sub("", re.sub(r"\s+", " ", text))


def _runs(text: str) -> list[_Run]:
    """Return the text without marks, in runs of one style each; an address is its own run."""
    styled = _styled(text)
    bare = "".join(piece for _, piece in styled)
    addresses = _addresses(bare, accumulate(len(piece) for _, piece in styled))
    runs: list[_Run] = []
    place = 0
    for style, piece in styled:
        start, end = place, place + len(piece)
        for first, last in addresses:
            if first < end and last > start:
                _add(runs, style, bare[start:first])
                _add(runs, _Style.ADDRESS, bare[max(start, first) : min(end, last)])
                start = max(start, min(end, last))
        _add(runs, style, bare[start:end])
        place = end
    return runs


def _addresses(bare: str, fences: Iterable[int]) -> list[tuple[int, int]]:
    """Return where addresses stand; a letter before one does not count across a fence."""
    found = {address.start(): _end_of_address(address) for address in _ADDRESS.finditer(bare)}
    for fence in fences:
        if address := _ADDRESS.match(bare[fence:]):
            found[fence] = fence + _end_of_address(address)
    return sorted(found.items())


def _styled(text: str) -> list[_Run]:
    styled: list[_Run] = []
    emphasis = match = False
    for piece in _MARK.split(text):
        if piece in _MARKS:
            emphasis = piece == EMPHASIS_ON or (emphasis and piece != EMPHASIS_OFF)
            match = piece == MATCH_ON or (match and piece != MATCH_OFF)
        elif piece:
            style = _Style.MATCH if match else _Style.EMPHASIS if emphasis else _Style.PLAIN
            styled.append((style, piece))
    return styled


def _add(runs: list[_Run], style: _Style, text: str) -> None:
    """Append a run, or lengthen the last one where it has the same style."""
    if not text:
        return
    if runs and runs[-1][0] is style:
        text = runs.pop()[1] + text
    runs.append((style, text))


def _end_of_address(address: re.Match[str]) -> int:
    found = address[0].rstrip(_TRAILING)
    while found.endswith((")", "]")) and found.count(found[-1]) > found.count(_OPENING[found[-1]]):
        found = found[:-1].rstrip(_TRAILING)
    return address.start() + len(found)


_OPENING = {")": "(", "]": "["}


def _piece(runs: Sequence[_Run], place: int) -> str:
    style, text = runs[place]
    before = runs[place - 1] if place else None
    if style is _Style.ADDRESS:
        return _lead(before) + _MENTION.sub("%40", text) + _gap(runs[place + 1 :])
    after = runs[place + 1] if place + 1 < len(runs) else None
    if style is _Style.PLAIN or not text.strip() or _touches_a_match(style, text, before, after):
        return _inert(text)
    core = text.strip()
    left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{left}{_FENCE[style]}{_inert(core)}{_FENCE[style]}{right}"


def _lead(before: _Run | None) -> str:
    """Return the blank without which a letter before an address would make it none."""
    return " " if before and _WORD_END.search(before[1]) else ""


def _gap(following: Sequence[_Run]) -> str:
    """Return the blank that keeps an address from swallowing what follows, a fence above all."""
    rest = "".join(
        text if text.startswith(" ") else _FENCE.get(style, "") + text
        for style, text in following[:2]
    )
    return "" if _AFTER_ADDRESS.match(rest) else " "


def _touches_a_match(
    style: _Style,
    text: str,
    before: _Run | None,
    after: _Run | None,
) -> bool:
    """Return whether an emphasis has no blank between it and a match: `*a***b**` is ambiguous."""
    if style is not _Style.EMPHASIS:
        return False
    left = before is not None and before[0] is _Style.MATCH
    right = after is not None and after[0] is _Style.MATCH
    return (left and not (text[0] == " " or (before or ("", ""))[1][-1] == " ")) or (
        right and not (text[-1] == " " or (after or ("", ""))[1][0] == " ")
    )


def _inert(text: str) -> str:
    if not _ALIVE.search(text):
        return text
    text = _SPECIAL.sub(r"\\\g<0>", text)
    text = text.replace("](", "]\\(")
    text = _EMOJI.sub(r"\\:", text)
    return _MENTION.sub(f"@{_ZERO_WIDTH}", text)


def _inert_start(line: str) -> str:
    """Keep a line from becoming a heading, a quote or a list."""
    found = _LINE_START.match(line)
    if found is None:
        return line
    if found[2]:
        return f"{found[2]}\\{line[found.end() :]}"
    return f"\\{line}"
