import gzip
import json
import time
import unicodedata
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.marks import emphasised, tidied
from bot.papers.text import (
    EMPHASIS_OFF,
    EMPHASIS_ON,
    code_link,
    plain,
    readable,
    readable_name,
    readable_title,
)

UGLY = st.text(alphabet="ab e.\\${}^_*`'\"~<>&;#-[]()/:\n\t\x02\x03\x0e\x80é—𝒪", max_size=120)


def em(text: str) -> str:
    return emphasised(text)


CASES = {
    "an *adaptive canonicalization* of inputs": f"an {em('adaptive canonicalization')} of inputs",
    "**USO**, a _new_ ***thing***": f"{em('USO')}, a {em('new')} {em('thing')}",
    "**F**ast *L*earner": "Fast Learner",
    "A* and D* search, 5 * 3, f(*, *)": "A* and D* search, 5 * 3, f(*, *)",
    "snake_case, `__init__` and `a*b*c`": "snake_case, __init__ and a*b*c",
    "*the $\\ell_1$ norm*": em("the ℓ₁ norm"),
    "optimal $x^*$ and $y^*$": "optimal x* and y*",
    "see [our page](https://a.org/x_y_z) now": "see our page (https://a.org/x_y_z) now",
    "at [https://a.org/b](https://a.org/b).": "at https://a.org/b.",
    "``quoted'' and `single' and ''both''": "“quoted” and ‘single’ and “both”",
    "a thing---quite---and 3--5, a -- b, --flag": "a thing—quite—and 3–5, a – b, --flag",
    "<i>New</i> H<sub>2</sub>O &amp; CO&lt;5": f"{em('New')} H₂O & CO<5",
    "<jats:p>Some text.</jats:p>": "Some text.",
    "the <eos> token, <-> and x<y>z": "the <eos> token, <-> and x<y>z",
    "represen-\ntation and real-\nworld": "representation and real-world",
    "represen- tation and real- world": "representation and real-world",
    "pre- and post-training": "pre- and post-training",
    "state-of-the-\nart, state-of- the-art": "state-of-the-art, state-of-the-art",
    "classi(cid:12)cation of struc(cid:173) tures": "classification of structures",
    "pro\x02vides an e\ufb03cient way": "provides an efficient way",
    "the robotâ\x80\x99s arm": "the robot’s arm",
    "L´evy and Schr¨odinger": "Lévy and Schrödinger",
    "a\u200bb\x00c\ud800": "abc",
    "one\r\n\r\n- two\n* three": "one • two • three",
    "10$ imes$ more extit{so}": f"10× more {em('so')}",
    '"Whole abstract, ""quoted""."': 'Whole abstract, "quoted".',
    'An abstract that ends badly."': "An abstract that ends badly.",
    '"Quoted" words first.': '"Quoted" words first.',
    "Abstract: We propose it.": "We propose it.",
    "Abstract argumentation is hard.": "Abstract argumentation is hard.",
    "time O(1/sqrt{t}) of $ I(X:Y|W), n $": "time O(1/√t) of I(X:Y|W), n",
    "as shown (\\cite{a}), by~\\citep{b}. It (DPO; \\cite{c})": "as shown, by. It (DPO)",
    "It costs $5 and $10.": "It costs $5 and $10.",
    "": "",
}


@pytest.mark.parametrize(("source", "text"), CASES.items())
def test_source_text_becomes_readable(source: str, text: str) -> None:
    assert readable(source) == text


def test_a_title_is_plain() -> None:
    assert (
        readable_title("{BERT}: *Pre*-training $\\ell_1$ & more") == "BERT: Pre-training ℓ₁ & more"
    )
    assert readable_title("M$^3$Ret: `New' Things\n") == "M³Ret: ‘New’ Things"


def test_a_name_keeps_its_signs() -> None:
    assert readable_name(r"Erd\H{o}s,  P{\'a}l") == "Erdős, Pál"
    assert readable_name("Conan O'Brien") == "Conan O'Brien"
    assert readable_name("Fran&ccedil;ois *") == "François *"


