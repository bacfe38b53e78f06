"""What the documents promise is so."""

import json
import re
from pathlib import Path

import pytest
from pydantic_settings import BaseSettings

from bot.cli.program import COMMANDS
from bot.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
TEXT = {".py", ".md", ".toml", ".txt", ".jsonl", ".pot", ".example"}
EXAMPLE = (ROOT / ".env.example").read_text()


def files() -> list[Path]:
    """Everything that is ours: the folders of code and tests, and what lies at the top."""
    inside = (path for name in ("bot", "tests", ".ci") for path in (ROOT / name).rglob("*"))
    named = (ROOT / ".ci" / "run", ROOT / ".env.example", ROOT / ".gitignore")
    return [*named, *(p for p in (*inside, *ROOT.iterdir()) if p.suffix in TEXT and p.is_file())]


def test_the_example_lists_every_setting_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    listed = dict(re.findall(r"^(PAPERBOT_\w+)=(.*)$", EXAMPLE, re.MULTILINE))
    assert set(listed) == {f"PAPERBOT_{name.upper()}" for name in Settings.model_fields}
    for name in listed:
        monkeypatch.delenv(name, raising=False)
    example: BaseSettings = Settings(_env_file=ROOT / ".env.example")  # pyright: ignore[reportCallIssue] - pydantic-settings takes it
    plain: BaseSettings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue] - the same
    assert example == plain


def test_every_command_in_the_readme_exists() -> None:
    named = set(re.findall(r"`paperbot ([a-z]+)", README))
    named |= set(re.findall(r"^\$ (?:.*[|;/] ?)?paperbot ([a-z]+)", README, re.MULTILINE))
    named |= set(re.findall(r"docker .* paperbot ([a-z]+)", README))
    assert {"find", "import", "run", "status"} <= named
    assert named <= set(COMMANDS)


def test_every_setting_that_a_document_names_exists() -> None:
    known = {f"PAPERBOT_{name.upper()}" for name in Settings.model_fields}
    for name in ("README.md", "Dockerfile", "CHANGELOG.md"):
        named = set(re.findall(r"PAPERBOT_[A-Z_]+", (ROOT / name).read_text()))
        assert named, name
        assert named <= known, name


def test_the_image_is_built_from_what_is_there_and_may_enter() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
        assert f"!{name}" in ignored, name
    assert 'ENTRYPOINT ["paperbot"]' in dockerfile
    assert json.loads(re.findall(r"^CMD (.+)$", dockerfile, re.MULTILINE)[-1]) == ["run"]


def test_every_file_that_the_readme_links_to_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_first_two_shell_blocks_set_up_and_ask_and_set_up_and_test() -> None:
    first, second = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)[:2]
    assert "paperbot find" in first
    assert "tests.check" in second


def test_no_file_names_a_registry_or_a_place_on_somebodys_machine() -> None:
    hosts = ("pypi" + ".org", "python" + "hosted", "registry." + "npmjs", "deb." + "debian")
    places = ("/ho" + "me/", "/ro" + "ot/", "/wo" + "rk/")
    for path in files():
        text = path.read_text()
        for name in (*hosts, *places):
            assert name not in text, f"{path.name}: {name}"
