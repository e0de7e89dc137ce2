"""What is told of wagers and what they brought. These records load no solver: who only shows them needs none."""

from msgspec import Struct


class HoldBand(Struct, frozen=True):
    """In cents: below `low` and above `high` lies at most half of what the level leaves."""

    level: float
    low: int
    high: int


class Search(Struct, frozen=True):
    """A line that pays a tenth too much."""

    hand: str
    family: str
    words: str
    first_seen: float | None
    """Rounds until it pays for the first time, on average. No line gives that amount, so then it is found. None where
    another line gives the same amount."""
    seen_surely: float | None
    """Rounds until it has paid once with a probability of 95 %."""
    by_money: float | None
    """Rounds until the test on money alone gives an alarm, about; None where its smallest bet is still too large."""


class HoldAlarm(Struct, frozen=True):
    """The first time that something was wrong."""

    kind: str
    """`payment`: an amount that nothing pays. `evidence`: the sequential test."""
    round: int
    rounds: int
    """Rounds of this wager up to then, this one included."""
    why: str


class HoldResult(Struct, frozen=True, kw_only=True):
    """Cents; from the house's side: what it won."""

    rounds: int
    hands: int
    staked: int
    """The base of all hands."""
    at_risk: int
    win: int
    expected: float
    edge: float
    """What the house wins of a unit of the base: theoretical."""
    actual_edge: float
    standard_deviation: float
    bands: tuple[HoldBand, ...]
    chance: float
    """How likely a result so far from what is expected is, or farther."""
    widest: bool
    """Several hands were in a round: the bands are as wide as they can be. Otherwise they are exact."""
    rounded: int
    """Results were put on units of so many cents to find the bands; 0 where that was not needed."""
    one_sided: bool
    """Players decide: what is expected is that of the best play, and only a house that wins too little is an alarm."""
    evidence: float
    """The sequential test, as a power of ten."""
    ways: dict[str, float]
    alarm: HoldAlarm | None
    searches: tuple[Search, ...]


class HeldRow(Struct, frozen=True):
    """One wager by one paytable."""

    wager: str
    title: str
    paytable: str | None
    players: int
    """How many were dealt in, where the wager looks at all hands; otherwise 0."""
    without_meters: bool
    result: HoldResult


class LeftOut(Struct):
    """What is in no row. Amounts in cents."""

    void: int = 0
    """Rounds."""
    irregular: int = 0
    """Rounds."""
    hands: int = 0
    """Hands that were void, or whose player had gone."""
    cut: int = 0
    """What payout limits took off; the rows have it as if it had been paid."""
    envy: int = 0
    """PaidWager for the hands of others."""
    from_meters: int = 0
    """PaidWager from meters."""

    def add(self, other: "LeftOut") -> None:
        """What another table left out."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
