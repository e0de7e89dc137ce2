"""Rounds of Ultimate Texas Hold 'Em in bulk."""

from itertools import permutations
from math import comb

import numpy as np

from pitboss.odds import holdem
from pitboss.odds.evaluator import CARDS, lookup
from pitboss.odds.games import ultimate_texas_holdem as uth
from pitboss.odds.kernels import sim_holdem
from pitboss.odds.kernels.evaluator import ROW_SHIFT
from pitboss.odds.tables import Array, multisets, tables
from pitboss.odds.tally import Part
from pitboss.simulation.setting import Column, Fast, Places, Setting
from pitboss.table.state import LIVE

EARLY = "3x_or_4x"
_CARDS = {"trips": sim_holdem.SEVEN, "progressive": sim_holdem.SEVEN, "cover_all": sim_holdem.TABLE}
"""What a side wager looks at, as the kernel numbers it."""


def fast(setting: Setting, places: Places) -> Fast:
    rules = setting.rules
    finer, stake = setting.decided()
    solved = uth.solution(finer, rules.deck.contents, stake, EARLY)
    ground = solved.ground
    start, raises, plays = _decisions(solved, setting.strategy)
    sides = [w.id for w in rules.wagers if w.id in _CARDS]
    hole_and_flop = rules.terms.progressive_cards == "hole_and_flop"
    looks = [sim_holdem.FLOP if w == "progressive" and hole_and_flop else _CARDS[w] for w in sides]
    seats, dealer, community = (at.astype(np.uint64) for at in (places.seats, places.dealer, places.community))
    plan = (ground.deck.astype(np.uint8), np.int64(places.needed), seats, dealer, community)
    hands = (lookup(7), lookup(5), ground.category.astype(np.uint8), np.uint16(ground.low))
    rivers = (_boards(), ground.at.astype(np.uint32).ravel(), _triangles(ground))
    chosen = (start, _renamings(ground.flops), raises, *rivers, plays)
    side = np.array(looks, dtype=np.int64)

    def run(first: int, cells: Array) -> None:
        sim_holdem.play_holdem(np.int64(first), *setting.key, *plan, *hands, *chosen, side, cells)

    return Fast((_main(solved), *(_side(setting, wager) for wager in sides)), run)


def _main(solved: holdem.Solution) -> Column:
    names = tables().categories
    endings = [
        holdem.ending(choice, hand, *result) for choice in solved.choices for hand in names for result in holdem.RESULTS
    ]
    return Column("main", tuple(endings))


def _side(setting: Setting, wager: str) -> Column:
    names = tables().categories
    if wager == "cover_all":
        column = str(setting.seats + 1)
        return Column(wager, tuple((Part(wager, 1, (LIVE, column, hand)),) for hand in names))
    return Column(wager, tuple((Part(wager, 1, (LIVE, hand)),) for hand in names))


def _decisions(solved: holdem.Solution, strategy: str) -> tuple[Array, Array, Array]:
    """What to do before the flop, and bit by bit on the flop and on the river (bits stay in the nearer caches)."""
    ground = solved.ground
    plays = np.zeros(ground.size, dtype=np.uint8)
    upper, lower = np.tril_indices(52, -1)
    raises = solved.decisions[:, lower, upper] & 1
    start = solved.start
    if strategy == "optimal":
        sim_holdem.list_plays(np.int64(0), np.int64(len(ground.types)), *ground.river_arguments(), solved.nets, plays)
    else:
        bold = strategy == "bold"
        start = np.full((13, 13), len(solved.early) if bold else 0, dtype=np.int64)
        raises, plays = np.full_like(raises, bold), np.full_like(plays, bold)
    early = np.zeros((len(CARDS), len(CARDS)), dtype=np.uint8)
    for a, b in permutations(range(len(CARDS)), 2):
        low, high = sorted((a >> 2, b >> 2))
        chosen = int(start[high, low] if a & 3 == b & 3 else start[low, high])
        early[a, b] = 2 + chosen if chosen else 0
    return early.ravel(), np.packbits(raises.ravel(), bitorder="little"), np.packbits(plays, bitorder="little")


def _renamings(flops: Array) -> Array:
    """For every set of three cards: its number up to a renaming of the suits; in the lowest eight bits, two a suit,
    what each suit is renamed to."""
    found = np.zeros(comb(52, 3), dtype=np.uint32)
    cards = flops[:, 1:]
    for suits in permutations(range(4)):
        back = sum(int(new) << 2 * old for old, new in enumerate(np.argsort(suits)))
        named = np.sort((cards & ~3) | np.array(suits)[cards & 3], axis=1)
        number = named[:, 2] * (named[:, 2] - 1) * (named[:, 2] - 2) // 6 + named[:, 1] * (named[:, 1] - 1) // 2
        number += named[:, 0]
        found[number] = np.arange(len(flops)) << 8 | back
    return found


def _triangles(ground: holdem.Ground) -> Array:
    """Two ranks → the class of the hand on a board without a flush suit and on one with it."""
    found = np.zeros((2, *ground.tri26.shape), dtype=np.uint16)
    found[0, :13, :13] = ground.tri13
    found[1] = ground.tri26
    return found.ravel()


def _boards() -> Array:
    """Slot of five ranks in the evaluator's lookup → index of their multiset."""
    five = lookup(5)
    found = np.zeros(len(five.places), dtype=np.int16)
    keys = np.array([five.key[4 * r] >> np.uint64(32) for r in range(13)], dtype=np.uint64)
    for index, ranks in enumerate(multisets(5)):
        if (np.bincount(ranks) > 4).any():
            continue
        total = int(sum(int(keys[r]) for r in ranks)) & 0xFFFFFFFF
        found[(int(five.rows[total >> ROW_SHIFT]) + total) & (len(five.places) - 1)] = index
    return found
