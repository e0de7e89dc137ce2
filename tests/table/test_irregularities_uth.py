"""Massachusetts: voids that spare the Trips wager, single void hands, hands and boards that are completed.

Trips table A: full house 9 to 1, three of a kind 3 to 1. Every Trips wager here is $5, Ante and Blind $10.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import UTH, accepted, by_hand, events, finish, refused, seated, table, to
from support import net as won
from table.test_irregularities_bench import (
    CHOICES,
    FOLDER,
    FULL,
    PROGRESSIVE,
    another_round,
    at,
    balanced,
    deliver,
    full_table,
    net,
    returned,
    staked,
    tell,
)

CARDS = {
    "seat1": "9s 9d", "seat2": "As Kd", "seat4": "Qs Qd", "dealer": "7s 6d", "burn": "4c 4d",
    "community": "9h Qh 3c 3d 5s",
}  # fmt: skip
FULL_HOUSE_PAYS, NOTHING = 45, -5
TRIPS = {1: FULL_HOUSE_PAYS, 2: NOTHING, 4: FULL_HOUSE_PAYS}
"""What the Trips wagers bring on the whole board; on the flop alone positions 1 and 4 have three of a kind (15)."""
MAIN = {"ante": 10, "blind": 10}


def uth(procedure: str = "manual_shoe", *, cards: dict[str, str] | None = None, **terms: Any) -> Table:
    return full_table(UTH, procedure, cards={**CARDS, **(cards or {})}, **terms)


def trips(t: Table) -> dict[int, int]:
    return {seat: won(t, seat, "trips") // 100 for seat in (1, 2, 4)}


# --- the dealer's card is exposed before the last decision ----------------------------------------------------------


@pytest.mark.parametrize(
    ("procedure", "moment"),
    [
        pytest.param(p, m, id=f"{p}-{m}", marks=pytest.mark.clause("MA-UTH 15(a)/2"))
        for p, moments in (
            ("manual_shoe", "deal+ preflop flop postflop turn_river stub final"),
            ("hand", "deal+ preflop turn_river final"),
            ("automated_shoe", "preflop flop postflop turn_river stub final"),
        )
        for m in moments.split()
    ],
)
def test_trips_are_settled_on_the_completed_board(procedure: str, moment: str) -> None:
    t = at(uth(procedure), moment)
    tell(t, "dealer_card_exposed")
    finish(t)
    assert [ev.to for ev in events(t, e.CardsDealt) if ev.to in ("burn", "community")] == ["burn", "community"] * 2
    assert t.state.community == ("9h", "Qh", "3c", "3d", "5s") and t.state.burned == ("4c", "4d")
    assert returned(t) == {1: MAIN, 2: MAIN, 4: MAIN}
    assert trips(t) == TRIPS
    assert [net(t, s) for s in (1, 2, 4)] == [45, -5, 45]
    another_round(t)


@pytest.mark.clause("MA-UTH 15(a)/1")
def test_nobody_decides_any_more_and_the_dealers_hand_stays_closed() -> None:
    t = at(uth(), "preflop")
    tell(t, "dealer_card_exposed")
    refused(t, "player:P1", a.Decide(1, "check"))
    finish(t)
    assert not events(t, e.Decided) and not events(t, e.CardsShown)


@pytest.mark.parametrize(
    ("choice", "back"),
    [
        pytest.param("true", MAIN, id="true", marks=pytest.mark.clause("MA-UTH 15(a)/1")),
        pytest.param("false", {}, id="false", marks=pytest.mark.clause("MA-UTH 15(a)/1")),
    ],
)
def test_a_folded_players_trips_are_settled_too(choice: str, back: dict[str, int]) -> None:
    """Position 1 folded before the exposure; whether the void undoes his fold is the operator's choice."""
    t = to(uth(readings={"void_returns_folded": choice}), "final")
    accepted(t, "player:P1", a.Decide(1, "fold"))
    accepted(t, "player:P2", a.Decide(2, "play_1x"))
    tell(t, "dealer_card_exposed")
    finish(t)
    assert returned(t).get(1, {}) == back and returned(t)[2] == {**MAIN, "play": 10}
    assert trips(t) == TRIPS
    assert net(t, 1) == FULL_HOUSE_PAYS - (0 if back else 20)
    balanced(t)


