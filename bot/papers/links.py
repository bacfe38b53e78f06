"""Links in running text: where they begin and end, and which of them leads to code."""

import re
from collections.abc import Callable

_END = r"\s<>\"“”‘’{}|`^\\\[\]$，。；：、）】》—\x00-\x1f\x7f-\x9f"
_TOP_LEVEL = r"(?:com|org|io|ai|net|edu|science|dev|cn|co|de|uk|ch|fr|jp|kr|me|ml|app|us|eu|gov)"
_REST = rf"(?:[^{_END}]|\\[_%~#&]){{1,2000}}"
_LINK = re.compile(rf"[Hh]ttps?://{_REST}")
_DOMAIN = re.compile(rf"\.{_TOP_LEVEL}/")
_BARE = re.compile(
    rf"(?:(?<![A-Za-z0-9@/.-])(?:www\.|(?:[A-Za-z0-9-]+\.)+{_TOP_LEVEL}/)|(?<!\w)ftp://){_REST}"
)
_ESCAPED = re.compile(r"\\([_%~#&])")
_BROKEN = re.compile(r"(https?://) (?=[\w-]+\.[\w.-]+)")


def with_links(text: str, show: Callable[[str], str]) -> str:
    """Return `text` with every link replaced by what `show` makes of it.

    A link that a blank or TeX's escapes have broken is mended first; punctuation that ends the
    sentence around it, or closes a bracket opened before it, is not part of it.
    """
    if "/" not in text:
        return text
    if "// " in text:
        text = _BROKEN.sub(r"\1", text)
    if ":\\/\\/" in text:
        text = text.replace("\\/", "/")

    def shown(match: re.Match[str]) -> str:
        whole = match[0]
        link = _trimmed(whole)
        return show(_ESCAPED.sub(r"\1", link)) + whole[len(link) :] if link else whole

    text = _LINK.sub(shown, text)
    return _BARE.sub(shown, text) if _DOMAIN.search(text) else text


def _trimmed(link: str) -> str:
    while link:
        last = link[-1]
        closes = last == ")" and link.count(")") > link.count("(")
        if not closes and last not in ".,;:!?'*_~(":
            return link
        link = link[:-1]
    return link


_CODE = re.compile(
    r"(?<![\w.-])(?:https?://)?(?:www\.)?("
    r"github\.com/[\w.-]+/[\w.-]+|gitlab\.[\w.-]+/[\w.-]+/[\w.-]+|bitbucket\.org/[\w.-]+/[\w.-]+"
    r"|codeberg\.org/[\w.-]+/[\w.-]+|gitee\.com/[\w.-]+/[\w.-]+|git\.sr\.ht/~[\w.-]+/[\w.-]+"
    r"|anonymous\.4open\.science/(?:r|repository)/[\w.-]+|sourceforge\.net/projects/[\w.-]+"
    r"|(?:gist\.github\.com|code\.google\.com/p|osf\.io)/[\w.-]+"
    r"|(?P<models>(?:huggingface\.co|hf\.co)/(?:datasets/|spaces/)?[\w.-]+(?:/[\w.-]+)?)"
    r")[^\s<>\"”’)\]}]*",
    re.IGNORECASE,
)


def code_link(text: str) -> str | None:
    """Return the first link to a place where code lies, one to models only where no other is."""
    if "/" not in text:
        return None
    models: str | None = None
    for match in _CODE.finditer(text):
        link = _trimmed(match[0])
        link = link if link.lower().startswith("http") else f"https://{link}"
        if not match["models"]:
            return link
        models = models or link
    return models
