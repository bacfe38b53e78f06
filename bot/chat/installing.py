"""An application as Discord's developer portal has it: how it is installed, what it may receive."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.chat.help import NEEDED, SCOPES, invite_link
from bot.papers.finding import Finding, fine, problem, warning
from bot.papers.wording import Wording, say

INSTALL, INTENTS, INVITE = "install settings", "intents", "invite link"
PORTAL = "https://discord.com/developers/applications"
GUILD, USER = "0", "1"
UNUSED = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}
"""Privileged intents by their names in the portal, and the flags that say that they are on."""
RENAMED = {"read_messages": "view_channels"}
"""Where discord.py keeps a name of old."""

About = Mapping[str, Any]


def find_installs(about: About) -> Iterator[Finding]:
    """Say whether people can install the application on servers and on their accounts."""
    faults = [*_faults(about)]
    if faults:
        yield from faults
    else:
        says = say("It can be installed on servers and on people's own accounts.")
        yield fine(INSTALL, says)


def find_intents(about: About) -> Finding:
    """Say that no privileged intent is needed, and which ones are on."""
    flags = discord.ApplicationFlags._from_value(int(about["flags"]))  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - its own makers do so
    on = [name for name, bits in UNUSED.items() if any(getattr(flags, bit) for bit in bits)]
    if not on:
        return fine(INTENTS, say("None that is privileged is needed, and none is on."))
    return fine(
        INTENTS,
        say("None that is privileged is needed; on are: {names}.", names=", ".join(on)),
        say(
            "Switch them off on the page {page}, unless another program needs them.",
            page=_page(about, "bot"),
        ),
    )


def find_invite(about: About) -> Finding:
    """Give the link with just the permissions and scopes that the bot needs."""
    link = invite_link(int(about["id"]))
    if about.get("bot_public", True):
        return fine(INVITE, say("It is added to a server or an account at {link}", link=link))
    return fine(INVITE, say("Its owner, nobody else, can add it to a server at {link}", link=link))


def permission_names(permissions: discord.Permissions) -> str:
    """Return the names of permissions, as the portal and the server settings have them."""
    names = (name for name, given in permissions if given)
    return ", ".join(RENAMED.get(name, name).replace("_", " ").title() for name in names)


def _faults(about: About) -> Iterator[Finding]:
    page = _page(about, "installation")
    if about.get("interactions_endpoint_url"):
        yield problem(
            INSTALL,
            say(
                "Discord sends commands to {address}, and none to this bot.",
                address=about["interactions_endpoint_url"],
            ),
            say(
                "Empty the field Interactions Endpoint URL on the page {page}.",
                page=_page(about, "information"),
            ),
        )
    if about.get("bot_require_code_grant"):
        yield problem(
            INSTALL,
            say("Its setting Requires OAuth2 Code Grant keeps everybody from adding the bot."),
            say("Switch it off on the page {page}.", page=_page(about, "bot")),
        )
    config: Mapping[str, About | None] = about.get("integration_types_config") or {}
    if GUILD not in config:
        yield warning(
            INSTALL, say("It cannot be installed on servers."), _tick("Guild Install", page)
        )
    if USER not in config:
        yield warning(
            INSTALL,
            say("It cannot be installed on people's accounts."),
            _tick("User Install", page),
        )
    yield from _parameters((config.get(GUILD) or {}).get("oauth2_install_params"), page)


def _parameters(parameters: About | None, page: str) -> Iterator[Finding]:
    """Look at what the portal's own install link asks for on servers."""
    if parameters is None:
        return
    missing = [scope for scope in SCOPES if scope not in parameters["scopes"]]
    if missing:
        yield warning(
            INSTALL,
            say(
                "The install link for servers lacks the scope {scopes}.", scopes=", ".join(missing)
            ),
            say("Add it for Guild Install on the page {page}.", page=page),
        )
    asked = discord.Permissions(int(parameters["permissions"]))
    spare = discord.Permissions(asked.value & ~NEEDED.value)
    if spare:
        names = permission_names(spare)
        yield warning(
            INSTALL,
            say("The install link asks for permissions that are not needed: {names}.", names=names),
            say("Take them away for Guild Install on the page {page}.", page=page),
        )


def _tick(name: str, page: str) -> Wording:
    return say("Tick {name} on the page {page}.", name=name, page=page)


def _page(about: About, name: str) -> str:
    return f"{PORTAL}/{about['id']}/{name}"
