from pathlib import Path

import pytest

from bot.cli.program import main
from bot.library.instance import instance


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*words, "run"])
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


pytestmark = pytest.mark.usefixtures("handlers")


@pytest.mark.parametrize("words", [(), ("--debug",)])
def test_a_token_with_a_line_break_inside_is_refused_in_a_sentence(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERBOT_DISCORD_TOKEN", "first.token\nsecond.token")
    said = complaint(capsys, *words)
    assert "holds a character that no token has" in said
    assert "second.token" not in said


def test_a_second_bot_is_refused_before_anything_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERBOT_DISCORD_TOKEN", "first.token.of.all")
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path / "data"))
    with instance(tmp_path / "data"):
        said = complaint(capsys)
    assert f"Another Paperbot runs on the data folder {tmp_path / 'data'}." in said
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["paperbot.lock"]


@pytest.mark.parametrize(
    ("name", "value"), [("PAPERBOT_LOG_LEVEL", "loud"), ("PAPERBOT_LOG_FORMAT", "xml")]
)
def test_a_log_setting_of_no_kind_says_so(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    for words in ((), ("--debug",)):
        assert f"The setting {name} cannot be used" in complaint(capsys, *words)
