import pytest
import simcord
from bot.chat.client import PaperbotClient
from bot.chat.courier import ChannelCourier
from bot.library.library import Library
from tests.chat.conftest import labels, shown
from tests.chat.town import Town, goats, make_town, said
from tests.fakes import Clock, Marks


@pytest.fixture
def courier() -> ChannelCourier:
    return ChannelCourier()


@pytest.fixture
def simcord_bot(library: Library, marks: Marks, courier: ChannelCourier) -> PaperbotClient:
    return PaperbotClient(library=library, marks=marks, courier=courier)


@pytest.fixture
async def town(
    simcord_env: simcord.Env, library: Library, courier: ChannelCourier, marks: Marks, clock: Clock
) -> Town:
    return await make_town(simcord_env, library, courier, marks, clock)


async def test_look(town: Town) -> None:
    r = await town.add(
        query="optimal transport", schedule="weekly", timezone="europe/berlin", mention=town.role
    )
    print(said(r))
    print(labels(shown(r)))
    r = await town.admin.click(shown(r), label="Confirm")
    print(said(r))
    print(labels(shown(r)))
    t = await town.confirmed()
    await town.bring(*goats(1, 3))
    await town.deliver()
    await town.bring(*goats(4, 5))
    for c, o in (
        ("list", {}),
        ("status", {}),
        ("show", {"topic": "2"}),
        ("why", {"paper": "2603.00001"}),
        ("why", {"paper": "2603.00005"}),
        ("why", {"paper": "1706.03762"}),
        ("pause", {"topic": "2"}),
        ("list", {}),
        ("resume", {"topic": "2"}),
        ("quiet", {"channel": town.goats, "from": "22:00", "to": "7"}),
        ("show", {"topic": "1"}),
        ("managers", {}),
        ("test", {"topic": "1"}),
        ("test", {"query": "goats | quokkas"}),
        ("remove", {"topic": "2"}),
    ):
        r = await town.topic(c, **o)
        print("-------", c, o)
        print(said(r))
        print(labels(shown(r)))
    r = await town.admin.click(shown(r), label="Remove")
    print(said(r))
    print(labels(shown(r)))
