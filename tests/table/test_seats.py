"""Who may wager and where: only seated players, who stay until the round is over; several positions are adjacent."""

from collections.abc import Iterator

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.duties import duty
from pitboss.table.flow import current
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    PLAIN,
    SHIPPED,
    THREE,
    TOP5,
    UTH,
    accepted,
    clause_of,
    events,
    finish,
    net,
    own,
    refused,
    seated,
    stay,
    table,
    to,
)


def by_clause(clauses: dict[str, str]) -> list[object]:
    """One case per game: game → the rest of its clause."""
    ids = {game: clause_of(game, rest) for game, rest in clauses.items()}
    return [pytest.param(game, clause, id=clause, marks=pytest.mark.clause(clause)) for game, clause in ids.items()]


def moments(t: Table) -> Iterator[str]:
    """Closes the bets and plays the round act by act; stops before each act with the name of the step."""
    accepted(t, "dealer", a.CloseBets())
    while t.step_name:
        yield t.step_name
        now = current(t.rules, t.state)
        if now is not None and now.kind == "ask" and duty(t.rules, t.state) is None:
            accepted(t, f"player:{t.state.seat(t.turn).player}", a.Decide(t.turn, stay(now)))
        else:
            assert t.perform()


# --- seated -----------------------------------------------------------------------------------------------------------

SEATED = {DRAGON: "7.C", TOP5: "7.B(1)", LIR: "7.B", UTH: "6(e)/1", **own("6.3")}
REMAIN = {DRAGON: "7.C(1)", TOP5: "7.B(2)", LIR: "7.B(1)", UTH: "6(e)/2", **own("6.4")}


@pytest.mark.parametrize(("game", "clause"), by_clause(SEATED))
def test_only_a_seated_player_may_wager(game: str, clause: str) -> None:
    t = table(game)
    t.sit(1, "Ann")
    first = next(iter(PLAIN[game]))
    for seat in (1, 2):  # behind Ann, and at a position where nobody sits
        refused(t, "player:Bob", a.PlaceWager(seat, first, 1000), clause=clause)
    refused(t, "dealer", a.PlaceWager(2, first, 1000), clause=clause)
    t.sit(2, "Bob")
    accepted(t, "player:Bob", a.PlaceWager(2, first, 1000))
    assert t.view("dealer").seats[1].wagers == {first: 1000}


@pytest.mark.parametrize(("game", "clause"), by_clause(REMAIN))
def test_who_has_cards_remains_seated_until_the_round_is_over(game: str, clause: str) -> None:
    t = seated(table(game), 1, 2)
    accepted(t, "player:P2", a.LeaveSeat(2))
    assert all(net(t, 2, wager) == 0 for wager in PLAIN[game]), "who leaves before the deal takes his wagers back"
    asked_at = [name for name in moments(t) if refused(t, "player:P1", a.LeaveSeat(1), clause=clause)]
    assert asked_at[0] == ("take_five" if game == LIR and "take_five" in asked_at else "deal")
    assert asked_at[-1] == "clear"
    accepted(t, "player:P1", a.LeaveSeat(1))
    assert not t.state.seat(1).player


# --- who leaves all the same (X-10) -----------------------------------------------------------------------------------

LEFT = {DRAGON: "7.C(2)", TOP5: "7.B(3)", LIR: "7.B(2)", **own("6.5")}
STRONG: dict[str, dict[str, str]] = {
    DRAGON: {"seat1": "PH PH PH"},
    TOP5: {"seat1": "As Ks Qs Js Ts Ah Kh"},
    LIR: {"seat1": "As Ah Ad", "community": "2c 9h"},
    UTH: {"seat1": "As Ah", "community": "Ad Kc 7h 4s 2d"},
    THREE: {"seat1": "As Ah Ad"},
    CARIBBEAN: {"seat1": "As Ah Ad 2c 2d"},
    MISSISSIPPI: {"seat1": "As Ah", "community": "7s 7h 7d"},
}
SIDE = {DRAGON: "three_card_bonus", TOP5: "top_five_bonus", LIR: "three_card_bonus", UTH: "trips", THREE: "pair_plus",
        CARIBBEAN: "five_card_bonus", MISSISSIPPI: "three_card_bonus"}  # fmt: skip
PLAYED_OUT: dict[str, dict[str, int]] = {
    # No Play wager, so the hand is folded and its side wager lives; no withdrawal, so every bet rides.
    DRAGON: {"ante": -1000, "ante_bonus": -1000, "play": 0, "three_card_bonus": 30 * 500},
    TOP5: {"ante": -1000, "play": 0, "top_five_bonus": 100 * 500},
    LIR: {"bet_1": 3000, "bet_2": 3000, "bet_3": 3000, "three_card_bonus": 30 * 500},
    UTH: {"ante": -1000, "blind": -1000, "play": 0, "trips": 3 * 500},
    THREE: {"ante": -1000, "play": 0, "pair_plus": 30 * 500},
    CARIBBEAN: {"ante": -1000, "call": 0, "five_card_bonus": 60 * 500},
    MISSISSIPPI: {"ante": -1000, "third_street": 0, "three_card_bonus": 30 * 500},
}


def left(game: str, **readings: str) -> Table:
    """Position 1 has a strong hand and a side wager of $5; the first decision is due."""
    t = table(game, cards=STRONG[game], readings=readings)
    seated(t, 1, 2, **{SIDE[game]: 5})
    return to(t, {LIR: "decide_1", UTH: "preflop", MISSISSIPPI: "third"}.get(game, "decide"))


def result(t: Table, game: str) -> dict[str, int]:
    return {wager: net(t, 1, wager) for wager in PLAYED_OUT[game]}


