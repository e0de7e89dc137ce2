"""What a settlement orders, before anyone asks how much was staked. Each kind of payment is a type of its own."""

from msgspec import Struct


class Lose(Struct, frozen=True, tag="lose", gc=False):
    """The wager is collected."""


class Push(Struct, frozen=True, tag="push", gc=False):
    """The wager neither wins nor loses and goes back."""


class Half(Struct, frozen=True, tag="half", gc=False):
    """Half of the wager is collected, the other half goes back."""


class Returned(Struct, frozen=True, tag="returned", gc=False):
    """The wager goes back because the hand or the round is void."""


class ToOne(Struct, frozen=True, tag="to", gc=False):
    """`pays` to `per`: the winnings, and the stake comes back as well."""

    pays: int
    per: int = 1


class ForOne(Struct, frozen=True, tag="for", gc=False):
    """`pays` for 1: the payment includes the stake, which is not returned beside it."""

    pays: int


class Dollars(Struct, frozen=True, tag="dollars", gc=False):
    """A fixed sum whatever the stake; `stake_back` says whether the stake is returned with it (L-12, L-06)."""

    cents: int
    stake_back: bool


class MeterShare(Struct, frozen=True, tag="meter", gc=False):
    """A share of a meter as it reads when the player's turn comes; the stake is not returned."""

    meter: str
    percent: int


Pay = Lose | Half | Push | Returned | ToOne | ForOne | Dollars | MeterShare

LOSE, HALF, PUSH, RETURNED = Lose(), Half(), Push(), Returned()


def words(pay: Pay) -> str:
    """The payment as a sign states it."""
    match pay:
        case Lose():
            return "loses"
        case Half():
            return "half is lost"
        case Push():
            return "push"
        case Returned():
            return "returned"
        case ToOne(0):
            return words(PUSH)
        case ToOne(pays, per):
            return f"{pays:,} to {per}"
        case ForOne(pays):
            return f"{pays:,} for 1"
        case Dollars(cents, _):
            return dollars(cents)
        case MeterShare(meter, percent):
            named = meter if meter.lower().startswith("the ") else f"the {meter}"
            return f"{percent} percent of {named} meter"


def dollars(cents: int) -> str:
    """An amount for people: `$1,250`, `$2.50`, `-$5`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"
