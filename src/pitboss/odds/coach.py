"""The coach at a live table: what each choice is worth to the player whose turn it is. It looks at the table only
through that player's own view, so it can know no card that he may not see."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.odds.advice import Advice
from pitboss.odds.api import best_play
from pitboss.odds.counting import counter, shape_of, shown_by_dealer
from pitboss.odds.figures import in_whole_units, usual_stake
from pitboss.odds.staked import stake_of
from pitboss.table.rules import Rules
from pitboss.table.views import View


def coach(rules: Rules, seen: View, seat: int | None = None) -> Advice | None:
    """The worth of every choice for the position that is asked, or for `seat`; None where this viewer has nothing to
    decide. Only his own cards, the open community cards and those of the dealer's that the deal lays open count, not
    what he may know of other hands."""
    number = seat or seen.turn
    step = next((s for s in rules.script(rules.terms.procedure) if s.name == seen.step), None)
    if step is None or step.kind != "ask" or number != seen.turn or number not in seen.mine:
        return None
    held = seen.seats[number - 1]
    dealer = tuple(seen.dealer[place] for place in shown_by_dealer(rules))
    if UNKNOWN in (*held.cards, *dealer):
        return None
    board = tuple(card for card in seen.community if card != UNKNOWN)
    return advice_at(rules, step.name, held.cards, board, dealer, held.wagers)


def advice_at(
    rules: Rules,
    step: str,
    cards: tuple[Card, ...],
    board: tuple[Card, ...],
    dealer: tuple[Card, ...],
    wagers: Mapping[str, int],
) -> Advice:
    """The same for what such a player sees, and what lies on his areas in cents."""
    stake = stake_of(rules, wagers)
    return best_play(rules, cards, board, dealer=dealer, stake=stake, **_before(rules, wagers, stake, step))


def _before(rules: Rules, wagers: Mapping[str, int], stake: int, step: str) -> dict[str, Any]:
    """What was decided before, for games in which that matters: how the main wagers lie, in units of the first."""
    if shape_of(rules) != "stages":
        return {}
    main = [w.id for w in rules.wagers if w.compulsory or w.later]
    return {"step": step, "times": {wager: wagers.get(wager, 0) // stake for wager in main}}


def prepare(rules: Rules, stakes: Iterable[int] = ()) -> None:
    """Compiles and counts beforehand, so that the first answer comes as fast as the others: for the usual stake, and
    for those given in cents (where payout limits cut, every stake is a game of its own)."""
    module = counter(rules)
    for stake in (usual_stake(rules), *stakes):
        finer, units = in_whole_units(rules, stake)
        module.prepare(finer, units)
