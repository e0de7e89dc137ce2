"""Figures for Prometheus. They are plain numbers that cost next to nothing to count; the library turns them into its
text when somebody asks. Nothing in them tells who, or which card."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

STEPS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Durations:
    """A histogram of seconds."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(STEPS, seconds)] += 1
        self._sum += seconds

    def metric(self, name: str, help: str) -> HistogramMetricFamily:
        total, buckets = 0, []
        for edge, count in zip((*map(str, STEPS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((edge, total))
        return HistogramMetricFamily(name, help, buckets=buckets, sum_value=self._sum)


class ServerFigures(Collector):
    """What is counted. `now` gives the figures that are looked up when asked: name -> (help, value). `more` gives those
    with labels."""

    def __init__(
        self, now: Callable[[], dict[str, tuple[str, float]]], more: Callable[[], Iterable[Metric]] = tuple
    ) -> None:
        self.accepted = 0
        self.again = 0
        self.refused: Counter[str] = Counter()
        self.committed = Durations()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.rounds: Counter[str] = Counter()
        self.dropped = 0
        self._now, self._more = now, more
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def took(self, again: bool, seconds: float) -> None:
        """An act was accepted, now or before."""
        if again:
            self.again += 1
        else:
            self.accepted += 1
            self.committed.add(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def describe(self) -> Iterator[Metric]:
        return iter(())

    def collect(self) -> Iterator[Metric]:
        acts = CounterMetricFamily("pitboss_acts", "Acts of people by what became of them.", labels=["outcome"])
        acts.add_metric(["accepted"], self.accepted)
        acts.add_metric(["again"], self.again)
        acts.add_metric(["refused"], sum(self.refused.values()))
        yield acts
        refused = CounterMetricFamily(
            "pitboss_acts_refused", "Refused acts by the code of the refusal.", labels=["code"]
        )
        for code, count in sorted(self.refused.items()):
            refused.add_metric([code], count)
        yield refused
        yield self.committed.metric("pitboss_act_seconds", "From the message of an accepted act to its commit.")
        requests = CounterMetricFamily("pitboss_http_requests", "Requests.", labels=["method", "status"])
        for (method, status), count in sorted(self.requests.items()):
            requests.add_metric([method, str(status)], count)
        yield requests
        rounds = CounterMetricFamily("pitboss_rounds", "Rounds cleared since the start, by game.", labels=["game"])
        for game, count in sorted(self.rounds.items()):
            rounds.add_metric([game], count)
        yield rounds
        yield CounterMetricFamily("pitboss_viewers_dropped", "Viewers that read too slowly.", value=self.dropped)
        for name, (help, value) in self._now().items():
            family = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            yield family(name.removesuffix("_total"), help, value=value)
        yield from self._more()
