"""Backup and restore of real folders, whole, damaged, and killed on the way."""

import gzip
import io
import os
import signal
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest

from bot.library.archive import DATABASE, MANIFEST, describe, write_archive
from bot.library.backup import back_up, restore
from bot.library.instance import instance
from bot.library.opening import Places, open_library, open_store
from bot.library.swap import STAGING, Swap
from bot.papers.errors import (
    AlreadyRunning,
    DiskFull,
    LibraryBusy,
    PaperbotError,
    SourceMissing,
    SourceUnreadable,
    StoreDamaged,
    StoreTooNew,
)
from bot.papers.grammar import read
from bot.search.writer import IndexWriter
from tests.chat.shelf import open_shelf

ROOT = Path(__file__).parents[2]


def now() -> datetime:
    return datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A data folder with papers, an index, a stored search and a mark."""
    place = tmp_path / "data"
    async with open_shelf(place, now) as library:
        await library.remember("optimal transport")
        await library.store.notes.set_meta("mark", "kept")
    return place


@pytest.fixture
def backup(folder: Path, tmp_path: Path) -> Path:
    file = tmp_path / "backup.tar.gz"
    back_up(folder, file)
    return file


def tables(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table."""
    connection = sqlite3.connect(Places(folder).database)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema")]
    found: dict[str, list[tuple[object, ...]]] = {}
    for name in names:
        is_table = connection.execute(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", (name,)
        ).fetchone()
        if is_table:
            found[name] = sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)  # noqa: S608 - its own names
    connection.close()
    return found


async def answers(folder: Path) -> list[object]:
    async with open_library(folder, starter="never") as library:
        found = await library.find(read("optimal transport"), per_page=50)
        return [found.total, [(each.paper, each.score, each.summary) for each in found.results]]


