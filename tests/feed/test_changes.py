"""What changes between being owed and being sent: topics edited, paused, removed."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.feed.courier import Arrived, Barred, Dispatch, Later, Outcome
from bot.papers.standing import Trouble
from tests.fakes import Channels, Clock
from tests.feed.test_feed import House, house
from tests.library.test_owing import HERE, THERE

__all__ = ["house"]


class Meddled(Channels):
    """Channels where something happens after the first message."""

    def __init__(self, clock: Clock, meddle: Callable[[], Awaitable[object]]) -> None:
        super().__init__(clock)
        self._meddle = meddle

    async def send(self, dispatch: Dispatch) -> Outcome:
        outcome = await super().send(dispatch)
        if len(self.messages) == 1 and isinstance(outcome, Arrived):
            await self._meddle()
        return outcome


@pytest.mark.parametrize("failure", [Barred(Trouble.GONE, "10003"), Later("429", 1.0)])
async def test_what_could_not_be_sent_goes_with_its_topic_into_another_channel(
    house: House, failure: Barred | Later
) -> None:
    topic = await house.topic()
    await house.bring(1, 3)
    house.channels.faults.append((failure, False))
    await house.deliver()
    topic = await house.store.topics.get(1, topic.number)
    await house.store.topics.edit(replace(topic, channel=THERE))
    await house.deliver()
    assert house.channels.papers(THERE) == [1, 2, 3]
    assert await house.store.outbox.counts(HERE) == {}


async def test_a_topic_removed_amid_its_cards_posts_no_more(house: House) -> None:
    topic = await house.topic()
    await house.topic(query="hills")
    house.channels = Meddled(house.clock, lambda: house.store.topics.remove(1, topic.number))
    await house.bring(1, 5)
    await house.deliver()
    assert house.channels.papers(HERE) == [1]
    await house.topic(query="goats and hills")
    await house.deliver()
    assert house.channels.papers(HERE) == [1]


async def test_a_topic_paused_amid_its_cards_posts_the_rest_when_it_goes_on(house: House) -> None:
    topic = await house.topic()
    await house.topic(query="hills")
    house.channels = Meddled(
        house.clock, lambda: house.store.topics.pause(1, topic.number, house.clock())
    )
    await house.bring(1, 5)
    await house.deliver()
    assert house.channels.papers(HERE) == [1]
    await house.store.topics.resume(1, topic.number)
    await house.deliver()
    assert house.channels.papers(HERE) == [1, 2, 3, 4, 5]
