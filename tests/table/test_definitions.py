"""The definitions of the rulebooks, proved by what they govern: each term means at the table what the text says."""

from typing import Any

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.state import cards_out
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    PLAIN,
    STAY,
    THREE,
    TOP5,
    UTH,
    accepted,
    events,
    finish,
    net,
    refused,
    seated,
    table,
    to,
)

P1 = "player:P1"


def case(clause: str, *values: object, title: str = "") -> Any:
    return pytest.param(*values, id=f"{clause} {title}".strip(), marks=pytest.mark.clause(clause))


def played(game: str, cards: dict[str, str], choices: dict[str, str] | None = None, **wagers: int) -> Table:
    return finish(seated(table(game, cards=cards), 1, **wagers), {1: choices or {}})


def results(t: Table, *wagers: str, seat: int = 1) -> list[int]:
    return [net(t, seat, wager) for wager in wagers]


# --- wagers that must, and wagers that may be made before the cards ---------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        case("MD-DRAGON 1.B(1)", DRAGON, "ante"),
        case("MD-DRAGON 1.B(1)", DRAGON, "ante_bonus"),
        case("MD-TOP5 1.B(1)", TOP5, "ante"),
        case("MA-UTH 1 Ante", UTH, "ante"),
        case("MA-UTH 1 Blind", UTH, "blind"),
        case("TCP 6.8", THREE, "ante"),
        case("CSP 6.8", CARIBBEAN, "ante"),
        case("MST 6.8", MISSISSIPPI, "ante"),
    ],
)
def test_nobody_takes_part_without_the_initial_wagers(game: str, wager: str) -> None:
    t = table(game)
    t.sit(1, "P1")
    t.bet(1, **{w: 10 for w in PLAIN[game] if w != wager})
    refused(t, "dealer", a.CloseBets(), code="no_wagers")
    seated(t, 2)
    finish(t)
    assert not t.state.seat(1).cards and t.state.seat(2).cards


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        case("MD-DRAGON 1.B(2)", DRAGON, "three_card_bonus"),
        case("MD-TOP5 1.B(3)", TOP5, "top_five_bonus"),
        case("MD-TOP5 1.B(3)", TOP5, "poker_bonus"),
        case("MA-UTH 1 Trips wager", UTH, "trips"),
        case("TCP 6.9", THREE, "pair_plus"),
        case("CSP 6.9", CARIBBEAN, "five_card_bonus"),
        case("MST 6.9", MISSISSIPPI, "three_card_bonus"),
    ],
)
def test_an_optional_wager_may_be_made_before_any_card_and_need_not(game: str, wager: str) -> None:
    t = seated(table(game), 1, 2, 3)
    accepted(t, P1, a.PlaceWager(1, wager, 500))
    to(t, "deal")
    refused(t, "player:P2", a.PlaceWager(2, wager, 500), code="no_more_bets")
    finish(t)
    assert [s.number for s in t.state.playing] == [1, 2, 3]
    assert {w.seat for w in events(t, e.WagerSettled) if w.wager == wager} == {1}


# --- the Play wager ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [case("MD-DRAGON 1.B(3)", DRAGON), case("MD-TOP5 1.B(2)", TOP5)])
def test_play_is_made_after_seeing_the_cards_or_the_hand_is_out(game: str) -> None:
    weak = {DRAGON: "RA MO PA", TOP5: "2s 2h 3d"}[game]
    strong = {DRAGON: "RD RD RD", TOP5: "As Ah Ad Ac Ks Kh Kd"}[game]
    t = seated(table(game, cards={"seat1": strong, "dealer": weak}), 1)
    refused(t, P1, a.PlaceWager(1, "play", 1000))
    to(t, "deal")
    refused(t, P1, a.Decide(1, "play"))
    to(t, "decide")
    assert UNKNOWN not in t.view(P1).seats[0].cards
    finish(t)
    assert net(t, 1, "play") == 1000
    folded = played(game, {"seat1": strong, "dealer": weak}, {"decide": "fold"})
    assert results(folded, "ante", "play") == [-1000, 0], "the better hand wins nothing without the Play wager"


