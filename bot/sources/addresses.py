"""Ids and links of a paper, from all the fields that may hold some."""

import re
from typing import cast

from bot.papers.ids import ids_in, join_ids, normal_id, page_of, parse_id, pdf_of
from bot.papers.paper import ID_KINDS, Ids
from bot.sources.fields import LONGEST_WORD, Fields, first, string_of, strings_in

_KINDS = {
    **dict.fromkeys(("arxiv", "arxiv_id", "arxivId", "eprint", "ArXiv"), "arxiv"),
    **dict.fromkeys(("openreview", "openreview_id", "forum"), "openreview"),
    **dict.fromkeys(("doi", "DOI"), "doi"),
    **dict.fromkeys(("acl", "acl_id", "anthology_id", "ACL"), "acl"),
    **dict.fromkeys(("pmid", "pubmed", "PubMed"), "pmid"),
    **dict.fromkeys(("s2", "paperId", "CorpusId"), "s2"),
    **dict.fromkeys(("dblp", "DBLP"), "dblp"),
}
_PAGES = ("url", "site", "link", "URL", "html_url", "openreview", "forum")
_PDFS = ("pdf", "pdf_url", "openAccessPdf")
_CODES = ("code_url", "code", "github", "repository")
_OWN = ("_id", "id", "key")
_LINK = re.compile(r"https?://[^\s<>\"]{3,1990}", re.IGNORECASE)
_CODE = re.compile(
    r"https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|huggingface\.co)/[^\s<>\"()\]]+"
)


def ids_of(fields: Fields) -> Ids:
    """Return the ids that any field carries, those of fields named for their kind first."""
    found: Ids = {}
    for name in filter(_KINDS.__contains__, fields):
        found = join_ids(found, _of_kind(_KINDS[name], fields[name]))
    if isinstance(given := fields.get("ids"), dict):
        for kind in ID_KINDS[:-1]:
            found = join_ids(found, _of_kind(kind, cast("Fields", given).get(kind)))
    texts = (string_of(fields[name]) for name in (*_PAGES, *_PDFS, *_OWN) if name in fields)
    ids = {kind: values for kind, values in ids_in(*texts).items() if kind != "local"}
    return join_ids(found, ids)


def origin_of(fields: Fields, ids: Ids) -> str:
    """Return the source's own id of the record; empty where it is one of `ids`."""
    own = string_of(first(fields, _OWN))
    named = parse_id(own)
    return "" if named and named[1] in ids.get(named[0], ()) else own[:LONGEST_WORD]


def page(fields: Fields, ids: Ids) -> str:
    """Return the paper's page, from its ids where no field has one."""
    return _link(fields, _PAGES) or page_of(ids)


def pdf(fields: Fields, ids: Ids) -> str:
    """Return the paper's PDF, from its ids where no field has one."""
    return _link(fields, _PDFS) or pdf_of(ids)


def code(fields: Fields) -> str:
    """Return the link to the paper's code, which may stand amid other text."""
    for name in _CODES:
        text = string_of(fields.get(name))
        if _LINK.fullmatch(text):
            return text
        if match := _CODE.search(text):
            return match[0]
    return ""


def _of_kind(kind: str, value: object) -> Ids:
    found: Ids = {}
    for text in strings_in(value):
        normal = normal_id(kind, text)
        found = join_ids(found, {kind: (normal,)} if normal else ids_in(text))
    return found


def _link(fields: Fields, names: tuple[str, ...]) -> str:
    texts = (string_of(fields[name]) for name in names if name in fields)
    return next(filter(_LINK.fullmatch, texts), "")
