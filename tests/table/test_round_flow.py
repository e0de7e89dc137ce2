"""From the dealt cards to the open ones: who looks, who is asked, in which order, and what each answer does at once."""

from collections.abc import Sequence
from typing import Any

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.examples import spare_cards
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    THREE,
    TOP5,
    UTH,
    accepted,
    automatic,
    by_hand,
    events,
    finish,
    net,
    refused,
    seated,
    table,
    to,
)


def case(clause: str, *values: Any, name: str = "") -> Any:
    """One test case for one clause."""
    return pytest.param(*values, id=f"{clause} {name}".strip(), marks=pytest.mark.clause(clause))


def seen(t: Table, who: str, seat: int) -> bool:
    """Whether this person sees the faces of this position's cards."""
    cards = t.view(who).seats[seat - 1].cards
    return bool(cards) and UNKNOWN not in cards


def choices(t: Table, seat: int) -> tuple[str, ...]:
    """What the player at this position is offered to decide."""
    player = t.state.seat(seat).player
    return next(o.values for o in t.offers(f"player:{player}") if o.do == "Decide")


def decide(t: Table, seat: int, choice: str) -> tuple[e.AnyEvent, ...]:
    return accepted(t, f"player:P{seat}", a.Decide(seat, choice))


# --- examining the cards --------------------------------------------------------------------------------------------

FIRST_QUESTION = {
    DRAGON: "decide", TOP5: "decide", LIR: "decide_1", UTH: "preflop", THREE: "decide", CARIBBEAN: "decide",
    MISSISSIPPI: "third",
}  # fmt: skip


@pytest.mark.parametrize(
    "game",
    [
        case("MD-DRAGON 11.A", DRAGON),
        case("MD-TOP5 11.A", TOP5),
        case("MD-LIR 11.A", LIR),
        case("MA-UTH 10(a)/1", UTH),
        case("TCP 10.1", THREE),
        case("CSP 10.1", CARIBBEAN),
        case("MST 10.1", MISSISSIPPI),
    ],
)
def test_players_examine_their_own_cards_once_the_dealing_is_done(game: str) -> None:
    t = by_hand(seated(table(game), 1, 2))
    accepted(t, "dealer", a.CloseBets())
    while not t.state.seat(1).cards:
        accepted(t, "dealer", a.DealCards(spare_cards(t.rules, t.state, 1)))
    assert not seen(t, "player:P1", 1), "the deal is going on"
    automatic(t)
    if game != UTH:
        to(t, "stub")
        assert not seen(t, "player:P1", 1), "the stub still belongs to the dealing procedure"
    to(t, FIRST_QUESTION[game])
    assert seen(t, "player:P1", 1) and seen(t, "player:P2", 2)
    assert not seen(t, "player:P1", 2) and not seen(t, "dealer", 1)
    closed = t.view("player:P1").dealer[:-1] if game == CARIBBEAN else t.view("player:P1").dealer
    assert set(closed) <= {UNKNOWN}


@pytest.mark.clause("MD-LIR 11.A(4)")
def test_a_player_does_not_look_at_his_cards_again_after_deciding_on_bet_2() -> None:
    t = to(seated(table(LIR), 1, 2), "decide_2")
    assert seen(t, "player:P1", 1), "Bet 1 is decided, Bet 2 is not"
    decide(t, 1, "ride")
    assert not seen(t, "player:P1", 1)
    assert seen(t, "player:P2", 2), "the next player still decides"
    finish(t)
    assert seen(t, "player:P1", 1), "turned face up by the dealer"


# --- violations (Top Five alone attaches a consequence) -------------------------------------------------------------


@pytest.mark.parametrize(
    ("violator", "what"),
    [
        case("MD-TOP5 11.A(2)", 3, "touched the cards of position 1"),
        case("MD-TOP5 11.A(3)", 1, "held the cards below the table"),
        case("MD-TOP5 11.A(4)", 1, "told position 3 about the cards"),
    ],
)
def test_a_violation_costs_the_violator_his_wagers_and_nobody_else(violator: int, what: str) -> None:
    t = to(seated(table(TOP5), 1, 3, top_five_bonus=5), "decide")
    other = 4 - violator
    accepted(t, "floorperson", a.Report("violation", seat=violator, detail=what))
    assert t.state.seat(violator).standing == "forfeited"
    assert t.turn == other, "the violator is not asked any more"
    finish(t)
    assert (net(t, violator, "ante"), net(t, violator, "top_five_bonus")) == (-1000, -500)
    assert [ev.seat for ev in events(t, e.HandTurned)] == [other], "his cards are not compared"


