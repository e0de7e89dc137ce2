"""What a line of a paytable really brings at the stake of the figures. A payout limit cuts it, and a house that pays no
small coins rounds it up: then its odds times its probability are not its part of the expected value, and the paper says
what is paid instead."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from pitboss.odds.figures import LineFigure, PartFigure
from pitboss.odds.result import WagerOdds
from pitboss.paper.par_rules import limit_words
from pitboss.paper.par_words import net, own_clause, the, wager_title
from pitboss.paper.words import dollars, hand_words, listed, payments, pays_words
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, Half, Lose, MeterShare, Push, Returned, ToOne
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.layout import binding_limits
from pitboss.table.rules import Rules

MARK = "*"
"""Stands behind the payout odds of a line that is paid otherwise."""
BEFORE = "What the hand wins on wagers that are settled before counts towards it."
NONE = Fraction(0)
ONE_BET = "one bet"
"""The base of a game of equal bets."""


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
        case Half():
            return -line.staked / 2
        case Lose():
            return -line.staked


def cut(row: WagerOdds, line: LineFigure) -> bool:
    """Whether a payout limit takes something off the line."""
    return line.value < promised(row, line)


def paid_words(row: WagerOdds, lines: Sequence[LineFigure]) -> str:
    """What lines of one payment bring on average where they are paid, in the words of that payment: `149.12 to 1`,
    `$50,000`; of wagers won together the last may have nothing left of the limit."""
    value, staked = sum((x.value for x in lines), NONE), sum((x.staked for x in lines), NONE)
    if not value:
        return "nothing"
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
        made.append(f"{MARK} {_limits(rules, row, part.wager)} Paid on average: {_each(row, less, family)}.")
    if more:
        made.append(f"{MARK} Payments are {payments(rules.terms)}. Paid on average: {_each(row, more, family)}.")
    return made


def _each(row: WagerOdds, lines: Sequence[LineFigure], family: str) -> str:
    return listed(f"{hand_words(book(row.game), line.hand, family)} {paid_words(row, [line])}" for line in lines)


def _limits(rules: Rules, row: WagerOdds, wager: str) -> str:
    found = [limit for limit in binding_limits(rules) if wager in limit.wagers]
    said = f"At this stake a payout limit cuts this payment: {listed(limit_named(rules, limit) for limit in found)}."
    beside = {part.wager for part in row.figures.parts} - {wager}
    return f"{said} {BEFORE}" if any(beside & set(limit.wagers) for limit in found) else said


def limit_named(rules: Rules, limit: LimitTerms) -> str:
    """A payout limit with its clause."""
    return f"{limit_words(rules, limit)} ({own_clause(rules.book, limit.clause)})"


# --- the highest ----------------------------------------------------------------------------------------------------


def highest(row: WagerOdds) -> tuple[Fraction, Fraction]:
    """The most that a round can bring on all wagers made together, in units of the base and after every payout limit,
    and how often exactly that comes."""
    return row.figures.distribution[-1]


def any_cut(row: WagerOdds) -> bool:
    """Whether a payout limit takes something off a line of the wager. If it does so anywhere, it does so where most is
    won."""
    return any(cut(row, line) for part in row.figures.parts for line in part.lines)


def base_words(row: WagerOdds) -> str:
    """The unit of the figures, as a sentence names it."""
    return row.base if row.base == ONE_BET else the(wager_title(book(row.game), row.base))


def top_hands(row: WagerOdds) -> tuple[LineFigure, ...]:
    """The hands that bring the highest result whenever they come. Where the hand alone does not settle that, since
    other wagers made with it may win or not, those with the highest odds, which the highest result is won with."""
    most, _ = highest(row)
    hands = [line for line in _as_a_whole(row) if line.probability]
    found = tuple(line for line in hands if line.value == most * line.probability)
    if found:
        return found
    odds = max(_odds(row, line) for line in hands)
    return tuple(line for line in hands if _odds(row, line) == odds)


def _as_a_whole(row: WagerOdds) -> list[LineFigure]:
    """The lines of the table that decides, each with what it brings on all the wagers that are paid by this table: on
    three bets the same hand. It comes as often as it is paid on the one that is never taken back."""
    names = [line.hand for line in row.lines]
    alike = [part.lines for part in row.figures.parts if [line.hand for line in part.lines] == names]
    return [
        replace(
            lines[0],
            probability=max(line.probability for line in lines),
            value=sum((line.value for line in lines), NONE),
            staked=sum((line.staked for line in lines), NONE),
        )
        for lines in zip(*alike, strict=True)
    ]


def _odds(row: WagerOdds, line: LineFigure) -> Fraction:
    """What the line says it pays, for 1 staked."""
    return promised(row, line) / line.staked


def top_words(rules: Rules, row: WagerOdds) -> str:
    """`royal flush: 500 to 1`, what wagers made together bring in all, and what a limit leaves of it."""
    by_pay: dict[str, list[LineFigure]] = {}
    for line in top_hands(row):
        by_pay.setdefault(pays_words(rules, line.pay), []).append(line)
    alone = len(row.figures.parts) == 1
    made = []
    for said, lines in by_pay.items():
        hands = " or ".join(hand_words(rules.book, line.hand, row.wager) for line in lines)
        less = alone and any(cut(row, line) for line in lines)
        left = f", paid as {paid_words(row, lines)} by the limit" if less else ""
        made.append(f"{hands}: {said}{left}")
    return "; ".join(made) if alone else _in_all(row, made)


def _in_all(row: WagerOdds, made: Sequence[str]) -> str:
    """With the whole result of a hand that wins several wagers."""
    most, share = highest(row)
    whole = f"{net(most)} times {base_words(row)} in all"
    said = "; ".join(made)
    if not any_cut(row):
        return f"{said}, {whole}"
    others = ", as are some other hands" if share > often(top_hands(row)) else ""
    return f"{said}{', each' if len(made) > 1 else ','} paid as {whole} by the limit{others}"
