"""Let It Ride, counted: what every three and every four cards can become. No payment enters, so one count of a pack
serves every paytable. Sets of cards that differ only by the names of the suits are counted once."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, RANKS, SUIT, SUITS, Card
from pitboss.games.let_it_ride.game import five_card_name, six_card_name, three_card_name
from pitboss.odds.kernels.let_it_ride import BITS, extend, last_cards
from pitboss.odds.tables import LOWEST_RANK, Array, multisets, tables
from pitboss.odds.tally import Pack

Kind = tuple[str, str]
"""A five-card hand as the three bets name it and as the progressive names it."""


class Count(Struct, frozen=True):
    """Sets are integers as the kernels write them, in ascending order."""

    threes: Array
    three_ways: Array
    """How many hands of three cards each set stands for."""
    fours: Array
    four_ways: Array
    parent: Array
    child: Array
    ways: Array
    """`ways` cards turn the three cards `parent` into the four cards `child`; in ascending order of parents."""
    starts: Array
    """Where the links of each parent begin."""
    last: Array
    """last[four cards, kind]: how many fifth cards make this kind of hand."""
    kinds: tuple[Kind, ...]

    def links(self, three: int) -> slice:
        """The links of these three cards."""
        end = self.starts[three + 1] if three + 1 < len(self.starts) else len(self.parent)
        return slice(int(self.starts[three]), int(end))


def sides(pack: Pack) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ranks (0 for the two) and the suits of a pack that holds every rank in every suit once."""
    cards = [card for card, number in pack for _ in range(number)]
    ranks = tuple(sorted({RANK[card] - LOWEST_RANK for card in cards}))
    suits = tuple(sorted({SUIT[card] for card in cards}))
    if len(cards) != len(set(cards)) or len(cards) != len(ranks) * len(suits):
        raise ValueError(f"the pack of {len(cards)} cards does not hold each of its ranks once in each of its suits")
    return ranks, suits


def set_of(cards: tuple[Card, ...]) -> int:
    """Cards as the kernels write them, whatever their suits are called."""
    masks = [sum(1 << RANK[c] - LOWEST_RANK for c in cards if SUIT[c] == suit) for suit in range(len(SUITS))]
    return sum(mask << BITS * place for place, mask in enumerate(sorted(masks, reverse=True)))


def cards_of(found: int) -> tuple[Card, ...]:
    """An example of a set of cards, lowest rank first."""
    bits = [bit for bit in range(BITS * len(SUITS)) if found >> bit & 1]
    return tuple(RANKS[bit % BITS] + SUITS[bit // BITS] for bit in sorted(bits, key=lambda bit: (bit % BITS, bit)))


@cache
def sets(pack: Pack, size: int) -> tuple[Array, Array, Array]:
    """All sets of this size up to suits; how many each stands for; and, for each set of one card less, the places of
    the sets it becomes with one more card."""
    if size == 0:
        return np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
    ranks, suits = sides(pack)
    smaller, ways, _ = sets(pack, size - 1)
    grown = extend(smaller, size - 1, np.array(ranks, dtype=np.int64), len(suits))
    found, place = np.unique(grown, return_inverse=True)
    place = place.reshape(grown.shape)
    total = np.zeros(len(found), dtype=np.int64)
    np.add.at(total, place, np.broadcast_to(ways[:, None], grown.shape))
    return found, total // size, place  # a set arises once from each of its cards


@cache
def count(pack: Pack) -> Count:
    """Everything that can become of three cards; some 30 ms for 52 cards once the kernels are compiled."""
    ranks, suits = sides(pack)
    if len(ranks) * len(suits) < 5:
        raise ValueError(f"the pack has {len(ranks) * len(suits)} cards; a hand and the community cards need 5")
    threes, three_ways, _ = sets(pack, 3)
    fours, four_ways, place = sets(pack, 4)
    link, ways = np.unique(place + len(fours) * np.arange(len(threes))[:, None], return_counts=True)
    parent = link // len(fours)
    t = tables()
    names = [(five_card_name("bet_3", hand), five_card_name("progressive", hand)) for hand in t.hands]
    kinds = tuple(dict.fromkeys(reversed(names)))
    kind = np.array([kinds.index(name) for name in names], dtype=np.int8)
    every = np.array(ranks, dtype=np.int64)
    return Count(
        threes=threes,
        three_ways=three_ways,
        fours=fours,
        four_ways=four_ways,
        parent=parent,
        child=link % len(fours),
        ways=ways.astype(np.int64),
        starts=np.searchsorted(parent, np.arange(len(threes))),
        last=last_cards(fours, every, len(suits), len(kinds), kind, t.ranks[5], t.suited, t.choose),
        kinds=kinds,
    )


def five_cards(pack: Pack, wager: str) -> Counter[str]:
    """How many sets of five cards make each hand, as this wager names it."""
    found = count(pack)
    each = found.four_ways @ found.last
    names = [progressive if wager == "progressive" else main for main, progressive in found.kinds]
    counts: Counter[str] = Counter()
    for name, times in zip(names, each, strict=True):
        counts[name] += int(times) // 5  # any of the five cards may be the last
    return counts


@cache
def three_cards(pack: Pack) -> Counter[str]:
    """How many hands of three cards the Three Card Bonus calls by each name."""
    counts: Counter[str] = Counter()
    found, ways, _ = sets(pack, 3)
    for three, times in zip(found, ways, strict=True):
        counts[three_card_name("three_card_bonus", cards_of(int(three)))] += int(times)
    return counts


@cache
def six_cards(pack: Pack) -> Counter[str]:
    """How many sets of six cards make each hand of the Six Card Bonus: without five of a suit by ranks alone, with five
    or six of a suit by that suit."""
    ranks, suits = sides(pack)
    t, s = tables(), len(suits)
    counts: Counter[str] = Counter()
    rows = multisets(6)
    held = np.stack([(rows == rank).sum(axis=1) for rank in range(BITS)])
    able = (held.max(axis=0) <= s) & (held.sum(axis=0, where=np.isin(np.arange(BITS), ranks)[:, None]) == 6)
    flushes = np.array([0, 0, 0, 0, 0, s * (s - 1), s * (6 * (s - 1) + 1)])[(held > 0).sum(axis=0)]
    ways = np.array([comb(s, n) for n in range(7)])[held].prod(axis=0) - flushes
    category = t.category[t.ranks[6]]
    for number, name in enumerate(t.categories):
        counts[name] += int(ways[able & (category == number)].sum())
    for five in combinations(ranks, 5):
        name = t.hands[t.suited[sum(1 << r for r in five)]].name
        counts[name] += s * (s - 1) * len(ranks)  # the sixth card is of another suit
    for six in combinations(ranks, 6):
        for suit in suits:
            counts[six_card_name(tuple(RANKS[r] + SUITS[suit] for r in six))] += 1
    return counts
