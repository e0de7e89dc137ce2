"""Many spots at once of a game that is decided in stages: sets of known cards are looked up in the counted tables."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from pitboss.lab.protect import stages
from pitboss.lab.protect.seen import SeenCards, Unseeable
from pitboss.lab.protect.valued import AskedSpot, Valued, numbers
from pitboss.odds.shapes.stages import plan
from pitboss.odds.shapes.stages_tree import StagesState, tree_of
from pitboss.table.rules import Rules


def valued(
    rules: Rules, step: str, asked: Sequence[AskedSpot], sight: SeenCards, times: Mapping[str, int], stake: int
) -> Valued | None:
    """What every choice is worth where the wagers lie so; None where spots must be looked at one by one."""
    if sight.box or any(n > 1 for _, n in rules.deck.contents):
        return None
    honest = tree_of(rules)
    place = next((n for n, stage in enumerate(honest.stages) if stage.step.name == step), None)
    cards = tuple(card for card, n in rules.deck.contents if n)
    rows = numbers(asked, {card: n for n, card in enumerate(cards)})
    if place is None or rows is None or len(asked[0].open_cards) != honest.stages[place].board:
        return None
    found = plan(rules, stake=stake, tree=stages.knowing(honest, sight))
    state = StagesState(tuple(times.get(wager, 0) for wager in found.tree.wagers))
    if (place, state) not in found.chosen:
        raise Unseeable(f"nobody is asked at {step} whose wagers lie so")
    lie = len(asked[0].open_cards)
    faces = rows.shape[1] - len(sight.community)
    early = [faces + n for n, where in enumerate(sight.community) if where >= lie]
    known = rows[:, [*range(len(asked[0].own) + lie), *early]]
    layers = found.count.layers
    codes = layers.layer(found.count.sizes[place]).codes
    sets = layers.codes(known, cards)
    at = np.minimum(np.searchsorted(codes, sets), len(codes) - 1)
    if not bool((codes[at] == sets).all()):
        return None
    ways = np.full(len(rows), found.count.ways(place))
    names = tuple(choice.name for choice in found.tree.stages[place].step.choices)
    return Valued(names, found.moments(place, state, 1)[:, at].T, ways, Fraction(found.unit, stake))