@pytest.mark.parametrize("game", [case("MD-DRAGON 7.F(1)", DRAGON), case("MD-TOP5 7.E(1)", TOP5)])
@pytest.mark.parametrize("ante", [5, 10, 500])
def test_play_equals_the_ante_and_competes_against_the_dealer(game: str, ante: int) -> None:
    best = {"seat1": "RD RD RD"} if game == DRAGON else {"seat1": "As Ah Ad Ac Ks Kh Kd", "dealer": "Qs Js"}
    t = table(game, cards=best)
    t.sit(1, "P1")
    t.bet(1, **dict.fromkeys(PLAIN[game], ante))
    to(t, "decide")
    refused(t, P1, a.PlaceWager(1, "play", ante * 200))
    accepted(t, P1, a.Decide(1, "play"))
    assert t.view(P1).seats[0].wagers["play"] == ante * 100
    assert results(finish(t), "ante", "play") == [ante * 100] * 2


PLAYS = [("preflop", "play_3x", 3), ("preflop", "play_4x", 4), ("postflop", "play_2x", 2), ("final", "play_1x", 1)]


@pytest.mark.clause("MA-UTH 6(d)")
@pytest.mark.parametrize(("step", "choice", "times"), PLAYS)
def test_ultimate_play_has_the_size_of_its_moment_and_is_made_once(step: str, choice: str, times: int) -> None:
    """U-24: three or four times before the flop, twice after it, once at the end; never again, never a fold before."""
    t = to(seated(table(UTH), 1, 2), step)
    others = {name for at, name, _ in PLAYS if at != step}
    for other in sorted(others | {"check" if step == "final" else "fold"}):
        refused(t, P1, a.Decide(1, other), code="no_such_choice")
    accepted(t, P1, a.Decide(1, choice))
    accepted(t, "player:P2", a.Decide(2, STAY[step]))
    while t.step_name != "settle":
        if t.turn:
            refused(t, P1, a.Decide(1, choice))
            accepted(t, "player:P2", a.Decide(2, STAY[t.step_name]))
        else:
            t.perform()
    assert [p.cents for p in events(t, e.WagerPlaced) if (p.seat, p.wager) == (1, "play")] == [times * 1000]


@pytest.mark.clause("MA-UTH 1 Play wager")
def test_ultimate_play_is_made_before_the_flop_after_it_or_at_the_end_and_at_no_other_time() -> None:
    open_at = []
    t = seated(table(UTH), 1)
    refused(t, P1, a.PlaceWager(1, "play", 4000), clause="MA-UTH 1 Play wager")
    accepted(t, "dealer", a.CloseBets())
    while t.step_name != "clear":
        if t.turn and t.step_name in STAY:
            open_at.append((t.step_name, len(t.state.community), t.state.dealer_up))
            accepted(t, P1, a.Decide(1, STAY[t.step_name]))
        else:
            refused(t, P1, a.Decide(1, "play_1x"))
            t.perform()
    assert open_at == [("preflop", 0, False), ("postflop", 3, False), ("final", 5, False)]


@pytest.mark.clause("MA-UTH 1 Check")
def test_who_checks_makes_no_play_wager_and_stays_in_the_round() -> None:
    t = to(seated(table(UTH), 1), "postflop", {1: {"preflop": "check"}})
    assert t.state.seat(1).standing == "live" and "play" not in t.view(P1).seats[0].wagers
    accepted(t, P1, a.Decide(1, "check"))
    to(t, "final")
    assert t.state.seat(1).standing == "live" and "play" not in t.view(P1).seats[0].wagers
    accepted(t, P1, a.Decide(1, "play_1x"))
    assert t.view(P1).seats[0].wagers["play"] == 1000


