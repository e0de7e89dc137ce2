"""What each choice of a spot is worth, as a message: exactly, and in money."""

from pitboss.messages.odds import Worth
from pitboss.odds.advice import Advice
from pitboss.odds.result import exactly
from pitboss.table.rules import Rules
from pitboss.wording.choices import label


def worths(rules: Rules, advice: Advice, stake: int) -> list[Worth]:
    """The choices in the order of the script; `stake`: what lies on the base, in cents."""
    step = next(s for s in rules.script(rules.terms.procedure) if s.name == advice.step)
    named = {choice.name: label(rules, choice) for choice in step.choices}
    found = []
    for each in advice.alternatives:
        cost = advice.cost(each.choice)
        found.append(
            Worth(
                choice=each.choice,
                label=named[each.choice],
                value=exactly(each.value),
                decimal=float(each.value),
                cents=round(each.value * stake),
                cost=exactly(cost),
                cost_percent=float(100 * cost),
                cost_cents=float(cost * stake),
                best=not cost,
            )
        )
    return found
