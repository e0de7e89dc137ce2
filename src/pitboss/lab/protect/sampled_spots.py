"""Spots drawn at random where the player's hand meets the dealer's."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from pitboss.cards.deck import Card
from pitboss.lab.protect import against
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.counting import NoShape
from pitboss.odds.figures import net
from pitboss.odds.shapes import against_kinds
from pitboss.odds.shapes.against import way
from pitboss.odds.shapes.against_best import AgainstSpot
from pitboss.odds.shapes.against_game import AgainstSight, Contest, contest, ending
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules


class Drawn(NamedTuple):
    """What was drawn once: what it is worth, what the same cards are to an honest player, the mean square, what is at
    risk, and how often each choice is made, by decision and choice."""

    value: float
    usual: float
    square: float
    risk: float
    plays: dict[tuple[str, str], float]


Job = Callable[[], Drawn]
"""A spot that was drawn and has still to be worked out."""


def against_spots(
    rules: Rules, sight: SeenCards, pack: Pack, stake: int, partners: int
) -> Callable[[Sequence[Random]], list[Job]]:
    """Draws spots: the player's cards, his partners', those of the dealer's that are known."""
    honest = contest(rules)
    game = against.knowing(honest, sight)
    if honest.step is None:
        raise NoShape(f"a player of {game.title} has nothing to decide")
    step = honest.step.name
    cards = [card for card, n in pack for _ in range(n)]
    own, shown, first = game.sight.own, game.sight.shown, honest.sight.shown

    def one(chance: Random) -> Drawn:
        dealt = chance.sample(cards, own * (1 + partners) + shown)
        mine, gone = tuple(dealt[:own]), tuple(dealt[own : own * (1 + partners)])
        seen = tuple(dealt[own * (1 + partners) :])
        choice, value, square = _best(rules, game, spot_without(pack, game.sight, mine, seen, gone), stake)
        _, usual, _ = _best(rules, honest, spot_without(pack, honest.sight, mine, seen[:first], ()), stake)
        risk = float(sum(game.risks[choice].values()))
        return Drawn(value, usual, square, risk, {(step, game.choices[choice].name): 1.0})

    return lambda chances: [partial(one, chance) for chance in chances]


def spot_without(
    pack: Pack, sight: AgainstSight, own: tuple[Card, ...], dealer: tuple[Card, ...], gone: tuple[Card, ...]
) -> AgainstSpot:
    """A spot where some cards are gone."""
    how: object = way(pack, sight._replace(shown=0), "this game")
    if how is against_kinds:
        left = tuple((card, n - gone.count(card)) for card, n in pack)
        return against_kinds.spot(left, sight, own, dealer)
    from pitboss.odds.shapes import against_ranks, against_sets

    if how is against_ranks:
        from pitboss.odds.shapes import against_ranks_seen

        return against_ranks_seen.spot(pack, sight, own, dealer, gone)
    return against_sets.spot(pack, sight, own, dealer, gone)


def _best(rules: Rules, game: Contest, spot: AgainstSpot, stake: int) -> tuple[int, float, float]:
    """The best choice, what it brings on average, and the mean square."""
    total = sum(n for _, n in spot.against)
    each = []
    for choice in range(len(game.choices)):
        nets = [(net(rules, ending(game, choice, met), stake, {}), n) for met, n in spot.against]
        each.append((sum(cents * n for cents, n in nets), sum(cents**2 * n for cents, n in nets)))
    order = sorted(range(len(each)), key=game.more)
    best = min(order, key=lambda c: (-each[c][0], each[c][1]))
    return best, each[best][0] / (total * stake), each[best][1] / (total * stake**2)
