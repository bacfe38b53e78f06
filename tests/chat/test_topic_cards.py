"""Cards of topics pass Discord's limits, whatever they hold."""

from datetime import UTC, datetime, time

import pytest

from bot.chat.cards import Card, Leaf
from bot.chat.change_form import change_form
from bot.chat.explaining import A_PAGE as A_STATUS_PAGE
from bot.chat.topic_cards import (
    A_PAGE,
    Incoming,
    list_card,
    remove_card,
    status_card,
    topic_card,
)
from bot.chat.topic_facts import Stand
from bot.chat.trial_card import Test as Shown
from bot.chat.trial_card import trial_card
from bot.chat.why_card import Verdict, why_card
from bot.library.trial import Trial
from bot.papers.document import Part
from bot.papers.schedule import Quiet
from bot.papers.stages import Stage, Stop
from bot.papers.standing import Schedule, Topic, Trouble
from bot.papers.topic import Reason
from bot.papers.wording import say
from bot.store.channels import Place
from bot.store.ledger import Account
from bot.store.outbox import Post, State
from bot.store.shelf import Run
from tests.chat.made import paper, reader
from tests.chat.refusals import refusals, texts

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SNOWFLAKE = 9_999_999_999_999_999_999
TEXTS = ["goats", "*_~|`<@1> " * 100, "山" * 1_000, "\U0001f410" * 1_000, "# x\n" * 250]


def stand(query: str, **topic: object) -> Stand:
    made = Topic(
        number=10**15,
        guild=1,
        channel=SNOWFLAKE,
        made_in=1,
        made_by=SNOWFLAKE,
        query=query[:1_000],
        schedule=Schedule.WEEKLY,
        at=time(9),
        day=2,
        zone="America/Argentina/ComodRivadavia",
        mention=str(SNOWFLAKE),
        most=25,
        publish=True,
        begun=NOW,
        paused=NOW,
        why=Trouble.FORBIDDEN,
        **topic,  # pyright: ignore[reportArgumentType] - fields of a topic
    )
    place = Place(
        SNOWFLAKE,
        Quiet(time(22), time(7)),
        None,
        query,
        since=NOW,
        tries=99,
        next_try=NOW,
    )
    account = Account(10**6, 10**6, 10**6, 10**6, 10**6, NOW, NOW)
    names = ("view_channel", "send_messages_in_threads", "manage_threads")
    return Stand(made, place, account, lacking=names)


def trial(text: str, samples: int = 5) -> Trial:
    why = tuple(Reason(text[:500], part) for part in Part)
    made = tuple((paper(number=n, title=text), why) for n in range(samples))
    return Trial(500, 400, 2_000, 1_999, more=True, weekly=38.3, samples=made, busiest=99)


@pytest.mark.parametrize("said", TEXTS)
def test_every_card_of_topics_passes(said: str) -> None:
    one = stand(said)
    run = Run(1, said, NOW)
    leaf = Leaf(2, 9_999)
    warnings = [say("x" * 250), say("y" * 250), say("z" * 250)]
    post = Post(SNOWFLAKE, 1, State.ASIDE, NOW, 1, said, 1, NOW, (1,))
    stops = [Stop(stage, (said,) * 9) for stage in Stage]
    verdicts = [
        Verdict(SNOWFLAKE, post, None, counted=False, wanting=(), stopped=()),
        *(
            Verdict(n, None, None, counted=False, wanting=(), stopped=[(one, stops)] * 9)
            for n in range(30)
        ),
    ]
    cards: list[Card] = [
        list_card([one] * A_PAGE, leaf, 10_000, NOW, reader()),
        list_card([], Leaf(1, 1), 0, NOW, reader()),
        topic_card(one, NOW, reader(), say("Changed.")),
        remove_card(one, reader()),
        status_card(
            [(one, 10**6)] * A_STATUS_PAGE, Incoming(NOW, run, 10**6, run), leaf, NOW, reader()
        ),
        trial_card(Shown(one.topic, said, trial(said), warnings, one, NOW, "x" * 16), reader()),
        trial_card(Shown(one.topic, said, trial(said, 0)), reader()),
        why_card(paper(title=said), verdicts, NOW, reader()),
    ]
    for card in cards:
        assert refusals(card) == []


def test_rates_are_said_as_people_say_them() -> None:
    for weekly, wanted, sentence in (
        (0.0, 0, "In the last year: none."),
        (0.02, 1, "In the last year: 1, about 0.1 a week."),
        (3.02, 157, "In the last year: 157, about 3.0 a week."),
        (38.3, 1999, "In the last year: 1,999, about 38 a week."),
    ):
        made = Trial(500, 1, wanted, wanted, more=False, weekly=weekly, samples=(), busiest=0)
        card = trial_card(Shown(stand("goats").topic, "goats", made), reader())
        assert sentence in "\n".join(texts(card))
    made = Trial(500, 1, 9, None, more=False, weekly=None, samples=(), busiest=0)
    card = trial_card(Shown(stand("goats").topic, "goats", made), reader())
    assert "unknown, the library holds no dates" in "\n".join(texts(card))


@pytest.mark.parametrize("said", TEXTS)
def test_the_form_passes(said: str) -> None:
    form = change_form("x" * 16, stand(said).topic, reader(), there=True).to_dict()
    assert len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert len(form["components"]) == 5
    for label in form["components"]:
        assert label["type"] == 18
        assert len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
    query, when, *_, most = (label["component"] for label in form["components"])
    assert len(query["value"]) <= query["max_length"] <= 4_000
    assert when["value"] == "weekly Wednesday 09:00 America/Argentina/ComodRivadavia"
    assert most["value"] == "25"