async def test_an_empty_folder_holds_after_a_restore_what_was_backed_up(
    folder: Path, backup: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    restored = restore(other, backup)
    assert restored.kept is None
    assert tables(other) == tables(folder)
    assert await answers(other) == await answers(folder)
    assert sorted(path.name for path in other.iterdir()) == ["index", "paperbot.lock", "papers.db"]


async def test_what_was_there_before_is_kept(folder: Path, backup: Path) -> None:
    async with open_store(folder) as store:
        await store.notes.set_meta("mark", "newer")
    before = tables(folder)
    restored = restore(folder, backup)
    assert restored.kept is not None
    assert tables(restored.kept) == before
    async with open_store(folder) as store:
        assert await store.notes.get_meta("mark") == "kept"
    assert (await answers(folder))[0] == 18


async def test_a_backup_is_made_while_others_write(folder: Path, tmp_path: Path) -> None:
    async with open_store(folder) as store:
        with instance(folder), IndexWriter.open(Places(folder).index):
            await store.notes.set_meta("mark", "in the log, not yet in the file")
            back_up(folder, tmp_path / "running.tar.gz")
    restore(tmp_path / "other", tmp_path / "running.tar.gz")
    async with open_store(tmp_path / "other") as store:
        assert await store.notes.get_meta("mark") == "in the log, not yet in the file"


def test_a_file_is_overwritten_only_when_told_to(folder: Path, backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(SourceUnreadable, match="already"):
        back_up(folder, backup)
    assert backup.read_bytes() == before
    back_up(folder, backup, overwrite=True)
    with pytest.raises(SourceUnreadable, match="is a folder"):
        back_up(folder, folder)


def test_there_is_nothing_to_back_up_or_to_restore(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="no library"):
        back_up(tmp_path / "none", tmp_path / "file")
    with pytest.raises(SourceMissing, match="There is no file"):
        restore(tmp_path / "data", tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_a_restore_waits_for_nobody(folder: Path, backup: Path) -> None:
    before = tables(folder)
    with instance(folder), pytest.raises(AlreadyRunning):
        restore(folder, backup)
    with IndexWriter.open(Places(folder).index), pytest.raises(LibraryBusy):
        restore(folder, backup)
    assert tables(folder) == before


def member(name: str, data: bytes, **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


def tar_of(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return held.getvalue()


def manifest(backup: bytes) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(backup)) as archive:
        file = archive.extractfile(MANIFEST)
        assert file is not None
        return file.read()


def with_field(backup: bytes, **fields: object) -> bytes:
    return orjson.dumps(orjson.loads(manifest(backup)) | fields)


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut in half": lambda whole: whole[: len(whole) // 2],
    "cut near its end": lambda whole: whole[: -len(whole) // 10],
    "not gzip": lambda _: b"PK\x03\x04" * 400,
    "gzip of something else": lambda _: gzip.compress(b"hello" * 1000),
    "a changed byte": lambda whole: whole[:-500] + bytes([whole[-500] ^ 255]) + whole[-499:],
    "a way out": lambda whole: tar_of(member("../../out", manifest(whole))),
    "an absolute path": lambda whole: tar_of(member("/out", manifest(whole))),
    "a link": lambda whole: tar_of(
        member(MANIFEST, manifest(whole)),
        member(DATABASE, b"", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    ),
    "a database larger than stated": lambda whole: tar_of(
        member(MANIFEST, with_field(whole, bytes=3)), member(DATABASE, b"x" * 100_000)
    ),
    "another database than stated": lambda whole: tar_of(
        member(MANIFEST, with_field(whole, bytes=3)), member(DATABASE, b"xyz")
    ),
    "a manifest that is none": lambda _: tar_of(member(MANIFEST, b"[1]")),
    "a manifest with a word for a number": lambda whole: tar_of(
        member(MANIFEST, with_field(whole, bytes="many"))
    ),
    "no database": lambda whole: tar_of(member(MANIFEST, manifest(whole))),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_backup_touches_nothing(
    folder: Path, backup: Path, tmp_path: Path, name: str
) -> None:
    before = tables(folder)
    backup.write_bytes(BROKEN[name](backup.read_bytes()))
    with pytest.raises(SourceUnreadable, match="no whole backup"):
        restore(folder, backup)
    assert tables(folder) == before
    assert not (folder / STAGING).exists()
    assert not (tmp_path.parent / "out").exists()


def test_a_newer_backup_says_so(folder: Path, backup: Path) -> None:
    whole = backup.read_bytes()
    backup.write_bytes(tar_of(member(MANIFEST, with_field(whole, format=99))))
    with pytest.raises(SourceUnreadable, match="newer version"):
        restore(folder, backup)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [("PRAGMA user_version = 999", StoreTooNew), ("", StoreDamaged)],
)
def test_a_database_that_cannot_serve_is_not_put_in(
    folder: Path, tmp_path: Path, statement: str, kind: type[PaperbotError]
) -> None:
    bad = tmp_path / "bad.db"
    if statement:
        connection = sqlite3.connect(bad)
        connection.execute(statement)
        connection.close()
    else:
        bad.write_bytes(b"no database at all" * 500)
    file = tmp_path / "bad.tar.gz"
    write_archive(file, bad, describe(bad, schema=1, papers=0))
    before = tables(folder)
    with pytest.raises(kind):
        restore(folder, file)
    assert tables(folder) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from bot.library import archive, backup, swap

done = 0
def dies(event, arguments):
    global done
    if event in ("os.rename", "os.mkdir", "os.remove", "open", "shutil.rmtree"):
        place = str(arguments[0]) + " " + str(arguments[1] if len(arguments) > 1 else "")
        if "WATCHED" in place:
            done += 1
            if done == int(sys.argv[3]):
                os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(dies)
getattr(backup, sys.argv[4])(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def killed(code: str, folder: Path, file: Path, step: int, what: str) -> bool:
    """Run it in a process that kills itself at a step; return whether it got so far."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code, str(folder), str(file), str(step), what],
        cwd=ROOT,
        env=os.environ,
        check=False,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode in {0, -signal.SIGKILL}, done.stderr
    return done.returncode != 0


async def test_a_restore_killed_at_any_step_leaves_the_old_or_the_new(
    folder: Path, backup: Path
) -> None:
    async with open_store(folder) as store:
        await store.notes.set_meta("mark", "old")
    code = KILLED.replace("WATCHED", str(folder))
    seen: set[str | None] = set()
    step = 0
    while True:
        step += 1
        went_on = killed(code, folder, backup, step, "restore")
        async with open_store(folder) as store:
            mark = await store.notes.get_meta("mark")
            assert mark in {"old", "kept"}
            assert (await store.shelf.counts()).papers > 0
            seen.add(mark)
            await store.notes.set_meta("mark", "old")
        assert not (folder / STAGING / "plan").exists()
        if not went_on:
            break
    assert step > 8
    assert seen == {"old", "kept"}


def test_a_backup_killed_at_any_step_leaves_no_half_file(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "backups"
    place.mkdir()
    file = place / "backup.tar.gz"
    code = KILLED.replace("WATCHED", str(place))
    step = 1
    while killed(code, folder, file, step, "back_up"):
        if file.exists():
            restore(tmp_path / f"check-{step}", file)
            file.unlink()
        step += 1
    assert step > 3
    assert [path.name for path in place.iterdir()] == ["backup.tar.gz"]
    restore(tmp_path / "check", file)


def test_a_full_disk_is_a_sentence_and_leaves_no_litter(folder: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")
    database = Places(folder).database
    with pytest.raises(OSError, match="No space"):
        write_archive(full, database, describe(database, schema=1, papers=0))
    small = folder.parent / "small"
    small.mkdir()
    limit = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (20_000, 20_000)); "
    ignore = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code = (
        f"{limit}{ignore}from pathlib import Path; from bot.library.backup import back_up; "
        f"back_up(Path({str(folder)!r}), Path({str(small / 'b.tar.gz')!r}))"
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "bot.papers.errors" in done.stderr.splitlines()[-1]
    assert list(small.iterdir()) == []


def test_no_room_is_told_apart(folder: Path, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Swap) -> Path:
        raise OSError(28, "No space left on device", str(self.staged))

    monkeypatch.setattr(Swap, "begin", full)
    with pytest.raises(DiskFull, match="No space is left"):
        restore(folder, backup)
