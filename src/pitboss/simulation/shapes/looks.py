"""What wagers look at, as arrays for a kernel: which cards, and which cell every hand of them falls into."""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import RANK, SUIT, SUITS
from pitboss.cards.ranking import Hand
from pitboss.odds.evaluator import NUMBER
from pitboss.odds.holdings import sizes
from pitboss.odds.kernels.sim_stages import NUMBER as BY_NUMBER
from pitboss.odds.kernels.sim_stages import PLACE, SEEN, Looks, Names
from pitboss.odds.kinds import kinds
from pitboss.odds.rankings import asked, is_best_five, tabulated
from pitboss.odds.tables import LOWEST_RANK, RANK_COUNT, Array, tables
from pitboss.simulation.setting import Places
from pitboss.simulation.shapes.numbered import NumberedDeck
from pitboss.table.cells import Cell, Fields, Holding, Place, Ranking, cell_of, holdings
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

LARGEST = 6
"""Of more cards than these the sets are not numbered."""


class HoldingLook(Struct, frozen=True):
    """The cards of one holding, and how they are looked up."""

    kind: int
    own: int
    shared: tuple[int, ...]
    """Draws of the cards that all share."""

    @property
    def size(self) -> int:
        return self.own + len(self.shared)


class Sight(Struct, frozen=True):
    """A column of cells: the wager's fields, its holding, its cells by number."""

    fields: tuple[Fields, ...]
    """Several where wagers are made together."""
    holding: Holding
    look: HoldingLook
    cells: tuple[tuple[Cell, ...], ...]
    """cell → for each of the fields."""


def sight(
    rules: Rules, deck: NumberedDeck, places: Places, fields: tuple[Fields, ...], cells: Sequence[tuple[Cell, ...]]
) -> Sight:
    """What wagers with these fields look at."""
    held = tuple(dict.fromkeys(holding for each in fields for holding in holdings(each)))
    if len(held) != 1:
        raise ValueError(
            f"{rules.book.title}: only wagers that look at one hand each can be simulated in bulk; the engine plays all"
        )
    holding, many = held[0], sizes(rules, held[0])
    lying: dict[Place, Array] = {"community": places.community, "box": places.box, "dealer": places.dealer}
    shared = [int(draw) for place, draws in lying.items() for draw in draws[: many[place]]]
    size = many.total()
    kind = PLACE if is_best_five(holding.ranking, size) and not deck.copies and _by_suit(holding.ranking) else BY_NUMBER
    if kind == BY_NUMBER and size > LARGEST:
        raise ValueError(
            f"hands of {size} cards that are not the best five cannot be simulated in bulk; {LARGEST} cards can"
        )
    return Sight(fields, holding, HoldingLook(kind, many["own"], tuple(shared)), tuple(cells))


def _by_suit(ranking: Ranking) -> bool:
    """Whether sets with names of their own are of one suit."""
    return all(len({SUIT[card] for card in cards}) == 1 for cards, _ in ranking.apart)


def as_arrays(looks: Sequence[HoldingLook], seen: Sequence[HoldingLook]) -> Looks:
    """For the kernel; `seen` are the cards that a player has seen at each decision."""
    kind = [SEEN if look.kind == BY_NUMBER and look in seen else look.kind for look in looks]
    stage = [seen.index(look) if k == SEEN else len(seen) for look, k in zip(looks, kind, strict=True)]
    shared = np.zeros((len(looks), max(1, *(len(look.shared) for look in looks))), dtype=np.uint64)
    for n, look in enumerate(looks):
        shared[n, : len(look.shared)] = look.shared
    return Looks(
        kind=np.array(kind, dtype=np.int64),
        own=np.array([look.own for look in looks], dtype=np.int64),
        shared=shared,
        many=np.array([len(look.shared) for look in looks], dtype=np.int64),
        stage=np.array(stage, dtype=np.int64),
    )


# --- names ----------------------------------------------------------------------------------------------------------


def named(deck: NumberedDeck, sights: Sequence[Sight], looks: Sequence[HoldingLook]) -> Names:
    """The cell of every hand, for each column."""
    tables_ = [_cells_of(deck, each) for each in sights]
    start = np.cumsum([0, *(len(table) for table in tables_[:-1])])
    small = max(int(table.max()) for table in tables_) < 256
    special = [each.look.kind == PLACE and bool(each.holding.ranking.apart) for each in sights]
    suited = np.zeros((len(sights), len(SUITS), 1 << RANK_COUNT), dtype=np.uint16)
    for column, each in enumerate(sights):
        if special[column]:
            suited[column] = _suited(each, tables_[column])
    return Names(
        look=np.array([looks.index(each.look) for each in sights], dtype=np.int64),
        start=start.astype(np.int64),
        cells=np.concatenate(tables_).astype(np.uint8 if small else np.uint16),
        suited=suited,
        special=np.array(special, dtype=np.uint8),
    )


def _cells_of(deck: NumberedDeck, sight: Sight) -> Array:
    """[place or number of a hand] → cell."""
    ranking, size = sight.holding.ranking, sight.look.size
    if sight.look.kind == PLACE:
        return _numbers(sight, tables().hands)
    if not deck.copies and all(card in NUMBER for card in deck.names):
        table = tabulated(ranking, size)
        cells = _numbers(sight, table.hands)
        return deck.over(size, lambda rows: cells[table.numbers(rows)])
    which, hands = asked(ranking, deck.names, deck.sets(size))
    return _numbers(sight, hands)[which]


def _numbers(sight: Sight, hands: Iterable[Hand]) -> Array:
    """The number of the cell of each hand."""
    number = {cell: n for n, cell in enumerate(sight.cells)}
    kind, some = kinds(sight.fields, tuple(hands))
    found: Array = np.array([number[cell_for(sight.fields, hand)] for hand in some], dtype=np.uint16)[kind]
    return found


def cell_for(fields: tuple[Fields, ...], hand: Hand) -> tuple[Cell, ...]:
    """The cells of wagers with these fields, all of which look at this hand."""
    return tuple([cell_of(each, LIVE, lambda _: hand) for each in fields])


def _suited(sight: Sight, by_place: Array) -> Array:
    """[suit, set of ranks] → cell where five or more cards are of this suit; sets of one suit may have names of their
    own."""
    found = np.tile(by_place[tables().suited], (len(SUITS), 1))
    for cards, _ in sight.holding.ranking.apart:
        if len(cards) == sight.look.size:
            hand = sight.holding.ranking.of(tuple(sorted(cards)))
            ranks = sum(1 << RANK[card] - LOWEST_RANK for card in cards)
            found[SUIT[next(iter(cards))], ranks] = _numbers(sight, (hand,))[0]
    return found
