"""Ids of papers: keys, bare ids and URLs become one normal form each.

arXiv ids lose their version and the subject class of old ones (arXiv's own rule: `math.GT/0309136`
is `math/0309136`), DOIs are lower case, and what merely wraps another id (DOIs that arXiv and the
ACL Anthology give, mirrors of arXiv) becomes that id.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date
from urllib.parse import unquote

from bot.papers.paper import ID_KINDS, Ids

LONGEST = 2000
"""Characters that a text may have to be looked at as an id or URL."""

_ARXIV_NEW = (
    r"(?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.[0-9]{4}|(?:1[5-9]|[2-8][0-9])(?:0[1-9]|1[0-2])\.[0-9]{5}"
)
_ARXIV_OLD = (
    r"[a-z]{2,8}(?:-[a-z]{2,5})?(?:\.[A-Za-z]{2})?/(?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])[0-9]{3}"
)
_ARXIV = re.compile(rf"({_ARXIV_NEW}|{_ARXIV_OLD})(?:v[0-9]{{1,3}})?", re.IGNORECASE)
_OPENREVIEW = re.compile(r"[A-Za-z0-9_-]{5,24}")
_OPENREVIEW_BARE = re.compile(
    r"(?=[A-Za-z_-]*[0-9]|[a-z0-9_-]+[A-Z]|[A-Z]{2,}[a-z])[A-Za-z0-9_-]{9,14}"
)
_DOI = re.compile(r"10\.[0-9]{4,9}/[^\s\"<>?#]+")
_DOI_TAIL = re.compile(
    r"(?:/(?:full|abstract|abs|pdf|epdf|meta|html)|\.full|\.pdf|\.html|[.,;:\]}'\"/])+\Z",
    re.IGNORECASE,
)
_PREPRINT_VERSION = re.compile(r"(10\.1101/[0-9.]+)v[0-9]+\Z")
_ACL = re.compile(
    r"[0-9]{4}\.[a-z0-9_]{2,30}-[a-z0-9_]{1,30}\.[0-9]{1,5}|[A-Za-z][0-9]{2}-[0-9]{4,5}"
)
_ACL_DOI = re.compile(r"10\.18653/v1/(.+)")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_PMID = re.compile(r"[1-9][0-9]{0,8}")
_S2 = re.compile(r"[0-9a-f]{40}|[1-9][0-9]{0,11}")
_DBLP = re.compile(r"(?:conf|journals|books|series|reference|phd|tr)/[\w.-]{1,60}/[\w.-]{1,80}")
_LOCAL = re.compile(r"[0-9a-f]{16}")
_KEY = re.compile(r"([A-Za-z0-9]+)\s*:\s*(\S+)")
_URL = re.compile(
    r"(?:https?://)?(?:www\.)?([a-z0-9.-]+\.[a-z]{2,6})(?::[0-9]+)?/(.*)", re.IGNORECASE | re.DOTALL
)
_QUERY_ID = re.compile(r"(?:\A|&)id=([^&#]*)")
_OPENREVIEW_PATHS = frozenset({"forum", "pdf", "attachment", "revisions", "references"})
_WHOLE_BOOKS = re.compile(r"(?:\A|/)(?:proceedings|book|toc|series|journal)/10\.", re.IGNORECASE)

_NAMES = {
    "semanticscholar": "s2",
    "corpusid": "s2",
    "pubmed": "pmid",
    "anthology": "acl",
    **{kind: kind for kind in ID_KINDS},
}


def parse_id(text: str) -> tuple[str, str] | None:
    """Return the kind and the normal value of a key, a bare id or a URL, or None.

    A bare OpenReview id looks like many a word, so try the result before giving up on a title.
    """
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    found = _explicit(text) or _bare(text)
    if found is None and _OPENREVIEW_BARE.fullmatch(text):
        found = ("openreview", text)
    return found


def ids_in(*texts: str) -> Ids:
    """Return the ids that keys, bare ids and URLs carry; a bare word is no OpenReview id here.

    A DOI that the ACL Anthology gives counts as both.
    """
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        for kind, value in _ids_of(text):
            if value not in found.get(kind, ()):
                found[kind] = (*found.get(kind, ()), value)
    return found


def normal_id(kind: str, value: str) -> str | None:
    """Return the normal form of a bare id that is known to be of `kind`, or None if it is none."""
    value = value.strip()
    if not value or len(value) > LONGEST:
        return None
    return _normal(kind, value)


def join_ids(first: Ids, second: Ids) -> Ids:
    """Return all ids of both, those of `first` before the others of their kind."""
    kinds = [kind for kind in ID_KINDS if kind in first or kind in second]
    return {
        kind: tuple(dict.fromkeys((*first.get(kind, ()), *second.get(kind, ())))) for kind in kinds
    }


def best_key(ids: Ids) -> str:
    """Return `kind:value` of the best id, in order of `ID_KINDS`; raises ValueError for none."""
    for kind in ID_KINDS:
        if values := ids.get(kind):
            return f"{kind}:{values[0]}"
    raise ValueError("a paper without any id")


def arxiv_month(value: str) -> date:
    """Return the last day of the month in which an arXiv id was given.

    The day is not known, and what has only a month counts as its last day, as what has only a year
    counts as the last day of it. `value` is an id in normal form.
    """
    digits = value.rpartition("/")[2]
    year, month = int(digits[:2]), int(digits[2:4])
    year += 1900 if year > 90 else 2000
    return date(year, month, monthrange(year, month)[1])


def page_of(ids: Ids) -> str:
    """Return the page of the best id that has one, or an empty text."""
    pages = {
        "openreview": "https://openreview.net/forum?id={}",
        "acl": "https://aclanthology.org/{}/",
        "arxiv": "https://arxiv.org/abs/{}",
        "doi": "https://doi.org/{}",
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
        "dblp": "https://dblp.org/rec/{}",
    }
    return next((page.format(ids[kind][0]) for kind, page in pages.items() if ids.get(kind)), "")


def pdf_of(ids: Ids) -> str:
    """Return the PDF of the best id that has one, or an empty text."""
    pages = {
        "openreview": "https://openreview.net/pdf?id={}",
        "acl": "https://aclanthology.org/{}.pdf",
        "arxiv": "https://arxiv.org/pdf/{}",
    }
    return next((page.format(ids[kind][0]) for kind, page in pages.items() if ids.get(kind)), "")


def _ids_of(text: str) -> Iterator[tuple[str, str]]:
    text = text.strip()
    if not text or len(text) > LONGEST:
        return
    found = _explicit(text) or _bare(text)
    if found is None:
        return
    yield found
    if found[0] == "acl" and (doi := _DOI.search(unquote(text))):
        yield "doi", _clean_doi(doi[0])


def _explicit(text: str) -> tuple[str, str] | None:
    if (key := _KEY.match(text)) and (kind := _NAMES.get(key[1].lower())):
        return _found(kind, key[2]) or _url(key[2]) or _bare(key[2])
    return _url(text)


def _url(text: str) -> tuple[str, str] | None:
    url = _URL.fullmatch(text)
    return _in_url(url[1].lower(), url[2]) if url else None


def _bare(text: str) -> tuple[str, str] | None:
    if _DOI.match(text):
        return _from_doi(text)
    for kind in ("arxiv", "acl", "dblp"):
        if value := _normal(kind, text):
            return kind, value
    return None


def _normal(kind: str, value: str) -> str | None:
    if kind == "arxiv":
        match = _ARXIV.fullmatch(value)
        return _clean_arxiv(match[1]) if match else None
    if kind == "doi":
        return _clean_doi(value) if _DOI.match(value) and not _ARXIV_DOI.match(value) else None
    if kind == "acl":
        return _clean_acl(value) if _ACL.fullmatch(value) else None
    pattern = {"openreview": _OPENREVIEW, "pmid": _PMID, "s2": _S2, "dblp": _DBLP, "local": _LOCAL}
    return value if kind in pattern and pattern[kind].fullmatch(value) else None


def _in_url(host: str, rest: str) -> tuple[str, str] | None:
    path, _, query = unquote(rest).partition("#")[0].partition("?")
    path = path.strip("/")
    for domain, read in _SITES.items():
        if host == domain or host.endswith(f".{domain}"):
            return read(path, query)
    if _WHOLE_BOOKS.search(path):
        return None
    doi = _DOI.search(path) or _DOI.search(query)
    return _from_doi(doi[0]) if doi else None


def _in_openreview(path: str, query: str) -> tuple[str, str] | None:
    named = _QUERY_ID.search(query)
    if named is None or path not in _OPENREVIEW_PATHS:
        return None
    return _found("openreview", named[1])


def _in_arxiv(path: str, _: str) -> tuple[str, str] | None:
    """Return the arXiv id with which `path` ends, below whatever names the view."""
    parts = path.removesuffix(".pdf").split("/")
    return _found("arxiv", "/".join(parts[-2:])) or _found("arxiv", parts[-1])


def _in_acl(path: str, _: str) -> tuple[str, str] | None:
    match = _ACL.search(path)
    return _found("acl", match[0]) if match else None


def _in_pubmed(path: str, _: str) -> tuple[str, str] | None:
    return _found("pmid", path.removeprefix("pubmed/"))


def _in_semantic_scholar(path: str, _: str) -> tuple[str, str] | None:
    return _found("s2", path.rpartition("/")[2])


def _in_dblp(path: str, _: str) -> tuple[str, str] | None:
    return _found("dblp", path.removeprefix("rec/").removesuffix(".html").removesuffix(".bib"))


def _from_doi(text: str) -> tuple[str, str] | None:
    doi = _clean_doi(text)
    if match := _ARXIV_DOI.fullmatch(doi):
        return _found("arxiv", match[1])
    if (match := _ACL_DOI.fullmatch(doi)) and (value := _normal("acl", match[1])):
        return "acl", value
    return "doi", doi


def _found(kind: str, value: str | None) -> tuple[str, str] | None:
    normal = _normal(kind, value) if value else None
    return (kind, normal) if normal else None


def _clean_arxiv(value: str) -> str:
    archive, slash, number = value.lower().rpartition("/")
    return archive.partition(".")[0] + slash + number


def _clean_acl(value: str) -> str:
    return value.lower() if value[0].isdigit() else value.upper()


def _clean_doi(text: str) -> str:
    match = _DOI.match(text)
    doi = _DOI_TAIL.sub("", match[0] if match else text).lower()
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1]
    return _PREPRINT_VERSION.sub(r"\1", doi)


_SITES: dict[str, Callable[[str, str], tuple[str, str] | None]] = {
    "openreview.net": _in_openreview,
    "arxiv.org": _in_arxiv,
    "ar5iv.org": _in_arxiv,
    "alphaxiv.org": _in_arxiv,
    "huggingface.co": _in_arxiv,
    "papers.cool": _in_arxiv,
    "aclanthology.org": _in_acl,
    "aclanthology.info": _in_acl,
    "aclweb.org": _in_acl,
    "pubmed.ncbi.nlm.nih.gov": _in_pubmed,
    "ncbi.nlm.nih.gov": _in_pubmed,
    "semanticscholar.org": _in_semantic_scholar,
    "dblp.org": _in_dblp,
    "dblp.uni-trier.de": _in_dblp,
}
"""Sites whose URLs carry their own ids: how to read the path and the query string of one."""
