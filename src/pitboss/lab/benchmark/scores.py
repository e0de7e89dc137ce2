"""A policy's score in one game: what its choices gave away a round, exactly at every spot, with a standard error for
the chance of the deals. Every policy gets the same rounds, card for card."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.lab.benchmark.telling import cards_told
from pitboss.lab.regret.rounds import SpotPolicy, cards_for
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.table import DecisionTable
from pitboss.odds.counting import why_not
from pitboss.odds.result import root
from pitboss.simulation.setting import by_boldness
from pitboss.table.rules import Rules

MOST_SPOTS = 10_000_000
LONGEST = 200
"""So much of a strange answer is told."""


class PolicyFault(Struct, frozen=True):
    """A spot at which a policy gave no choice."""

    game: str
    round: int
    """Counted from 0."""
    step: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    said: str
    """What went wrong, and what could have been answered."""

    def __str__(self) -> str:
        lying = cards_told(self.cards, self.board, self.dealer)
        return f"{self.game}, round {self.round}, '{self.step}' with {lying}: {self.said}"


class PolicyStopped(Exception):
    """A fault, where the first one ends the benchmark."""

    def __init__(self, fault: PolicyFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class WorstChoice(Struct, frozen=True):
    """The choice that gave away most."""

    round: int
    step: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    choice: str
    best: str
    cost: Fraction


class BenchmarkScore(Struct, frozen=True):
    """What a policy gives away in one game, in units of the base wager."""

    game: str
    rounds: int
    spots: int
    """Choices that were asked for."""
    regret: Fraction
    """A round, on average: by so much the policy is worse than the best play in these rounds."""
    standard_error: float | None
    """None after a single round: it does not tell."""
    net: Fraction
    """What a round brought on average, luck included."""
    net_error: float | None
    by_step: dict[str, tuple[int, Fraction]]
    """Decision → how often it was asked, and what was given away each time on average."""
    worst: WorstChoice | None
    """None where every choice was a best one."""
    faults: int
    """Spots at which there was no choice; the least choice was made then."""
    first_fault: PolicyFault | None


def score(
    rules: Rules,
    policy: SpotPolicy,
    *,
    spots: int,
    seed: object = "pitboss",
    stop: bool = False,
    progress: Callable[[float], None] = lambda done: None,
) -> BenchmarkScore:
    """Whole rounds of one player, from the first of this seed on, until the policy has been asked so often. Where it
    gives no choice, the least choice is made and charged; `stop` ends it there (`PolicyStopped`)."""
    if why := why_not(rules):
        raise ValueError(why)
    if not 1 <= spots <= MOST_SPOTS:
        raise ValueError(f"{spots:,} spots cannot be scored; give 1 to {MOST_SPOTS:,}")
    table = DecisionTable(rules)
    kept = _Sums()
    while kept.spots < spots:
        table.deal(cards_for(rules, seed, len(kept.costs)))
        if not table.turn:
            raise ValueError(f"{rules.book.title} leaves the player nothing to decide")
        cost = Fraction(0)
        while table.turn:
            cost += _answered(table, policy, kept, stop)
            progress(min(1.0, kept.spots / spots))
        kept.costs.append(cost)
        kept.nets.append(Fraction(table.net(1), table.stake))
    return kept.score(rules)


class _Sums:
    def __init__(self) -> None:
        self.costs: list[Fraction] = []
        self.nets: list[Fraction] = []
        self.spots = self.faults = 0
        self.steps: dict[str, list[Fraction]] = {}
        self.worst: WorstChoice | None = None
        self.fault: PolicyFault | None = None

    def score(self, rules: Rules) -> BenchmarkScore:
        regret, error = mean_and_error(self.costs)
        net, net_error = mean_and_error(self.nets)
        return BenchmarkScore(
            game=rules.game.id,
            rounds=len(self.costs),
            spots=self.spots,
            regret=regret,
            standard_error=error,
            net=net,
            net_error=net_error,
            by_step={step: (len(costs), sum(costs, Fraction(0)) / len(costs)) for step, costs in self.steps.items()},
            worst=self.worst,
            faults=self.faults,
            first_fault=self.fault,
        )


def mean_and_error(values: list[Fraction]) -> tuple[Fraction, float | None]:
    """The mean, exactly, and its standard error, which a single value does not tell."""
    count = len(values)
    mean = sum(values, Fraction(0)) / count
    if count < 2:
        return mean, None
    squares = sum((value * value for value in values), Fraction(0)) - count * mean * mean
    return mean, root(squares / (count - 1) / count)


def _answered(table: DecisionTable, policy: SpotPolicy, kept: _Sums, stop: bool) -> Fraction:
    """Asks, charges and goes on."""
    spot, number = table.spot(), len(kept.costs)
    advice = spot.advice  # before the policy is asked: what it does to the spot changes nothing
    choice, said = _asked(policy, spot)
    if said:
        fault = PolicyFault(spot.game, number, spot.step, spot.cards, spot.board, spot.dealer, said)
        if stop:
            raise PolicyStopped(fault)
        kept.faults, kept.fault = kept.faults + 1, kept.fault or fault
        step = table.step
        assert step is not None
        choice = step.choices[by_boldness(step.choices)[0]].name
    cost = advice.cost(choice)
    kept.spots += 1
    kept.steps.setdefault(spot.step, []).append(cost)
    if cost > (kept.worst.cost if kept.worst else 0):
        best = advice.best.choice
        kept.worst = WorstChoice(number, spot.step, spot.cards, spot.board, spot.dealer, choice, best, cost)
    table.choose(choice)
    return cost


def _asked(policy: SpotPolicy, spot: ScoredSpot) -> tuple[str, str]:
    """What the policy chooses, or why that is no choice."""
    choices = spot.choices
    able = f"what can be answered: {', '.join(choices)}"
    try:
        answer: object = policy(spot)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a policy of somebody else's does, `sys.exit` too
        return "", f"{error_told(error)}; {able}"
    if issubclass(type(answer), str) and (plain := str.__str__(answer)) in choices:  # a kind of text may lie
        return plain, ""
    return "", f"answered {_told(repr, answer)}; {able}"


def error_told(error: BaseException) -> str:
    """What went wrong in code of somebody else's, in a line."""
    name, text = type(error).__name__, _told(str, error)
    return f"{name}: {text}" if text else name


def _told(how: Callable[[object], str], what: object) -> str:
    """A thing as it tells itself, in a line; that it cannot, if it fails at that too."""
    try:
        line = " ".join(how(what).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # the thing is somebody else's
        return f"a {type(what).__name__} that cannot be shown"
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
