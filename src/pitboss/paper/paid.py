"""What a line of a paytable really brings at the stake of the figures. A payout limit cuts it, and a house that pays no
small coins rounds it up: then its odds times its probability are not its part of the expected value, and the paper says
what is paid instead."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.odds.figures import LineFigure, PartFigure
from pitboss.odds.result import WagerOdds
from pitboss.paper.par_rules import limit_words
from pitboss.paper.par_words import own_clause
from pitboss.paper.words import dollars, hand_words, listed, payments, pays_words
from pitboss.rulebook.pays import Dollars, ForOne, Lose, MeterShare, Push, Returned, ToOne
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.layout import binding_limits
from pitboss.table.rules import Rules

MARK = "*"
"""Stands behind the payout odds of a line that is paid otherwise."""
NONE = Fraction(0)


def differs(row: WagerOdds, line: LineFigure) -> bool:
    """Whether the line is paid otherwise than it says."""
    return line.value != promised(row, line)


def promised(row: WagerOdds, line: LineFigure) -> Fraction:
    """What the line would add to the expected value by its own words, in units of the base."""
    match line.pay:
        case ToOne(pays, per):
            return line.staked * Fraction(pays, per)
        case ForOne(pays):
            return line.staked * (pays - 1)
        case Dollars(cents, stake_back):
            return line.probability * Fraction(cents, row.stake) - line.staked * (not stake_back)
        case MeterShare(name, percent):
            return line.probability * Fraction(row.meters[name] * percent // 100, row.stake) - line.staked
        case Push() | Returned():
            return Fraction(0)
        case Lose():
            return -line.staked


def cut(row: WagerOdds, line: LineFigure) -> bool:
    """Whether a payout limit takes something off the line."""
    return line.value < promised(row, line)


def paid_words(row: WagerOdds, lines: Sequence[LineFigure]) -> str:
    """What lines of one payment bring on average where they are paid, in the words of that payment: `149.12 to 1`,
    `$50,000`."""
    value, staked = sum((x.value for x in lines), NONE), sum((x.staked for x in lines), NONE)
    match lines[0].pay:
        case Dollars(_, stake_back):
            return dollars(round((value + staked * (not stake_back)) / often(lines) * row.stake))
        case MeterShare():
            return dollars(round((value + staked) / often(lines) * row.stake))
        case ForOne(pays):
            return f"{_apart(value / staked + 1, Fraction(pays))} for 1"
        case _:
            return f"{_apart(value / staked, sum((promised(row, x) for x in lines), NONE) / staked)} to 1"


def _apart(value: Fraction, other: Fraction) -> str:
    """With two decimals, or as many as tell it from the other."""
    digits = next((n for n in range(2, 9) if round(value, n) != round(other, n)), 9)
    return f"{float(value):,.{digits}f}"


def often(lines: Sequence[LineFigure]) -> Fraction:
    """The probability that one of these lines pays."""
    return sum((line.probability for line in lines), NONE)


def notes(rules: Rules, row: WagerOdds, part: PartFigure, family: str) -> list[str]:
    """What is to be said below the lines of a wager of which some are paid otherwise than they say."""
    less = [line for line in part.lines if cut(row, line)]
    more = [line for line in part.lines if line.value > promised(row, line)]
    made = []
    if less:
        made.append(f"{MARK} {_limits(rules, part.wager)} Paid on average: {_each(row, less, family)}.")
    if more:
        made.append(f"{MARK} Payments are {payments(rules.terms)}. Paid on average: {_each(row, more, family)}.")
    return made


def _each(row: WagerOdds, lines: Sequence[LineFigure], family: str) -> str:
    return listed(f"{hand_words(line.hand, family)} {paid_words(row, [line])}" for line in lines)


def _limits(rules: Rules, wager: str) -> str:
    found = [limit for limit in binding_limits(rules) if wager in limit.wagers]
    return f"At this stake a payout limit cuts this payment: {listed(limit_named(rules, limit) for limit in found)}."


def limit_named(rules: Rules, limit: LimitTerms) -> str:
    """A payout limit with its clause."""
    return f"{limit_words(rules, limit)} ({own_clause(rules.book, limit.clause)})"


# --- the highest ----------------------------------------------------------------------------------------------------


def top(row: WagerOdds) -> tuple[LineFigure, ...]:
    """The lines of one wager that bring most at this stake, after every limit. Wagers made together may win by the same
    hand: that wager is taken which wins by it most often."""
    parts = [[line for line in part.lines if line.probability] for part in row.figures.parts]
    most = max(_brings(line) for lines in parts for line in lines)
    alike = [tuple(line for line in lines if _brings(line) == most) for lines in parts]
    return max(alike, key=often)


def _brings(line: LineFigure) -> Fraction:
    """The net result where it pays, in units of the base."""
    return line.value / line.probability


def top_words(rules: Rules, row: WagerOdds) -> str:
    """`royal flush: 500 to 1`, and what a limit leaves of it."""
    by_pay: dict[str, list[LineFigure]] = {}
    for line in top(row):
        by_pay.setdefault(pays_words(rules, line.pay), []).append(line)
    made = []
    for said, lines in by_pay.items():
        hands = " or ".join(hand_words(line.hand, row.wager) for line in lines)
        less = any(cut(row, line) for line in lines)
        left = f", cut by a limit to {paid_words(row, lines)} on average" if less else ""
        made.append(f"{hands}: {said}{left}")
    return "; ".join(made)
