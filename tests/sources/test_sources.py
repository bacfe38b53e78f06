import gzip
import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from bot.papers.errors import FormatUnknown, SourceError, SourceMissing, SourceUnreadable
from bot.papers.paper import Record, Status
from bot.sources.opening import open_source
from bot.sources.source import Item, Skipped


def read(path: Path, content: bytes | str, **wishes: str) -> tuple[str, list[Item]]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    source = open_source(str(path), **wishes)
    return source.format, list(source.items())


def records(items: Sequence[Item]) -> list[Record]:
    return [item for item in items if isinstance(item, Record)]


def one(path: Path, **fields: object) -> Record:
    _, items = read(path / "one.jsonl", json.dumps({"title": "T", **fields}) + "\n")
    [record] = records(items)
    return record


def test_fields_have_many_names(tmp_path: Path) -> None:
    names = {
        "abstract": ("abstract", "text"),
        "authors": ("author", "authors"),
        "url": ("site", "url"),
    }
    for abstract in names["abstract"]:
        assert one(tmp_path, **{abstract: "Some words."}).abstract == "Some words."
    for value in (["A B", "C D"], "A B; C D", [{"name": "A B"}, {"name": "C D"}]):
        for name in names["authors"]:
            assert one(tmp_path, **{name: value}).authors == ("A B", "C D"), value
    for name in names["url"]:
        assert one(tmp_path, **{name: "https://example.org/x"}).url == "https://example.org/x"


def test_ids_come_from_fields_and_links_and_an_unknown_id_is_only_its_origin(
    tmp_path: Path,
) -> None:
    record = one(
        tmp_path,
        _id="iclr2026-gG09r15HhQ",
        url="https://openreview.net/forum?id=gG09r15HhQ",
        arxiv="2401.00001v2",
        doi="https://doi.org/10.1038/ABC",
    )
    assert record.ids == {
        "arxiv": ("2401.00001",),
        "openreview": ("gG09r15HhQ",),
        "doi": ("10.1038/abc",),
    }
    assert record.origin == "iclr2026-gG09r15HhQ"
    assert one(tmp_path, id=17).ids == {}


def test_only_web_links_are_links(tmp_path: Path) -> None:
    for link in ("javascript:alert(1)", "file:///etc/passwd", "ftp://x.org/a", "not a link"):
        record = one(tmp_path, url=link, pdf=link, code=link)
        assert (record.url, record.pdf_url, record.code_url) == ("", "", ""), link


def test_venue_year_status_and_date_are_understood(tmp_path: Path) -> None:
    record = one(
        tmp_path, venue="ICLR 2026", status="Oral", published="2026-01-31", keywords="a; b"
    )
    assert (record.venue, record.year, record.status, record.decision) == (
        "ICLR",
        2026,
        Status.ORAL,
        "Oral",
    )
    assert record.published == date(2026, 1, 31)
    assert record.keywords == ("a", "b")


def test_a_named_venue_goes_to_records_that_have_none(tmp_path: Path) -> None:
    lines = '{"title": "A"}\n{"title": "B", "venue": "ICML", "year": 2024}\n'
    _, items = read(tmp_path / "a.jsonl", lines, venue="ICLR 2026")
    assert [(r.venue, r.year) for r in records(items)] == [("ICLR", 2026), ("ICML", 2024)]


@pytest.mark.parametrize("name", ["list.jsonl", "list.json", "list.txt", "list.gz", "list"])
def test_the_content_decides_and_not_the_name(tmp_path: Path, name: str) -> None:
    array = json.dumps([{"title": "A"}, {"title": "B"}]).encode()
    for content in (array, gzip.compress(array), b"\xef\xbb\xbf" + array):
        path = tmp_path / name
        path.write_bytes(content)
        source = open_source(str(path))
        assert [r.title for r in records(list(source.items()))] == ["A", "B"]
        assert source.format == "paperlists"


def test_an_array_within_an_object_is_read(tmp_path: Path) -> None:
    content = json.dumps({"count": 1, "papers": [{"title": "A"}]}, indent=1)
    assert [r.title for r in records(read(tmp_path / "a.json", content)[1])] == ["A"]


