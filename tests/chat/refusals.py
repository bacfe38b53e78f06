"""What Discord would refuse in a card, written down a second time and apart from the bot's own."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from bot.chat.cards import Card

Component = dict[str, Any]


def walk(component: Component) -> Iterator[Component]:
    yield component
    for child in component.get("components", []):
        yield from walk(child)
    if "accessory" in component:
        yield from walk(component["accessory"])


def texts(card: Card) -> list[str]:
    return [c["content"] for c in walk(card.to_component_dict()) if c["type"] == 10]


def buttons(card: Card) -> list[Component]:
    return [c for c in walk(card.to_component_dict()) if c["type"] == 2]


def refusals(card: Card) -> list[str]:
    """Return why Discord would refuse the card; empty where it takes it."""
    components = list(walk(card.to_component_dict()))
    shown = texts(card)
    why = [
        ("more than 40 components", len(components) > 40),
        ("more than 4,000 characters", sum(map(len, shown)) > 4_000),
        ("too many bytes", sum(len(text.encode()) + 12 for text in shown) > 10_170),
        ("an empty text", not all(text.strip() for text in shown)),
        ("two buttons with one id", _doubled(components)),
    ]
    pressable = [c for c in components if c["type"] == 2]
    why += [(f"a button: {c}", not _sound(c)) for c in pressable]
    rows = [c for c in components if c["type"] == 1]
    why += [("a row", not 1 <= len(row["components"]) <= 5) for row in rows]
    return [what for what, wrong in why if wrong]


def _doubled(components: list[Component]) -> bool:
    ids = [c["custom_id"] for c in components if c.get("custom_id")]
    return len(ids) != len(set(ids))


def _sound(button: Component) -> bool:
    if not 1 <= len(button.get("label") or "") <= 80:
        return False
    if button["style"] == 5:
        address = str(button["url"])
        parts = urlsplit(address)
        return len(address) <= 512 and parts.scheme in ("http", "https") and "." in parts.netloc
    return 1 <= len(button["custom_id"]) <= 100
