"""Which hand beats which, from the highest, each with cards that make it: as the game's folder shows it, or made from
the ranking that decides its main wager."""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from pitboss.cards.deck import Card
from pitboss.cards.ranking import FIVE_CARDS, THREE_CARDS, Category, Key
from pitboss.play.proof_hands import EVERY, hands_to_look_at, size
from pitboss.rulebook.words import sentence as capital
from pitboss.table.cells import Holding, Named
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.hands import POKER, sides
from pitboss.wording.how_to_play import sayings, steps

DEAL = "deal"


class RankedHand(NamedTuple):
    words: str
    cards: tuple[Card, ...]


class RankedGame(NamedTuple):
    """What somebody has to know to read a hand of this game."""

    lead: str
    """What is dealt, and what counts of it."""
    order: tuple[Card, ...]
    """The cards from the highest, where they are not those that everybody knows."""
    hands: tuple[RankedHand, ...]


@lru_cache(maxsize=64)
def ranked(rules: Rules) -> RankedGame:
    """The ranking by which the main game of this table is decided."""
    said = sayings(rules.game.id)
    told = dict(zip((each.at for each in said.step), steps(rules), strict=False)) if said.step else {}
    order = tuple(card for card in said.order.split() if rules.deck.count(card))
    own, count = sides(rules)[:2]
    if own is not None and count == 1:
        return RankedGame(told.get(DEAL, ""), order or _by_height(rules, own), ())
    return RankedGame(told.get(DEAL, ""), order, _declared(rules) or _made(rules))


def _by_height(rules: Rules, holding: Holding) -> tuple[Card, ...]:
    """Of hands of one card: a card of each height, the highest first."""
    heights = {holding.ranking.of((card,)).key: card for card, _ in reversed(rules.deck.contents)}
    return tuple(heights[key] for key in sorted(heights, reverse=True))


def _declared(rules: Rules) -> tuple[RankedHand, ...]:
    rows = [(row.says, tuple(row.cards.split())) for row in sayings(rules.game.id).ranking]
    return tuple(RankedHand(says, cards) for says, cards in rows if all(rules.deck.count(card) for card in cards))


EXAMPLES = {
    5: {
        "royal_flush": "As Ks Qs Js Ts", "straight_flush": "9h 8h 7h 6h 5h", "four_of_a_kind": "8s 8h 8d 8c Kd",
        "full_house": "Js Jh Jd 4c 4s", "flush": "Ad Jd 9d 6d 3d", "straight": "Tc 9d 8s 7h 6c",
        "three_of_a_kind": "7s 7h 7d Kc 2s", "two_pair": "Qs Qd 5h 5c Ad", "pair": "9s 9h Ac Jd 4s",
        "high_card": "As Jd 8c 6h 3s",
    },
    3: {
        "straight_flush": "9h 8h 7h", "three_of_a_kind": "7s 7h 7d", "straight": "Tc 9d 8s", "flush": "Ad Jd 6d",
        "pair": "9s 9h Ac", "high_card": "As Jd 6c",
    },
}  # fmt: skip
"""Cards for each hand that everybody knows, by how many cards a hand has. Their order is that of the ranking."""
_CATEGORIES: dict[int, tuple[Category, ...]] = {5: FIVE_CARDS, 3: THREE_CARDS}


def _made(rules: Rules) -> tuple[RankedHand, ...]:
    own, count = sides(rules)[:2]
    if own is None:
        return ()
    length = POKER.get((own.ranking.plain or own.ranking).of)
    if length is not None:
        shown = EXAMPLES[length]
        named = ((each.name, tuple(shown[each.name].split())) for each in _CATEGORIES[length])
    elif comb(rules.deck.size, count) <= EVERY:
        named = ((name, cards) for name, cards in highest_of_each(rules, own))
    else:
        named = ((name, ()) for name in _names(rules, own))
    return tuple(RankedHand(capital(w.hand(rules.book, name)), cards) for name, cards in named)


def highest_of_each(rules: Rules, holding: Holding) -> list[tuple[str, tuple[Card, ...]]]:
    """The names of the hands, highest first, each with its highest cards; of large hands as far as a sample goes."""
    found: dict[str, tuple[Key, tuple[Card, ...]]] = {}
    for cards in hands_to_look_at(rules, holding)[0] if size(rules, holding) else ():
        hand = holding.ranking.of(cards)
        if hand.name not in found or hand.key > found[hand.name][0]:
            found[hand.name] = (hand.key, cards)
    ordered = sorted(found.items(), key=lambda each: each[1][0], reverse=True)
    return [(name, cards) for name, (_, cards) in ordered]


def _names(rules: Rules, holding: Holding) -> tuple[str, ...]:
    """The hands that wagers tell apart by this ranking, highest first: of the wager that tells most."""
    fields = (field for wager in rules.index for field in rules.fields[wager])
    told = [field.values for field in fields if isinstance(field, Named) and field.hand.ranking == holding.ranking]
    return max(told, key=len, default=())
