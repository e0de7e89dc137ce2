"""The players of one game: their decisions one after the other, valued and judged. All are valued together, because
many players meet the same spots."""

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pitboss.lab.review.decisions import Spot
from pitboss.lab.review.model import PLAYERS, Spots, limit_of, spots_needed, verdict
from pitboss.lab.review.pricing import Column, Hypothesis, Prices, hypotheses
from pitboss.lab.review.records import CostlyDecision, PlayerReview, SeenKind
from pitboss.odds.api import odds
from pitboss.odds.request import MAIN, Request
from pitboss.odds.result import exactly, root
from pitboss.odds.tables import Array
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

FALSE_ALARM = Fraction(1, 1000)
SHOWN = 10
"""The costliest decisions that are told."""
NEARLY = 1 - 1e-9
"""Of a rounded cost: what is above may be as much exactly."""
Progress = Callable[[float], None]


class Sheet(Struct, frozen=True):
    """Decisions as arrays, of one player or of all."""

    spots: Sequence[Spot]
    taken: Array
    bold: Array
    there: Array
    """As in `Spots`."""
    hand: Array
    """[spot]: the number of the hand that it is part of, among those of all."""
    stake: Array

    def part(self, some: Array) -> "Sheet":
        """Those at these places."""
        spots = [self.spots[n] for n in some.tolist()]
        return Sheet(spots, self.taken[some], self.bold[some], self.there[some], self.hand[some], self.stake[some])

    @property
    def hands(self) -> int:
        return len(np.unique(self.hand))

    def valued(self, values: Array) -> Spots:
        """With what the choices are worth."""
        return Spots(values, self.bold, self.there, self.taken)


class _Costs(Struct, frozen=True):
    """What decisions gave away against the best play of one who knows what a column says."""

    column: Column
    excess: Array
    """[spot of the column]: a numerator."""

    def total(self, some: Array, times: Array | None = None) -> Fraction:
        """At these spots, each so many times."""
        numerators = self.excess[some]
        return self.column.exactly(numerators if times is None else numerators.astype(object) * times, some)

    def floats(self, some: Array) -> Array:
        """[spot]: rounded."""
        scales = np.array([float(scale) for scale in self.column.scales] or [1.0])
        deals = self.column.deals[some].astype(np.float64)
        found: Array = self.excess[some].astype(np.float64) / deals * scales[self.column.scale[some]]
        return found


class _Honest(_Costs, frozen=True):
    """Of one who knows nothing that he should not."""

    fit: Array
    """[spot, player of the model]: the logarithm of how likely such a player is to choose so."""


