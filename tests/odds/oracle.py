"""How a counter is held against the plain walker over the engine: every figure and every decision, exactly. The packs
of the tests are small, and together they show every cell."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from odds import walker as w
from odds.walker import Values
from pitboss.games import rules_for
from pitboss.odds.advice import Advice
from pitboss.odds.counting import counter
from pitboss.odds.figures import Figures, figures
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import Pay
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules

METER = {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}}
"""One meter, as a submission sets it up."""


def counted(
    rules: Rules, wager: str, pack: Pack, stake: int = 100, meters: Mapping[str, int] | None = None, **more: Any
) -> Figures:
    found = counter(rules).tally(rules, wager, pack=pack, stake=stake, meters=meters or {}, **more)
    return figures(rules, found, stake, meters or {})


def same(walked: w.Results, found: Figures) -> None:
    """Every figure, exactly."""
    assert found.ev == walked.ev
    assert found.variance == walked.variance
    assert found.distribution == walked.distribution
    assert found.hit_frequency == sum(p for net, p in walked.distribution if net > 0)
    assert found.at_risk == walked.average(walked.risk.total())
    assert {part.wager for part in found.parts} == {wager for wager, _ in walked.by_line}
    for part in found.parts:
        assert part.ev == walked.average(walked.gain[part.wager])
        assert part.at_risk == walked.average(walked.risk[part.wager])
        for line in part.lines:
            assert (line.probability, line.value) == walked.line(part.wager, line.hand), line.hand
        met = {hand for wager, hand in walked.by_line if wager == part.wager and hand}
        assert met <= {line.hand for line in part.lines}


def advised(advice: Advice, values: Values, squares: Values | None = None) -> None:
    """The same worth of the same choices, the same choice taken, the same ones equal."""
    assert {a.choice: a.value for a in advice.alternatives} == values
    alike = [a for a in advice.alternatives if (a.value, a.variance) == (advice.best.value, advice.best.variance)]
    if len(alike) == 1 or advice.best.variance is None:  # not where even the variances are equal
        assert advice.best.choice == w.best(values)
    most = [choice for choice, value in values.items() if value == max(values.values())]
    assert set(advice.equal) == (set(most) if len(most) > 1 else set())
    for a in advice.alternatives:
        if squares is not None and a.variance is not None:
            assert a.variance == squares[a.choice] - values[a.choice] ** 2


def with_pays(rules: Rules, family: str, pays: Mapping[str, Pay]) -> Rules:
    """The same terms with other payments on some lines of one table."""
    wagers = tuple(
        replace(x, lines=tuple(replace(y, pay=pays.get(y.hand, y.pay)) for y in x.lines)) if x.id == family else x
        for x in rules.terms.wagers
    )
    return rules_for(replace(rules.terms, wagers=wagers))


def some(of: Iterable[Any], number: int) -> list[Any]:
    """A fixed sample."""
    everything = sorted(of)
    return random.Random(7).sample(everything, min(number, len(everything)))


def cells_of(rules: Rules, wager: str, *standings: str) -> set[Cell]:
    return {cell for cell in rules.settlement.spaces[wager].cells() if cell[0] in standings}
