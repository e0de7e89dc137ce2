"""Hands of Top Five Poker in the sentences and charts of the best play."""

from collections.abc import Sequence

from pitboss.cards.deck import RANK, RANK_NAMES, RANK_PLURALS, SUIT, Card
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


def held(dealt: tuple[Card, ...]) -> str:
    """`four cards, pair of queens, ace high`: their number comes first, as it does in the ranking."""
    hand = top_five_hand(dealt)
    count, _, *ranks = hand.key
    if not count:
        return "no card that counts"
    many = f"{number(count)} {'card' if count == 1 else 'cards'}"
    return f"{many}, {_of_ranks(hand.name, ranks)}"


def _of_ranks(name: str, ranks: Sequence[int]) -> str:
    first, others = RANK_PLURALS[ranks[0]], [rank for rank in ranks if rank != ranks[0]]
    match name:
        case "high_card":
            return "-".join(RANK_NAMES[rank] for rank in ranks[:2]) + " high"
        case "pair_of_aces" | "pair_of_kings" | "pair_below_kings":
            return f"pair of {first}" + (f", {RANK_NAMES[others[0]]} high" if others else "")
        case "two_pair":
            return f"two pair, {first} and {RANK_PLURALS[others[0]]}"
        case "full_house":
            return f"full house, {first} over {RANK_PLURALS[others[0]]}"
        case "three_of_a_kind" | "four_of_a_kind":
            return f"{name.replace('_', ' ')}, {first}"
        case _:
            return name.replace("_", " ")


HAND_WORDS = HandWords(and_up=and_up, cards=cards, band=band, held=held)
