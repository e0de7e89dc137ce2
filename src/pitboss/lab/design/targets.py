"""What a table must meet, as it is typed: ranges such as `3..4`, and lines that stay as they are."""

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import gcd

from msgspec import Struct

from pitboss.rulebook.pays import LOSE, PUSH, ForOne, Pay, ToOne

HIGHEST = 1_000_000
"""No line pays more."""
_LONGEST = 30
_ODDS = re.compile(r"(?P<pays>[0-9]{1,7})\s*(?:(?P<how>:|/|to|for)\s*(?P<per>[0-9]{1,7}))?")


class BadDesign(ValueError):
    """Targets that cannot be read or cannot be met; `faults` has everything that is wrong with them."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Within(Struct, frozen=True):
    """A range with both ends in it; None where it has no end."""

    low: Fraction | None = None
    high: Fraction | None = None

    def __contains__(self, value: Fraction | int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def middle(self) -> Fraction:
        """Its middle; the end of a range that has only one."""
        if self.low is not None and self.high is not None:
            return (self.low + self.high) / 2
        return self.low if self.low is not None else self.high if self.high is not None else Fraction(0)

    def __str__(self) -> str:
        low, high = ("" if end is None else f"{float(end):g}" for end in (self.low, self.high))
        return f"{low}..{high}"


ANY = Within()


class DesignTargets(Struct, frozen=True, kw_only=True):
    """What is asked for. House edge and hit frequency are in percent, volatility is the standard deviation in units of
    the base wager, the top is the highest payment to 1."""

    edge: Within
    hit: Within = ANY
    top: Within = ANY
    volatility: Within = ANY
    keep: tuple[tuple[str, Pay | None], ...] = ()
    """Line → what it pays; None for what it pays now."""


def a_range(text: str, option: str) -> Within:
    """`3..4`, `3..` or `..4`."""
    low, dots, high = text.strip().partition("..")
    if not dots:
        raise BadDesign(f"{option} {_short(text)}: give a range such as 3..4, 3.. or ..4")
    ends = [_number(end) if end.strip() else None for end in (low, high)]
    if (low.strip() and ends[0] is None) or (high.strip() and ends[1] is None) or ends == [None, None]:
        raise BadDesign(f"{option} {_short(text)}: give a range of numbers such as 3..4, 3.. or ..4")
    found = Within(*ends)
    if found.low is not None and found.high is not None and found.low > found.high:
        raise BadDesign(f"{option} {_short(text)}: the range ends below where it begins; did you mean {high}..{low}?")
    return found


def _number(text: str) -> Fraction | None:
    try:
        exact = Decimal(text.strip().removesuffix("%").strip())
    except InvalidOperation:
        return None
    return Fraction(exact) if exact.is_finite() and abs(exact.adjusted()) <= 18 else None


def kept_line(text: str) -> tuple[str, Pay | None]:
    """`flush=6`, `flush=3:2`, `flush=7 for 1`, `pair=lose`; `flush` alone keeps what the line pays now."""
    name, equals, said = (part.strip() for part in text.partition("="))
    folded = name.lower().replace(" ", "_").replace("-", "_")
    if not folded or (equals and not said):
        raise BadDesign(f"--keep {_short(text)}: name a line and its odds, such as --keep flush=6 or --keep flush=3:2")
    return folded, (_pay(said, text) if equals else None)


def _pay(said: str, text: str) -> Pay:
    word = said.lower()
    if word in ("lose", "loses", "0"):
        return LOSE
    if word == "push":
        return PUSH
    found = _ODDS.fullmatch(word)
    pays, per = (int(found["pays"]), int(found["per"] or 1)) if found else (0, 0)
    if found and found["how"] == "for" and per == 1 and 1 <= pays <= HIGHEST:
        return ForOne(pays)
    if found and found["how"] != "for" and 1 <= pays <= HIGHEST and 1 <= per <= HIGHEST:
        return ToOne(pays // gcd(pays, per), per // gcd(pays, per))
    raise BadDesign(
        f"--keep {_short(text)}: '{_short(said)}' are no odds; allowed are 6, 3:2, 7 for 1, push or lose, and at most "
        f"{HIGHEST:,} to 1"
    )


def _short(text: str) -> str:
    plain = "".join(c if c.isprintable() else "?" for c in text)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 3]}..."