@pytest.mark.clause("MA-UTH 15(a)/2")
def test_without_a_trips_wager_no_board_is_dealt() -> None:
    t = to(seated(table(UTH, cards=CARDS), 1, 2), "preflop")
    tell(t, "dealer_card_exposed")
    assert t.step_name == "clear" and not t.state.community and not t.state.burned
    assert returned(t) == {1: MAIN, 2: MAIN}


@pytest.mark.clause("MA-UTH 15(a)/2")
def test_one_trips_wager_is_enough() -> None:
    t = seated(table(UTH, cards=CARDS), 1)
    to(seated(t, 2, trips=5), "preflop")
    tell(t, "dealer_card_exposed")
    finish(t)
    assert len(t.state.community) == 5 and trips(t) == {1: 0, 2: NOTHING, 4: 0}


@pytest.mark.parametrize(
    ("settles", "progressive", "meter"),
    [
        # returned and no contribution; or settled: a full house 10 for 1, and the contribution is on the meter
        pytest.param("false", {1: 0, 2: 0, 4: 0}, 0, id="returned", marks=pytest.mark.clause("MA-UTH 15(a)/1")),
        pytest.param("true", {1: 45, 2: -5, 4: 45}, 150, id="settled", marks=pytest.mark.clause("MA-UTH 15(a)/1")),
    ],
)
def test_cover_all_goes_back_and_the_progressive_by_choice(
    settles: str, progressive: dict[int, int], meter: int
) -> None:
    t = at(uth("automated_shoe", **PROGRESSIVE, readings={"void_settles_progressive": settles}), "postflop")
    tell(t, "dealer_card_exposed")
    finish(t)
    assert [won(t, s, "cover_all") for s in (1, 2, 4)] == [0, 0, 0]
    assert {s: won(t, s, "progressive") // 100 for s in (1, 2, 4)} == progressive
    assert trips(t) == TRIPS
    assert t.meters["Progressive"] - 10000 * 100 * 1_000_000 == meter * 1_000_000, "10 % of three $5 wagers"
    another_round(t)


@pytest.mark.parametrize(
    ("settles", "progressive"),
    [
        pytest.param("false", {1: 0, 2: 0, 4: 0}, id="returned", marks=pytest.mark.clause("MA-UTH 7(f)(2)/2")),
        pytest.param("true", {1: 45, 2: -5, 4: 45}, id="settled", marks=pytest.mark.clause("MA-UTH 7(f)(2)/2")),
    ],
)
def test_a_wrong_board_found_by_the_count_spares_what_one_seen_earlier_spares(
    settles: str, progressive: dict[int, int]
) -> None:
    """No burn before the last two cards: Trips is settled, and the progressive by choice, as U-33 says of every void
    that spares Trips."""
    offered = {**PROGRESSIVE, "wagers": {"progressive": PROGRESSIVE["wagers"]["progressive"]}}
    chosen = {"void_settles_progressive": settles, "stub_misdeal": "as_15d"}
    t = at(uth(**offered, readings=chosen), "stub")
    places = {"discards": 1, "community": 5, "dealer": 2, "seat1": 2, "seat2": 2, "seat4": 2}
    accepted(t, "dealer", a.CountStub(52 - sum(places.values()), tuple(places.items())))
    finish(t, CHOICES)
    assert [won(t, s, "ante") for s in (1, 2, 4)] == [0, 0, 0]
    assert {s: won(t, s, "progressive") // 100 for s in (1, 2, 4)} == progressive
    assert trips(t) == TRIPS


# --- cards face up after the initial cards --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step", [pytest.param(s, id=s, marks=pytest.mark.clause("MA-UTH 15(b)/1")) for s in ("flop", "turn_river")]
)
def test_one_card_is_skipped_and_everything_is_played(step: str) -> None:
    t = at(uth(), step)
    tell(t, "card_face_up", cards="Ah")
    finish(t, CHOICES)
    assert t.state.community == ("9h", "Qh", "3c", "3d", "5s") and t.state.aside == ("Ah",)
    # Dealer 9h Qh 3c 3d 7s: a pair. Position 1's full house wins ante, play 1 to 1 and blind 3 to 1 (11(c)).
    assert (won(t, 1, "ante"), won(t, 1, "play"), won(t, 1, "blind")) == (1000, 1000, 3000)
    assert net(t, FOLDER) == FULL_HOUSE_PAYS - 20 and not returned(t)


@pytest.mark.parametrize(
    ("cards", "terms"),
    [
        pytest.param("Ah Kh", {}, id="two", marks=pytest.mark.clause("MA-UTH 15(b)/3")),
        pytest.param(
            "Ah",
            {"readings": {"one_face_up_after_deal": "void_but_trips"}},
            id="one, by choice",
            marks=pytest.mark.clause("MA-UTH 15(b)/3"),
        ),
    ],
)
@pytest.mark.parametrize("step", ["flop", "turn_river"])
def test_the_hands_are_void_but_for_trips(cards: str, terms: dict[str, Any], step: str) -> None:
    t = at(uth(**terms), step)
    tell(t, "card_face_up", cards=cards)
    finish(t)
    assert returned(t) == {1: MAIN, 2: MAIN, 4: MAIN} and trips(t) == TRIPS
    assert t.state.community == ("9h", "Qh", "3c", "3d", "5s"), "the face-up cards are skipped"
    assert t.state.aside == tuple(cards.split()) and len(t.state.burned) == 2
    another_round(t)


@pytest.mark.clause("MA-UTH 15(b)/3")
def test_the_second_card_counts_where_it_is_found() -> None:
    """One while the initial cards were dealt, one after them: more than one, found after the initial cards."""
    t = uth()
    tell(to(t, "deal"), "card_face_up", cards="Ah")
    told = tell(to(t, "flop"), "card_face_up", cards="Kh")
    assert (told.consequence, told.clause) == ("void_spare", "MA-UTH 15(b)/2")
    finish(t)
    assert trips(t) == TRIPS and t.state.aside == ("Ah", "Kh")


# --- one player's hand is void --------------------------------------------------------------------------------------

QUADS = {"seat1": "9s 9d", "seat2": "3s Kd", "seat4": "Qs Jd", "community": "9h 9c 3c 3d 5s"}
"""Position 1 holds four nines, position 2 a full house, the dealer two pair."""


@pytest.mark.clause("MA-UTH 15(d)/1")
@pytest.mark.parametrize("count", [1, 3])
def test_only_that_hand_is_void_and_the_turn_passes(count: int) -> None:
    t = at(uth("automated_shoe", cards=QUADS, **PROGRESSIVE), "preflop")
    assert t.turn == 1
    tell(t, "wrong_number", seat=1, place="seat", count=count)
    assert t.turn == 2, "it was his turn; the others play on"
    assert returned(t) == {1: {**FULL[UTH], "progressive": 5}}
    assert staked(t, 1) == {"cover_all": 3}
    finish(t, CHOICES)
    # Highest hand at the table without his: the full house of position 2; four hands were dealt: 6 to 1.
    assert [won(t, s, "cover_all") for s in (1, 2, 4)] == [1800, 1800, 1800]
    assert net(t, 1) == 18
    # Position 2 beats the dealer: ante 10, play 10, blind 3 to 1, trips 9 to 1, progressive 10 for 1.
    assert net(t, 2) == 10 + 10 + 30 + 45 + 45 + 18
    assert t.meters["Progressive"] - 10000 * 100 * 1_000_000 == 100 * 1_000_000, "only two wagers contribute"
    another_round(t)


@pytest.mark.clause("MA-UTH 15(d)/1")
def test_a_folded_hand_found_wrong_gives_back_what_was_folded() -> None:
    t = at(uth(), "settle_folded")
    tell(t, "wrong_number", seat=FOLDER, place="seat", count=3)
    assert returned(t) == {FOLDER: FULL[UTH]} and net(t, FOLDER) == 0
    assert t.step_name == "clear"


@pytest.mark.clause("MA-UTH 15(d)/1")
def test_a_settled_hand_stands() -> None:
    t = at(uth(), "settle+")
    before = net(t, 2)
    assert tell(t, "wrong_number", seat=2, place="seat", count=3).consequence == "record"
    assert (net(t, 2), returned(t)) == (before, {})
    tell(t, "wrong_number", seat=1, place="seat", count=3)
    assert returned(t) == {1: {**FULL[UTH], "play": 10}}, "his hand was not settled yet"


@pytest.mark.clause("MA-UTH 15(d)/1")
def test_a_void_hand_is_out_and_cannot_be_void_again() -> None:
    t = at(uth(), "preflop")
    tell(t, "wrong_number", seat=1, place="seat", count=3)
    refused(t, "dealer", a.Report("wrong_number", 1, "seat", 4), code="not_in_play")
    refused(t, "player:P1", a.Decide(1, "check"), code="out_of_turn")


@pytest.mark.clause("MA-UTH 15(d)/1")
@pytest.mark.parametrize(("count", "stub"), [(3, 52 - 15 - 1), (1, 52 - 15 + 1)])
def test_the_stub_count_knows_of_the_wrong_hand(count: int, stub: int) -> None:
    """Three hands of two, the dealer's, five board cards and two burned are 15; the surplus card makes 16."""
    t = at(uth(), "preflop")
    tell(t, "wrong_number", seat=1, place="seat", count=count)
    by_hand(to(t, "stub", CHOICES))
    accepted(t, "dealer", a.CountStub(stub))
    assert events(t, e.StubCounted)[-1].verdict == "right" and not t.state.void


# --- the dealer's hand ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moment", [pytest.param(m, id=m, marks=pytest.mark.clause("MA-UTH 15(d)/2")) for m in ("preflop", "flop")]
)
def test_a_floorperson_lets_the_dealer_complete_his_hand(moment: str) -> None:
    t = by_hand(at(uth(cards={"dealer": "7s 2d 6d"}), moment))
    complete = a.Report("wrong_number", place="dealer", count=1, ruling="complete")
    refused(t, "dealer", complete, code="wrong_role", clause="MA-UTH 15(d)/2")
    accepted(t, "floorperson", complete)
    if moment == "preflop":
        refused(t, "player:P1", a.Decide(1, "check"), code="cards_owed")
    deliver(t, 1)
    assert t.state.dealer == ("7s", "6d"), "the next card in sequence"
    assert not t.state.void and t.step_name == moment
    balanced(t)


