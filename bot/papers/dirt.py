"""Damage that abstracts carry, and its mending: broken lines, lost characters, stray quotes."""

import re
import unicodedata

from bot.papers.hyphens import closed_up, rejoined

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"
    "\U000e0000-\U0010ffff]"
)
_BULLET = re.compile(r"\n\s*(?:[-*+•·]|#{1,6}|>)(?=\s)")
_BLANKS = re.compile(r"\s+")


def mended(text: str) -> str:
    """Return `text` in one line, its words whole, without characters that nobody sees."""
    if not text.isprintable():
        text = _one_line(text)
    if "  " in text:
        text = _BLANKS.sub(" ", text)
    if "(cid:" in text:
        text = _GLYPH.sub(_glyph, rejoined(text))
    if not text.isascii():
        text = _LIGATURE.sub(_compatible, text)
        if "´" in text or "¨" in text:
            text = _LOOSE_ACCENT.sub(_accented, text)
    if "- " in text:
        text = closed_up(text)
    if "$" in text or "{" in text:
        text = _TABLESS.sub(lambda match: _WHOLE[match[0]], text)
    return text.strip()


def _one_line(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = _LATIN.sub(_decoded, text)
    text = _BULLET.sub(lambda match: " " if match[0][-1] in "#>" else " • ", rejoined(text))
    return _BLANKS.sub(" ", _UNSEEN.sub("", text))


_LATIN = re.compile("[\xc2-\xf4][\x80-\xbf]{1,3}|[\x80-\x9f]")


def _decoded(match: re.Match[str]) -> str:
    """Read UTF-8 or Windows-1252 that was taken for Latin-1; only where control characters show."""
    text = match[0]
    if len(text) == 1:
        return text.encode("latin-1").decode("cp1252", "ignore")
    if not any("\x80" <= char <= "\x9f" for char in text):
        return text
    return text.encode("latin-1").decode("utf-8", "ignore")


_GLYPH = re.compile(r"\(cid:(\d{1,3})\)")
_GLYPHS = {2: "fi", 3: "fl", 11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl"}
"""Ligatures at their places in TeX's text fonts (2 and 3: in Adobe's expert sets)."""


def _glyph(match: re.Match[str]) -> str:
    code = int(match[1])
    before = match.string[: match.start()][-1:]
    after = match.string[match.end() : match.end() + 1]
    if code in _GLYPHS and (before.islower() or after.islower()) and not before.isupper():
        return _GLYPHS[code]
    if code in {96, 147, 148}:
        return {96: "ℓ", 147: "“", 148: "”"}[code]
    return chr(code) if 0xC0 <= code <= 0xFF else ""


_LIGATURE = re.compile("[ﬀ-ﬆ]")
_LOOSE_ACCENT = re.compile(r"(?<=[A-Za-z])([´¨])([aeiouycnszıAEIOU])")


def _compatible(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match[0])


def _accented(match: re.Match[str]) -> str:
    mark = "\u0301" if match[1] == "´" else "\u0308"
    return unicodedata.normalize("NFC", match[2].replace("ı", "i") + mark)


_WHOLE = {
    "ext": "\\text",
    "imes": "\\times",
    "oldsymbol": "\\boldsymbol",
    "rac": "\\frac",
    "egin": "\\begin",
    "sqrt": "\\sqrt",
    "mathcal": "\\mathcal",
    "mathbb": "\\mathbb",
}
_TABLESS = re.compile(
    r"(?<![\\A-Za-z])(?:ext(?=(?:it|bf|tt|rm|sc|sf)?\{)|imes\b|(?:oldsymbol|rac|egin|sqrt|mathcal|mathbb)(?=\{))"
)
"""Macros that lost their backslash, some with a letter (`\\t` was read as a tab)."""

_PREFIX = re.compile(
    r"(?i:abstract|summary)(?:\s*[.:—–-]+\s*(?=[A-Z\"“(\d])|\s+(?=(?:We|In|This|Given|Our)\b))"
    r"|ABSTRACT\s+(?=[A-Z])"
)
_CURLED = re.compile(r'([“”])"+')
_DOUBLED = re.compile(r'""([^"]{1,200})""')


def unwrapped(text: str) -> str:
    """Return `text` without quotes around the whole of it, stray ones, and the word "Abstract"."""
    if '"' in text:
        text = _unquoted(_CURLED.sub(r"\1", _DOUBLED.sub(r'"\1"', text)))
    if text[:1] in "“'" and len(text) > 2 and text[-1:] == _CLOSING[text[0]]:
        inner = text[1:-1]
        text = text if text[0] in inner or text[-1] in inner else inner.strip()
    if text.endswith("Show More"):  # a button of a site
        text = text.removesuffix("Show More").rstrip()
    if text[:1] in "aAsS":
        text = _PREFIX.sub("", text, count=1) if _PREFIX.match(text) else text
    return text


_CLOSING = {"“": "”", "'": "'"}


def _unquoted(text: str) -> str:
    opened = len(_OPENED.findall(text))
    closed = text.count('"') - opened
    if text[0] == text[-1] == '"' and len(text) > 2 and opened == closed:
        inner = text[1:-1].strip()
        first = inner.find('"')
        return text if first > 0 and inner[first - 1] not in " (" else inner
    if text[0] == '"' and opened > closed:
        return text[1:].lstrip()
    return text[:-1].rstrip() if text[-1] == '"' and closed > opened else text


_OPENED = re.compile(r'(?:^|(?<=[\s(\[—–-]))"(?=\S)')
