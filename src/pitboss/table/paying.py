"""From what settlement orders to integer cents: stakes, payout limits, meters, in the order of settlement."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.rulebook.pays import Dollars, ForOne, Half, Lose, MeterShare, Pay, Push, Returned, ToOne
from pitboss.rulebook.terms import MICRO, LimitTerms, MeterTerms
from pitboss.table.cells import Cell
from pitboss.table.settlement import Outcome

if TYPE_CHECKING:
    from pitboss.table.rules import Rules


class Payment(Struct, frozen=True, gc=False):
    """`won` beside `back`, the stake that is returned with it."""

    won: int
    back: int


class FractionOfACent(ArithmeticError):
    """The terms let a payment through that is no whole number of cents; the submission check must prevent it."""


def payment(pay: Pay, stake: int, *, smallest_chip: int = 1, reading: int = 0, cent: int = 1) -> Payment:
    """What a wager of `stake` cents receives. Odds that give less than the smallest chip are rounded up (X-19).

    `cent` is how many units a cent has: 1 wherever money changes hands. Whoever only reckons may count in parts of a
    cent, so that 8 to 7 on any stake is a whole number; all amounts are then in these units."""
    match pay:
        case ToOne(pays, per):
            return Payment(_whole(stake * pays, per, smallest_chip), stake)
        case Push() | Returned():
            return Payment(0, stake)
        case Half():
            return Payment(0, stake - stake // 2)
        case Lose():
            return Payment(0, 0)
        case ForOne(pays):
            return Payment(stake * pays, 0)
        case Dollars(cents, stake_back):
            return Payment(cents * cent, stake if stake_back else 0)
        case MeterShare(_, percent):
            return Payment(reading * percent // (100 * MICRO * cent) * cent, 0)


def _whole(amount: int, per: int, smallest_chip: int) -> int:
    if per == 1 and smallest_chip == 1:
        return amount
    unit = per * smallest_chip
    if amount % unit and smallest_chip == 1:
        raise FractionOfACent(f"{amount}/{per} cents")
    return -(-amount // unit) * smallest_chip


class Settled(Struct, frozen=True, gc=False):
    """One wager settled: what is ordered, what is paid, what each payout limit takes off it, and the new totals."""

    outcome: Outcome
    paid: Payment
    cuts: list[tuple[str, int]]
    totals: tuple[int, ...]

    @property
    def received(self) -> int:
        """All that the player takes back, his stake included."""
        return self.paid.won + self.paid.back - sum(cents for _, cents in self.cuts)


def settle(
    rules: "Rules", wager: str, cell: Cell, staked: int, won: tuple[int, ...], readings: Mapping[str, int]
) -> Settled:
    """One wager of `staked` cents, by its cell: the row that applies, the payment, the limits. `won` is what the hand
    has won so far towards each limit, `readings` are the meters as they read at this turn."""
    outcome = rules.settlement.outcome(wager, cell)
    pay, terms = outcome.pay, rules.terms
    reading = readings[pay.meter] if isinstance(pay, MeterShare) else 0
    cent = rules.cent
    chip = terms.smallest_chip * cent if terms.breakage == "up_to_chip" else 1
    paid = payment(pay, staked, smallest_chip=chip, reading=reading, cent=cent)
    gain = max(0, paid.won + paid.back - staked)
    cuts, totals = cut_by_limits(gain, wager, won, terms.limits, cent)
    return Settled(outcome, paid, cuts, totals)


def pay_from_meter(rules: "Rules", pay: MeterShare, won: int, readings: Mapping[str, int]) -> tuple[int, int]:
    """The meter after this payment, and what the house added to it."""
    floor = rules.terms.readings.get("meter_floor", "none")
    return meter_after(readings[pay.meter], won, pay.percent, rules.meter(pay.meter), floor, rules.cent)


def meter_after(reading: int, paid: int, percent: int, meter: MeterTerms, floor: str, cent: int = 1) -> tuple[int, int]:
    """The meter after a payment, and what the house added to it.

    A full hit resets the meter and keeps the fraction of a cent (X-19); a share leaves the rest, unless the operator
    holds the meter at its reset amount."""
    left, reset = reading - paid * MICRO, meter.reset * cent * MICRO
    if percent == 100:
        return reset + left, reset
    if floor == "reset" and left < reset:
        return reset, reset - left
    return left, 0


def cut_by_limits(
    gain: int, wager: str, won: tuple[int, ...], limits: tuple[LimitTerms, ...], cent: int = 1
) -> tuple[list[tuple[str, int]], tuple[int, ...]]:
    """What each limit takes off a gain, in their order, and the new totals that count against them."""
    cuts: list[tuple[str, int]] = []
    totals = list(won) if won else [0] * len(limits)
    for place, limit in enumerate(limits):
        if wager not in limit.wagers:
            continue
        over = totals[place] + gain - limit.cents * cent
        if over > 0:
            cut = min(over, gain)
            cuts.append((limit.clause, cut))
            gain -= cut
    for place, limit in enumerate(limits):
        if wager in limit.wagers:
            totals[place] += gain
    return cuts, tuple(totals)
