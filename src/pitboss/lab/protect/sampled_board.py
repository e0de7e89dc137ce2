"""Spots drawn at random where player and dealer share the board: the cards that are known, then some flops. What
follows a flop is dealt out in full. The choice before the flop is made by one half of the flops and judged by the
other, so that luck in the draw cannot flatter it."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import Card
from pitboss.lab.protect.board_spots import KnownCards, payments, spot_sums
from pitboss.lab.protect.sampled_spots import Drawn
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.shapes.board import grid_place, solution
from pitboss.odds.shapes.board_game import COMMUNITY, FLOP, OWN, RIVER, START, Board
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

FLOPS = 8
"""Flops that are drawn for each half of a spot."""


def spots(
    rules: Rules, sight: SeenCards, pack: Pack, stake: int, partners: int, mean: float
) -> Callable[[Random], Drawn]:
    """Draws a spot before the flop. `mean`: an honest player's edge with this pack. It is taken off where cards are
    dead and the worth of each hand to him is not at hand: the figure is as right, its error larger."""
    board, pays, unit = payments(rules, stake)
    cards = [card for card, n in pack for _ in range(n)]
    scale = unit / stake
    honest = solution(rules, rules.deck.contents, stake) if pack == rules.deck.contents else None

    def draw(chance: Random) -> Drawn:
        dealt = chance.sample(cards, OWN * (1 + partners) + sight.dealer + COMMUNITY)
        own, gone = tuple(dealt[:OWN]), tuple(dealt[OWN : OWN * (1 + partners)])
        dealer = tuple(dealt[OWN * (1 + partners) : OWN * (1 + partners) + sight.dealer])
        lying = dealt[OWN * (1 + partners) + sight.dealer :]
        known = {place: lying[place] for place in sight.community}
        halves = []
        for _ in range(2):
            flops = [_flop(chance, cards, (*own, *gone, *dealer), known) for _ in range(FLOPS)]
            halves.append([_after(chance, board, pays, own, KnownCards(dealer, flop, gone), pack) for flop in flops])
        usual = mean
        if honest is not None:
            place = grid_place(own)
            worth = ([honest.waiting] if board.wait(START) else []) + list(honest.early)
            deals = honest.starting[place].sum() * 10
            usual = max(int(each[place]) for each in worth) / float(deals) * scale
        return _drawn(board, halves, usual, scale)

    return draw


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


def _drawn(board: Board, halves: list[list[Flopped]], usual: float, scale: float) -> Drawn:
    """Each half is played by the choice that the other half makes before the flop."""
    final, later = len(board.final), len(board.on_flop)
    value = square = put = 0.0
    plays: dict[tuple[str, str], float] = {}
    for judge, half in ((halves[1], halves[0]), (halves[0], halves[1])):
        worth = [np.mean([_best(board, each.means)[1] for each in judge])] if board.wait(START) else []
        worth += [np.mean([each.means[final + later + c] for each in judge]) for c in range(len(board.early))]
        taken = int(np.argmax(worth)) - (1 if board.wait(START) else 0)
        for each in half:
            share = 1 / (len(half) * 2)
            on_flop, best = _best(board, each.means)
            end = final + later + taken if taken >= 0 else final + on_flop if on_flop >= 0 else each.final
            value += share * scale * float(each.means[end] if taken >= 0 else best)
            square += share * (scale * float(each.nets[end])) ** 2
            put += share * board.choices[end].times
            for key in _path(board, end):
                plays[key] = plays.get(key, 0.0) + share
    return Drawn(value, usual, square, len(board.compulsory) + put, plays)


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
