"""Top Five Poker: of seven cards only ten to ace count. What a player knows is how many cards of each of these ranks he
holds, whether they make a royal flush, and in how many suits he holds none of them, because only there can the dealer
have a royal flush. Suits matter to nothing else, so everything follows from binomial coefficients."""

from collections.abc import Hashable, Mapping
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import RANK, RANK_NAMES, RANKS, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.games.top_five_poker.game import extra_cards_break_ties, main_cell, side_cell
from pitboss.games.top_five_poker.hands import LOWEST_THAT_COUNTS, top_five_hand
from pitboss.odds import play_or_fold
from pitboss.odds.advice import Advice, check_cards
from pitboss.odds.figures import in_whole_units
from pitboss.odds.play_or_fold import Count, Solved, Spot
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack, Part, Tally
from pitboss.odds.tally import tally as added_up
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

HAND_SIZE = 7
TINY: Pack = ()
"""There is nothing to compile."""
_COUNTING = "".join(r for r in RANKS if RANK[r + SUITS[0]] >= LOWEST_THAT_COUNTS)
_ROYAL = len(_COUNTING)
"""The cards of a royal flush: all ranks that count, of one suit. Seven cards hold at most one."""

Vector = tuple[int, ...]
"""How many cards of each counting rank that the pack has, lowest rank first."""


class Held(NamedTuple):
    """All that a player's cards say of the deal."""

    vector: Vector
    royal: bool
    untouched: int
    """Suits of which he holds no counting card."""


class Suits(NamedTuple):
    """A pack as this game sees it."""

    suits: str
    counting: str
    low: int
    """How many cards do not count."""


def tally(
    rules: Rules,
    wager: str,
    *,
    players: int = 1,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
) -> Tally:
    """The endings of a wager. No wager looks at other players' hands, so their number does not matter."""
    play_or_fold.check_wager(rules, wager)
    pack = pack or rules.deck.contents
    if wager == "main":
        return play_or_fold.best(solve(rules, pack, stake, meters))
    return _side(pack, wager, extra_cards_break_ties(rules))


@cache
def _side(pack: Pack, wager: str, extra: bool) -> Tally:
    ranked = _ranked(pack, extra)
    pairs = (((Part(wager, 1, side_cell(wager, LIVE, ranked[held])),), ways) for held, ways in hands(pack).items())
    return added_up(pairs)


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    *,
    pack: Pack | None = None,
    stake: int = 100,
) -> Advice:
    """What playing and folding these seven cards are worth."""
    pack = pack or rules.deck.contents
    check_cards(rules, pack, cards, HAND_SIZE, board)
    found = solve(rules, pack, stake)
    return play_or_fold.worth(found, found.deals.spots[_spot(_seen(pack), cards)], cards)


def solve(rules: Rules, pack: Pack, stake: int, meters: Mapping[str, int] | None = None) -> Solved:
    counted = count(pack, extra_cards_break_ties(rules))
    return play_or_fold.solve(rules, counted, lambda _, *rest: main_cell(*rest), stake, meters or {})


def rules_in_words(rules: Rules, *, pack: Pack | None = None, stake: int | None = None) -> list[str]:
    """The best decisions in words."""
    if stake is None:
        rules, stake = in_whole_units(rules)
    pack = pack or rules.deck.contents
    solved = solve(rules, pack, stake)
    keys = [spot.hand.key for spot in solved.deals.spots.values()]

    def at_least(number: int) -> str:
        return f"{_NUMBERS[number]} {'or more cards' if number < HAND_SIZE else 'cards'}"

    def from_(lowest: Hand) -> str:
        """This hand and all higher ones."""
        number, _, *ranks = lowest.key
        if lowest.key == min(key for key in keys if key[0] == number):
            return at_least(number)
        name = "" if lowest.name == "high_card" else f" ({lowest.name.replace('_', ' ')})"
        these = (
            f"{_NUMBERS[number]} {'card' if number == 1 else 'cards'}, {'-'.join(RANK_NAMES[r] for r in ranks)}{name}"
        )
        more = f"{at_least(number + 1)}, or with " if any(key[0] > number for key in keys) else ""
        return f"{more}{these} or higher"

    decided: dict[tuple[Vector, bool], set[bool]] = {}
    for held, spot in solved.deals.spots.items():
        assert isinstance(held, Held)
        decided.setdefault((held.vector, held.royal), set()).add(solved.plays(spot))

    def cards(spot: Hashable) -> str:
        assert isinstance(spot, Held)
        held = reversed(list(zip(_seen(pack).counting, spot.vector, strict=True)))
        ranks = "-".join(RANK_NAMES[RANK[rank + SUITS[0]]] for rank, n in held for _ in range(n))
        touched = len(_seen(pack).suits) - spot.untouched
        suits = f" in {_NUMBERS[touched]} suit{'s' * (touched != 1)}" if len(decided[spot[:2]]) > 1 else ""
        return f"{ranks or 'no cards'}{' with a royal flush' * spot.royal}{suits}"

    return play_or_fold.in_words(solved, from_, cards)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


