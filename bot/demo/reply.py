"""A reply's components as text for a terminal."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from discord import ComponentType

Component = Mapping[str, Any]

_LINK = re.compile(r"\[([^\]\\]+)\]\(<?(https?://[^)\s>]+)>?\)")
_TIME = re.compile(r"(?<!\\)<t:(\d+)(?::\w)?>")
_BOLD = re.compile(r"(?<!\\)\*\*(.+?)(?<!\\)\*\*")
_EMPHASIS = re.compile(r"(?<![\\*])\*([^*]+?)(?<!\\)\*(?!\*)")
_BLOCK = re.compile(r"^(?:#{1,3}|-#|>)\s+", re.MULTILINE)
_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")


def as_text(components: Iterable[Component]) -> str:
    """Return what a person would read: texts, `[buttons]`, and links with their addresses."""
    text = "\n".join(line for part in components for line in _lines(part))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _lines(component: Component) -> Iterator[str]:
    match ComponentType(component["type"]):
        case ComponentType.text_display:
            yield _plain(component["content"])
        case ComponentType.action_row:
            yield "  ".join(map(_button, component["components"]))
        case ComponentType.section:
            lines = [line for part in component["components"] for line in _lines(part)]
            yield "\n".join(lines)
            yield f"{_button(component['accessory'])}\n"
        case ComponentType.separator:
            yield ""
        case ComponentType.container:
            for part in component["components"]:
                yield from _lines(part)
        case _:
            pass


def _button(button: Component) -> str:
    label = str(button.get("label") or button.get("placeholder") or "")
    if url := button.get("url"):
        return f"{label} {url}"
    return f"({label})" if button.get("disabled") else f"[{label}]"


def _plain(markdown: str) -> str:
    text = _LINK.sub(r"\1 \2", markdown)
    text = _TIME.sub(lambda found: _moment(int(found[1])), text)
    text = _EMPHASIS.sub(r"\1", _BOLD.sub(r"\1", _BLOCK.sub("", text)))
    return _ESCAPED.sub(r"\1", text).replace("\u200b", "")


def _moment(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