@pytest.mark.clause("MA-UTH 1 Fold")
def test_who_folds_discards_his_two_cards_and_makes_no_play_wager() -> None:
    t = played(UTH, {"seat1": "As Ah", "dealer": "2c 3d", "community": "Ad 9c 7h 4s Jd"}, {"final": "fold"})
    assert [h.seat for h in events(t, e.HandDiscarded)] == [1] and not events(t, e.HandTurned)
    assert results(t, "ante", "blind", "play") == [-1000, -1000, 0]


@pytest.mark.clause("MD-DRAGON 1.B(6)")
def test_a_fold_forfeits_ante_and_ante_bonus_and_nothing_else() -> None:
    """The best hand folded: lost are the two initial wagers, while the side wagers are paid (D-14)."""
    t = played(DRAGON, {"seat1": "RD RD RD", "dealer": "RA MO PA"}, {"decide": "fold"}, three_card_bonus=5, dragon=1)
    wagers = ("ante", "ante_bonus", "play", "three_card_bonus", "dragon")
    assert results(t, *wagers) == [-1000, -1000, 0, 40 * 500, 1000 * 100]


# --- hands, cards, ranks ----------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-DRAGON 1.B(4)")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("RD RD RD", 1000),
        ("BD BD BD", 1000),
        ("GD RD BD", 200),
        ("RD BD BD", 60),
        ("RD BD TI", 7),
        ("GD BD TI", 7),
        ("GD PH TI", 5),
        ("RD PH TI", -1),
        ("PH PH PH", -1),
    ],
)
def test_the_dragon_bet_counts_number_and_kind_of_dragon_cards(cards: str, odds: int) -> None:
    assert net(played(DRAGON, {"seat1": cards}, dragon=2), 1, "dragon") == odds * 200


@pytest.mark.clause("MD-DRAGON 1.B(5)")
def test_the_dealers_hand_is_the_three_cards_he_receives() -> None:
    t = seated(table(DRAGON, cards={"seat1": "TI TI RA", "seat2": "PH PH RA", "dealer": "PA PA MO"}), 1, 2)
    (shown,) = events(finish(t), e.CardsShown)
    assert (shown.place, shown.cards, shown.hand) == ("dealer", ("PA", "PA", "MO"), "pair of pandas")


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        case("MD-DRAGON 1.B(7)", DRAGON, {"seat1": "RA RA RA", "dealer": "RD BD PH"}, title="hand"),
        case("MD-DRAGON 1.B(7)", DRAGON, {"seat1": "RD PH TI", "dealer": "RD PH PA"}, title="card"),
        case("MA-UTH 1 Rank", UTH, {"seat1": "2s 2h", "dealer": "As Kh", "community": "3c 5d 9h Js Qd"}, title="hand"),
        case("MA-UTH 1 Rank", UTH, {"seat1": "As 3h", "dealer": "Ks 4h", "community": "7c 7d 9h Js Qd"}, title="card"),
    ],
)
def test_rank_is_the_position_above_or_below_another_hand(game: str, cards: dict[str, str]) -> None:
    swapped = {**cards, "seat1": cards["dealer"], "dealer": cards["seat1"]}
    assert [net(played(game, c), 1, "play") for c in (cards, swapped)] == [1000, -1000]


@pytest.mark.parametrize("suit", "shdc")
@pytest.mark.parametrize(
    ("game", "wager", "flush", "mixed"),
    [case("MD-TOP5 1.B(7)", TOP5, "poker_bonus", 500, 25), case("MA-UTH 1 Suit", UTH, "trips", 50, 4)],
)
def test_there_are_four_suits_and_none_is_higher(game: str, wager: str, flush: int, mixed: int, suit: str) -> None:
    """Ace to ten of any one suit is the same royal flush; with one card of another suit a straight."""
    other = "c" if suit != "c" else "d"
    for last, odds in ((suit, flush), (other, mixed)):
        five = [rank + suit for rank in "AKQJ"] + ["T" + last]
        low = "2h 3h" if suit in "dc" else "2d 3d"
        board = {"seat1": " ".join(five[:2]), "community": " ".join([*five[2:], low])}
        cards = {"seat1": " ".join(five)} if game == TOP5 else board
        assert net(played(game, cards, None, **{wager: 2}), 1, wager) == odds * 200


