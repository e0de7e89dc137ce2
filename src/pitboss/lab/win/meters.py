"""Progressives as they run: what a meter reads when it is hit, how long that takes, and the edge over its whole life.

Each wager adds its part to the meter; with a fixed chance it then takes all of it, after which the meter begins at its
reset amount, or a share of it. Where nothing but the whole is ever paid, the number of wagers between two hits is
geometric, and so the meter at a hit is known in closed form. Shares make it lower; the means stay exact, and the
distribution is simulated. The edge over the whole life follows from what goes in: every cent that is added comes out
again, and so does every reset."""

from fractions import Fraction
from math import ceil, log1p, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from pitboss.frames.arrow import arrow_table
from pitboss.frames.cells import FrameRow
from pitboss.frames.showing import html_of
from pitboss.lab.win.spread import Floats
from pitboss.odds.counting import counter
from pitboss.odds.figures import in_whole_units, net
from pitboss.odds.request import Request, RowAsked, asked
from pitboss.odds.request_terms import BadRequest
from pitboss.odds.result import exactly
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import MICRO, Terms
from pitboss.rulebook.words import MAIN, listed

if TYPE_CHECKING:
    import pyarrow

WHOLE = 100
LIVES = 100_000
SEED = 20_180_101
PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Of all hits, so many come at a reading no higher than the one that is told."""
AN_HOUR = 90
"""Wagers: six players, half of whom make it, in 30 rounds."""


class MeterLife(Struct, frozen=True, kw_only=True):
    """One meter under one paytable. Amounts in cents."""

    meter: str
    reset: int
    rate: Fraction
    """The part of a wager that goes to it."""
    growth: Fraction
    """Cents that a wager adds."""
    whole: Fraction
    """The chance of a wager to take all of it."""
    shares: tuple[tuple[int, Fraction], ...]
    """(percent, chance of a wager to take this share of it)."""
    floor: bool
    """The house fills it up to its reset amount after a share was paid."""
    simulated: "SimulatedLives"

    @property
    def geometric(self) -> bool:
        """Whether nothing but the whole meter is ever paid."""
        return not self.shares

    @property
    def taken(self) -> Fraction:
        """The part of the meter that a wager takes on average."""
        return self.whole + sum((Fraction(percent, WHOLE) * p for percent, p in self.shares), Fraction(0))

    @property
    def topped(self) -> Fraction:
        """Cents a wager that the house adds to hold it at its floor; simulated."""
        return Fraction(self.simulated.topped) if self.floor and self.shares else Fraction(0)

    @property
    def average(self) -> Fraction:
        """Cents: the reading when a wager is settled, over the whole life. What goes in comes out."""
        return (self.growth + self.whole * self.reset + self.topped) / self.taken

    @property
    def at_hit(self) -> Fraction | None:
        """Cents: the mean reading when all of it is won. None where nobody ever wins all of it."""
        if not self.whole:
            return None
        if self.topped:
            return Fraction(self.simulated.mean)
        return self.whole / self.taken * (self.reset + self.growth / self.whole)

    @property
    def wagers(self) -> Fraction | None:
        """The mean number of wagers from hit to hit."""
        return 1 / self.whole if self.whole else None

    def reading(self, part: float) -> float:
        """Cents: this part of all hits comes at no higher reading."""
        if not self.geometric:
            return self.simulated.reading(part)
        count = max(1, ceil(log1p(-part) / log1p(-float(self.whole)) - 1e-9))
        return self.reset + count * float(self.growth)


class SimulatedLives(Struct, frozen=True):
    """Many lives of a meter from reset to hit, played by chance with a fixed seed."""

    lives: int
    mean: float
    error: float
    readings: Floats
    """At the hits, in ascending order."""
    wagers: float
    topped: float
    """Cents a wager with which the house filled the meter up."""

    def reading(self, part: float) -> float:
        return float(self.readings[min(len(self.readings) - 1, int(part * len(self.readings)))])


class MeterOdds(Struct, frozen=True, kw_only=True):
    """The wager that feeds the meters, over their whole life."""

    game: str
    wager: str
    paytable: str | None
    players: int
    stake: int
    meters: tuple[MeterLife, ...]
    fixed: Fraction
    """What the wager brings the player apart from the meters, in units of the wager."""

    @property
    def edge(self) -> Fraction:
        """The player's edge, averaged over the life of all meters: negative where the house wins."""
        return self.fixed + sum((meter.average * meter.taken for meter in self.meters), Fraction(0)) / self.stake

    def edge_at(self, readings: dict[str, Fraction]) -> Fraction:
        """The player's edge while the meters read so many cents when the wager is settled."""
        return self.fixed + sum((readings[m.meter] * m.taken for m in self.meters), Fraction(0)) / self.stake

    @property
    def edge_at_reset(self) -> Fraction:
        return self.edge_at({meter.meter: Fraction(meter.reset) for meter in self.meters})

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self, wagers_an_hour: Fraction = Fraction(AN_HOUR)) -> "pyarrow.Table":
        """One row for each meter, as a table of Apache Arrow."""
        return arrow_table(to_rows(self, wagers_an_hour))


