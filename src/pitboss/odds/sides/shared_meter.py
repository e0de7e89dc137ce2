"""A wager that is paid from a meter, at a table where several players make it: the own hand, the envy bonuses for the
hands of others, and what others took from a meter before it was this player's turn.

Hands of others matter only if an envy line or a meter pays them. Such *special* hands are few, and on a given board
they must be disjoint sets of cards, so they are counted set by set. From how often at least these hands are held
follows how often exactly these are held (inclusion and exclusion)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations
from math import comb, perm, prod

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import SUITS
from pitboss.odds.card_sets import examples, sets, sides
from pitboss.odds.holdings import sizes
from pitboss.odds.kernels.shared_meter import without
from pitboss.odds.rankings import tabulated
from pitboss.odds.tables import Array
from pitboss.odds.tally import Ending, EndingPart, Pack, Tally
from pitboss.odds.tally import tally as add_up
from pitboss.rulebook.pays import Lose, MeterShare
from pitboss.rulebook.words import ENVY
from pitboss.table.cells import Named, Standing
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

MOST_PLAYERS = 7
MOST_SETS = 200_000
"""More sets of special hands than this would take minutes."""
MOST_HANDS = 12_000_000
"""Boards up to suits times the hands that can be held beside each."""

Held = tuple[str, ...]
"""Special hands that other players hold, in the order of the rulebook's hands."""


class Dealt(Struct, frozen=True):
    """What is counted for one wager. Equal ones are counted once."""

    named: Named
    own: int
    """Cards of each player."""
    shared: int
    """Cards that all players have in common."""
    pack: Pack

    @property
    def cards(self) -> int:
        return sum(number for _, number in self.pack)


def dealt_for(rules: Rules, wager: str, pack: Pack) -> Dealt:
    match rules.fields[wager]:
        case (Standing(), Named() as named):
            seen = sizes(rules, named.hand)
            return Dealt(named, seen["own"], seen.total() - seen["own"], pack)
        case _:
            raise ValueError(f"the {wager} wager is counted for several players only where a hand's name decides it")


def tally(rules: Rules, wager: str, players: int, pack: Pack) -> Tally:
    """The endings of one player's wager where `players` make it. What is counted are all deals of the shared cards and
    of the hands in order, each with this player in every one of the seats."""
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"{players} players were given; 1 to {MOST_PLAYERS} can play")
    dealt = dealt_for(rules, wager, pack)
    needed = dealt.own * players + dealt.shared
    if dealt.cards < needed:
        raise ValueError(f"the pack has {dealt.cards} cards; {players} players need {needed}")
    special = tuple(hand for hand in dealt.named.values if _metered(rules, wager, hand) or _envied(rules, hand))
    return add_up(_endings(rules, wager, players, _exactly(dealt, special, players)))


def _metered(rules: Rules, wager: str, hand: str) -> bool:
    return isinstance(rules.settlement.outcome(wager, (LIVE, hand)).pay, MeterShare)


def _envied(rules: Rules, hand: str) -> bool:
    return bool(rules.terms.envy) and not isinstance(rules.settlement.outcome(ENVY, (LIVE, hand)).pay, Lose)


def _endings(
    rules: Rules, wager: str, players: int, exactly: Mapping[tuple[Held, str], int]
) -> Iterator[tuple[Ending, int]]:
    """What is settled, in order: payments to others from a meter before it is this player's turn, his own hand, then
    every envy bonus."""
    for (held, own), deals in exactly.items():
        ways, orders = _before(tuple(hand for hand in held if _metered(rules, wager, hand)), players)
        assert deals % ways == 0, "equal seats hold equal shares of the deals"
        mine = EndingPart(wager, 1, (LIVE, own))
        envies = tuple(EndingPart(ENVY, 0, (LIVE, hand)) for hand in held if _envied(rules, hand))
        for paid, times in orders:
            others = (EndingPart(wager, 1, (LIVE, hand), other=True) for hand in paid)
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
def _exactly(dealt: Dealt, special: Held, players: int) -> dict[tuple[Held, str], int]:
    """(special hands of all others, own hand) → number of deals of the shared cards and of the players' hands in
    order."""
    cards, others = dealt.cards - dealt.shared, players - 1
    at_least: dict[tuple[Held, str], int] = {}
    for (held, own), ways in _disjoint(dealt, special, others).items():
        j = len(held)
        rest = prod(comb(cards - dealt.own * i, dealt.own) for i in range(j + 1, players))
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


