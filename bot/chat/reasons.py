"""Why a paper comes to a channel, in a line: `topic *optimal transport*: title has *transport*`."""

from collections.abc import Sequence

from bot.chat.markdown import cut, markdown
from bot.chat.reader import Reader
from bot.papers.document import Part
from bot.papers.topic import Reason
from bot.papers.wording import say

MOST_WORDS = 4
"""Words and phrases that are named."""
LONGEST_TOPIC = 80
LONGEST_WORD = 60

_HAS = {
    Part.TITLE: say("title has {words}"),
    Part.KEYWORDS: say("keywords have {words}"),
    Part.ABSTRACT: say("abstract has {words}"),
    Part.AUTHOR: say("by {words}"),
}


def because(query: str, reasons: Sequence[Reason], reader: Reader) -> str:
    """Return as markdown why a topic with this query wants a paper."""
    topic = f"*{markdown(cut(query, LONGEST_TOPIC))}*"
    where = words_found(reasons, reader)
    if not where:
        return reader.says(say("topic {topic}"), topic=topic)
    return reader.says(say("topic {topic}: {where}"), topic=topic, where=where)


def words_found(reasons: Sequence[Reason], reader: Reader) -> str:
    """Return as markdown which words stand where; empty where filters alone made the topic."""
    named = reasons[:MOST_WORDS]
    parts = dict.fromkeys(reason.part for reason in named)
    return ", ".join(
        reader.says(
            _HAS[part],
            words=", ".join(
                f"*{markdown(cut(reason.text, LONGEST_WORD))}*"
                for reason in named
                if reason.part is part
            ),
        )
        for part in parts
    )
