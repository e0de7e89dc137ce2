"""The coach and the odds. Exact figures are fractions, written as text."""

from pitboss.messages.base import AnswerBody


class Working(AnswerBody, tag="working", tag_field="state"):
    """It is being worked out; ask again in a moment."""

    what: str = ""
    """What is being worked out, where that is known."""
    done: float = 0.0
    """Which part of it is done, from 0 to 1."""


class Worth(AnswerBody):
    choice: str
    label: str
    value: str
    """Expected result of the main wagers in units of the base, exactly, as a fraction."""
    decimal: float
    cents: int
    """The same in money, rounded to a cent."""
    cost: str
    """What it gives away against the best, in units of the base, exactly."""
    cost_percent: float
    """The same in percent of the base."""
    cost_cents: float
    best: bool


class Coached(AnswerBody, tag="ready", tag_field="state"):
    game: str
    round: int
    seq: int
    """The row of the table's trail for which it holds."""
    step: str
    clause: str
    seat: int
    cards: list[str]
    board: list[str]
    base: str
    """The wager that is the unit of the values."""
    unit: str
    """The same in words, with its article: the title of a wager, or `one bet`."""
    stake: int
    """What lies on the base, in cents."""
    best: str
    equal: list[str]
    """The choices that are worth as much as the best, where there are several."""
    choices: list[Worth]


class Mistake(AnswerBody):
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
    clock: bool
    """Whether the clock chose, because the player had not."""
    best: str
    cost: str
    cost_percent: float
    cost_cents: float
    choices: list[Worth]


class CoachStatistics(AnswerBody):
    on: bool
    """Whether this house lets its guests be coached."""
    decisions: int
    """Yours, and those of the clock where you had not decided."""
    mistakes: int
    cost_cents: float
    """What the mistakes gave away, on average."""
    cost_percent: float
    """The same in percent of the base wagers of these decisions."""
    rounds: int
    """Rounds with a decision that are over."""
    expected_cents: float
    """What the rounds could be expected to bring, as they were decided."""
    actual_cents: int
    """What the main wagers of these rounds brought."""
    waiting: int
    """Decisions that are still being looked at."""
    review: list[Mistake]
    """The mistakes, the latest first."""
    since: int | None
    """From when decisions are counted, where that is not your log-in: the process that has the table has it since then.
    Milliseconds since 1970."""


class OddsLine(AnswerBody):
    hand: str
    words: str
    pays: str
    clause: str
    probability: str
    """Exactly, as a fraction."""
    chance: float
    value: str
    """Its part of the expected net result in units of the base, exactly."""
    worth: float


class OddsPart(AnswerBody):
    wager: str
    title: str
    ev: str
    worth: float
    average_at_risk: str
    at_risk: float
    lines: list[OddsLine]


class OddsResult(AnswerBody):
    net: str
    """Net result in units of the base, exactly."""
    units: float
    probability: str
    chance: float


class OddsMeter(AnswerBody):
    name: str
    cents: int
    """The reading the figures are for."""
    break_even: int | None
    """The reading in cents from which the wager does not lose; null: none."""


class OddsEnvy(AnswerBody):
    """What is paid for the hand of another player."""

    words: str
    pays: str
    clause: str


class OddsAt(AnswerBody):
    """The house edge at another wager."""

    stake: int
    """Cents of the base."""
    house_edge: str
    edge: float


class OddsRow(AnswerBody):
    """One wager by one paytable. Exact figures are fractions, written as text."""

    wager: str
    title: str
    paytable: str | None
    by_hands: bool
    """Whether its paytables are those of the numbers of hands dealt."""
    families: list[str]
    """The paytables that may pay it, as `paytables` of a table names them."""
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
    method: str
    """How it was obtained: exact, or simulated."""
    deals: int
    """How many equally likely deals were counted."""
    players: int
    stake: int
    """Cents of the base, where amounts in dollars or payout limits make it matter."""
    depends: bool
    """Whether the figures depend on the amount wagered."""
    at: list[OddsAt]
    """The edge at the least and the most that can be wagered, where it differs."""
    envy: list[OddsEnvy]
    """Paid for hands of others; counted where there is more than one player."""
    reading: dict[str, str]
    notes: list[str]


class GameOdds(AnswerBody, tag="ready", tag_field="state"):
    game: str
    title: str
    table: int | None
    """The table whose terms these are; null: all paytables of the rulebook."""
    rows: list[OddsRow]