def fed_wager(game: str, terms: Terms | None) -> str | None:
    """The wager of a game that feeds its meters, where these terms offer it."""
    fed = next((w.family for w in book(game).wagers if w.metered), None)
    return fed if terms is None or (fed and terms.wager(fed)) else None


def meter_odds(request: Request, lives: int = LIVES) -> list[MeterOdds]:
    """Of every paytable asked for that pays from a meter."""
    rows = [row for row in asked(request) if row.meters]
    if not rows:
        raise BadRequest(f"no wager of {book(request.game).title} that is offered here is paid from a meter")
    return [_odds(row, lives) for row in rows]


def _odds(row: RowAsked, lives: int) -> MeterOdds:
    if row.wager == MAIN:
        raise BadRequest("the life of a meter is worked out for a wager that feeds it, not for the main game")
    rules, stake = in_whole_units(row.rules, row.stake, row.wager)
    nothing = dict.fromkeys(row.meters, 0)
    counted = counter(rules).tally(rules, row.wager, players=row.players, stake=stake, meters=nothing)
    total, fixed = counted.total, 0
    chances: dict[tuple[str, int], int] = {}
    for ending, count in counted.endings.items():
        fixed += count * net(rules, ending, stake, nothing)
        own = next(part for part in ending if part.wager == row.wager and not part.other)
        pay = rules.settlement.outcome(own.wager, own.cell).pay
        if isinstance(pay, MeterShare):
            key = pay.meter, pay.percent
            chances[key] = chances.get(key, 0) + count
    floor = rules.terms.readings.get("meter_floor", "none") == "reset"
    meters = []
    for meter in rules.terms.meters:
        taken = {percent: Fraction(n, total) for (name, percent), n in chances.items() if name == meter.name}
        if taken:
            rate = Fraction(meter.rate, MICRO)
            meters.append(_life(meter.name, meter.reset, rate, row.stake, taken, floor, lives))
    ev = Fraction(fixed, total * stake)
    return MeterOdds(
        game=rules.game.id,
        wager=row.wager,
        paytable=row.paytable,
        players=row.players,
        stake=row.stake,
        meters=tuple(meters),
        fixed=ev,
    )


def _life(
    name: str, reset: int, rate: Fraction, stake: int, taken: dict[int, Fraction], floor: bool, lives: int
) -> MeterLife:
    whole = taken.get(WHOLE, Fraction(0))
    shares = tuple((percent, p) for percent, p in sorted(taken.items()) if percent != WHOLE)
    played = played_lives(
        reset, float(rate * stake), float(whole), [(n / WHOLE, float(p)) for n, p in shares], floor, lives
    )
    return MeterLife(
        meter=name,
        reset=reset,
        rate=rate,
        growth=rate * stake,
        whole=whole,
        shares=shares,
        floor=floor,
        simulated=played,
    )