@pytest.mark.clause("MD-TOP5 1.B(8)")
def test_jacks_queens_and_kings_are_the_face_cards_of_the_deck() -> None:
    """All twelve are among the cards that count; the nines below them are not (T-35: the term has no other use)."""
    for rank, odds in (("K", 1), ("Q", 1), ("J", 1), ("9", -1)):
        four = " ".join(rank + suit for suit in "shdc")
        assert net(played(TOP5, {"seat1": four}, top_five_bonus=2), 1, "top_five_bonus") == odds * 200
    assert net(played(TOP5, {"seat1": "Ks Kh Qs Qh Js Jh Kd"}, top_five_bonus=2), 1, "top_five_bonus") == 100 * 200


@pytest.mark.clause("MD-TOP5 1.B(4)")
def test_the_deal_gives_every_player_seven_cards_of_his_own() -> None:
    t = seated(table(TOP5), 2, 5)
    t.sit(3, "P3")
    to(t, "decide")
    assert [len(s.cards) for s in t.state.seats] == [0, 7, 0, 0, 7, 0]
    assert len(set(t.state.seat(2).cards) | set(t.state.seat(5).cards)) == 14


@pytest.mark.parametrize(
    ("game", "players", "stub"),
    [
        case("MD-DRAGON 1.B(10)", DRAGON, (1, 4), 53 - 3 * 3),
        case("MD-TOP5 1.B(6)", TOP5, (1, 2, 3, 4, 5, 6), 52 - 7 * 7),
        case("MA-UTH 1 Stub", UTH, (2, 3, 6), 52 - 2 * 4 - 5 - 2),
        case("TCP 6.13", THREE, (1, 4), 52 - 3 * 3),
        case("CSP 6.13", CARIBBEAN, (1, 2, 3, 4, 5, 6), 52 - 7 * 5),
        case("MST 6.13", MISSISSIPPI, (2, 3, 6), 52 - 3 * 2 - 3),
    ],
)
def test_the_stub_is_what_remains_after_all_cards_are_dealt(game: str, players: tuple[int, ...], stub: int) -> None:
    """It leaves the shoe only then, and nothing is dealt after it."""
    t = to(seated(table(game), *players), "stub")
    assert t.rules.deck_size - len(cards_out(t.state)) == stub
    accepted(t, "dealer", a.CountStub(stub))
    finish(t)
    assert t.rules.deck_size - len(cards_out(t.state)) == stub


CYCLE: list[type[e.Event]] = [e.WagerPlaced, e.BetsClosed, e.CardsDealt, e.Decided, e.WagerCollected, e.WagerSettled]
"""Wagers placed, cards dealt, hands played or folded, wagers collected and paid."""


@pytest.mark.parametrize(
    "game",
    [
        case("MD-DRAGON 1.B(9)", DRAGON),
        case("MD-TOP5 1.B(5)", TOP5),
        case("MA-UTH 1 Round of play", UTH),
        case("TCP 6.12", THREE),
        case("CSP 6.12", CARIBBEAN),
        case("MST 6.12", MISSISSIPPI),
    ],
)
def test_a_round_is_one_cycle_from_the_wagers_to_the_last_payment(game: str) -> None:
    """Position 1 folds, position 2 plays. The next round opens only when everything is paid or collected."""
    t = seated(table(game), 1, 2)
    refused(t, "dealer", a.OpenRound(), code="round_open")
    finish(t, {1: {"decide": "fold", "final": "fold", "third": "fold"}})
    kinds: list[type[e.Event]] = [type(record.event) for record in t.log]
    assert sorted(CYCLE, key=kinds.index) == CYCLE
    assert not any(t.view("dealer").seats[seat].wagers for seat in (0, 1))
    refused(t, "dealer", a.OpenRound(), code="round_open")
    accepted(t, "dealer", a.ClearTable())
    t.open()
    assert (t.state.round, t.step_name) == (2, "bets")


