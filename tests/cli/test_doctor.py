"""`doctor` on installations that are broken, one after the other; none is changed by it."""

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.library.instance import instance
from bot.search import columns
from tests.cli.conftest import Answer, Run, write_lines

Break = Callable[[Path, pytest.MonkeyPatch], None]
Things = dict[str, tuple[int, int, int]]


@pytest.fixture
def papers(run: Run, home: Path) -> Path:
    """An installation that is sound: two papers, starter papers set aside."""
    made = [{"title": f"On {word}", "abstract": f"We study {word}."} for word in ("ants", "bees")]
    assert run("import", write_lines(home / "papers.jsonl", made)).code == 0
    return home / "data"


def things(folder: Path) -> Things:
    """Everything below the folder, with what changes when it is written."""
    return {
        str(path.relative_to(folder)): (status.st_size, status.st_mtime_ns, status.st_mode)
        for path in folder.rglob("*")
        if (status := path.lstat())
    }


def named(answer: Answer, name: str) -> list[dict[str, Any]]:
    return [finding for finding in answer.document["findings"] if finding["name"] == name]


def _missing(data: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DATA_DIR", str(data / "deeper" / "still"))


def _a_file(data: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DATA_DIR", str(data / "papers.db"))


def _below_a_file(data: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DATA_DIR", str(data / "papers.db" / "data"))


def _unwritable(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DATA_DIR", "/proc")


def _torn(data: Path, _: pytest.MonkeyPatch) -> None:
    content = bytearray((data / "papers.db").read_bytes())
    content[4096:12288] = os.urandom(8192)
    (data / "papers.db").write_bytes(content)


def _cut(data: Path, _: pytest.MonkeyPatch) -> None:
    content = (data / "papers.db").read_bytes()
    (data / "papers.db").write_bytes(content[: len(content) // 2])


def _no_database(data: Path, _: pytest.MonkeyPatch) -> None:
    (data / "papers.db").write_text("This is no database, and never was one.\n" * 100)


def _of_another_program(data: Path, _: pytest.MonkeyPatch) -> None:
    (data / "papers.db").unlink()
    with closing(sqlite3.connect(data / "papers.db")) as database:
        database.execute("CREATE TABLE bookmarks (url)")


def _newer(data: Path, _: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(data / "papers.db")) as database:
        database.execute("PRAGMA user_version = 99")


def _folder_for_file(data: Path, _: pytest.MonkeyPatch) -> None:
    (data / "papers.db").rename(data / "elsewhere.db")
    (data / "papers.db").mkdir()


def _no_index(data: Path, _: pytest.MonkeyPatch) -> None:
    (data / "index" / "manifest.json").unlink()


def _cut_index(data: Path, _: pytest.MonkeyPatch) -> None:
    (path,) = (data / "index").glob("*.segment")
    path.write_bytes(path.read_bytes()[:-70])


def _changed_index(data: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(columns, "CHECKED", 0)  # as if every column were too large to be checked always
    (path,) = (data / "index").glob("*.segment")
    path.write_bytes(path.read_bytes().replace(b"bee", b"bew"))


def _index_behind(data: Path, _: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(data / "papers.db", isolation_level=None)) as database:
        database.execute("UPDATE counters SET value = value + 1 WHERE name = 'revision'")


def _index_is_a_file(data: Path, _: pytest.MonkeyPatch) -> None:
    (data / "index").rename(data / "index-of-before")
    (data / "index").write_text("")


def _half_restored(data: Path, _: pytest.MonkeyPatch) -> None:
    (data / ".restoring").mkdir()
    (data / ".restoring" / "plan").write_text("before-restore-1\n2026-12-01\n")


def _misspelt(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DATADIR", "elsewhere")


def _misspelt_in_a_file(data: Path, _: pytest.MonkeyPatch) -> None:
    (data.parent / ".env").write_text("PAPER_BOT_TOKEN=x\n")


def _unheard_of(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_XYZZY", "1")


def _wrong_value(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_STARTER", "sometimes")


def _port_zero(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_HEALTH_PORT", "0")


def _nobodys_home(data: Path, _: pytest.MonkeyPatch) -> None:
    (data.parent / ".env").write_text("PAPERBOT_HEALTH_PORT=x\n")


def _no_text(data: Path, _: pytest.MonkeyPatch) -> None:
    (data.parent / ".env").write_bytes(b"PAPERBOT_STARTER=\xff\xfe\n")


def _open_to_all(data: Path, _: pytest.MonkeyPatch) -> None:
    (data.parent / ".env").write_text('DISCORD_TOKEN="two\\nlines"\n')
    (data.parent / ".env").chmod(0o644)


def _two_lines(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DISCORD_TOKEN", "first.token\nsecond.token")


def _wrong_proxy(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PAPERBOT_DISCORD_TOKEN", "first.token")
    patch.setenv("https_proxy", "socks5://127.0.0.1:1")


def _from_tomorrow(data: Path, _: pytest.MonkeyPatch) -> None:
    tomorrow = time.time() + 86_400
    os.utime(data / "papers.db", (tomorrow, tomorrow))


class Broken(NamedTuple):
    """A fault, and the finding that tells of it."""

    spoil: Break
    name: str
    level: str
    says: str
    mend: str


BROKEN = [
    Broken(*each)
    for each in (
        (_missing, "data folder", "warning", "is not there yet", "PAPERBOT_DATA_DIR"),
        (_a_file, "data folder", "problem", "Not a directory", "PAPERBOT_DATA_DIR"),
        (_below_a_file, "data folder", "problem", "is no folder", "PAPERBOT_DATA_DIR"),
        (_unwritable, "data folder", "problem", "cannot be written", "PAPERBOT_DATA_DIR"),
        (_torn, "database", "problem", "damaged", "backup"),
        (_cut, "database", "problem", "damaged", "backup"),
        (_no_database, "database", "problem", "damaged or no database", "backup"),
        (_of_another_program, "database", "problem", "no database of Paperbot", "backup"),
        (_newer, "database", "problem", "newer version", "Install"),
        (_folder_for_file, "database", "problem", "cannot be used", "read and write"),
        (_no_index, "index", "warning", "no index", "builds it anew"),
        (_cut_index, "index", "warning", "damaged", "builds it anew"),
        (_changed_index, "index", "problem", "damaged", "remove"),
        (_index_behind, "index", "warning", "not at the last change", "brings it up"),
        (_index_is_a_file, "index", "problem", "is no folder", "remove"),
        (_half_restored, "restore", "warning", "was cut short", "the next command"),
        (_misspelt, "settings", "warning", "PAPERBOT_DATADIR (environment)", "PAPERBOT_DATA_DIR"),
        (_misspelt_in_a_file, "settings", "warning", "(.env)", "PAPERBOT_DISCORD_TOKEN"),
        (_unheard_of, "settings", "warning", "PAPERBOT_XYZZY", "Remove"),
        (_wrong_value, "settings", "problem", "PAPERBOT_STARTER cannot be used", "Mend"),
        (_port_zero, "settings", "problem", "PAPERBOT_HEALTH_PORT cannot be used", "Mend"),
        (_nobodys_home, "settings", "problem", "PAPERBOT_HEALTH_PORT cannot be used", ".env"),
        (_no_text, "settings", "problem", "not UTF-8", "Save"),
        (_open_to_all, "settings", "warning", "may read it", "chmod 600"),
        (_two_lines, "token", "problem", "a character that no token has", "Mend"),
        (_wrong_proxy, "token", "problem", "proxy", "Mend"),
        (_from_tomorrow, "clock", "problem", "was written later", "NTP"),
    )
]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.spoil.__name__.strip("_"))
def test_what_is_broken_is_said_with_its_mend_and_left_as_it_is(
    papers: Path, run: Run, monkeypatch: pytest.MonkeyPatch, broken: Broken
) -> None:
    broken.spoil(papers, monkeypatch)
    before = things(papers.parent)
    answer = run("doctor", "--json")
    assert things(papers.parent) == before
    document = answer.document
    assert set(document) == {"ok", "findings"}
    assert all(set(found) == {"name", "level", "says", "mend"} for found in document["findings"])
    assert all(found["mend"] for found in document["findings"] if found["level"] != "ok")
    (found,) = [found for found in named(answer, broken.name) if found["level"] != "ok"]
    assert found["level"] == broken.level
    assert broken.says in found["says"]
    assert broken.mend in found["mend"]
    sound = all(each["level"] != "problem" for each in document["findings"])
    assert (document["ok"], answer.code) == (sound, 0 if sound else 1)
    assert len({found["name"] for found in document["findings"]}) >= 7
    assert "second.token" not in answer.out


def test_a_sound_installation_without_a_token_is_in_order(papers: Path, run: Run) -> None:
    before = things(papers)
    answer = run("doctor")
    assert answer.code == 0
    assert things(papers) == before
    for text in ("It is sound and holds 2 papers.", "0 problems, 1 warning.", "`paperbot demo`"):
        assert text in answer.out
    assert not stat.S_ISDIR(papers.stat().st_mode) or "can be written" in answer.out


@pytest.fixture
def held(papers: Path) -> Iterator[sqlite3.Connection]:
    """The database as a running bot has it: what was written last is in the log beside it."""
    with closing(sqlite3.connect(papers / "papers.db", isolation_level=None)) as connection:
        connection.execute("INSERT INTO marks VALUES ('of', 'now')")
        yield connection


@pytest.mark.usefixtures("held")
def test_beside_a_running_bot_it_says_so_and_how_the_bot_is(papers: Path, run: Run) -> None:
    with instance(papers):
        before = things(papers)
        answer = run("doctor", "--json")
        assert things(papers).keys() == before.keys()
    assert [f["says"] for f in named(answer, "running bot")] == ["A bot runs on the data folder."]
    (health,) = named(answer, "health")
    assert (health["level"], answer.code) == ("problem", 1)
    assert "health.json" in health["says"]
    assert named(answer, "database")[0]["level"] == "ok"


def test_a_database_that_another_program_keeps_for_itself_is_said(
    papers: Path, held: sqlite3.Connection, run: Run
) -> None:
    held.execute("PRAGMA locking_mode = EXCLUSIVE")
    held.execute("INSERT INTO marks VALUES ('held', 'fast')")
    (found,) = named(run("doctor", "--json"), "database")
    assert (found["level"], papers.is_dir()) == ("problem", True)
    assert "is locked by another program" in found["says"]
