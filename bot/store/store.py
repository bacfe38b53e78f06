"""The store: one SQLite database behind its desks."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.channels import Channels
from bot.store.database import Database, open_database
from bot.store.intake import Intake
from bot.store.ledger import Ledger
from bot.store.notes import Notes
from bot.store.outbox import Outbox
from bot.store.parcels import Parcels
from bot.store.proposals import Proposals
from bot.store.servers import Servers
from bot.store.shelf import Shelf
from bot.store.topics import Topics

BUSY_SECONDS = 10.0
"""How long a write waits for another process."""


class Store:
    """Everything that is kept.

    Attributes:
        shelf: Papers read back.
        intake: Papers written.
        notes: Searches and marks.
        topics: What channels want.
        proposals: What channels may want, not confirmed yet.
        servers: Who manages topics, and where the bot is.
        channels: When channels want quiet, and what keeps the bot from posting there.
        outbox: What channels owe and had.
        parcels: What is owed as it goes out: one paper, or a digest of several.
        ledger: What became of what topics wanted, in numbers.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.shelf = Shelf(database)
        self.intake = Intake(database)
        self.notes = Notes(database)
        self.topics = Topics(database)
        self.proposals = Proposals(database)
        self.servers = Servers(database)
        self.channels = Channels(database)
        self.outbox = Outbox(database)
        self.parcels = Parcels(database)
        self.ledger = Ledger(database)

    @staticmethod
    @asynccontextmanager
    async def open(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> AsyncGenerator["Store"]:
        """Open the store at `path`; raises StoreError where it cannot serve."""
        async with open_database(path, busy_seconds=busy_seconds) as database:
            yield Store(database)

    async def copy_to(self, path: Path) -> None:
        """Write a consistent copy of everything to a new file."""
        await self._database.copy_to(path)
