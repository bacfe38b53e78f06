"""The commands that a person types."""

import sys
from collections.abc import Sequence

STOPPED = 130
"""The exit code of a command that Ctrl-C has ended."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit: 0 done, 1 a failure in one sentence, 2 wrong usage."""
    try:
        # Ctrl-C comes during half a second of imports, too.
        from bot.cli import program  # noqa: PLC0415

        program.main(arguments)
    except KeyboardInterrupt:
        sys.exit(STOPPED)
