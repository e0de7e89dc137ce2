"""Single spots of a game with a shared board."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.lab.protect import board_starts
from pitboss.lab.protect.seen import SeenCards, Unseeable
from pitboss.odds.evaluator import lookup
from pitboss.odds.kernels import seen_spot as k
from pitboss.odds.shapes.board import advise
from pitboss.odds.shapes.board_game import COMMUNITY, FLOP, RIVER, START, Board, board_of
from pitboss.odds.shapes.board_ground import number
from pitboss.odds.shapes.board_solver import nets
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules


class KnownCards(Struct, frozen=True):
    """The cards that a player knows beside his own: those of the dealer's, and community cards by their places."""

    dealer: tuple[Card, ...] = ()
    community: tuple[tuple[int, Card], ...] = ()
    dead: tuple[Card, ...] = ()


@lru_cache(maxsize=16)
def payments(rules: Rules, stake: int) -> tuple[Board, Array, int]:
    """The game, what its endings bring as whole numbers, and the cents of one of them."""
    board = board_of(rules)
    exact, unit = nets(rules, board, stake)
    return board, exact.astype(np.int64), unit


def values(
    rules: Rules, lie_open: int, own: tuple[Card, ...], known: KnownCards, stake: int, pack: Pack
) -> dict[str, Fraction]:
    """What every choice is worth when so many community cards lie open; all of them are among those known."""
    board, pays, unit = payments(rules, stake)
    sums, deals = spot_sums(board, pays, lie_open, own, known, pack)
    step = board.steps[lie_open]
    names = {choice.name: c for c, choice in enumerate(board.choices) if choice in step.choices}
    if lie_open != RIVER and (wait := board.wait(lie_open)):
        names[wait.name] = 0
    return {c.name: Fraction(int(sums[names[c.name]]) * unit, deals * stake) for c in step.choices}


def spot_sums(
    board: Board, pays: Array, lie_open: int, own: tuple[Card, ...], known: KnownCards, pack: Pack
) -> tuple[Array, int]:
    """[choice]: the sum of results over all deals that can follow, and how many these are. Before the river, place 0
    has the best that waiting can bring."""
    held = [number(card) for card in own]
    places = dict(known.community)
    flop = [number(places[n]) for n in range(FLOP) if n in places]
    river = [number(places[n]) for n in range(FLOP, COMMUNITY) if n in places]
    dealer = np.array([number(card) for card in known.dealer], dtype=np.int64)
    gone = {*held, *flop, *river, *dealer.tolist(), *(number(card) for card in known.dead)}
    left = np.array([number(c) for c, n in pack if n and number(c) not in gone], dtype=np.int64)
    lies = np.zeros(COMMUNITY, dtype=np.int64)
    lies[: len(flop)] = flop
    lies[FLOP : FLOP + len(river)] = river
    sums = np.zeros(len(pays), dtype=np.int64)
    table = lookup(7)
    held_array = np.array(held, dtype=np.int64)
    final, later = len(board.final), len(board.on_flop)
    common = (table, board.low, board.kind.astype(np.int64), pays)
    if lie_open == RIVER:
        deals = k.at_river(held_array, lies, dealer, left, *common, sums, np.zeros(6, dtype=np.int64))
    elif lie_open == FLOP:
        room, counts = np.zeros(52, dtype=np.int64), np.zeros(6, dtype=np.int64)
        deals = k.on_flop(held_array, lies, len(river), dealer, left, *common, final, sums, room, counts)
    else:
        waits = board.wait(FLOP) is not None
        deals = k.before_flop(held_array, lies, len(flop), len(river), dealer, left, *common, final, later, waits, sums)
    return sums, int(deals)


def spot(
    rules: Rules,
    step: str,
    own: tuple[Card, ...],
    open_cards: tuple[Card, ...],
    sight: SeenCards,
    faces: Mapping[str, tuple[Card, ...]],
    stake: int,
) -> dict[str, Fraction]:
    """One spot, by a table or dealt out."""
    board = board_of(rules)
    lie_open = next((n for n, each in board.steps.items() if each.name == step), None)
    if lie_open is None:
        able = ", ".join(each.name for each in board.steps.values())
        raise Unseeable(f"'{step}' is no decision of {board.title}; the decisions are {able}")
    if len(open_cards) != lie_open:
        raise Unseeable(f"at {step} {lie_open} community cards lie open; {len(open_cards)} were given")
    pack = rules.deck.contents
    if not sight:
        found = advise(rules, own, open_cards, stake=stake)
        return {each.choice: each.value for each in found.alternatives}
    lying = dict(enumerate(open_cards))
    seen = iter(faces["community"])
    for place in sight.community:
        card = next(seen)
        if place not in lying:
            lying[place] = card
        elif card not in open_cards:
            raise Unseeable(f"{card} was seen among the community cards and is none of {' '.join(open_cards)}")
    known = KnownCards(tuple(faces["dealer"]), tuple(sorted(lying.items())))
    if lie_open == START and sight == SeenCards(dealer=1):
        rows = np.array([[number(card) for card in (*own, *known.dealer)]], dtype=np.int64)
        return board_starts.valued(rules, rows, sight, stake, pack).worth(0)
    return values(rules, lie_open, own, known, stake, pack)
