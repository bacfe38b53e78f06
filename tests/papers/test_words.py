import gzip
import json
import unicodedata
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.words import QUESTION_WORDS, STOP_WORDS, analyse, spans

LETTERS = "aAsSxX019éßÅıﬁℓ₁²½ℱ𝒳β∇χς扩散モデル한국ﾊﾞ゛・🤗"
SIGNS = ".,-–_'’*#+:;$^(){}\\\"` \n\t\x00\x02\x03\x0e\x0f\x1c\x1f\x85\u2028"
UNSEEN = "\u0301\xad\u200b\u202e\ufeff\ufe0f"
ODD = st.text(LETTERS + SIGNS + UNSEEN)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Schrödinger", "Schrodinger"),
        ("Networks", "network"),
        ("matrices", "matrix"),
        ("vertices", "vertex"),
        ("analyses", "analysis"),
        ("analysing", "analyze"),
        ("hypotheses", "hypothesis"),
        ("optimisation", "optimization"),
        ("symmetries", "symmetric"),
        ("synchrony", "synchronized"),
        ("hierarchy", "hierarchical"),
        ("optimisers", "optimizer"),
        ("generalising", "generalizing"),
        ("colour", "color"),
        ("behavioural", "behavioral"),
        ("neighbourhood", "neighborhood"),
        ("modelling", "modeling"),
        ("unlabelled", "unlabeled"),
        ("supervised", "supervise"),
        ("denoising", "denoise"),
        ("LLMs", "LLM"),
        ("llms", "llm"),
        ("GPUs", "gpu"),
        ("LMs", "LM"),
        ("PDEs", "pde"),
        ("Newton's", "Newton"),
        ("model’s", "model"),
        ("ℓ₁", "l1"),
        ("l_1", "L1"),
        ("ℱ", "f"),
        ("ﬁne", "fine"),
        ("β-VAE", "beta-VAE"),
        ("χ²", "chi2"),
        ("ｄｉｆｆｕｓｉｏｎ", "diffusion"),
        ("over\xadfit\u200bting", "overfitting"),
        ("\x02over\x03fitting", "overfitting"),
        ("Bayes", "Bayesian"),
        ("e\u0301tale", "étale"),
    ],
)
def test_two_spellings_of_a_word_are_one(one: str, other: str) -> None:
    assert analyse(one) == analyse(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C"),
        ("C#", "C"),
        ("A*", "A"),
        ("vertical", "vertices"),
        ("noise", "noisy"),
        ("qwen2", "qwen2.5"),
        ("LMS", "LMs"),
        ("optical", "optimal"),
    ],
)
def test_words_that_differ_stay_apart(one: str, other: str) -> None:
    assert analyse(one) != analyse(other)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("self-supervised", ["self", "supervis"]),
        ("GPT-4 and gpt4", ["gpt", "4", "and", "gpt4"]),
        ("Qwen2.5-7B", ["qwen2.5", "7b"]),
        ("DINOv3, k-NN.", ["dinov3", "k", "nn"]),
        ("don't isn’t we're", ["dont", "isnt", "we"]),
        ("Δt", ["delta", "t"]),
        ("λόγος", ["λογοσ"]),
        ("扩散模型", ["扩散", "散模", "模型"]),
        ("图", ["图"]),
        ("GAN生成", ["gan", "生成"]),
        ("... -- 🤗 ()", []),
        ("", []),
        ("x" * 100, ["x" * 64]),
    ],
)
def test_a_text_is_a_row_of_terms(text: str, terms: list[str]) -> None:
    assert analyse(text) == terms


@given(ODD | st.text())
def test_spans_agree_with_the_terms(text: str) -> None:
    found = list(spans(text))

    assert [span.term for span in found] == analyse(text)
    assert all(0 <= span.start < span.end <= len(text) for span in found)
    assert [span.start for span in found] == sorted(span.start for span in found)


@given(ODD | st.text())
def test_a_term_is_one_word_without_marks(text: str) -> None:
    for term in analyse(text):
        assert term == "".join(term.split())
        assert 0 < len(term) <= 4 * 64
        assert not any(unicodedata.category(letter) == "Cc" for letter in term)


@given(st.lists(ODD))
def test_blanks_part_terms_and_nothing_else_depends_on_neighbours(texts: list[str]) -> None:
    joined = analyse(" ".join(texts))

    assert joined == [term for text in texts for term in analyse(text)]


@given(st.text(st.sampled_from("ab -é"), max_size=30), st.data())
def test_marks_of_emphasis_change_no_term(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))

    assert analyse(f"{text[:place]}\x02{text[place:]}\x03") == analyse(text)


def test_a_span_covers_the_part_of_a_hyphenated_word() -> None:
    text = "A Self-supervised Newton's method"

    assert [text[span.start : span.end] for span in spans(text)] == [
        "A",
        "Self",
        "supervised",
        "Newton's",
        "method",
    ]


def test_stop_words_are_terms() -> None:
    assert {"the", "thi", "doe", "dont"} <= STOP_WORDS
    assert {"paper", "studi", "which"} <= QUESTION_WORDS
    assert not STOP_WORDS & set(analyse("transport network learning r q"))


def test_spans_agree_with_the_terms_of_real_abstracts(shared: Path) -> None:
    corpus = shared / "data" / "iclr2026" / "iclr2026.jsonl.gz"
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        for line in islice(lines, 0, 20_000, 20):
            abstract = json.loads(line)["abstract"] or ""
            assert [span.term for span in spans(abstract)] == analyse(abstract)
