"""What a person types, taken apart: `/paper find query: optimal transport year: 2026`.

An option is one of the command's names, a colon and a blank; `year:2026` without the blank stays
in the text, where it may be a part of a query.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.papers.errors import UserError
from bot.papers.wording import say


@dataclass(frozen=True, slots=True)
class Typed:
    """A command and its options as they were typed."""

    command: str
    options: dict[str, str]


def take_apart(text: str, commands: Mapping[str, Sequence[str]]) -> Typed:
    """Read a typed command; `commands` has the options of each by its full name, without the slash.

    Text before the first option's name belongs to the command's first option.

    Raises:
        UserError: there is no such command, or it has no such option.
    """
    words = text.strip().removeprefix("/").split()
    for count in (2, 1):
        command = " ".join(words[:count])
        if command in commands:
            rest = re.split(r"\s+", text.strip(), maxsplit=count)[count:]
            return Typed(command, _options(command, rest[0] if rest else "", commands[command]))
    raise UserError(
        say(
            "There is no command like {text}. There are: {commands}.",
            text=text.strip() or "/",
            commands=", ".join(f"/{name}" for name in sorted(commands)),
        )
    )


def _options(command: str, rest: str, names: Sequence[str]) -> dict[str, str]:
    if not names and rest:
        raise UserError(say("/{command} has no options. Leave them out.", command=command))
    known = "|".join(map(re.escape, names)) or "(?!)"
    before, *parts = re.split(rf"(?:^|(?<=\s))({known}):(?:\s+|$)", rest)
    options = {name: value.strip() for name, value in zip(parts[::2], parts[1::2], strict=True)}
    if before.strip() and names[0] not in options:
        options[names[0]] = before.strip()
    elif before.strip():
        raise UserError(
            say(
                "I do not understand “{text}” before {option}:. /{command} has the options "
                "{options}.",
                text=before.strip(),
                option=names[0],
                command=command,
                options=", ".join(f"{name}:" for name in names),
            )
        )
    return options
