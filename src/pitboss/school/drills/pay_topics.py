"""What can be practised at a table that is to be settled: found from the game's declaration, left out where a game has
it not."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.rulebook.pays import Half, Lose, MeterShare, Pay, Push, Returned, ToOne
from pitboss.rulebook.words import ENVY
from pitboss.school.chance import Chance
from pitboss.school.chips import DOLLAR
from pitboss.school.drills.pay_round import Brings, PaySetting, PaySettled, by_hands
from pitboss.table import events as e
from pitboss.table.paying import payment
from pitboss.table.rules import Rules
from pitboss.table.settlement import Outcome
from pitboss.table.state import FOLDED, LIVE

MOST = 5


class PayTopic(Struct, frozen=True):
    """One thing to be learnt of settling."""

    id: str
    title: str
    there: Callable[[Rules], bool]
    """Whether the game has it."""
    setting: Callable[[Rules, Chance], PaySetting]
    shows: Callable[[Rules, PaySettled], bool]
    """Whether a round has what is to be learnt."""
    whole: bool = True
    clauses: Callable[[Rules], Iterable[str]] = lambda rules: ()
    """Where the rulebook has it; the clauses of the settlement where nothing else is named."""


def _outcomes(rules: Rules, wager: str) -> list[Outcome]:
    """Everything that can become of a wager while its hand is in play."""
    space = rules.settlement.spaces[wager]
    at = space.fields.index("standing") if "standing" in space.fields else -1
    cells = [cell for cell in space.cells() if at < 0 or cell[at] == LIVE]
    return [rules.settlement.outcome(wager, cell) for cell in cells]


def _pays(rules: Rules) -> Iterator[tuple[str, Pay]]:
    for wager in rules.wagers:
        for outcome in _outcomes(rules, wager.id):
            yield wager.id, outcome.pay


@lru_cache(maxsize=64)
def _sought(rules: Rules, wanted: Callable[[Brings], bool]) -> Callable[[Brings], bool] | None:
    """The same, unless no wager that looks at hands alone can bring it: then rounds are played until one does."""
    outcomes = ({wager: outcome} for wager in by_hands(rules) for outcome in _outcomes(rules, wager))
    return wanted if any(map(wanted, outcomes)) else None


def _any(rules: Rules, settled: PaySettled) -> bool:
    """There is something to settle."""
    return any(isinstance(event, e.WagerSettled) for event in settled.events)


def _settled(settled: PaySettled) -> Iterator[e.WagerSettled]:
    return (event for event in settled.events if isinstance(event, e.WagerSettled))


# --- wagers beside the main game --------------------------------------------------------------------------------------


def _side(rules: Rules) -> bool:
    return any(not (w.compulsory or w.later) for w in rules.wagers)


def _folding(rules: Rules) -> bool:
    """Whether a wager lives on when its hand is folded."""
    steps = rules.script(rules.terms.procedure)
    folds = any(choice.does == "fold" for step in steps for choice in step.choices)
    return folds and any(not (w.folds or w.later or w.compulsory) for w in rules.wagers)


def _folded(rules: Rules, settled: PaySettled) -> bool:
    return any(settled.state.seat(event.seat).standing == FOLDED for event in _settled(settled))


def _lammers(rules: Rules) -> bool:
    taken = {w.id for w in rules.wagers if w.taken}
    return any(step.kind == "take" and set(step.wagers) & taken for step in rules.script(rules.terms.procedure))


def _lammer_lies(rules: Rules, settled: PaySettled) -> bool:
    return any(rules.wager[event.wager].taken for event in _settled(settled))


# --- pushes -----------------------------------------------------------------------------------------------------------


def _is_push(pay: Pay) -> bool:
    return isinstance(pay, Push | Returned) or pay == ToOne(0)


def _push(rules: Rules) -> bool:
    return any(_is_push(pay) for _, pay in _pays(rules))


def _pushing(brings: Brings) -> bool:
    return any(_is_push(outcome.pay) for outcome in brings.values())


def _pushes(rules: Rules, settled: PaySettled) -> bool:
    return any(_is_push(event.pay) for event in _settled(settled))


# --- parts of a chip --------------------------------------------------------------------------------------------------


def _parts(rules: Rules) -> bool:
    """Whether a stake of this table can be paid, or taken, in parts of a dollar chip."""
    for wager, pay in _pays(rules):
        stake = rules.limits(rules.base if rules.wager[wager].later else wager)
        if any(_in_parts(pay, cents) for cents in (stake.minimum, stake.minimum + stake.increment)):
            return True
    return False


def _in_parts(pay: Pay, stake: int) -> bool:
    match pay:
        case ToOne(pays, per):
            return per > 1 and stake * pays % (per * DOLLAR) > 0
        case Half():
            return stake % (2 * DOLLAR) > 0
        case _:
            return False


def _parting(brings: Brings) -> bool:
    return any(isinstance(o.pay, Half) or (isinstance(o.pay, ToOne) and o.pay.per > 1) for o in brings.values())


def _pays_parts(rules: Rules, settled: PaySettled) -> bool:
    return any(_in_parts(event.pay, event.stake) for event in _settled(settled))


# --- limits, meters, envy ---------------------------------------------------------------------------------------------


def _limit(rules: Rules) -> bool:
    """Whether a hand can win more than a payout limit allows."""
    best: dict[str, Outcome] = {}
    for wager in rules.wagers:
        found = _outcomes(rules, wager.id)
        best[wager.id] = max(found, key=lambda each: _wins(rules, wager.id, each))
    return _over(rules, best)


def _wins(rules: Rules, wager: str, outcome: Outcome) -> int:
    """What is won at the highest stake that the table takes."""
    made = rules.wager[wager]
    stake = rules.limits(rules.base).maximum * made.at_most if made.later else rules.limits(wager).maximum
    chip = rules.terms.smallest_chip if rules.terms.breakage == "up_to_chip" else 1
    if isinstance(outcome.pay, MeterShare | Lose):
        return 0
    paid = payment(outcome.pay, stake, smallest_chip=chip)
    return paid.won + paid.back - stake


def _over(rules: Rules, brings: Brings) -> bool:
    wins = {wager: max(0, _wins(rules, wager, outcome)) for wager, outcome in brings.items() if wager in rules.wager}
    return any(
        sum(won for wager, won in wins.items() if wager in limit.wagers) > limit.cents for limit in rules.terms.limits
    )


def _cut(rules: Rules, settled: PaySettled) -> bool:
    return any(isinstance(event, e.PayoutCut) for event in settled.events)


def _meter(rules: Rules) -> bool:
    return any(isinstance(pay, MeterShare) for _, pay in _pays(rules))


def _from_meter(brings: Brings) -> bool:
    return any(isinstance(outcome.pay, MeterShare) for outcome in brings.values())


def _meter_pays(rules: Rules, settled: PaySettled) -> bool:
    return any(isinstance(event, e.MeterPaid) for event in settled.events)


def _envy(rules: Rules) -> bool:
    script = rules.script(rules.terms.procedure)
    return bool(rules.metered and rules.terms.envy) and any(ENVY in step.wagers for step in script)


def _envied(brings: Brings) -> bool:
    return ENVY in brings and not isinstance(brings[ENVY].pay, Lose)


def _envy_paid(rules: Rules, settled: PaySettled) -> bool:
    return any(isinstance(event, e.EnvyPaid) for event in settled.events)


def _lines(rules: Rules, fits: Callable[[Pay], bool]) -> list[str]:
    """The clauses of what is paid so."""
    return list(dict.fromkeys(o.clause for w in rules.wagers for o in _outcomes(rules, w.id) if fits(o.pay)))


def _several(**said: Any) -> Callable[[Rules, Chance], PaySetting]:
    """Two or more positions that play."""

    def setting(rules: Rules, chance: Chance) -> PaySetting:
        wanted = said.get("wanted")
        sought = {"wanted": _sought(rules, wanted)} if wanted is not None else {}
        seats = min(rules.terms.positions, 2 + chance.below(MOST - 1))
        return PaySetting(seats, **(said | sought))

    return setting


def _one(**said: Any) -> Callable[[Rules, Chance], PaySetting]:
    """One position alone; three times in four something of it is not lost."""

    def setting(rules: Rules, chance: Chance) -> PaySetting:
        return PaySetting(1, wanted=_sought(rules, _not_lost) if chance.below(4) else None, **said)

    return setting


def _not_lost(brings: Brings) -> bool:
    return any(not isinstance(outcome.pay, Lose) for outcome in brings.values())


def _over_limit(rules: Rules, chance: Chance) -> PaySetting:
    return replace(_several(every=True, high=True)(rules, chance), wanted=lambda brings: _over(rules, brings))


PAY_TOPICS: tuple[PayTopic, ...] = (
    PayTopic("hand", "One hand: the main game", lambda rules: True, _one(side=False), _any, whole=False),
    PayTopic("side", "One hand with its other wagers", _side, _one(every=True), _any, whole=False),
    PayTopic("table", "A whole table", lambda rules: rules.terms.positions > 1, _several(), _any),
    PayTopic(
        "push",
        "Wagers that push",
        _push,
        _several(wanted=_pushing),
        _pushes,
        clauses=lambda rules: _lines(rules, _is_push),
    ),
    PayTopic("folded", "Wagers of folded hands", _folding, _several(every=True, folds=True), _folded),
    PayTopic(
        "parts",
        "Payments with part of a chip",
        _parts,
        _several(wanted=_parting),
        _pays_parts,
        clauses=lambda rules: _lines(rules, lambda pay: _in_parts(pay, 1)),
    ),
    PayTopic("lammer", "Wagers that were taken before the deal", _lammers, _several(every=True), _lammer_lies),
    PayTopic(
        "meter",
        "Payments from a meter",
        _meter,
        _several(every=True, wanted=_from_meter),
        _meter_pays,
        clauses=lambda rules: _lines(rules, lambda pay: isinstance(pay, MeterShare)),
    ),
    PayTopic(
        ENVY,
        "Envy bonuses",
        _envy,
        _several(wanted=_envied),
        _envy_paid,
        clauses=lambda rules: [line.clause for line in rules.terms.envy],
    ),
    PayTopic(
        "limit",
        "Payout limits",
        _limit,
        _over_limit,
        _cut,
        clauses=lambda rules: [limit.clause for limit in rules.terms.limits],
    ),
)
"""In the order in which they are learnt."""
