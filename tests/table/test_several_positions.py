"""What befalls a player befalls every position of his: forfeiture (T-19), leaving the table (X-10, X-11)."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import DRAGON, LIR, PLAIN, TOP5, UTH, accepted, events, finish, net, refused, seated, table, to

FIRST = {DRAGON: "decide", TOP5: "decide", LIR: "decide_1"}


def two_boxes(game: str, **overrides: Any) -> Table:
    """Ann at positions 1 and 2, another player at 4."""
    t = table(game, positions_per_player=2, **overrides)
    for seat in (1, 2):
        t.sit(seat, "Ann")
        t.bet(seat, **PLAIN[game])
    return seated(t, 4)


@pytest.mark.clause("MD-TOP5 11.A(5)")
def test_a_violation_forfeits_all_wagers_of_the_player() -> None:
    t = to(two_boxes(TOP5), "decide")
    accepted(t, "floorperson", a.Report("violation", seat=2))
    assert [ev.seat for ev in events(t, e.WagersForfeited)] == [1, 2]
    assert [net(t, seat, "ante") for seat in (1, 2)] == [-1000, -1000]
    assert t.turn == 4, "only the other player is asked"


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(DRAGON, marks=pytest.mark.clause("MD-DRAGON 7.C(2)")),
        pytest.param(TOP5, marks=pytest.mark.clause("MD-TOP5 7.B(3)")),
        pytest.param(LIR, marks=pytest.mark.clause("MD-LIR 7.B(2)")),
    ],
)
@pytest.mark.parametrize("ruling", ["played_out", "losing"])
def test_a_player_who_leaves_plays_no_position_any_more(game: str, ruling: str) -> None:
    t = to(two_boxes(game), FIRST[game])
    accepted(t, "floorperson", a.Report("player_left", seat=1, ruling=ruling))
    assert [ev.seat for ev in events(t, e.PlayerAway)] == [1, 2]
    assert t.turn == 4
    refused(t, "player:Ann", a.Decide(2, "fold"))
    collected = {ev.seat for ev in events(t, e.WagerCollected)}
    assert (collected == {1, 2}) == (ruling == "losing" or game == TOP5)
    finish(t)
    accepted(t, "dealer", a.ClearTable())
    assert [s.player for s in t.state.seats[:2]] == ["", ""]


def test_only_the_positions_beside_ones_own_are_offered() -> None:
    """What is offered is what may be done: T-19's positions are adjacent, and no more than the terms allow."""
    t = table(LIR, positions_per_player=3)

    def offered(who: str) -> list[int]:
        return [o.example.seat for o in t.offers(f"player:{who}") if isinstance(o.example, a.TakeSeat)]

    assert offered("Ann") == [1, 2, 3, 4, 5, 6, 7]
    t.sit(3, "Ann")
    t.sit(1, "Bob")
    assert (offered("Ann"), offered("Bob")) == ([2, 4], [2])
    t.sit(4, "Ann")
    assert (offered("Ann"), offered("Bob")) == ([2, 5], [2])
    t.sit(5, "Ann")
    assert offered("Ann") == []


# --- a void hand of a player who had folded, and counts by place, in Massachusetts ------------------------------------


@pytest.mark.parametrize(("stays", "ante"), [(False, 0), (True, -1000)])
def test_a_void_hand_returns_a_folded_ante_only_where_the_reading_says_so(stays: bool, ante: int) -> None:
    """X-01 offers `void_returns_folded` for Massachusetts, 15(d)/1 among its clauses."""
    t = seated(table(UTH, readings={"void_returns_folded": not stays}), 1, 2, trips=5)
    to(t, "reveal", {1: {"final": "fold"}})
    accepted(t, "dealer", a.Report("wrong_number", seat=1, place="seat", count=3))
    assert (net(t, 1, "ante"), net(t, 1, "trips")) == (ante, 0)


@pytest.mark.clause("MA-UTH 7(f)(2)/2")
@pytest.mark.parametrize(
    ("places", "trips_settled"),
    [
        ({"discards": 1, "community": 5, "dealer": 2, "seat1": 2, "seat2": 2}, True),
        ({"discards": 2, "community": 6, "dealer": 2, "seat1": 2, "seat2": 2}, True),
        ({"discards": 2, "community": 5, "dealer": 3, "seat1": 2, "seat2": 2}, False),
    ],
    ids=["a burn omitted", "six board cards", "the dealer's hand"],
)
def test_as_15d_a_wrong_board_spares_trips_and_a_wrong_dealer_nothing(
    places: dict[str, int], trips_settled: bool
) -> None:
    t = to(seated(table(UTH, readings={"stub_misdeal": "as_15d"}), 1, 2, trips=5), "stub")
    stub = 52 - sum(places.values())
    accepted(t, "dealer", a.CountStub(stub, tuple(places.items())))
    assert net(t, 1, "ante") == 0
    finish(t)
    assert bool([ev for ev in events(t, e.WagerSettled) if ev.wager == "trips"]) == trips_settled
