"""Figures that depend on the amount wagered: payments in fixed dollars weigh less the more is wagered, payout limits
cut what a large wager wins. And what figures for one player leave out: the bonuses for the hands of others."""

from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.odds.request import Request, asked, limits_of
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, ToOne
from pitboss.rulebook.terms import Line, Terms
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    from pitboss.odds.result import WagerOdds


def _fixed(row: "WagerOdds") -> bool:
    """Whether something is paid that does not grow with the wager."""
    return any(isinstance(line.pay, Dollars | MeterShare) for part in row.figures.parts for line in part.lines)


def _best(row: "WagerOdds") -> Fraction:
    """The highest odds among the lines of a row."""
    pays = [line.pay for part in row.figures.parts for line in part.lines]
    odds = [Fraction(pay.pays, pay.per) for pay in pays if isinstance(pay, ToOne)]
    return max(odds + [Fraction(pay.pays) for pay in pays if isinstance(pay, ForOne)], default=Fraction(0))


def stake_bears(rules: Rules, row: "WagerOdds") -> bool:
    """Whether the figures of a row would be others at another wager that these rules take."""
    if rules.terms.breakage == "up_to_chip" or _fixed(row):
        return True
    held = rules.terms.wager(limits_of(rules.book, row.wager))
    own = {part.wager for part in row.figures.parts}
    limits = [limit.cents for limit in rules.terms.limits if own & set(limit.wagers)]
    return held is not None and any(_best(row) * held.maximum > cents for cents in limits)


def at_limits(rules: Rules, terms: Terms | None, rows: "list[WagerOdds]") -> "list[WagerOdds]":
    """The rows that pay fixed sums, at the least and at the most that can be wagered: those that are not there yet."""
    from pitboss.odds.api import odds

    found: list[WagerOdds] = []
    for row in rows:
        held = rules.terms.wager(row.wager)
        if held is None or not _fixed(row):
            continue
        for stake in sorted({held.minimum, held.maximum} - {row.stake}):
            request = Request(game=row.game, wager=row.wager, paytable=row.paytable, terms=terms, stake=stake)
            found += odds(request)
    return found


def envied(row: "WagerOdds", terms: Terms | None) -> tuple[Line, ...]:
    """What is paid for hands of other players to those who made this wager by this paytable: the metered one."""
    if not any(wager.metered for wager in book(row.game).wagers if wager.family == row.wager):
        return ()
    if terms is not None:
        return terms.envy
    (one,) = asked(Request(game=row.game, wager=row.wager, paytable=row.paytable))
    return one.rules.terms.envy