@pytest.mark.clause("MD-TOP5 11.A(5)")
def test_all_wagers_of_the_round_are_forfeited_once_a_floorperson_confirms() -> None:
    t = to(seated(table(TOP5), 1, 3, top_five_bonus=5, poker_bonus=2), "decide")
    decide(t, 1, "play")
    accepted(t, "dealer", a.Report("violation", seat=1))
    assert not events(t, e.WagersForfeited), "the dealer reports, a floorperson confirms"
    accepted(t, "floorperson", a.Rule("violation", "confirmed", 1))
    taken = {ev.wager: ev.cents for ev in events(t, e.WagerCollected) if ev.seat == 1}
    assert taken == {"ante": 1000, "play": 1000, "top_five_bonus": 500, "poker_bonus": 200}


# --- decisions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "step"),
    [
        case("MD-DRAGON 11.B", DRAGON, "decide"),
        case("MD-TOP5 11.B", TOP5, "decide"),
        case("MD-LIR 11.B", LIR, "decide_1"),
        case("MD-LIR 11.C", LIR, "decide_2"),
        case("MA-UTH 10(a)/2", UTH, "preflop"),
        case("MA-UTH 10(c)/1", UTH, "postflop"),
        case("MA-UTH 10(e)", UTH, "final"),
        case("TCP 10.4", THREE, "decide"),
        case("CSP 10.4", CARIBBEAN, "decide"),
        case("MST 10.4", MISSISSIPPI, "third"),
        case("MST 10.6", MISSISSIPPI, "fourth"),
        case("MST 10.8", MISSISSIPPI, "fifth"),
    ],
)
def test_the_players_are_asked_one_by_one_from_the_dealers_left(game: str, step: str) -> None:
    t = to(seated(table(game), 2, 3, 5), step)
    asked = []
    while t.step_name == step:
        asked.append(t.turn)
        choice = choices(t, t.turn)[0]
        for other in {2, 3, 5} - {t.turn}:
            out_of_turn = refused(t, f"player:P{other}", a.Decide(other, choice), code="out_of_turn")
            assert out_of_turn.allowed == f"position {t.turn}"
            refused(t, f"player:P{other}", a.Decide(t.turn, choice), code="not_your_seat")
        decide(t, t.turn, choice)
    assert asked == [2, 3, 5]


@pytest.mark.parametrize(
    ("game", "step", "allowed"),
    [
        case("MD-DRAGON 11.B", DRAGON, "decide", "play, fold", name="choices"),
        case("MD-TOP5 11.B(1)", TOP5, "decide", "play, fold"),
        case("MD-LIR 11.B", LIR, "decide_1", "ride, withdraw", name="choices"),
        case("MD-LIR 11.C", LIR, "decide_2", "ride, withdraw", name="choices"),
        case("MA-UTH 10(a)/3", UTH, "preflop", "check, play_3x, play_4x"),
        case("MA-UTH 10(c)/2", UTH, "postflop", "check, play_2x"),
        case("MA-UTH 10(e)", UTH, "final", "fold, play_1x", name="choices"),
        case("TCP 10.4", THREE, "decide", "play, fold", name="choices"),
        case("CSP 10.4", CARIBBEAN, "decide", "call, fold", name="choices"),
        case("MST 10.4", MISSISSIPPI, "third", "fold, 1x, 2x, 3x", name="choices"),
        case("MST 10.6", MISSISSIPPI, "fourth", "fold, 1x, 2x, 3x", name="choices"),
        case("MST 10.8", MISSISSIPPI, "fifth", "fold, 1x, 2x, 3x", name="choices"),
    ],
)
def test_only_the_permitted_answers_are_accepted(game: str, step: str, allowed: str) -> None:
    every = (
        "play",
        "fold",
        "ride",
        "withdraw",
        "check",
        "raise",
        "call",
        "4x",
        "0x",
        *(f"play_{n}x" for n in range(1, 6)),
    )
    t = to(seated(table(game), 1, 2), step)
    assert choices(t, 1) == tuple(allowed.split(", "))
    for choice in every:
        if choice not in allowed.split(", "):
            assert refused(t, "player:P1", a.Decide(1, choice), code="no_such_choice").allowed == allowed
    for choice in allowed.split(", "):
        t = to(seated(table(game), 1, 2), step)
        decide(t, 1, choice)
        assert t.turn == 2