LINKS = [
    "https://github.com/some_one/a_b-c",
    "http://www.cs.uni.edu/~name/a%20b_c_d",
    "https://en.wikipedia.org/wiki/Tree_(graph)",
    "https://a.org/x?q=1&lang=en#part_2",
    "github.com/a_b/c__d",
]
FRAMES = ["{}", "at {}.", "({})", "*{}*", "_{}_", "see \\url{{{}}}, or", "<{}>", "“{}”", "``{}''"]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("frame", FRAMES)
def test_a_link_comes_through_whole(link: str, frame: str) -> None:
    text = plain(readable(f"Code is {frame.format(link)} and a_b *c* ~d"))
    assert link in text
    before, _, after = text.partition(link)
    assert before[-1] in " (“<"
    assert after[0] in " .),”>"


def test_a_link_escaped_for_tex_is_mended() -> None:
    assert readable(r"at \url{https://a.org/b\_c\%20d}.") == "at https://a.org/b_c%20d."
    assert readable("at https:// github.com/a/b") == "at https://github.com/a/b"


def test_the_first_link_to_code_is_the_code_link() -> None:
    models = "https://huggingface.co/a/m"
    assert code_link(f"See {models} and (https://github.com/a/b).") == "https://github.com/a/b"
    assert code_link(f"Only {models}.") == models
    assert code_link("at github.com/a/b_c.") == "https://github.com/a/b_c"
    assert code_link("at https://anonymous.4open.science/r/X-12/") == (
        "https://anonymous.4open.science/r/X-12/"
    )
    assert code_link("at https://example.org/github and/or so") is None


@given(UGLY | st.text(max_size=300))
def test_any_text_becomes_one_clean_line(source: str) -> None:
    text = readable(source)
    assert text.count(EMPHASIS_ON) == text.count(EMPHASIS_OFF)
    assert tidied(text) == text
    bare = plain(text)
    assert not any(unicodedata.category(char) in {"Cc", "Cs", "Co"} for char in bare)
    assert bare == bare.strip()
    assert readable_title(source) == bare
    readable_name(source)
    code_link(source)


@given(st.lists(st.sampled_from(["We", "propose", "a", "graph", "of", "learning,", "fast."])))
def test_readable_text_stays_as_it_is(words: list[str]) -> None:
    text = " ".join(words)
    assert readable(text) == text


@pytest.mark.parametrize(
    "part", ["$a_1$ ", "*a* ", "`a' ", "(a. A", "- a", "{", "\\x{", "a-\n", '"']
)
def test_a_megabyte_is_read_in_bounded_time(part: str) -> None:
    started = time.perf_counter()
    text = readable(part * (1_000_000 // len(part)))
    assert len(text) <= 220_000
    assert time.perf_counter() - started < 5


def test_real_abstracts_have_no_tex_left(shared: Path) -> None:
    with gzip.open(shared / "data/corpus/corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        sources = [str(json.loads(line)["abstract"]) for line in islice(lines, 0, 60_000, 20)]
    texts = [readable(source) for source in sources]
    assert not [text for text in texts if "\\" in text]
    assert not [text for text in texts if "**" in text and "***" not in text]
    with_dollar = [text for text in texts if "$" in text]
    assert len(with_dollar) < len(texts) // 200
    again = [source for source in texts if plain(readable(plain(source))) != plain(source)]
    assert len(again) <= len(texts) // 500


def test_the_seeds_read_as_their_authors_meant_them(shared: Path) -> None:
    text = "\n".join(path.read_text("utf-8") for path in (shared / "seeds").glob("*.txt"))
    readings = [readable(part) for part in text.split("\n\n")]
    assert any(em("adaptive canonicalization") in reading for reading in readings)
    assert any("Sheaf Laplacian L^ℱ̃, which" in reading for reading in readings)
    assert any(f"{em('derandomization')}" in reading for reading in readings)
    assert not any(set("$\\*{}`") & set(reading) for reading in readings)
