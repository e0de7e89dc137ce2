"""Decisions that were made with what they cost, as far as a report tells of them: little enough to be kept for many
rounds."""

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.house.coaching.looking_back import PastDecision
from pitboss.school.habits import PlayedDecision
from pitboss.wording.choices import label
from pitboss.wording.hand_kinds import kinds

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice


class CostedDecision(Struct, frozen=True):
    played: PlayedDecision
    seat: int
    nth: int
    """Which decision of the round it is; 0: there is only one."""
    clock: bool
    """Whether the clock chose for him."""
    label: str
    best: str
    """Both choices in words."""
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    """What was seen then."""
    cost: Fraction
    """In units of the base."""


def costed(made: PastDecision, advice: "Advice", table: int, number: int) -> CostedDecision:
    """A decision beside the best one."""
    spot = made.spot
    rules, seen = spot.rules, spot.seen
    asked = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    names = [step.name for step in asked]
    words = {choice.name: label(rules, choice) for choice in asked[names.index(seen.step)].choices}
    cost = advice.cost(made.choice)
    return CostedDecision(
        played=PlayedDecision(
            game=rules.game.id,
            step=seen.step,
            kinds=kinds(rules, seen, made.seat),
            choice=made.choice,
            best=advice.best.choice,
            cost=cost * spot.stake,
            where=(table, number, made.seq),
        ),
        seat=made.seat,
        nth=names.index(seen.step) + 1 if len(names) > 1 else 0,
        clock=made.clock,
        label=words[made.choice],
        best=words[advice.best.choice],
        cards=tuple(seen.seats[made.seat - 1].cards),
        board=tuple(card for card in seen.community if card != UNKNOWN),
        dealer=tuple(card for card in seen.dealer if card != UNKNOWN),
        cost=cost,
    )
