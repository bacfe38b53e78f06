import logging

import pytest

from bot.chat import replies
from bot.chat.client import PaperbotClient
from bot.chat.pulse import WITHIN_S, Outcome, Pulse, Tally
from bot.library.library import Library
from bot.logs import REQUEST
from tests.chat.conftest import Scene, custom_id
from tests.fakes import BrokenLibrary, Marks, SlowLibrary


@pytest.fixture
def pulse() -> Pulse:
    return Pulse()


@pytest.fixture
def simcord_bot(library: Library, marks: Marks, pulse: Pulse) -> PaperbotClient:
    return PaperbotClient(library=library, marks=marks, pulse=pulse)


class Stamp(logging.Filter):
    """Sees which request each record belongs to."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str | None, str]] = []

    def filter(self, record: logging.LogRecord) -> bool:
        self.seen.append((REQUEST.get(), record.getMessage()))
        return True


def counted(pulse: Pulse) -> dict[tuple[str, Outcome], int]:
    return {key: tally.count for key, tally in pulse.commands.items()}


async def test_every_answer_is_counted_by_name_and_outcome(scene: Scene, pulse: Pulse) -> None:
    answer = await scene.find(scene.alice, "optimal transport")
    await scene.alice.click(answer, label="▶")
    await scene.alice.click(answer, custom_id=custom_id(answer, "Open"))
    await scene.alice.autocomplete(scene.channel, "paper show", "paper", "opt")
    scene.refused(await scene.alice.slash(scene.channel, "paper find", query="the of"))
    scene.refused(await scene.bob.click(answer, label="Delete"))
    assert counted(pulse) == {
        ("/paper find", Outcome.OK): 1,
        ("/paper find", Outcome.TOLD): 1,
        ("/paper show (autocomplete)", Outcome.OK): 1,
        ("p1:page", Outcome.OK): 1,
        ("p1:open", Outcome.OK): 1,
        ("p1:gone", Outcome.TOLD): 1,
    }
    assert pulse.under_way == 0


async def test_the_code_that_a_person_gets_is_the_request_of_the_log(
    scene: Scene, library: Library, marks: Marks, caplog: pytest.LogCaptureFixture
) -> None:
    pulse = Pulse()
    stamp = Stamp()
    caplog.handler.addFilter(stamp)
    broken = PaperbotClient(library=BrokenLibrary(library), marks=marks, pulse=pulse)
    await scene.env.restart_bot(broken)
    said = scene.refused(await scene.alice.slash(scene.channel, "paper find", query="x"))
    caplog.handler.removeFilter(stamp)
    code = said.partition("written down as ")[2][:8]
    assert [request for request, text in stamp.seen if code in text] == [code]
    assert counted(pulse) == {("/paper find", Outcome.FAILED): 1}


async def test_an_answer_that_comes_too_late_is_counted_so(scene: Scene, pulse: Pulse) -> None:
    scene.env.inject_error("POST", "/interactions/*", status=404, code=10062, times=1)
    await scene.alice.slash(scene.channel, "paper find", query="optimal transport")
    assert scene.env.errors
    assert counted(pulse) == {("/paper find", Outcome.LATE): 1}


async def test_the_time_counts_until_the_answer(
    scene: Scene, library: Library, marks: Marks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.1)
    pulse = Pulse()
    slow = SlowLibrary(library, seconds=0.3)
    await scene.env.restart_bot(PaperbotClient(library=slow, marks=marks, pulse=pulse))
    await scene.find(scene.alice, "optimal transport")
    assert pulse.commands["/paper find", Outcome.OK].seconds >= 0.3


def test_a_tally_knows_how_many_took_how_long() -> None:
    tally = Tally()
    for seconds in (0.01, 0.05, 0.06, 2.5, 60):
        tally.add(seconds)
    assert (tally.count, tally.seconds) == (5, pytest.approx(62.62))
    assert dict(zip((*WITHIN_S, "more"), tally.within, strict=True)) == {
        0.05: 2, 0.1: 1, 0.25: 0, 0.5: 0, 1.0: 0, 2.0: 0, 3.0: 1, 10.0: 0, "more": 1,
    }  # fmt: skip
