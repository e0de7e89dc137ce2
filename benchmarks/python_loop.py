"""Ultimate Texas Hold 'Em in plain Python, the way public simulators play it: a deck is shuffled, the player follows
the published strategy (the table of hands for a raise of four times, the rules for the flop, and on the river the count
of the cards that would help the dealer), hands are ranked by the fastest evaluator on PyPI, and Ante, Blind, Play and
Trips are paid. Nothing is worked out that the player's next decision or the payment does not need. Public scripts hold
cards by name ("Ah"); the evaluator reads numbers three times as fast, so the loop can be played with them as well."""

import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

RANKS, SUITS = "23456789TJQKA", "cdhs"
NAMES = [rank + suit for rank in RANKS for suit in SUITS]
NUMBERS = list(range(len(NAMES)))
TEN, JACK, QUEEN, KING, ACE = range(8, 13)
ANY = {ACE: 0, KING: 3, QUEEN: 6, JACK: 8}
SUITED = {ACE: 0, KING: 0, QUEEN: 4, JACK: 6}
"""High card → the lowest other card with which four times the ante is bet, whatever the suits, or suited."""
TOPS = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
"""The lowest rank of each kind of hand, royal flush to high card, as phevaluator numbers them."""
TWO_PAIRS, PAIR = 7, 8
BLIND = (500, 50, 10, 3, 1.5, 1, 0, 0, 0, 0)
TRIPS = (50, 40, 30, 9, 7, 4, 3, -1, -1, -1)
MOST_OUTS = 20
"""With more cards than this that beat the hand, it is folded."""

Card = TypeVar("Card")
"""A name or a number."""
Strategy = tuple[
    Callable[[Card, Card], bool],
    Callable[[Card, Card, list[Card]], bool],
    Callable[[Card, Card, list[Card], int, int], bool],
]
"""Before the flop, on it, and on the river."""


def kind_of(rank: int) -> int:
    kind = 0
    while rank > TOPS[kind]:
        kind += 1
    return kind


def decisions(evaluate: Callable[..., int], cards: Sequence[Card]) -> Strategy[Card]:
    """The published strategy: whether to raise before the flop and on it, and whether to play on the river."""
    ranks = {card: n // 4 for n, card in enumerate(cards)}
    suits = {card: n % 4 for n, card in enumerate(cards)}

    def raises_before_the_flop(a: Card, b: Card) -> bool:
        low, high = sorted((ranks[a], ranks[b]))
        if low == high:
            return low > 0
        return low >= (SUITED if suits[a] == suits[b] else ANY).get(high, ACE)

    def raises_on_the_flop(a: Card, b: Card, flop: list[Card]) -> bool:
        """Two pairs or better, a pair with an own card (not of twos in the hand), four to a flush with an own ten or
        more."""
        shown = [ranks[card] for card in flop]
        if ranks[a] in shown or ranks[b] in shown or ranks[a] == ranks[b] > 0:
            return True
        for suit in {suits[a], suits[b]}:
            own = [ranks[card] for card in (a, b) if suits[card] == suit]
            if len(own) + sum(suits[card] == suit for card in flop) == 4 and max(own) >= TEN:
                return True
        return kind_of(evaluate(a, b, *flop)) <= TWO_PAIRS

    def plays_on_the_river(a: Card, b: Card, board: list[Card], mine: int, kind: int) -> bool:
        """A hand better in kind than the board's own, or few cards that would help the dealer to a better one."""
        if kind < kind_of(evaluate(*board)):
            return True
        known = {a, b, *board}
        outs = 0
        for card in cards:
            if card not in known and evaluate(*board, card) < mine:
                outs += 1
                if outs > MOST_OUTS:
                    return False
        return True

    return raises_before_the_flop, raises_on_the_flop, plays_on_the_river


def play(rounds: int, draw: random.Random, cards: Sequence[Card]) -> tuple[float, float]:
    """The results of all rounds: of Ante, Blind and Play together, and of Trips, one unit each."""
    from phevaluator import evaluate_cards as evaluate

    raises_before_the_flop, raises_on_the_flop, plays_on_the_river = decisions(evaluate, cards)
    deck, main, trips = list(cards), 0.0, 0.0
    for _ in range(rounds):
        draw.shuffle(deck)
        a, b, c, d, *board = deck[:9]
        mine = evaluate(a, b, *board)
        kind = kind_of(mine)
        trips += TRIPS[kind]
        if raises_before_the_flop(a, b):
            bet = 4
        elif raises_on_the_flop(a, b, board[:3]):
            bet = 2
        elif plays_on_the_river(a, b, board, mine, kind):
            bet = 1
        else:
            main -= 2
            continue
        other = evaluate(c, d, *board)
        ante = 1 if other <= TOPS[PAIR] else 0
        if mine < other:
            main += bet + BLIND[kind] + ante
        elif mine > other:
            main -= bet + 1 + ante
    return main, trips


def speed(cards: Sequence[Card], rounds: int = 2_000, times: int = 9) -> float:
    """Rounds a second of one core's time, the best of several."""
    draw = random.Random(1)
    spent = []
    for _ in range(times):
        begun = time.thread_time()
        play(rounds, draw, cards)
        spent.append(time.thread_time() - begun)
    return rounds / min(spent)


if __name__ == "__main__":
    count = 200_000
    main, trips = play(count, random.Random(2), NUMBERS)
    print(f"{count:,} rounds: main {main / count:+.4f}, Trips {trips / count:+.4f} a round")
    print(f"{speed(NAMES):,.0f} rounds a second with names of cards, {speed(NUMBERS):,.0f} with numbers")