@pytest.mark.clause("MA-UTH 15(d)/2")
def test_completing_needs_too_few_cards_and_an_unturned_flop() -> None:
    t = at(uth(), "preflop")
    for count in (3, 4):
        refused(t, "floorperson", a.Report("wrong_number", place="dealer", count=count, ruling="complete"))
    to(t, "postflop")
    refused(t, "floorperson", a.Report("wrong_number", place="dealer", count=1, ruling="complete"), code="not_now")
    tell(t, "wrong_number", place="dealer", count=1)
    assert t.state.void and returned(t)[1] == FULL[UTH], "Trips too"
    assert t.step_name == "clear"


# --- the board ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "count", "more", "board"),
    [
        pytest.param(
            "postflop", 2, "3h", ("9h", "Qh", "3h"), id="flop of two", marks=pytest.mark.clause("MA-UTH 10(b)/2")
        ),
        pytest.param(
            "final", 4, "2h", ("9h", "Qh", "3c", "3d", "2h"), id="no river", marks=pytest.mark.clause("MA-UTH 10(b)/2")
        ),
        pytest.param(
            "final",
            3,
            "2h 2c",
            ("9h", "Qh", "3c", "2h", "2c"),
            id="no turn",
            marks=pytest.mark.clause("MA-UTH 10(b)/2"),
        ),
    ],
)
def test_too_few_board_cards_are_completed(moment: str, count: int, more: str, board: tuple[str, ...]) -> None:
    t = by_hand(at(uth(), moment))
    tell(t, "wrong_number", place="community", count=count)
    refused(t, "player:P1", a.Decide(1, "fold" if moment == "final" else "check"), code="cards_owed")
    accepted(t, "dealer", a.DealCards(t.rules.deck.read_all(more)))
    assert t.state.community == board and t.state.community_up == len(board)
    assert not t.state.void and t.turn == 1


