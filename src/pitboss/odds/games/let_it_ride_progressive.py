"""The progressive wager of Let It Ride at a full table: the own hand, the envy bonuses for the hands of others, and
what others took from a meter before it was this player's turn.

Hands of others matter only if an envy line or a meter pays them. Such *special* hands are few, and on a given board
they must be disjoint sets of three cards, so they are counted set by set. From how often at least these hands are held
follows how often exactly these are held (inclusion and exclusion)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations
from math import comb, perm, prod

import numpy as np

from pitboss.cards.deck import RANKS, SUITS
from pitboss.games.let_it_ride.game import five_card_name, on_three_cards, three_card_name
from pitboss.odds.games.let_it_ride_counts import five_cards, sets, sides
from pitboss.odds.kernels.let_it_ride import BITS, triples_on, without
from pitboss.odds.tables import Array, tables
from pitboss.odds.tally import Ending, Pack, Part, Tally
from pitboss.odds.tally import tally as add_up
from pitboss.rulebook.pays import Lose, MeterShare
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

MOST_PLAYERS = 7
MOST_SETS = 200_000
"""More sets of special hands than this would take minutes."""

Held = tuple[str, ...]
"""Special hands that other players hold, in the order of the rulebook's hands."""


def progressive(rules: Rules, players: int, pack: Pack) -> Tally:
    """The endings of one player's wager where `players` make it. What is counted are all deals of the board and of the
    hands in order, each with this player in every one of the seats; for one player, the sets of cards that decide."""
    _check(players, pack, three := on_three_cards(rules, "progressive"))
    if players == 1 and not three:
        alone = five_cards(pack, "progressive").items()
        return add_up(((Part("progressive", 1, (LIVE, hand)),), n) for hand, n in alone)
    hands = rules.settlement.spaces["progressive"].values[1]
    special = tuple(hand for hand in hands if _metered(rules, hand) or _envied(rules, hand))
    return add_up(_endings(rules, players, _exactly(pack, three, special, players)))


def _check(players: int, pack: Pack, three: bool) -> None:
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"{players} players were given; 1 to {MOST_PLAYERS} can play")
    size, needed = sum(number for _, number in pack), 3 * players + (0 if three else 2)
    if size < needed:
        raise ValueError(f"the pack has {size} cards; {players} players need {needed}")


def _metered(rules: Rules, hand: str) -> bool:
    return isinstance(rules.settlement.outcome("progressive", (LIVE, hand)).pay, MeterShare)


def _envied(rules: Rules, hand: str) -> bool:
    return not isinstance(rules.settlement.outcome("envy", (LIVE, hand)).pay, Lose)


def _endings(rules: Rules, players: int, exactly: Mapping[tuple[Held, str], int]) -> Iterator[tuple[Ending, int]]:
    """What is settled, in order: payments to others from a meter before it is this player's turn, his own hand, then
    every envy bonus (L-23, L-25)."""
    for (held, own), deals in exactly.items():
        ways, orders = _before(tuple(hand for hand in held if _metered(rules, hand)), players)
        assert deals % ways == 0, "equal seats hold equal shares of the deals"
        mine = Part("progressive", 1, (LIVE, own))
        envies = tuple(Part("envy", 0, (LIVE, hand)) for hand in held if _envied(rules, hand))
        for paid, times in orders:
            others = (Part("progressive", 1, (LIVE, hand), other=True) for hand in paid)
            yield (*others, mine, *envies), deals // ways * times


@cache
def _before(paid: Held, players: int) -> tuple[int, tuple[tuple[Held, int], ...]]:
    """The ways to seat the others when these of them are paid from a meter; and, with the player in each of the seats
    in turn, how often each sequence of them comes before him."""
    seatings = set(permutations((*paid, *("",) * (players - 1 - len(paid)))))
    orders = Counter(tuple(filter(None, seats[:own])) for seats in seatings for own in range(players))
    return len(seatings), tuple(sorted(orders.items()))


# --- counting -------------------------------------------------------------------------------------------------------