class Judge:
    """Values the decisions of players at tables with the same rules."""

    def __init__(
        self, rules: Rules, *, sees: tuple[str, ...] = (), false_alarm: Fraction = FALSE_ALARM, costliest: int = SHOWN
    ) -> None:
        self.rules = rules
        self._prices = Prices(rules)
        self._kinds = hypotheses(rules, sees)
        self._false_alarm, self._shown = false_alarm, costliest
        steps = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
        self._bold = {step.name: [_is_bold(c, step.choices) for c in step.choices] for step in steps}

    def judge(
        self, players: Sequence[tuple[str, Sequence[Spot]]], progress: Progress = lambda _: None
    ) -> list[PlayerReview]:
        """All decisions of these players, of each in the order in which he made them."""
        sheet = self._sheet([spot for _, spots in players for spot in spots])
        ends = np.cumsum([0, *(len(spots) for _, spots in players)])
        each = [np.arange(ends[n], ends[n + 1]) for n in range(len(players))]
        parts = 2 + sum(len(kind.variants) for kind in self._kinds)
        honest = self._honest(sheet, _part(progress, 0, parts))
        found = [self._told(name, sheet, each[n], honest) for n, (name, _) in enumerate(players)]
        done = 1
        for kind in self._kinds:
            columns = []
            for cards in kind.variants:
                told = _part(progress, done, parts)
                columns.append(self._costs(sheet, self._prices.column(sheet.spots, kind.kind, cards, told)))
                done += 1
            for n, some in enumerate(each):
                found[n] = self._with_kind(found[n], kind, sheet, some, honest, columns)
            progress(done / parts)
        return found

    def _sheet(self, spots: Sequence[Spot]) -> Sheet:
        size, most, choices = len(spots), self._prices.most, self._prices.choices
        bold, there = np.zeros((size, most)), np.zeros((size, most), dtype=np.bool_)
        number_of_step = {step: number for number, step in enumerate(choices)}
        steps = np.array([number_of_step[spot.step] for spot in spots], dtype=np.int64)
        for step, names in choices.items():
            at = np.flatnonzero(steps == number_of_step[step])
            there[at, : len(names)] = True
            bold[at, : len(names)] = self._bold[step]
        number_of: dict[tuple[str, tuple[int, int, int]], int] = {}
        hand = [number_of.setdefault((spot.player, spot.hand), len(number_of)) for spot in spots]
        taken = np.array([choices[spot.step].index(spot.choice) for spot in spots], dtype=np.int64)
        stake = np.array([spot.stake for spot in spots], dtype=object)
        return Sheet(spots, taken, bold, there, np.array(hand, dtype=np.int64), stake)

    def _honest(self, sheet: Sheet, progress: Progress) -> _Honest:
        found = self._costs(sheet, self._prices.column(sheet.spots, progress=progress))
        if found.column.faults:
            raise ValueError(found.column.faults[0][1])
        return _Honest(found.column, found.excess, sheet.valued(found.column.floats).logarithms())

    def _costs(self, sheet: Sheet, column: Column) -> _Costs:
        return _Costs(column, column.excess(sheet.taken, sheet.there))

    def _told(self, player: str, sheet: Sheet, some: Array, honest: _Honest) -> PlayerReview:
        """Against the best play alone."""
        his, total, costs = sheet.part(some), honest.total(some), honest.floats(some)
        hands = his.hands
        (best,) = odds(Request(game=self.rules.terms.game, wager=MAIN, terms=self.rules.terms))
        skill, temper = PLAYERS[int(honest.fit[some].sum(axis=0).argmax())]
        by_hand = np.bincount(his.hand - his.hand.min(), weights=costs)
        return PlayerReview(
            player=player,
            game=self.rules.terms.game,
            paytable=best.paytable,
            edge=float(best.ev - total / hands),
            exact=None,
            standard_error=_error(by_hand.tolist()),
            sd=root(best.figures.variance),
            element_of_risk=float(best.figures.element_of_risk),
            hands=hands,
            decisions=len(some),
            mistakes=int((honest.excess[some] > 0).sum()),
            cost=exactly(total),
            cost_a_hand=float(total / hands),
            cents=float(honest.total(some, his.stake)),
            skill=skill,
            temper=temper,
            costliest=tuple(self._costliest(his, some, honest, costs)),
            kinds=(),
            not_valued={},
            false_alarm=float(self._false_alarm),
        )

    def _costliest(self, his: Sheet, some: Array, honest: _Costs, costs: Array) -> Iterator[CostlyDecision]:
        """The first of those that cost the same exactly come first."""
        least = np.sort(costs)[-self._shown :][0] * NEARLY
        able = [int(n) for n in np.flatnonzero((costs >= least) & (honest.excess[some] > 0))]
        exact = {n: honest.total(some[n : n + 1]) for n in able}
        for place in sorted(able, key=lambda n: -exact[n])[: self._shown]:
            spot, cost = his.spots[place], exact[place]
            row = honest.column.sums[some[place]].tolist()
            names = self._prices.choices[spot.step]
            yield CostlyDecision(
                table=spot.table,
                round=spot.round,
                seat=spot.seat,
                step=spot.step,
                choice=spot.choice,
                best=max(zip(row, names, strict=False), key=lambda each: each[0])[1],
                cost=float(cost),
                cents=float(cost * spot.stake),
                own=spot.own,
                board=spot.board,
            )

    def _with_kind(
        self, told: PlayerReview, kind: Hypothesis, sheet: Sheet, some: Array, honest: _Honest, columns: list[_Costs]
    ) -> PlayerReview:
        """With what the evidence for one kind of seen cards is, where his spots can be valued."""
        for each in columns:
            for places, why in each.column.faults:
                if bool(np.isin(some, places).any()):
                    return replace(told, not_valued=told.not_valued | {kind.kind: why})
        known = some[np.all([each.column.known[some] for each in columns], axis=0)]
        if not len(known):
            return told
        return replace(
            told, kinds=(*told.kinds, self._kind(kind, sheet.part(known), known, len(some), honest, columns))
        )

    def _kind(
        self, kind: Hypothesis, his: Sheet, known: Array, decisions: int, honest: _Honest, columns: list[_Costs]
    ) -> SeenKind:
        """The evidence for one kind of seen cards, over the spots at which they are known."""
        before = his.valued(honest.column.floats[known])
        after = [his.valued(each.column.floats[known]) for each in columns]
        found = verdict(before, after, limit_of(self._false_alarm), honest.fit[known])
        hands = his.hands
        growth = found.growth * len(known) / hands
        mean = sum((each.total(known) for each in columns), Fraction(0))
        cost = float(mean / len(columns) / hands)
        return SeenKind(
            kind=kind.kind,
            decisions=len(known),
            unknown=decisions - len(known),
            cost=cost,
            could_win=cost - float(honest.total(known) / hands),
            evidence=found.evidence / math.log(10),
            highest=found.highest / math.log(10),
            alarm=None if found.crossed is None else len(np.unique(his.hand[: found.crossed + 1])),
            hands_needed=spots_needed(growth, self._false_alarm, len(kind.variants)),
            skill=found.skill,
        )


def _part(progress: Progress, done: int, parts: int) -> Progress:
    return lambda part: progress((done + part) / parts)


def _is_bold(choice: Choice, others: Sequence[Choice]) -> bool:
    """Whether it puts money on the table, or leaves it there where another choice would take it back."""
    if choice.does == "pass":
        return not any(other.does == "raise" for other in others)
    return choice.does == "raise"


def _error(costs: list[float]) -> float:
    n = len(costs)
    if n < 2:
        return 0.0
    mean = math.fsum(costs) / n
    return math.sqrt(math.fsum((cost - mean) ** 2 for cost in costs) / (n - 1) / n)
