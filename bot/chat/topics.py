"""`/topic`: what channels hear of, tested before it begins, and how it does."""

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.chat.administration import Administration
from bot.chat.errors import Boundary, Choice
from bot.chat.keeping import number_of
from bot.chat.limits import CHOICES
from bot.chat.replies import Interaction, answer
from bot.papers.options import Options
from bot.papers.schedule import DAYS, zone_names

Schedule = Literal["now", "daily", "weekly"]
Place = app_commands.AppCommandChannel | app_commands.AppCommandThread

_TOPIC = locale_str("The topic: choose from the list, or give its number")
_OPTIONS = {
    "schedule": locale_str("At once, or a digest a day or a week"),
    "at": locale_str("Time of day of a daily or weekly digest: 09:00"),
    "day": locale_str("Weekday of a weekly digest: Monday"),
    "timezone": locale_str("Time zone of these times: Europe/Berlin"),
    "mention": locale_str("A role that is mentioned with each post"),
    "most": locale_str("Papers a post, 1 to 25; more at once become a digest"),
    "publish": locale_str("Publish posts in an announcement channel"),
}


class Topics(app_commands.Group):
    """The commands on topics; each reads its options, asks, and shows."""

    def __init__(self, desk: Administration, boundary: Boundary) -> None:
        super().__init__(
            name="topic",
            description=locale_str("New papers for channels"),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._desk = desk
        self._boundary = boundary

    @app_commands.command(description=locale_str("Test a topic for a channel, then confirm it"))
    @app_commands.describe(
        query=locale_str('All of it must hold: words, "a phrase", -word, a | b, author:name'),
        channel=locale_str(
            "Where papers are posted: a text or announcement channel, thread, forum"
        ),
        **_OPTIONS,
    )
    async def add(  # noqa: PLR0913 - Discord hands over each option by its name
        self,
        interaction: Interaction,
        query: str,
        channel: Place,
        *,
        schedule: Schedule | None = None,
        at: str | None = None,
        day: str | None = None,
        timezone: str | None = None,
        mention: discord.Role | None = None,
        most: int | None = None,
        publish: bool | None = None,
    ) -> None:
        """Answer with the test of a new topic."""
        options = Options(
            query=query,
            channel=channel.id,
            schedule=schedule,
            at=at,
            day=day,
            zone=timezone,
            mention=str(mention.id) if mention else None,
            most=most,
            publish=publish,
        )
        await answer(interaction, self._desk.add(interaction, options), private=True)

    @app_commands.command(description=locale_str("Change a topic: test it anew, then confirm it"))
    @app_commands.describe(
        topic=_TOPIC,
        query=locale_str("Another query"),
        channel=locale_str("Another channel; what is still to be posted goes with it"),
        **_OPTIONS,
    )
    async def edit(  # noqa: PLR0913 - Discord hands over each option by its name
        self,
        interaction: Interaction,
        topic: str,
        *,
        query: str | None = None,
        channel: Place | None = None,
        schedule: Schedule | None = None,
        at: str | None = None,
        day: str | None = None,
        timezone: str | None = None,
        mention: discord.Role | None = None,
        most: int | None = None,
        publish: bool | None = None,
    ) -> None:
        """Answer with the test of the topic as it would be."""
        options = Options(
            query=query,
            channel=channel.id if channel else None,
            schedule=schedule,
            at=at,
            day=day,
            zone=timezone,
            mention=str(mention.id) if mention else None,
            most=most,
            publish=publish,
        )
        asking = self._desk.edit(interaction, number_of(topic), options)
        await answer(interaction, asking, private=True)

    @app_commands.command(
        name="list", description=locale_str("The topics of this server, and how they stand")
    )
    async def list_(self, interaction: Interaction) -> None:
        """Answer with the first page of the server's topics."""
        await answer(interaction, self._desk.overview(interaction, 1), private=True)

    @app_commands.command(description=locale_str("One topic whole"))
    @app_commands.describe(topic=_TOPIC)
    async def show(self, interaction: Interaction, topic: str) -> None:
        """Answer with the topic."""
        await answer(interaction, self._desk.show(interaction, number_of(topic)), private=True)

    @app_commands.command(description=locale_str("Post nothing for a topic until it is resumed"))
    @app_commands.describe(topic=_TOPIC)
    async def pause(self, interaction: Interaction, topic: str) -> None:
        """Pause, and show."""
        await answer(interaction, self._desk.pause(interaction, number_of(topic)), private=True)

    @app_commands.command(description=locale_str("Post for a topic again; nothing was lost"))
    @app_commands.describe(topic=_TOPIC)
    async def resume(self, interaction: Interaction, topic: str) -> None:
        """Resume, and show."""
        await answer(interaction, self._desk.resume(interaction, number_of(topic)), private=True)

    @app_commands.command(description=locale_str("Remove a topic; asks first"))
    @app_commands.describe(topic=_TOPIC)
    async def remove(self, interaction: Interaction, topic: str) -> None:
        """Ask whether to."""
        await answer(interaction, self._desk.remove(interaction, number_of(topic)), private=True)

    @app_commands.command(
        description=locale_str("See what a topic, or a query, would have posted; saves nothing")
    )
    @app_commands.describe(topic=_TOPIC, query=locale_str("A query to try instead"))
    async def test(
        self, interaction: Interaction, topic: str | None = None, query: str | None = None
    ) -> None:
        """Answer with a test without Confirm."""
        await answer(interaction, self._desk.test(interaction, topic, query), private=True)

    @app_commands.command(description=locale_str("How the topics do: seen, posted, owed, failed"))
    async def status(self, interaction: Interaction) -> None:
        """Answer with the first page."""
        await answer(interaction, self._desk.status(interaction, 1), private=True)

    @app_commands.command(description=locale_str("Why a paper was posted here, or was not"))
    @app_commands.describe(
        paper=locale_str("Title, arXiv id or link, OpenReview id or link, DOI, or key")
    )
    async def why(self, interaction: Interaction, paper: str) -> None:
        """Answer with what became of it."""
        await answer(interaction, self._desk.why(interaction, paper), private=True)

    @app_commands.command(description=locale_str("Hours in which a channel is left alone"))
    @app_commands.rename(start="from", end="to")
    @app_commands.describe(
        channel=locale_str("The channel"),
        start=locale_str("From: 22:00; off removes the quiet hours; leave both out to see them"),
        end=locale_str("To: 07:00, in the time zone of the channel's topics"),
    )
    async def quiet(
        self,
        interaction: Interaction,
        channel: Place,
        start: str | None = None,
        end: str | None = None,
    ) -> None:
        """Set, remove or show them."""
        asking = self._desk.quiet(interaction, channel.id, start, end)
        await answer(interaction, asking, private=True)

    @app_commands.command(description=locale_str("The role whose members may manage topics, too"))
    @app_commands.describe(role=locale_str("The role; leave it out to take it back"))
    async def managers(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Name it."""
        await answer(interaction, self._desk.managers(interaction, role), private=True)

    @edit.autocomplete("topic")
    @show.autocomplete("topic")
    @pause.autocomplete("topic")
    @resume.autocomplete("topic")
    @remove.autocomplete("topic")
    @test.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[Choice]:
        asking = self._desk.choices(interaction, current)
        return await self._boundary.choices(interaction, asking, current)

    @why.autocomplete("paper")
    async def _titles(self, interaction: Interaction, current: str) -> list[Choice]:
        asking = self._desk.titles(current)
        return await self._boundary.choices(interaction, asking, current)

    @add.autocomplete("timezone")
    @edit.autocomplete("timezone")
    async def _zones(self, interaction: Interaction, current: str) -> list[Choice]:
        return await self._boundary.choices(interaction, zones(current), current)

    @add.autocomplete("day")
    @edit.autocomplete("day")
    async def _days(self, interaction: Interaction, current: str) -> list[Choice]:
        return await self._boundary.choices(interaction, days(current), current)


async def zones(typed: str) -> list[Choice]:
    """Return the time zones whose name has what was typed, those with a city first."""
    wanted = typed.strip().replace(" ", "_").casefold()
    found = [name for name in zone_names() if wanted in name.casefold()]
    found.sort(key=lambda name: (name.startswith(("Etc/", "posix/")) or "/" not in name, name))
    return [app_commands.Choice(name=name, value=name) for name in found[:CHOICES]]


async def days(typed: str) -> list[Choice]:
    """Return the weekdays that begin with what was typed."""
    wanted = typed.strip().casefold()
    found = [day for day in DAYS if day.casefold().startswith(wanted)]
    return [app_commands.Choice(name=day, value=day) for day in found]
