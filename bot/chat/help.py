"""`/help`: what the bot can do, what the library holds, how to search, how to invite it."""

from datetime import datetime
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ui import ActionRow, Button, LayoutView, Separator, TextDisplay

from bot.chat.answers import Answers
from bot.chat.cards import Card, card_of
from bot.chat.limits import LABEL
from bot.chat.markdown import cut, markdown
from bot.chat.reader import Reader
from bot.chat.replies import Interaction, answer
from bot.library.library import Library
from bot.library.state import State
from bot.papers.wording import say, say_count

VENUES = 8
"""How many of the largest venues are named."""

SCOPES = ("bot", "applications.commands")
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
)
"""What topics need in their channels; answers to commands need no permission at all."""


def help_command(library: Library, answers: Answers) -> app_commands.Command[Any, [], None]:
    """Return the command."""

    async def help_(interaction: Interaction) -> None:
        reader = answers.reader(interaction, private=True)
        making = _help(library, reader, interaction.application_id)
        await answer(interaction, making, private=True)

    return app_commands.Command(
        name="help",
        description=locale_str("What this bot can do, and what its library holds"),
        callback=help_,
    )


def invite_link(application: int) -> str:
    """Return where the bot can be added to a server or an account."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=SCOPES)


async def _help(library: Library, reader: Reader, application: int) -> Card:
    return help_card(await library.state(), reader, invite_link(application))


def help_card(state: State, reader: Reader, invite: str) -> Card:
    """Return the help, with what the library holds now."""
    who = say(
        "To search, nothing needs to be configured here. Topics are managed by people with Manage "
        "Channels in the channel. Where the commands may be used, people with Manage Server decide "
        "under Server Settings, Integrations; papers are added by whoever runs the bot."
    )
    add = reader.render(say("Add it to a server or to your account"))
    adding: Button[LayoutView] = Button(label=add[:LABEL], url=invite)
    return card_of(
        TextDisplay(_commands(reader)),
        Separator(),
        TextDisplay(_searching(reader)),
        Separator(),
        TextDisplay(_holdings(state, reader)),
        Separator(),
        TextDisplay(reader.says(who)),
        ActionRow(adding),
    )


def _commands(reader: Reader) -> str:
    lines = (
        (
            "/paper find",
            say("the papers that match, best first, five a page; Open shows one whole"),
        ),
        ("/paper random", say("one paper to read, out of all or out of a search")),
        ("/paper show", say("one paper by title, arXiv or OpenReview id or link, or DOI")),
        ("/paper similar", say("papers like one of them, or like an abstract that you paste")),
        ("/topic add", say("new papers on a subject for a channel, tested before it begins")),
        ("/topic status", say("how a server's topics do; /topic why tells it of one paper")),
    )
    title = reader.says(say("Papers, found and read here"))
    return "\n".join((f"## {title}", *(f"- **{c}** {reader.says(line)}" for c, line in lines)))


def _searching(reader: Reader) -> str:
    lines = (
        ("optimal transport", say("one of the words is enough; more of them rank higher")),
        ('"optimal transport"', say("the words side by side")),
        ("transport -traffic", say("without a word")),
        ("graph | tree", say("either of two")),
        ("title:attention author:vaswani", say("words of the title, names of authors")),
        ("venue:ICLR year:2022..2026", say("where and when; also since:2025-06")),
        ("status:oral has:code", say("what became of it; rejected and withdrawn ones are hidden")),
    )
    title = reader.says(say("How to search"))
    return "\n".join((f"### {title}", *(f"- `{q}` {reader.says(line)}" for q, line in lines)))


def _holdings(state: State, reader: Reader) -> str:
    title = reader.says(say("The library"))
    held = say_count(
        "{count} paper, {abstracts} with abstract",
        "{count} papers, {abstracts} with abstract",
        state.papers,
        abstracts=f"{state.with_abstract:,}",
    )
    lines = [f"### {title}", reader.says(held)]
    largest = sorted(state.venues.items(), key=lambda item: (-item[1], item[0]))
    named = [f"{markdown(cut(name, 40))} {count:,}" for name, count in largest if name][:VENUES]
    if named:
        more = len([name for name in state.venues if name]) - len(named)
        rest = say_count("and {count} more venue", "and {count} more venues", more)
        lines.append(" · ".join((*named, *([reader.says(rest)] if more else []))))
    if state.starter:
        lines.append(
            reader.says(
                say(
                    "These are starter papers with summaries of ours; they step aside as soon as "
                    "whoever runs this bot imports others with {command}."
                ),
                command="`paperbot import`",
            )
        )
    lines.append(f"-# {_freshness(state, reader)}")
    return "\n".join(lines)


def _freshness(state: State, reader: Reader) -> str:
    if not state.index_fresh:
        return reader.says(say("New papers are being taken up at this moment."))
    if state.last_added is None:
        return reader.says(say("Everything in the library can be found."))
    return reader.says(say("last import {when}"), when=_timestamp(state.last_added))


def _timestamp(moment: datetime) -> str:
    return discord.utils.format_dt(moment, "R")
