"""The rules of the strategy that is taught, at decisions of real rounds: which of them applies, in words, and hands
that one of them decides."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.strategies.written import AppliedRule, BadStrategy, WrittenDecision, WrittenStrategy
from pitboss.odds.counting import shown_by_dealer
from pitboss.school.chance import Chance
from pitboss.school.lying import Lies, draw
from pitboss.school.spots import DecisionStage, dealt_places, played_to, stage, stages
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules
from pitboss.wording.choices import label

if TYPE_CHECKING:
    from pitboss.lab.strategies.applied import CardsInSight

BATCH, BATCHES = 200, 60
"""Deals that are looked at together for a hand that a rule decides, and how often."""


# What measures hands loads the solver; a house that nobody asks for it does without.


def strategy_of(rules: Rules) -> WrittenStrategy:
    """The strategy that is taught."""
    from pitboss.lab.strategies.taught import taught

    return taught(rules)


def _apply(rules: Rules, strategy: WrittenStrategy, step: str, seen: "list[CardsInSight]") -> list[AppliedRule]:
    from pitboss.lab.strategies.applied import applied

    return applied(rules, decision_of(strategy, step), seen) if seen else []


def _seeing(*what: Any) -> "CardsInSight":
    from pitboss.lab.strategies.applied import CardsInSight

    return CardsInSight(*what)


def decision_of(strategy: WrittenStrategy, step: str) -> WrittenDecision:
    return next(each for each in strategy.decisions if each.name == step)


def rule_here(strategy: WrittenStrategy, spot: ScoredSpot) -> AppliedRule:
    """The rule that decides this hand."""
    main = [w.id for w in spot.rules.wagers if w.compulsory or w.later]
    staked = sum(spot.wagers.get(wager, 0) for wager in main) // spot.stake
    seen = _seeing(spot.cards, spot.board, spot.dealer, staked)
    return _apply(spot.rules, strategy, spot.step, [seen])[0]


def rule_words(spot: ScoredSpot) -> str:
    """What the strategy that is taught says here; nothing where it cannot be read."""
    try:
        strategy = strategy_of(spot.rules)
        rule = rule_here(strategy, spot)
    except (BadStrategy, StopIteration):
        return ""
    cost = spot.cost(rule.do)
    more = "" if not cost else " Here it is not the best choice: a short rule cannot tell all hands apart."
    return f"{strategy.title}, {in_words(spot.rules, spot.step, rule)}.{more}"


def declared(rules: Rules, step: str) -> Step:
    """The decision as the script has it."""
    return next(each for each in rules.script(rules.terms.procedure) if each.name == step)


def in_words(rules: Rules, step: str, rule: AppliedRule) -> str:
    """A rule as a strategy's list has it, and what it says to do."""
    does = label(rules, next(choice for choice in declared(rules, step).choices if choice.name == rule.do))
    return f"rule {rule.number}: {rule.when} → {does}" if rule.number else f"where no rule fits → {does}"


# --- hands that a rule decides ----------------------------------------------------------------------------------------


class PlayedDeal(Struct, frozen=True):
    """A deal on its way to a decision."""

    lies: Lies
    staked: int
    """What is wagered in the main game by then, in units of the first wager."""


def decided_by(rules: Rules, strategy: WrittenStrategy, step: str, number: int, chance: Chance) -> Iterator[ScoredSpot]:
    """Decisions of rounds played by the strategy so far that this rule decides, 0 for the default; as many as are found
    among some thousand deals."""
    begun = sum(1 for wager in rules.wagers if wager.compulsory)
    for _ in range(BATCHES):
        deals = [PlayedDeal(draw(chance, rules, dealt_places(rules)), begun) for _ in range(BATCH)]
        for before in stages(rules):
            found = _apply(rules, strategy, before.step, [_seen(rules, before.step, deal) for deal in deals])
            if before.step == step:
                deals = [deal for deal, rule in zip(deals, found, strict=True) if rule.number == number]
                break
            deals = list(_gone_on(rules, before, deals, found))
        for deal in deals:
            spot = played_to(rules, step, deal.lies, lambda before: rule_here(strategy, before).do)
            if spot is not None and rule_here(strategy, spot).number == number:
                yield spot


def _gone_on(
    rules: Rules, before: DecisionStage, deals: list[PlayedDeal], found: list[AppliedRule]
) -> Iterator[PlayedDeal]:
    """The deals in which the rules lead to another decision, with what is wagered then."""
    on = [choice for choice, _ in before.leads]
    more = {choice.name: _more(choice) for choice in declared(rules, before.step).choices}
    for deal, rule in zip(deals, found, strict=True):
        if rule.do in on:
            yield PlayedDeal(deal.lies, deal.staked + more[rule.do])


def _more(choice: Choice) -> int:
    """What a choice adds to the wagers."""
    return choice.times if choice.does == "raise" else -1 if choice.does == "withdraw" else 0


def _seen(rules: Rules, step: str, deal: PlayedDeal) -> "CardsInSight":
    here, lies = stage(rules, step), deal.lies
    dealer = lies.get("dealer", ())
    return _seeing(
        lies["own"][: here.own],
        lies.get("community", ())[: here.community],
        tuple(dealer[place] for place in shown_by_dealer(rules)) if dealer else (),
        deal.staked,
    )
