"""What a person types, taken apart: `/paper find query: optimal transport year: 2026`.

An option is one of the command's names, a colon and a blank; `year:2026` without the blank stays
in the text, where it may be a part of a query. So does `BERT: ` of a title, but not what looks like
an option that the command does not have.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.papers.errors import UserError
from bot.papers.wording import say

_NAMED = re.compile(r"(?:^|(?<=\s))([\w-]+):(?=\s|$)")
ALIKE = 0.75
"""From which likeness on (0 to 1) a name is a slip of the pen: `yaer` for `year`."""


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
    text = text.strip()
    words = text.removeprefix("/").split()
    for count in (2, 1):
        command = " ".join(words[:count])
        if command in commands:
            rest = re.split(r"\s+", text.removeprefix("/").strip(), maxsplit=count)[count:]
            return Typed(command, _options(command, rest[0] if rest else "", commands))
    raise UserError(
        say(
            "There is no command like {text}. There are: {commands}.",
            text=text or "/",
            commands=", ".join(f"/{name}" for name in sorted(commands)),
        )
    )


def _options(command: str, rest: str, commands: Mapping[str, Sequence[str]]) -> dict[str, str]:
    names = commands[command]
    if not names:
        if rest:
            raise UserError(say("/{command} has no options. Leave them out.", command=command))
        return {}
    foreign = {name for others in commands.values() for name in others} - set(names)
    options: dict[str, str] = {}
    option, begin = "", 0
    for found in _NAMED.finditer(rest):
        name = found[1]
        if name in names:
            _keep(options, option, rest[begin : found.start()])
            option, begin = name, found.end()
            if name in options:
                raise UserError(say("{option}: stands there twice. Give it once.", option=name))
        elif found.start() == 0 or name in foreign or _slip(name, names):
            raise _no_option(command, name, names)
    _keep(options, option, rest[begin:])
    return _placed(command, options, names)


def _keep(options: dict[str, str], option: str, value: str) -> None:
    if option or value.strip():
        options[option] = value.strip()


def _slip(name: str, names: Sequence[str]) -> bool:
    return bool(difflib.get_close_matches(name, names, n=1, cutoff=ALIKE))


def _no_option(command: str, name: str, names: Sequence[str]) -> UserError:
    return UserError(
        say(
            "/{command} has no option {name}:. It has {options}. Where {name}: is part of the "
            "text, leave out the blank after it.",
            command=command,
            name=name,
            options=_list(names),
        )
    )


def _placed(command: str, options: dict[str, str], names: Sequence[str]) -> dict[str, str]:
    """Give the text before the first option's name to the command's first option."""
    before = options.pop("", "")
    if before and names[0] in options:
        raise UserError(
            say(
                "I do not understand “{text}” before {option}:. /{command} has the options "
                "{options}.",
                text=before,
                option=names[0],
                command=command,
                options=_list(names),
            )
        )
    return {names[0]: before, **options} if before else options


def _list(names: Sequence[str]) -> str:
    return ", ".join(f"{name}:" for name in names)
