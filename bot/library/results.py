"""Papers as an answer shows them: a summary for what was asked, what matched marked."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.papers.highlight import highlight
from bot.papers.paper import Paper
from bot.papers.summary import summarise

SUMMARY_CHARACTERS = 350


@dataclass(frozen=True, slots=True)
class Result:
    """One paper of an answer.

    Attributes:
        rank: Its place among everything that matched, from 1.
        score: How well it matches; comparable within one answer only.
        paper: The whole paper.
        title: Its title as marked text, matched words marked.
        summary: One to three sentences of the abstract chosen for the query, marked alike.
        matched: The matched words as they stand in title and summary.
    """

    rank: int
    score: float
    paper: Paper
    title: str
    summary: str
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Similar:
    """Papers like an example.

    Attributes:
        paper: The example, or None where it was a text.
        took_ms: Time for search, rows and summaries, in milliseconds.
        results: Papers like it, most alike first.
    """

    paper: Paper | None
    took_ms: float
    results: tuple[Result, ...]


def result_of(
    rank: int,
    score: float,
    paper: Paper,
    weights: Mapping[str, float],
    limit: int = SUMMARY_CHARACTERS,
) -> Result:
    """Return the paper with a summary of about `limit` characters, chosen by weighed terms."""
    title, summary, matched = told(paper, weights, limit)
    return Result(rank, score, paper, title, summary, matched)


def told(
    paper: Paper, weights: Mapping[str, float], limit: int = SUMMARY_CHARACTERS
) -> tuple[str, str, tuple[str, ...]]:
    """Return title and summary as marked text, weighed terms marked, and the words marked."""
    summary = summarise(paper.abstract, weights, limit=limit)
    title, in_title = highlight(paper.title, weights.keys())
    summary, in_summary = highlight(summary, weights.keys())
    return title, summary, tuple(dict.fromkeys((*in_title, *in_summary)))
