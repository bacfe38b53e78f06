"""Every command, button and autocomplete from its arrival to its answer.

Each gets an id, which stands on every line that is logged meanwhile and in what the person is told
of an unexpected error; how it ended, and how long it took, goes to the pulse.
"""

import asyncio
import logging
import secrets
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.pulse import Outcome, Pulse
from bot.chat.replies import Interaction
from bot.logs import REQUEST

_EXTRA = "paperbot request"
CANCELLING_S = 0.5
"""How long a request that is broken off may take to end."""

log = logging.getLogger(__name__)

Task = asyncio.Task[Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One that is under way: its id, and when it began by the pulse's ticks."""

    id: str
    began: float


class Requests:
    """Knows what is under way."""

    def __init__(self, pulse: Pulse) -> None:
        self._pulse = pulse
        self._under_way: dict[Task, Interaction] = {}

    def begin(self, interaction: Interaction) -> None:
        """Note that the current task answers the interaction; once for each of them."""
        request = Request(secrets.token_hex(4), self._pulse.ticks())
        interaction.extras[_EXTRA] = request
        REQUEST.set(request.id)
        task = asyncio.current_task()
        if task is not None and task not in self._under_way:
            self._under_way[task] = interaction
            task.add_done_callback(self._gone)
            self._pulse.under_way = len(self._under_way)

    def end(self, interaction: Interaction, outcome: Outcome) -> None:
        """Note how it ended; only the first end of a request counts."""
        request = interaction.extras.pop(_EXTRA, None)
        if not isinstance(request, Request):
            return
        REQUEST.set(request.id)
        name = name_of(interaction)
        seconds = self._pulse.ticks() - request.began
        self._pulse.answered(name, outcome, seconds)
        level = logging.INFO if outcome in {Outcome.OK, Outcome.TOLD} else logging.DEBUG
        log.log(level, "%s: %s in %.0f ms", name, outcome, seconds * 1000)

    async def finish(self, seconds: float) -> list[Interaction]:
        """Let what is under way come to its end; break off and return what has not by then."""
        tasks = set(self._under_way)
        if not tasks:
            return []
        _, late = await asyncio.wait(tasks, timeout=seconds)
        left = [self._under_way[task] for task in late]
        await _break_off(late)
        return left

    def _gone(self, task: Task) -> None:
        self._under_way.pop(task, None)
        self._pulse.under_way = len(self._under_way)


async def _break_off(tasks: AbstractSet[Task]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=CANCELLING_S)


def request_id() -> str:
    """Return the id of the current request, or a new one where none is under way."""
    return REQUEST.get() or secrets.token_hex(4)


def name_of(interaction: Interaction) -> str:
    """Return what was asked, for the log and for counting: never what a person typed."""
    if interaction.command is not None:
        name = f"/{interaction.command.qualified_name}"
        typing = interaction.type is discord.InteractionType.autocomplete
        return f"{name} (autocomplete)" if typing else name
    data = interaction.data or {}
    return ":".join(str(data.get("custom_id", interaction.type.name)).split(":")[:2])
