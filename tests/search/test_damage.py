from collections.abc import Callable
from pathlib import Path

import pytest

from bot.papers.errors import IndexDamaged
from bot.search import manifest
from bot.search.index import Index
from bot.search.writer import IndexWriter
from tests.search.made import commit, paper


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-70])


def _garble(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[30] ^= 0xFF
    path.write_bytes(content)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("spoil", [_cut, _garble, _empty, Path.unlink])
@pytest.mark.parametrize("which", ["*.segment", "manifest.json"])
def test_a_spoiled_file_is_a_damaged_index(
    tmp_path: Path, which: str, spoil: Callable[[Path], None]
) -> None:
    folder = tmp_path / "index"
    commit(folder, [paper(1, "Graph")])
    (path,) = folder.glob(which)
    spoil(path)
    with pytest.raises(IndexDamaged):
        Index.open(folder)
    with IndexWriter.open(folder) as writer:
        assert writer.revision == 0 or spoil is _garble


@pytest.mark.parametrize("version", ["FORMAT", "ANALYSIS"])
def test_an_index_of_another_version_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    commit(tmp_path / "index", [paper(1, "Graph")])
    monkeypatch.setattr(manifest, version, 99)
    with pytest.raises(IndexDamaged, match="another version"):
        Index.open(tmp_path / "index")
