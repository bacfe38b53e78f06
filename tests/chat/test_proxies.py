import pytest

from bot.chat.proxies import proxy_for_discord
from bot.papers.errors import ConfigurationError


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http", "https", "no", "all"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name}_proxy".upper(), raising=False)


def test_without_one_in_the_environment_there_is_none() -> None:
    assert proxy_for_discord() is None


@pytest.mark.parametrize(
    ("named", "used"),
    [
        ("http://proxy.example:3128", "http://proxy.example:3128"),
        ("https://proxy.example", "https://proxy.example"),
        ("proxy.example:3128", "http://proxy.example:3128"),
        ("http://u:p@proxy.example:3128", "http://u:p@proxy.example:3128"),
    ],
)
def test_the_one_in_the_environment_is_used(
    monkeypatch: pytest.MonkeyPatch, named: str, used: str
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", named)
    assert proxy_for_discord() == used


@pytest.mark.parametrize("excepted", ["discord.com", "*", ".example,discord.com"])
def test_discord_can_be_excepted(monkeypatch: pytest.MonkeyPatch, excepted: str) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", excepted)
    assert proxy_for_discord() is None


@pytest.mark.parametrize("named", ["socks5://h:1", "http://h:notaport", "http://", "http://[::1"])
def test_one_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("HTTPS_PROXY", named.replace("://", "://user:hidden@"))
    with pytest.raises(ConfigurationError) as refused:
        proxy_for_discord()
    assert f"The proxy {named} cannot be used" in str(refused.value)
