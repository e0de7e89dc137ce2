"""Hands of Dragon Poker in the sentences and charts of the best play."""

from collections.abc import Sequence

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.games.dragon_poker.hands import CHARACTER, GOLD, dragon_hand
from pitboss.table.definition import Band, HandWords

CHARACTERS = ("Rabbit", "Monkey", "Panda", "Tiger", "Phoenix", "Dragon")
"""In ascending order, as keys number them from 1."""
STYLES = {"RD": "soft", "PA": "ink"}
"""Signs without a card behind them: dragons of every colour rank alike, and black must show on a dark page."""
TRIPS, PAIR = 3, 2


def and_up(lowest: Hand, hands: Sequence[Hand]) -> str:
    same, *ranks = lowest.key
    names = [CHARACTERS[rank - 1] for rank in ranks]
    if same < PAIR:
        return f"a pair or better, or with {'-'.join(names)} or higher"
    hand = lowest.name.replace("_", " ")
    return f"{hand} or higher" if same == TRIPS else f"trips, or with a {hand} and a {names[1]} or higher"


def band(hand: Hand) -> Band:
    same, highest = hand.key[0], hand.key[1]
    if same == TRIPS:
        return Band(wider="trips")
    card = next(card for card, rank in CHARACTER.items() if rank == highest)
    wider = "high card" if same < PAIR else "pair"
    return Band((CHARACTERS[highest - 1],), wider, card, STYLES.get(card, ""))


def held(cards: tuple[Card, ...]) -> str:
    """`pair of tigers, Dragon high`; what the Gold Dragon stands for is in the name of the hand."""
    hand = dragon_hand(cards)
    same, *ranks = hand.key
    names = [CHARACTERS[rank - 1] for rank in ranks]
    if same == 1:
        said = f"{names[0]} high, then {names[1]}"
    else:
        said = hand.name.replace("_", " ") + (f", {names[1]} high" if same == PAIR else "")
    return f"{said}, with the Gold Dragon" if GOLD in cards else said


HAND_WORDS = HandWords(and_up=and_up, band=band, held=held)
