"""What is told of a player's decisions. These records load no solver: who only shows them needs none."""

from msgspec import Struct


class CostlyDecision(Struct, frozen=True):
    """A decision that was not the best. Cards as the table wrote them."""

    table: int
    """Its number; 0 where there is only one."""
    round: int
    seat: int
    step: str
    choice: str
    best: str
    cost: float
    """In units of the base."""
    cents: float
    own: tuple[str, ...]
    board: tuple[str, ...]


class SeenKind(Struct, frozen=True, kw_only=True):
    """The player held against somebody who has seen such cards."""

    kind: str
    """As `pitboss protect --sees` names it."""
    decisions: int
    unknown: int
    """Decisions that do not count, because such a card was never dealt in the round."""
    cost: float
    """What his decisions gave away against the best play of somebody who has seen them, in units of the base a hand."""
    could_win: float
    """What such a card was worth in his hands: what its best play gains on his choices beyond what is lost by mistake,
    in units of the base a hand."""
    evidence: float
    """For having seen, against being honest: as a power of ten."""
    highest: float
    """The highest that it ever was."""
    alarm: int | None
    """The hand at which the evidence reached the limit; null where it never did."""
    hands_needed: float | None
    """Hands after which the evidence reaches the limit if he sees such cards; null where it would never."""
    skill: float
    """Of the player, honest or not, who fits his choices best."""


class PlayerReview(Struct, frozen=True, kw_only=True):
    """One player at one game."""

    player: str
    game: str
    paytable: str | None
    edge: float
    """What he can expect of a hand, played as he plays: the best play less what he gives away. In units of the base."""
    exact: str | None
    """Null: it is an estimate from the hands he was dealt."""
    standard_error: float
    sd: float
    """Of one hand, under the best play."""
    element_of_risk: float
    """Under the best play."""
    hands: int
    decisions: int
    mistakes: int
    cost: str
    """All that he gave away in units of the base, exactly, as a fraction."""
    cost_a_hand: float
    cents: float
    """All that he gave away, in cents."""
    skill: float
    temper: float
    """The honest player who fits his choices best."""
    costliest: tuple[CostlyDecision, ...]
    kinds: tuple[SeenKind, ...]
    not_valued: dict[str, str]
    """Kinds of seen cards for which his choices could not be valued, and why."""
    false_alarm: float
    """The probability that an honest player of any skill of the model ever gets an alarm for one kind, at most."""


class Review(Struct, frozen=True, kw_only=True):
    """Everybody, or one patron."""

    game: str | None
    """Null where there are several."""
    patron: str | None
    edge: float | None
    """What these players can expect of a hand, all hands together; null where there are several games."""
    exact: str | None
    standard_error: float
    sd: float | None
    element_of_risk: float | None
    players: list[PlayerReview]
    skipped: int
    """Rounds that were void, irregular or with cards that nobody knows."""
    refused: dict[str, str]
    """Games whose decisions cannot be valued, and why."""
    archived: int = 0
    """Tables with archived rounds that were not looked at."""
