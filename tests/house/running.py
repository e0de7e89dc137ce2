"""A house for tests: seeds and clock are given, so that the same test plays the same cards every time."""

import hashlib
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live.sheet import offered, seen
from pitboss.house.live.table import LiveTable
from pitboss.house.store.opening import open_store
from pitboss.play.players import decision, wagers
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

GAMES = ("dragon-poker", "top-five-poker", "let-it-ride", "ultimate-texas-holdem")
START = 1_800_000_000_000


class Means(Struct, frozen=True):
    table_float: int = 5_000_000
    capital: int = 1_000_000_000


class Ticking:
    """A clock that moves a second with every look, and goes on where it was after a restart."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> int:
        self.at += 1000
        return self.at


def seeds(name: str, first: int = 1) -> Callable[[], bytes]:
    """32 bytes after 32 bytes, always the same for the same name."""
    numbers = count(first)
    return lambda: hashlib.sha256(f"{name}/{next(numbers)}".encode()).digest()


def approved_data(game: str) -> dict[str, Any]:
    """A submission with every approval, for a table of real chips."""
    data = default_data(game)
    approvals = {name: f"No. {place}" for place, name in enumerate(data.get("approvals", ()), start=1)}
    return merge(data, {"practice": False, "operator": "The House", "approvals": approvals})


def terms(game: str, **overrides: Any) -> Terms:
    """Of a table of real chips; `practice=True` makes it a practice table."""
    checked = check_data(merge(approved_data(game), overrides))
    assert checked.terms is not None, checked.faults
    return checked.terms


PROGRESSIVE = {"wagers": {"progressive": {"paytable": "A"}}}
"""Let It Ride with its progressive."""


async def open_house(
    url: str, folder: Path, *, name: str = "cards", first: int = 1, clock: Callable[[], int] | None = None
) -> House:
    """The house on this store; `first` numbers the first seed it has not used yet."""
    house = House(
        open_store(url),
        Keys.load(folder / "house.key", make=True),
        Means(),
        clock=clock or Ticking(),
        new_seed=seeds(name, first),
    )
    await house.start()
    return house


async def opened(house: House, given: Terms | str, **how: Any) -> LiveTable:
    table = await house.open_table(given if isinstance(given, Terms) else terms(given), **how)
    assert isinstance(table, LiveTable), table
    return table


async def staff(table: LiveTable) -> None:
    """The automatic staff does what it can."""
    while (answer := await table.perform()) is not None:
        assert not isinstance(answer, Refusal), answer


async def staff_until(table: LiveTable, act: type[a.Action]) -> None:
    """The same, until this is due or a player is to decide."""
    while (due := table.due()) is not None and due.do is not act:
        await done(table.perform())


async def done(answer: Any) -> Any:
    """An act that must be accepted."""
    answered = await answer
    assert not isinstance(answered, Refusal), str(answered)
    return answered


async def seat(table: LiveTable, *players: str, chips: int = 100_000) -> None:
    """They sit down from position 1 on; who has no chips of the table's kind gets some."""
    cage = table.house.cage
    for number, player in enumerate(players, start=1):
        if not table.house.bank.balance(table.now.accounts.patron(player)):
            give = cage.practise if table.now.practice else cage.buy_in
            assert isinstance(await give(player, chips, "floorperson:Flo"), int)
        await done(table.act(f"player:{player}", a.TakeSeat(number, player), f"sit {number}"))


async def at_table(house: House, given: Terms | str, *players: str, chips: int = 100_000, **how: Any) -> LiveTable:
    """A table that was opened, where these players sit and the bets are open."""
    table = await opened(house, given, **how)
    await staff(table)
    await seat(table, *players, chips=chips)
    return table


async def set_aside(house: House, meter: str, cents: int) -> None:
    """Money for the reserve of a meter, as one proposes and another approves."""
    wish = await house.reserves.propose("cage", f"reserve:{meter}", cents, "supervisor:Sue", "for a rainy day")
    assert not isinstance(wish, Refusal), wish
    assert isinstance(await house.reserves.approve(wish.id, "manager:May"), int)


async def bet(table: LiveTable, player: str, tag: str = "") -> None:
    """The compulsory wagers at the table's minimum."""
    who = f"player:{player}"
    view = seen(table, who)
    for place, act in enumerate(wagers(view, offered(table, who))):
        await done(table.act(who, act, f"bet {table.now.state.round} {place} {tag}"))


async def play_round(table: LiveTable, *players: str) -> None:
    """A whole round: wagers, decisions by rule of thumb, settlement, until the bets are open again."""
    await staff(table)
    for player in players:
        await bet(table, player)
    await done(table.act("dealer", a.CloseBets()))
    await finish(table)


async def finish(table: LiveTable) -> None:
    """Plays on from wherever the round is."""
    while True:
        await staff(table)
        act = next_decision(table)
        if act is None:
            return
        await done(table.act(*act))


def next_decision(table: LiveTable) -> tuple[str, a.AnyAction, str] | None:
    for found in table.now.state.seats:
        who = f"player:{found.player}"
        if not found.player:
            continue
        choice = decision(seen(table, who), offered(table, who))
        if choice is not None:
            return who, choice, f"decide {table.now.number}"
    return None
