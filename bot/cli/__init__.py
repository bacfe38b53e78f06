"""The commands that a person types."""

from bot.cli.program import main

__all__ = ["main"]
