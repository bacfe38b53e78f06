"""From papers to a segment; the tokenising half of an import, made for a worker process."""

import secrets
from array import array
from collections.abc import Iterable, Sequence
from datetime import MAXYEAR, date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.papers.paper import Paper
from bot.papers.text import plain
from bot.papers.words import analyse
from bot.search import defined
from bot.search.columns import Array, write_columns
from bot.search.familiar import columns, counted
from bot.search.segment import (
    ABSTRACT,
    CODE,
    FIELD_BITS,
    GAP,
    STATES,
    SegmentInfo,
    marks_of,
    title_mark,
    token,
)
from bot.search.titles import folded

LAST_PLACE = (1 << FIELD_BITS) - 4
MOST_IN_FIELD = 255
SUFFIX = ".segment"


def write_segment(folder: Path, papers: Sequence[Paper]) -> SegmentInfo:
    """Analyse papers (at least one) and write them as a new segment in `folder`."""
    arrays = {**_facts(papers), **_postings(papers), **title_columns(_titles(papers))}
    arrays |= defined.columns(plain(paper.abstract) for paper in papers)
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


class Numbering(dict[str, int]):
    """Numbers words in the order of first sight."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number

    def alphabet(self) -> tuple[list[bytes], NDArray[np.int64]]:
        """Return the words as UTF-8 in byte order, and the place of each number in it."""
        encoded = [word.encode("utf-8", "replace") for word in self]
        order = sorted(range(len(encoded)), key=encoded.__getitem__)
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        return [encoded[number] for number in order], rank


def title_columns(titles: Sequence[str]) -> dict[str, Array]:
    """Return what suggestions need: titles, their order, and papers by whole word."""
    numbers = Numbering()
    words, sizes = array("q"), array("q")
    spelt: list[str] = []
    for title in titles:
        row = folded(title)
        words.extend(map(numbers.__getitem__, row))
        sizes.append(len(row))
        spelt.append(" ".join(row))  # in the order of the lists: a blank comes before any letter
    vocabulary, rank = numbers.alphabet()
    papers = np.repeat(np.arange(len(titles)), _numbers(sizes))
    by_word = rank[_numbers(words)] << 32 | papers
    by_word.sort()
    by_word = by_word[np.diff(by_word, prepend=-1) > 0]
    blob, ends = texts(title.encode("utf-8", "replace") for title in titles)
    word_blob, word_ends = texts(vocabulary)
    order = sorted(range(len(titles)), key=spelt.__getitem__)
    return {
        "titles": blob,
        "title_ends": ends,
        "by_title": np.array(order, np.uint32),
        "words": word_blob,
        "word_ends": word_ends,
        "word_paper_ends": np.cumsum(np.bincount(by_word >> 32, minlength=len(vocabulary))),
        "word_papers": by_word.astype(np.uint32),
    }


def _numbers(values: "array[int]") -> NDArray[np.int64]:
    return np.frombuffer(values, np.int64) if values else np.zeros(0, np.int64)


def _titles(papers: Sequence[Paper]) -> list[str]:
    return [plain(paper.title) for paper in papers]


def _facts(papers: Sequence[Paper]) -> dict[str, Array]:
    keys = np.array([paper.key.encode("utf-8", "replace") for paper in papers])
    flags = [CODE * bool(p.code_url) + ABSTRACT * bool(p.abstract) for p in papers]
    return {
        "numbers": np.array([paper.number for paper in papers], np.int64),
        "keys": keys,
        "years": np.array([_year(paper) for paper in papers], np.int16),
        "days": np.array([_day(paper) for paper in papers], np.int32),
        "states": np.array([STATES.index(paper.status) for paper in papers], np.uint8),
        "flags": np.array(flags, np.uint8),
        "title_marks": np.array([title_mark(analyse(plain(p.title))) for p in papers], np.uint64),
    }


def _day(paper: Paper) -> int:
    """Return the ordinal of the day; a year alone counts as its last day."""
    if paper.published is not None:
        return paper.published.toordinal()
    year = _year(paper)
    return date(year, 12, 31).toordinal() if year else 0


def _year(paper: Paper) -> int:
    """Return the year, 0 where there is none or no calendar has it."""
    return paper.year if paper.year and 0 < paper.year <= MAXYEAR else 0


def _postings(papers: Sequence[Paper]) -> dict[str, Array]:
    numbers = Numbering()
    terms, owners, begins, sizes = array("q"), array("q"), array("q"), array("q")
    lengths = np.zeros((len(papers), 4), np.uint16)
    for row, paper in enumerate(papers):
        for field, parts in enumerate(_fields(paper)):
            place = field << FIELD_BITS
            last = place + LAST_PLACE
            for part in parts:
                found = analyse(part)[: max(0, last - place)]
                terms.extend(map(numbers.__getitem__, found))
                owners.append(row)
                begins.append(place)
                sizes.append(len(found))
                place += len(found) + 1
                lengths[row, field] += len(found)
    vocabulary, rank = numbers.alphabet()
    found, long, owned = rank[_numbers(terms)], _numbers(sizes), _numbers(owners)
    before = np.cumsum(long) - long
    places = np.arange(len(found)) + np.repeat(_numbers(begins) - before, long)
    return {
        "lengths": lengths,
        **_tokens(_known_by(vocabulary)[found], long, owned, len(papers)),
        **_sorted_postings(vocabulary, found, np.repeat(owned, long), places),
    }


def _known_by(vocabulary: Sequence[bytes]) -> NDArray[np.uint16]:
    return np.fromiter(map(token, vocabulary), np.uint16, len(vocabulary))


def _tokens(
    found: NDArray[np.uint16], sizes: NDArray[np.int64], owners: NDArray[np.int64], papers: int
) -> dict[str, Array]:
    """Return the tokens of each paper in order, from parts of `sizes` with their owners."""
    tokens = np.full(len(found) + len(sizes), GAP, np.uint16)
    tokens[np.arange(len(found)) + np.repeat(np.arange(len(sizes)), sizes)] = found
    ends = np.bincount(owners, sizes + 1, papers).astype(np.int64).cumsum()
    return {"tokens": tokens, "token_ends": ends, **columns(counted(tokens, ends))}


def _fields(paper: Paper) -> tuple[Sequence[str], ...]:
    return (plain(paper.title),), paper.keywords, (plain(paper.abstract),), paper.authors


def _sorted_postings(
    vocabulary: Sequence[bytes],
    terms: NDArray[np.int64],
    papers: NDArray[np.int64],
    places: NDArray[np.int64],
) -> dict[str, Array]:
    keys = terms << 32 | np.arange(len(terms))
    keys.sort()
    terms, order = keys >> 32, keys & 0xFFFFFFFF
    papers, places = papers[order], places[order]
    groups = _starts(terms, papers, places >> FIELD_BITS)
    within = np.arange(len(terms)) - np.repeat(groups, np.diff(groups, append=len(terms)))
    kept = within < MOST_IN_FIELD
    terms, papers, places = terms[kept], papers[kept], places[kept]
    postings = _starts(terms, papers)
    owner = np.repeat(np.arange(len(postings)), np.diff(postings, append=len(terms)))
    counts = np.bincount(owner * 4 + (places >> FIELD_BITS), minlength=4 * len(postings))
    counts = counts.reshape(-1, 4).astype(np.uint8)
    blob, ends = texts(vocabulary)
    return {
        "terms": blob,
        "term_ends": ends,
        "ends": np.cumsum(np.bincount(terms[postings], minlength=len(vocabulary))),
        "papers": papers[postings].astype(np.uint32),
        "counts": counts,
        "marks": marks_of(counts),
        "spots": np.cumsum(np.bincount(terms, minlength=len(vocabulary))),
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
