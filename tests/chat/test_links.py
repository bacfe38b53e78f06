import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.links import links, sound_url
from tests.chat.made import paper


def named(**fields: object) -> list[tuple[str, str]]:
    return [(str(link.label), link.url) for link in links(paper(**fields))]


def test_ids_become_links_each_once() -> None:
    assert named(
        ids={"arxiv": ("1706.03762",), "doi": ("10.1/a(b)",)},
        url="https://arxiv.org/abs/1706.03762v5",
    ) == [
        ("arXiv", "https://arxiv.org/abs/1706.03762v5"),
        ("PDF", "https://arxiv.org/pdf/1706.03762"),
        ("DOI", "https://doi.org/10.1/a%28b%29"),
    ]


def test_a_page_elsewhere_is_called_page() -> None:
    assert named(url="https://proceedings.mlr.press/v1/x.html")[0][0] == "Page"


@pytest.mark.parametrize(
    ("given_url", "sound"),
    [
        ("https://e.org/a b(c)<d>", "https://e.org/a%20b%28c%29%3Cd%3E"),
        ("https://e.org/%7Eann?q=ä#x", "https://e.org/%7Eann?q=%C3%A4#x"),
        ("HTTPS://E.org/100%", "https://e.org/100%25"),
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://e.org:8443/x", "https://e.org:8443/x"),
        ("javascript:alert(1)", None),
        ("https://localhost/x", None),
        ("https://e.org:999999/x", None),
        ("https://user:secret@e.org/x", "https://e.org/x"),
        ("http://[::1", None),
        ("", None),
        ("https://e.org/" + "x" * 512, None),
    ],
)
def test_only_sound_addresses_become_links(given_url: str, sound: str | None) -> None:
    assert sound_url(given_url) == sound


@given(st.text())
def test_any_text_is_an_address_or_none(text: str) -> None:
    for address in (text, f"https://{text}", f"https://e.org/{text}"):
        url = sound_url(address)
        assert url is None or (url.isascii() and not set(url) & set(' ()<>[]"') and len(url) <= 512)
