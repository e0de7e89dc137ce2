"""Seen cards in games that are decided in stages. All main wagers look at the same cards, so at every decision it only
matters which set of them is known: one who has seen a card early has a larger set."""

from fractions import Fraction

from msgspec.structs import replace

from pitboss.lab.protect.result import Advantage, Plays, counted
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.shapes.stages import plan
from pitboss.odds.shapes.stages_plan import StagesPlan
from pitboss.odds.shapes.stages_tree import Stage, Tree, tree_of
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules


def knowing(tree: Tree, sight: SeenCards) -> Tree:
    """The decisions of one who has seen these cards."""
    return replace(tree, stages=tuple(_stage(stage, sight) for stage in tree.stages))


def _stage(stage: Stage, sight: SeenCards) -> Stage:
    community = stage.community + sum(place >= stage.community for place in sight.community)
    return replace(stage, community=community, box=stage.box + sum(place >= stage.box for place in sight.box))


def solve(rules: Rules, sight: SeenCards, pack: Pack, stake: int) -> Advantage:
    """The best play, exactly."""
    found = plan(rules, pack=pack, stake=stake, tree=knowing(tree_of(rules), sight))
    return counted(rules, found.tally(), stake, plays_of(found))


def plays_of(found: StagesPlan) -> Plays:
    """How often each answer is given."""
    tree, c = found.tree, found.count
    deals = {tree.start: c.layers.layer(c.sizes[0]).ways}
    plays: Plays = {}
    for number, stage in enumerate(tree.stages):
        total = sum(int(ways.sum()) for ways in deals.values())
        here = dict.fromkeys((choice.name for choice in stage.step.choices), Fraction(0))
        for state, ways in deals.items():
            if tree.asked(number, state):
                chosen = found.chosen[number, state]
                for place, choice in enumerate(stage.step.choices):
                    here[choice.name] += Fraction(int(ways[chosen == place].sum()), total)
        plays[stage.step.name] = here
        deals = found.after(number, deals)
    return plays
