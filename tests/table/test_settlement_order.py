"""Settlement: from the dealer's right, one hand at a time, each wager once and in its order; then what looks at the
whole table; and a log from which every hand and payment can be rebuilt."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.games import rules_for
from pitboss.play.log import BadLog, header_line, lines, read_log
from pitboss.play.replay import replay
from pitboss.play.scenario import payments
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    SHIPPED,
    THREE,
    TOP5,
    UTH,
    accepted,
    automatic,
    by_hand,
    events,
    finish,
    refused,
    rules,
    seated,
    table,
    to,
)

COVER_ALL: dict[str, Any] = {"wagers": {"cover_all": {"offered": True}}}
PROGRESSIVE = {
    "wagers": {
        "progressive": {
            "amount": 5,
            "cards": "seven",
            "lines": [{"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"}],
        }
    },
    "meters": {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}},
}
FOLD = {"final": "fold"}


def case(clause: str, *values: Any, name: str = "") -> Any:
    return pytest.param(*values, id=f"{clause} {name}".strip(), marks=pytest.mark.clause(clause))


def settled(t: Table) -> list[tuple[int, str]]:
    """Every wager in the order in which it was settled."""
    return [(ev.seat, ev.wager) for ev in events(t, e.WagerSettled)]


def story(t: Table, *kinds: type[e.Event]) -> list[tuple[str, int]]:
    """The events of these kinds with their position, in order; a settled wager by its name."""
    return [
        (r.event.wager if isinstance(r.event, e.WagerSettled) else type(r.event).__name__, getattr(r.event, "seat", 0))
        for r in t.log
        if isinstance(r.event, kinds)
    ]


# --- from the dealer's right ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        case("MD-DRAGON 11.D(3)", DRAGON),
        case("MD-TOP5 11.C", TOP5),
        case("MD-LIR 11.D", LIR),
        case("MA-UTH 10(h)/1", UTH),
        case("TCP 10.10", THREE),
        case("CSP 10.10", CARIBBEAN),
        case("MST 10.13", MISSISSIPPI),
    ],
)
def test_hands_are_turned_and_settled_from_the_dealers_right(game: str) -> None:
    t = by_hand(to(seated(table(game), 1, 3, 5), "settle"))
    for due, others in ((5, (1, 3)), (3, (1, 5)), (1, (3, 5))):
        for other in others:
            assert refused(t, "dealer", a.SettleHand(other), code="out_of_turn").allowed == f"position {due}"
        happened = accepted(t, "dealer", a.SettleHand(due))
        turned = happened[0]
        assert isinstance(turned, e.HandTurned) and turned.seat == due
        assert turned.cards == t.state.seat(due).cards and turned.hand, "turned up and announced"
        assert {ev.seat for ev in happened if isinstance(ev, e.WagerSettled)} == {due}


@pytest.mark.parametrize("game", [case("MD-TOP5 11.C(5)", TOP5), case("MA-UTH 10(h)/2", UTH)])
def test_all_wagers_of_one_player_are_resolved_before_the_next_whatever_the_outcome(game: str) -> None:
    """The winner sits between two losers."""
    cards = {
        TOP5: {"seat1": "Tc 2d", "seat2": "Ac Ad Ah As", "seat3": "Td 2h", "dealer": "Ks Kh"},
        UTH: {"seat1": "3c 4d", "seat2": "Ac Ad", "seat3": "3d 4h", "dealer": "Ks Kh", "community": "Qs Js 8h 7d 2c"},
    }[game]
    low = {
        TOP5: {"dealer": "2s 3s 4s 5s 6s", "seat1": "3h 4h 5h 6h 7h", "seat2": "7s 8s 9s", "seat3": "3d 4d 5d 6d 7d"}
    }
    t = finish(seated(table(game, cards={k: f"{v} {low.get(game, {}).get(k, '')}" for k, v in cards.items()}), 1, 2, 3))
    seats = [seat for seat, _ in settled(t)]
    assert seats == sorted(seats, reverse=True) and set(seats) == {1, 2, 3}
    won = {ev.seat for ev in events(t, e.WagerSettled) if ev.won}
    assert won == {2}


ALL_WAGERS: dict[str, dict[str, int]] = {
    DRAGON: {"three_card_bonus": 5, "dragon": 5},
    TOP5: {"top_five_bonus": 5, "poker_bonus": 5},
    LIR: {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 5, "progressive": 1},
    UTH: {"trips": 5},
    THREE: {"pair_plus": 5},
    CARIBBEAN: {"five_card_bonus": 5},
    MISSISSIPPI: {"three_card_bonus": 5},
}


@pytest.mark.parametrize(
    ("game", "order", "more"),
    [
        case("MD-DRAGON 11.D(3)(b)", DRAGON, "three_card_bonus dragon ante ante_bonus play", {}, name="order"),
        case("MD-TOP5 11.C(6)", TOP5, "ante play top_five_bonus poker_bonus", {}, name="order"),
        case("MD-TOP5 11.C(8)", TOP5, "ante play top_five_bonus poker_bonus", {}, name="order"),
        case(
            "MD-LIR 11.E",
            LIR,
            "bet_1 bet_2 bet_3 five_card_bonus three_card_bonus six_card_bonus progressive",
            {},
        ),
        case("MA-UTH 10(h)(4)/1", UTH, "ante blind play trips", {}, name="order"),
        case("MA-UTH 14(c)", UTH, "ante blind play trips progressive", PROGRESSIVE),
        case("TCP 10.10", THREE, "ante play pair_plus", {}, name="order"),
        case("CSP 10.10", CARIBBEAN, "ante call five_card_bonus", {}, name="order"),
        case("MST 10.13", MISSISSIPPI, "ante third_street fourth_street fifth_street three_card_bonus", {}),
    ],
)
def test_each_wager_is_settled_once_in_the_order_of_the_document(game: str, order: str, more: dict[str, Any]) -> None:
    wagers = {**ALL_WAGERS[game], **({"progressive": 5} if more else {})}
    t = finish(seated(Table(rules(game, **more)).open(), 1, 2, **wagers))
    assert settled(t) == [(seat, wager) for seat in (2, 1) for wager in order.split()]


# --- cards turned up, left, collected -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        case("MD-DRAGON 11.D(3)(a)", DRAGON),
        case("MD-LIR 11.D(1)", LIR),
        case("TCP 10.11", THREE),
        case("CSP 10.11", CARIBBEAN),
        case("MST 10.14", MISSISSIPPI),
    ],
)
def test_a_hand_lies_face_down_until_its_turn_and_open_to_everybody_then(game: str) -> None:
    t = by_hand(to(seated(table(game), 1, 2), "settle"))
    for seat in (2, 1):
        for who in ("player:P1" if seat == 2 else "player:P2", "dealer"):
            assert set(t.view(who).seats[seat - 1].cards) == {UNKNOWN}
        accepted(t, "dealer", a.SettleHand(seat))
        assert (
            t.view("player:P1").seats[seat - 1].cards
            == t.state.seat(seat).cards
            == t.view("dealer").seats[seat - 1].cards
        )


@pytest.mark.clause("MD-TOP5 11.C(1)")
def test_the_best_top_five_hand_of_the_remaining_cards_is_announced() -> None:
    cards = {"seat1": "Ac Ad Kc Kd Qc 9h 2h", "seat2": "Ah 3d 4d 5d 6d 7d 8d", "dealer": "Ts Js 2s 3s 4s 5s 6s"}
    t = finish(seated(table(TOP5, cards=cards), 1, 2))
    assert [(ev.seat, ev.hand) for ev in events(t, e.HandTurned)] == [
        (2, "1 card, high card"),
        (1, "5 cards, two pair"),
    ]


@pytest.mark.clause("MD-LIR 11.F")
def test_all_cards_stay_face_up_until_the_last_wager_the_envy_bonus_is_settled() -> None:
    cards = {"seat1": "As Ks Qs", "seat2": "2h 3d 4c", "community": "Js Ts"}
    t = by_hand(to(seated(table(LIR, cards=cards), 1, 2, progressive=1), "settle_envy"))
    refused(t, "dealer", a.ClearTable(), code="wrong_step")
    for moment in ("settle_envy", "clear"):
        assert t.step_name == moment
        view = t.view("player:P2")
        assert [" ".join(s.cards) for s in view.seats[:2]] == ["As Ks Qs", "2h 3d 4c"] and view.community == (
            "Js",
            "Ts",
        )
        if moment == "settle_envy":
            accepted(t, "dealer", a.SettleTable())


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        case("MD-TOP5 11.C(5)(a)", {}, ["ante", "play", "HandCollected"]),
        case("MD-TOP5 11.C(5)(b)", {"top_five_bonus": 1}, ["ante", "play", "top_five_bonus", "HandCollected"]),
        case("MD-TOP5 11.C(5)(b)", {"poker_bonus": 1}, ["ante", "play", "poker_bonus", "HandCollected"], name="poker"),
    ],
)
def test_a_losers_cards_are_collected_before_the_next_hand_but_not_before_his_bonus(
    bonus: Mapping[str, int], expected: list[str]
) -> None:
    """Also where the number of cards is equal and only the rank is lower (T-22)."""
    low = "2h 3h 4h 5h 6h", "2d 3d 4d 5d 6d", "2c 3c 4c 5c 6c"
    cards = {"seat1": f"Qc Td {low[0]}", "seat2": f"Qd Th {low[1]}", "dealer": f"Qs Js {low[2]}"}
    t = finish(seated(table(TOP5, cards=cards), 1, 2, **bonus))
    happened = story(t, e.HandTurned, e.WagerSettled, e.HandCollected)
    assert happened == [(what, seat) for seat in (2, 1) for what in ("HandTurned", *expected)]


@pytest.mark.clause("MA-UTH 10(h)/3")
def test_settled_cards_are_collected_at_once() -> None:
    t = finish(seated(table(UTH), 1, 2, 3, trips=1), {2: FOLD})
    played = [x for seat in (3, 1) for x in (("HandTurned", seat), ("HandCollected", seat))]
    assert story(t, e.HandTurned, e.HandCollected) == [*played, ("HandTurned", 2), ("HandCollected", 2)]


BOARD = "Js Ts 9h 4d 2d"
"""Seat by seat: 8-7 makes a straight, Q-8 a higher one, 9-9 three of a kind, J-4 two pair."""


@pytest.mark.parametrize(
    ("hands", "collected"),
    [
        case("MA-UTH 13(h)", {3: "9c 9d", 2: "Jc 4c", 1: "Ah 5c"}, [(3, "10(h)/3"), (2, "10(h)/3"), (1, "10(h)/3")]),
        case("MA-UTH 13(h)a", {3: "8c 7d", 2: "9c 9d", 1: "Jc 4c"}, [(2, "10(h)/3"), (1, "10(h)/3")]),
        case("MA-UTH 13(h)a", {3: "Jc 4c", 2: "9c 9d", 1: "Ac 3c"}, [(3, "10(h)/3"), (2, "10(h)/3")], name="five high"),
        case("MA-UTH 13(i)", {3: "8c 7d", 2: "Qc 8d", 1: "9c 9d"}, [(3, "13(i)"), (1, "10(h)/3")]),
        case("MA-UTH 13(i)", {3: "Qc 8d", 2: "8c 7d", 1: "Qd 8h"}, [(2, "10(h)/3"), (1, "10(h)/3")], name="not higher"),
    ],
)
def test_with_cover_all_the_highest_hand_from_a_straight_stays_exposed(
    hands: dict[int, str], collected: list[tuple[int, str]]
) -> None:
    board = "5s 4h 2d Js 9h" if hands[1] == "Ac 3c" else BOARD
    cards = {f"seat{n}": c for n, c in hands.items()} | {"community": board, "dealer": "Ks 3h"}
    t = finish(seated(table(UTH, "automated_shoe", cards=cards, **COVER_ALL), 1, 2, 3, cover_all=1))
    assert [(ev.seat, ev.clause) for ev in events(t, e.HandCollected)] == [(n, f"MA-UTH {c}") for n, c in collected]


# --- what comes after all hands -------------------------------------------------------------------------------------


@pytest.mark.clause("MA-UTH 10(e)(2)(i)")
def test_trips_of_folded_hands_are_settled_after_all_hands_with_a_play_wager() -> None:
    t = finish(seated(table(UTH), 1, 2, 3, 4, trips=1), {2: FOLD, 4: FOLD})
    played = ["ante", "blind", "play", "trips"]
    assert settled(t) == [*((3, w) for w in played), *((1, w) for w in played), (4, "trips"), (2, "trips")]


@pytest.mark.clause("MA-UTH 13(j)")
def test_cover_all_is_settled_last_also_for_those_who_folded() -> None:
    t = table(UTH, "automated_shoe", **COVER_ALL)
    t = by_hand(to(seated(t, 1, 2, 3, trips=1, cover_all=1), "settle", {2: FOLD}))
    refused(t, "dealer", a.SettleTable(), code="wrong_step")
    finish(automatic(t))
    assert settled(t)[-4:] == [(2, "trips"), (3, "cover_all"), (2, "cover_all"), (1, "cover_all")]
    assert sum(wager == "cover_all" for _, wager in settled(t)) == 3


@pytest.mark.clause("MA-UTH 13(e)")
def test_the_cover_all_column_is_fixed_when_the_dealers_hand_is_out() -> None:
    t = to(seated(table(UTH, "automated_shoe", **COVER_ALL), 1, 2, 4, cover_all=1), "preflop")
    assert t.state.hands_dealt == 3
    finish(t, {1: FOLD, 2: FOLD})
    assert {ev.cell[1] for ev in events(t, e.WagerSettled) if ev.wager == "cover_all"} == {"4"}


@pytest.mark.clause("MA-UTH 13(d)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_cover_all_is_offered_only_with_the_automated_shoe(procedure: str) -> None:
    assert "cover_all" in table(UTH, "automated_shoe", **COVER_ALL).rules.index
    with pytest.raises(AssertionError, match=r"13\(d\)"):
        table(UTH, procedure, **COVER_ALL)


@pytest.mark.clause("MD-LIR 11.E(5)")
def test_envy_is_paid_from_the_dealers_right_once_the_last_hand_is_open() -> None:
    cards = {"seat1": "As Ks Qs", "seat2": "2h 3d 4c", "seat3": "9s 8s 7s", "community": "Js Ts"}
    t = finish(seated(table(LIR, cards=cards), 1, 2, 3, progressive=1))
    assert story(t, e.HandTurned, e.EnvyPaid) == [
        ("HandTurned", 3), ("HandTurned", 2), ("HandTurned", 1),
        ("EnvyPaid", 3), ("EnvyPaid", 2), ("EnvyPaid", 2), ("EnvyPaid", 1),
    ]  # fmt: skip
    assert [(ev.seat, ev.of_seat, ev.cents) for ev in events(t, e.EnvyPaid) if ev.seat == 2] == [
        (2, 3, 30000),
        (2, 1, 100000),
    ]


# --- every hand can be rebuilt --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        case("MD-DRAGON 11.E", DRAGON),
        case("MD-TOP5 11.D", TOP5),
        case("MD-LIR 11.G(2)", LIR),
        case("MA-UTH 10(i)", UTH),
        case("TCP 10.12", THREE),
        case("CSP 10.12", CARIBBEAN),
        case("MST 10.15", MISSISSIPPI),
    ],
)
def test_the_cleared_table_can_be_reconstructed_hand_by_hand(game: str) -> None:
    t = by_hand(
        finish(seated(table(game), 1, 2, 3, **ALL_WAGERS[game]), {1: {**FOLD, "decide": "fold", "third": "fold"}})
    )
    before = t.state
    accepted(t, "dealer", a.ClearTable())
    assert not any(s.cards for s in t.state.seats) and not t.state.dealer, "the table is clear"
    terms, records = read_log(header_line(t.rules.terms) + b"".join(lines(t.log)))
    states = [step.state for step in replay(terms, records)]
    assert states[-1] == t.state and before in states, "the same cards in the same places, the same chips"
    again = Table(rules_for(terms))
    again.log = records
    assert payments(again) == payments(t) and payments(t)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_log_with_another_payment_is_found_out(game: str) -> None:
    t = finish(seated(table(game), 1, 2))
    place = max(i for i, r in enumerate(t.log) if isinstance(r.event, e.WagerSettled))
    record = t.log[place]
    assert isinstance(record.event, e.WagerSettled)
    wrong = msgspec.structs.replace(record.event, won=record.event.won + 1)
    t.log[place] = msgspec.structs.replace(record, event=wrong)
    with pytest.raises(BadLog, match=f"record {record.seq}"):
        list(replay(t.rules.terms, t.log))


@pytest.mark.parametrize("game", SHIPPED)
def test_the_table_is_not_cleared_before_all_is_settled(game: str) -> None:
    t = by_hand(to(seated(table(game), 1, 2), "settle"))
    refused(t, "dealer", a.ClearTable(), code="wrong_step")
    accepted(t, "dealer", a.SettleHand(2))
    refused(t, "dealer", a.ClearTable(), code="wrong_step")
    accepted(t, "dealer", a.SettleHand(1))
    refused(t, "dealer", a.SettleHand(1), code="wrong_step")
    accepted(t, "dealer", a.ClearTable())
