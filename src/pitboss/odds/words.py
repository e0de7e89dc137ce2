"""Exact figures as people read them, on the screen, on paper and in the browser: percentages, chances, results."""

from fractions import Fraction
from itertools import count


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


def net(value: Fraction) -> str:
    """A net result: `-1`, `+1,000`, `+0.50`; with more digits, as `+0.075`, where two are not the figure itself."""
    if not value:
        return "0"
    return f"{value.numerator:+,}" if value.denominator == 1 else f"{float(value):+,.{_digits(value)}f}"


def _digits(value: Fraction) -> int:
    """Two decimals, or up to four if these are exact; where no few digits are, at least three that say something."""
    exact = (n for n in (2, 3, 4) if (value * 10**n).denominator == 1)
    near = (n for n in count(2) if abs(value) * 10**n >= 100)
    return next(exact, 0) or next(near)


def against(probability: Fraction) -> str:
    """The true odds, what a bet without any edge would pay: `4.91 to 1`; `1 to 31.38` for what is likely."""
    if not probability:
        return "never"
    if probability == 1:
        return "always"
    odds = (1 - probability) / probability
    return f"{_number(odds)} to 1" if odds >= 1 else f"1 to {_number(1 / odds)}"


def _number(odds: Fraction) -> str:
    return f"{float(odds):,.{2 if odds < 1000 else 1 if odds < 100_000 else 0}f}"


def grouped(
    distribution: tuple[tuple[Fraction, Fraction], ...], most: int
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """(lowest, highest, probability): neighbours that are rarest together are put together until few enough remain.
    Wins, losses and what is neither stay apart, and so do results of which one is more than twice the other: of a long
    tail more may remain."""
    found = [(value, value, probability) for value, probability in distribution]
    while len(found) > most:
        near = [i for i in range(len(found) - 1) if _near(found[i][0], found[i + 1][1])]
        if not near:
            break
        at = min(near, key=lambda i: found[i][2] + found[i + 1][2])
        (low, _, first), (_, high, second) = found[at : at + 2]
        found[at : at + 2] = [(low, high, first + second)]
    return found


def _near(low: Fraction, high: Fraction) -> bool:
    """Whether both results win or both lose, the one at most twice the other."""
    return low * high > 0 and max(abs(low), abs(high)) <= 2 * min(abs(low), abs(high))
