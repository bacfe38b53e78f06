"""Venues: the series and the year, out of the ways in which sources write them."""

import re
from functools import lru_cache

_SERIES = (
    "3DV|AAAI|ACCV|ACL|ACM MM|ACML|AI4X|AISTATS|ALT|arXiv|AutoML|BMVC|CHI|CIKM|COLING|COLM|COLT|"
    "CoNLL|CoRL|CVPR|EACL|ECAI|ECCV|ECIR|ECML|EMNLP|FOCS|HRI|ICASSP|ICCV|ICDM|ICIP|ICLR|ICML|ICRA|"
    "IJCAI|IJCNN|Interspeech|IROS|JMLR|KDD|KR|L4DC|LREC|MICCAI|MIDL|MLSys|NAACL|NeurIPS|RecSys|RSS|"
    "SIGGRAPH Asia|SIGGRAPH|SIGIR|SODA|STOC|TACL|TMLR|TPAMI|UAI|UIST|VLDB|WACV|WSDM|WWW"
)
"""Series whose names are written in one way only."""

_OTHER_NAMES = {
    "nips": "NeurIPS",
    "acmmm": "ACM MM",
    "siggraphasia": "SIGGRAPH Asia",
    "thewebconf": "WWW",
    "the web conference": "WWW",
    "corr": "arXiv",
    "international conference on learning representations": "ICLR",
    "international conference on machine learning": "ICML",
    "neural information processing systems": "NeurIPS",
    "conference on language modeling": "COLM",
    "computer vision and pattern recognition": "CVPR",
    "european conference on computer vision": "ECCV",
    "international conference on computer vision": "ICCV",
    "artificial intelligence and statistics": "AISTATS",
    "uncertainty in artificial intelligence": "UAI",
    "empirical methods in natural language processing": "EMNLP",
    "aaai conference on artificial intelligence": "AAAI",
    "conference on learning theory": "COLT",
    "conference on robot learning": "CoRL",
    "asian conference on machine learning": "ACML",
    "transactions on machine learning research": "TMLR",
    "journal of machine learning research": "JMLR",
}
_PROPER = {name.casefold(): name for name in _SERIES.split("|")} | _OTHER_NAMES
_NAMES = "|".join(re.escape(name) for name in sorted(_PROPER, key=len, reverse=True))
_YEAR = r"(?:19|20)[0-9]{2}"
_YEAR_ALONE = re.compile(rf"(?<![0-9])({_YEAR})(?![0-9])|(?<=[A-Za-z ])['’]([0-9]{{2}})(?![0-9])")
_KNOWN = re.compile(rf"(?<![A-Za-z])({_NAMES})(?![A-Za-z])", re.IGNORECASE)
_KNOWN_BEFORE_YEAR = re.compile(
    rf"(?<![A-Za-z])({_NAMES})[\s\-_/]*(?={_YEAR}(?![0-9])|['’][0-9]{{2}}(?![0-9]))", re.IGNORECASE
)
_UNKNOWN_BY_YEAR = re.compile(
    rf"([A-Z][A-Za-z&-]*[A-Z][A-Za-z&-]*)[\s\-_/'’]*(?:{_YEAR}(?![0-9])|['’][0-9]{{2}}(?![0-9]))"
    rf"|(?<![0-9]){_YEAR}\s+([A-Z][A-Za-z&-]*[A-Z][A-Za-z&-]*)"
)
_GROUP = re.compile(r"([A-Za-z0-9-]+)\.[a-z]{2,4}/")
_OUTCOME = re.compile(
    r"\A(?:submitted|accepted)\s+(?:to|at|by)\s+(?:the\s+)?|\A(?:proceedings|proc\.)\s+of\s+(?:the\s+)?"
    r"|\s+(?:oral|poster|spotlight|talk|notable\s+top\W*[0-9]+\s*%|(?:conference\s+)?(?:desk\s+rejected\s+|"
    r"withdrawn\s+)?submission|conference|main(?:\s+conference)?|reject(?:ed)?|accept(?:ed)?)\s*\Z",
    re.IGNORECASE,
)
_LONG_NAME = 40


@lru_cache(maxsize=4096)
def split_venue(text: str) -> tuple[str, int | None]:
    """Return the series without year, and the year where it is named: `ICLR 2026` is ICLR, 2026.

    Reads OpenReview's own forms (`ICLR 2026 Oral`, `Submitted to ICLR 2026`, its group ids), `'24`,
    and long names of well-known series; other names stay as they are.
    """
    text = _GROUP.sub(r"\1 ", text).replace("/", " ") if _GROUP.match(text) else text
    text = " ".join(text.split())
    year = _year_in(text)
    name = _YEAR_ALONE.sub(" ", text)
    name = re.sub(r"(?<=[A-Za-z])(?:19|20)[0-9]{2}\b", "", name)
    while (shorter := _OUTCOME.sub("", name.strip(" ,;:-–()"))) != name:
        name = shorter
    name = " ".join(name.split())
    return _proper(name), year


def venue_in_heading(text: str) -> tuple[str, int] | None:
    """Return the series and year that a heading in any language names side by side, or None.

    A series that is not known here has at least two capitals: `Papers accepted at NeurIPS 2024`,
    `ICLR 2026 论文列表`, `XYZ'25 reading group`.
    """
    year = _year_in(text)
    if year is None:
        return None
    known = _KNOWN_BEFORE_YEAR.search(text) or _KNOWN.search(text)
    if known:
        return _PROPER[known[1].casefold()], year
    unknown = _UNKNOWN_BY_YEAR.search(text)
    return (unknown[1] or unknown[2], year) if unknown else None


def venue_in_file_name(name: str) -> tuple[str, int] | None:
    """Return the series and year that a file name such as `iclr2018.json` begins with, or None."""
    match = re.match(rf"({_NAMES})[-_ ]?({_YEAR})(?![0-9])", name, re.IGNORECASE)
    return (_PROPER[match[1].casefold()], int(match[2])) if match else None


def _year_in(text: str) -> int | None:
    match = _YEAR_ALONE.search(text)
    if match is None:
        return None
    if match[1]:
        return int(match[1])
    return int(match[2]) + (2000 if int(match[2]) < 70 else 1900)


def _proper(name: str) -> str:
    if proper := _PROPER.get(name.casefold()):
        return proper
    if len(name) > _LONG_NAME or "(" in name:
        known = _KNOWN.search(name)
        if known and "workshop" not in name.casefold() and "findings" not in name.casefold():
            return _PROPER[known[1].casefold()]
    return name
