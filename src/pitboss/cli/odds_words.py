"""Exact figures as people read them."""

from collections.abc import Iterable
from fractions import Fraction

from pitboss.odds.result import WagerOdds
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, MeterShare, Pay, dollars, words

MAIN = "main"
_SHORT_HANDS = {
    "akq_spades": "A-K-Q of spades",
    "akq_suited_not_spades": "A-K-Q of another suit",
    "super_royal_diamonds": "A to 9 of diamonds",
    "super_royal_other_suit": "A to 9 of another suit",
}


def percent(value: Fraction, digits: int = 3, sign: str = "") -> str:
    """`2.185%`."""
    return f"{_tidy(float(value * 100), digits, sign)}%"


def signed(value: Fraction, digits: int = 6) -> str:
    """`-0.021850`."""
    return _tidy(float(value), digits, sign="+") if value else _tidy(0.0, digits)


def _tidy(value: float, digits: int, sign: str = "") -> str:
    """Rounded; what rounds to nothing has no sign."""
    shown = f"{value:{sign},.{digits}f}"
    return shown if any(c in "123456789" for c in shown) else shown.lstrip("+-")


def chance(value: Fraction) -> str:
    """`16.95%`, and more digits for what is rare."""
    if not value:
        return "never"
    share = float(value * 100)
    if share >= 1:
        return f"{share:.2f}%"
    return f"{share:.4f}%" if share >= 0.0001 else "<0.0001%"


def one_in(value: Fraction) -> str:
    """`1 in 5.9`, `1 in 30,940`."""
    if not value:
        return "never"
    every = float(1 / value)
    return f"1 in {every:,.2f}" if every < 10 else f"1 in {every:,.1f}" if every < 100 else f"1 in {every:,.0f}"


def short(pay: Pay) -> str:
    """A payment in a narrow column: `50 to 1`, `100% Mega`."""
    if isinstance(pay, MeterShare):
        name = pay.meter.removesuffix("Progressive").strip() or "meter"
        return f"{pay.percent}% {name}"
    return words(pay)


def hand(name: str) -> str:
    """A hand in a narrow column."""
    cards = name.removeprefix("cards_")
    if cards != name:
        return f"{cards} card{'' if cards == '1' else 's'}"
    return _SHORT_HANDS.get(name, name.replace("_", " "))


def net(value: Fraction) -> str:
    """A net result: `-1`, `+1,000`, `+0.50`."""
    if not value:
        return "0"
    return f"{value.numerator:+,}" if value.denominator == 1 else f"{float(value):+,.2f}"


def stake_counts(row: WagerOdds) -> bool:
    """Whether some line is paid in dollars or from a meter, so that the figures depend on the stake."""
    lines = (line for part in row.figures.parts for line in part.lines)
    return any(isinstance(line.pay, Dollars | MeterShare) for line in lines)


def column(row: WagerOdds) -> str:
    """What stands above a row's figures."""
    if row.wager == "cover_all":
        return f"{row.paytable} hands"
    return row.paytable or "pays"


def part_title(game: str, wager: str) -> str:
    return next((w.title for w in book(game).wagers if w.id == wager), wager.replace("_", " ").title())


def deals(rows: Iterable[WagerOdds]) -> str:
    """`exact: all 27,813,810,024,000 deals counted`."""
    found = list(rows)
    numbers = sorted({row.deals for row in found})
    method = found[0].method
    if method != "exact":
        return method
    if len(numbers) == 1:
        return f"exact: all {numbers[0]:,} deals counted"
    return f"exact: all deals counted, {numbers[0]:,} to {numbers[-1]:,} of them"


def seconds(rows: Iterable[WagerOdds]) -> str:
    return f"{sum(row.seconds for row in rows):.2f} s"


def facts(rows: list[WagerOdds], *, say_stake: bool) -> str:
    """What the figures rest upon, in one sentence: method, stake, players, readings, time."""
    row = rows[0]
    said = [deals(rows)]
    unit = (
        "each bet"
        if row.base == "one bet"
        else part_title(row.game, row.base).lower()
        if row.wager == MAIN
        else "wager"
    )
    if say_stake or any(stake_counts(r) for r in rows):
        said.append(f"{unit} {dollars(row.stake)}")
    if row.wager == "progressive" and row.game == "let-it-ride":
        said.append("one player" if row.players == 1 else f"{row.players} players")
    said += [f"{name} = {value}" for name, value in row.reading.items()]
    return "; ".join([*said, seconds(rows)])
