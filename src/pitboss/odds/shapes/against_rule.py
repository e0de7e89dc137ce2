"""All decisions of a game as simply as they can be said: from which hand on each choice is taken, and which hands are
decided otherwise."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.cards.deck import RANK, RANK_NAMES, Card, Deck
from pitboss.cards.ranking import Hand
from pitboss.odds.shapes.against_best import Solved
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack

if TYPE_CHECKING:
    from pitboss.odds.shapes.against import Way


class HandOrder(NamedTuple):
    """The hands of the player in their order."""

    hands: tuple[Hand, ...]
    place: Array
    """[hand of the player]: its place in this order."""


class Group(NamedTuple):
    """Spots of which one rule speaks."""

    shown: str
    """What the dealer shows: the rank of the card, or its name; empty where no card lies open."""
    held: bool | None
    """Only players who hold one like it, only those who hold none, or all."""
    taken: Array
    """[hand, size of the choice]: how many deals of cards decide so, the smallest choice first."""


class GroupRule(NamedTuple):
    """The decisions of a group."""

    lowest: tuple[int | None, ...]
    """For each size but the smallest: the place of the lowest hand from which on it, or a larger one, is chosen."""
    exceptions: tuple[tuple[int, int], ...]
    """(hand, size): hands that are decided otherwise, in the order of hands."""


def order_of(solved: Solved) -> HandOrder:
    made = [mine[0] for mine in solved.deals.hands]
    hands = tuple(sorted({hand.key: hand for hand in made}.values(), key=lambda hand: hand.key))
    place = {hand.key: number for number, hand in enumerate(hands)}
    return HandOrder(hands, np.array([place[hand.key] for hand in made])[solved.deals.made])


def rule(order: HandOrder, taken: Array) -> GroupRule:
    """The thresholds in the order of hands that decide the most hands rightly, and the rest."""
    by_place = np.zeros((len(order.hands), taken.shape[1]), dtype=np.int64)
    np.add.at(by_place, order.place, taken)
    lowest: list[int | None] = []
    said, least = np.zeros(len(order.hands), dtype=np.int64), 0
    for size in range(1, taken.shape[1]):
        large, small = by_place[:, size:].sum(axis=1), by_place[:, :size].sum(axis=1)
        # Hands that a threshold at each place gets wrong; the last one is above every hand.
        wrong = np.append(0, large.cumsum()) + small.sum() - np.append(0, small.cumsum())
        wrong[:least] = wrong.max() + 1
        least = len(wrong) - 1 - int(wrong[::-1].argmin())  # of equal thresholds the highest
        lowest.append(least if least < len(order.hands) else None)
        said[least:] = size
    other = np.argwhere((taken > 0) & (said[order.place][:, None] != np.arange(taken.shape[1])))
    ordered = sorted((int(order.place[hand]), hand, size) for hand, size in other.tolist())
    return GroupRule(tuple(lowest), tuple((hand, size) for _, hand, size in ordered))


def groups(way: "Way", pack: Pack, solved: Solved, order: HandOrder) -> list[Group]:
    """All spots; where one card of the dealer's lies open, those of each such card, and where that makes the rule
    simpler, apart for players who hold one like it."""
    sight = solved.game.sight
    if not sight.shown:
        return [Group("", None, _taken(solved, [0]))]
    opens: dict[str, list[int]] = {}
    example: dict[str, Card] = {}
    for number, (card,) in enumerate(way.shown_sets(pack, sight)):
        name = called(solved.rules.deck, card)
        opens.setdefault(name, []).append(number)
        example[name] = card
    found = []
    for name, columns in opens.items():
        taken, held = _taken(solved, columns), way.holds(pack, sight, example[name])
        apart = [Group(name, True, taken * held[:, None]), Group(name, False, taken * ~held[:, None])]
        each = [rule(order, group.taken) for group in apart]
        simpler = sum(len(one.exceptions) for one in each) < len(rule(order, taken).exceptions)
        found += apart if simpler else [Group(name, None, taken)]
    return found


def called(deck: Deck, card: Card) -> str:
    """The rank of a card, or its name where it has none."""
    return RANK_NAMES[RANK[card]] if card in RANK else deck.names[card]


def _taken(solved: Solved, columns: list[int]) -> Array:
    deals = solved.deals
    possible = deals.counts[:, columns].any(axis=2)
    ways = np.broadcast_to(deals.ways, deals.counts.shape[:2])[:, columns] * possible
    chosen = solved.chosen[:, columns]
    return np.stack([(ways * (chosen == choice)).sum(axis=1) for choice in solved.game.by_size()], axis=1)
