"""Topics that were tested and not confirmed yet: kept by token, as buttons outlive restarts."""

import secrets
from dataclasses import asdict
from datetime import datetime, time, timedelta

import orjson

from bot.papers.errors import ProposalExpired
from bot.papers.standing import Proposal, Schedule, Topic, Trouble
from bot.papers.wording import say
from bot.store.database import Database
from bot.store.topics import insert_topic, update_topic
from bot.store.values import json_of, moment_of

KEPT = timedelta(hours=1)
"""How long a proposal may be confirmed: later the test is not true any more."""
REMEMBERED = timedelta(days=1)
"""How long it is known what became of it."""


class Proposals:
    """Keeps proposals, and makes topics of them, once each."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, proposal: Proposal, now: datetime) -> str:
        """Keep a proposal, or (a Topic) how a topic is to be; return its token of 16 characters."""
        token = secrets.token_urlsafe(12)
        async with self._database.transaction():
            await self._database.run(
                "DELETE FROM proposals WHERE made < ?", ((now - REMEMBERED).isoformat(),)
            )
            await self._database.run(
                "INSERT INTO proposals (token, guild, body, made) VALUES (?, ?, ?, ?)",
                (token, proposal.guild, json_of(asdict(proposal)), now.isoformat()),
            )
        return token

    async def get(self, token: str, guild: int, now: datetime) -> Proposal:
        """Return a proposal of this server; a Topic where it is to change one.

        Raises:
            ProposalExpired: it is too old, unknown, of another server, or has become a topic.
        """
        rows = await self._database.rows(
            "SELECT body, made, topic FROM proposals WHERE token = ? AND guild = ?", (token, guild)
        )
        if rows and rows[0]["topic"] is not None:
            raise ProposalExpired(
                say("This is confirmed already. /topic list shows the topics of this server.")
            )
        if not rows or datetime.fromisoformat(rows[0]["made"]) < now - KEPT:
            raise ProposalExpired(
                say(
                    "This test is more than an hour old, and nothing was saved. "
                    "Please run /topic add or /topic edit again."
                )
            )
        return _read(rows[0]["body"])

    async def confirm(self, token: str, guild: int, now: datetime) -> Topic:
        """Make the proposal a topic that begins now, or the topic what was proposed.

        Raises:
            ProposalExpired: as in `get`.
            TooManyTopics: the server has as many as it may.
            TopicChanged: somebody else has changed the topic since it was looked at.
        """
        async with self._database.transaction():
            proposal = await self.get(token, guild, now)
            topic = (
                await update_topic(self._database, proposal)
                if isinstance(proposal, Topic)
                else await insert_topic(self._database, proposal, now)
            )
            await self._database.run(
                "UPDATE proposals SET topic = ? WHERE token = ?", (topic.number, token)
            )
            await self._database.run(
                "INSERT INTO servers (guild, zone) VALUES (?, ?) "
                "ON CONFLICT DO UPDATE SET zone = excluded.zone",
                (guild, topic.zone),
            )
        return topic


def _read(body: str) -> Proposal:
    fields = orjson.loads(body)
    fields["schedule"] = Schedule(fields["schedule"])
    fields["at"] = time.fromisoformat(fields["at"])
    if "number" not in fields:
        return Proposal(**fields)
    for name in ("begun", "paused"):
        fields[name] = moment_of(fields[name])
    fields["why"] = Trouble(fields["why"]) if fields["why"] else None
    return Topic(**fields)