# --- community cards --------------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-UTH 1 Burn")
def test_a_burned_card_goes_face_down_to_the_rack_and_nobody_sees_it() -> None:
    t = to(seated(table(UTH, cards={"burn": "As Kd"}), 1), "flop")
    for step, count, card in (("postflop", 1, "As"), ("final", 2, "Kd")):
        to(t, step)
        assert (len(t.state.burned), t.state.burned[-1]) == (count, card)
        for who in (P1, "dealer", "floorperson", "auditor", "player:Nobody"):
            assert t.view(who).burned == count and card not in str(t.view(who))


@pytest.mark.parametrize(
    ("step", "seen"), [case("MA-UTH 1 Flop", "postflop", 3), case("MA-UTH 1 Community card", "final", 5)]
)
def test_community_cards_lie_face_up_for_everybody(step: str, seen: int) -> None:
    board = ("Ad", "9c", "7h", "4s", "Jd")
    t = seated(table(UTH, cards={"community": " ".join(board)}), 1)
    assert not to(t, "preflop").view(P1).community
    for who in (P1, "player:Nobody", "dealer"):
        assert to(t, step).view(who).community == board[:seen]


@pytest.mark.parametrize(
    ("game", "cards", "wager", "odds"),
    [
        case("MD-LIR 1.B(1)", LIR, {"seat1": "As 3h 5d", "seat2": "Ah 4c 6d", "community": "Ad Ac"}, "bet_1", 3),
        case(
            "MA-UTH 1 Community card",
            UTH,
            {"seat1": "As 3h", "seat2": "Ah 4c", "community": "Ad Ac 9s 8d 2h"},
            "trips",
            3,
        ),
    ],
)
def test_community_cards_are_used_by_all_players(game: str, cards: dict[str, str], wager: str, odds: int) -> None:
    t = finish(seated(table(game, cards=cards), 1, 2, **({"trips": 10} if game == UTH else {})))
    assert [net(t, seat, wager) for seat in (1, 2)] == [odds * 1000] * 2


@pytest.mark.parametrize(
    ("game", "cards", "wager", "odds"),
    [
        case("MD-LIR 1.B(4)", LIR, {"seat1": "As Ks Qs", "community": "Js Ts", "box": "9c 9d 9h"},
             "bet_3", 1000, title="3+2"),
        case("MD-LIR 1.B(4)", LIR, {"seat1": "As Ks Qs", "community": "Jd 2s", "box": "Ts 9s 8s"},
             "bet_3", -1, title="no box"),
        case("MA-UTH 1 Hand", UTH, {"seat1": "As Ks", "community": "Qs Js Ts 2d 3d"},
             "trips", 50, title="two of his own"),
        case("MA-UTH 1 Hand", UTH, {"seat1": "As 2c", "community": "Ks Qs Js Ts 3d"},
             "trips", 50, title="one of his own"),
        case("MA-UTH 1 Hand", UTH, {"seat1": "4c 2c", "community": "Ks Qs Js Ts As"},
             "trips", 50, title="none of his own"),
    ],
)  # fmt: skip
def test_the_hand_is_made_of_his_own_and_the_community_cards(
    game: str, cards: dict[str, str], wager: str, odds: int
) -> None:
    trips: dict[str, int] = {"trips": 10} if game == UTH else {}
    assert net(played(game, cards, None, **trips), 1, wager) == odds * 1000


