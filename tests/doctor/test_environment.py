import pytest

from bot.doctor.environment import read_settings


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("PAPERBOT_DATADIR", "PAPERBOT_DATA_DIR"),
        ("PAPERBOT_DATA_DIRECTORY", "PAPERBOT_DATA_DIR"),
        ("paperbot_token", "PAPERBOT_DISCORD_TOKEN"),
        ("PAPER_BOT_HEALTHPORT", "PAPERBOT_HEALTH_PORT"),
        ("PAPERBOT_STRATER", "PAPERBOT_STARTER"),
        ("PAPERBOT_SHARED", None),
        ("PAPERBOT_", None),
    ],
)
def test_a_name_that_comes_near_is_suggested(
    monkeypatch: pytest.MonkeyPatch, name: str, near: str | None
) -> None:
    monkeypatch.setenv(name, "x")
    (found,) = [each for each in read_settings()[1] if f" {name} (" in str(each.says)]
    assert (near or "Remove it") in str(found.mend)


@pytest.mark.parametrize("name", ["PAPERBOT_STARTER", "paperbot_starter", "PAPERWORK_DIR"])
def test_a_name_that_is_known_or_not_ours_is_nothing_to_tell(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "auto")
    assert not [each for each in read_settings()[1] if name in str(each.says)]
