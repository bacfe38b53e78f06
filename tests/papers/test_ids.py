from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.ids import arxiv_month, best_key, ids_in, parse_id


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2401.00001", ("arxiv", "2401.00001")),
        ("2401.00001v3", ("arxiv", "2401.00001")),
        ("arXiv:2401.00001v12", ("arxiv", "2401.00001")),
        ("https://arxiv.org/abs/2401.00001v2", ("arxiv", "2401.00001")),
        ("http://www.arxiv.org/pdf/2401.00001v2.pdf", ("arxiv", "2401.00001")),
        ("arxiv.org/html/2401.00001", ("arxiv", "2401.00001")),
        ("hep-th/9901001v2", ("arxiv", "hep-th/9901001")),
        ("math.GT/0309136", ("arxiv", "math/0309136")),
        ("https://arxiv.org/abs/hep-th/9901001", ("arxiv", "hep-th/9901001")),
        ("10.48550/arXiv.2401.00001", ("arxiv", "2401.00001")),
        ("https://openreview.net/forum?id=gG09r15HhQ", ("openreview", "gG09r15HhQ")),
        ("https://openreview.net/pdf?id=gG09r15HhQ", ("openreview", "gG09r15HhQ")),
        ("https://openreview.net/forum?noteId=x&id=gG09r15HhQ", ("openreview", "gG09r15HhQ")),
        ("gG09r15HhQ", ("openreview", "gG09r15HhQ")),
        ("openreview:gG09r15HhQ", ("openreview", "gG09r15HhQ")),
        ("10.1038/Nature14539", ("doi", "10.1038/nature14539")),
        ("doi:10.1038/nature14539", ("doi", "10.1038/nature14539")),
        ("https://doi.org/10.1038/nature14539", ("doi", "10.1038/nature14539")),
        ("https://dx.doi.org/10.1038/nature14539.", ("doi", "10.1038/nature14539")),
        ("2020.acl-main.1", ("acl", "2020.acl-main.1")),
        ("https://aclanthology.org/P19-1001/", ("acl", "P19-1001")),
        ("https://aclanthology.org/2020.acl-main.1.pdf", ("acl", "2020.acl-main.1")),
        ("pmid:29768149", ("pmid", "29768149")),
        ("optimal transport", None),
        ("transport", None),
        ("https://example.org/2401", None),
        ("", None),
    ],
)
def test_keys_ids_and_links_become_one_form(text: str, found: tuple[str, str] | None) -> None:
    assert parse_id(text) == found


def test_all_ids_in_links_are_found_once() -> None:
    found = ids_in(
        "https://arxiv.org/abs/2401.00001v1",
        "https://arxiv.org/pdf/2401.00001",
        "https://openreview.net/forum?id=gG09r15HhQ",
    )
    assert found == {"arxiv": ("2401.00001",), "openreview": ("gG09r15HhQ",)}


def test_the_key_is_the_best_id() -> None:
    ids = {"doi": ("10.1/x",), "local": ("0" * 16,), "arxiv": ("2401.00001", "2402.00002")}
    assert best_key(ids) == "arxiv:2401.00001"
    with pytest.raises(ValueError, match="without any id"):
        best_key({})


def test_an_arxiv_id_tells_its_month() -> None:
    assert arxiv_month("2402.00001") == date(2024, 2, 29)
    assert arxiv_month("hep-th/9912001") == date(1999, 12, 31)


@given(st.text())
def test_any_text_is_an_id_or_none(text: str) -> None:
    found = parse_id(text)
    assert found is None or parse_id(f"{found[0]}:{found[1]}") == found
