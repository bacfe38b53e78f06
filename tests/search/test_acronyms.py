from pathlib import Path

import pytest

from bot.papers.document import Document
from bot.papers.grammar import read
from bot.papers.paper import Paper
from bot.papers.topic import Topics, wants
from bot.search import manifest
from bot.search.bm25 import Parameters
from bot.search.index import Index
from tests.search.made import commit, index_of, merge, paper

DEFINING = "Plans of optimal transport (OT) are found."
LIBRARY = (
    paper(1, "Plans", DEFINING),
    paper(2, "Costs", "Costs of optimal transport (OT) are learnt."),
    paper(3, "OT maps", "Nothing is spelled out."),
    paper(4, "Optimal transport", "Everything is spelled out."),
    paper(5, "Goods", "Transport of goods that is optimal for all."),
)


def asked(index: Index, text: str) -> set[int]:
    return set(index.find(index.understood(read(text)), limit=9).numbers)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("OT", {1, 2, 3, 4}),
        ("ot", {1, 2, 3, 4}),
        ("optimal transport", {1, 2, 3, 4, 5}),
        ('"OT"', {1, 2, 3}),
        ('"optimal transport"', {1, 2, 4}),
        ("plans -OT", set[int]()),
        ("title:OT", {3}),
    ],
)
def test_either_form_finds_both_and_quoting_switches_it_off(
    tmp_path: Path, text: str, numbers: set[int]
) -> None:
    assert asked(index_of(tmp_path / "index", *LIBRARY), text) == numbers


def test_the_reading_is_shown_and_reads_back_with_the_same_papers(tmp_path: Path) -> None:
    index = index_of(tmp_path / "index", *LIBRARY)
    for text, shown in (
        ("OT maps", 'OT | "optimal transport" maps'),
        ("optimal transport plans", "(optimal transport) | OT plans"),
    ):
        query = index.understood(read(text))
        assert query.read_as == shown
        assert asked(index, text) == asked(index, shown)
        found, plain = index.find(query, limit=9), index.find(read(shown), limit=9)
        assert (found.total, found.total_all) == (plain.total, plain.total_all)


def test_a_topic_wants_either_form(tmp_path: Path) -> None:
    index = index_of(tmp_path / "index", *LIBRARY)
    for text in ("OT", "optimal transport"):
        query = index.understood(read(text))
        topics = Topics({7: query})
        for one in LIBRARY:
            wanted = wants(query, Document(one))
            assert topics.wanting(Document(one)) == [7] * wanted
            assert wanted or one.number == 5


def _ambiguous() -> list[Paper]:
    flat = [
        paper(n, "Training", "Sharpness-aware minimization (SAM) finds flat minima.")
        for n in range(1, 4)
    ]
    masks = [
        paper(n, "Masks", "The segment anything model (SAM) draws masks.") for n in range(4, 9)
    ]
    return [*flat, *masks]


@pytest.mark.parametrize(
    ("text", "words", "other"),
    [
        ("SAM", "segment anything model", "sharpness-aware minimization"),
        ("SAM flat minima", "sharpness-aware minimization", "segment anything model"),
        ("SAM masks", "segment anything model", "sharpness-aware minimization"),
    ],
)
def test_an_ambiguous_acronym_is_what_the_query_speaks_of(
    tmp_path: Path, text: str, words: str, other: str
) -> None:
    index = index_of(tmp_path / "index", *_ambiguous())
    (taken,) = index.understood(read(text)).taken
    assert (taken.words, taken.others) == (words, (other,))


def test_a_common_word_in_small_letters_is_no_acronym(tmp_path: Path) -> None:
    cats = [paper(n, "A cat", "It sits.") for n in range(1, 60)]
    named = [paper(n, "Trees", "Causal additive trees (CAT) are grown.") for n in range(100, 102)]
    index = index_of(tmp_path / "index", *cats, *named)
    assert not index.understood(read("cat")).taken
    assert index.understood(read("CAT")).taken


def test_well_known_acronyms_need_no_definition(tmp_path: Path) -> None:
    index = index_of(tmp_path / "index", paper(1, "Reinforcement learning"), paper(2, "RL agents"))
    assert asked(index, "RL") == asked(index, "reinforcement learning") == {1, 2}


def test_another_form_counts_once_and_can_be_switched_off(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index_of(folder, *LIBRARY, paper(6, "OT OT", "OT"), paper(7, "OT optimal transport", "OT"))
    off = Index.open(folder, Parameters(alias=0.0))
    assert off.understood(read("OT")) == read("OT")
    assert asked(off, "OT") == {1, 2, 3, 6, 7}


@pytest.mark.parametrize("text", ["OT", "optimal transport", "SAM flat", "SAM"])
def test_segments_merges_and_changes_know_the_same_acronyms(tmp_path: Path, text: str) -> None:
    grown, fresh = tmp_path / "grown" / "index", tmp_path / "fresh" / "index"
    library = {each.number: each for each in (*_ambiguous(), paper(9, "Plans", DEFINING))}
    commit(grown, [paper(1, "Old", "Sliced antelope masks (SAM) of old."), library[9]])
    commit(grown, list(library.values())[:5], gone=[9])
    merge(grown, [info for _, info in manifest.load_manifest(grown).segments])
    commit(grown, list(library.values())[5:])
    one, other = Index.open(grown), index_of(fresh, *library.values())
    query = one.understood(read(text))
    assert query == other.understood(read(text))
    assert one.find(query, limit=9) == other.find(query, limit=9)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("selfsupervised", "Self-supervised vision"),
        ("self-supervised", "Selfsupervised vision"),
        ("self supervised", "Selfsupervised vision"),
        ("finetuning", "Fine tuning of models"),
        ("auto encoder", "An autoencoder"),
        ("GPT-4", "What GPT4 knows"),
        ("GPT4", "What GPT-4 knows"),
        ("gpt 4", "What GPT4 knows"),
        ("ResNet50", "ResNet-50 again"),
        ("DINOv3", "DINO v3 features"),
        ("DINO v3", "DINOv3 features"),
        ("kNN", "The k-NN classifier"),
        ("k-NN", "The kNN classifier"),
        ("UNet", "A U-Net for cells"),
        ("t-SNE", "tSNE of cells"),
        ("β-VAE", "A $\\beta$-VAE"),
        ('Schr\\"odinger', "Schrödinger bridges"),
    ],
)
def test_compounds_are_found_in_one_word_and_in_two(
    tmp_path: Path, typed: str, written: str
) -> None:
    index = index_of(tmp_path / "index", paper(1, written), paper(2, "And", written))
    assert asked(index, typed) == {1, 2}
