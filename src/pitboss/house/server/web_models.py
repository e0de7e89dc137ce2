"""The shapes of what the pages are told beside the tables: words of the rulebooks, the coach, the odds."""

from typing import Any

from pydantic import Field

from pitboss.house.server.models import Me, Told

# --- who looks --------------------------------------------------------------------------------------------------------


class Visitor(Told):
    me: Me | None = Field(description="Who is logged in, as `/me` tells it; null: nobody.")


# --- words ------------------------------------------------------------------------------------------------------------


class WagerWords(Told):
    id: str
    title: str
    clause: str
    family: str = Field(description="The wagers that share a paytable share this.")
    area: str = Field(description="The area of the layout where it lies; empty where it has none.")
    compulsory: bool
    equal_to: str = Field(description="The wager whose amount it must have; empty where it may have any.")
    later: bool = Field(description="Made by a decision after the cards are dealt.")
    offered: bool = Field(description="Whether these terms offer it.")
    metered: bool = Field(description="Its stakes feed the meters. Whoever makes it is paid for the hands of others.")


class AreaWords(Told):
    id: str
    title: str
    clause: str
    wager: str
    seat: bool = Field(description="Every position has one.")


class ChoiceWords(Told):
    name: str
    label: str = Field(description="Short, for a button.")
    says: str = Field(description="What it does.")
    clause: str
    does: str = Field(description="raise, withdraw, fold or pass")
    wager: str = Field(description="The wager that is made or taken back.")
    times: int = Field(description="A raise: how many times `of` it is.")
    of: str


class StepWords(Told):
    name: str
    kind: str
    title: str
    clause: str
    choices: list[ChoiceWords]


class TaskWords(Told):
    title: str
    clause: str
    reminders: list[str] = Field(description="Clauses that only people can carry out.")


class LineWords(Told):
    hand: str
    words: str
    pays: str
    clause: str


class PaytableWords(Told):
    wager: str = Field(description="The family of wagers it pays.")
    letter: str
    column: int = Field(description="For how many hands, the dealer's included, where that decides it.")
    lines: list[LineWords]


class PaysWords(Told):
    wager: str = Field(description="The family of wagers, as on the signs of the layout.")
    title: str
    paytable: str = Field(description="Its letter in the rulebook; `custom`: the house's own; empty: it has only one.")
    needs: str = Field(description="What must hold for it to be paid, beside the hands of its table; may be empty.")


class DecidedWords(Told):
    text: str = Field(description="Whose hand wins, and what the dealer needs, in plain words.")
    clause: str


class MishapWords(Told):
    kind: str
    title: str
    does: str = Field(description="What follows, as the event of the report names it.")
    consequence: str
    clause: str
    during: list[str]
    by: list[str]


class GameTitle(Told):
    game: str
    title: str


class GameWords(Told):
    game: str
    title: str
    jurisdiction: str
    regulator: str
    document: str
    deck: str
    cloth: list[str] = Field(description="The colour of its cloth in the middle and at the rail.")
    cards: dict[str, str] = Field(description="Every card of the deck in words.")
    own_cards: dict[str, str] = Field(description="Those that an ordinary deck does not have.")
    pictures: str = Field(description="The address of drawings of its own cards, with their codes as ids.")
    removed: list[str] = Field(description="Cards that leave a hand when it is shown: they do not count.")
    positions: int
    wagers: list[WagerWords]
    areas: list[AreaWords]
    steps: list[StepWords] = Field(description="The round by the procedure in use, in order.")
    tasks: dict[str, TaskWords] = Field(description="What the staff do, by the names of the steps and duties.")
    roles: dict[str, str]
    hands: dict[str, str]
    paytables: list[PaytableWords]
    pays: list[PaysWords] = Field(description="The wagers offered, each with the name of its paytable in force.")
    decided: DecidedWords = Field(description="How the main wagers are decided.")
    irregularities: list[MishapWords]


class ReadingWords(Told):
    id: str
    title: str
    choice: str
    reason: str
    alternatives: list[str]


class ClauseWords(Told):
    id: str
    kind: str = Field(description="compute, state, input, config, display or physical")
    game: str
    title: str = Field(description="The game's title.")
    text: str = Field(description="What the clause asks, in our own words.")
    readings: list[ReadingWords] = Field(description="How it is read where the text leaves a question.")


# --- the coach --------------------------------------------------------------------------------------------------------


class Working(Told):
    state: str = Field(default="working", description="It is being worked out; ask again in a moment.")
    what: str = Field(default="", description="What is being worked out, where that is known.")
    done: float = Field(default=0.0, description="Which part of it is done, from 0 to 1.")


