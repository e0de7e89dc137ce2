"""Who counts as gone and comes back during the round: the hand is played out all the same, and the seat stays his."""

import msgspec
import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.offers import offers
from pitboss.table.state import plain
from support import DRAGON, LIR, PLAIN, TOP5, UTH, accepted, events, finish, refused, seated, table, to

FIRST = {DRAGON: "decide", TOP5: "decide", LIR: "decide_1", UTH: "preflop"}
CLAUSE = {DRAGON: "MD-DRAGON 7.C(2)", TOP5: "MD-TOP5 7.B(3)", LIR: "MD-LIR 7.B(2)", UTH: "MA-UTH 6(e)/2"}


def gone(game: str) -> Table:
    """P1 counts as gone at his first decision; P2 is to decide."""
    t = to(seated(table(game), 1, 2), FIRST[game])
    accepted(t, "dealer", a.Report("player_left", seat=1))
    assert t.turn == 2
    return t


def cleared(t: Table) -> list[str]:
    """The round is played to its end; who sits at the first two positions then."""
    finish(t)
    accepted(t, "dealer", a.ClearTable())
    return [seat.player for seat in t.state.seats[:2]]


def offered(t: Table, who: str) -> list[a.AnyAction]:
    return [offer.example for offer in offers(t.rules, t.state, who) if isinstance(offer.example, a.ComeBack)]


@pytest.mark.parametrize("game", FIRST)
def test_he_keeps_the_seat_and_the_hand_goes_on_without_him(game: str) -> None:
    alone, back = gone(game), gone(game)
    assert offered(back, "player:P1") == [a.ComeBack(1)]
    assert accepted(back, "player:P1", a.ComeBack(1)) == (e.PlayerBack(1, CLAUSE[game]),)
    assert offered(back, "player:P1") == []
    assert back.turn == 2, "he is asked nothing more in this round"
    choice = next(o.example for o in offers(back.rules, back.state, "player:P2") if isinstance(o.example, a.Decide))
    refused(back, "player:P1", a.Decide(1, choice.choice))
    assert (cleared(alone), cleared(back)) == (["", "P2"], ["P1", "P2"])
    decided = [ev for ev in events(back, e.Decided) if ev.seat == 1]
    assert decided == [ev for ev in events(alone, e.Decided) if ev.seat == 1] and all(ev.for_absent for ev in decided)
    brought = [ev for ev in events(alone, e.WagerSettled) if ev.seat == 1]
    assert [ev for ev in events(back, e.WagerSettled) if ev.seat == 1] == brought
    assert back.state.seat(1).net == alone.state.departed, "what he won or lost is still his"
    assert (back.state.departed, alone.state.seat(1).net) == (0, 0)


@pytest.mark.parametrize("game", FIRST)
def test_the_next_round_knows_nothing_of_it(game: str) -> None:
    t = gone(game)
    accepted(t, "player:P1", a.ComeBack(1))
    cleared(t)
    seat = t.state.seat(1)
    assert (seat.away, seat.back) == (False, False)
    refused(t, "player:P1", a.ComeBack(1), code="not_away")
    assert "back" not in plain(t.state)["seats"][0], "the fingerprint of a table is what it was"


def test_a_state_with_somebody_who_came_back_is_read_again() -> None:
    t = gone(DRAGON)
    accepted(t, "player:P1", a.ComeBack(1))
    kept = plain(t.state)
    assert kept["seats"][0]["back"] is True and "back" not in kept["seats"][1]
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(kept)), type(t.state)) == t.state


def test_nobody_comes_back_who_was_not_gone_or_for_another() -> None:
    t = to(seated(table(DRAGON), 1, 2), "decide")
    refused(t, "player:P1", a.ComeBack(1), clause=CLAUSE[DRAGON], code="not_away")
    accepted(t, "dealer", a.Report("player_left", seat=1))
    refused(t, "player:P2", a.ComeBack(2), code="not_away")
    refused(t, "player:P2", a.ComeBack(1), code="not_your_seat")
    refused(t, "floorperson:Flo", a.ComeBack(1), code="wrong_role")
    refused(t, "player:P1", a.ComeBack(9), code="no_seat")
    accepted(t, "dealer:Dora", a.ComeBack(1))
    refused(t, "player:P1", a.ComeBack(1), code="not_away")
    assert cleared(t) == ["P1", "P2"]


@pytest.mark.parametrize("ruling", ["played_out", "losing"])
def test_who_has_two_positions_comes_back_to_both(ruling: str) -> None:
    t = table(DRAGON, positions_per_player=2)
    for seat in (1, 2):
        t.sit(seat, "Ann")
        t.bet(seat, **PLAIN[DRAGON])
    to(seated(t, 4), "decide")
    accepted(t, "floorperson", a.Report("player_left", seat=1, ruling=ruling))
    assert [ev.seat for ev in accepted(t, "player:Ann", a.ComeBack(2)) if isinstance(ev, e.PlayerBack)] == [1, 2]
    assert cleared(t) == ["Ann", "Ann"]


def test_a_floorperson_frees_a_seat_before_the_deal_and_wagers_go_back() -> None:
    t = seated(table(DRAGON), 1, 2)
    found = accepted(t, "floorperson:Fay", a.LeaveSeat(1))
    assert [type(ev) for ev in found] == [e.WagerReturned, e.WagerReturned, e.SeatLeft]
    to(t, "decide")
    refused(t, "floorperson:Fay", a.LeaveSeat(2), code="remain_seated")
    refused(t, "auditor:Al", a.LeaveSeat(2), code="wrong_role")
