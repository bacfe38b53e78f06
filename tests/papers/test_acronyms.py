import pytest

from bot.papers.acronyms import definitions


@pytest.mark.parametrize(
    ("text", "short", "words"),
    [
        ("We use optimal transport (OT) here.", "ot", "optimal transport"),
        ("Large language models (LLMs) grow.", "llm", "Large language models"),
        ("By self-supervised learning (SSL) we", "ssl", "self-supervised learning"),
        ("a mixture of experts (MoE) layer", "moe", "mixture of experts"),
        ("the in-context learning (ICL) of", "icl", "in-context learning"),
        ("variational autoencoder (VAE) is", "vae", "variational autoencoder"),
        ("low-rank adaptation (LoRA; Hu et al.)", "lora", "low-rank adaptation"),
        ("out-of-distribution (OOD) data", "ood", "out-of-distribution"),
        ("We train. Graph neural networks (GNNs)", "gnn", "Graph neural networks"),
    ],
)
def test_a_short_form_is_found_with_the_words_before_it(text: str, short: str, words: str) -> None:
    (found,) = definitions(text)

    assert (found.short, found.words) == (short, words)


@pytest.mark.parametrize(
    "text",
    [
        "as shown (Figure 2) and (left)",
        "in a large sample (N) of people",
        "we (OT) begin",
        "nothing before it. (OT)",
        "((((OT",
        "(OT)",
        "optimal transport (see below)",
        "of the (OT)",
        "",
    ],
)
def test_what_introduces_nothing_is_left(text: str) -> None:
    assert list(definitions(text)) == []