@pytest.mark.parametrize(("game", "clause"), by_clause({**LEFT, UTH: REMAIN[UTH]}))
def test_the_hand_of_a_player_who_left_is_played_out_without_him(game: str, clause: str) -> None:
    t = left(game)
    accepted(t, "dealer", a.Report("player_left", seat=1))
    assert t.turn == 2, "he is asked nothing more"
    assert result(finish(t), game) == PLAYED_OUT[game]
    assert events(t, e.PlayerAway)[0].clause == clause


@pytest.mark.parametrize(("game", "clause"), by_clause(LEFT))
def test_or_his_wagers_are_lost_the_side_wager_too(game: str, clause: str) -> None:
    t = left(game)
    refused(t, "dealer", a.Report("player_left", seat=1, ruling="losing"), clause=clause, code="wrong_role")
    accepted(t, "floorperson", a.Report("player_left", seat=1, ruling="losing"))
    assert {(w.wager, w.clause) for w in events(t, e.WagerCollected) if w.seat == 1} == {
        (wager, clause) for wager in (*PLAIN[game], SIDE[game])
    }
    finish(t)
    lost = {**dict.fromkeys(PLAIN[game], -1000), SIDE[game]: -500}
    assert result(t, game) == dict.fromkeys(PLAYED_OUT[game], 0) | lost


@pytest.mark.parametrize(("game", "clause"), by_clause(LEFT))
def test_or_a_floorperson_is_asked(game: str, clause: str) -> None:
    t = left(game, player_left_default="ask")
    accepted(t, "dealer", a.Report("player_left", seat=1))
    refused(t, "dealer", a.Rule("player_left", "losing", 1))
    refused(t, "floorperson", a.Rule("player_left", "forgotten", 1), clause=clause)
    accepted(t, "floorperson", a.Rule("player_left", "losing", 1))
    assert sum(result(finish(t), game).values()) == -1000 * len(PLAIN[game]) - 500


@pytest.mark.clause("MA-UTH 6(e)/2")
def test_massachusetts_gives_no_power_to_take_the_wagers() -> None:
    t = left(UTH)
    refused(t, "manager", a.Report("player_left", seat=1, ruling="losing"), clause="MA-UTH 6(e)/2", code="ruling")


# --- several positions of one player (X-11) ---------------------------------------------------------------------------

PER_PLAYER = {DRAGON: "7.G", TOP5: "7.F", LIR: "7.F", **own("6.11")}
MOST = {**dict.fromkeys(SHIPPED, 2), TOP5: 3, LIR: 4}


@pytest.mark.parametrize(("game", "clause"), by_clause({**PER_PLAYER, UTH: "12"}))
def test_one_position_unless_the_submission_gives_more(game: str, clause: str) -> None:
    t = table(game)
    t.sit(3, "Ann")
    for seat in (2, 4, 6):
        refused(t, "player:Ann", a.TakeSeat(seat, "Ann"), clause=clause)


@pytest.mark.parametrize(("game", "clause"), by_clause(PER_PLAYER))
def test_as_many_adjacent_positions_as_submitted(game: str, clause: str) -> None:
    t = table(game, positions_per_player=MOST[game])
    t.sit(3, "Ann")
    refused(t, "player:Ann", a.TakeSeat(5, "Ann"), clause=clause, code="not_adjacent")
    refused(t, "player:Ann", a.TakeSeat(1, "Ann"), clause=clause, code="not_adjacent")
    mine = list(range(3, 3 + MOST[game]))
    for seat in mine[1:]:
        t.sit(seat, "Ann")
    refused(t, "player:Ann", a.TakeSeat(2, "Ann"), clause=clause, code="too_many_positions")
    finish(seated(t, *mine))
    assert [s.number for s in t.state.playing] == mine, "every position has its own hand and its own wagers"


@pytest.mark.parametrize(("game", "clause"), by_clause({**PER_PLAYER, UTH: "12"}))
def test_the_number_that_can_be_submitted(game: str, clause: str) -> None:
    most = {TOP5: 6, LIR: 7, UTH: 1}.get(game, 2)
    for number, faults in ((1, []), (most, []), (most + 1, [clause]), (0, [clause])):
        checked = check_data(merge(default_data(game), {"positions_per_player": number}))
        assert [f.clause for f in checked.faults] == faults, number


@pytest.mark.parametrize(("look", "second"), [("both", True), ("in_turn", False)])
@pytest.mark.parametrize(("game", "clause"), by_clause(PER_PLAYER))
def test_whether_the_second_hand_is_seen_before_the_first_decision(
    game: str, clause: str, look: str, second: bool
) -> None:
    """X-11: both hands at once, or one after the other; another player's hand is never seen."""
    t = table(game, positions_per_player=2, readings={"multi_position_look": look})
    for seat, player in ((1, "Ann"), (2, "Ann"), (3, "Bob")):
        t.sit(seat, player)
    first = {LIR: "decide_1", MISSISSIPPI: "third"}.get(game, "decide")
    to(seated(t, 1, 2, 3), first)
    assert seen_by_ann(t) == (True, second, False)
    asked = current(t.rules, t.state)
    assert asked is not None
    accepted(t, "player:Ann", a.Decide(1, stay(asked)))
    assert seen_by_ann(t) == (True, True, False)


def seen_by_ann(t: Table) -> tuple[bool, ...]:
    return tuple(UNKNOWN not in seat.cards for seat in t.view("player:Ann").seats[:3])


@pytest.mark.parametrize("game", SHIPPED)
def test_every_position_is_taken_once_and_in_ones_own_name(game: str) -> None:
    t = table(game)
    t.sit(1, "Ann")
    refused(t, "player:Bob", a.TakeSeat(1, "Bob"), code="seat_taken")
    refused(t, "player:Bob", a.TakeSeat(2, "Ann"), code="not_you")
