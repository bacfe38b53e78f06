"""The small lines of a card: authors folded, venue and year, what became of the paper."""

from bot.chat.markdown import cut, markdown
from bot.chat.reader import Reader
from bot.papers.paper import Paper, Status
from bot.papers.wording import Wording, say

LONGEST_NAME = 60
LONGEST_VENUE = 60
LONGEST_DECISION = 40

_STATUS = {
    Status.ACCEPTED: say("accepted"),
    Status.ORAL: say("oral"),
    Status.SPOTLIGHT: say("spotlight"),
    Status.POSTER: say("poster"),
    Status.WORKSHOP: say("workshop"),
    Status.SUBMITTED: say("submitted"),
    Status.REJECTED: say("rejected"),
    Status.WITHDRAWN: say("withdrawn"),
    Status.RETRACTED: say("retracted"),
}


def authors(paper: Paper, most: int) -> str:
    """Return the authors as markdown: at most `most` names, then `et al. (9)`."""
    names = paper.authors if len(paper.authors) <= most else paper.authors[:most]
    shown = ", ".join(markdown(cut(name, LONGEST_NAME)) for name in names)
    if len(names) == len(paper.authors):
        return shown
    return f"{shown} et al. ({len(paper.authors)})".lstrip()


def standing(paper: Paper, reader: Reader) -> str:
    """Return venue, year and status as markdown: `ICLR 2026 · oral`."""
    year = str(paper.year) if paper.year else ""
    place = " ".join(filter(None, (markdown(cut(paper.venue, LONGEST_VENUE)), year)))
    word = _status(paper)
    status = reader.says(word) if isinstance(word, Wording) else markdown(word)
    return " · ".join(filter(None, (place, status)))


def _status(paper: Paper) -> Wording | str:
    """Return our word, or the source's own where it says more: Findings, Long, Spotlight."""
    decision = cut(paper.decision, LONGEST_DECISION)
    if paper.status is None:
        return decision
    if paper.status is Status.ACCEPTED and decision and "accept" not in decision.lower():
        return decision
    return _STATUS[paper.status]
