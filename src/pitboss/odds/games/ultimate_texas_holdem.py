"""Ultimate Texas Hold 'Em: the main game under the best play, and the worth of every decision."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from threading import Lock

import numpy as np
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.games.ultimate_texas_holdem.game import FINAL, POSTFLOP, PREFLOP
from pitboss.odds import holdem
from pitboss.odds.advice import Advice, Alternative, check_cards
from pitboss.odds.counting import Progress, silent
from pitboss.odds.figures import figures
from pitboss.odds.tables import Array, tables
from pitboss.odds.tally import Pack, Tally
from pitboss.odds.tally import tally as added
from pitboss.odds.uth_sides import cover_all, progressive, trips
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules

BASE = "ante"
EARLY = {"3x_or_4x": None, "3x": ("play_3x",), "4x": ("play_4x",)}
"""Which raises are allowed before the flop: the rulebook allows both; some houses elsewhere allow one."""
TINY: Pack = tuple((rank + suit, 1) for rank in "9TJQKA" for suit in "cd")
"""Enough cards for three hands, to compile the kernels with."""
STEPS: dict[int, Step] = {0: PREFLOP, 3: POSTFLOP, 5: FINAL}
"""Community cards that lie open → the decision to make."""


def tiny(rules: Rules) -> Pack:
    return TINY


def tally(
    rules: Rules,
    wager: str,
    *,
    players: int = 1,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
    early: str = "3x_or_4x",
    progress: Progress = silent,
) -> Tally:
    pack = pack or rules.deck.contents
    if wager == "main":
        return _main(solution(rules, pack, stake, early, progress))
    if wager == "cover_all":
        return cover_all(rules, players + 1, pack)
    return (trips if wager == "trips" else progressive)(rules, pack)


def solution(
    rules: Rules, pack: Pack, stake: int, early: str, progress: Callable[[float], None] = lambda _: None
) -> holdem.Solution:
    """The main game solved; kept in memory, for a coach asks again and again."""
    raises = holdem.raises_before_flop(EARLY[early])
    pays, unit = holdem.nets(rules, raises, stake)
    # In the smallest whole numbers the payments are the same at every stake, as long as no limit cuts them.
    key = (pack, early, tuple(int(x) for x in pays.ravel()))
    with _LOCK:
        found = _SOLVED.pop(key, None) or holdem.solve(rules, pack, stake, raises, progress)
        _SOLVED[key] = found  # the last used is the last to go
        while len(_SOLVED) > MOST_KEPT:
            del _SOLVED[next(iter(_SOLVED))]
    return replace(found, unit=unit)


MOST_KEPT = 64
"""Solutions in memory, five million bytes each: enough for every stake of a table whose limits cut."""
_SOLVED: dict[object, holdem.Solution] = {}
_LOCK = Lock()


def rules_in_words(rules: Rules) -> list[str]:
    """None: before the flop a chart says it, and later it depends on too much for a sentence."""
    return []


def prepare(rules: Rules, stake: int) -> None:
    """Solves the game and touches each kind of decision once, so that a coach answers at once."""
    solution(rules, rules.deck.contents, stake, "3x_or_4x")
    for board in ((), ("2c", "2d", "2h"), ("2c", "2d", "2h", "2s", "3c")):
        advise(rules, ("Ac", "Ad"), board, stake=stake)


def _main(solved: holdem.Solution) -> Tally:
    return _endings(solved.choices, holdem.count(solved))


def _endings(choices: tuple[Choice, ...], counts: Array) -> Tally:
    names = tables().categories
    return added(
        (holdem.ending(choice, hand, *result), int(counts[c, h, r]))
        for c, choice in enumerate(choices)
        for h, hand in enumerate(names)
        for r, result in enumerate(holdem.RESULTS)
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
    early: str = "3x_or_4x",
) -> Advice:
    pack = pack or rules.deck.contents
    check_cards(rules, pack, cards, 2, board, tuple(STEPS), dealer=dealer)
    step = STEPS[len(board)]
    if step is PREFLOP:
        found = _before_flop(rules, cards, pack, stake, early)
    else:
        found = _by_endings(rules, cards, board, pack, stake)
    return Advice(rules.game.id, step.name, step.clause, cards, board, BASE, found)


def _before_flop(rules: Rules, cards: tuple[Card, ...], pack: Pack, stake: int, early: str) -> tuple[Alternative, ...]:
    solved = solution(rules, pack, stake, early)
    place = grid_place(cards)
    deals = combinations_of(place, solved) * (solved.total // comb(len(solved.ground.deck), 2))
    waiting = PREFLOP.choices[0].name
    sums = {waiting: solved.waiting[place]}
    sums |= {c.name: solved.early[k][place] for k, c in enumerate(solved.choices[3:])}
    worth = {name: Fraction(int(found) * solved.unit, deals * stake) for name, found in sums.items()}
    return tuple(Alternative(c.name, worth[c.name], more=c.times) for c in PREFLOP.choices if c.name in worth)


def grid_place(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Where a starting hand stands in the grids of a solution."""
    a, b = sorted((holdem.number(c) for c in cards), reverse=True)
    return (a >> 2, b >> 2) if a & 3 == b & 3 or a >> 2 == b >> 2 else (b >> 2, a >> 2)


def combinations_of(place: tuple[int, int], solved: holdem.Solution) -> int:
    """How many starting hands stand in one place of the grid."""
    suits = int(solved.ground.shape[0])
    return comb(suits, 2) if place[0] == place[1] else suits if place[0] > place[1] else suits * (suits - 1)


def _by_endings(
    rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...], pack: Pack, stake: int
) -> tuple[Alternative, ...]:
    """Flop and river: all that can follow is dealt out, so that the variance is known too."""
    ground = holdem.ground(pack)
    pays, _ = holdem.nets(rules, (), stake)
    made = holdem.choices(())
    board_cards = np.array([holdem.number(c) for c in board], dtype=np.int64)
    first, second = (holdem.number(c) for c in cards)
    found = holdem.counts_at(ground, board_cards, first, second, pays.astype(np.int64))
    after: dict[str, tuple[int, ...]]
    if len(board) == 5:
        after = {c.name: (k,) for k, c in enumerate(made[:2])}
    else:
        check, bet = POSTFLOP.choices
        after = {check.name: (0, 1), bet.name: (2,)}
    step = STEPS[len(board)]
    return tuple(_alternative(rules, c, made, found, after[c.name], stake) for c in step.choices)


def _alternative(
    rules: Rules, choice: Choice, made: tuple[Choice, ...], counts: Array, kept: tuple[int, ...], stake: int
) -> Alternative:
    only = np.zeros_like(counts)
    for k in kept:
        only[k] = counts[k]
    worth = figures(rules, _endings(made, only), stake, {})
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
