"""What a table wins: an hour, a day, a year, with the bands in which it should lie; against the drop; what a player
risks, and which float the house needs."""

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.frames.arrow import arrow_table
from pitboss.frames.showing import html_of
from pitboss.lab.win.hands import CountedHands, Progress, hands, silent
from pitboss.lab.win.model import Model
from pitboss.lab.win.shared import seats_together
from pitboss.lab.win.spread import Deepest, Sum, TableRound, deepest, summed, variance
from pitboss.odds.result import exactly, root
from pitboss.rulebook.words import MAIN

if TYPE_CHECKING:
    import pyarrow

BANDS = (0.5, 0.95, 0.99)
MONTHS = 12
DROP_BAND = 0.95
"""COMAR 36.05.03.25: outside a 95 percent interval the operator looks into it."""


class WagerWin(Struct, frozen=True):
    """One wager of a table."""

    wager: str
    average: int
    share: Fraction
    win: Fraction
    """Cents that the house wins in an hour by theory, meters having had their part."""
    wagered: Fraction
    """Cents finally at risk in an hour."""
    alone: str
    """Why it is counted alone; nothing where it is counted with the main game."""


class PeriodWin(Struct, frozen=True):
    """The win of a span of time."""

    name: str
    hours: Fraction
    rounds: int
    win: Fraction
    """Theoretical, in cents."""
    deviation: float
    bands: dict[float, tuple[float, float]]
    loses: float
    """The probability that the house loses."""
    drop: Fraction
    """Cents in the drop box."""
    total: Sum

    def held(self, cents: float | Fraction) -> float:
        """Win against drop."""
        return float(cents) / float(self.drop)


class WinFigures(Struct, frozen=True):
    """Everything that is told of a table."""

    model: Model
    hands: CountedHands
    wagers: tuple[WagerWin, ...]
    periods: tuple[PeriodWin, ...]
    correlation: float
    """Of the results of two seats of one round."""
    correlation_error: float
    simulated: bool
    """Whether it was simulated; else seats are taken to be independent."""
    table: TableRound
    ruin: Deepest
    needed: Fraction
    """Cents: the most that the player can lose in a round. With less he does not play on."""
    deepest_day: Deepest

    @property
    def win(self) -> Fraction:
        """Theoretical, an hour, in cents."""
        return sum((wager.win for wager in self.wagers), Fraction(0))

    @property
    def risk_of_ruin(self) -> float:
        """That the player cannot play on before his sitting is over."""
        return self.ruin.deeper(float(self.model.bankroll - self.needed))

    def bankroll_for(self, risk: float) -> float:
        """Cents with which the risk of ruin is no more than this."""
        return self.ruin.enough(risk) + float(self.needed)

    @property
    def float_needed(self) -> float:
        """Cents that the house loses at most within a day, with the model's confidence."""
        return self.deepest_day.enough(float(1 - self.model.confidence))

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self) -> "pyarrow.Table":
        """Hour, day, month and year, one row each, as a table of Apache Arrow."""
        return arrow_table(to_rows(self))


def win(model: Model, progress: Progress = silent) -> WinFigures:
    """Works everything out."""
    counted = hands(model, progress)
    seat = counted.average()
    progress("how seats go together", 0.5)
    one = float(variance(seat))
    shared, error = _shared(counted) if model.seats > 1 else (0.0, 0.0)
    simulated = bool(error)
    together = min(1.0, max(0.0, shared / one)) if one else 0.0
    table = TableRound(seat, model.seats, together)
    progress("bands", 0.6)
    periods = tuple(_period(model, table, name, hours) for name, hours in _spans(model))
    progress("the deepest point of a day", 0.8)
    player = counted.made(model.makes, house=False)
    steps = max(1, round(model.pace * model.sitting))
    day = max(1, round(model.pace * model.hours))
    return WinFigures(
        model=model,
        hands=counted,
        wagers=tuple(_wager(counted, name) for name in (MAIN, *model.sides)),
        periods=periods,
        correlation=together,
        correlation_error=error / one if one else 0.0,
        simulated=simulated,
        table=table,
        ruin=deepest(TableRound(player, Fraction(1)), steps),
        needed=-min(min(player), Fraction(0)),
        deepest_day=deepest(table, day, float(1 - model.confidence) / 100),
    )


def _shared(counted: CountedHands) -> tuple[float, float]:
    """The covariance of two seats, and its standard error."""
    model = counted.model
    stakes = {name: wager.average for name, wager in model.wagers.items()}
    found = seats_together(model.terms, stakes)
    if found is None:
        return 0.0, 0.0
    wagered = {name: float(wager.average * wager.share) for name, wager in model.wagers.items()}
    return found.covariance(wagered, tuple(counted.alone), float(model.seats))


def _spans(model: Model) -> list[tuple[str, Fraction]]:
    day, year = model.hours, model.hours * model.days
    return [("hour", Fraction(1)), ("day", day), ("month", year / MONTHS), ("year", year)]