@pytest.mark.clause("MA-UTH 1 Push")
def test_a_push_is_a_tie_and_the_wagers_come_back() -> None:
    t = played(UTH, {"seat1": "As 2h", "dealer": "Ah 2s", "community": "Kd Kc 9s 8d 5h"})
    assert results(t, "ante", "blind", "play") == [0, 0, 0]
    assert {w.clause for w in events(t, e.WagerSettled)} == {"MA-UTH 10(h)(3)/2"}


@pytest.mark.clause("MA-UTH 1 Trips wager")
@pytest.mark.parametrize(("cards", "odds"), [("As Ah", 3), ("As Kh", -1)])
def test_trips_wins_from_three_of_a_kind_whatever_the_dealer_has(cards: str, odds: int) -> None:
    for dealer in ("Js Jh", "2c 3h"):
        for choice in ("play_1x", "fold"):
            board = "Ad Kc Jd 4s 7c"
            t = played(UTH, {"seat1": cards, "dealer": dealer, "community": board}, {"final": choice}, trips=10)
            assert net(t, 1, "trips") == odds * 1000


# --- Let It Ride ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 1.B(5)")
def test_let_it_ride_means_not_to_withdraw() -> None:
    cards = {"seat1": "As Ah 3d", "community": "8c 9h"}
    for first, second, bets in (("ride", "withdraw", [1000, 0, 1000]), ("withdraw", "ride", [0, 1000, 1000])):
        assert results(played(LIR, cards, {"decide_1": first, "decide_2": second}), "bet_1", "bet_2", "bet_3") == bets


@pytest.mark.clause("MD-LIR 1.B(2)")
def test_envy_is_a_fixed_sum_for_another_players_hand_to_who_made_the_progressive_wager() -> None:
    """Position 2 holds the royal flush. Position 1 has the wager and receives $1,000, position 3 has none."""
    t = table(LIR, cards={"seat1": "2c 4d 9h", "seat2": "As Ks Qs", "seat3": "3c 5d 8h", "community": "Js Ts"})
    seated(seated(t, 1, 2, progressive=1), 3)
    finish(t)
    assert [net(t, seat, "envy") for seat in (1, 2, 3)] == [100_000, 0, 0]


@pytest.mark.clause("MD-LIR 1.B(3)")
@pytest.mark.parametrize(("hand", "cents"), [("As Ks Qs", 100_000), ("9s 8s 7s", 30_000), ("Jd Jc Jh", 0)])
def test_envy_needs_a_straight_flush_or_higher(hand: str, cents: int) -> None:
    """By Paytable A with a $1 wager: royal flush $1,000, straight flush $300, four of a kind nothing."""
    cards = {"seat1": "2c 4d 9h", "seat2": hand, "community": "Js Ts"}
    assert net(finish(seated(table(LIR, cards=cards), 1, 2, progressive=1)), 1, "envy") == cents


@pytest.mark.clause("MD-LIR 1.B(6)")
@pytest.mark.parametrize(
    ("letter", "cards", "receives"),
    [
        ("A", "2s 2h 9d 2c Kh", 9),
        ("A", "As Ah 9d Kc Kh", 0),
        ("A", "4s 5h 6d Jc Kh", 0),
        ("B", "4s 5h 6d Jc Kh", 6),
        ("B", "2s 2h 9d 2c Kh", 0),
        ("C", "4s 5h 6d Jc Kh", 0),
        ("C", "4s 4h 4d Jc Kh", 90),
    ],
)
def test_the_selected_paytable_decides_what_a_progressive_hand_is(letter: str, cards: str, receives: int) -> None:
    """A: five cards from three of a kind; B and C: his own three, from a straight or from three of a kind (L-03)."""
    places = {"seat1": cards[:8], "community": cards[9:]}
    t = table(LIR, cards=places, wagers={"progressive": {"paytable": letter}})
    assert net(finish(seated(t, 1, progressive=1)), 1, "progressive") == (receives - 1) * 100
