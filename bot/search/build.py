"""From papers to a segment; the tokenising half of an import, made for a worker process."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.papers.paper import Paper
from bot.papers.text import plain
from bot.papers.words import analyse
from bot.search.columns import Array, write_columns
from bot.search.segment import ABSTRACT, CODE, FIELD_BITS, STATES, SegmentInfo, marks_of
from bot.search.titles import folded

LAST_PLACE = (1 << FIELD_BITS) - 4
MOST_IN_FIELD = 255
SUFFIX = ".segment"


def write_segment(folder: Path, papers: Sequence[Paper]) -> SegmentInfo:
    """Analyse papers (at least one) and write them as a new segment in `folder`."""
    arrays = {**_facts(papers), **_postings(papers), **title_columns(_titles(papers))}
    venues = sorted({paper.venue for paper in papers})
    place = {venue: number for number, venue in enumerate(venues)}
    arrays["venues"] = np.array([place[paper.venue] for paper in papers], np.uint16)
    return save(folder, arrays, venues)


def save(folder: Path, arrays: dict[str, Array], venues: list[str]) -> SegmentInfo:
    """Write the columns of a segment under a name that no other has."""
    name = secrets.token_hex(8) + SUFFIX
    size = write_columns(folder / name, arrays, {"venues": venues})
    return SegmentInfo(name, len(arrays["numbers"]), size)


def texts(values: Iterable[bytes]) -> tuple[Array, Array]:
    """Return texts as one blob and where each ends."""
    values = list(values)
    blob = np.frombuffer(b"".join(values), np.uint8)
    ends = np.cumsum(np.fromiter(map(len, values), np.int64, len(values)))
    return blob, ends


def title_columns(titles: Sequence[str]) -> dict[str, Array]:
    """Return what suggestions need: titles, their order, and papers by whole word."""
    words = [folded(title) for title in titles]
    vocabulary = sorted({word.encode() for row in words for word in row})
    place = {word: number for number, word in enumerate(vocabulary)}
    pairs = sorted({(place[w.encode()], paper) for paper, row in enumerate(words) for w in row})
    by_word = np.array(pairs, np.int64).reshape(-1, 2)
    blob, ends = texts(title.encode("utf-8", "replace") for title in titles)
    word_blob, word_ends = texts(vocabulary)
    order = sorted(range(len(titles)), key=words.__getitem__)
    return {
        "titles": blob,
        "title_ends": ends,
        "by_title": np.array(order, np.uint32),
        "words": word_blob,
        "word_ends": word_ends,
        "word_paper_ends": np.cumsum(np.bincount(by_word[:, 0], minlength=len(vocabulary))),
        "word_papers": by_word[:, 1].astype(np.uint32),
    }


def _titles(papers: Sequence[Paper]) -> list[str]:
    return [plain(paper.title) for paper in papers]


def _facts(papers: Sequence[Paper]) -> dict[str, Array]:
    keys = np.array([paper.key.encode("utf-8", "replace") for paper in papers])
    flags = [CODE * bool(p.code_url) + ABSTRACT * bool(p.abstract) for p in papers]
    return {
        "numbers": np.array([paper.number for paper in papers], np.int64),
        "keys": keys,
        "years": np.array([paper.year or 0 for paper in papers], np.int16),
        "days": np.array([_day(paper) for paper in papers], np.int32),
        "states": np.array([STATES.index(paper.status) for paper in papers], np.uint8),
        "flags": np.array(flags, np.uint8),
    }


def _day(paper: Paper) -> int:
    """Return the ordinal of the day; a year alone counts as its last day."""
    if paper.published is not None:
        return paper.published.toordinal()
    return date(paper.year, 12, 31).toordinal() if paper.year else 0


def _postings(papers: Sequence[Paper]) -> dict[str, Array]:
    numbers: dict[str, int] = {}
    terms: list[int] = []
    places: list[int] = []
    sizes: list[int] = []
    lengths = np.zeros((len(papers), 4), np.uint16)
    for row, paper in enumerate(papers):
        before = len(terms)
        for field, parts in enumerate(_fields(paper)):
            place = field << FIELD_BITS
            last = place + LAST_PLACE
            for part in parts:
                found = analyse(part)[: max(0, last - place)]
                terms.extend([numbers.setdefault(term, len(numbers)) for term in found])
                places.extend(range(place, place + len(found)))
                place += len(found) + 1
                lengths[row, field] += len(found)
        sizes.append(len(terms) - before)
    return {
        "lengths": lengths,
        **_sorted_postings(
            list(numbers),
            np.array(terms, np.int64),
            np.repeat(np.arange(len(papers), dtype=np.int64), sizes),
            np.array(places, np.int64),
        ),
    }


def _fields(paper: Paper) -> tuple[Sequence[str], ...]:
    return (plain(paper.title),), paper.keywords, (plain(paper.abstract),), paper.authors


def _sorted_postings(
    vocabulary: list[str],
    terms: NDArray[np.int64],
    papers: NDArray[np.int64],
    places: NDArray[np.int64],
) -> dict[str, Array]:
    encoded = [term.encode("utf-8", "replace") for term in vocabulary]
    order = sorted(range(len(encoded)), key=encoded.__getitem__)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    terms = rank[terms] if len(terms) else terms
    by_term = np.argsort(terms, kind="stable")
    terms, papers, places = terms[by_term], papers[by_term], places[by_term]
    groups = _starts(terms, papers, places >> FIELD_BITS)
    within = np.arange(len(terms)) - np.repeat(groups, np.diff(groups, append=len(terms)))
    kept = within < MOST_IN_FIELD
    terms, papers, places = terms[kept], papers[kept], places[kept]
    postings = _starts(terms, papers)
    owner = np.repeat(np.arange(len(postings)), np.diff(postings, append=len(terms)))
    counts = np.bincount(owner * 4 + (places >> FIELD_BITS), minlength=4 * len(postings))
    counts = counts.reshape(-1, 4).astype(np.uint8)
    blob, ends = texts(encoded[number] for number in order)
    return {
        "terms": blob,
        "term_ends": ends,
        "ends": np.cumsum(np.bincount(terms[postings], minlength=len(order))),
        "papers": papers[postings].astype(np.uint32),
        "counts": counts,
        "marks": marks_of(counts),
        "spots": np.cumsum(np.bincount(terms, minlength=len(order))),
        "places": places.astype(np.uint16),
    }


def _starts(*keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where a new combination of keys begins."""
    if not len(keys[0]):
        return np.zeros(0, np.int64)
    changes = np.zeros(len(keys[0]), np.bool_)
    changes[0] = True
    for key in keys:
        changes[1:] |= key[1:] != key[:-1]
    return np.flatnonzero(changes)
