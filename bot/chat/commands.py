"""The commands as Discord is told of them: which ones it should have, and whether it has them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

Payload = Mapping[str, Any]


def wanted_commands(tree: app_commands.CommandTree[discord.Client]) -> list[Payload]:
    """Return the commands of the tree as they are sent."""
    return [command.to_dict(tree) for command in tree.get_commands()]


def fingerprint(commands: Sequence[Payload]) -> str:
    """Return what changes whenever anything about the commands does."""
    canonical = json.dumps(commands, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def mark_of(application: int | None) -> str:
    """Return the mark under which it is kept what an application was told last."""
    return f"commands:{application}"


def differences(wanted: Sequence[Payload], had: Sequence[Payload]) -> list[str]:
    """Return the names of commands that Discord lacks, has otherwise, or has and should not.

    Compared is what decides whether a command works: names, kinds, and which options are required.
    Discord fills in and may reword the rest.
    """
    ours, theirs = ({_name(c): _outline(c) for c in commands} for commands in (wanted, had))
    return sorted(name for name in ours | theirs if ours.get(name) != theirs.get(name))


def _name(command: Payload) -> str:
    return f"/{command['name']}" if command.get("type", 1) == 1 else str(command["name"])


def _outline(command: Payload) -> object:
    options: Sequence[Payload] = command.get("options") or ()
    return (
        command["name"],
        command.get("type", 1),
        bool(command.get("required")),
        bool(command.get("autocomplete")),
        tuple(_outline(option) for option in options),
    )