@cache
def _exactly(pack: Pack, three: bool, special: Held, players: int) -> dict[tuple[Held, str], int]:
    """(special hands of all others, own hand) → number of deals of the board and of the players' hands in order."""
    cards = sum(number for _, number in pack) - (0 if three else 2)
    others = players - 1
    at_least: dict[tuple[Held, str], int] = {}
    for (held, own), ways in _disjoint(pack, three, special, others).items():
        j = len(held)
        rest = prod(comb(cards - 3 * i, 3) for i in range(j + 1, players))
        at_least[held, own] = ways * perm(others, j) * rest
    found: dict[tuple[Held, str], int] = {}
    for (held, own), deals in at_least.items():
        size = Counter(held)
        for part in _parts(held):
            sign = -1 if (len(held) - len(part)) % 2 else 1
            chosen = prod(comb(size[hand], n) for hand, n in Counter(part).items())
            found[part, own] = found.get((part, own), 0) + sign * chosen * deals
    assert all(deals >= 0 for deals in found.values())
    return {key: deals for key, deals in found.items() if deals}


def _parts(held: Held) -> set[Held]:
    """Every different selection from these hands."""
    return {part for n in range(len(held) + 1) for part in combinations(held, n)}


def _disjoint(pack: Pack, three: bool, special: Held, most: int) -> dict[tuple[Held, str], int]:
    """(some special hands, own hand) → ways to choose a board, disjoint sets of three cards that make these special
    hands on it, and three other cards that make the own hand. At most `most` special hands."""
    names, ways, kinds, triples = _rows(pack, three)
    wanted = np.array([names.index(hand) for hand in special if hand in names], dtype=np.int64)
    boards: list[int] = []
    removed: list[int] = []
    held: list[Held] = []
    for board in range(len(kinds)):
        places = np.flatnonzero(np.isin(kinds[board], wanted))
        able = [(int(triples[p]), names[kinds[board][p]]) for p in places]
        for cards, hands in _chosen(able, most):
            boards.append(board)
            removed.append(cards)
            held.append(tuple(sorted(hands, key=special.index)))
            if len(boards) > MOST_SETS:
                raise ValueError(
                    f"envy or meter lines for {', '.join(special)} give more than {MOST_SETS:,} ways in which {most} "
                    "other players can hold such hands; fewer players or rarer hands can be counted"
                )
    each = without(kinds, triples, np.array(boards), np.array(removed, dtype=np.int64), len(names))
    found: dict[tuple[Held, str], int] = {}
    for board, hands, row in zip(boards, held, each, strict=True):
        for own, n in zip(names, row, strict=True):
            if n:
                found[hands, own] = found.get((hands, own), 0) + int(n) * int(ways[board])
    return found


def _chosen(able: list[tuple[int, str]], most: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every choice of at most `most` mutually disjoint sets: their union and their names."""
    yield 0, ()
    if most:
        for place, (cards, name) in enumerate(able):
            rest = [other for other in able[place + 1 :] if not other[0] & cards]
            for more, names in _chosen(rest, most - 1):
                yield cards | more, (name, *names)


@cache
def _rows(pack: Pack, three: bool) -> tuple[tuple[str, ...], Array, Array, Array]:
    """The names of the hands; for each board up to suits how many it stands for and the hand that every set of three
    cards makes on it (−1 if they share a card); and these sets. Where three cards decide alone, one board of none."""
    ranks, suits = sides(pack)
    cards = np.array([BITS * s + r for s in range(len(suits)) for r in ranks], dtype=np.int64)
    three_each = list(combinations(cards.tolist(), 3))
    triples = np.array([1 << i | 1 << j | 1 << k for i, j, k in three_each], dtype=np.int64)
    if three:
        code = {card: RANKS[card % BITS] + SUITS[suits[card // BITS]] for card in cards.tolist()}
        alike: dict[tuple[int, ...], str] = {}  # a suit can matter only where all three cards are of it
        each = []
        for i, j, k in three_each:
            suit = i // BITS if i // BITS == k // BITS else -1  # cards stand suit by suit
            look = (suit, *sorted((i % BITS, j % BITS, k % BITS)))
            if look not in alike:
                alike[look] = three_card_name("progressive", (code[i], code[j], code[k]))
            each.append(alike[look])
        names = tuple(dict.fromkeys(each))
        place = {name: number for number, name in enumerate(names)}
        kinds = np.array([[place[name] for name in each]], dtype=np.int8)
        return names, np.ones(1, dtype=np.int64), kinds, triples
    t = tables()
    called = [five_card_name("progressive", hand) for hand in t.hands]
    names = tuple(dict.fromkeys(called))
    kind = np.array([names.index(name) for name in called], dtype=np.int8)
    boards, ways, _ = sets(pack, 2)
    return names, ways, triples_on(boards, cards, kind, t.ranks[5], t.suited, t.choose), triples
