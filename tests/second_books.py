"""The books by a second way: chips are carried from place to place as the events of a table tell, and every meter is
worked out from the wagers that lie behind it. Nothing here comes from the code that keeps the books."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.rulebook.pays import MeterShare
from pitboss.table import events as e

MICRO = 1_000_000
METERED = "progressive"


class SecondBooks:
    """What must be true of one table's chips and meters, event for event. `percent` says how much of a metered wager
    each meter gets, `resets` the dollars it begins again with; readings are in millionths of a cent. Without readings
    the meters are shared with tables that are not followed: what they read before an event is what it says."""

    def __init__(
        self,
        percent: Mapping[str, Fraction | int],
        resets: Mapping[str, int],
        readings: Mapping[str, int] | None = None,
    ) -> None:
        self.percent, self.resets, self.shared = percent, resets, readings is None
        self.readings = dict(readings or {})
        self.layout: dict[tuple[int, str], int] = defaultdict(int)
        self.rack: dict[tuple[int, str], int] = defaultdict(int)
        """Chips in the inventory that may still go back."""
        self.behind: dict[int, int] = {}
        """Position → cents: the metered wagers whose part lies on the meters now."""
        self.on_meters: dict[str, int] = defaultdict(int)
        """Of this round, and not taken off again."""
        self.players: dict[int, str] = {}
        self.inventory = 0
        """Chips that the table has gained."""
        self.meter_cents = 0
        """Whole cents that went from the table to the pools, less what came back from them."""
        self.pays: tuple[MeterShare, int] | None = None

    def copy(self) -> "SecondBooks":
        twin = SecondBooks(self.percent, self.resets, None if self.shared else self.readings)
        twin.layout, twin.rack, twin.behind = self.layout.copy(), self.rack.copy(), self.behind.copy()
        twin.on_meters, twin.players = self.on_meters.copy(), self.players.copy()
        twin.inventory, twin.meter_cents = self.inventory, self.meter_cents
        return twin

    def follow(self, events: Iterable[e.AnyEvent]) -> None:
        """The events of one act, after which the meters must agree with the wagers behind them."""
        for event in events:
            self._chips(event)
            self._meters(event)
        if self.shared:
            return
        for meter, percent in self.percent.items():
            owed = sum(self.behind.values()) * MICRO * Fraction(percent) / 100
            assert self.on_meters[meter] == owed, f"{meter} holds {self.on_meters[meter]} of this round, not {owed}"

    # --- chips ---

    def _chips(self, ev: e.AnyEvent) -> None:
        match ev:
            case e.SeatTaken():
                self.players[ev.seat] = ev.player
            case e.WagerPlaced():
                assert self.layout[ev.seat, ev.wager] == ev.before
                self.layout[ev.seat, ev.wager] = ev.cents
            case e.WagerReturned():
                self._returned(ev)
            case e.WagerTaken() | e.WagerCollected():
                assert self.layout.pop((ev.seat, ev.wager)) == ev.cents
                self.rack[ev.seat, ev.wager] += ev.cents
                self.inventory += ev.cents
            case e.WagerSettled():
                self._settled(ev)
            case e.PayoutCut():
                self.inventory += ev.cents
            case e.EnvyPaid():
                self.inventory -= ev.cents
                assert self.players[ev.seat] != self.players[ev.of_seat], "nobody envies himself"
                assert self.behind.get(ev.seat), "only who made the metered wager"
            case e.TableCleared():
                assert not any(self.layout.values()), "nothing lies on the layout of a cleared table"
                self.rack.clear()
                self.behind.clear()
                self.on_meters.clear()
            case _:
                pass

    def _returned(self, ev: e.WagerReturned) -> None:
        lies, racked = self.layout.pop((ev.seat, ev.wager), 0), self.rack.pop((ev.seat, ev.wager), 0)
        assert ev.cents == lies + racked, f"{ev.cents} of {lies} + {racked} cents went back"
        self.inventory -= racked
        if ev.wager == METERED:
            self.behind.pop(ev.seat, None)

    def _settled(self, ev: e.WagerSettled) -> None:
        lies, racked = self.layout.pop((ev.seat, ev.wager), 0), self.rack.pop((ev.seat, ev.wager), 0)
        assert ev.stake == lies + racked > 0
        assert ev.back in (0, ev.stake) and ev.won >= 0
        self.inventory += lies - ev.won - ev.back
        if isinstance(ev.pay, MeterShare):
            self.pays = (ev.pay, ev.won)

    # --- meters ---

    def _meters(self, ev: e.AnyEvent) -> None:
        match ev:
            case e.ContributionPosted():
                wagers = (*self.layout.items(), *self.rack.items())
                self.behind = {seat: cents for (seat, wager), cents in wagers if wager == METERED and cents}
                self.on_meters[ev.meter] += ev.amount
                self._moves(ev.meter, ev.amount, ev.reading)
            case e.ContributionReversed():
                self.on_meters[ev.meter] -= ev.amount
                self._moves(ev.meter, -ev.amount, ev.reading)
            case e.MeterPaid():
                self._hit(ev)
            case _:
                pass

    def _moves(self, meter: str, amount: int, reading: int) -> None:
        before = reading - amount if self.shared else self.readings[meter]
        self.readings[meter] = reading
        assert before + amount == reading, f"{meter} went from {before} by {amount} to {reading}"
        self.meter_cents += reading // MICRO - before // MICRO

    def _hit(self, ev: e.MeterPaid) -> None:
        """The wager settled just before says which share of the meter it wins: all whole cents of it."""
        assert self.pays is not None, "a meter pays the wager that was just settled"
        (share, won), self.pays = self.pays, None
        assert share.meter == ev.meter and (self.shared or ev.before == self.readings[ev.meter])
        assert ev.cents == won == ev.before * share.percent // (100 * MICRO)
        assert ev.reading == ev.before - ev.cents * MICRO + ev.added
        if share.percent == 100:
            assert ev.reading == self.resets[ev.meter] * 100 * MICRO + ev.before % MICRO
        self.readings[ev.meter] = ev.reading
        self.meter_cents -= ev.cents

    def in_the_tray(self, given: int) -> int:
        """What the table's inventory must hold, having been given so many cents."""
        return given + self.inventory - self.meter_cents
