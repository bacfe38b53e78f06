import gzip
import json
import random
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bot.papers.marks import EMPHASIS_OFF, EMPHASIS_ON, emphasised, plain
from bot.papers.sentences import sentences
from bot.papers.summary import summarise
from bot.papers.text import readable
from bot.papers.words import analyse
from tests.benchmarks.summaries import items, one_sentence, rouge, we_propose

ABSTRACT = (
    "Deep networks are widely used in many areas of science. However, they are slow to train. "
    "In this paper, we propose Zip, a method that prunes networks while they train. "
    "Zip uses optimal transport to match the layers of two networks. "
    "Experiments on four benchmarks show that it is fast. "
    "The code is available at https://github.com/zip/zip."
)


def weights(query: str) -> Mapping[str, float]:
    return dict.fromkeys(analyse(query), 2.0)


def test_without_a_query_the_authors_proposal_comes_first() -> None:
    assert summarise(ABSTRACT, {}, most=1) == (
        "In this paper, we propose Zip, a method that prunes networks while they train."
    )


def test_a_query_brings_the_sentence_that_answers_it() -> None:
    summary = summarise(ABSTRACT, weights("optimal transport"), most=1)
    assert summary == "Zip uses optimal transport to match the layers of two networks."


def test_sentences_are_whole_and_in_order() -> None:
    summary = summarise(ABSTRACT, weights("benchmarks"), limit=200)
    whole = sentences(ABSTRACT)
    places = [whole.index(sentence) for sentence in sentences(summary)]
    assert len(places) >= 2
    assert places == sorted(places)
    assert any("benchmarks" in whole[place] for place in places)


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    rare = {**weights("networks"), **dict.fromkeys(analyse("github"), 9.0)}
    assert "github" in summarise(ABSTRACT, rare, most=1)


LONG = (
    "We propose a method with many parts, first a part that reads, then one that writes "
    "(see the second section of the appendix), where the loss is f(x) = a + b − c and so on, "
    "which is described at https://example.org/a_long/path/to_a_page, and at last a part that "
    "counts elephants, mice and other animals in the zoo of a city that has no name at all."
)


def test_a_sentence_that_is_too_long_is_cut_at_a_word() -> None:
    for limit in range(40, len(LONG)):
        summary = summarise(LONG, {}, limit=limit)
        assert len(summary) <= limit
        assert summary.endswith("…")
        body = summary[:-1]
        assert LONG.startswith(body)
        assert LONG[len(body)] in " ,.("
        assert "https://" not in body or "to_a_page" in body
        assert not body.endswith(("=", "+", "−"))


def test_a_cut_keeps_the_words_that_were_asked_for() -> None:
    summary = summarise(LONG, weights("elephants"), limit=120)
    assert len(summary) <= 120
    assert "elephants" in summary
    assert summary.startswith("…")


def test_a_cut_leaves_emphasis_balanced() -> None:
    text = f"We {emphasised('propose a long thing ' * 20)} here."
    summary = summarise(text, {}, limit=100)
    assert summary.count(EMPHASIS_ON) == summary.count(EMPHASIS_OFF) == 1
    assert len(plain(summary)) <= 100


def test_text_without_blanks_is_cut_too() -> None:
    assert summarise("我们提出" * 100, {}, limit=50) == ("我们提出" * 100)[:49] + "…"
    assert summarise("https://example.org/" + "a" * 500, {}, limit=50) == "…"


def test_no_abstract_has_no_summary() -> None:
    assert summarise("", {}) == ""


@given(
    st.text(alphabet="abW e.,()=\x02\x03http://x？。", max_size=300).map(readable),
    st.dictionaries(st.sampled_from(["a", "ab", "w"]), st.floats(0, 10)),
    st.integers(1, 200),
)
def test_a_summary_always_fits(text: str, query: Mapping[str, float], limit: int) -> None:
    summary = summarise(text, query, limit=limit)
    assert len(plain(summary)) <= limit
    assert bool(summary) == bool(text)
    assert summary.count(EMPHASIS_ON) == summary.count(EMPHASIS_OFF)


def test_summaries_of_real_abstracts_are_whole_sentences(shared: Path) -> None:
    choose = random.Random(7)  # noqa: S311 - picks samples, keeps no secrets
    with gzip.open(shared / "data/iclr2026/iclr2026.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [readable(str(json.loads(line)["abstract"])) for line in islice(lines, 500)]
    cut = 0
    for text in texts:
        asked = choose.choice(text.split())
        summary = summarise(text, weights(asked))
        assert len(plain(summary)) <= 350
        cut += "…" in summary and "…" not in text
        if "…" not in summary:
            assert set(sentences(summary)) <= set(sentences(text))
    assert cut < len(texts) / 20


def test_one_sentence_beats_the_first_that_says_we_propose(shared: Path) -> None:
    path = shared / "data/tldr/scitldr_a_dev.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = list(items(lines))
    mine = [rouge(one_sentence(row.abstract), row.references) for row in rows]
    peer = [
        rouge(we_propose([plain(s) for s in sentences(readable(row.abstract))]), row.references)
        for row in rows
    ]
    for ours, theirs in zip(zip(*mine, strict=True), zip(*peer, strict=True), strict=True):
        assert sum(ours) > sum(theirs) + 0.01 * len(rows)
