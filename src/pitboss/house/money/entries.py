"""What every event does to the books. The amounts are read off the state before and after the event, so the books
cannot disagree with the table; each event's postings add up to nothing."""

from collections.abc import Callable
from typing import get_args

from msgspec import Struct

from pitboss.house.money.accounts import Accounts
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.evolve import evolve, rules_after
from pitboss.table.rules import Rules
from pitboss.table.state import State

LARGEST = 10**12
"""Ten thousand million dollars in cents: nobody means to move more at once."""


class Posting(Struct, frozen=True, gc=False):
    account: str
    cents: int
    why: str


class MeterEntry(Struct, frozen=True, gc=False):
    """One entry in a meter's own log, in millionths of a cent."""

    meter: str
    what: str
    amount: int
    added: int
    before: int
    after: int


MovesChips = (
    e.WagerPlaced | e.WagerReturned | e.WagerTaken | e.WagerCollected | e.WagerSettled | e.PayoutCut | e.EnvyPaid
)
"""Events that move chips between a player, the layout and the table's inventory; each is about one position."""
MovesMeter = e.ContributionPosted | e.ContributionReversed | e.MeterPaid
_CHIPS, _METERS = frozenset(get_args(MovesChips)), frozenset(get_args(MovesMeter))


class Booked(Struct, gc=False):
    """What the events of one act come to."""

    postings: list[Posting]
    meters: list[MeterEntry]
    reserves: dict[str, int]
    players: list[tuple[type, int, int]]
    """(kind of event, position, cents): what the players' own chips gained or lost."""


def book(
    rules: Rules,
    state: State,
    events: tuple[e.AnyEvent, ...],
    chain: int,
    accounts: Accounts,
    meter: Callable[[str], str],
    from_reserve: Callable[[str, int], int],
    end: State | None = None,
) -> Booked:
    """The postings of an act's events, in the accounts of the table's kind of chips. `meter` gives the house's name of
    one of the table's meters, and `from_reserve(meter, cents)` says how much of a reset its reserve bears. `end` is the
    state after the last event, where it is known already."""
    booked = Booked([], [], {}, [])
    moves = [place for place, event in enumerate(events) if type(event) in _CHIPS or type(event) in _METERS]
    if not moves:
        return booked
    last = len(events) - 1
    for place, event in enumerate(events[: moves[-1] + 1]):  # what follows the last of them moves nothing
        after = end if place == last and end is not None else evolve(rules, state, event)
        if isinstance(event, MovesChips):
            _chips(booked, state, after, event, chain, accounts)
        elif isinstance(event, MovesMeter):
            _meter(booked, event, chain, accounts, meter, from_reserve)
        rules, state = rules_after(rules, event), after
    return booked


def _chips(booked: Booked, before: State, after: State, event: MovesChips, chain: int, accounts: Accounts) -> None:
    number = event.seat
    old, new = before.seats[number - 1], after.seats[number - 1]
    why = f"{type(event).__name__} {number}"
    wager = getattr(event, "wager", "")
    if wager:
        why = f"{why} {wager}"
    moves = (
        (accounts.patron(old.player), new.net - old.net),
        (accounts.layout(chain), sum(new.stakes) - sum(old.stakes)),
        (accounts.inventory(chain), after.inventory - before.inventory),
    )
    assert sum(cents for _, cents in moves) == 0, f"{event} does not balance"
    booked.players.append((type(event), number, new.net - old.net))
    booked.postings += [Posting(account, cents, why) for account, cents in moves if cents]


def _meter(
    booked: Booked,
    event: MovesMeter,
    chain: int,
    accounts: Accounts,
    meter: Callable[[str], str],
    from_reserve: Callable[[str, int], int],
) -> None:
    """A pool holds the whole cents of its meter; the rest of a cent waits in the meter itself."""
    name = meter(event.meter)
    inventory, pool = accounts.inventory(chain), accounts.pool(name)
    match event:
        case e.ContributionPosted(amount=amount, reading=reading):
            booked.meters.append(MeterEntry(name, "contribution", amount, 0, reading - amount, reading))
            _move(booked, inventory, pool, reading // MICRO - (reading - amount) // MICRO, event)
        case e.ContributionReversed(amount=amount, reading=reading):
            booked.meters.append(MeterEntry(name, "reversal", amount, 0, reading + amount, reading))
            _move(booked, pool, inventory, (reading + amount) // MICRO - reading // MICRO, event)
        case e.MeterPaid(cents=cents, before=before, reading=reading, added=added):
            booked.meters.append(MeterEntry(name, "hit", cents * MICRO, added, before, reading))
            _move(booked, pool, inventory, cents, event)
            reset = reading // MICRO - (before // MICRO - cents)
            borne = from_reserve(name, reset)
            if borne:
                booked.reserves[name] = booked.reserves.get(name, 0) + borne
            _move(booked, accounts.reserve(name), pool, borne, event)
            _move(booked, accounts.cage, pool, reset - borne, event)


def _move(booked: Booked, giver: str, taker: str, cents: int, event: e.AnyEvent) -> None:
    if cents:
        why = type(event).__name__
        booked.postings += [Posting(giver, -cents, why), Posting(taker, cents, why)]
