"""Players for whom it is known whether they see cards: played by the engine, decided by the model of play."""

import math
import random
from collections.abc import Iterator

from lab.hold.held_tables import rounds, terms_of
from pitboss.games import rules_for
from pitboss.lab.review.collecting import Collected, from_log
from pitboss.lab.review.decisions import Spot, lies_open
from pitboss.lab.review.pricing import Prices, Worth, hypotheses
from pitboss.odds.counting import shown_by_dealer
from pitboss.play.log import Record
from pitboss.play.table import Table
from pitboss.table.rules import Rules


class Planted:
    """A player of this skill who sees the first card of a kind, or none."""

    def __init__(self, rules: Rules, kind: str, skill: float, seed: int) -> None:
        self._rules, self._skill, self._rng = rules, skill, random.Random(seed)
        self._prices = _PRICES.setdefault(rules.terms.game, Prices(rules))
        self._sees = next((each for each in hypotheses(rules) if each.kind == kind), None)

    def __call__(self, table: Table, name: str) -> str:
        worth = self._worth(self._spot(table, name))
        if math.isinf(self._skill):
            return max(worth.items(), key=lambda each: each[1])[0]
        most = max(worth.values())
        weights = [math.exp(self._skill * float(value - most)) for value in worth.values()]
        return self._rng.choices(list(worth), weights)[0]

    def _worth(self, spot: Spot) -> Worth:
        if self._sees is None:
            found = self._prices.column([spot])
        else:
            found = self._prices.column([spot], self._sees.kind, self._sees.variants[0])
        assert found.known.all()
        names, scale = self._prices.choices[spot.step], found.scales[0] / int(found.deals[0])
        return {name: n * scale for name, n in zip(names, found.sums[0].tolist(), strict=False)}

    def _spot(self, table: Table, name: str) -> Spot:
        state, seat, rules = table.state, table.turn, self._rules
        held = table.view(name).seats[seat - 1].wagers
        step = table.view(name).step
        stake = next(held[w.id] for w in rules.wagers if w.compulsory and w.id in held)
        times = tuple((w.id, held.get(w.id, 0) // stake) for w in rules.wagers if w.compulsory or w.later)
        dealer, community = tuple(state.dealer), tuple(state.community)
        return Spot(
            round=0,
            seat=seat,
            player=name,
            step=step,
            choice="",
            own=tuple(state.seats[seat - 1].cards),
            board=community[: lies_open(rules)[step]],
            dealer=tuple(dealer[place] for place in shown_by_dealer(rules)),
            times=times,
            stake=stake,
            dealt=(("dealer", dealer), ("community", community)),
        )


_PRICES: dict[str, Prices] = {}


def log_of(game: str, hands: int, kind: str = "", skill: float = 32, seed: int = 1) -> tuple[Rules, list[Record]]:
    rules = rules_for(terms_of(game))
    player = Planted(rules, kind, skill, seed)
    return rules, [each for one in rounds(rules.terms, hands, seed=f"planted {seed}", chooser=player) for each in one]


def planted(game: str, hands: int, kind: str = "", skill: float = 32, seed: int = 1) -> Collected:
    return from_log(*log_of(game, hands, kind, skill, seed))


def sessions(game: str, number: int, hands: int, kind: str = "", skill: float = 32) -> Iterator[Collected]:
    for seed in range(number):
        yield planted(game, hands, kind, skill, seed)
