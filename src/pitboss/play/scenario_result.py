"""What a scenario's round paid, line by line, and where that is not what the file expects."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pitboss.play.log import Record
from pitboss.play.scenario_parts import Expected, Round
from pitboss.play.scenario_words import ENVY, LIMIT, hand, title
from pitboss.play.table import Table
from pitboss.rulebook.pays import Push, Returned, dollars
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.layout import pays_words
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules

Outcome = Literal["win", "lose", "push", "returned", "cut"]
"""How a wager ended; `cut` is what a payout limit takes off one."""


class Cut(Struct, frozen=True):
    """What a payout limit takes off a wager."""

    cents: int
    clause: str


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
    stake: int = 0
    """What was wagered, in cents."""
    won: int = 0
    """What was paid for it, without the stake that came back and before any limit."""
    outcome: Outcome = "lose"
    hand: str = ""
    """What the hand is called by the paytable of the wager."""
    cuts: tuple[Cut, ...] = ()
    """What payout limits take off it; each is a line of its own too."""
    cut_of: str = ""
    """Limit: the wager that is cut."""


class Tried(Struct, frozen=True):
    """An act that the table should refuse, and what it said."""

    act: str
    by: str
    at: str
    refusal: Refusal | None
    wrong: str = ""
    """Why this is not what the file expects."""


Key = tuple[int, str, int]
"""Position and wager; every cut by a payout limit and every envy bonus has a number of its own."""


class _Ledger:
    """Every wager's net result with the reason and clause of its last movement, in the order of settlement."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.nets: dict[Key, int] = defaultdict(int)
        self.staked: dict[Key, int] = defaultdict(int)
        self.ends: dict[Key, Paid] = {}

    def note(self, key: Key, change: int, reason: str = "", clause: str = "", outcome: Outcome = "lose") -> None:
        self.nets[key] += change
        if reason:
            self.ends.pop(key, None)
            self.ends[key] = Paid(key[0], "", key[1], 0, reason, clause, outcome=outcome)

    def more(self, key: Key, **facts: object) -> None:
        self.ends[key] = replace(self.ends[key], **facts)

    def lines(self, records: Iterable[Record], players: Mapping[int, str]) -> tuple[Paid, ...]:
        for record in records:
            handler = _MOVES.get(type(record.event))
            if handler:
                handler(self, record.event)
        return tuple(
            replace(line, player=players[key[0]], net=self.nets[key], stake=self.staked[key])
            for key, line in self.ends.items()
        )

    def placed(self, ev: e.WagerPlaced) -> None:
        key = (ev.seat, ev.wager, 0)
        self.note(key, ev.before - ev.cents)
        self.staked[key] += ev.cents - ev.before

    def returned(self, ev: e.WagerReturned) -> None:
        self.note((ev.seat, ev.wager, 0), ev.cents, f"returned ({ev.reason})", ev.clause, "returned")

    def collected(self, ev: e.WagerCollected) -> None:
        self.note((ev.seat, ev.wager, 0), 0, "collected", ev.clause)

    def settled(self, ev: e.WagerSettled) -> None:
        key: Key = (ev.seat, ev.wager, 0)
        level: Outcome = "push" if isinstance(ev.pay, Push) else "returned" if isinstance(ev.pay, Returned) else "lose"
        ended: Outcome = "win" if ev.won else level
        self.note(key, ev.won + ev.back, pays_words(self.rules, ev.pay), ev.clause, ended)
        fields = self.rules.settlement.spaces[ev.wager].fields
        named = dict(zip(fields, ev.cell, strict=False)).get("hand", "")
        self.more(key, won=ev.won, hand=hand(self.rules, named) if named else "")

    def cut(self, ev: e.PayoutCut) -> None:
        key: Key = (ev.seat, LIMIT, len(self.ends))
        reason = f"payout limit on {title(self.rules, ev.wager)}"
        self.note(key, -ev.cents, reason, ev.clause, "cut")
        self.more(key, cut_of=ev.wager)
        of: Key = (ev.seat, ev.wager, 0)
        self.more(of, cuts=(*self.ends[of].cuts, Cut(ev.cents, ev.clause)))

    def envy(self, ev: e.EnvyPaid) -> None:
        key: Key = (ev.seat, ENVY, len(self.ends))
        made = hand(self.rules, ev.hand)
        self.note(key, ev.cents, f"for position {ev.of_seat}'s {made}", ev.clause, "win")
        self.more(key, holder=ev.of_seat, won=ev.cents, hand=made)


_MOVES: dict[type, Callable[..., None]] = {
    e.WagerPlaced: _Ledger.placed,
    e.WagerReturned: _Ledger.returned,
    e.WagerCollected: _Ledger.collected,
    e.WagerSettled: _Ledger.settled,
    e.PayoutCut: _Ledger.cut,
    e.EnvyPaid: _Ledger.envy,
}


def payments(table: Table, records: Sequence[Record] | None = None) -> tuple[Paid, ...]:
    """What every wager brought in these records, or in all; each cut by a payout limit and each envy bonus is a line of
    its own."""
    chosen = table.log if records is None else records
    players = {
        record.event.seat: record.event.player
        for record in table.log
        if isinstance(record.event, e.SeatTaken) and record.seq <= chosen[-1].seq
    }
    return paid_in(table.rules, chosen, players)


def paid_in(rules: Rules, records: Iterable[Record], players: Mapping[int, str]) -> tuple[Paid, ...]:
    """The same of records whose table is not at hand; `players` says who sits where."""
    return _Ledger(rules).lines(records, players)


def differences(made: Round, table: Table, paid: tuple[Paid, ...]) -> list[str]:
    """Where the result is not what the round expects. A wager that nets nothing need not be listed."""
    found: list[str] = []
    results: dict[tuple[int, str], list[Paid]] = defaultdict(list)
    for line in paid:
        results[line.seat, line.wager].append(line)
    for seat, wagers in made.expect.items():
        for wager, expected in wagers.items():
            where = f"position {seat}, {title(table.rules, wager)}"
            found += _compare(where, expected, results.get((seat, wager), []))
        for (at, wager), lines in results.items():
            net = sum(line.net for line in lines)
            if at == seat and wager not in wagers and net:
                found.append(f"position {seat}, {title(table.rules, wager)}: {dollars(net)} is not expected")
    for meter, reading in made.expect_meters.items():
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