def _disjoint(dealt: Dealt, special: Held, most: int) -> dict[tuple[Held, str], int]:
    """(some special hands, own hand) → ways to choose the shared cards, disjoint sets of own cards that make these
    special hands with them, and other own cards that make the own hand. At most `most` special hands."""
    names, ways, kinds, hands = _rows(dealt)
    wanted = np.array([names.index(hand) for hand in special if hand in names], dtype=np.int64)
    boards: list[int] = []
    removed: list[int] = []
    held: list[Held] = []
    for board in range(len(kinds)):
        places = np.flatnonzero(np.isin(kinds[board], wanted))
        able = [(int(hands[p]), names[kinds[board][p]]) for p in places]
        for cards, some in _chosen(able, most):
            boards.append(board)
            removed.append(cards)
            held.append(tuple(sorted(some, key=special.index)))
            if len(boards) > MOST_SETS:
                raise ValueError(
                    f"envy or meter lines for {', '.join(special)} give more than {MOST_SETS:,} ways in which {most} "
                    "other players can hold such hands; fewer players or rarer hands can be counted"
                )
    each = without(kinds, hands, np.array(boards), np.array(removed, dtype=np.int64), len(names))
    found: dict[tuple[Held, str], int] = {}
    for board, some, row in zip(boards, held, each, strict=True):
        for own, n in zip(names, row, strict=True):
            if n:
                found[some, own] = found.get((some, own), 0) + int(n) * int(ways[board])
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
def _rows(dealt: Dealt) -> tuple[tuple[str, ...], Array, Array, Array]:
    """The names of the hands; for the shared cards, up to suits, how many each stands for and the hand that every set
    of own cards makes with them (−1 if they have a card in common); and these sets. Where the names of the suits
    matter, shared cards are not counted up to suits."""
    ranks, suits = sides(dealt.pack)
    cards = np.array([4 * r + s for r in ranks for s in suits], dtype=np.uint8)
    own = _sets_of(cards, dealt.own)
    if dealt.named.hand.ranking.suits_alike:
        some, ways, _ = sets(dealt.pack, dealt.shared)
        boards = _in_suits(examples(some, dealt.shared), suits)
    else:
        boards = _sets_of(cards, dealt.shared)
        ways = np.ones(len(boards), dtype=np.int64)
    if len(boards) * len(own) > MOST_HANDS:
        raise ValueError(
            f"with {dealt.own} cards of one's own and {dealt.shared} shared ones there are more than {MOST_HANDS:,} "
            "hands to look at; how several players share a meter is counted where there are fewer"
        )
    hands, taken = _as_bits(own), _as_bits(boards)
    table = tabulated(dealt.named.hand.ranking, dealt.own + dealt.shared)
    called = [dealt.named.called(hand) for hand in table.hands]
    names = tuple(dict.fromkeys(called))
    kind = np.array([names.index(name) for name in called], dtype=np.int8)
    kinds = np.full((len(boards), len(own)), -1, dtype=np.int8)
    for row, board in enumerate(boards):
        free = np.flatnonzero((hands & taken[row]) == 0)
        every = np.hstack((own[free], np.broadcast_to(board, (len(free), dealt.shared))))
        kinds[row, free] = kind[table.numbers(every)]
    return names, ways, kinds, hands


def _as_bits(rows: Array) -> Array:
    """Rows of cards as sets, one bit a card."""
    bits: Array = np.left_shift(np.int64(1), rows.astype(np.int64)).sum(axis=1)
    return bits


def _sets_of(cards: Array, size: int) -> Array:
    """Every set of so many of these cards, one a row."""
    every = list(combinations(cards.tolist(), size))
    return np.array(every, dtype=np.uint8).reshape(len(every), size)


def _in_suits(rows: Array, suits: tuple[int, ...]) -> Array:
    """Cards in the first suits, moved to the suits of a pack."""
    named = np.zeros(len(SUITS), dtype=np.uint8)
    named[: len(suits)] = suits
    moved: Array = (rows & 0xFC) | named[rows & 3]
    return moved
