"""The metered wager of a simulated table: what each hit paid, with the meters held still (to compare with the exact
odds) and with the meters running as they would."""

from collections.abc import Mapping

from msgspec import Struct

from pitboss.odds.figures import lines_of, net
from pitboss.odds.tally import Ending, EndingPart
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import MICRO
from pitboss.rulebook.words import ENVY
from pitboss.simulation.blocks import Hit
from pitboss.simulation.setting import CellColumn
from pitboss.table.paying import pay_from_meter, settle
from pitboss.table.rules import Rules

MOST_PAYMENTS = 1000
"""So many payments are listed one by one."""


class MeterPayment(Struct, frozen=True):
    """One payment from a meter; amounts in cents."""

    round: int
    seat: int
    meter: str
    hand: str
    paid: int
    before: int
    after: int


class RunningMeters(Struct, frozen=True):
    """The meters over the run, or as far as they were followed."""

    payments: tuple[MeterPayment, ...]
    """The largest, in the order in which they came."""
    readings: dict[str, int]
    """What each shows at the end, in cents."""
    highest: dict[str, int]
    counts: dict[str, int]
    """How many payments each has made."""
    paid: dict[str, int]
    """What they come to, in cents."""
    rounds: int
    """How many rounds were followed."""


def round_result(rules: Rules, column: CellColumn, hit: Hit, stake: int, readings: Mapping[str, int]) -> int:
    """What all seats together win or lose on the metered wager in this round, envy bonuses included."""
    return sum(net(rules, ending, stake, readings) for ending in endings(rules, column, hit))


def endings(rules: Rules, column: CellColumn, hit: Hit) -> list[Ending]:
    """How the round ends for each seat, in the order of the seats. Hands are settled from the dealer's right, so those
    at higher numbers are paid before; everybody gets the envy bonus for the hands of the others."""
    own = [column.endings[cell][0] for cell in hit.cells]
    envied = {hand for line in lines_of(rules, ENVY) for hand in line.hands} if rules.terms.envy else set()
    found = []
    for seat, mine in enumerate(own):
        before = tuple(EndingPart(*part[:3], other=True) for part in reversed(own[seat + 1 :]) if _meter(rules, part))
        envy = tuple(
            EndingPart(ENVY, 0, part.cell) for n, part in enumerate(own) if n != seat and part.cell[-1] in envied
        )
        found.append((*before, mine, *envy))
    return found


def _meter(rules: Rules, part: EndingPart) -> bool:
    return isinstance(rules.settlement.outcome(part.wager, part.cell).pay, MeterShare)


def running(rules: Rules, column: CellColumn, hits: list[Hit], rounds: int, seats: int, stake: int) -> RunningMeters:
    """The meters from their initial amounts on: each round every seat's wager adds to them before settlement, and each
    payment is taken off in the order of settlement."""
    counts = dict.fromkeys((meter.name for meter in rules.terms.meters), 0)
    paid = dict(counts)
    readings = {meter.name: meter.initial * MICRO for meter in rules.terms.meters}
    grows = {meter.name: seats * stake * meter.rate for meter in rules.terms.meters}
    highest, at = dict(readings), 0
    payments: list[MeterPayment] = []

    def grow_to(number: int) -> None:
        nonlocal at
        for name in readings:
            readings[name] += grows[name] * (number - at)
            highest[name] = max(highest[name], readings[name])
        at = number

    for hit in hits:
        grow_to(hit.round + 1)
        for seat in range(seats, 0, -1):
            part = column.endings[hit.cells[seat - 1]][0]
            done = settle(rules, part.wager, part.cell, stake, (), readings)
            pay = done.outcome.pay
            if isinstance(pay, MeterShare):
                before = readings[pay.meter]
                readings[pay.meter], _ = pay_from_meter(rules, pay, done.paid.won, readings)
                shown = (done.paid.won, before // MICRO, readings[pay.meter] // MICRO)
                payments.append(MeterPayment(hit.round, seat, pay.meter, part.cell[-1], *shown))
                counts[pay.meter] += 1
                paid[pay.meter] += done.paid.won
        if len(payments) > 2 * MOST_PAYMENTS:
            payments = _largest(payments)
    grow_to(rounds)
    return RunningMeters(
        tuple(_largest(payments)),
        {name: reading // MICRO for name, reading in readings.items()},
        {name: reading // MICRO for name, reading in highest.items()},
        counts,
        paid,
        rounds,
    )


def _largest(payments: list[MeterPayment]) -> list[MeterPayment]:
    """The largest and, of equal ones, the earliest, in the order in which they came."""
    kept = sorted(payments, key=lambda payment: (-payment.paid, payment.round, -payment.seat))[:MOST_PAYMENTS]
    return sorted(kept, key=lambda payment: (payment.round, -payment.seat))
