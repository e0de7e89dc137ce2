"""What a wager was to bring: its exact distribution under the terms it was made under.

Both sides of the comparison leave out the same two things. Payout limits: they look at all wagers of a hand together,
so what they cut is added back to what was paid, and the distribution is counted without them. Payments from a meter:
they are the meter's money and depend on its reading, so they count as nothing won on both sides. The audit of the trail
holds both to the cent."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.figures import LineFigure, PartFigure
from pitboss.odds.request import MAIN, Request, stake_matters
from pitboss.odds.request_terms import from_meter
from pitboss.rulebook.pays import ForOne, Pay, ToOne
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import wager_title
from pitboss.table.cells import HandsDealt, HighestNamed
from pitboss.table.layout import line_words
from pitboss.table.rules import Rules

Results = tuple[tuple[Fraction, Fraction], ...]
"""(net result in units of the base, probability), the worst first."""


class TheoryLine(Struct, frozen=True):
    """One line of the paytable that decides the wager."""

    hand: str
    family: str
    """Of the wagers that it pays."""
    words: str
    probability: Fraction
    staked: Fraction
    """What is at risk on average where it pays, in units of the base."""
    odds: Fraction | None
    """What it wins for one unit staked; None where it pays a sum or a meter."""


class Theory(Struct, frozen=True):
    """One wager, or the main game as a whole, by one paytable."""

    wager: str
    title: str
    paytable: str | None
    base: str
    results: Results
    decides: bool
    """Whether the player's choices bear on it: then the distribution is that of the best play, and nobody who knows
    only his own cards can have a higher mean."""
    worst: Fraction
    """The lowest result of any play."""
    at_risk: Fraction
    """What is finally at risk on average, in units of the base."""
    lines: tuple[TheoryLine, ...]
    without_meters: bool
    """Payments from a meter are left out."""

    @property
    def mean(self) -> Fraction:
        return sum((net * p for net, p in self.results), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((net * net * p for net, p in self.results), Fraction(0)) - self.mean**2


class NoTheory(ValueError):
    """A wager that cannot be counted exactly; the message says why."""


class Theories:
    """The theories of one set of terms, each worked out once."""

    def __init__(self, terms: Terms) -> None:
        self.rules = rules_for(replace(terms, limits=()))
        self._known: dict[tuple[str, int, int], Theory | NoTheory] = {}

    def find(self, wager: str, hands: int, stake: int) -> Theory:
        """Of the main game or a side wager, with so many players dealt in, at a base of so many cents: either number
        counts only where it bears on the wager."""
        players = hands if self.looks_at_others(wager) else 0
        key = (wager, players, stake if self.depends_on_stake(wager) else 0)
        if key not in self._known:
            try:
                self._known[key] = _work_out(self.rules, *key)
            except ValueError as error:
                self._known[key] = NoTheory(str(error))
        found = self._known[key]
        if isinstance(found, NoTheory):
            raise found
        return found

    def looks_at_others(self, wager: str) -> bool:
        """Whether it matters how many players are dealt in."""
        return any(isinstance(field, HandsDealt | HighestNamed) for field in self.rules.fields.get(wager, ()))

    def depends_on_stake(self, wager: str) -> bool:
        """Whether sums are paid that do not grow with the stake."""
        return stake_matters(self.rules, wager)


def _work_out(rules: Rules, wager: str, players: int, stake: int) -> Theory:
    terms = rules.terms
    metered = from_meter(terms, wager)
    meters = {meter.name: 0 for meter in terms.meters} if metered else {}
    request = Request(
        game=terms.game, wager=wager, terms=terms, players=players or None, stake=stake or None, meters=meters
    )
    (row,) = odds(request)
    found = row.figures
    return Theory(
        wager=wager,
        title=row.title,
        paytable=row.paytable,
        base=row.base,
        results=found.distribution,
        decides=_decides(rules, wager),
        worst=_worst(rules) if wager == MAIN else min(Fraction(-1), found.distribution[0][0]),
        at_risk=found.at_risk,
        lines=_lines(rules, found.parts),
        without_meters=metered,
    )


def _lines(rules: Rules, parts: tuple[PartFigure, ...]) -> tuple[TheoryLine, ...]:
    """The lines by which the wager is paid. Several bets that share a paytable are paid by the same line together."""
    found: dict[tuple[str, str], list[LineFigure]] = {}
    for part in parts:
        for line in part.lines:
            if line.probability:
                found.setdefault((rules.book.family(part.wager), line.hand), []).append(line)
    made = []
    for (family, hand), lines in found.items():
        probability = max(line.probability for line in lines)
        staked = sum((line.staked for line in lines), Fraction(0)) / probability
        made.append(TheoryLine(hand, family, _words(rules, hand, family), probability, staked, _odds(lines[0].pay)))
    return tuple(made)


def _words(rules: Rules, hand: str, family: str) -> str:
    return f"{wager_title(rules.book, family)}: {line_words(rules, hand, family, sign=False)}"


def _odds(pay: Pay) -> Fraction | None:
    """What a payment wins for one unit staked."""
    if isinstance(pay, ToOne):
        return Fraction(pay.pays, pay.per)
    return Fraction(pay.pays - 1) if isinstance(pay, ForOne) else None


def _decides(rules: Rules, wager: str) -> bool:
    asks = any(step.kind == "ask" for step in rules.script(rules.terms.procedure))
    if wager == MAIN:
        return asks
    return asks and any(w.folds or w.folded is not None for w in rules.book.wagers if wager in (w.id, w.family))


def _worst(rules: Rules) -> Fraction:
    """Everything lost that can be wagered."""
    lost = sum(w.compulsory for w in rules.wagers)
    steps = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    for wager in (w.id for w in rules.wagers if w.later):
        lost += max(
            (c.times for step in steps for c in step.choices if c.does == "raise" and c.wager == wager), default=0
        )
    return Fraction(-lost)
