import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.identity import (
    digest,
    local_id,
    normal_title,
    origin_digest,
    same_paper,
    surname,
    title_key,
)
from bot.papers.merging import merge
from bot.papers.overlap import overlap, shingles, sketch
from bot.papers.paper import AbstractBy, Record, Status

WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
]
TEXT = " ".join(f"{first} {second}" for first in WORDS for second in WORDS)
PAPER = Record(title="On Mass", abstract=TEXT, authors=("Ada Lovelace",), venue="ICLR", year=2026)

texts = st.text(max_size=40)
records = st.builds(
    Record,
    ids=st.dictionaries(
        st.sampled_from(["arxiv", "doi", "openreview"]),
        st.lists(st.sampled_from("abc"), min_size=1, max_size=2, unique=True).map(tuple),
    ),
    title=texts,
    title_derived=st.booleans(),
    abstract=texts,
    abstract_by=st.sampled_from(AbstractBy),
    authors=st.lists(texts, max_size=3).map(tuple),
    venue=st.sampled_from(["", "ICLR", "arXiv"]),
    year=st.none() | st.integers(1990, 2030),
    status=st.none() | st.sampled_from(Status),
)


def test_titles_are_equal_whatever_their_case_accents_and_marks() -> None:
    assert normal_title("The  Schrödinger–Bridge: (A)") == normal_title("the schrodinger bridge a")
    assert normal_title("!?") != normal_title("?!")


def test_a_surname_is_the_last_of_the_family_name() -> None:
    names = ["Ada Lovelace", "Lovelace, Ada", "A. LOVELACE Jr.", "Ada Lovelácé"]
    assert {surname(name) for name in names} == {"lovelace"}


def test_a_local_id_is_made_of_title_and_first_surname_or_else_of_the_abstract() -> None:
    assert local_id(PAPER) == local_id(replace(PAPER, abstract="", title="on mass!"))
    assert local_id(PAPER) != local_id(replace(PAPER, authors=("Alan Turing",)))
    derived = replace(PAPER, title_derived=True)
    assert local_id(derived) == local_id(replace(derived, title="Another"))
    assert title_key(derived) is None
    assert local_id(Record()) is None


def test_two_records_are_one_paper_by_title_and_authors_or_by_abstract() -> None:
    assert same_paper(PAPER, replace(PAPER, abstract=""), 0)
    assert not same_paper(PAPER, replace(PAPER, abstract="", authors=("Alan Turing",)), 0)
    renamed = replace(PAPER, title="On Weight")
    assert same_paper(PAPER, renamed, 0.9)
    assert not same_paper(PAPER, renamed, 0.5)
    assert not same_paper(PAPER, replace(renamed, authors=("Alan Turing",)), 0.9)
    assert same_paper(PAPER, replace(renamed, title_derived=True), 0.4)
    assert not same_paper(PAPER, replace(renamed, title_derived=True), 0.1)


def test_abstracts_that_overlap_share_hashes_of_their_sketches() -> None:
    words = TEXT.split()
    half = " ".join(words[: len(words) // 2])
    assert overlap(shingles(TEXT), shingles(half.upper())) == 1.0
    assert set(sketch(TEXT)) & set(sketch(half))
    assert overlap(shingles(TEXT), shingles("nothing of the kind is said in this one here")) == 0
    assert sketch("three words only") == ()


@given(records, records)
def test_merging_again_changes_nothing_and_no_id_is_lost(old: Record, new: Record) -> None:
    once = merge(old, new)
    assert merge(once, new) == once
    for record in (old, new):
        for kind, values in record.ids.items():
            assert set(values) <= set(once.ids[kind])
    assert bool(once.title) == bool(old.title or new.title)
    assert bool(once.abstract) == bool(old.abstract or new.abstract)


@given(records)
def test_digests_are_below_two_to_the_63_and_tell_records_apart(record: Record) -> None:
    assert 0 <= digest(record) < 2**63
    assert 0 <= origin_digest(record) < 2**63
    changed = replace(record, abstract=record.abstract + " more")
    assert digest(changed) != digest(record)


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (("ICLR", Status.SUBMITTED), ("ICLR", Status.POSTER), ("ICLR", Status.POSTER)),
        (("ICLR", Status.SUBMITTED), ("ICLR", Status.REJECTED), ("ICLR", Status.REJECTED)),
        (("ICLR", Status.POSTER), ("ICLR", Status.SUBMITTED), ("ICLR", Status.POSTER)),
        (("arXiv", None), ("ICLR", Status.ORAL), ("ICLR", Status.ORAL)),
        (("ICLR", Status.ORAL), ("arXiv", None), ("ICLR", Status.ORAL)),
        (("ICLR", Status.REJECTED), ("ICML", Status.ACCEPTED), ("ICML", Status.ACCEPTED)),
    ],
)
def test_the_appearance_of_higher_standing_is_kept(
    old: tuple[str, Status | None], new: tuple[str, Status | None], kept: tuple[str, Status | None]
) -> None:
    first = replace(PAPER, venue=old[0], status=old[1])
    merged = merge(first, replace(PAPER, venue=new[0], status=new[1]))
    assert (merged.venue, merged.status) == kept


def test_a_real_title_beats_a_derived_one_and_the_authors_abstract_ours() -> None:
    ours = replace(PAPER, abstract="Ours.", abstract_by=AbstractBy.STARTER)
    derived = replace(PAPER, title="Made up", title_derived=True)
    for merged in (merge(ours, derived), merge(derived, ours)):
        assert (merged.title, merged.title_derived) == ("On Mass", False)
        assert (merged.abstract, merged.abstract_by) == (TEXT, AbstractBy.AUTHOR)


def test_each_abstract_of_the_first_list_overlaps_with_its_own_paper_only(shared: Path) -> None:
    seeds = next((shared / "seeds").glob("*.txt")).read_text().split("\n\n")[1:]
    facts = json.loads((shared / "data/iclr2026/seed_papers.json").read_text())["papers"]
    own = {f"iclr2026-{fact['openreview_id']}": number for number, fact in enumerate(facts)}
    hashes = [set(sketch(abstract)) for abstract in seeds]
    whole = [shingles(abstract) for abstract in seeds]
    found: dict[int, str] = {}
    with gzip.open(shared / "data/iclr2026/iclr2026.jsonl.gz") as file:
        for line in file:
            entry = json.loads(line)
            theirs = set(sketch(entry["abstract"]))
            for number, mine in enumerate(hashes):
                if len(mine & theirs) >= 2:
                    measure = overlap(whole[number], shingles(entry["abstract"]))
                    if same_paper(Record(), Record(), measure):
                        assert number not in found
                        found[number] = entry["id"]
    assert found == {number: name for name, number in own.items()}
