import gzip
import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.marks import EMPHASIS_OFF, EMPHASIS_ON, emphasised, plain
from bot.papers.sentences import sentences
from bot.papers.text import readable

# A bar stands where a sentence ends.
CASES = [
    "We study graphs.| They are hard.| Are they?| Yes!",
    "Models, e.g. BERT, i.e. Transformers (cf. Vaswani et al. 2017), work.| We show why.",
    "As in Fig. 3 and Figs. 4-5, Eq. (2) holds vs. Sec. 5.| It is new.",
    "Ho et al. [3] and Li et al. (2020) agree.| We follow Ho et al.| We also extend it.",
    "It reaches 97.3% on v1.0 and GPT-3.5.| Then it drops to 2.| That is all.",
    "The method of J. R. Smith and B. Mandelbrot is old.| A new one is ours.",
    "Two aims: (i) speed. and (ii) size.| Both are met.",
    "We do this: 1. We learn.| 2. We test.",
    "The U.S. Government uses it.| It is from the U.S.| The rest is ours.",
    "Samples are i.i.d. Gaussian, w.r.t. Lebesgue measure, etc. and so on.| We use it, etc.| So.",
    'They ask "What is it?" and "Why?".| "It works."| We agree.',
    "Code is at https://a.org/b.html.| See also github.com/A.b/C.d for more.",
    "It takes 5 ms.| Area MT.| See Prof. X and Dr. Y, Inc. in Vol. 3, No. 5, pp. 2-3.| Fine.",
    "It is fast.|We propose more.",
    "Sums like {1, . . . , n} or 1, 2, ... are fine.| Wait...| We see.",
    "nnU-Net is good.| nnU-Net is great.| iCaRL is.",
    "We win (see the appendix. It is long) by far.| We stop.",
    "Points:| • first one| • second one",
    "我们提出一种方法。|它很好！|真的吗？|是的",
    "Gains are 3.2x vs. 1.1x.| 3D models are used.| (ii) The second is here.",
    "See Appendix A.| We prove it.| C. elegans is a worm.",
]


@pytest.mark.parametrize("case", CASES)
def test_sentences_end_where_a_person_says(case: str) -> None:
    expected = [part.strip() for part in case.split("|")]
    assert sentences(case.replace("|", "")) == expected


def test_emphasis_stays_balanced_over_an_end() -> None:
    found = sentences(f"One {emphasised('two. Three. Four')} five. Six.")
    assert found == [
        f"One {emphasised('two.')}",
        emphasised("Three."),
        f"{emphasised('Four')} five.",
        "Six.",
    ]


def test_nothing_has_no_sentences() -> None:
    assert sentences("") == []
    assert sentences("   ") == []


@given(st.text(alphabet="aB1 .?!…()\"”'\x02\x03。•:;-", max_size=80))
def test_sentences_are_the_whole_text(source: str) -> None:
    text = readable(source)
    found = sentences(text)
    assert "".join("".join(map(plain, found)).split()) == "".join(plain(text).split())
    for sentence in found:
        assert sentence.count(EMPHASIS_ON) == sentence.count(EMPHASIS_OFF)
        assert plain(sentence).strip()


@pytest.mark.parametrize("part", ["(. A", "a.B", "e.g. ", '."', "1. "])
def test_long_texts_are_split_in_bounded_time(part: str) -> None:
    assert sentences(part * (200_000 // len(part)))


def test_sentences_of_real_abstracts_look_like_sentences(shared: Path) -> None:
    with gzip.open(shared / "data/iclr2026/iclr2026.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [readable(str(json.loads(line)["abstract"])) for line in islice(lines, 1000)]
    found = [sentence for text in texts for sentence in sentences(text)]
    assert 7 <= len(found) / len(texts) <= 9
    assert sum(len(plain(sentence)) < 15 for sentence in found) < len(found) / 500
    assert sum(plain(sentence)[0].islower() for sentence in found) < len(found) / 500