# --- the cards ------------------------------------------------------------------------------------------------------


@cache
def _seen(pack: Pack) -> Suits:
    ranks = "".join(r for r in RANKS if any(card[0] == r for card, n in pack if n))
    suits = "".join(s for s in SUITS if any(card[1] == s for card, n in pack if n))
    if {card: n for card, n in pack if n} != {r + s: 1 for r in ranks for s in suits}:
        raise ValueError(f"the pack is not one card of each of the ranks {ranks} in each of the suits {suits}")
    counting = "".join(r for r in ranks if r in _COUNTING)
    return Suits(suits, counting, (len(ranks) - len(counting)) * len(suits))


def _spot(seen: Suits, cards: tuple[Card, ...]) -> Held:
    ranks = {suit: {card[0] for card in cards if card[1] == suit} & set(_COUNTING) for suit in seen.suits}
    vector = tuple(sum(rank in ranks[suit] for suit in seen.suits) for rank in seen.counting)
    return Held(vector, any(len(r) == _ROYAL for r in ranks.values()), sum(not r for r in ranks.values()))


def _example(seen: Suits, vector: Vector, royal: bool) -> tuple[Card, ...]:
    """Counting cards with these ranks, with a royal flush or without (where there is a way without)."""
    suits, cards, gap = seen.suits, [], 0
    for rank, n in zip(seen.counting, vector, strict=True):
        # The suits left out follow each other around, so that soon no suit is common to all ranks.
        left_out = set() if royal else {(gap + i) % len(suits) for i in range(len(suits) - n)}
        gap += len(left_out)
        cards += [rank + suit for i, suit in enumerate(suits) if i not in left_out][:n]
    return tuple(cards)


@cache
def _vectors(seen: Suits) -> tuple[Vector, ...]:
    each = product(range(len(seen.suits) + 1), repeat=len(seen.counting))
    return tuple(v for v in each if sum(v) <= HAND_SIZE)


@cache
def hands(pack: Pack) -> dict[Held, int]:
    """Every hand of seven as far as it matters, and in how many ways the pack deals it."""
    seen = _seen(pack)
    suits = len(seen.suits)
    found: dict[Held, int] = {}
    for vector in _vectors(seen):
        low = comb(seen.low, HAND_SIZE - sum(vector))
        within = [prod(comb(n, k) for k in vector) for n in range(suits + 1)]
        royals = [n * prod(comb(n - 1, k - 1) for k in vector) if n and _whole(vector) else 0 for n in range(suits + 1)]
        for touched in range(suits + 1):
            royal = comb(suits, touched) * _exactly(royals, touched)
            both = comb(suits, touched) * _exactly(within, touched)
            found[Held(vector, True, suits - touched)] = low * royal
            found[Held(vector, False, suits - touched)] = low * (both - royal)
    return {held: ways for held, ways in found.items() if ways}


@cache
def _ranked(pack: Pack, extra: bool) -> dict[Held, Hand]:
    """What each of these hands is."""
    seen = _seen(pack)
    return {held: top_five_hand(_example(seen, held.vector, held.royal), extra) for held in hands(pack)}


def _whole(vector: Vector) -> bool:
    return len(vector) == _ROYAL and all(vector)


def _exactly(within: list[int], n: int) -> int:
    """Ways that touch all of `n` given suits, from the ways that touch none but `m` given suits."""
    return sum((-1) ** (n - m) * comb(n, m) * within[m] for m in range(n + 1))


# --- the deals ------------------------------------------------------------------------------------------------------