@pytest.mark.parametrize(
    ("game", "step", "choice", "play"),
    [
        case("MD-DRAGON 11.B", DRAGON, "decide", "play", 35, name="amount"),
        case("MD-TOP5 11.B(1)(a)", TOP5, "decide", "play", 35),
        case("MA-UTH 10(a)(1)", UTH, "preflop", "play_3x", 105, name="3x"),
        case("MA-UTH 10(a)(1)", UTH, "preflop", "play_4x", 140, name="4x"),
        case("MA-UTH 10(c)(1)", UTH, "postflop", "play_2x", 70),
        case("MA-UTH 10(e)(1)", UTH, "final", "play_1x", 35),
        case("TCP 10.5", THREE, "decide", "play", 35),
        case("TCP 6.10", THREE, "decide", "play", 35),
        case("CSP 10.5", CARIBBEAN, "decide", "call", 70),
        case("CSP 6.10", CARIBBEAN, "decide", "call", 70),
        case("MST 6.10", MISSISSIPPI, "third", "1x", 35, name="1x"),
        case("MST 6.10", MISSISSIPPI, "fourth", "3x", 105, name="3x"),
        case("MST 6.10", MISSISSIPPI, "fifth", "2x", 70, name="2x"),
    ],
)
def test_the_later_wager_follows_the_ante_and_lies_on_its_own_area(
    game: str, step: str, choice: str, play: int
) -> None:
    more = {DRAGON: {"ante_bonus": 35}, UTH: {"blind": 35}}.get(game, {})
    t = to(seated(table(game), 1, 2, ante=35, **more), step)
    made = {CARIBBEAN: "call", MISSISSIPPI: f"{step}_street"}.get(game, "play")
    assert made not in t.view("player:P2").seats[0].wagers
    decide(t, 1, choice)
    wagers = t.view("player:P2").seats[0].wagers
    assert (wagers[made], wagers["ante"]) == (play * 100, 3500)


@pytest.mark.parametrize(
    ("checked", "then"),
    [case("MA-UTH 10(a)(2)", "preflop", "postflop"), case("MA-UTH 10(c)(2)", "postflop", "final")],
)
def test_a_check_defers_the_decision_and_only_those_who_checked_are_asked_again(checked: str, then: str) -> None:
    raising = {"preflop": "play_4x", "postflop": "play_2x"}[checked]
    t = to(seated(table(UTH), 1, 2, 3), checked)
    decide(t, 1, "check")
    decide(t, 2, raising)
    decide(t, 3, "check")
    assert all(s.standing == "live" for s in t.state.playing)
    assert "play" not in t.view("dealer").seats[0].wagers
    to(t, then)
    asked = []
    while t.step_name == then:
        asked.append(t.turn)
        refused(t, "player:P2", a.Decide(2, "check"), code="out_of_turn")
        decide(t, t.turn, choices(t, t.turn)[-1])
    assert asked == [1, 3], "one Play wager in a round"


# --- folding --------------------------------------------------------------------------------------------------------

GATHERED = {THREE: "TCP 10.8", CARIBBEAN: "CSP 10.8", MISSISSIPPI: "MST 10.11"}
"""By house rules: the clause under which given-up wagers and cards are gathered."""


def gathered_under(happened: Sequence[e.AnyEvent]) -> set[str]:
    return {ev.clause for ev in happened if isinstance(ev, e.WagerCollected | e.HandDiscarded)}


