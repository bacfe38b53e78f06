import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.library.instance import LOCK, instance, is_running
from bot.papers.errors import AlreadyRunning, SourceUnreadable

HOLD = """
import asyncio, sys, time
from pathlib import Path
from bot.library.instance import instance
from bot.library.workers import open_workers

async def main():
    with instance(Path(sys.argv[1])), open_workers(1) as workers:
        await workers.run(time.sleep, 0)
        print("held", flush=True)
        await workers.run(time.sleep, 60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_one_bot_runs_on_a_folder_and_the_next_after_it(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    assert not is_running(folder)
    assert not folder.exists()
    for _ in range(2):
        with instance(folder):
            assert is_running(folder)
            with pytest.raises(AlreadyRunning, match=str(folder)), instance(folder):
                pytest.fail("two at once")
            with instance(tmp_path / "other"):
                assert is_running(tmp_path / "other")
        assert not is_running(folder)


def test_an_error_inside_lets_go(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), instance(tmp_path):
        raise ZeroDivisionError
    assert not is_running(tmp_path)


def test_who_looks_leaves_nothing_behind(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_kill_frees_the_folder_at_once_though_a_worker_was_at_it(tmp_path: Path) -> None:
    script = tmp_path / "hold.py"
    script.write_text(HOLD)
    folder = tmp_path / "data"
    with subprocess.Popen(  # noqa: S603 - this very Python
        [sys.executable, str(script), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert is_running(folder)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        began = time.monotonic()
        with instance(folder):
            assert time.monotonic() - began < 0.5


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_says_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SourceUnreadable, match="cannot be written"), instance(tmp_path):
        pytest.fail("written")
    tmp_path.chmod(0o700)


def test_a_lock_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / LOCK).mkdir()
    with pytest.raises(SourceUnreadable, match="cannot be written"), instance(tmp_path):
        pytest.fail("locked")
    with pytest.raises(SourceUnreadable, match="cannot be written"):
        is_running(tmp_path)


def test_a_folder_that_is_a_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SourceUnreadable, match="cannot be made"), instance(tmp_path / "file"):
        pytest.fail("made")
