"""A player leaves during the round, or breaks the rules about his cards."""

from typing import Any

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import DRAGON, GAMES, LIR, MARYLAND, TOP5, UTH, accepted, by_hand, clause_of, events, finish, refused, to
from support import net as won
from table.test_irregularities_bench import (
    CHOICES,
    FOLDER,
    FULL,
    PROGRESSIVE,
    another_round,
    at,
    balanced,
    full_table,
    net,
    returned,
    staked,
    tell,
)

LEFT = {DRAGON: "7.C(2)", TOP5: "7.B(3)", LIR: "7.B(2)", UTH: "6(e)/2"}
LATER = {DRAGON: "decide", TOP5: "decide", LIR: "decide_1", UTH: "preflop"}
CARDS: dict[str, dict[str, str]] = {
    # Position 1 in Dragon Poker: a pair of Phoenix beats the dealer.
    DRAGON: {"seat1": "PH PH RA", "dealer": "TI MO RA"},
    # In Top Five Poker he has the four aces and the kings, the dealer a pair.
    TOP5: {"seat1": "As Ah Ad Ac Ks Kh 2c", "dealer": "Qs Qh 9d 8d 7d 6d 5d"},
    # In Let It Ride a pair of tens with the board.
    LIR: {"seat1": "Ts 7h 4c", "community": "Td 2h", "box": "9c 6d 3s"},
    # In Ultimate Texas Hold 'Em three nines against the dealer's pair of threes.
    UTH: {"seat1": "9s 9d", "dealer": "3s Kd", "community": "9h Qh 3c 7d 5s"},
}


def game_table(game: str, **terms: Any) -> Table:
    return full_table(game, cards=CARDS[game], **terms)


def by_game(*games: str) -> list[Any]:
    return [pytest.param(g, id=g, marks=pytest.mark.clause(clause_of(g, LEFT[g]))) for g in games or GAMES]


# --- played out -----------------------------------------------------------------------------------------------------

PLAYED_OUT = {
    # the net result of position 1 in dollars: (he leaves before his decision, after it), and the moments of either
    # Dragon: folded, ante and ante bonus lost; three card bonus: pair of Phoenix 2 to 1; no dragon.
    #         Played: ante, ante bonus (pair of Phoenix, table A) and play 1 to 1.
    DRAGON: (-20 + 10 - 3, 30 + 10 - 3, "deal deal+ stub decide", "collect reveal settle settle+"),
    # Let It Ride: three bets and the five card bonus on a pair of tens; three card, six card and progressive lose.
    LIR: (
        30 + 1 - 5 - 3 - 1,
        30 + 1 - 5 - 3 - 1,
        "take_five take_progressive deal deal+ stub decide_1 show_1 decide_2",
        "show_2 show_box post settle settle+",
    ),
    # Massachusetts: check, check, fold: ante and blind lost, trips three of a kind 3 to 1.
    #         Played once the ante: ante and play 1 to 1, the blind pushes.
    UTH: (-20 + 15, 20 + 15, "deal deal+ preflop flop postflop turn_river stub final", "reveal settle settle+"),
}


@pytest.mark.parametrize(
    ("game", "moment", "result"),
    [
        pytest.param(g, m, result, id=f"{g}-{m}", marks=pytest.mark.clause(clause_of(g, LEFT[g])))
        for g, (early, late, before, after) in PLAYED_OUT.items()
        for result, moments in ((early, before), (late, after))
        for m in moments.split()
    ],
)
def test_the_hand_is_played_out_without_him(game: str, moment: str, result: int) -> None:
    t = at(game_table(game), moment)
    told = tell(t, "player_left", seat=1)
    assert told.clause == clause_of(game, LEFT[game])
    finish(t, CHOICES)
    assert net(t, 1) == result
    t.perform()
    assert t.state.seat(1).player == "" and t.state.departed == result * 100, "the seat is free"
    another_round(t)


@pytest.mark.parametrize(
    ("moment", "equals"),
    [
        pytest.param(m, e, id=m, marks=pytest.mark.clause("MD-TOP5 7.B(3)"))
        for e, moments in (("fold", "deal deal+ stub decide"), ("play", "reveal settle settle+"))
        for m in moments.split()
    ],
)
def test_top_five_played_out_is_folded(moment: str, equals: str) -> None:
    sits = finish(game_table(TOP5), {1: {"decide": equals}, **CHOICES})
    t = at(game_table(TOP5), moment)
    tell(t, "player_left", seat=1)
    finish(t, CHOICES)
    assert [s.net for s in t.state.seats] == [s.net for s in sits.state.seats]
    assert won(t, 1, "ante") == (-1000 if equals == "fold" else 1000)
    assert won(t, 1, "poker_bonus") > 0, "the bonus wagers are settled either way"