def test_a_plain_list_gets_venue_year_and_derived_titles(tmp_path: Path) -> None:
    first = (
        "Canonicalization is a widely used strategy in equivariant machine learning. "
        "In this paper, we introduce *adaptive canonicalization*, a general framework in which "
        "the canonicalization depends on the input and the network. We prove that it works."
    )
    second = (
        "Graphs have directions that networks forget. We propose the Directed Sheaf Network "
        "(DSN), which keeps them. Experiments on twelve benchmarks show that it does better."
    )
    _, items = read(tmp_path / "list.txt", f"NeurIPS 2024 论文列表\n\n{first}\n\n{second}\n")
    papers = records(items)
    assert [(p.venue, p.year, p.title_derived) for p in papers] == [("NeurIPS", 2024, True)] * 2
    assert "adaptive canonicalization" in papers[0].title.casefold()
    assert "sheaf" in papers[1].title.casefold()
    assert [p.abstract for p in papers] == [first, second]


def test_the_first_list_is_nineteen_papers_of_iclr_2026(shared: Path) -> None:
    source = open_source(str(next((shared / "seeds").glob("*.txt"))))
    papers = records(list(source.items()))
    assert len(papers) == 19
    assert {(p.venue, p.year) for p in papers} == {("ICLR", 2026)}
    assert all(p.title and p.title_derived and len(p.title) <= 120 for p in papers)
    assert len({p.title for p in papers}) == 19


@pytest.mark.parametrize("name", ["acml2014", "colm2025", "iclr2018", "kdd2023"])
def test_published_lists_are_read_without_a_loss(shared: Path, name: str) -> None:
    path = shared / "data/paperlists" / f"{name}.json"
    items = list(open_source(str(path)).items())
    assert len(items) == len(json.loads(path.read_text()))
    assert len(records(items)) == len(items)
    assert {r.year for r in records(items)} == {int(name[-4:])}


def test_what_cannot_be_used_is_skipped_with_its_place_and_reason(tmp_path: Path) -> None:
    lines = b'{"title": "A"}\n[1]\n{"year": 2020}\nnot json\n{"title": "B"}\n'
    _, items = read(tmp_path / "a.jsonl", lines)
    skipped = [item for item in items if isinstance(item, Skipped)]
    assert [item.where.rpartition(":")[2] for item in skipped] == ["line 2", "line 3", "line 4"]
    assert all(str(item.why) for item in skipped)
    assert [r.title for r in records(items)] == ["A", "B"]


@pytest.mark.parametrize(
    ("content", "kept", "error"),
    [
        (b"", 0, SourceUnreadable),
        (b"%PDF-1.7 ...", 0, SourceError),
        (b"PK\x03\x04 zip", 0, SourceError),
        (b"\x00\x01\x02\x03" * 99, 0, SourceError),
        (b"<html><body>hello</body></html>", 0, SourceError),
        (b'[{"title": "A"}, {"title": "B"', 1, SourceUnreadable),
        (b'{"title": "A"}\n{"title": "B', 1, SourceUnreadable),
        (gzip.compress(b'{"title": "A"}\n' * 9_999)[:-9], 1, SourceUnreadable),
    ],
)
def test_a_broken_file_gives_what_is_good_and_one_sentence(
    tmp_path: Path, content: bytes, kept: int, error: type[SourceError]
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    got: list[Item] = []
    with pytest.raises(error) as raised:
        got.extend(open_source(str(path)).items()) if not kept else keep(got, path)
    assert "broken.jsonl" in str(raised.value)
    assert len(records(got)) >= kept


def keep(got: list[Item], path: Path) -> None:
    for item in open_source(str(path)).items():
        got.append(item)  # noqa: PERF402 - what came before the fault counts


def test_deep_nesting_is_no_trap(tmp_path: Path) -> None:
    deep = b'{"title": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    _, items = read(tmp_path / "deep.jsonl", deep + b'{"title": "A"}\n')
    assert [r.title for r in records(items)] == ["A"]


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="nowhere"):
        open_source(str(tmp_path / "nowhere"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceUnreadable, match="empty"):
        list(open_source(str(tmp_path / "empty")).items())
    assert issubclass(FormatUnknown, SourceError)
