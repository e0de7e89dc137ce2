"""The figures the field quotes, from a tally: exact fractions of integer cents, settled by the table's own rules."""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Literal

from msgspec import Struct

from pitboss.odds.tally import Ending, EndingPart, Tally
from pitboss.rulebook.pays import MeterShare, Pay, ToOne
from pitboss.rulebook.terms import Line
from pitboss.rulebook.words import ENVY, MAIN
from pitboss.table.cells import HandsDealt
from pitboss.table.paying import Settled, pay_from_meter, payment, settle
from pitboss.table.rules import Rules


class LineFigure(Struct, frozen=True):
    """One line of a paytable: how often it pays and what it adds to the expected value."""

    hand: str
    pay: Pay
    clause: str
    probability: Fraction
    value: Fraction
    """Its part of the expected net result, in units of the base."""
    staked: Fraction
    """What is at risk on average where it pays, times its probability: the wager may be a multiple of the base."""


class RestFigure(Struct, frozen=True):
    """What comes of a wager where no line of its paytable pays it."""

    result: Literal["wins", "push", "loses"]
    probability: Fraction
    value: Fraction


class PartFigure(Struct, frozen=True):
    """One wager of several that are made together."""

    wager: str
    ev: Fraction
    at_risk: Fraction
    lines: tuple[LineFigure, ...]
    rest: tuple[RestFigure, ...] = ()
    """Of what no line pays; in what is left of all deals the wager was not made."""


class Figures(Struct, frozen=True):
    """All in units of the base wager."""

    ev: Fraction
    variance: Fraction
    at_risk: Fraction
    """The average amount finally at risk."""
    hit_frequency: Fraction
    """The probability of a net win."""
    distribution: tuple[tuple[Fraction, Fraction], ...]
    """(net result, probability), the worst first."""
    parts: tuple[PartFigure, ...]

    @property
    def element_of_risk(self) -> Fraction:
        """What is lost on average, of all that is finally at risk."""
        return -self.ev / self.at_risk


def settled(rules: Rules, ending: Ending, stake: int, meters: Mapping[str, int]) -> list[tuple[int, Settled]]:
    """(staked, settlement) of each part of an ending, in order; meters (in millionths of a cent) fall as they pay."""
    readings = {name: reading * rules.cent for name, reading in meters.items()}
    won: tuple[int, ...] = ()
    found = []
    for part in ending:
        staked = rules.staked(part.wager, part.times, stake)
        done = settle(rules, part.wager, part.cell, staked, () if part.other else won, readings)
        if isinstance(done.outcome.pay, MeterShare):
            after, _ = pay_from_meter(rules, done.outcome.pay, done.paid.won, readings)
            readings[done.outcome.pay.meter] = after
        if not part.other:
            won = done.totals
            found.append((staked, done))
    return found


def net(rules: Rules, ending: Ending, stake: int, meters: Mapping[str, int]) -> int:
    """What the ending brings the player, in cents."""
    return sum(done.received - staked for staked, done in settled(rules, ending, stake, meters))


class TooLarge(ValueError):
    """Payments or stakes so large, or odds so odd, that they cannot be added up exactly."""

    def __init__(self) -> None:
        super().__init__(
            "these payments are too large, or their odds too odd, to be added up exactly; take smaller ones"
        )


def usual_stake(rules: Rules) -> int:
    """The least that the table takes: where payout limits cut or payments are rounded up to a chip, the stake
    matters."""
    return rules.limits(next(w.id for w in rules.wagers if w.compulsory)).minimum