class Worth(Told):
    choice: str
    label: str
    value: str = Field(description="Expected result of the main wagers in units of the base, exactly, as a fraction.")
    decimal: float
    cents: int = Field(description="The same in money, rounded to a cent.")
    cost: str = Field(description="What it gives away against the best, in units of the base, exactly.")
    cost_percent: float = Field(description="The same in percent of the base.")
    cost_cents: float
    best: bool


class Coached(Told):
    state: str = "ready"
    game: str
    round: int
    seq: int = Field(description="The row of the table's trail for which it holds.")
    step: str
    clause: str
    seat: int
    cards: list[str]
    board: list[str]
    base: str = Field(description="The wager that is the unit of the values.")
    unit: str = Field(description="The same in words, with its article: the title of a wager, or `one bet`.")
    stake: int = Field(description="What lies on the base, in cents.")
    best: str
    equal: list[str] = Field(description="The choices that are worth as much as the best, where there are several.")
    choices: list[Worth]


class Mistake(Told):
    table: int
    name: str
    game: str
    round: int
    seat: int
    step: str
    clause: str
    cards: list[str]
    board: list[str]
    base: str
    stake: int
    choice: str
    clock: bool = Field(description="Whether the clock chose, because the player had not.")
    best: str
    cost: str
    cost_percent: float
    cost_cents: float
    choices: list[Worth]


class CoachStatistics(Told):
    on: bool = Field(description="Whether this house lets its guests be coached.")
    decisions: int = Field(description="Yours, and those of the clock where you had not decided.")
    mistakes: int
    cost_cents: float = Field(description="What the mistakes gave away, on average.")
    cost_percent: float = Field(description="The same in percent of the base wagers of these decisions.")
    rounds: int = Field(description="Rounds with a decision that are over.")
    expected_cents: float = Field(description="What the rounds could be expected to bring, as they were decided.")
    actual_cents: int = Field(description="What the main wagers of these rounds brought.")
    waiting: int = Field(description="Decisions that are still being looked at.")
    review: list[Mistake] = Field(description="The mistakes, the latest first.")


# --- odds -------------------------------------------------------------------------------------------------------------


class OddsLine(Told):
    hand: str
    words: str
    pays: str
    pay: dict[str, Any] | None = Field(description="A sum or a share of a meter, as events of a round tell it.")
    clause: str
    probability: str = Field(description="Exactly, as a fraction.")
    chance: float
    value: str = Field(description="Its part of the expected net result in units of the base, exactly.")
    worth: float


class OddsPart(Told):
    wager: str
    title: str
    ev: str
    worth: float
    average_at_risk: str
    at_risk: float
    lines: list[OddsLine]


class OddsResult(Told):
    net: str = Field(description="Net result in units of the base, exactly.")
    units: float
    probability: str
    chance: float


class OddsMeter(Told):
    name: str
    cents: int = Field(description="The reading the figures are for.")
    break_even: int | None = Field(description="The reading in cents from which the wager does not lose; null: none.")


class OddsEnvy(Told):
    """What is paid for the hand of another player."""

    words: str
    pays: str
    pay: dict[str, Any] | None = Field(description="A sum or a share of a meter, as events of a round tell it.")
    clause: str


class OddsAt(Told):
    """The house edge at another wager."""

    stake: int = Field(description="Cents of the base.")
    house_edge: str
    edge: float


class OddsRow(Told):
    """One wager by one paytable. Exact figures are fractions, written as text."""

    wager: str
    title: str
    paytable: str | None
    by_hands: bool = Field(description="Whether its paytables are those of the numbers of hands dealt.")
    families: list[str] = Field(description="The paytables that may pay it, as `paytables` of a table names them.")
    base: str
    base_title: str
    house_edge: str
    edge: float
    element_of_risk: str
    risk: float
    average_at_risk: str
    at_risk: float
    variance: str
    standard_deviation: float
    hit_frequency: str
    hits: float
    parts: list[OddsPart]
    distribution: list[OddsResult]
    meters: list[OddsMeter]
    method: str = Field(description="How it was obtained: exact, or simulated.")
    deals: int = Field(description="How many equally likely deals were counted.")
    players: int
    stake: int = Field(description="Cents of the base, where amounts in dollars or payout limits make it matter.")
    depends: bool = Field(description="Whether the figures depend on the amount wagered.")
    at: list[OddsAt] = Field(description="The edge at the least and the most that can be wagered, where it differs.")
    envy: list[OddsEnvy] = Field(description="Paid for hands of others; counted where there is more than one player.")
    reading: dict[str, str]
    notes: list[str]


class GameOdds(Told):
    state: str = "ready"
    game: str
    title: str
    table: int | None = Field(description="The table whose terms these are; null: all paytables of the rulebook.")
    rows: list[OddsRow]
