"""What Discord knows of the bot, and what of it should be mended."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import discord

from bot.chat.commands import differences, fingerprint, mark_of, wanted_commands
from bot.chat.help import NEEDED
from bot.chat.installing import find_installs, find_intents, find_invite, permission_names
from bot.chat.outages import OUTAGES, reason
from bot.chat.visit import Visitor
from bot.papers.finding import Finding, fine, problem, warning
from bot.papers.wording import say, say_count

PATIENCE_S = 30.0
"""discord.py tries for 25 seconds where Discord fails."""
OFF = timedelta(minutes=1)
MANY = 2_000
"""Servers; from 2,500 on Discord wants a bot to be split into shards, which this one cannot."""
FEW = 100
"""Sessions that should be left of the 1,000 a day."""
TOKEN, DISCORD, COMMANDS, SERVERS = "token", "discord", "commands", "servers"
SESSIONS, CLOCK = "sessions", "clock"

Marks = Mapping[str, str] | None


async def inspect_discord(
    visitor: Visitor, token: str, marks: Marks, *, patience: float = PATIENCE_S
) -> list[Finding]:
    """Log in and look around, for at most `patience` seconds.

    `marks` are those of the database, None where it cannot be read. Whatever was found before a
    failure is among what is returned.
    """
    findings: list[Finding] = []
    try:
        async with asyncio.timeout(patience):
            await visitor.login(token)
            await _look_around(visitor, marks, findings)
    except discord.LoginFailure:
        findings.append(_refused())
    except OUTAGES as error:
        findings.append(_unreachable(error))
    finally:
        await visitor.close()
    if visitor.ahead is not None:
        findings.append(find_clock_beside(visitor.ahead))
    return findings


async def _look_around(visitor: Visitor, marks: Marks, findings: list[Finding]) -> None:
    about = await visitor.about()
    findings.append(fine(TOKEN, say("Discord accepts it, as that of {name}.", name=about["name"])))
    findings += (*find_installs(about), find_intents(about), find_invite(about))
    findings.append(_commands(visitor, await visitor.commands(), marks))
    findings += find_servers(await visitor.servers(), NEEDED)
    sessions = await visitor.sessions()
    findings.append(find_sessions(sessions["remaining"], sessions["total"]))


def find_clock_beside(ahead: timedelta) -> Finding:
    """Say how far the clock is ahead of Discord's."""
    if abs(ahead) <= OFF:
        return fine(CLOCK, say("It agrees with Discord's."))
    minutes = f"{abs(ahead) / timedelta(minutes=1):,.0f}"
    mend = say("Set it; better, let the system keep it by NTP.")
    if ahead > timedelta():
        says = say("It is {minutes} minutes ahead of Discord's.", minutes=minutes)
    else:
        says = say("It is {minutes} minutes behind Discord's.", minutes=minutes)
    return warning(CLOCK, says, mend)


def find_servers(
    servers: Sequence[Mapping[str, Any]], needed: discord.Permissions
) -> list[Finding]:
    """Say in how many servers the bot is, and where it lacks a permission."""
    if not servers:
        says = say("It is in no server.")
        return [fine(SERVERS, says, say("Add it by the invite link, or use it on your account."))]
    counted = say_count("It is in {count} server.", "It is in {count} servers.", len(servers))
    findings = [fine(SERVERS, counted)]
    if len(servers) >= MANY:
        mend = say("Run another bot for more: from 2,500 on Discord refuses this one.")
        findings = [warning(SERVERS, counted, mend)]
    return findings + [
        warning(
            SERVERS,
            say("In {server} it lacks: {names}.", server=server["name"], names=lacking),
            say("Give its role these permissions in Server Settings, Roles."),
        )
        for server in servers
        if (lacking := _lacking(discord.Permissions(int(server["permissions"])), needed))
    ]


def _lacking(given: discord.Permissions, needed: discord.Permissions) -> str:
    if given.administrator:
        return ""
    return permission_names(discord.Permissions(needed.value & ~given.value))


def find_sessions(left: int, total: int) -> Finding:
    """Say how many sessions Discord still allows today."""
    says = say("{left} of {total} are left for today.", left=f"{left:,}", total=f"{total:,}")
    if left >= FEW:
        return fine(SESSIONS, says)
    return warning(
        SESSIONS,
        says,
        say(
            "See in the log why the bot connects so often; another program may use its token. "
            "Discord resets the token of a bot that asks for more."
        ),
    )


def _commands(visitor: Visitor, had: Sequence[Mapping[str, Any]], marks: Marks) -> Finding:
    wanted = wanted_commands(visitor.tree)
    differing = differences(wanted, had)
    start = say("Start the bot with `paperbot run`: it tells Discord of them.")
    if differing and not had:
        return warning(COMMANDS, say("Discord has none yet."), start)
    if differing:
        names = ", ".join(differing)
        return warning(
            COMMANDS, say("Discord has others than this version: {names}.", names=names), start
        )
    told = None if marks is None else marks.get(mark_of(visitor.application_id))
    if marks is not None and told != fingerprint(wanted):
        return fine(
            COMMANDS, say("Discord has them; their descriptions are renewed at the next start.")
        )
    return fine(COMMANDS, say("Discord has them as they should be."))


def _refused() -> Finding:
    return problem(
        TOKEN,
        say("Discord refuses it."),
        say(
            "Copy it again from the page Bot of your application at "
            "https://discord.com/developers/applications into PAPERBOT_DISCORD_TOKEN."
        ),
    )


def _unreachable(error: BaseException) -> Finding:
    return problem(
        DISCORD,
        say("Discord cannot be reached ({reason}).", reason=reason(error)),
        say(
            "Check the network, the name server and HTTPS_PROXY; https://discordstatus.com tells "
            "whether Discord has trouble. What it knows of the bot was not looked at."
        ),
    )
