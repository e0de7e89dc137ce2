"""The numbers that `pitboss simulate` is given, read: `10m`, `2.5e6`, `0.001`."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple

from pitboss.cli.screen import Trouble, plain

FURTHEST = 40
"""Powers of ten beyond which a number is not even read."""
_TIMES = {"k": 10**3, "m": 10**6, "b": 10**9, "g": 10**9}


class TypedNumbers(NamedTuple):
    rounds: int | None
    precision: Fraction | None
    pace: Fraction
    """Rounds an hour."""
    checked: int
    """How many rounds the engine conducts too."""


def numbers(rounds: str | None, precision: str | None, rounds_per_hour: str | None, check: str | None) -> TypedNumbers:
    """What was typed behind the options."""
    found = TypedNumbers(
        whole(rounds, "--rounds") if rounds is not None else None,
        decimal(precision, "--precision", "0.001") if precision is not None else None,
        decimal(rounds_per_hour, "--rounds-per-hour", "40") if rounds_per_hour is not None else Fraction(40),
        whole(check, "--check") if check is not None else 0,
    )
    if found.pace <= 0:
        raise Trouble("--rounds-per-hour: a table deals more than 0 rounds an hour")
    return found


def decimal(text: str, option: str, example: str) -> Fraction:
    """A number, exactly as it was typed."""
    try:
        exact = Decimal(text.strip().replace(",", "").replace("_", ""))
    except InvalidOperation:
        exact = Decimal("nan")
    if exact.is_finite():
        if abs(exact.adjusted()) > FURTHEST:
            raise Trouble(f"{option}: '{plain(text)}' is out of all proportion")
        return Fraction(exact)
    raise Trouble(f"{option}: '{plain(text)}' is not a number, such as {example}")


def whole(text: str, option: str) -> int:
    """`10000000`, `10_000_000`, `10m`, `2.5e6`."""
    bare = text.strip().lower()
    times = _TIMES.get(bare[-1:], 1)
    example = "10000000, 10m or 2.5e6" if option == "--rounds" else "1000"
    number = decimal(bare[:-1] if times > 1 else bare, option, example) * times
    if number.denominator != 1:
        raise Trouble(f"{option}: '{plain(text)}' is not a whole number, such as {example}")
    if number <= 0:
        raise Trouble(f"{option}: {plain(text)} rounds cannot be played; give a number above 0")
    return int(number)
