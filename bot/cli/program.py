"""The program: its commands, and the one boundary where an error becomes a sentence."""

import importlib
import logging
import os
import sys
from collections.abc import Sequence

import click
from rich.console import Console

from bot.cli.verbosity import log_in_detail
from bot.papers.errors import PaperbotError

log = logging.getLogger(__name__)

COMMANDS = {
    "run": "bot.cli.run:run",
    "demo": "bot.cli.demo:demo",
    "find": "bot.cli.ask:find",
    "random": "bot.cli.ask:random_paper",
    "show": "bot.cli.ask:show",
    "similar": "bot.cli.ask:similar",
    "import": "bot.cli.intake:import_papers",
    "deliver": "bot.cli.deliver:deliver",
    "status": "bot.cli.status:status",
    "doctor": "bot.cli.doctor:doctor",
    "backup": "bot.cli.backup:backup",
    "restore": "bot.cli.backup:restore",
}
"""Where each command is; what it needs is imported when it is typed, and not before."""

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Program(click.Group):
    """Finds commands in COMMANDS."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names, as help lists them."""
        return sorted({*COMMANDS, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=Program, context_settings=CONTEXT)
@click.version_option(package_name="paperbot", prog_name="paperbot")
@click.option("--debug", is_flag=True, help="Log in detail, and show where an error came from.")
def program(*, debug: bool) -> None:
    """Find, read and share papers, at the command line and in Discord."""
    if debug:
        log_in_detail()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit: 0 done, 1 a failure in one sentence, 2 wrong usage."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        program.main(args=list(arguments), prog_name="paperbot", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _complain("Stopped. Whatever was finished before is kept.")
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone (`paperbot find x | head`): nothing is wrong and nobody listens.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except PaperbotError as error:
        _complain(str(error))
        sys.exit(1)
    except Exception as error:
        if "--debug" in arguments:
            log.exception("This should not have happened")
        _complain(
            f"Something went wrong that should not ({type(error).__name__}: {error}). "
            "Run it again as `paperbot --debug ...` and please report what it prints."
        )
        sys.exit(1)
    sys.exit(0)


def _complain(sentence: str) -> None:
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(sentence)
