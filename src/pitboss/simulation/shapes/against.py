"""Rounds in bulk of games that set the player's hand against the dealer's. What there is to know of a hand is looked up
by its number; how cards become that number depends on how the solver counts them. The tables are filled by the game's
own rankings and by the solver."""

from collections.abc import Callable, Sequence

import numpy as np

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds import suit_kinds
from pitboss.odds.kernels.sim_against import AgainstTable, play_against
from pitboss.odds.shapes import against, against_kinds, against_ranks, against_sets
from pitboss.odds.shapes.against_best import Solved
from pitboss.odds.tables import Array
from pitboss.odds.tally import EndingPart
from pitboss.simulation.setting import CellColumn, Fast, Key, Places, Setting
from pitboss.simulation.shapes import against_numbers
from pitboss.simulation.shapes.against_numbers import Hands
from pitboss.simulation.written import decided, is_written
from pitboss.table.cells import DEALER, OWN, cell_of, holdings
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE


def fast(setting: Setting, places: Places) -> Fast:
    rules, pack = setting.rules, setting.rules.deck.contents
    finer, stake = setting.decided()
    solved = against.solve(finer, pack, stake)
    main = CellColumn("main", tuple(end for ends in solved.ends for end in ends))
    columns = [_column(rules, w.id) for w in rules.wagers if not w.compulsory and not w.later]
    sight = solved.game.sight
    own, his = (_hands(rules, solved, size) for size in (sight.own, sight.dealer))
    table = AgainstTable(
        needed=np.int64(places.needed),
        seats=places.seats,
        dealer=places.dealer,
        shown=places.shown,
        height=_heights(solved, _made(rules, solved, his)),
        rows=_rows(solved, own, _choices(setting, solved, own)),
        limits=np.tile(solved.deals.limits.astype(_width(len(solved.deals.his))), (len(solved.ends), 1)),
        ends=np.concatenate(_ends(solved)),
        renamed=own.renamed,
    )
    on_dealer = np.array([_sees(rules, column.wager) == (DEALER,) for column in columns], dtype=bool)
    sides, dealer_sides = _sides(rules, columns, own, ~on_dealer), _sides(rules, columns, his, on_dealer)

    def run(first: int, cells: Array, key: Key = setting.key) -> None:
        play_against(
            np.int64(first),
            *key,
            own.deck,
            own.numbers,
            his.numbers,
            table,
            sides,
            on_dealer,
            dealer_sides,
            cells,
        )

    return Fast((main, *columns), run)


def _hands(rules: Rules, solved: Solved, size: int) -> Hands:
    """The numbers of hands of so many cards, as the solver counts them."""
    pack, sight = rules.deck.contents, solved.game.sight
    way: object = against.way(pack, sight, solved.game.title)
    if way is against_kinds:
        return against_numbers.of_kinds(rules, sight, size)
    if way is against_ranks:
        return against_numbers.of_ranks(rules, sight, size)
    return against_numbers.of_sets(rules, sight, size)


def _width(most: int) -> type[np.unsignedinteger]:
    return np.uint16 if most < 1 << 16 else np.uint32


def _made(rules: Rules, solved: Solved, his: Hands) -> Sequence[Hand | None]:
    """What each of the dealer's hands makes. Of sets of cards the solver has asked and remembers it."""
    pack, sight = rules.deck.contents, solved.game.sight
    way: object = against.way(pack, sight, solved.game.title)
    if way is against_sets:
        return suit_kinds.made(pack, sight.dealer, sight.his, against_sets.suits_alike(sight))
    return [sight.his.of(cards) if cards is not None else None for cards in his.examples]


def _heights(solved: Solved, made: Sequence[Hand | None]) -> Array:
    """dealer's hand → its place in the order of hands"""
    place: dict[object, int] = {}
    for number, hand in enumerate(solved.deals.his):
        place.setdefault(hand, number)
    found = [place[hand] if hand is not None else 0 for hand in made]
    return np.array(found, dtype=_width(len(solved.deals.his)))


def _ends(solved: Solved) -> Array:
    """[choice, made, run]: the cell. The endings of the first choice come first."""
    outcomes = len(solved.deals.met)
    return np.stack([solved.deals.ends + choice * outcomes for choice in range(len(solved.ends))]).astype(np.uint16)


def _choices(setting: Setting, solved: Solved, own: Hands) -> Array:
    """[player's hand, set of open cards]"""
    sizes = solved.game.by_size()
    if is_written(setting.strategy):
        written: Array = decided(setting)[own.which][:, own.opens]
        return written
    if setting.strategy == "optimal":
        return solved.chosen[own.which][:, own.opens]
    return np.full((len(own.which), len(own.opens)), sizes[-1 if setting.strategy == "bold" else 0], dtype=np.uint8)


def _rows(solved: Solved, own: Hands, choices: Array) -> Array:
    """The same, with what each hand makes: one number for both."""
    different = len(solved.deals.hands)
    rows: Array = solved.deals.made[own.which][:, None] + different * choices.astype(np.int64)
    return rows.astype(_width(different * len(solved.ends)))


# --- side wagers ----------------------------------------------------------------------------------------------------


def _sees(rules: Rules, wager: str) -> tuple[object, ...]:
    (sees,) = {holding.sees for holding in holdings(rules.fields[wager])}
    return sees


def _column(rules: Rules, wager: str) -> CellColumn:
    """Every cell of a wager whose position is live."""
    if {holding.sees for holding in holdings(rules.fields[wager])} not in ({(OWN,)}, {(DEALER,)}):
        raise ValueError(f"'{wager}' is not simulated in bulk: it looks at more than one hand")
    cells = dict.fromkeys((LIVE, *cell[1:]) for cell in rules.settlement.spaces[wager].cells())
    return CellColumn(wager, tuple((EndingPart(wager, 1, cell),) for cell in cells))


def _sides(rules: Rules, columns: list[CellColumn], hands: Hands, looks: Array) -> Array:
    """[hand, column]: the cell of every wager that looks at this hand."""
    found = np.zeros((len(hands.examples), len(columns)), dtype=np.uint16)
    for k, column in enumerate(columns):
        if looks[k]:
            number = {ending[0].cell: place for place, ending in enumerate(column.endings)}
            cell = cells_by(rules, column.wager)
            found[:, k] = [number[cell(cards)] if cards is not None else 0 for cards in hands.examples]
    return found


def cells_by(rules: Rules, wager: str) -> Callable[[tuple[Card, ...]], tuple[str, ...]]:
    """The cell of a wager on one hand, by its cards."""
    fields = rules.fields[wager]
    return lambda cards: cell_of(fields, LIVE, lambda holding: holding.ranking.of(cards))