def played_lives(
    reset: int, growth: float, whole: float, shares: list[tuple[float, float]], floor: bool, lives: int
) -> SimulatedLives:
    """Lives of a meter, all at once: each goes from one payment to the next until all of it is paid."""
    if not whole:
        return SimulatedLives(0, 0.0, 0.0, np.zeros(0), 0.0, 0.0)
    random = np.random.Generator(np.random.PCG64(SEED))
    some = whole + sum(p for _, p in shares)
    limits = np.cumsum([whole / some, *(p / some for _, p in shares)])
    left = np.array([0.0, *(1 - part for part, _ in shares)])
    reading, wagers = np.full(lives, float(reset)), np.zeros(lives)
    at_hit = np.zeros(lives)
    alive, topped = np.arange(lives), 0.0
    while len(alive):
        count = random.geometric(some, len(alive))
        reading[alive] += growth * count
        wagers[alive] += count
        kind = np.minimum(np.searchsorted(limits, random.random(len(alive)), side="right"), len(limits) - 1)
        done = kind == 0
        at_hit[alive[done]] = reading[alive[done]]
        after = reading[alive] * left[kind]
        if floor:
            low = ~done & (after < reset)
            topped += float((reset - after[low]).sum())
            after[low] = reset
        reading[alive] = after
        alive = alive[~done]
    error = float(at_hit.std(ddof=1)) / sqrt(lives)
    mean = float(wagers.mean())
    return SimulatedLives(lives, float(at_hit.mean()), error, np.sort(at_hit), mean, topped / float(wagers.sum()))


# --- as data and in words -------------------------------------------------------------------------------------------


def as_json(found: MeterOdds, wagers_an_hour: Fraction = Fraction(AN_HOUR)) -> dict[str, Any]:
    """As `pitboss meters --json` prints it; amounts in dollars, the player's edge in units of the wager."""
    return {
        "game": found.game,
        "wager": found.wager,
        "paytable": found.paytable,
        "players": found.players,
        "stake": found.stake / 100,
        "wagers_an_hour": float(wagers_an_hour),
        "edge": float(found.edge),
        "exact": exactly(found.edge) if not any(meter.topped for meter in found.meters) else None,
        "edge_at_reset": float(found.edge_at_reset),
        "meters": [_meter_json(meter, wagers_an_hour) for meter in found.meters],
    }


def _meter_json(meter: MeterLife, wagers_an_hour: Fraction) -> dict[str, Any]:
    wagers = meter.wagers
    return {
        "meter": meter.meter,
        "reset": meter.reset / 100,
        "rate": float(meter.rate),
        "geometric": meter.geometric,
        "average_reading": float(meter.average) / 100,
        "mean_at_hit": None if meter.at_hit is None else float(meter.at_hit) / 100,
        "wagers_between_hits": None if wagers is None else float(wagers),
        "hours_between_hits": None if wagers is None else float(wagers / wagers_an_hour),
        "at_hit": {} if wagers is None else {str(part): round(meter.reading(part) / 100, 2) for part in PARTS},
        "simulated": {
            "lives": meter.simulated.lives,
            "mean_at_hit": meter.simulated.mean / 100,
            "standard_error": meter.simulated.error / 100,
            "wagers": meter.simulated.wagers,
        },
    }


def to_rows(found: MeterOdds, wagers_an_hour: Fraction) -> list[FrameRow]:
    """A row for each meter, for other programs."""
    rows: list[FrameRow] = []
    for meter in found.meters:
        whole = _meter_json(meter, wagers_an_hour)
        spread: dict[str, float] = whole.pop("at_hit")
        played = whole.pop("simulated")
        row = {"wager": found.wager, "paytable": found.paytable, "edge_over_life": float(found.edge), **whole}
        row |= {f"at_hit_{float(part):.0%}": cents for part, cents in spread.items()}
        rows.append(row | {"simulated_mean_at_hit": played["mean_at_hit"], "standard_error": played["standard_error"]})
    return rows


def how(found: MeterOdds) -> str:
    """What the figures rest upon."""
    said = ["Mean readings, wagers between hits and the edge over the life of the meters are exact."]
    shared = [meter.meter for meter in found.meters if meter.shares]
    if shared:
        said.append(f"Shares are paid of {listed(shared)}: how the readings at a hit are spread is simulated.")
    if any(meter.topped for meter in found.meters):
        said = ["The house fills a meter up to its reset after a share: the figures of that meter are simulated."]
    if found.players > 1:
        said.append("Hits of several players in one round are counted as if they came one after the other.")
    return " ".join(said)
