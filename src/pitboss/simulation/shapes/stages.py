"""Rounds of games that are decided in stages, in bulk. The decisions of the solver are laid out for every set of cards
that can be seen, and hands are named by the game's own rankings; the kernel only looks up."""

from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.odds.evaluator import lookup
from pitboss.odds.kernels.sim_stages import NUMBER, PLACE, Decisions, play_stages
from pitboss.odds.layers import Layers
from pitboss.odds.shapes.stages_plan import StagesPlan, plan
from pitboss.odds.tables import Array
from pitboss.odds.tally import EndingPart
from pitboss.rulebook.words import MAIN
from pitboss.simulation.setting import CellColumn, Fast, Key, Places, Setting, by_boldness
from pitboss.simulation.shapes.looks import HoldingLook, Sight, as_arrays, cell_for, named, sight
from pitboss.simulation.shapes.numbered import NumberedDeck, numbered
from pitboss.simulation.written import decided, is_written
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE


def fast(setting: Setting, places: Places) -> Fast:
    rules, deck = setting.rules, numbered(setting.rules)
    finer, stake = setting.decided()
    solved = plan(finer, stake=stake)
    if is_written(setting.strategy):
        solved = replace(solved, chosen=decided(setting), known={})
    tree, some = solved.tree, solved.count.kinds
    sides = [w.id for w in rules.wagers if not w.compulsory and not w.later]
    sights = [sight(rules, deck, places, tree.fields, [cell_for(tree.fields, hand) for hand in some])]
    sights += [_side(rules, deck, places, wager) for wager in sides]
    looks = list(dict.fromkeys(each.look for each in sights))
    lookups = [lookup(n if any((k.size, k.kind) == (n, PLACE) for k in looks) else 5) for n in (5, 6, 7)]
    seen = [_seen(solved, places, number) for number in range(len(tree.stages))]
    arguments = (
        places.seats.astype(np.uint64),
        _order(seen),
        deck.lower(),
        _decisions(solved, deck, setting.strategy),
        as_arrays(looks, seen),
        named(deck, sights, looks),
        *lookups,
        np.int64(len(some)),
    )
    main = CellColumn(MAIN, tuple(tree.ending(state, hand) for state in tree.states[-1] for hand in some))
    columns = (main, *(_column(wager, each) for wager, each in zip(sides, sights[1:], strict=True)))

    def run(first: int, cells: Array, key: Key = setting.key) -> None:
        play_stages(np.int64(first), *key, deck.cards, np.int64(places.needed), *arguments, cells)

    return Fast(columns, run)


def _side(rules: Rules, deck: NumberedDeck, places: Places, wager: str) -> Sight:
    cells = [(cell,) for cell in rules.settlement.spaces[wager].cells() if cell[0] == LIVE]
    return sight(rules, deck, places, (rules.fields[wager],), cells)


def _column(wager: str, side: Sight) -> CellColumn:
    return CellColumn(wager, tuple((EndingPart(wager, 1, cell),) for (cell,) in side.cells))


# --- decisions ------------------------------------------------------------------------------------------------------


def _seen(solved: StagesPlan, places: Places, number: int) -> HoldingLook:
    """The cards that are seen at a decision."""
    stage = solved.tree.stages[number]
    shared = (*places.community[: stage.community].tolist(), *places.box[: stage.box].tolist())
    return HoldingLook(NUMBER, stage.own, shared)


def _order(seen: list[HoldingLook]) -> Array:
    """The cards in the order in which they are seen: one's own from 0 on, draws below 0."""
    order: list[int] = []
    for look in seen:
        new = (*range(look.own), *(-draw - 1 for draw in look.shared))
        order += [card for card in new if card not in order]
    return np.array(order, dtype=np.int64)


def _decisions(solved: StagesPlan, deck: NumberedDeck, strategy: str) -> Decisions:
    """What is answered with every set of cards, and what that does to the wagers."""
    tree, stages = solved.tree, range(len(solved.tree.stages))
    most = max(map(len, tree.states))
    choices = max((len(stage.step.choices) for stage in tree.stages), default=1)
    group = np.zeros((len(stages), most), dtype=np.uint8)
    after = np.zeros((len(stages), most, choices), dtype=np.uint16)
    answers = [_answers(solved, deck, number, strategy, group[number]) for number in stages]
    for number in stages:
        for n, state in enumerate(tree.states[number]):
            for c, choice in enumerate(tree.stages[number].step.choices):
                then = tree.after(choice, state) if tree.asked(number, state) else state
                after[number, n, c] = tree.states[number + 1].index(then)
    return Decisions(
        seen=np.array(solved.count.sizes[: len(stages)], dtype=np.uint64),
        start=np.cumsum([0, *(each.size for each in answers)])[:-1].astype(np.uint64),
        groups=np.array([each.shape[1] for each in answers], dtype=np.uint64),
        group=group,
        answers=np.concatenate([each.reshape(-1) for each in answers] or [np.zeros(1, np.uint8)]),
        after=after,
    )


def _answers(solved: StagesPlan, deck: NumberedDeck, number: int, strategy: str, group: Array) -> Array:
    """[number of the cards seen, group] → answer. States of the wagers in which every hand is answered alike make one
    group."""
    tree, c = solved.tree, solved.count
    told: list[Array] = []
    for n, state in enumerate(tree.states[number]):
        if not tree.asked(number, state):
            continue
        chosen = solved.chosen[number, state]
        if strategy in ("bold", "timid"):
            order = by_boldness(tree.stages[number].step.choices)
            chosen = np.full(len(chosen), order[-1 if strategy == "bold" else 0])
        same = next((k for k, other in enumerate(told) if np.array_equal(other, chosen)), len(told))
        if same == len(told):
            told.append(chosen)
        group[n] = same
    each = np.stack(told, axis=1).astype(np.uint8)
    found: Array = each[_places_of(c.layers, deck.names, deck.copies, c.sizes[number])]
    return found


@lru_cache(maxsize=8)
def _places_of(layers: Layers, names: tuple[Card, ...], copies: bool, size: int) -> Array:
    """[number of a set of cards] → where it is in its layer; anywhere, if the pack lacks some of its cards."""
    known = layers.layer(size).codes

    def places(rows: Array) -> Array:
        at: Array = np.minimum(np.searchsorted(known, layers.codes(rows, names)), len(known) - 1)
        return at.astype(np.int32)

    return NumberedDeck(np.zeros(0, dtype=np.uint8), names, copies).over(size, places)
