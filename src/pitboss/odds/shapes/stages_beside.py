"""Side wagers beside a game that is decided in stages, which look at the player's own cards and at nothing else: he
knows how they end before his first decision. For each of their cells the game is solved and counted apart."""

from itertools import product

import numpy as np

from pitboss.cards.ranking import Hand
from pitboss.odds.counting import shape_of
from pitboss.odds.layers import UpToSuits
from pitboss.odds.shapes.stages_count import count
from pitboss.odds.shapes.stages_plan import plan
from pitboss.odds.shapes.stages_tree import StagesState, Tree, tree_of
from pitboss.odds.tables import Array
from pitboss.odds.tally import Ending, EndingPart, Pack, Tally
from pitboss.odds.tally import tally as add_up
from pitboss.table.cells import OWN, Cell, Fields, Named, Standing, cell_of, holdings
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

Beside = tuple[str, Fields, Hand]
"""A side wager, its fields, and what the player's own cards make."""


class TreeBeside(Tree, frozen=True, dict=True):
    """The decisions of the main game, with side wagers of which the end is known."""

    beside: tuple[Beside, ...] = ()
    order: tuple[str, ...] = ()
    """In which wagers are settled."""

    def ending(self, state: StagesState, hand: Hand) -> Ending:
        """All wagers, in the order of settlement."""
        standing = FOLDED if state.folded else LIVE
        more = (EndingPart(name, 1, _cell(fields, standing, held)) for name, fields, held in self.beside)
        return tuple(sorted((*super().ending(state, hand), *more), key=lambda part: self.order.index(part.wager)))


def _cell(fields: Fields, standing: str, hand: Hand) -> Cell:
    return cell_of(fields, standing, lambda _: hand)


def goes_beside(rules: Rules, wager: str) -> bool:
    """Whether a side wager can be counted so."""
    fields = rules.fields[wager]
    try:
        if shape_of(rules) != "stages":
            return False
        tree = tree_of(rules)
    except ValueError:
        return False
    seen = holdings(fields)
    own = len(seen) == 1 and seen[0].sees == (OWN,) and all(isinstance(f, Standing | Named) for f in fields)
    first = tree.stages[0] if tree.stages else None
    if not own or first is None or (first.own, first.board) != (tree.own, 0):
        return False
    layers = count(tree, rules.deck.contents).layers
    return seen[0].ranking.suits_alike or not isinstance(layers, UpToSuits)


def tally_beside(rules: Rules, wagers: tuple[str, ...], pack: Pack, stake: int) -> Tally:
    """The endings of the main game and of these side wagers, under the best play for all of them together."""
    tree = tree_of(rules)
    script = rules.script(rules.terms.procedure)
    settled = dict.fromkeys(w for step in script if step.kind == "settle" for w in step.wagers)
    order = (*settled, *(w for w in (*tree.wagers, *wagers) if w not in settled))
    sorts = [_sorts(rules, tree, wager, pack) for wager in wagers]
    pairs: list[tuple[Ending, int]] = []
    for chosen in product(*sorts):
        begun = np.logical_and.reduce([which for _, _, which in chosen])
        if begun.any():
            known = tuple((wager, fields, hand) for wager, (fields, hand, _) in zip(wagers, chosen, strict=True))
            parts = {name: getattr(tree, name) for name in Tree.__struct_fields__}
            solved = plan(rules, pack=pack, stake=stake, tree=TreeBeside(**parts, beside=known, order=order))
            pairs += solved.tally(begun).endings.items()
    return add_up(pairs)


def _sorts(rules: Rules, tree: Tree, wager: str, pack: Pack) -> list[tuple[Fields, Hand, Array]]:
    """(fields, an example, which sets of own cards) for every cell of a side wager."""
    fields = rules.fields[wager]
    counted = count(tree, pack)
    which, hands = counted.layers.hands(holdings(fields)[0].ranking, counted.sizes[0])
    cells = [_cell(fields, LIVE, hand) for hand in hands]
    found = []
    for cell in dict.fromkeys(cells):
        alike = [number for number, each in enumerate(cells) if each == cell]
        found.append((fields, hands[alike[0]], np.isin(which, alike)))
    return found
