"""The form behind "Change": filled in with what was proposed, read back from what Discord sends.

It is known by its custom id alone, so that it can be sent off after a restart as well.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import discord
from discord import ChannelType
from discord.ui import ChannelSelect, Label, Modal, RoleSelect, TextInput

from bot.chat.reader import Reader
from bot.chat.states import Form
from bot.papers.errors import UnusableOption
from bot.papers.options import LONGEST_QUERY, Options, read_most, read_when, written_when
from bot.papers.standing import Proposal
from bot.papers.wording import Wording, say

QUERY, WHEN, CHANNEL, MENTION, MOST = "query", "when", "channel", "mention", "most"
LABEL, DESCRIPTION = 45, 100
KINDS = [
    ChannelType.text,
    ChannelType.news,
    ChannelType.public_thread,
    ChannelType.private_thread,
    ChannelType.news_thread,
    ChannelType.forum,
]
"""The kinds of channels that take posts."""


class _Sent(Modal):
    """The form as Discord describes it: ids are strings there, and numbers in discord.py."""

    def to_dict(self) -> dict[str, Any]:
        payload = super().to_dict()
        for label in payload["components"]:
            for chosen in label["component"].get("default_values", ()):
                chosen["id"] = str(chosen["id"])
        return payload


def change_form(token: str, proposal: Proposal, reader: Reader, *, there: bool) -> Modal:
    """Return the form; `there` says whether its channel is. discord.py does not keep it."""
    form = _Sent(title=reader.render(say("Change the topic"))[:LABEL], custom_id=str(Form(token)))
    query: TextInput[Modal] = TextInput(
        custom_id=QUERY,
        style=discord.TextStyle.paragraph,
        default=proposal.query,
        max_length=LONGEST_QUERY,
    )
    when: TextInput[Modal] = TextInput(custom_id=WHEN, default=written_when(proposal))
    channel: ChannelSelect[Modal] = ChannelSelect(
        custom_id=CHANNEL,
        channel_types=KINDS,
        default_values=[_default(proposal.channel, discord.SelectDefaultValueType.channel)]
        if there
        else [],
    )
    role: RoleSelect[Modal] = RoleSelect(
        custom_id=MENTION,
        min_values=0,
        required=False,
        default_values=[_default(int(proposal.mention), discord.SelectDefaultValueType.role)]
        if proposal.mention
        else [],
    )
    most: TextInput[Modal] = TextInput(custom_id=MOST, default=str(proposal.most))
    example = say("now, daily 09:00, or weekly Monday 09:00; with a time zone: Europe/Berlin")
    fields: tuple[tuple[Wording, Wording | None, discord.ui.Item[Modal]], ...] = (
        (say("Query"), None, query),
        (say("When"), example, when),
        (say("Channel"), None, channel),
        (say("Role to mention"), None, role),
        (say("Papers a post, at most"), say("more at once become a digest"), most),
    )
    for label, description, item in fields:
        form.add_item(
            Label(
                text=reader.render(label)[:LABEL],
                description=reader.render(description)[:DESCRIPTION] if description else None,
                component=item,
            )
        )
    form.stop()
    return form


def read_form(components: object, before: Proposal) -> Options:
    """Return what was filled in, of what Discord sends; raises UnusableOption."""
    said = dict(_said(components))
    when = read_when(str(said.get(WHEN) or written_when(before)))
    mention = _first(said.get(MENTION), "")
    return Options(
        query=str(said.get(QUERY, before.query)),
        schedule=when.schedule,
        at=when.at,
        day=when.day,
        zone=when.zone,
        channel=int(_first(said.get(CHANNEL), str(before.channel))),
        mention=mention,
        most=read_most(str(said.get(MOST, before.most))),
    )


def _first(values: object, otherwise: str) -> str:
    """Return the one id that was chosen from a menu; raises UnusableOption."""
    given = [str(value) for value in cast("list[object]", values or [])]
    if not given:
        return otherwise
    if given[0].isdecimal() and len(given[0]) <= 20:
        return given[0]
    raise UnusableOption(say("This cannot be chosen here. Choose another one."))


def _said(component: object) -> Iterator[tuple[str, object]]:
    """Yield what stands in each field by its custom id, however deep Discord puts it."""
    if isinstance(component, list):
        for each in cast("list[object]", component):
            yield from _said(each)
    if isinstance(component, Mapping):
        fields = cast("Mapping[str, Any]", component)
        if "custom_id" in fields:
            yield str(fields["custom_id"]), fields.get("value", fields.get("values"))
        yield from _said(fields.get("components"))
        yield from _said(fields.get("component"))


def _default(number: int, kind: discord.SelectDefaultValueType) -> discord.SelectDefaultValue:
    return discord.SelectDefaultValue(id=number, type=kind)
