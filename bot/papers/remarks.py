"""What to say beside an answer of how its query was taken."""

from bot.papers.query import Query
from bot.papers.wording import Wording, say

MOST = 2
LONGEST = 60


def ambiguous(query: Query) -> list[Wording]:
    """Return what to say of acronyms that stand for several things in this library."""
    return [
        say(
            "{name} taken as {words}, not as {others}",
            name=taken.name[:LONGEST],
            words=taken.words[:LONGEST],
            others=", ".join(taken.others)[: 2 * LONGEST],
        )
        for taken in query.taken
        if taken.others
    ][:MOST]
