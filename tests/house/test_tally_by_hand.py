"""What the index of rounds says of each position, from a few made-up events: wagers and returns are told apart, to the
cent, and nothing counts before the bets are closed."""

from msgspec.structs import replace

from pitboss.house.live.now import HandTally, RoundTally
from pitboss.house.live.tally import opened_round, tallied
from pitboss.house.money.entries import Booked
from pitboss.table import events as e
from pitboss.table.state import Seat, State
from support import UTH, table

MISHAP = e.Irregularity("misdeal", "void", "")
CLOSED = e.BetsClosed((1, 3), "")


def state() -> State:
    """Ann has wagered $10 and $5 on position 1, Bob $7 on 3, and Cal on 2 nothing that counts."""
    before = table(UTH).state
    placed = {1: ("Ann", (1000, 500)), 2: ("Cal", (0, 0)), 3: ("Bob", (700, 0))}

    def seat(one: Seat) -> Seat:
        player, cents = placed.get(one.number, ("", (0, 0)))
        return replace(one, player=player, placed=(*cents, *one.stakes[2:]))

    return replace(before, round=4, terms="digest", seats=tuple(seat(one) for one in before.seats))


def moved(*players: tuple[type, int, int]) -> Booked:
    return Booked([], [], {}, list(players))


def after(tally: RoundTally | None, *events: e.AnyEvent, booked: Booked | None = None) -> RoundTally | None:
    return tallied(tally, events, booked or moved(), state())


NEW = opened_round(state(), 1234, 56)
PLAYED = replace(NEW, closed=True, hands={1: HandTally("Ann", 1500, 0), 3: HandTally("Bob", 700, 0)})


def test_a_round_is_opened_with_nothing_in_it() -> None:
    assert RoundTally(4, 1234, 56, "digest", {}, closed=False, irregularities=0) == NEW
    assert after(None, CLOSED, booked=moved((e.WagerPlaced, 1, -500))) is None, "between rounds"


def test_what_lies_there_when_the_bets_are_closed_is_wagered() -> None:
    booked = moved((e.WagerReturned, 2, 300))
    assert after(NEW, CLOSED, booked=booked) == PLAYED, "what does not count went back before"
    assert after(NEW, e.WagerPlaced(1, "ante", 500, ""), booked=moved((e.WagerPlaced, 1, -500))) == NEW


def test_a_later_wager_is_wagered_and_not_a_negative_return() -> None:
    found = after(PLAYED, booked=moved((e.WagerPlaced, 1, -3000)))
    assert found == replace(PLAYED, hands={1: HandTally("Ann", 4500, 0), 3: HandTally("Bob", 700, 0)})


def test_what_comes_back_is_returned_and_what_a_limit_cuts_is_not() -> None:
    booked = moved((e.WagerSettled, 3, 1400), (e.WagerSettled, 1, 0), (e.PayoutCut, 3, -150), (e.EnvyPaid, 1, 25))
    found = after(PLAYED, booked=booked)
    assert found == replace(PLAYED, hands={1: HandTally("Ann", 1500, 25), 3: HandTally("Bob", 700, 1250)})


def test_who_has_no_hand_in_the_round_is_not_in_it() -> None:
    assert after(PLAYED, booked=moved((e.WagerReturned, 2, 300), (e.WagerSettled, 1, 5))) == replace(
        PLAYED, hands={1: HandTally("Ann", 1500, 5), 3: HandTally("Bob", 700, 0)}
    )


def test_irregularities_are_counted_whatever_else_happens() -> None:
    once = after(NEW, MISHAP)
    assert once == replace(NEW, irregularities=1)
    assert after(once, MISHAP, CLOSED, MISHAP) == replace(PLAYED, irregularities=3)
    assert after(PLAYED, e.HandCollected(1, "")) == PLAYED
