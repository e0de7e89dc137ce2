"""Two hands that share the community cards: the main game under the best play, and the worth of every decision."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from threading import Lock

import numpy as np
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.odds import sides
from pitboss.odds.advice import Advice, Alternative, check_cards
from pitboss.odds.counting import Progress, silent
from pitboss.odds.figures import figures
from pitboss.odds.shapes.board_game import FLOP, OWN, RESULTS, RIVER, START, Board, board_of
from pitboss.odds.shapes.board_ground import ground, number
from pitboss.odds.shapes.board_solver import Solution, after_flop, count, counts_at, nets, solve
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack, Tally
from pitboss.odds.tally import tally as added
from pitboss.rulebook.words import MAIN
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

TINY: Pack = tuple((rank + suit, 1) for rank in "9TJQKA" for suit in "cd")
"""Enough cards for three hands."""


def fits(rules: Rules) -> None:
    """Refuses what is not counted."""
    board_of(rules)


def tiny(rules: Rules) -> Pack:
    """A few cards, to compile the kernels with."""
    return TINY


def tally(
    rules: Rules,
    wager: str,
    *,
    players: int = 1,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
    progress: Progress = silent,
) -> Tally:
    """The endings of one wager, or of the main game under the best play."""
    if wager != MAIN:
        return sides.tally(rules, wager, players, pack)
    solved = solution(rules, pack or rules.deck.contents, stake, progress)
    return endings(solved.board, count(solved))


def solution(rules: Rules, pack: Pack, stake: int, progress: Progress = silent) -> Solution:
    """The main game solved; kept in memory, for a coach asks again and again."""
    board = board_of(rules)
    pays, unit = nets(rules, board, stake)
    # In the smallest whole numbers the payments are the same at every stake, as long as no limit cuts them.
    key = (rules.game.id, board.wagers, pack, tuple(sorted(board.steps.items())), tuple(map(int, pays.ravel())))
    with _LOCK:
        found = _SOLVED.pop(key, None) or solve(rules, board, pack, stake, progress)
        _SOLVED[key] = found  # the last used is the last to go
        while len(_SOLVED) > MOST_KEPT:
            del _SOLVED[next(iter(_SOLVED))]
    return replace(found, board=board, unit=unit)


MOST_KEPT = 64
"""Solutions in memory, five million bytes each: enough for every stake of a table whose limits cut."""
_SOLVED: dict[object, Solution] = {}
_LOCK = Lock()


def rules_in_words(rules: Rules) -> list[str]:
    """None: before the flop a chart says it, and later it depends on too much for a sentence."""
    return []


def prepare(rules: Rules, stake: int) -> None:
    """Solves the game and touches each kind of decision once, so that a coach answers at once."""
    solution(rules, rules.deck.contents, stake)
    cards = tuple(card for card, _ in rules.deck.contents)
    for lie_open in board_of(rules).steps:
        advise(rules, cards[-OWN:], cards[:lie_open], stake=stake)


def endings(board: Board, counts: Array) -> Tally:
    """Counts of deals, by choice, kind of hand and result, as endings."""
    return added(
        (board.ending(choice, kind, result), int(counts[c, kind, result]))
        for c, choice in enumerate(board.choices[: len(counts)])
        for kind in range(len(board.kinds))
        for result in range(len(RESULTS))
    )


# --- decisions ------------------------------------------------------------------------------------------------------


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    pack: Pack | None = None,
    stake: int = 100,
) -> Advice:
    """What every choice is worth with these cards, while these community cards lie open."""
    pack, game = pack or rules.deck.contents, board_of(rules)
    check_cards(rules, pack, cards, OWN, board, tuple(game.steps), dealer=dealer)
    step = game.steps[len(board)]
    if len(board) == START:
        found = _before_flop(rules, game, cards, pack, stake)
    else:
        found = _by_endings(rules, game, cards, board, pack, stake)
    return Advice(rules.game.id, step.name, step.clause, cards, board, game.base, found)


def _before_flop(rules: Rules, game: Board, cards: tuple[Card, ...], pack: Pack, stake: int) -> tuple[Alternative, ...]:
    solved = solution(rules, pack, stake)
    place = grid_place(cards)
    deals = combinations_of(place, solved) * (solved.total // comb(len(solved.ground.deck), OWN))
    sums = {choice.name: solved.early[k][place] for k, choice in enumerate(game.early)}
    if wait := game.wait(START):
        sums[wait.name] = solved.waiting[place]
    worth = {name: Fraction(int(found) * solved.unit, deals * stake) for name, found in sums.items()}
    return tuple(Alternative(c.name, worth[c.name], more=c.times) for c in game.steps[START].choices)


def grid_place(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Where a starting hand stands in the grids of a solution."""
    a, b = sorted((number(c) for c in cards), reverse=True)
    return (a >> 2, b >> 2) if a & 3 == b & 3 or a >> 2 == b >> 2 else (b >> 2, a >> 2)


def combinations_of(place: tuple[int, int], solved: Solution) -> int:
    """How many starting hands stand in one place of the grid."""
    suits = int(solved.ground.shape[0])
    return comb(suits, 2) if place[0] == place[1] else suits if place[0] > place[1] else suits * (suits - 1)


def _by_endings(
    rules: Rules, game: Board, cards: tuple[Card, ...], board: tuple[Card, ...], pack: Pack, stake: int
) -> tuple[Alternative, ...]:
    """Flop and river: all that can follow is dealt out, so that the variance is known too."""
    lies = np.array([number(c) for c in board], dtype=np.int64)
    pays, _ = nets(rules, game, stake)
    first, second = (number(c) for c in cards)
    found = counts_at(game, ground(pack), lies, first, second, pays.astype(np.int64))
    if len(board) == RIVER:
        after = {choice.name: slice(c, c + 1) for c, choice in enumerate(game.final)}
    else:
        names = {1 + c: choice.name for c, choice in enumerate(game.on_flop)}
        if wait := game.wait(FLOP):
            names[0] = wait.name
        after = {names[c]: some for c, some in after_flop(game)}
    step = game.steps[len(board)]
    return tuple(_alternative(rules, game, c, found, after[c.name], stake) for c in step.choices)


def _alternative(rules: Rules, game: Board, choice: Choice, counts: Array, kept: slice, stake: int) -> Alternative:
    only = np.zeros_like(counts)
    only[kept] = counts[kept]
    worth = figures(rules, endings(game, only), stake, {})
    return Alternative(choice.name, worth.ev, worth.variance, choice.times)


@lru_cache(maxsize=1)
def starting_hands() -> tuple[tuple[str, tuple[int, int]], ...]:
    """The 169 starting hands by name (AA, AKs, AKo, …) and their places in the grids."""
    ranks = "23456789TJQKA"
    found = []
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            name = ranks[high] + ranks[low]
            if high == low:
                found.append((name, (high, low)))
            else:
                found += [(name + "s", (high, low)), (name + "o", (low, high))]
    return tuple(found)