def in_whole_units(rules: Rules, stake: int | None = None, wager: str = MAIN) -> tuple[Rules, int]:
    """The same rules, and the stake, counted in parts of a cent so small that every payment is a whole number of them.
    Dollars, meters, chips and payout limits grow alike, so nothing in units of the base changes."""
    stake = usual_stake(rules) if stake is None else stake
    together = [w.id for w in rules.wagers if w.compulsory or w.later] if wager == MAIN else [wager]
    odds = [line.pay for name in together for line in lines_of(rules, name) if isinstance(line.pay, ToOne)]
    step = lcm(*(pay.per // gcd(pay.per, pay.pays) for pay in odds))
    factor = step // gcd(step, stake * rules.cent)
    if factor == 1 or rules.terms.breakage == "up_to_chip":  # an operator who rounds up pays no parts of a cent
        return rules, stake * rules.cent
    cent = rules.cent * factor
    return Rules(rules.game, rules.terms, cent), stake * cent


def lines_of(rules: Rules, wager: str) -> tuple[Line, ...]:
    """The lines by which a wager is paid."""
    if wager == ENVY:
        return rules.terms.envy
    family = next((w.family for w in rules.book.wagers if w.id == wager), wager)
    found = rules.terms.wager(family)
    return found.lines if found else ()


def figures(rules: Rules, tally: Tally, stake: int, meters: Mapping[str, int]) -> Figures:
    """The figures of one wager, or of wagers made together, at a base of `stake` cents."""
    nets: dict[int, int] = {}
    parts: dict[str, _Part] = {}
    risk = 0
    for ending, count in tally.endings.items():
        result = 0
        own = [part for part in ending if not part.other]
        for part, (staked, done) in zip(own, settled(rules, ending, stake, meters), strict=True):
            gain = done.received - staked
            result += gain
            risk += staked * count
            parts.setdefault(part.wager, _Part(_column(rules, part))).add(done, staked, gain, count)
        nets[result] = nets.get(result, 0) + count
    total = tally.total
    ev = Fraction(sum(n * c for n, c in nets.items()), total * stake)
    square = Fraction(sum(n * n * c for n, c in nets.items()), total * stake * stake)
    return Figures(
        ev=ev,
        variance=square - ev * ev,
        at_risk=Fraction(risk, total * stake),
        hit_frequency=Fraction(sum(c for n, c in nets.items() if n > 0), total),
        distribution=tuple((Fraction(n, stake), Fraction(c, total)) for n, c in sorted(nets.items())),
        parts=tuple(part.figure(rules, wager, total, stake) for wager, part in parts.items()),
    )


def _column(rules: Rules, part: EndingPart) -> int:
    """The column of the paytable, where it has one for each number of hands."""
    fields = rules.fields[part.wager]
    return next((int(said) for field, said in zip(fields, part.cell, strict=True) if isinstance(field, HandsDealt)), 0)


def no_line(rules: Rules, part: PartFigure) -> Fraction:
    """How often no line pays the wager itself: a line that pays a bonus may come beside another."""
    bonus = rules.settlement.bonus_hands(part.wager)
    return 1 - sum((line.probability for line in part.lines if line.hand not in bonus), Fraction(0))


class _Part:
    """Adds up one wager over all endings."""

    def __init__(self, column: int) -> None:
        self.gain = self.risk = 0
        self.column = column
        self.by_line: dict[str, list[int]] = {}
        self.others: dict[tuple[str, int], list[int]] = {}
        """The line, or none, and whether it wins, by what sign: how often, how much."""

    def add(self, done: Settled, staked: int, gain: int, count: int) -> None:
        self.gain += gain * count
        self.risk += staked * count
        bonus = done.outcome.bonus
        more = payment(bonus.pay, staked).won if bonus is not None else 0
        plain = gain - more
        other = self.others.setdefault((done.outcome.line, (plain > 0) - (plain < 0)), [0, 0])
        other[0] += count
        other[1] += plain * count
        found = [(done.outcome.line, plain)] + ([(bonus.hand, more)] if bonus is not None else [])
        for hand, won in found:
            line = self.by_line.setdefault(hand, [0, 0, 0])
            line[0] += count
            line[1] += won * count
            line[2] += staked * count

    def figure(self, rules: Rules, wager: str, total: int, stake: int) -> PartFigure:
        lines = []
        for line in lines_of(rules, wager):
            if line.column != self.column:
                continue
            count, gain, staked = self.by_line.get(line.hand, (0, 0, 0))
            value, risk = (Fraction(cents, total * stake) for cents in (gain, staked))
            lines.append(LineFigure(line.hand, line.pay, line.clause, Fraction(count, total), value, risk))
        ev, risk = Fraction(self.gain, total * stake), Fraction(self.risk, total * stake)
        return PartFigure(wager, ev, risk, tuple(lines), self._rest({line.hand for line in lines}, total, stake))

    def _rest(self, told: set[str], total: int, stake: int) -> tuple[RestFigure, ...]:
        found = []
        for sign, result in _RESULTS.items():
            sums = [sums for (line, by), sums in self.others.items() if by == sign and line not in told]
            count, gain = (sum(each[place] for each in sums) for place in (0, 1))
            if count:
                found.append(RestFigure(result, Fraction(count, total), Fraction(gain, total * stake)))
        return tuple(found)


_RESULTS: dict[int, Literal["wins", "push", "loses"]] = {1: "wins", 0: "push", -1: "loses"}
