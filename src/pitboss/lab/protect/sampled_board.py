"""Spots drawn at random where player and dealer share the board: the cards that are known, then some flops. What
follows a flop is dealt out in full, and so is the same flop for an honest player: the difference varies much less than
either. The choice before the flop is made, for each flop, by what all the others say, so that luck in the draw cannot
flatter it."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import Card
from pitboss.lab.protect.board_many import on_flops
from pitboss.lab.protect.board_spots import KnownCards, payments, spot_sums
from pitboss.lab.protect.sampled_spots import Drawn, Job
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.shapes.board import grid_place, solution
from pitboss.odds.shapes.board_game import COMMUNITY, FLOP, OWN, RIVER, START, Board
from pitboss.odds.shapes.board_ground import number
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

FLOPS = 16
"""Flops that are drawn for each spot."""


class DrawnSpot(NamedTuple):
    """What is known before the flop, and the flops that were drawn to it, each with the other cards that are known."""

    chance: Random
    own: tuple[Card, ...]
    flops: list[KnownCards]


class Honest(NamedTuple):
    """What the same spot is to an honest player. Where cards are dead this is not at hand, and all is 0."""

    means: Array
    """[start]: what each choice before the flop brings, exactly."""
    flops: Array
    """[flop, start]: what it brings on each flop that was drawn."""
    usual: float | None
    """His edge, to be taken off instead, where the rest is not at hand."""


def spots(
    rules: Rules, sight: SeenCards, pack: Pack, stake: int, partners: int, mean: float
) -> Callable[[Sequence[Random]], list[Job]]:
    """Draws spots before the flop. `mean`: an honest player's edge with this pack. It is taken off where cards are
    dead and the worth of each flop to him is not at hand: the figure is as right, its error larger."""
    board, pays, unit = payments(rules, stake)
    cards = [card for card, n in pack for _ in range(n)]
    scale = unit / stake
    starts = len(board.early) + (board.wait(START) is not None)
    blank = Honest(np.zeros(starts), np.zeros((FLOPS, starts)), mean)

    def draw(chances: Sequence[Random]) -> list[Job]:
        drawn = [_spot(chance, cards, sight, partners) for chance in chances]
        honest = _honest(rules, board, drawn, stake) if pack == rules.deck.contents else [blank] * len(drawn)
        return [partial(_worked_out, board, pays, pack, scale, *both) for both in zip(drawn, honest, strict=True)]

    return draw


def _spot(chance: Random, cards: list[Card], sight: SeenCards, partners: int) -> DrawnSpot:
    dealt = chance.sample(cards, OWN * (1 + partners) + sight.dealer + COMMUNITY)
    own, gone = tuple(dealt[:OWN]), tuple(dealt[OWN : OWN * (1 + partners)])
    dealer = tuple(dealt[OWN * (1 + partners) : OWN * (1 + partners) + sight.dealer])
    lying = dealt[OWN * (1 + partners) + sight.dealer :]
    known = {place: lying[place] for place in sight.community}
    flops = [_flop(chance, cards, (*own, *gone, *dealer), known) for _ in range(FLOPS)]
    return DrawnSpot(chance, own, [KnownCards(dealer, flop, gone) for flop in flops])


def _honest(rules: Rules, board: Board, drawn: list[DrawnSpot], stake: int) -> list[Honest]:
    """All flops that were drawn, as an honest player sees them. Over all draws their mean for each hand is known."""
    pack = rules.deck.contents
    _, pays, unit = payments(rules, stake)
    lying = [[number(dict(known.community)[place]) for place in range(FLOP)] for s in drawn for known in s.flops]
    own = np.array([[number(card) for card in s.own] for s in drawn for _ in s.flops], dtype=np.int64)
    none = np.zeros((len(own), 0), dtype=np.int64)
    sums, deals = on_flops(board, pays, own, np.array(lying, dtype=np.int64), none, pack)
    flops = _starts(board, sums / deals[:, None]) * unit / stake
    solved = solution(rules, pack, stake)
    worth = ([solved.waiting] if board.wait(START) else []) + list(solved.early)
    found = []
    for spot, here in zip(drawn, np.split(flops, len(drawn)), strict=True):
        place = grid_place(spot.own)
        dealt = float(solved.starting[place].sum() * 10)
        found.append(Honest(np.array([int(each[place]) for each in worth]) / dealt * solved.unit / stake, here, None))
    return found


def _flop(
    chance: Random, cards: list[Card], taken: tuple[Card, ...], known: dict[int, Card]
) -> tuple[tuple[int, Card], ...]:
    """A flop that can come, with the other community cards that are known."""
    left = [card for card in cards if card not in taken and card not in known.values()]
    free = [place for place in range(FLOP) if place not in known]
    return tuple(sorted((known | dict(zip(free, chance.sample(left, len(free)), strict=True))).items()))


class Flopped(NamedTuple):
    """A flop, and one round that goes on from it."""

    means: Array
    """[choice]: what each brings on average, place 0 the best that waiting for the river can bring."""
    nets: Array
    """[choice]: what each brings in the one round."""
    final: int
    """The best choice on its river."""


def _after(chance: Random, board: Board, pays: Array, own: tuple[Card, ...], known: KnownCards, pack: Pack) -> Flopped:
    sums, deals = spot_sums(board, pays, FLOP, own, known, pack)
    lying = dict(known.community)
    taken = (*own, *known.dealer, *known.dead, *lying.values())
    left = [card for card, n in pack if n and card not in taken]
    free = [place for place in range(COMMUNITY) if place not in lying]
    rest = chance.sample(left, len(free) + OWN - len(known.dealer))
    whole = tuple(sorted((lying | dict(zip(free, rest, strict=False))).items()))
    river = KnownCards(known.dealer, whole, known.dead)
    ways, _ = spot_sums(board, pays, RIVER, own, river, pack)
    nets, _ = spot_sums(
        board, pays, RIVER, own, KnownCards((*known.dealer, *rest[len(free) :]), whole, known.dead), pack
    )
    return Flopped(sums.astype(float) / deals, nets, int(np.argmax(ways[: len(board.final)])))


def _worked_out(board: Board, pays: Array, pack: Pack, scale: float, spot: DrawnSpot, honest: Honest) -> Drawn:
    """Every flop is played by the choice that the others make before it."""
    final, later = len(board.final), len(board.on_flop)
    flops = [_after(spot.chance, board, pays, spot.own, known, pack) for known in spot.flops]
    means = np.array([each.means for each in flops])
    more = _starts(board, means) * scale - honest.flops
    least = -1 if board.wait(START) else 0
    value = square = put = 0.0
    plays: dict[tuple[str, str], float] = {}
    for place, each in enumerate(flops):
        taken = least + int(np.argmax(honest.means + (more.sum(axis=0) - more[place]) / (len(flops) - 1)))
        on_flop, best = _best(board, each.means)
        end = final + later + taken if taken >= 0 else final + on_flop if on_flop >= 0 else each.final
        value += scale * float(each.means[end] if taken >= 0 else best) / len(flops)
        square += (scale * float(each.nets[end])) ** 2 / len(flops)
        put += board.choices[end].times / len(flops)
        for key in _path(board, end):
            plays[key] = plays.get(key, 0.0) + 1 / len(flops)
    usual = honest.usual
    if usual is None:
        usual = float(honest.flops[:, int(np.argmax(honest.means))].mean())
    return Drawn(value, usual, square, len(board.compulsory) + put, plays)


def _starts(board: Board, means: Array) -> Array:
    """[flop, start]: what each choice before the flop brings on it, waiting first."""
    final, later = len(board.final), len(board.on_flop)
    early = means[:, final + later :]
    if not board.wait(START):
        return early
    able = means[:, final : final + later]
    if board.wait(FLOP):
        able = np.column_stack([means[:, :1], able])
    return np.column_stack([able.max(axis=1), early])


def _best(board: Board, each: Array) -> tuple[int, float]:
    """The choice on the flop, -1 to wait, and its mean."""
    final = len(board.final)
    able = [(-1, float(each[0]))] if board.wait(FLOP) else []
    able += [(c, float(each[final + c])) for c in range(len(board.on_flop))]
    return max(able, key=lambda choice: choice[1])


def _path(board: Board, end: int) -> list[tuple[str, str]]:
    """The choices that lead to this last one, by decision."""
    final, later = len(board.final), len(board.on_flop)
    last = RIVER if end < final else FLOP if end < final + later else START
    found = []
    for lie_open, step in board.steps.items():
        if lie_open < last and (wait := board.wait(lie_open)):
            found.append((step.name, wait.name))
        elif lie_open == last:
            found.append((step.name, board.choices[end].name))
    return found