@pytest.mark.clause("MA-UTH 10(b)/2")
def test_too_many_on_the_flop_count_in_the_order_dealt() -> None:
    """Four cards on the flop: 9h Qh 3c Ah, then 3d and 5s. The first five are 9h Qh 3c Ah 3d."""
    t = at(uth(cards={"seat2": "As Ac"}), "postflop")
    many = a.Report("wrong_number", place="community", count=4)
    refused(t, "dealer", many, code="cards")
    refused(t, "dealer", replace(many, cards=("As",)), code="card_twice")
    tell(t, "wrong_number", place="community", count=4, cards="Ah")
    finish(t)
    assert t.state.community[:5] == ("9h", "Qh", "3c", "Ah", "3d")
    assert trips(t) == {1: 45, 2: 45, 4: 45}, "position 2: three aces and the threes, by the surplus ace"
    assert returned(t) == {1: MAIN, 2: MAIN, 4: MAIN}
    another_round(t)


@pytest.mark.clause("MA-UTH 10(b)/2")
@pytest.mark.parametrize("moment", ["final", "reveal"])
def test_a_sixth_board_card_is_no_board_card(moment: str) -> None:
    t = at(uth(), moment)
    tell(t, "wrong_number", place="community", count=6)
    finish(t)
    assert trips(t) == TRIPS and returned(t)[1]["ante"] == 10