@pytest.mark.parametrize(
    ("game", "side", "stays"),
    [
        case("MD-DRAGON 11.D(1)", DRAGON, {}, False, name="none"),
        case("MD-DRAGON 11.D(1)", DRAGON, {"three_card_bonus": 5}, True, name="three card bonus only"),
        case("MD-DRAGON 11.D(1)", DRAGON, {"dragon": 5}, True, name="dragon only"),
        case("MD-DRAGON 11.D(1)", DRAGON, {"three_card_bonus": 5, "dragon": 5}, True, name="both"),
        case("TCP 10.8", THREE, {}, False, name="none"),
        case("TCP 10.8", THREE, {"pair_plus": 5}, True, name="pair plus"),
        case("CSP 10.8", CARIBBEAN, {}, False, name="none"),
        case("CSP 10.8", CARIBBEAN, {"five_card_bonus": 5}, True, name="five card bonus"),
    ],
)
def test_forfeited_wagers_and_cards_are_collected_but_not_cards_that_a_side_wager_needs(
    game: str, side: dict[str, int], stays: bool
) -> None:
    t = by_hand(to(seated(table(game), 1, 2, **side), "decide"))
    decide(t, 1, "fold")
    assert t.view("dealer").seats[0].wagers["ante"] == 1000, "collected only when every player has answered"
    decide(t, 2, "call" if game == CARIBBEAN else "play")
    assert t.step_name == "collect"
    accepted(t, "dealer", a.CollectFolded())
    lost = {"ante": 1000, "ante_bonus": 1000} if game == DRAGON else {"ante": 1000}
    assert {ev.wager: ev.cents for ev in events(t, e.WagerCollected)} == lost
    assert game not in GATHERED or gathered_under([r.event for r in t.log]) == {GATHERED[game]}
    assert [ev.seat for ev in events(t, e.HandDiscarded)] == ([] if stays else [1])
    finish(automatic(t))
    assert [ev.seat for ev in events(t, e.HandTurned)] == ([2, 1] if stays else [2])


@pytest.mark.parametrize(
    ("game", "step", "side", "lost", "stays"),
    [
        case("MD-TOP5 11.B(2)", TOP5, "decide", {}, {"ante"}, False),
        case("MD-TOP5 11.B(2)(b)", TOP5, "decide", {}, {"ante"}, False),
        case("MD-TOP5 11.B(3)", TOP5, "decide", {"top_five_bonus": 5}, {"ante"}, True, name="top five bonus"),
        case("MD-TOP5 11.B(3)", TOP5, "decide", {"poker_bonus": 5}, {"ante"}, True, name="poker bonus"),
        case("MA-UTH 10(e)(2)", UTH, "final", {}, {"ante", "blind"}, False),
        case("MA-UTH 10(e)(2)(i)", UTH, "final", {"trips": 5}, {"ante", "blind"}, True),
        case("MA-UTH 10(e)(2)(ii)", UTH, "final", {}, {"ante", "blind"}, False),
        case("MST 10.11", MISSISSIPPI, "third", {}, {"ante"}, False, name="third"),
        case("MST 10.11", MISSISSIPPI, "third", {"three_card_bonus": 5}, {"ante"}, True, name="bonus"),
        case("MST 10.11", MISSISSIPPI, "fourth", {}, {"ante", "third_street"}, False, name="fourth"),
        case("MST 10.10", MISSISSIPPI, "fifth", {}, {"ante", "third_street", "fourth_street"}, False),
    ],
)
def test_a_fold_is_collected_at_once_and_the_cards_stay_only_for_a_live_wager(
    game: str, step: str, side: dict[str, int], lost: set[str], stays: bool
) -> None:
    t = to(seated(table(game), 1, 2, **side), step)
    happened = decide(t, 1, "fold")
    assert t.turn == 2, "before the next player is asked"
    assert {ev.wager for ev in happened if isinstance(ev, e.WagerCollected)} == lost
    assert t.state.seat(1).discarded is not stays
    assert game not in GATHERED or gathered_under(happened) == {GATHERED[game]}
    assert set(t.view("dealer").seats[0].wagers) == set(side)
    assert not seen(t, "player:P2", 1), "face down"


@pytest.mark.clause("MD-TOP5 11.B(1)(b)")
def test_a_folded_player_has_no_play_wager_and_is_not_settled() -> None:
    t = to(seated(table(TOP5), 1, 2), "decide")
    decide(t, 1, "fold")
    decide(t, 2, "play")
    finish(t)
    assert [ev.seat for ev in events(t, e.WagerPlaced) if ev.wager == "play"] == [2]
    assert {ev.seat for ev in events(t, e.WagerSettled)} == {2}