@pytest.mark.parametrize("game", by_game())
def test_when_it_is_his_turn_the_turn_passes(game: str) -> None:
    t = to(game_table(game), LATER[game])
    assert t.turn == 1
    tell(t, "player_left", seat=1)
    assert t.turn == 2
    decided = events(t, e.Decided)[-1]
    answer = {DRAGON: "fold", TOP5: "fold", LIR: "ride", UTH: "check"}[game]
    assert (decided.seat, decided.choice, decided.for_absent) == (1, answer, True)
    refused(t, "player:P1", a.Decide(1, answer), code="out_of_turn")


@pytest.mark.clause("MD-LIR 7.B(2)")
def test_a_bet_withdrawn_before_stays_withdrawn_the_others_ride() -> None:
    t = to(game_table(LIR), "decide_2", {1: {"decide_1": "withdraw"}})
    tell(t, "player_left", seat=1)
    finish(t)
    assert [won(t, 1, b) for b in ("bet_1", "bet_2", "bet_3")] == [0, 1000, 1000]


@pytest.mark.clause("MA-UTH 6(e)/2")
def test_check_check_fold_and_every_side_wager_is_settled() -> None:
    t = to(
        full_table(UTH, "automated_shoe", cards={**CARDS[UTH], "community": "9h Qh 3c Qd 5s"}, **PROGRESSIVE), "deal"
    )
    tell(t, "player_left", seat=1)
    finish(t)
    assert [(d.step, d.choice) for d in events(t, e.Decided) if d.seat == 1] == [
        ("preflop", "check"),
        ("postflop", "check"),
        ("final", "fold"),
    ]
    # Nines full of queens: trips 9 to 1, progressive 10 for 1, Cover All with four hands 6 to 1.
    assert {w: won(t, 1, w) // 100 for w in ("ante", "blind", "trips", "progressive", "cover_all")} == {
        "ante": -10, "blind": -10, "trips": 45, "progressive": 45, "cover_all": 18,
    }  # fmt: skip


@pytest.mark.parametrize("game", by_game())
def test_he_can_leave_only_once(game: str) -> None:
    t = to(game_table(game), LATER[game])
    tell(t, "player_left", seat=2)
    refused(t, "dealer", a.Report("player_left", 2), code="away", clause=clause_of(game, LEFT[game]))


# --- losing ---------------------------------------------------------------------------------------------------------

LOSING_MOMENTS = {
    DRAGON: "deal deal+ stub decide collect reveal settle settle+",
    TOP5: "deal deal+ stub decide reveal settle settle+",
    LIR: "take_five take_progressive deal deal+ stub decide_1 show_1 decide_2 show_2 show_box post settle settle+",
}
AFTER_PLAY = ("collect", "reveal", "settle", "settle+")


@pytest.mark.parametrize(
    ("game", "moment"),
    [
        pytest.param(g, m, id=f"{g}-{m}", marks=pytest.mark.clause(clause_of(g, LEFT[g])))
        for g, moments in LOSING_MOMENTS.items()
        for m in moments.split()
    ],
)
def test_losing_collects_every_wager_at_once(game: str, moment: str) -> None:
    t = at(game_table(game), moment)
    tell(t, "player_left", by="floorperson", seat=1, ruling="losing")
    everything = sum(FULL[game].values()) + (10 if game != LIR and moment in AFTER_PLAY else 0)
    assert net(t, 1) == -everything and not any(t.state.seat(1).stakes)
    finish(t, CHOICES)
    assert net(t, 1) == -everything, "nothing of his is paid, side wagers included"
    quiet = finish(game_table(game), CHOICES)
    assert [net(t, s) for s in (2, FOLDER)] == [net(quiet, s) for s in (2, FOLDER)], "the others' hands are untouched"
    another_round(t)


@pytest.mark.parametrize("game", by_game(*MARYLAND))
def test_the_dealer_alone_may_not_declare_them_lost(game: str) -> None:
    t = to(game_table(game), LATER[game])
    refused(t, "dealer", a.Report("player_left", 1, ruling="losing"), code="wrong_role")
    refused(t, "floorperson", a.Report("player_left", 1, ruling="halves"), code="ruling")
    tell(t, "player_left", by="manager", seat=1, ruling="losing")
    assert staked(t, 2) == FULL[game]


@pytest.mark.parametrize("game", by_game(*MARYLAND))
def test_losing_may_be_the_operators_preset(game: str) -> None:
    t = to(game_table(game, readings={"player_left_default": "losing"}), LATER[game])
    tell(t, "player_left", seat=1)
    assert net(t, 1) == -sum(FULL[game].values())


