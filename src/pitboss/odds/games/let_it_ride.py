"""Exact odds of Let It Ride: every wager, and the worth of each choice at one spot."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from pitboss.cards.deck import Card
from pitboss.games.let_it_ride.game import DECIDE_1, DECIDE_2
from pitboss.odds import sides
from pitboss.odds.advice import Advice, Alternative, check_cards
from pitboss.odds.card_sets import set_of
from pitboss.odds.counting import Progress, silent
from pitboss.odds.games.let_it_ride_plan import Plan, plan
from pitboss.odds.tally import Pack, Tally
from pitboss.table.rules import Rules

__all__ = ["Plan", "advise", "plan", "tally"]

TINY: Pack = tuple((rank + suit, 1) for rank in "TJQKA" for suit in "cd")
"""A few cards, to compile the kernels with."""


def tiny(rules: Rules) -> Pack:
    return TINY


def tally(
    rules: Rules,
    wager: str,
    *,
    players: int = 1,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
    progress: Progress = silent,
) -> Tally:
    """The endings of one wager; `main` are the three bets. A deal of theirs is three cards, then one community card,
    then the other; for a bonus it is the set of cards it looks at."""
    pack = pack or rules.deck.contents
    if wager == "main":
        return plan(rules, pack=pack, stake=stake, meters=meters).tally()
    return sides.tally(rules, wager, players, pack)


# --- one spot -------------------------------------------------------------------------------------------------------


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    pack: Pack | None = None,
    stake: int = 100,
) -> Advice:
    """What riding and withdrawing are worth: bets 1 to 3 before the first community card, bets 2 and 3 after it. Where
    a payout limit makes bet 2 depend on bet 1, bet 1 was decided well."""
    pack = pack or rules.deck.contents
    check_cards(rules, pack, cards, 3, board, boards=(0, 1), dealer=dealer)
    found = plan(rules, pack=pack, stake=stake)
    three = int(np.searchsorted(found.count.threes, set_of(cards)))
    step = DECIDE_2 if board else DECIDE_1
    alternatives = []
    for choice in step.choices:
        ride = choice.does != "withdraw"
        if board:
            four = int(np.searchsorted(found.count.fours, set_of((*cards, *board))))
            results = found.second(four, bool(found.gain_1[three] > 0), ride)
        else:
            results = found.first(three, ride)
        alternatives.append(_alternative(choice.name, results, stake, int(ride)))
    return Advice(rules.game.id, step.name, step.clause, cards, board, "bet_1", tuple(alternatives))


def _alternative(name: str, results: Mapping[int, int], stake: int, more: int) -> Alternative:
    total = sum(results.values())
    value = Fraction(sum(cents * n for cents, n in results.items()), total * stake)
    square = Fraction(sum(cents * cents * n for cents, n in results.items()), total * stake * stake)
    return Alternative(name, value, square - value * value, more)


def prepare(rules: Rules, stake: int) -> None:
    """Counts once, so that a coach answers at once."""
    advise(rules, ("Ac", "Kd", "Qh"), stake=stake)