def _period(model: Model, table: TableRound, name: str, hours: Fraction) -> PeriodWin:
    rounds = max(1, round(model.pace * hours))
    total = summed(table, rounds)
    return PeriodWin(
        name=name,
        hours=hours,
        rounds=rounds,
        win=table.mean * model.pace * hours,
        deviation=sqrt(table.variance * rounds),
        bands={part: total.band(part) for part in BANDS},
        loses=total.chance_below(0.0),
        drop=model.seats * model.buy_in / model.stay * hours,
        total=total,
    )


def _wager(counted: CountedHands, name: str) -> WagerWin:
    model = counted.model
    hands_an_hour = model.seats * model.pace
    gain, risk = counted.won(name)
    alone = counted.alone[name].why if name in counted.alone else ""
    held = model.wagers[name]
    return WagerWin(name, held.average, held.share, gain * hands_an_hour, risk * hands_an_hour, alone)


# --- as data --------------------------------------------------------------------------------------------------------


def _dollars(cents: Fraction | float) -> float:
    return round(float(cents) / 100, 2)


def as_json(found: WinFigures) -> dict[str, Any]:
    """As `pitboss win --json` prints it: dollars, the edge in units of the base wager."""
    from pitboss.lab.win.words import how, how_alone

    model = found.model
    base = model.wagers[MAIN].average
    seat = found.table.seat
    edge = -sum((x * p for x, p in seat.items()), Fraction(0)) / base
    risk = sum((wager.wagered for wager in found.wagers), Fraction(0)) / (model.seats * model.pace) / base
    return {
        "game": model.terms.game,
        "asked": _asked(model),
        "edge": float(edge),
        "exact": exactly(edge),
        "standard_error": 0,
        "sd": root(variance(seat)) / base,
        "element_of_risk": float(-edge / risk),
        "theoretical_win": {period.name: _dollars(period.win) for period in found.periods},
        "wagers": [_wager_json(wager) for wager in found.wagers],
        "periods": [_period_json(period) for period in found.periods],
        "seats_correlation": {"value": found.correlation, "standard_error": found.correlation_error},
        "limit_cuts": float(found.hands.cut),
        "how": [*how(found), *how_alone(found)],
        "player": {
            "bankroll": _dollars(model.bankroll),
            "hours": float(model.sitting),
            "needs_for_a_round": _dollars(found.needed),
            "risk_of_ruin": found.risk_of_ruin,
            "bankroll_for": {str(risk): _dollars(found.bankroll_for(risk)) for risk in (0.5, 0.05, 0.01)},
        },
        "house": {"confidence": float(model.confidence), "float_for_a_day": _dollars(found.float_needed)},
    }


def _asked(model: Model) -> dict[str, Any]:
    return {
        "seats": float(model.seats),
        "rounds_per_hour": float(model.pace),
        "hours_per_day": float(model.hours),
        "days_per_year": float(model.days),
        "wagers": {n: {"average": _dollars(w.average), "share": float(w.share)} for n, w in model.wagers.items()},
        "drop": {"buy_in": _dollars(model.buy_in), "hours": float(model.stay)},
    }


def _wager_json(wager: WagerWin) -> dict[str, Any]:
    return {
        "wager": wager.wager,
        "average": _dollars(wager.average),
        "share": float(wager.share),
        "wagered_an_hour": _dollars(wager.wagered),
        "theoretical_win_an_hour": _dollars(wager.win),
        "counted": "alone" if wager.alone else "together",
    }


def _period_json(period: PeriodWin) -> dict[str, Any]:
    low, high = period.bands[DROP_BAND]
    return {
        "name": period.name,
        "hours": float(period.hours),
        "rounds": period.rounds,
        "theoretical_win": _dollars(period.win),
        "sd": _dollars(period.deviation),
        "bands": {str(part): [_dollars(x) for x in band] for part, band in period.bands.items()},
        "loses": period.loses,
        "drop": _dollars(period.drop),
        "win_to_drop": period.held(period.win),
        "win_to_drop_95": [period.held(low), period.held(high)],
        "error": period.total.error,
        "variance_added_by_the_grid": period.total.blur,
    }


def to_rows(found: WinFigures) -> list[dict[str, str | int | float]]:
    """The spans of time as rows for other programs, amounts in dollars."""
    rows: list[dict[str, str | int | float]] = []
    for period in found.periods:
        row: dict[str, str | int | float] = {
            "span": period.name,
            "hours": float(period.hours),
            "rounds": period.rounds,
            "theoretical_win": _dollars(period.win),
            "standard_deviation": _dollars(period.deviation),
        }
        for part, (low, high) in period.bands.items():
            row[f"low_{part:.0%}"], row[f"high_{part:.0%}"] = _dollars(low), _dollars(high)
        rows.append(row | {"loses": period.loses, "drop": _dollars(period.drop)})
    return rows
