import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 - whatever the JSON holds
        """The one JSON document on stdout."""
        return json.loads(self.out)


Run = Callable[..., Answer]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to stand in, with its own data folder and no settings."""
    for name in [name for name in os.environ if name.startswith(("DISCORD_TOKEN", "PAPERBOT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(home: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command as a person would type it."""
    assert home.is_dir()

    def type_in(*words: str) -> Answer:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        return Answer(int(ended.value.code or 0), out, err)

    return type_in


def write_lines(path: Path, entries: Iterable[object]) -> str:
    """Write JSON lines and return the path as it is typed."""
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return str(path)
