"""The Markdown that authors write into abstracts: emphasis, code, links; the rest is plain text."""

import re
from collections.abc import Callable

from bot.papers.marks import emphasised

_SPOT = "[\U000f0000-\U000ffffd]"
"""One hidden part of the text (`text.py`): a link, a formula, a literal character."""

_CODE = re.compile(r"(?<![`\w])(`{1,3})(?!`)([^`\n$\\]{1,80})(?<!`)\1(?![`'])")
_LINK = re.compile(rf"!?\[([^\[\]]{{1,300}})\]\(\s*({_SPOT})[^()]{{0,40}}\)|<({_SPOT})>")


def with_code(text: str, keep: Callable[[str], str]) -> str:
    """Return `text` with `` `code` `` handed to `keep` as it stands."""
    return _CODE.sub(lambda match: match[0] if _quotes(match[2]) else keep(match[2]), text)


def _quotes(inner: str) -> bool:
    """Whether two backticks open two TeX quotes (`` `a' and `b' ``)."""
    return re.search(r"\S'(?!\w)", inner) is not None


def with_targets(text: str) -> str:
    """Return `[words](link)` as `words (link)`, `[link](link)` and `<link>` as `link`."""
    return _LINK.sub(_spelt, text)


def _spelt(match: re.Match[str]) -> str:
    words, target, bare = match.groups()
    if bare:
        return bare
    return target if re.fullmatch(_SPOT, words.strip("*_ ")) else f"{words.strip()} ({target})"


_STRONG = re.compile(r"(?<!\*)\*\*\*?(?=[^\s*])((?:[^*]|\*(?!\*)){1,400}?)(?<=[^\s])\*\*\*?")
_STARRED = re.compile(
    rf"(?<![\w*\\)\]}}/^])\*(?=[^\s*.,;:!?)])([^*]{{1,400}}?)(?<=[^\s(])\*(?![\w*]|{_SPOT})"
)
_PART = re.compile(r"(?<![\w*\\])\*(\w{1,3})\*(?=\w)")
_LOW = re.compile(
    rf"(?<![^\s(\[{{\"“‘'—–\x02-])(__?)(?=[A-Za-z\"“(\x02]|{_SPOT})([^_]{{1,300}}?)(?<=[^\s_(])\1(?![\w/])"
)


def with_emphasis(text: str) -> str:
    """Return `text` with its `*emphasis*`, `**emphasis**` and clear `_emphasis_` as marks."""
    if "*" in text:
        if "**" in text:
            text = _STRONG.sub(_marked, text)
        text = _PART.sub(r"\1", _STARRED.sub(_marked, text))
    if "_" in text:
        text = _LOW.sub(lambda match: emphasised(match[2]), text)
    return text


def _marked(match: re.Match[str]) -> str:
    return emphasised(match[1]) if any(map(_says_something, match[1])) else match[0]


def _says_something(char: str) -> bool:
    return char.isalnum() or "\U000f0000" <= char <= "\U000ffffd"