class Dealer(NamedTuple):
    """The dealer's hands from the lowest to the highest, one a column, and how many of them each vector of the player
    leaves him (one a row), as running sums that start with 0."""

    hands: tuple[Hand, ...]
    row: dict[Vector, int]
    all_suits: Array
    """Without a look at royal flushes."""
    a_suit: Array
    """What a suit that the player has not touched adds: royal flushes, taken from the plain hands of the same ranks."""


def _dealer(pack: Pack, extra: bool) -> Dealer:
    seen = _seen(pack)
    vectors = _vectors(seen)
    columns = [(v, royal) for v in vectors for royal in (False, True) if _whole(v) or not royal]
    columns = sorted(columns, key=lambda c: top_five_hand(_example(seen, *c), extra).key)
    suits = len(seen.suits)
    mine, his = np.array(vectors, dtype=np.int64), np.array([v for v, _ in columns], dtype=np.int64)
    royal = np.array([royal for _, royal in columns])
    whole = np.array([_whole(v) for v, _ in columns])
    choose = np.array([[comb(n, k) for k in range(suits + 1)] for n in range(suits + 1)], dtype=np.int64)
    lows = [[comb(max(seen.low - n, 0), k) for k in range(HAND_SIZE + 1)] for n in range(HAND_SIZE + 1)]
    low = np.array(lows, dtype=np.int64)[HAND_SIZE - mine.sum(axis=1)][:, HAND_SIZE - his.sum(axis=1)]
    plain, suited = low.copy(), low.copy()
    for i in range(len(seen.counting)):
        # Below 0 there is nothing to choose from: then the player has touched every suit, and no royal flush counts.
        plain *= choose[suits - mine[:, i]][:, his[:, i]]
        suited *= choose[np.maximum(suits - 1 - mine[:, i], 0)][:, np.maximum(his[:, i] - 1, 0)]
    plain[:, royal] = 0
    suited[:, ~whole] = 0
    suited[:, whole & ~royal] *= -1
    hands = tuple(top_five_hand(_example(seen, *c), extra) for c in columns)
    return Dealer(hands, {v: i for i, v in enumerate(vectors)}, _running(plain), _running(suited))


def _running(counts: Array) -> Array:
    return np.concatenate([np.zeros((len(counts), 1), dtype=np.int64), counts.cumsum(axis=1)], axis=1)


@cache
def count(pack: Pack, extra: bool) -> Count:
    """For every spot: how many of the dealer's hands lead to each outcome."""
    play_or_fold.check_pack(pack, 2 * HAND_SIZE)
    ranked, dealer = _ranked(pack, extra), _dealer(pack, extra)
    spots: dict[Hashable, Spot] = {}
    outcomes: dict[Cell, tuple[int, Hand, Hand]] = {}
    runs: dict[Hand, list[tuple[int, int]]] = {}
    for held, ways in hands(pack).items():
        hand, row = ranked[held], dealer.row[held.vector]
        plain, suited = dealer.all_suits[row], dealer.a_suit[row]
        against = []
        if hand not in runs:
            runs[hand] = _runs(hand, dealer.hands)
        for start, end in runs[hand]:
            n = int(plain[end] - plain[start]) + held.untouched * int(suited[end] - suited[start])
            other = dealer.hands[start]
            place, _, _ = outcomes.setdefault(main_cell(LIVE, hand, other), (len(outcomes), hand, other))
            against.append((place, n))
        spots[held] = Spot(hand, ways, tuple((place, n) for place, n in against if n))
    return Count(spots, tuple((hand, other) for _, hand, other in outcomes.values()))


def _runs(hand: Hand, dealers: tuple[Hand, ...]) -> list[tuple[int, int]]:
    """Where, in ascending order of the dealer's hands, the cell stays the same. The cell depends on the order of hands
    alone, so between two equal cells there is no other: bisection finds the ends."""
    found, start = [], 0
    cell = main_cell(LIVE, hand, dealers[0])
    while start < len(dealers):
        inside, end = start, len(dealers)
        while end - inside > 1:
            middle = (inside + end) // 2
            if main_cell(LIVE, hand, dealers[middle]) == cell:
                inside = middle
            else:
                end = middle
        found.append((start, end))
        start = end
        if end < len(dealers):
            cell = main_cell(LIVE, hand, dealers[end])
    return found


def prepare(rules: Rules, stake: int) -> None:
    """Counts once, so that a coach answers at once."""
    advise(rules, ("Ac", "Kd", "Qh", "2c", "3c", "4c", "5c"), stake=stake)
