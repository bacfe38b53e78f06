"""Small things that outlive a restart: searches that buttons refer to, and marks by name."""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from hashlib import blake2b

from bot.papers.errors import SearchExpired
from bot.papers.wording import say
from bot.store.database import Database
from bot.store.values import moment_of

KEPT = timedelta(days=30)
"""How long a stored search is kept after it was last stored."""

_CHECKED = "feed:checked"


def token_of(text: str) -> str:
    """Return the token of a search, 16 characters."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=12).digest()).decode()


class Notes:
    """Keeps searches and marks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remember(self, text: str, now: datetime) -> str:
        """Store a search and return its token of 16 characters: the same for the same text."""
        token = token_of(text)
        async with self._database.transaction():
            await self._database.run(
                "DELETE FROM searches WHERE asked < ?", ((now - KEPT).isoformat(),)
            )
            await self._database.run(
                "INSERT INTO searches (token, text, asked) VALUES (?, ?, ?) "
                "ON CONFLICT DO UPDATE SET asked = excluded.asked",
                (token, text, now.isoformat()),
            )
        return token

    async def recall(self, token: str, now: datetime) -> str:
        """Return the text of a stored search; raises SearchExpired after 30 days."""
        rows = await self._database.rows(
            "SELECT text FROM searches WHERE token = ? AND asked >= ?",
            (token, (now - KEPT).isoformat()),
        )
        if not rows:
            raise SearchExpired(
                say("This search has expired: it is kept for 30 days. Please search again.")
            )
        return str(rows[0]["text"])

    async def checked(self) -> datetime | None:
        """Return when the feed looked last at what is due, or None."""
        return moment_of(await self.get_meta(_CHECKED))

    async def note_checked(self, now: datetime) -> None:
        """Note that the feed has looked at what is due."""
        await self.set_meta(_CHECKED, now.isoformat())

    async def get_meta(self, name: str) -> str | None:
        """Return the mark of this name, or None."""
        rows = await self._database.rows("SELECT value FROM marks WHERE name = ?", (name,))
        return str(rows[0]["value"]) if rows else None

    async def set_meta(self, name: str, value: str) -> None:
        """Set the mark of this name."""
        await self._database.run(
            "INSERT INTO marks (name, value) VALUES (?, ?) "
            "ON CONFLICT DO UPDATE SET value = excluded.value",
            (name, value),
        )