# --- let it ride: two bets, two decisions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "bet", "who"),
    [
        case("MD-LIR 11.B(1)(a)(i)", "decide_1", "bet_1", "player:P1"),
        case("MD-LIR 11.B(1)(a)(ii)", "decide_1", "bet_1", "dealer"),
        case("MD-LIR 11.C(1)(a)(i)", "decide_2", "bet_2", "player:P1"),
        case("MD-LIR 11.C(1)(a)(ii)", "decide_2", "bet_2", "dealer"),
    ],
)
def test_letting_a_bet_ride_whatever_the_gesture_is_final(step: str, bet: str, who: str) -> None:
    """The player acts himself, or the dealer records the gesture he saw (L-31)."""
    t = to(seated(table(LIR), 1, 2), step)
    accepted(t, who, a.Decide(1, "ride"))
    assert t.view("dealer").seats[0].wagers[bet] == 1000
    refused(t, who, a.Decide(1, "withdraw"), code="out_of_turn")
    to(t, "settle")
    assert t.view("dealer").seats[0].wagers[bet] == 1000, "it stays to the end of the round"


@pytest.mark.parametrize(
    ("step", "bet", "who"),
    [
        case("MD-LIR 11.B(1)(b)", "decide_1", "bet_1", "player:P1"),
        case("MD-LIR 11.C(1)(b)(i)", "decide_2", "bet_2", "dealer"),
        case("MD-LIR 11.C(1)(b)(ii)", "decide_2", "bet_2", "player:P1"),
    ],
)
def test_a_withdrawn_bet_goes_back_to_the_player_at_once(step: str, bet: str, who: str) -> None:
    t = to(seated(table(LIR), 1, 2), step)
    happened = accepted(t, who, a.Decide(1, "withdraw"))
    assert [(ev.wager, ev.cents) for ev in happened if isinstance(ev, e.WagerReturned)] == [(bet, 1000)]
    assert t.turn == 2 and bet not in t.view("dealer").seats[0].wagers
    assert {"bet_1", "bet_2", "bet_3"} - {bet} == set(t.view("dealer").seats[0].wagers), "the others are not touched"
    finish(t)
    assert net(t, 1, bet) == 0 and not [ev for ev in events(t, e.WagerSettled) if (ev.seat, ev.wager) == (1, bet)]


@pytest.mark.parametrize(
    ("game", "asking", "showing", "before", "after"),
    [
        case("MD-LIR 11.B(2)", LIR, "decide_1", "show_1", "?? ??", "Ad ??"),
        case("MD-LIR 11.C(2)", LIR, "decide_2", "show_2", "Ad ??", "Ad Ks"),
        case("MST 10.5", MISSISSIPPI, "third", "show_1", "?? ?? ??", "Ad ?? ??"),
        case("MST 10.7", MISSISSIPPI, "fourth", "show_2", "Ad ?? ??", "Ad Ks ??"),
        case("MST 10.9", MISSISSIPPI, "fifth", "show_3", "Ad Ks ??", "Ad Ks Qh"),
    ],
)
def test_a_community_card_is_turned_only_after_the_last_decision(
    game: str, asking: str, showing: str, before: str, after: str
) -> None:
    t = by_hand(to(seated(table(game, cards={"community": "Ad Ks Qh"}), 1, 2), asking))
    stays, goes = ("ride", "withdraw") if game == LIR else ("1x", "fold")
    decide(t, 1, stays)
    refused(t, "dealer", a.ShowCards(), code="wrong_step")
    assert t.view("player:P1").community == tuple(before.split())
    decide(t, 2, goes)
    assert t.step_name == showing and t.view("player:P1").community == tuple(before.split())
    accepted(t, "dealer", a.ShowCards())
    assert t.view("player:P1").community == tuple(after.split()) == t.view("auditor").community


# --- ultimate texas hold 'em: the board -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asking", "count", "burned", "what"),
    [
        case("MA-UTH 10(b)/1", "preflop", 3, 1, "burn"),
        case("MA-UTH 10(b)/2", "preflop", 3, 1, "board"),
        case("MA-UTH 10(d)/1", "postflop", 2, 2, "burn"),
        case("MA-UTH 10(d)/2", "postflop", 2, 2, "board"),
    ],
)
def test_once_all_have_decided_a_card_is_burned_and_the_board_is_dealt_face_up(
    asking: str, count: int, burned: int, what: str
) -> None:
    t = by_hand(to(seated(table(UTH), 1, 2), asking))
    next_cards = spare_cards(t.rules, t.state, 1 + count)
    decide(t, 1, "check")
    refused(t, "dealer", a.DealCards(next_cards))
    decide(t, 2, "check")
    dealt = [ev for ev in accepted(t, "dealer", a.DealCards(next_cards)) if isinstance(ev, e.CardsDealt)]
    seen_by_all = t.view("player:P1")
    if what == "burn":
        assert (dealt[0].to, dealt[0].cards, dealt[0].up) == ("burn", next_cards[:1], False)
        assert seen_by_all.burned == burned and next_cards[0] not in str(seen_by_all), "nobody sees the burned card"
    else:
        assert [(ev.to, ev.cards, ev.up) for ev in dealt[1:]] == [("community", next_cards[1:], True)]
        assert seen_by_all.community[-count:] == next_cards[1:]


