"""Who counts the deals of a game. A counter is chosen by what the declaration *is*: which cards the main wagers look
at, and whether the dealer has a hand of his own. No counter belongs to a game."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal, Protocol, cast

from pitboss.cards.deck import Card
from pitboss.odds.advice import Advice
from pitboss.odds.tally import Pack, Tally
from pitboss.table.cells import Computed, HandsDealt, HighestNamed, holdings
from pitboss.table.rules import Rules

Shape = Literal["against", "stages", "board"]
"""against: the player's hand against the dealer's. stages: the player's own and community cards alone, decided in
stages. board: community cards that both hands share."""


class NoShape(ValueError):
    """A game that no counter fits."""


Progress = Callable[[float], None]
"""Told which part of the work is done."""


def silent(done: float) -> None:
    """For whoever wants to be told nothing."""


class Counter(Protocol):
    """What counts the deals of one shape of game. `how` is what one shape alone asks for."""

    def tiny(self, rules: Rules) -> Pack:
        """A few cards of the game, to compile the kernels with; none where there are no kernels."""

    def tally(
        self,
        rules: Rules,
        wager: str,
        *,
        players: int = 1,
        pack: Pack | None = None,
        stake: int = 100,
        meters: Mapping[str, int] | None = None,
        progress: Progress = silent,
        **how: Any,
    ) -> Tally:
        """The endings of one wager, or of the main game under the best play. `progress` is told which part is done."""

    def advise(
        self,
        rules: Rules,
        cards: tuple[Card, ...],
        board: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        pack: Pack | None = None,
        stake: int = 100,
        **how: Any,
    ) -> Advice:
        """The worth of every choice at one spot; `board` are the community cards that lie open, `dealer` those cards of
        the dealer's."""

    def rules_in_words(self, rules: Rules) -> list[str]:
        """The best play in sentences; none where only a chart can say it."""

    def fits(self, rules: Rules) -> None:
        """Raises `NoShape` where the game cannot be counted after all, without counting anything."""

    def prepare(self, rules: Rules, stake: int) -> None:
        """Counts once, so that a coach answers at once."""


def shape_of(rules: Rules) -> Shape:
    """The shape of the main game: what its compulsory wagers and those made later look at."""
    if some := some_only(rules):
        raise NoShape(f"{rules.book.title} can be played and simulated; exact odds need {some}")
    fields = [field for w in rules.wagers if w.compulsory or w.later for field in rules.fields[w.id]]
    strange = [field for field in fields if isinstance(field, Computed | HandsDealt | HighestNamed)]
    if strange:
        raise NoShape(
            f"{rules.book.title} can be played and simulated; exact odds need a main game that is decided by hands "
            f"alone, and '{strange[0].name}' is not"
        )
    places = {seen.place for holding in holdings(tuple(fields)) for seen in holding.sees}
    if "dealer" in places:
        return "board" if "community" in places else "against"
    return "stages"


def some_only(rules: Rules) -> str:
    """What must be otherwise where a question is put to some players only, or cards are dealt to some only."""
    procedure = rules.terms.procedure
    asks = [step.name for step in rules.script(procedure) if step.when]
    deals = [deal for part in rules.game.plan(rules, procedure, None).values() for deal in part if deal.having]
    if asks:
        return f"decisions that every player has, and '{asks[0]}' asks only some"
    return "cards that every player receives, and some are dealt only to those who have raised" if deals else ""


def shown_by_dealer(rules: Rules) -> tuple[int, ...]:
    """Which of the dealer's cards lie open before the first decision: their places among his cards."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    up: list[bool] = []
    for step in rules.script(rules.terms.procedure):
        if step.kind == "ask":
            break
        if step.kind == "deal":
            up += [deal.up for deal in plan[step.part] if deal.to == "dealer" for _ in range(deal.count)]
        elif step.kind == "show" and step.place == "dealer":
            up = [is_up or not step.upto or place < step.upto for place, is_up in enumerate(up)]
    return tuple(place for place, is_up in enumerate(up) if is_up)


def counter(rules: Rules) -> Counter:
    """What counts the deals of this game."""
    return cast(Counter, import_module(f"pitboss.odds.shapes.{shape_of(rules)}"))


def why_not(rules: Rules) -> str:
    """Why the main game has no exact odds, in a sentence; nothing where it has."""
    try:
        counter(rules).fits(rules)
    except NoShape as error:
        return str(error)
    return ""
