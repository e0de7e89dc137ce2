"""Hands of Top Five Poker in the sentences and charts of the best play."""

from collections.abc import Sequence

from pitboss.cards.deck import RANK, RANK_NAMES, SUIT, Card
from pitboss.cards.ranking import Hand
from pitboss.games.top_five_poker.hands import top_five_hand
from pitboss.rulebook.words import number
from pitboss.table.definition import Band, HandWords

MOST = 7
"""Cards that a player holds."""
MANY = 5
"""As many or more of them are rare, and stand together in a chart."""


def _at_least(count: int) -> str:
    return f"{number(count)} {'or more cards' if count < MOST else 'cards'}"


def and_up(lowest: Hand, hands: Sequence[Hand]) -> str:
    count, _, *ranks = lowest.key
    if lowest.key == min(hand.key for hand in hands if hand.key[0] == count):
        return _at_least(count)
    name = "" if lowest.name == "high_card" else f" ({lowest.name.replace('_', ' ')})"
    these = f"{number(count)} {'card' if count == 1 else 'cards'}, {'-'.join(RANK_NAMES[r] for r in ranks)}{name}"
    more = f"{_at_least(count + 1)}, or with " if any(hand.key[0] > count for hand in hands) else ""
    return f"{more}{these} or higher"


def cards(held: tuple[Card, ...], suits: bool) -> str:
    ranks = "-".join(RANK_NAMES[RANK[card]] for card in sorted(held, key=lambda card: -RANK[card]))
    royal = " with a royal flush" if top_five_hand(held).name == "royal_flush" else ""
    touched = len({SUIT[card] for card in held})
    return f"{ranks or 'no cards'}{royal}{f' in {number(touched)} suit' + 's' * (touched != 1) if suits else ''}"


def band(hand: Hand) -> Band:
    count = hand.key[0]
    if count >= MANY:
        return Band((f"{MANY} or more", f"{MANY}–{MOST}"))
    return Band((f"{count} card{'' if count == 1 else 's'}", str(count)))


HAND_WORDS = HandWords(and_up=and_up, cards=cards, band=band)