@pytest.mark.clause("MA-UTH 10(b)/1")
@pytest.mark.parametrize("moment", ["postflop", "turn_river", "final", "reveal"])
def test_without_the_burn_only_trips_are_settled(moment: str) -> None:
    t = at(uth("automated_shoe", **PROGRESSIVE), moment)
    tell(t, "burn_omitted")
    finish(t)
    play = {"play": 10} if moment == "reveal" else {}
    back = {**MAIN, "progressive": 5, "cover_all": 3}
    assert returned(t) == {1: {**back, **play}, 2: {**back, **play}, 4: back}
    assert trips(t) == TRIPS


@pytest.mark.parametrize(
    ("choice", "step"),
    [
        pytest.param(choice, step, id=f"{choice}-{step}", marks=pytest.mark.clause(clause))
        for choice in ("void_but_trips", "play_on")
        for step, clause in (("preflop", "MA-UTH 10(b)/1"), ("postflop", "MA-UTH 10(d)/1"))
    ],
)
def test_a_board_dealt_too_early(choice: str, step: str) -> None:
    t = at(uth(readings={"early_board": choice}), step)
    tell(t, "early_board")
    finish(t, CHOICES)
    assert returned(t) == ({} if choice == "play_on" else {1: MAIN, 2: MAIN, 4: MAIN})
    assert trips(t) == TRIPS
    assert net(t, 1) == (45 if choice == "void_but_trips" else 45 + 10 + 10 + 30)


# --- several events in one round ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "second", "clause"),
    [
        pytest.param(moment, second, clause, id=clause, marks=pytest.mark.clause(clause))
        for moment, second, clause in (
            ("deal+", {"kind": "card_face_up", "cards": "Ah Kh"}, "MA-UTH 15(b)/2"),
            ("preflop", {"kind": "wrong_number", "place": "dealer", "count": 3}, "MA-UTH 15(d)/2"),
        )
    ],
)
def test_trips_survive_only_if_every_event_spares_them(moment: str, second: dict[str, Any], clause: str) -> None:
    t = at(uth(), moment)
    tell(t, "dealer_card_exposed")
    assert staked(t, 1) == {"trips": 5}
    assert tell(t, **second).clause == clause
    assert returned(t) == {1: FULL[UTH], 2: FULL[UTH], 4: FULL[UTH]} and t.step_name == "clear"
    another_round(t)


@pytest.mark.clause("MA-UTH 15(a)/1")
def test_a_void_table_takes_the_void_players_cover_all_along() -> None:
    t = at(uth("automated_shoe", **PROGRESSIVE), "preflop")
    tell(t, "wrong_number", seat=1, place="seat", count=3)
    assert staked(t, 1) == {"cover_all": 3}
    tell(t, "dealer_card_exposed")
    assert staked(t, 1) == {} and staked(t, 2) == {"trips": 5}
    finish(t)
    assert net(t, 1) == 0 and trips(t)[1] == 0, "his hand was void before: his Trips went back"
    assert (net(t, 2), net(t, 4)) == (NOTHING, FULL_HOUSE_PAYS)
    balanced(t)
