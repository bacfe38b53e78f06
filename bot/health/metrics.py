"""The pulse and the signs of the library in Prometheus's words."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.chat.pulse import WITHIN_S, Pulse, Tally
from bot.feed.feed import Feed
from bot.health.vitals import Signs, Vitals

BOUNDS = (*(str(bound) for bound in WITHIN_S), "+Inf")


def registry_of(vitals: Vitals, signs: Signs) -> CollectorRegistry:
    """Return a registry of what is so now; nothing of it is global or kept."""
    registry = CollectorRegistry()
    registry.register(_Now(vitals, signs))
    ProcessCollector(registry=registry)
    return registry


class _Now(Collector):
    def __init__(self, vitals: Vitals, signs: Signs) -> None:
        self._vitals = vitals
        self._signs = signs

    def collect(self) -> Iterator[Metric]:
        """Yield each metric."""
        yield InfoMetricFamily("paperbot", "This program.", {"version": self._vitals.version})
        yield from _commands(self._vitals.pulse)
        yield from _gateway(self._vitals.pulse)
        yield from _library(self._signs)
        if self._vitals.feed is not None:
            yield from _feed(self._vitals.feed)


def _commands(pulse: Pulse) -> Iterator[Metric]:
    answers = CounterMetricFamily(
        "paperbot_commands",
        "Commands, buttons and autocompletes answered, by how they ended.",
        labels=("command", "outcome"),
    )
    seconds = HistogramMetricFamily(
        "paperbot_command_seconds",
        "How long they took from Discord's word to the answer.",
        labels=("command",),
    )
    together: dict[str, list[Tally]] = {}
    for (command, outcome), tally in pulse.commands.items():
        answers.add_metric((command, outcome.value), tally.count)
        together.setdefault(command, []).append(tally)
    for command, tallies in together.items():
        total = sum(tally.seconds for tally in tallies)
        seconds.add_metric((command,), _buckets(tallies), total)
    yield answers
    yield seconds
    yield GaugeMetricFamily(
        "paperbot_commands_under_way", "Those that wait for their answer.", pulse.under_way
    )


def _buckets(tallies: list[Tally]) -> list[tuple[str, float]]:
    """Return how many took no longer than each bound, cumulated."""
    counts = [sum(column) for column in zip(*(tally.within for tally in tallies), strict=True)]
    return [(bound, float(sum(counts[: place + 1]))) for place, bound in enumerate(BOUNDS)]


def _gateway(pulse: Pulse) -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "paperbot_gateway_connected", "Whether a session is up (1) or not (0).", pulse.connected
    )
    if pulse.latency_s is not None:
        yield GaugeMetricFamily(
            "paperbot_gateway_latency_seconds",
            "From the last heartbeat to its answer.",
            pulse.latency_s,
        )
    if pulse.last_event is not None:
        yield GaugeMetricFamily(
            "paperbot_gateway_last_event_timestamp_seconds",
            "When the gateway last said anything.",
            pulse.last_event.timestamp(),
        )
    yield CounterMetricFamily(
        "paperbot_gateway_connects", "Sessions that came up, new or resumed.", pulse.connects
    )
    yield GaugeMetricFamily(
        "paperbot_gateway_identifies_day",
        "New sessions asked for within 24 hours, of 1,000 that Discord allows.",
        pulse.identifies_today,
    )
    yield CounterMetricFamily(
        "paperbot_rate_limits", "How often Discord asked to slow down.", pulse.rate_limits
    )
    yield CounterMetricFamily(
        "paperbot_rate_limit_wait_seconds", "For how long, together.", pulse.rate_limit_s
    )
    yield GaugeMetricFamily(
        "paperbot_start_timestamp_seconds", "When it began to serve.", pulse.started.timestamp()
    )


def _library(signs: Signs) -> Iterator[Metric]:
    yield GaugeMetricFamily("paperbot_papers", "Papers that can be found.", signs.papers)
    yield GaugeMetricFamily(
        "paperbot_index_fresh", "Whether they are all that the database has.", signs.fresh
    )
    yield GaugeMetricFamily(
        "paperbot_database_up", "Whether the database can be read.", signs.error is None
    )


def _feed(feed: Feed) -> Iterator[Metric]:
    signs = feed.signs
    if signs.checked is not None:
        yield GaugeMetricFamily(
            "paperbot_feed_checked_timestamp_seconds",
            "When it was last looked at what channels owe.",
            signs.checked.timestamp(),
        )
    yield GaugeMetricFamily("paperbot_posts_owed", "Papers that channels owe.", signs.owed)
    yield CounterMetricFamily("paperbot_posts_sent", "Papers that channels got.", signs.sent)
    yield CounterMetricFamily(
        "paperbot_posts_aside", "Papers that Discord does not take as they are.", signs.aside
    )
    yield GaugeMetricFamily(
        "paperbot_feed_up", "Whether the feed can do its work.", signs.error is None
    )
