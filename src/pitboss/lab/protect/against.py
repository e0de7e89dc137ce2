"""Seen cards where the player's hand meets the dealer's: a seen card of the dealer's counts as one that lies open."""

from fractions import Fraction

import numpy as np

from pitboss.lab.protect.result import Advantage, Plays, counted
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.counting import Progress, silent
from pitboss.odds.shapes import against_ranks, against_ranks_seen
from pitboss.odds.shapes.against import way
from pitboss.odds.shapes.against_best import Deals, Solved
from pitboss.odds.shapes.against_game import Contest, contest
from pitboss.odds.tally import Pack, tally
from pitboss.table.rules import Rules


def knowing(game: Contest, sight: SeenCards) -> Contest:
    """The game of one who has seen so many more cards of the dealer's."""
    return game._replace(sight=game.sight._replace(shown=game.sight.shown + sight.dealer))


def solve(rules: Rules, sight: SeenCards, pack: Pack, stake: int, progress: Progress = silent) -> Advantage:
    """The best play, exactly."""
    game = contest(rules)
    if game.sight.shown + sight.dealer == game.sight.dealer:
        return _all_known(rules, game, pack, stake, progress)
    game = knowing(game, sight)
    solved = Solved(rules, game, _deals(game, pack, progress), stake, {})
    return counted(rules, solved.best(), stake, _plays(solved))


def _deals(game: Contest, pack: Pack, progress: Progress) -> Deals:
    """Long hands of which only some ranks count have a count of their own where cards of the dealer's are known."""
    unseen = game.sight._replace(shown=0)
    how: object = way(pack, unseen, game.title)
    if how is against_ranks and game.sight.shown:
        return against_ranks_seen.count(pack, game.sight)
    return way(pack, game.sight, game.title).count(pack, game.sight, progress)


def _plays(solved: Solved) -> Plays:
    game, deals = solved.game, solved.deals
    taken = np.zeros(len(game.choices), dtype=object)
    for some in solved.pieces():
        each = deals.ways[some] * deals.counts[some].sum(axis=2)
        for choice in range(len(taken)):
            taken[choice] += int(np.where(solved.chosen[some] == choice, each, 0).sum())
    return _shares(game, [int(n) for n in taken])


def _shares(game: Contest, taken: list[int]) -> Plays:
    if game.step is None:
        return {}
    shares = {c.name: Fraction(n, sum(taken)) for c, n in zip(game.choices, taken, strict=True)}
    return {game.step.name: shares}


def _all_known(rules: Rules, game: Contest, pack: Pack, stake: int, progress: Progress) -> Advantage:
    """Who knows all cards knows the outcome of the hand, and chooses by it."""
    hidden = game._replace(sight=game.sight._replace(shown=0))
    deals = way(pack, hidden.sight, hidden.title).count(pack, hidden.sight, progress)
    solved = Solved(rules, hidden, deals, stake, {})
    outcomes = np.zeros(len(deals.met), dtype=object)
    for some in solved.pieces():
        ends = deals.ends[deals.made[some]]
        for run in range(deals.counts.shape[2]):
            each = (deals.counts[some, :, run] * deals.ways[some]).sum(axis=1)
            for end in np.unique(ends[:, run]):
                outcomes[end] += int(each[ends[:, run] == end].sum())
    order = sorted(range(len(game.choices)), key=game.more)
    best = [max(order, key=lambda c: solved.nets[c][end]) for end in range(len(deals.met))]
    found = tally((solved.ends[best[end]][end], int(n)) for end, n in enumerate(outcomes))
    taken = [sum(int(n) for end, n in enumerate(outcomes) if best[end] == c) for c in range(len(game.choices))]
    return counted(rules, found, stake, _shares(game, taken))
