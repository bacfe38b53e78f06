"""Where a paper can be read: its links, each sound enough for a button."""

import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit, urlunsplit

from bot.chat.limits import URL
from bot.papers.paper import Paper
from bot.papers.wording import Wording, say

_HOST = re.compile(
    r"(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]"
)
_PLAIN = re.compile(
    r"https?://(?:[a-z0-9][a-z0-9-]{0,60}[a-z0-9]\.){1,4}[a-z]{2,12}(?:/[A-Za-z0-9/._=&~-]*)?"
    r"(?:\?[A-Za-z0-9/._=&~-]*)?"
)
"""What most addresses look like: nothing to mend."""
_SAFE = "/:@!$&*+,;=~-._%"


@dataclass(frozen=True, slots=True)
class Link:
    """A short word and where it leads."""

    label: Wording
    url: str


def links(paper: Paper) -> tuple[Link, ...]:
    """Return where the paper can be read, best first, each address once."""
    arxiv, openreview = paper.first_id("arxiv"), paper.first_id("openreview")
    acl, doi = paper.first_id("acl"), paper.first_id("doi")
    found = (
        (say("OpenReview"), openreview and f"https://openreview.net/forum?id={openreview}"),
        (_name_of_page(paper.url), paper.url),
        (say("PDF"), paper.pdf_url or _pdf(openreview, arxiv)),
        (say("arXiv"), arxiv and f"https://arxiv.org/abs/{arxiv}"),
        (say("ACL Anthology"), acl and f"https://aclanthology.org/{acl}"),
        (say("Code"), paper.code_url),
        (say("DOI"), doi and f"https://doi.org/{doi}"),
    )
    kept: dict[str, Link] = {}
    labels: set[str] = set()
    for label, address in found:
        url = sound_url(address or "")
        if url and str(label) not in labels and _same(url) not in kept:
            kept[_same(url)] = Link(label, url)
            labels.add(str(label))
    return tuple(kept.values())


def sound_url(address: str, *, longest: int = URL) -> str | None:
    """Return an address that Discord takes for a link, or None where it would refuse it.

    Brackets and everything outside ASCII are percent-encoded, so that it may stand in a masked
    link as well.
    """
    if _PLAIN.fullmatch(address):
        return address if len(address) <= longest else None
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
        port = f":{parts.port}" if parts.port else ""
    except (ValueError, UnicodeError):
        return None
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(host):
        return None
    url = urlunsplit(
        (
            parts.scheme,
            host + port,
            _encoded(parts.path),
            _encoded(parts.query, also="?"),
            _encoded(parts.fragment, also="?"),
        )
    )
    return url if len(url) <= longest else None


def _encoded(part: str, *, also: str = "") -> str:
    encoded = quote(part, safe=_SAFE + also, errors="replace")
    return re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", encoded)


def _name_of_page(url: str) -> Wording:
    host = url.split("/")[2].lower() if url.count("/") >= 2 else ""
    for ending, name in (
        ("openreview.net", say("OpenReview")),
        ("arxiv.org", say("arXiv")),
        ("doi.org", say("DOI")),
        ("aclanthology.org", say("ACL Anthology")),
    ):
        if host == ending or host.endswith(f".{ending}"):
            return name
    return say("Page")


def _pdf(openreview: str | None, arxiv: str | None) -> str | None:
    if openreview:
        return f"https://openreview.net/pdf?id={openreview}"
    return arxiv and f"https://arxiv.org/pdf/{arxiv}"


def _same(url: str) -> str:
    """Return what two spellings of one address share."""
    bare = url.split("://", 1)[1].removeprefix("www.").rstrip("/")
    return re.sub(r"(arxiv\.org/abs/.*?)v\d+$", r"\1", bare)
