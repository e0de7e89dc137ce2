"""The library calls behind `pitboss strategy --cost`: a written strategy against the best play, exactly."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from pitboss.frames.showing import html_of
from pitboss.lab.strategies.fitted import fit
from pitboss.lab.strategies.judged import CostlyHand, JudgedGame
from pitboss.lab.strategies.written import WrittenDecision, WrittenStrategy, parse
from pitboss.odds.counting import NoShape, Progress, counter, shape_of, silent
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.request import MAIN, Request, RowAsked, asked
from pitboss.odds.tally import Pack
from pitboss.rulebook.folders import bring
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    import pyarrow

DEFAULT = "otherwise"
"""What stands for the words of a default."""


class RuleCost(Struct, frozen=True):
    """One rule of a strategy, or a default."""

    decision: str
    number: int
    """Its place among the rules of the decision, from 1; 0 for the default."""
    when: str
    do: str
    share: Fraction
    """In which part of all deals it is applied."""
    cost: Fraction
    """What that loses against the best choices, in units of the base over all deals."""


class StrategyCost(Struct, frozen=True):
    """A strategy of one game, costed."""

    game: str
    paytable: str | None
    stake: int
    title: str
    source: str
    figures: Figures
    best: Fraction
    """The expected value of the best play."""
    deals: int
    rules: tuple[RuleCost, ...]
    hands: tuple[CostlyHand, ...]
    """The costliest first."""

    @property
    def edge(self) -> Fraction:
        """The player's expected value: negative where the house wins."""
        return self.figures.ev

    @property
    def cost(self) -> Fraction:
        return self.best - self.figures.ev

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self, table: Literal["rules", "hands"] = "rules") -> "pyarrow.Table":
        """Its rules or its costliest hands as a table of Apache Arrow."""
        from pitboss.frames.arrow import arrow_table
        from pitboss.lab.strategies.frames import COST_TABLES

        if table not in COST_TABLES:
            raise ValueError(f"there is no table {table!r} of a strategy; the tables are {', '.join(COST_TABLES)}")
        return arrow_table(COST_TABLES[table](self))


def judged_game(
    rules: Rules,
    stake: int,
    *,
    pack: Pack | None = None,
    meters: Mapping[str, int] | None = None,
    progress: Progress = silent,
) -> JudgedGame:
    """The game with the worth of every choice. What cannot be counted is refused with a sentence."""
    counter(rules).fits(rules)
    pack = pack or rules.deck.contents
    shape = shape_of(rules)
    if shape == "against":
        from pitboss.lab.strategies.against import AgainstGame

        return AgainstGame(rules, pack, stake, meters or {}, progress)
    if shape == "stages":
        from pitboss.lab.strategies.stages import StagesGame

        return StagesGame(rules, pack, stake, meters or {})
    from pitboss.lab.strategies.board import BoardGame

    return BoardGame(rules, pack, stake, progress)


def cost(
    row: RowAsked,
    text: str,
    *,
    where: str = "",
    pack: Pack | None = None,
    progress: Progress = silent,
    game: JudgedGame | None = None,
) -> StrategyCost:
    """The strategy in this text, under the terms of the row. Raises `BadStrategy` with all faults."""
    return cost_of(row, parse(text), where=where, pack=pack, progress=progress, game=game)


def cost_of(
    row: RowAsked,
    strategy: WrittenStrategy,
    *,
    where: str = "",
    pack: Pack | None = None,
    progress: Progress = silent,
    game: JudgedGame | None = None,
) -> StrategyCost:
    """The same of a strategy that was read."""
    rules, stake = in_whole_units(row.rules, row.stake, MAIN)
    known = game or judged_game(rules, stake, pack=pack, meters=row.readings, progress=progress)
    if not known.decisions:
        raise NoShape(f"{rules.book.title} leaves the player nothing to decide, so there is no strategy to cost")
    ruled = fit(strategy, known.decisions, rules.game.id, where)
    judged = known.judge(ruled)
    found = figures(rules, judged.tally, stake, row.readings)
    by_rule = tuple(
        RuleCost(decision.name, number, when, do, share, lost)
        for decision in _in_order(strategy, known)
        for (number, when, do), share, lost in zip(
            [*((rule.number, rule.when, rule.do) for rule in decision.rules), (0, DEFAULT, decision.default)],
            judged.rules[decision.name].shares,
            judged.rules[decision.name].costs,
            strict=True,
        )
    )
    assert judged.best - found.ev == sum((rule.cost for rule in by_rule), Fraction(0))
    return StrategyCost(
        game=rules.game.id,
        paytable=row.paytable,
        stake=row.stake,
        title=strategy.title,
        source=strategy.source,
        figures=found,
        best=judged.best,
        deals=judged.tally.total,
        rules=by_rule,
        hands=judged.hands,
    )


def _in_order(strategy: WrittenStrategy, known: JudgedGame) -> list[WrittenDecision]:
    by_name = {decision.name: decision for decision in strategy.decisions}
    return [by_name[spots.step.name] for spots in known.decisions]


def strategy_cost(game: str | Path, strategy: str | Path, *, paytable: str | None = None) -> StrategyCost:
    """What a strategy costs: the game by its id or folder, the strategy as a text, the path of a file, or the name of
    one that the game brings. The rulebook's first paytable unless another is named."""
    from pitboss.lab.strategies.shipped import text_of

    name = bring(str(game))
    row = asked(Request(game=name, wager=MAIN, paytable=paytable))[0]
    text, where = text_of(name, strategy)
    return cost(row, text, where=where)
