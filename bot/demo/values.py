"""What was typed for an option as what Discord would send: a channel, a role, a number, a yes."""

from typing import Any

from discord import AppCommandOptionType
from discord.app_commands import Parameter

from bot.demo.server import Server
from bot.papers.errors import UserError
from bot.papers.wording import say

YES, NO = {"true", "yes", "on"}, {"false", "no", "off"}


def value_of(option: Parameter, text: str, server: Server) -> Any:  # noqa: ANN401 - simcord's own type
    """Return the value.

    Raises:
        UserError: the option takes no such value.
    """
    match option.type:
        case AppCommandOptionType.integer:
            return _number(option, text)
        case AppCommandOptionType.boolean:
            return _yes_or_no(option, text)
        case AppCommandOptionType.channel:
            return _named(option, text, server.env.guild.channels, "#")
        case AppCommandOptionType.role:
            return _named(option, text, server.env.guild.roles, "@")
        case _:
            return text


def _number(option: Parameter, text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise UserError(
            say("{option}: takes a whole number, not “{value}”.", option=option.name, value=text)
        ) from error


def _yes_or_no(option: Parameter, text: str) -> bool:
    if text.casefold() in YES | NO:
        return text.casefold() in YES
    raise UserError(
        say("{option}: takes yes or no, not “{value}”.", option=option.name, value=text)
    )


def _named(option: Parameter, text: str, there: dict[str, Any], sign: str) -> Any:  # noqa: ANN401 - the same
    found = there.get(text.removeprefix(sign))
    if found is None:
        raise UserError(
            say(
                "{option}: takes one of {names}, not “{value}”.",
                option=option.name,
                names=", ".join(f"{sign}{name}" for name in there),
                value=text,
            )
        )
    return found