@pytest.mark.clause("MA-UTH 6(e)/2")
@pytest.mark.parametrize("by", ["floorperson", "supervisor", "manager"])
def test_massachusetts_gives_no_power_to_forfeit(by: str) -> None:
    t = to(game_table(UTH), "preflop")
    refusal = refused(t, by, a.Report("player_left", 1, ruling="losing"), code="ruling", clause="MA-UTH 6(e)/2")
    assert refusal.allowed == "played_out"


# --- envy -----------------------------------------------------------------------------------------------------------

TWO_STRAIGHT_FLUSHES = {"seat1": "9h 8h 7h", "seat2": "4h 3h 2h", "community": "6h 5h"}


@pytest.mark.parametrize(
    ("ruling", "envy"),
    [
        # each straight flush of another player is worth $300 [12.I(1)(b)]
        pytest.param("played_out", {1: 300, 2: 300, 4: 600}, id="played", marks=pytest.mark.clause("MD-LIR 7.B(2)")),
        pytest.param("losing", {1: 0, 2: 300, 4: 600}, id="losing", marks=pytest.mark.clause("MD-LIR 7.B(2)")),
    ],
)
def test_an_abandoned_hand_counts_for_others_and_receives_nothing(ruling: str, envy: dict[int, int]) -> None:
    t = to(full_table(LIR, cards=TWO_STRAIGHT_FLUSHES), "decide_1")
    tell(t, "player_left", by="floorperson", seat=1, ruling=ruling)
    finish(t)
    assert {s: won(t, s, "envy") // 100 for s in (1, 2, 4)} == envy
    assert t.state.seat(1).up, "the hand is opened for the others"
    balanced(t)


@pytest.mark.clause("MD-LIR 7.B(2)")
def test_an_abandoned_hand_at_a_physical_table_is_turned_up() -> None:
    """Nobody but the player has seen his cards: the dealer tells their faces when he turns them."""
    t = by_hand(to(full_table(LIR, cards=TWO_STRAIGHT_FLUSHES), "deal"))
    accepted(t, "dealer", a.DealCards((UNKNOWN,) * 14))
    tell(t, "player_left", by="floorperson", seat=1, ruling="losing")
    accepted(t, "dealer", a.RemoveStub())
    for step in ("decide_1", "decide_2"):
        for seat in (2, 4):
            accepted(t, "dealer", a.Decide(seat, "ride"))
        accepted(t, "dealer", a.ShowCards(("6h",) if step == "decide_1" else ("5h",)))
    accepted(t, "dealer", a.ShowCards(("9c", "8c", "7c")))
    accepted(t, "dealer", a.PostContributions())
    for seat, cards in ((4, ("Ks", "Jd", "3c")), (2, ("4h", "3h", "2h")), (1, ("9h", "8h", "7h"))):
        accepted(t, "dealer", a.SettleHand(seat, cards))
    accepted(t, "dealer", a.SettleTable())
    assert {s: won(t, s, "envy") // 100 for s in (1, 2, 4)} == {1: 0, 2: 300, 4: 600}
    assert net(t, 1) == -40
    balanced(t)


# --- a floorperson is asked -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", by_game(*MARYLAND))
@pytest.mark.parametrize("ruling", ["played_out", "losing"])
def test_the_round_waits_for_the_floorpersons_ruling(game: str, ruling: str) -> None:
    t = by_hand(to(game_table(game, readings={"player_left_default": "ask"}), LATER[game]))
    tell(t, "player_left", seat=1)
    assert list(t.state.matters) == [("player_left", 1)] and staked(t, 1) == FULL[game]
    refused(t, "player:P1", a.Decide(1, {LIR: "ride"}.get(game, "play")), code="pending")
    refused(t, "dealer", a.Report("player_left", 1), code="pending")
    refused(t, "dealer", a.Rule("player_left", ruling, 1), code="wrong_role")
    refused(t, "floorperson", a.Rule("player_left", ruling, 2), code="no_matter")
    refused(t, "floorperson", a.Rule("player_left", "confirmed", 1), code="ruling")
    accepted(t, "floorperson", a.Rule("player_left", ruling, 1))
    assert not t.state.matters and t.turn == 2
    assert any(t.state.seat(1).stakes) == (ruling == "played_out")
    balanced(t)


@pytest.mark.parametrize("game", by_game(*MARYLAND))
def test_no_card_is_dealt_while_the_matter_waits(game: str) -> None:
    t = by_hand(to(game_table(game, readings={"player_left_default": "ask"}), "deal"))
    tell(t, "player_left", seat=1)
    refused(t, "dealer", a.DealCards((UNKNOWN,)), code="pending")
    accepted(t, "supervisor", a.Rule("player_left", "played_out", 1))
    accepted(t, "dealer", a.DealCards((UNKNOWN,)))


# --- violations -----------------------------------------------------------------------------------------------------

TOP5_LOSS = {"deal+": 18, "stub": 18, "decide": 18, "reveal": 28, "settle": 28, "settle+": 28}


@pytest.mark.parametrize(
    ("moment", "loss"),
    [pytest.param(*m, id=m[0], marks=pytest.mark.clause("MD-TOP5 11.A(5)")) for m in TOP5_LOSS.items()],
)
def test_a_confirmed_violation_forfeits_all_wagers_of_the_violator(moment: str, loss: int) -> None:
    quiet = finish(game_table(TOP5), CHOICES)
    t = at(game_table(TOP5), moment)
    tell(t, "violation", seat=1)
    assert net(t, 1) == -loss and staked(t, 1), "reported, not yet confirmed"
    accepted(t, "floorperson", a.Rule("violation", "confirmed", 1))
    assert staked(t, 2) and not any(t.state.seat(1).stakes) and t.state.seat(1).discarded
    finish(t, CHOICES)
    assert net(t, 1) == -loss and not t.state.seat(1).up, "his cards go to the rack uncompared"
    assert [net(t, s) for s in (2, FOLDER)] == [net(quiet, s) for s in (2, FOLDER)], "nobody else forfeits"
    another_round(t)


@pytest.mark.parametrize(
    ("detail", "ruling", "loses"),
    [
        pytest.param("a bystander touched his cards", "dismissed", False, id="touched by a third person",
                     marks=pytest.mark.clause("MD-TOP5 11.A(2)")),
        pytest.param("he let his neighbour touch his cards", "confirmed", True, id="he lets another touch",
                     marks=pytest.mark.clause("MD-TOP5 11.A(2)")),
        pytest.param("his cards left the dealer's view", "confirmed", True, id="out of view",
                     marks=pytest.mark.clause("MD-TOP5 11.A(3)")),
        pytest.param("he told position 2 what he holds", "confirmed", True, id="tells his hand",
                     marks=pytest.mark.clause("MD-TOP5 11.A(4)")),
    ],
)  # fmt: skip
def test_what_is_forbidden_with_a_hand(detail: str, ruling: str, loses: bool) -> None:
    quiet = finish(game_table(TOP5), CHOICES)
    t = to(game_table(TOP5), "decide")
    assert tell(t, "violation", seat=1, detail=detail).detail == detail
    accepted(t, "floorperson", a.Rule("violation", ruling, 1))
    finish(t, CHOICES)
    assert net(t, 1) == (-18 if loses else net(quiet, 1))
    assert net(t, 2) == net(quiet, 2), "the listener plays on"


@pytest.mark.clause("MD-TOP5 11.A(5)")
def test_the_hand_is_not_settled_while_the_matter_waits() -> None:
    t = by_hand(at(game_table(TOP5), "settle"))
    tell(t, "violation", seat=FOLDER)
    refused(t, "dealer", a.SettleHand(FOLDER), code="pending")
    refused(t, "dealer", a.Report("violation", FOLDER), code="pending")
    refused(t, "dealer", a.Rule("violation", "confirmed", FOLDER), code="wrong_role")
    refused(t, "floorperson", a.Rule("violation", "losing", FOLDER), code="ruling")
    accepted(t, "floorperson", a.Rule("violation", "dismissed", FOLDER))
    accepted(t, "dealer", a.SettleHand(FOLDER))
    refused(t, "dealer", a.Report("violation", FOLDER), code="not_in_play")


@pytest.mark.clause("MD-TOP5 11.A(5)")
def test_a_floorperson_who_sees_it_himself_forfeits_at_once() -> None:
    t = to(game_table(TOP5), "decide")
    tell(t, "violation", by="floorperson", seat=1)
    assert not t.state.matters and net(t, 1) == -18 and staked(t, 2) == FULL[TOP5]
    assert t.turn == 2
    refused(t, "player:P2", a.Report("violation", seat=4), code="wrong_role", clause="MD-TOP5 11.A(5)")


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(g, id=g, marks=pytest.mark.clause(clause_of(g, c)))
        for g, c in ((DRAGON, "11.A(2)"), (LIR, "11.A(2)"), (UTH, "10(a)/1"))
    ],
)
def test_elsewhere_a_violation_is_only_recorded_whoever_reports_it(game: str) -> None:
    t = to(game_table(game), LATER[game])
    for by in ("player:P2", "dealer", "floorperson"):
        assert tell(t, "violation", by=by, seat=1).consequence == "record"
    refused(t, "auditor", a.Report("violation", seat=1), code="wrong_role")
    assert staked(t, 1) == FULL[game] and not t.state.matters and not returned(t)
