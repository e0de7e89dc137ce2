"""Strategies of games that set the player's hand against the dealer's: one decision, [hand, open cards] its spots."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial

import numpy as np

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.lab.strategies.judged import MOST_HANDS, CostlyHand, JudgedStrategy, RuleSums, costliest
from pitboss.lab.strategies.spots import DecisionSpots, Measures, Ruled, counted, ordered, own_measures
from pitboss.lab.strategies.values import HandScale
from pitboss.lab.strategies.words import FROM, OF, is_ranked
from pitboss.odds.counting import Progress
from pitboss.odds.ranks_that_count import hands as ranks_of_hands
from pitboss.odds.ranks_that_count import seen
from pitboss.odds.shapes import against, against_kinds, against_ranks
from pitboss.odds.shapes.against_kinds import hands as kinds_of_hands
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules


class AgainstGame:
    """The game counted, every decision known."""

    def __init__(self, rules: Rules, pack: Pack, stake: int, meters: Mapping[str, int], progress: Progress) -> None:
        self.pack = pack
        self.stake = stake
        self.solved = against.solve(rules, pack, stake, meters, progress)
        self.sight = self.solved.game.sight
        self.way = against.way(pack, self.sight, self.solved.game.title)

    @cached_property
    def shown(self) -> list[tuple[Card, ...]]:
        """What the dealer can show."""
        return self.way.shown_sets(self.pack, self.sight) if self.sight.shown else [()]

    @cached_property
    def decisions(self) -> Sequence[DecisionSpots]:
        """The one decision, or none."""
        game, deals = self.solved.game, self.solved.deals
        if game.step is None:
            return ()
        place, scale = ordered([hands[0] for hands in deals.hands])
        measures = self._own() | {"hand": lambda: place[deals.made][:, None]}
        if self._way is against_kinds:
            cards = kinds_of_hands(self.pack, self.sight.own)
            made = place[deals.made].tolist()
            scale = HandScale(scale.hands, {"-".join(hand): n for hand, n in zip(cards, made, strict=True)})
        possible: Array = np.any(deals.counts, axis=2)
        return (DecisionSpots(game.step, possible.shape, measures, {"hand": scale}, possible),)

    @property
    def _way(self) -> object:
        return self.way

    def _own(self) -> Measures:
        if self._way is against_ranks:
            return self._counting()
        if self._way is against_kinds:
            return self._kinds()
        from pitboss.odds.shapes.against_sets import ground

        known = ground(self.pack, self.sight)
        names, rows = known.known.cards, known.own.cards
        ranks = np.array([RANK[card] for card in names], dtype=np.int8)[rows]
        suits = np.array([SUIT[card] for card in names], dtype=np.int8)[rows]
        found = own_measures(ranks[:, None], suits[:, None])
        return found | (self._dealer(ranks, suits) if self.sight.shown else {})

    def _counting(self) -> Measures:
        """Only how many cards there are of each rank that counts is known."""
        cards = seen(self.pack, self.sight.his.only)
        vectors = np.array([spot.vector for spot in ranks_of_hands(cards, self.sight.own)], dtype=np.int8)
        found: Measures = {}
        for place, rank in enumerate(cards.counting):
            found[OF + rank] = partial(_summed, vectors[:, place : place + 1])
            found[FROM + rank] = partial(_summed, vectors[:, place:])
        return found

    def _kinds(self) -> Measures:
        """Cards without ranks are counted by their names."""
        own = list(kinds_of_hands(self.pack, self.sight.own))
        found: Measures = {}
        for card, _ in self.pack:
            found[OF + card] = partial(_column, own, card)
        return found

    def _dealer(self, ranks: Array, suits: Array) -> Measures:
        """The words that look at the dealer's open cards."""
        if not all(is_ranked(card) for some in self.shown for card in some):
            return {}
        his, of = (
            np.array([[each[card] for card in some] for some in self.shown], dtype=np.int8) for each in (RANK, SUIT)
        )
        return dealer_measures(ranks, suits, his, of)

    # --- the judgement ----------------------------------------------------------------------------------------------

    @property
    def whole(self) -> int:
        return self._total * self.stake

    @cached_property
    def _total(self) -> int:
        deals = self.solved.deals
        return sum(int((deals.counts[some].sum(axis=2) * deals.ways[some]).sum()) for some in self.solved.pieces())

    def judge(self, ruled: Mapping[str, Ruled]) -> JudgedStrategy:
        """What these rules bring."""
        if not ruled:
            tally = self.solved.best()
            return JudgedStrategy(tally, self._best(), {}, ())
        ((name, one),) = ruled.items()
        shares, costs = [0] * len(one.does), [0] * len(one.does)
        hands: list[CostlyHand] = []
        for some in self.solved.pieces():
            loss, best = self._losses(one, some)
            deals = self.solved.deals.counts[some].sum(axis=2) * self.solved.deals.ways[some]
            for rule in range(len(one.does)):
                here = one.rule[some] == rule
                shares[rule] += int(deals[here].sum())
                costs[rule] += int(loss[here].sum())
            hands += self._worst(name, one, some.start, loss, best, deals)
            hands = list(costliest(hands))
        unit = self.solved.unit
        sums = RuleSums(
            tuple(Fraction(n, self._total) for n in shares), tuple(Fraction(n * unit, self.whole) for n in costs)
        )
        return JudgedStrategy(self.solved.endings(one.chosen), self._best(), {name: sums}, tuple(hands))

    @property
    def unit(self) -> int:
        return self.solved.unit

    def sums(self, decision: int, cells: Array, number: int) -> Array:
        """What each choice brings in every cell, and the best of every spot."""
        found = np.zeros((len(self.solved.game.choices) + 1, number), dtype=np.int64)
        for some in self.solved.pieces():
            values = self.solved.sums(self.solved.results, some) * self.solved.deals.ways[some]
            for row, each in zip(found, [*values, values.max(axis=0)], strict=True):
                np.add.at(row, cells[some], each)
        return found

    def lookup(self, ruled: Mapping[str, Ruled]) -> Array:
        """[hand, open]: the choice."""
        (one,) = ruled.values()
        return one.chosen

    def _losses(self, one: Ruled, some: slice) -> tuple[Array, Array]:
        """[hand, open]: what is lost over all deals of the spot, in units, and the best choice."""
        values = self.solved.sums(self.solved.results, some)
        taken = np.take_along_axis(values, one.chosen[some][None].astype(np.int64), axis=0)[0]
        return (values.max(axis=0) - taken) * self.solved.deals.ways[some], values.argmax(axis=0)

    def _worst(self, name: str, one: Ruled, first: int, loss: Array, best: Array, deals: Array) -> list[CostlyHand]:
        found = []
        for flat in np.argsort(-loss, axis=None, kind="stable")[:MOST_HANDS].tolist():
            hand, open_ = divmod(flat, loss.shape[1])
            if not loss[hand, open_]:
                break
            rule = int(one.rule[first + hand, open_])
            choices = self.solved.game.choices
            found.append(
                CostlyHand(
                    decision=name,
                    cards=self.way.cards_at(self.pack, self.sight, first + hand),
                    board=(),
                    dealer=self.shown[open_],
                    rule=rule,
                    does=choices[one.does[rule]].name,
                    best=choices[int(best[hand, open_])].name,
                    share=Fraction(int(deals[hand, open_]), self._total),
                    cost=Fraction(int(loss[hand, open_]) * self.solved.unit, self.whole),
                )
            )
        return found

    def _best(self) -> Fraction:
        total = 0
        for some in self.solved.pieces():
            values = self.solved.sums(self.solved.results, some).max(axis=0)
            total += int((values * self.solved.deals.ways[some]).sum())
        return Fraction(total * self.solved.unit, self.whole)


def dealer_measures(ranks: Array, suits: Array, his: Array, of: Array) -> Measures:
    """The words that look at the dealer's open cards, of ranks `his` and suits `of`: [hand, open]."""
    highest = his.max(axis=1)[None, :]

    def alike(mine: Array, other: Array) -> Array:
        found = np.zeros((len(mine), len(other)), dtype=np.int8)
        for column in mine.T:
            found += (column[:, None, None] == other[None]).any(axis=2)
        return found

    def above() -> Array:
        found = np.zeros((len(ranks), len(his)), dtype=np.int8)
        for column in ranks.T:
            found += column[:, None] > highest
        return found

    return {
        "dealer_card": lambda: highest,
        "matches_dealer": lambda: alike(ranks, his),
        "dealer_suit": lambda: alike(suits, of),
        "above_dealer": above,
    }


def _summed(columns: Array) -> Array:
    found: Array = columns.sum(axis=1, dtype=np.int8)[:, None]
    return found


def _column(hands: Sequence[tuple[Card, ...]], card: Card) -> Array:
    return counted(hands, card)[:, None]
