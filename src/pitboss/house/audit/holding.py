"""The last look at what wagers brought, kept for the page and for the figures of the house. A look reads the whole
trail and counts odds, so it runs in a process of its own, and not often: at the earliest after ten times as long as the
last one took."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator

import msgspec
from msgspec import Struct
from prometheus_client.core import GaugeMetricFamily, Metric

from pitboss.house.audit.auditor import Auditor, question
from pitboss.house.audit.hold_report import HoldReport
from pitboss.house.settings import Settings
from pitboss.house.store.writer import StoreTrouble

AT_LEAST = 5_000
"""Milliseconds between two looks that people ask for."""
EVERY = 600_000
"""Milliseconds between two looks for the figures alone, while rounds are played."""
RESTS = 10
"""So many times as long as a look took nothing is looked at for the figures alone."""
PATIENCE = 0.5
"""Seconds for which a page waits before it is told to ask again."""


class _Trouble(Struct, frozen=True):
    """Of an answer only this: whether the store could be read."""

    trouble: str = ""


class HoldSeen(Struct, frozen=True):
    """A report, and when it was made: milliseconds since 1970."""

    at: int
    working: bool
    """A newer one is being made."""
    report: HoldReport


class HoldKeeper:
    """Looks when somebody asks, one look at a time."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._auditor = Auditor()
        self._looking: asyncio.Task[None] | None = None
        self._report: HoldReport | None = None
        self._at = self._begun = clock()
        self._took = self._rounds = 0
        self._since: int | None = None

    async def seen(
        self,
        settings: Settings,
        public: str,
        *,
        again: bool,
        since: int | None = None,
        cleared: Callable[[int], Awaitable[bool]] | None = None,
    ) -> HoldSeen | None:
        """The last report; None while the first is being made. `since`: only of rounds opened then or later; a look at
        another stretch of time is a new one. `cleared` tells whether a round has been cleared at or after a time: where
        one has since the last look began, a new look begins."""
        if since != self._since:
            if self._looking is not None and not self._looking.done():
                return None  # the look at another stretch ends first
            self._since, self._report, self._looking = since, None, None
        if self._report is None or await self._is_due(again, cleared):
            self._begin(settings, public)
        looking = self._looking
        if looking is not None:
            await asyncio.wait([looking], timeout=PATIENCE)
            if looking.done():
                self._looking = None
                looking.result()  # what went wrong is told to whoever asked
        if self._report is None:
            return None
        return HoldSeen(self._at, self._looking is not None, self._report)

    async def _is_due(self, again: bool, cleared: Callable[[int], Awaitable[bool]] | None) -> bool:
        """Whether people who ask now get a new look."""
        if self._looking is not None or self._clock() - self._at < AT_LEAST:
            return False
        return again or (cleared is not None and await cleared(self._begun))

    def now_and_then(self, settings: Settings, public: str, rounds: int) -> None:
        """For the figures: looks again where it was long ago and rounds have been cleared since."""
        if rounds > self._rounds and self._clock() - self._at >= max(EVERY, RESTS * self._took):
            self._rounds = rounds
            self._begin(settings, public)

    def _begin(self, settings: Settings, public: str) -> None:
        if self._looking is not None and not self._looking.done():
            return
        self._looking = asyncio.get_running_loop().create_task(self._look(settings, public))

    async def _look(self, settings: Settings, public: str) -> None:
        begun = self._clock()
        asked = question(settings.database, public, None, settings.archive, "hold", since=self._since)
        said = await self._auditor.ask(asked)
        trouble = msgspec.json.decode(said, type=_Trouble).trouble
        if trouble:
            raise StoreTrouble(trouble)
        self._report, self._at = msgspec.json.decode(said, type=HoldReport), self._clock()
        self._begun, self._took = begun, self._at - begun

    def stop(self) -> None:
        """The house closes."""
        self._auditor.stop()

    def figures(self) -> Iterator[Metric]:
        """The last look, for Prometheus."""
        if self._report is None:
            return
        labels = ["chain", "table", "wager", "paytable", "players", "distribution"]
        seen: Counter[tuple[str, ...]] = Counter()
        evidence = GaugeMetricFamily(
            "pitboss_hold_evidence",
            "Evidence that a wager does not bring what it should, as a power of ten. An alarm is at 3 unless said.",
            labels=labels,
        )
        alarm = GaugeMetricFamily("pitboss_hold_alarm", "1 where a wager has given an alarm.", labels=labels)
        win = GaugeMetricFamily("pitboss_hold_win_cents", "What the house won on a wager.", labels=labels)
        due = GaugeMetricFamily("pitboss_hold_expected_cents", "What it was to win.", labels=labels)
        for row in self._report.rows:
            named = (str(row.chain), row.table, row.wager, row.paytable or "", str(row.players or ""))
            seen[named] += 1  # new terms may change what a wager pays and nothing of its name
            said = [*named, str(seen[named])]
            evidence.add_metric(said, row.result.evidence)
            alarm.add_metric(said, int(row.result.alarm is not None))
            win.add_metric(said, row.result.win)
            due.add_metric(said, row.result.expected)
        yield from (evidence, alarm, win, due)
        yield GaugeMetricFamily(
            "pitboss_hold_seconds", "When this was looked at last: seconds since 1970.", value=self._at / 1000
        )
