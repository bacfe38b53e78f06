"""One typed command, its reply as text."""

from collections.abc import Mapping
from typing import TypeVar

from discord import AppCommandOptionType, app_commands
from simcord import InteractionResult

from bot.chat.client import PaperbotClient
from bot.demo.reply import as_text
from bot.demo.server import Server, open_server
from bot.demo.typed import Typed, take_apart
from bot.library.opening import open_library
from bot.papers.errors import UserError
from bot.papers.wording import say
from bot.settings import Settings

LONGEST_OPTION = 6_000

T = TypeVar("T")


async def reply_to(settings: Settings, text: str) -> str:
    """Type a command as the member (on topics as the admin) and return what comes back.

    Raises:
        UserError: there is no such command, or an option is missing or unknown.
    """
    async with (
        open_library(settings.data_dir, starter=settings.starter) as library,
        open_server(library) as server,
    ):
        commands = _commands(server.client)
        typed = take_apart(text, {name: list(options) for name, options in commands.items()})
        _check(typed, commands[typed.command])
        given = {
            name: _given(server, commands[typed.command][name], value)
            for name, value in typed.options.items()
        }
        person = server.admin if typed.command.startswith("topic ") else server.member
        result = await person.slash(server.channel, typed.command, **given)
        return _said(result)


def _commands(client: PaperbotClient) -> dict[str, dict[str, app_commands.Parameter]]:
    return {
        command.qualified_name: {option.name: option for option in command.parameters}
        for command in client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }


def _check(typed: Typed, options: dict[str, app_commands.Parameter]) -> None:
    """Refuse what Discord would not send."""
    for name, option in options.items():
        if option.required and not typed.options.get(name):
            raise UserError(
                say(
                    "/{command} needs {option}: and a value, as in /{command} {option}: words.",
                    command=typed.command,
                    option=name,
                )
            )
        value = typed.options.get(name)
        if value is None:
            continue
        choices = {choice.name: str(choice.value) for choice in option.choices}
        if choices:
            if value not in choices:
                raise UserError(
                    say(
                        "{option}: takes {choices}, not “{value}”.",
                        option=name,
                        choices=", ".join(choices),
                        value=value,
                    )
                )
            typed.options[name] = choices[value]
        if len(value) > LONGEST_OPTION:
            raise UserError(
                say("{option}: takes at most {most} characters.", option=name, most=LONGEST_OPTION)
            )


def _given(server: Server, option: app_commands.Parameter, value: str) -> object:
    """Return what Discord sends for an option: a channel or role by its name, a number, a text."""
    kind = option.type
    if kind is AppCommandOptionType.channel:
        return _named(option.name, value, server.guild.channels)
    if kind is AppCommandOptionType.role:
        return _named(option.name, value, server.guild.roles)
    if kind is AppCommandOptionType.boolean:
        return _named(option.name, value, {"True": True, "False": False})
    if kind is AppCommandOptionType.integer:
        if not value.lstrip("-").isdecimal():
            raise UserError(
                say("{option}: takes a number, not “{value}”.", option=option.name, value=value)
            )
        return int(value)
    return value


def _named(option: str, value: str, known: Mapping[str, T]) -> T:
    if value.lstrip("#@") in known:
        return known[value.lstrip("#@")]
    raise UserError(
        say(
            "{option}: takes {choices}, not “{value}”.",
            option=option,
            choices=", ".join(known),
            value=value,
        )
    )


def _said(result: InteractionResult) -> str:
    messages = [result.response, *result.followups]
    return "\n\n".join(as_text(message.components) for message in messages if message is not None)
