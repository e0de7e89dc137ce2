"""The ranking of Dragon Poker: trips, pair or high card of characters, the Gold Dragon wild."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand

CHARACTER: dict[Card, int] = {"RD": 6, "BD": 6, "PH": 5, "TI": 4, "PA": 3, "MO": 2, "RA": 1}
"""Dragon, Phoenix, Tiger, Panda, Monkey, Rabbit, highest to lowest (MD-DRAGON 6.A)."""
GOLD = "GD"
_PLURALS = ("dragons", "phoenix", "tigers", "pandas", "monkeys", "rabbits")


@cache
def dragon_hand(cards: tuple[Card, ...]) -> Hand:
    """Trips, pair or high card; the Gold Dragon becomes whatever makes the highest hand (MD-DRAGON 6.A(1), 6.B)."""
    if GOLD in cards:
        others = [c for c in cards if c != GOLD]
        return max((_natural([*others, stand_in]) for stand_in in CHARACTER), key=lambda hand: hand.key)
    return _natural(cards)


def _natural(cards: Sequence[Card]) -> Hand:
    ranks = sorted((CHARACTER[c] for c in cards), reverse=True)
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    most, of = groups[0]
    key = (most, *(r for _, r in groups))
    if most == 1:
        return Hand("high_card", key)
    return Hand(("three_" if most == 3 else "pair_of_") + _PLURALS[6 - of], key)


def dragons_held(cards: Sequence[Card]) -> str:
    """The Dragon cards as they were dealt, whatever the Gold Dragon does in the hand (D-07 … D-10)."""
    reds, blues, gold = cards.count("RD"), cards.count("BD"), cards.count(GOLD)
    total = reds + blues + gold
    if total == 3:
        if gold:
            return "three_dragons_with_gold_dragon"
        return {3: "three_red_dragons", 0: "three_blue_dragons"}.get(reds, "three_dragons_mixed")
    if total == 2:
        return "pair_of_dragons"
    return "gold_dragon" if gold else "none"