# --- the dealer's hand ----------------------------------------------------------------------------------------------

DEALER_HANDS = {
    DRAGON: ("PH TI PH", "pair of phoenix"),
    TOP5: ("As Ah 2c 3d 4h 5s 6c", "2 cards, pair of aces"),
    UTH: ("As Ah", "pair"),
    THREE: ("As Ah 2c", "pair"),
    CARIBBEAN: ("As Ah 2c 3d 4h", "pair"),
}


@pytest.mark.parametrize(
    ("game", "last", "everybody"),
    [
        case("MD-DRAGON 11.D", DRAGON, "decide", "play"),
        case("MD-DRAGON 11.D(2)", DRAGON, "decide", "fold"),
        case("MD-TOP5 11.B(4)", TOP5, "decide", "fold"),
        case("MA-UTH 10(f)/1", UTH, "final", "play_1x"),
        case("MA-UTH 10(f)/2", UTH, "final", "fold"),
        case("TCP 10.9", THREE, "decide", "play", name="play"),
        case("TCP 10.9", THREE, "decide", "fold", name="fold"),
        case("CSP 10.9", CARIBBEAN, "decide", "call", name="call"),
        case("CSP 10.9", CARIBBEAN, "decide", "fold", name="fold"),
    ],
)
def test_the_dealer_shows_his_cards_after_the_last_decision_and_always(game: str, last: str, everybody: str) -> None:
    """Also when everybody has folded and nothing is alive (U-25)."""
    cards, announced = DEALER_HANDS[game]
    board = {"community": "Kc 9d 7s 4h 2d"} if game == UTH else {}
    t = by_hand(to(seated(table(game, cards={"dealer": cards, **board}), 1, 2), last))
    decide(t, 1, everybody)
    refused(t, "dealer", a.ShowCards())
    assert set(t.view("dealer").dealer[: -1 if game == CARIBBEAN else None]) == {UNKNOWN}
    decide(t, 2, everybody)
    finish(automatic(t))
    (shown,) = [ev for ev in events(t, e.CardsShown) if ev.place == "dealer"]
    assert (" ".join(shown.cards), shown.hand) == (cards, announced)
    assert t.view("player:P1").dealer == tuple(cards.split())
    first = next((r.seq for r in t.log if isinstance(r.event, e.HandTurned)), len(t.log) + 1)
    assert next(r.seq for r in t.log if r.event is shown) < first, "before any player's hand is turned"


@pytest.mark.parametrize("game", [case("MD-DRAGON 11.D(2)", DRAGON), case("MD-TOP5 11.B(4)", TOP5)])
def test_a_held_dealers_hand_leaves_the_shuffler_after_the_last_decision(game: str) -> None:
    t = to(seated(table(game, "automated_shoe", readings={"dealer_stack": "held"}), 1, 2), "decide")
    decide(t, 1, "play")
    assert t.state.dealer == ()
    decide(t, 2, "play")
    finish(t)
    assert len(t.state.dealer) == {DRAGON: 3, TOP5: 7}[game] and t.state.dealer_up


@pytest.mark.clause("MD-LIR 11.E(3)")
def test_the_six_card_box_is_turned_up_after_the_second_decision_and_before_settlement() -> None:
    """L-08: the box would tell the players something about the deck, so it stays down until nobody decides any more."""
    cards = {"box": "2c 3c 4c"}
    for moment, seen in (("decide_2", False), ("show_2", False), ("settle", True)):
        t = to(seated(table(LIR, cards=cards), 1), moment)
        assert (t.view("player:P1").box == ("2c", "3c", "4c")) == seen
