"""Games in which the player has only his own cards and those that all share, and decides in stages: every wager, and
the worth of each answer at one spot."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from pitboss.cards.deck import RANK, Card
from pitboss.odds import sides
from pitboss.odds.advice import Advice, Alternative, check_cards
from pitboss.odds.counting import Progress, silent
from pitboss.odds.shapes.stages_plan import StagesPlan, plan
from pitboss.odds.shapes.stages_tree import StagesState, tree_of
from pitboss.odds.shapes.stages_words import rules_in_words
from pitboss.odds.tally import Pack, Tally
from pitboss.rulebook.words import MAIN
from pitboss.table.rules import Rules

__all__ = ["StagesPlan", "advise", "fits", "plan", "prepare", "rules_in_words", "tally", "tiny"]


def fits(rules: Rules) -> None:
    """Refuses what is not counted."""
    tree_of(rules)


def tiny(rules: Rules) -> Pack:
    """A few cards, to compile the kernels with."""
    few = tuple((card, 1) for card, _ in rules.deck.contents if card[0] in "TJQKA" and card[1] in "cd")
    return few if all(card in RANK for card, _ in rules.deck.contents) else ()


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
    """The endings of one wager, or of the main game under the best play. A deal of the main game is the cards of the
    first decision, then those that come from decision to decision."""
    if wager == MAIN:
        return plan(rules, pack=pack, stake=stake, meters=meters).tally()
    return sides.tally(rules, wager, players, pack)


# --- one spot -------------------------------------------------------------------------------------------------------


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    pack: Pack | None = None,
    stake: int = 100,
    times: Mapping[str, int] | None = None,
    step: str = "",
) -> Advice:
    """What each answer is worth: of all wagers on which a decision is left to make, or that nobody decides about.

    `times` are the main wagers that lie there, as multiples of the base; without it all decisions before were made
    well, or, where that would have been to fold, as cheaply as can be. `step` is the decision, where as many cards are
    seen at several."""
    pack = pack or rules.deck.contents
    found = plan(rules, pack=pack, stake=stake)
    stages = found.tree.stages
    if not stages:
        raise ValueError(f"{rules.book.title} leaves the player nothing to decide")
    owns = tuple(dict.fromkeys(s.own for s in stages))
    own = len(cards) if len(cards) in owns else owns[0]
    check_cards(rules, pack, cards, own, board, boards=tuple(dict.fromkeys(s.board for s in stages if s.own == own)))
    able = [n for n, s in enumerate(stages) if (s.own, s.board) == (own, len(board)) and step in ("", s.step.name)]
    if not able:
        known = ", ".join(s.step.name for s in stages)
        raise ValueError(f"'{step}' is no decision with so many cards; the decisions are {known}")
    number = able[0]
    state = _lying(found, times) if times is not None else _reached(found, number, cards, board)
    asked = stages[number].step
    if (number, state) not in found.chosen:
        raise ValueError(f"nobody is asked at {asked.name} whose wagers lie so: {_told(found, state)}")
    row = _row(found, number, (*cards, *board))
    total = found.count.ways(number)
    alternatives = []
    for c, (choice, more) in enumerate(zip(asked.choices, found.tree.more(number, state), strict=True)):
        first, second = (int(found.moments(number, state, power)[c, row]) for power in (1, 2))
        value = Fraction(first * found.unit, total * stake)
        square = Fraction(second * found.unit**2, total * stake**2)
        alternatives.append(Alternative(choice.name, value, square - value * value, more))
    lying = zip(found.tree.wagers, state.times, strict=True)
    made = tuple((wager, many) for wager, many in lying if many and rules.wager[wager].later)
    base = found.tree.base
    return Advice(rules.game.id, asked.name, asked.clause, cards, board, base, tuple(alternatives), made=made)


def _row(found: StagesPlan, stage: int, cards: tuple[Card, ...]) -> int:
    """Where these cards are among the sets of a decision."""
    layer = found.count.layers.layer(found.count.sizes[stage])
    return int(np.searchsorted(layer.codes, found.count.layers.code(cards)))


def _lying(found: StagesPlan, times: Mapping[str, int]) -> StagesState:
    return StagesState(tuple(times.get(wager, 0) for wager in found.tree.wagers))


def _reached(found: StagesPlan, stage: int, cards: tuple[Card, ...], board: tuple[Card, ...]) -> StagesState:
    """How the wagers lie at a decision of a player who has decided well, or cheaply where it was well to fold."""
    tree, state = found.tree, found.tree.start
    for number in range(stage):
        if tree.asked(number, state):
            here = tree.stages[number]
            best = int(found.chosen[number, state][_row(found, number, (*cards[: here.own], *board[: here.board]))])
            able = [c for c in tree.boldness(number, state) if here.step.choices[c].does != "fold"]
            state = tree.after(here.step.choices[best if best in able else able[0]], state)
    return state


def _told(found: StagesPlan, state: StagesState) -> str:
    return ", ".join(f"{wager} {times}" for wager, times in zip(found.tree.wagers, state.times, strict=True) if times)


def prepare(rules: Rules, stake: int) -> None:
    """Counts once, so that a coach answers at once."""
    found = plan(rules, stake=stake)
    for number, state in found.chosen:
        found.moments(number, state, 1), found.moments(number, state, 2)
