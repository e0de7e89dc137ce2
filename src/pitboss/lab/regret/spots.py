"""One decision of one player, as he sees it, and what each of his choices costs: exactly, in units of the base wager,
as the coach of the table values it."""

from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.odds.advice import Advice
from pitboss.odds.counting import NoShape
from pitboss.odds.staked import stake_of
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules
from pitboss.table.views import View
from pitboss.wording.choices import label, says


class ScoredSpot(Struct, frozen=True, dict=True):
    """A decision. Everything that is told of it comes from what its player may see."""

    rules: Rules
    view: View
    """The table as the player sees it."""
    seat: int
    choices: tuple[str, ...]
    """What may be chosen, in the order of the script."""

    @property
    def game(self) -> str:
        return self.rules.game.id

    @property
    def step(self) -> str:
        """The decision, as the script names it."""
        return self.view.step

    @property
    def clause(self) -> str:
        return self.view.clause

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's own."""
        return self.view.seats[self.seat - 1].cards

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards that lie open."""
        return tuple(card for card in self.view.community if card != UNKNOWN)

    @property
    def dealer(self) -> tuple[Card, ...]:
        """Those of the dealer's cards that lie open."""
        return tuple(card for card in self.view.dealer if card != UNKNOWN)

    @property
    def wagers(self) -> dict[str, int]:
        """What lies on the player's areas, in cents."""
        return self.view.seats[self.seat - 1].wagers

    @property
    def stake(self) -> int:
        """What lies on the wager that is the unit, in cents."""
        return stake_of(self.rules, self.wagers)

    def label(self, choice: str) -> str:
        """A choice in a word or two, as its button says it."""
        return label(self.rules, self._declared(choice))

    def says(self, choice: str) -> str:
        """What a choice does, in a sentence."""
        return says(self.rules, self._declared(choice))

    def _declared(self, choice: str) -> Choice:
        return next(each for each in self._asks().choices if each.name == choice)

    def _asks(self) -> Step:
        return next(step for step in self.rules.script(self.rules.terms.procedure) if step.name == self.step)

    @cached_property
    def advice(self) -> Advice:
        """The worth of every choice. Raises `NoShape` where the game has no exact odds."""
        from pitboss.odds.coach import coach  # loads the solver

        found = coach(self.rules, self.view, self.seat)
        if found is None:
            raise NoShape(f"{self.rules.book.title}: the player has not seen his cards at '{self.step}'")
        return found

    def cost(self, choice: str) -> Fraction:
        """What this choice gives away against the best, in units of the base wager."""
        if choice not in self.choices:
            raise ValueError(f"'{choice}' cannot be chosen here; what can be chosen: {', '.join(self.choices)}")
        return self.advice.cost(choice)
