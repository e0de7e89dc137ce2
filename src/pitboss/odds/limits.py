"""Whether a payout limit cuts what the main game can win. Then its figures depend on the stake."""

from pitboss.odds.counting import counter
from pitboss.odds.figures import in_whole_units, settled
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.words import MAIN
from pitboss.table.paying import payment
from pitboss.table.rules import Rules


def limits_cut(rules: Rules, stake: int) -> bool:
    """Whether some ending of the best play, at a base of so many cents, is cut by a limit."""
    limits = rules.terms.limits
    if not limits:
        return False
    finer, units = in_whole_units(rules, stake)
    if _most(finer, units) <= min(limit.cents for limit in limits) * finer.cent:
        return False
    counted = counter(rules).tally(finer, MAIN, stake=units)
    return any(
        cents for ending in counted.endings for _, done in settled(finer, ending, units, {}) for _, cents in done.cuts
    )


def _most(rules: Rules, stake: int) -> int:
    """More than all main wagers together can win."""
    raised = [c for step in rules.script(rules.terms.procedure) if step.kind == "ask" for c in step.choices]
    found = 0
    for wager in (w for w in rules.wagers if w.compulsory or w.later):
        times = int(wager.compulsory) + max(
            (c.times for c in raised if c.wager == wager.id and c.does == "raise"), default=0
        )
        outcomes = (rules.settlement.outcome(wager.id, cell) for cell in rules.settlement.spaces[wager.id].cells())
        pays = {outcome.pay for outcome in outcomes if not isinstance(outcome.pay, MeterShare)}
        chip = rules.terms.smallest_chip * rules.cent if rules.terms.breakage == "up_to_chip" else 1
        found += max(payment(pay, times * stake, smallest_chip=chip, cent=rules.cent).won for pay in pays)
    return found
