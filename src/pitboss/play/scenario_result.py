"""What a scenario's round paid, line by line, and where that is not what the file expects."""

from collections import defaultdict
from collections.abc import Callable

from msgspec import Struct

from pitboss.play.scenario_file import Expected, Scenario
from pitboss.play.scenario_words import ENVY, LIMIT, hand, title
from pitboss.play.table import Table
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.layout import pays_words


class Paid(Struct, frozen=True):
    """One line of the result: what a wager brought, and why."""

    seat: int
    player: str
    wager: str
    net: int
    reason: str
    clause: str
    holder: int = 0
    """Envy: the position whose hand it is paid for."""


Key = tuple[int, str, int]
"""Position and wager; every cut by a payout limit and every envy bonus has a number of its own."""


class _Ledger:
    """Every wager's net result with the reason and clause of its last movement, in the order of settlement."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.nets: dict[Key, int] = defaultdict(int)
        self.why: dict[Key, tuple[str, str]] = {}
        self.holders: dict[Key, int] = {}

    def note(self, key: Key, change: int, reason: str = "", clause: str = "") -> None:
        self.nets[key] += change
        if reason:
            self.why.pop(key, None)
            self.why[key] = (reason, clause)

    def lines(self) -> tuple[Paid, ...]:
        players: dict[int, str] = {}
        for record in self.table.log:
            if isinstance(record.event, e.SeatTaken):
                players[record.event.seat] = record.event.player
            handler = _MOVES.get(type(record.event))
            if handler:
                handler(self, record.event)
        return tuple(
            Paid(key[0], players[key[0]], key[1], self.nets[key], *why, holder=self.holders.get(key, 0))
            for key, why in self.why.items()
        )

    def placed(self, ev: e.WagerPlaced) -> None:
        self.note((ev.seat, ev.wager, 0), ev.before - ev.cents)

    def returned(self, ev: e.WagerReturned) -> None:
        self.note((ev.seat, ev.wager, 0), ev.cents, f"returned ({ev.reason})", ev.clause)

    def collected(self, ev: e.WagerCollected) -> None:
        self.note((ev.seat, ev.wager, 0), 0, "collected", ev.clause)

    def settled(self, ev: e.WagerSettled) -> None:
        self.note((ev.seat, ev.wager, 0), ev.won + ev.back, pays_words(self.table.rules, ev.pay), ev.clause)

    def cut(self, ev: e.PayoutCut) -> None:
        reason = f"payout limit on {title(self.table.rules, ev.wager)}"
        self.note((ev.seat, LIMIT, len(self.why)), -ev.cents, reason, ev.clause)

    def envy(self, ev: e.EnvyPaid) -> None:
        key = (ev.seat, ENVY, len(self.why))
        self.note(key, ev.cents, f"for position {ev.of_seat}'s {hand(self.table.rules, ev.hand)}", ev.clause)
        self.holders[key] = ev.of_seat


_MOVES: dict[type, Callable[..., None]] = {
    e.WagerPlaced: _Ledger.placed,
    e.WagerReturned: _Ledger.returned,
    e.WagerCollected: _Ledger.collected,
    e.WagerSettled: _Ledger.settled,
    e.PayoutCut: _Ledger.cut,
    e.EnvyPaid: _Ledger.envy,
}


def payments(table: Table) -> tuple[Paid, ...]:
    """What every wager brought; each cut by a payout limit and each envy bonus is a line of its own."""
    return _Ledger(table).lines()


def differences(scenario: Scenario, table: Table, paid: tuple[Paid, ...]) -> list[str]:
    """Where the result is not what the scenario expects. A wager that nets nothing need not be listed."""
    found: list[str] = []
    results: dict[tuple[int, str], list[Paid]] = defaultdict(list)
    for line in paid:
        results[line.seat, line.wager].append(line)
    for seat, wagers in scenario.expect.items():
        for wager, expected in wagers.items():
            where = f"position {seat}, {title(table.rules, wager)}"
            found += _compare(where, expected, results.get((seat, wager), []))
        for (at, wager), lines in results.items():
            net = sum(line.net for line in lines)
            if at == seat and wager not in wagers and net:
                found.append(f"position {seat}, {title(table.rules, wager)}: {dollars(net)} is not expected")
    for meter, reading in scenario.expect_meters.items():
        shown = table.meters.get(meter)
        if shown != reading:
            got = "no such meter" if shown is None else exact_dollars(shown)
            found.append(f"meter {meter}: expected {exact_dollars(reading)}, reads {got}")
    return found


def exact_dollars(reading: int) -> str:
    """A meter's reading to the millionth of a cent: `$1,234.56000000`."""
    cents, rest = divmod(reading, MICRO)
    return f"${cents // 100:,}.{cents % 100:02d}{rest:06d}"


def _compare(where: str, expected: Expected, lines: list[Paid]) -> list[str]:
    net = sum(line.net for line in lines)
    if net != expected.net:
        return [f"{where}: expected {dollars(expected.net)}, paid {dollars(net)}"]
    clauses = list(dict.fromkeys(line.clause for line in lines))
    if expected.clause and expected.clause not in clauses:
        return [f"{where}: expected under {expected.clause}, paid under {', '.join(clauses) or 'none'}"]
    return []
