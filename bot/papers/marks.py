"""The control characters that mean something in marked text; it holds no others."""

import re

EMPHASIS_ON = "\x02"
EMPHASIS_OFF = "\x03"
MATCH_ON = "\x0e"
MATCH_OFF = "\x0f"

_MARKS = str.maketrans("", "", EMPHASIS_ON + EMPHASIS_OFF + MATCH_ON + MATCH_OFF)
_EMPHASIS = re.compile(f"[{EMPHASIS_ON}{EMPHASIS_OFF}]")
_EMPHASISED = re.compile(f"{EMPHASIS_ON}([^{EMPHASIS_OFF}]*){EMPHASIS_OFF}")


def plain(marked: str) -> str:
    """Return `marked` without marks: for JSON, the terminal and the index."""
    return marked if marked.isprintable() else marked.translate(_MARKS)


def emphasised(text: str) -> str:
    """Return `text` between marks of emphasis."""
    return f"{EMPHASIS_ON}{text}{EMPHASIS_OFF}"


def tidied(marked: str) -> str:
    """Return `marked` with emphasis balanced, one level deep, tight around text, on whole words."""
    if EMPHASIS_ON not in marked and EMPHASIS_OFF not in marked:
        return marked
    return _EMPHASISED.sub(_tight, _balanced(marked))


def _balanced(marked: str) -> str:
    pieces: list[str] = []
    depth = start = 0
    for mark in _EMPHASIS.finditer(marked):
        pieces.append(marked[start : mark.start()])
        start = mark.end()
        opens = mark[0] == EMPHASIS_ON
        if opens and depth == 0:
            pieces.append(EMPHASIS_ON)
        elif not opens and depth == 1:
            pieces.append(EMPHASIS_OFF)
        depth = max(0, depth + (1 if opens else -1))
    pieces.append(marked[start:])
    if depth:
        pieces.append(EMPHASIS_OFF)
    return "".join(pieces)


def _tight(match: re.Match[str]) -> str:
    """Leave blanks outside; drop emphasis of a part of a word (`**F**ast **L**earner`)."""
    text = match[1]
    inner = text.strip()
    if not inner:
        return text
    before = match.string[: match.start()][-1:] if text == text.lstrip() else " "
    after = match.string[match.end() : match.end() + 1] if text == text.rstrip() else " "
    if (before.isalnum() and inner[0].isalnum()) or (after.isalnum() and inner[-1].isalnum()):
        return text
    start = text.index(inner)
    return text[:start] + emphasised(inner) + text[start + len(inner) :]
