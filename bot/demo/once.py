"""One typed command, its reply as text."""

from discord import app_commands
from simcord import InteractionResult

from bot.chat.client import PaperbotClient
from bot.demo.reply import as_text
from bot.demo.server import open_server
from bot.demo.typed import Typed, take_apart
from bot.demo.values import value_of
from bot.library.opening import open_library
from bot.papers.errors import UserError
from bot.papers.wording import say
from bot.settings import Settings

LONGEST_OPTION = 6_000


async def reply_to(settings: Settings, text: str) -> str:
    """Type a command and return what comes back: as the member, what is on topics as the admin.

    Raises:
        UserError: there is no such command, or an option is missing or unknown.
    """
    async with (
        open_library(settings.data_dir, starter=settings.starter) as library,
        open_server(library) as server,
    ):
        commands = _commands(server.client)
        typed = take_apart(text, {name: list(options) for name, options in commands.items()})
        options = commands[typed.command]
        _check(typed, options)
        values = {
            name: value_of(options[name], text, server) for name, text in typed.options.items()
        }
        person = server.admin if typed.command.startswith("topic ") else server.member
        said = _said(await person.slash(server.channel, typed.command, **values))
        for name, channel in server.env.guild.channels.items():
            said = said.replace(channel.mention, f"#{name}")
        return said


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


def _said(result: InteractionResult) -> str:
    messages = [result.response, *result.followups]
    return "\n\n".join(as_text(message.components) for message in messages if message is not None)
