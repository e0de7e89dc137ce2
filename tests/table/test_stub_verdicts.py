"""What follows from the count of the stub: right, misdealt with a complete deck, or not misdealt.

Positions 1 and 3 play. Everything left over is worked out here: Dragon Poker 53 - 3 x 3 = 44, Top Five 52 - 3 x 7 = 31,
Let It Ride 52 - 2 x 3 - 2 community - 3 box = 41, Texas Hold 'Em 52 - 3 x 2 - 5 community - 2 burned = 39,
Three Card Poker 52 - 3 x 3 = 43, Caribbean Stud 52 - 3 x 5 = 37, Mississippi Stud 52 - 2 x 2 - 3 community = 45."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
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
    duty_of,
    events,
    net,
    refused,
    seated,
    table,
    to,
)

MANUAL, HAND, AUTOMATED = "manual_shoe", "hand", "automated_shoe"
HELD: dict[str, Any] = {"readings": {"dealer_stack": "held"}}

STUB = {DRAGON: 44, TOP5: 31, LIR: 41, UTH: 39, THREE: 43, CARIBBEAN: 37, MISSISSIPPI: 45}
PLACES = {
    DRAGON: {"seat1": 3, "seat3": 3, "dealer": 3},
    TOP5: {"seat1": 7, "seat3": 7, "dealer": 7},
    LIR: {"seat1": 3, "seat3": 3, "community": 2, "box": 3},
    UTH: {"seat1": 2, "seat3": 2, "dealer": 2, "community": 5, "discards": 2},
    THREE: {"seat1": 3, "seat3": 3, "dealer": 3},
    CARIBBEAN: {"seat1": 5, "seat3": 5, "dealer": 5},
    MISSISSIPPI: {"seat1": 2, "seat3": 2, "community": 3},
}
SIDE = {
    DRAGON: {"three_card_bonus": 5, "dragon": 5},
    TOP5: {"top_five_bonus": 5, "poker_bonus": 5},
    LIR: {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 5, "progressive": 1},
    UTH: {"trips": 5},
    THREE: {"pair_plus": 5},
    CARIBBEAN: {"five_card_bonus": 5},
    MISSISSIPPI: {"three_card_bonus": 5},
}
FIRST_DECISION = {
    DRAGON: "decide", TOP5: "decide", LIR: "decide_1", UTH: "final", THREE: "decide", CARIBBEAN: "decide",
    MISSISSIPPI: "third",
}  # fmt: skip


def case(clause: str, *values: Any) -> Any:
    name = " ".join(str(v) for v in values[2:] if not isinstance(v, dict))
    return pytest.param(*values, id=f"{clause} {name}".strip(), marks=pytest.mark.clause(clause))


def at_stub(game: str, procedure: str, **overrides: Any) -> Table:
    """The deal is done, in Texas Hold 'Em the board too; there position 1 has played four times the ante."""
    t = seated(table(game, procedure, **overrides), 1, 3, **SIDE[game])
    return to(t, "stub", {1: {"preflop": "play_4x"}})


def counted(game: str, stub: int, **wrong: int) -> a.CountStub:
    """This stub, and at every place what belongs there but for what is named."""
    return a.CountStub(stub, tuple({**PLACES[game], **wrong}.items()))


def orders(request: pytest.FixtureRequest, in_texas: str) -> str:
    """The clause of this case; in Texas Hold 'Em, where sections 8 and 9 count by 7(f), this one."""
    clause: str = request.node.get_closest_marker("clause").args[0]
    return in_texas if clause.startswith("MA-UTH") else clause


def everything_returned(t: Table) -> bool:
    """No wager of anybody is lost or left over, the collected ones included, and the house has gained nothing."""
    wagers = [(s, w.id) for s in (1, 3) for w in t.rules.wagers]
    return not any(net(t, *wager) for wager in wagers) and t.state.inventory == 0


# --- the right number -----------------------------------------------------------------------------------------------

RIGHT = {
    DRAGON: ("MD-DRAGON 8.F", "MD-DRAGON 9.E", "MD-DRAGON 10.D"),
    TOP5: ("MD-TOP5 8.F(2)", "MD-TOP5 9.D(2)", "MD-TOP5 10.C(1)"),
    LIR: ("MD-LIR 8.E", "MD-LIR 9.G", "MD-LIR 10.F"),
    THREE: ("TCP 7.8", "TCP 8.9", "TCP 9.8"),
    CARIBBEAN: ("CSP 7.8", "CSP 8.9", "CSP 9.8"),
    MISSISSIPPI: ("MST 7.9", "MST 8.10", "MST 9.8"),
}
TEXAS = (("MA-UTH 7(f)(1)", MANUAL), ("MA-UTH 8(e)/2", HAND), ("MA-UTH 9(e)/2", AUTOMATED))
"""Sections 8 and 9 count by 7(f)."""


def by_chapter(clauses: dict[str, tuple[str, str, str]]) -> list[Any]:
    rows = [(game, *row) for game, row in clauses.items()]
    return [case(c, g, p) for g, *cs in rows for c, p in zip(cs, (MANUAL, HAND, AUTOMATED), strict=True)]


@pytest.mark.parametrize(("game", "procedure"), [*by_chapter(RIGHT), *(case(c, UTH, p) for c, p in TEXAS)])
def test_a_right_count_sends_the_stub_to_the_rack_and_the_round_goes_on(
    game: str, procedure: str, request: pytest.FixtureRequest
) -> None:
    t = at_stub(game, procedure)
    accepted(t, "dealer", a.CountStub(STUB[game]))
    clause = orders(request, "MA-UTH 7(f)(1)")
    assert [(ev.stub, ev.expected, ev.verdict, ev.clause) for ev in events(t, e.StubCounted)] == [
        (STUB[game], STUB[game], "right", clause)
    ]
    assert t.step_name == FIRST_DECISION[game] and not t.state.void
    refused(t, "dealer", a.CountStub(STUB[game]), code="wrong_step")
    to(t, "clear")
    accepted(t, "dealer", a.ClearTable())
    assert t.state.decks[0].stage == "used", "the deck stays and is shuffled for the next round"


# --- a wrong number: were the cards misdealt? -----------------------------------------------------------------------

WRONG = {
    DRAGON: ("MD-DRAGON 8.G", "MD-DRAGON 9.F", "MD-DRAGON 10.E"),
    TOP5: ("MD-TOP5 8.F(3)", "MD-TOP5 9.D(3)", "MD-TOP5 10.C(2)"),
    LIR: ("MD-LIR 8.F", "MD-LIR 9.H", "MD-LIR 10.G"),
    THREE: ("TCP 7.9", "TCP 8.10", "TCP 9.9"),
    CARIBBEAN: ("CSP 7.9", "CSP 8.10", "CSP 9.9"),
    MISSISSIPPI: ("MST 7.10", "MST 8.11", "MST 9.9"),
}


@pytest.mark.parametrize("off", [-1, 1])
@pytest.mark.parametrize(
    ("game", "procedure"),
    [*by_chapter(WRONG), case("MA-UTH 7(f)(2)/1", UTH, MANUAL), *(case(c, UTH, p) for c, p in TEXAS[1:])],
)
def test_a_wrong_count_decides_nothing_until_the_places_are_counted(game: str, procedure: str, off: int) -> None:
    """The stub alone, or with one place left out, gives no verdict; with all places the round is decided."""
    t = at_stub(game, procedure)
    clause = "MA-UTH 7(f)(2)/1" if game == UTH else WRONG[game][(MANUAL, HAND, AUTOMATED).index(procedure)]
    stub = STUB[game] + off
    refused(t, "dealer", a.CountStub(stub), clause=clause, code="counts_by_place")
    most = tuple(PLACES[game].items())[:-1]
    refused(t, "dealer", a.CountStub(stub, most), clause=clause, code="counts_by_place")
    refused(t, "dealer", a.CountStub(stub, (*most, ("shoe", 3))), clause=clause, code="counts_by_place")
    refused(t, "dealer", counted(game, stub, seat1=-1), clause=clause, code="counts_by_place")
    refused(t, "player:P1", a.Decide(1, "play"), code="wrong_step")
    accepted(t, "dealer", counted(game, stub))
    assert t.state.void


# --- misdealt, and the deck is complete -----------------------------------------------------------------------------

MISDEALT = [
    case("MD-DRAGON 8.G(1)", DRAGON, MANUAL, "seat3", 4),
    case("MD-DRAGON 8.G(1)", DRAGON, MANUAL, "dealer", 2),
    case("MD-DRAGON 9.G", DRAGON, HAND, "seat1", 2),
    case("MD-DRAGON 10.F", DRAGON, AUTOMATED, "dealer", 4),
    case("MD-TOP5 8.F(4)", TOP5, MANUAL, "seat1", 8),
    case("MD-TOP5 9.D(4)", TOP5, HAND, "seat3", 6),
    case("MD-TOP5 10.C(3)", TOP5, AUTOMATED, "dealer", 8),
    case("MD-LIR 8.F(1)", LIR, MANUAL, "box", 4),
    case("MD-LIR 8.F(1)", LIR, MANUAL, "community", 1),
    case("MD-LIR 9.H(1)", LIR, HAND, "community", 3),
    case("MD-LIR 9.H(1)", LIR, HAND, "seat3", 2),
    case("MD-LIR 10.G(1)", LIR, AUTOMATED, "seat1", 4),
    case("MD-LIR 10.G(1)", LIR, AUTOMATED, "box", 2),
    case("MA-UTH 7(f)(2)/2", UTH, MANUAL, "seat3", 3),
    case("MA-UTH 7(f)(2)/2", UTH, MANUAL, "dealer", 1),
    case("MA-UTH 8(e)/2", UTH, HAND, "seat1", 1),
    case("MA-UTH 9(e)/2", UTH, AUTOMATED, "dealer", 3),
    case("TCP 7.10", THREE, MANUAL, "seat3", 4),
    case("TCP 8.11", THREE, HAND, "dealer", 2),
    case("TCP 9.10", THREE, AUTOMATED, "seat1", 2),
    case("CSP 7.10", CARIBBEAN, MANUAL, "dealer", 6),
    case("CSP 8.11", CARIBBEAN, HAND, "seat1", 4),
    case("CSP 9.10", CARIBBEAN, AUTOMATED, "seat3", 6),
    case("MST 7.11", MISSISSIPPI, MANUAL, "community", 2),
    case("MST 8.12", MISSISSIPPI, HAND, "seat3", 3),
    case("MST 9.10", MISSISSIPPI, AUTOMATED, "community", 4),
]


@pytest.mark.parametrize(("game", "procedure", "place", "found"), MISDEALT)
def test_misdealt_with_a_complete_deck_voids_all_hands_and_keeps_the_deck(
    game: str, procedure: str, place: str, found: int, request: pytest.FixtureRequest
) -> None:
    """What one place has too much the stub lacks: every wager goes back, the deck is only shuffled."""
    t = at_stub(game, procedure)
    clause = orders(request, "MA-UTH 7(f)(2)/2")
    stub = STUB[game] - (found - PLACES[game][place])
    accepted(t, "dealer", counted(game, stub, **{place: found}))
    assert [ev.verdict for ev in events(t, e.StubCounted)] == ["misdealt"]
    assert t.state.void and t.step_name == "clear" and everything_returned(t)
    assert [ev.clause for ev in events(t, e.RoundVoided)] == [clause]
    accepted(t, "dealer", a.ClearTable())
    assert not events(t, e.DeckRemoved)
    assert duty_of(t).do is a.ShuffleCards


# --- not misdealt ---------------------------------------------------------------------------------------------------

NOT_MISDEALT = {
    DRAGON: ("MD-DRAGON 8.G(2)", "MD-DRAGON 9.H", "MD-DRAGON 10.G"),
    TOP5: ("MD-TOP5 8.F(5)", "MD-TOP5 9.D(5)", "MD-TOP5 10.C(4)"),
    LIR: ("MD-LIR 8.F(2)", "MD-LIR 9.H(2)", "MD-LIR 10.G(2)"),
    THREE: ("TCP 7.11", "TCP 8.12", "TCP 9.11"),
    CARIBBEAN: ("CSP 7.11", "CSP 8.12", "CSP 9.11"),
    MISSISSIPPI: ("MST 7.12", "MST 8.13", "MST 9.11"),
}


@pytest.mark.parametrize("off", [-1, 1])
@pytest.mark.parametrize(
    ("game", "procedure"),
    [*by_chapter(NOT_MISDEALT), case("MA-UTH 7(f)(2)/3", UTH, MANUAL), *(case(c, UTH, p) for c, p in TEXAS[1:])],
)
def test_not_misdealt_voids_all_hands_and_the_deck_leaves_the_table(
    game: str, procedure: str, off: int, request: pytest.FixtureRequest
) -> None:
    """Every place has its number, yet a card is missing or too many: the next deck comes through the whole opening."""
    t = at_stub(game, procedure)
    before = len(t.log)
    accepted(t, "dealer", counted(game, STUB[game] + off))
    assert [ev.verdict for ev in events(t, e.StubCounted)] == ["not misdealt"]
    assert t.state.void and everything_returned(t)
    clause = orders(request, "MA-UTH 7(f)(2)/3")
    assert [ev.clause for ev in events(t, e.RoundVoided)] == [clause]
    assert [(ev.deck, ev.clause) for ev in events(t, e.DeckRemoved)] == [(1, clause)]
    accepted(t, "dealer", a.ClearTable())
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    automatic(t).run(until="bets")
    opening = [r.event for r in t.log[before:] if isinstance(r.event, e.CardsReceived | e.DeckMoved | e.CardsShuffled)]
    stages = [ev.stage if isinstance(ev, e.DeckMoved) else type(ev).__name__ for ev in opening]
    whole = ["inspected", "verified", "spread", "looked", "washed", "stacked"]
    assert stages == ["CardsReceived", *whole, "CardsShuffled"]


@pytest.mark.parametrize(
    ("game", "procedure"),
    [
        case("MD-DRAGON 8.G(2)", DRAGON, MANUAL),
        case("MD-LIR 10.G(2)", LIR, AUTOMATED),
        case("MA-UTH 7(f)(2)/3", UTH, MANUAL),
        case("TCP 9.11", THREE, AUTOMATED),
        case("CSP 7.11", CARIBBEAN, MANUAL),
        case("MST 8.13", MISSISSIPPI, HAND),
    ],
)
def test_a_wrong_hand_does_not_explain_a_deck_that_is_incomplete(game: str, procedure: str) -> None:
    """A hand has one card too few, and the stub too: together two are missing, so the deck leaves."""
    t = at_stub(game, procedure)
    accepted(t, "dealer", counted(game, STUB[game] - 1, seat1=PLACES[game]["seat1"] - 1))
    assert [ev.verdict for ev in events(t, e.StubCounted)] == ["not misdealt"]
    assert events(t, e.DeckRemoved) and everything_returned(t)


@pytest.mark.parametrize(
    ("game", "procedure", "deck"),
    [
        case("MD-DRAGON 8.G(2)", DRAGON, MANUAL, 54),
        case("MD-TOP5 9.D(5)", TOP5, HAND, 53),
        case("MA-UTH 7(f)(2)/3", UTH, MANUAL, 51),
        case("TCP 7.11", THREE, MANUAL, 51),
        case("CSP 8.12", CARIBBEAN, HAND, 53),
        case("MST 9.11", MISSISSIPPI, AUTOMATED, 51),
    ],
)
def test_a_whole_deck_counted_wrong_between_rounds_leaves_the_table(game: str, procedure: str, deck: int) -> None:
    """All cards are gathered and nothing can be misdealt any more."""
    t = to(at_stub(game, procedure), "clear")
    accepted(t, "dealer", a.ClearTable())
    refused(t, "dealer", a.CountStub(-1), code="count")
    accepted(t, "dealer", a.CountStub(deck))
    assert t.state.decks[0].stage == "absent"


# --- after the decisions, where the dealer's stack was held ---------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "stub", "removed"),
    [
        case("MD-DRAGON 10.F", DRAGON, AUTOMATED, 43, False),
        case("MD-DRAGON 10.G", DRAGON, AUTOMATED, 45, True),
        case("MD-TOP5 10.C(3)", TOP5, AUTOMATED, 30, False),
        case("MD-TOP5 10.C(4)", TOP5, AUTOMATED, 32, True),
    ],
)
def test_with_a_held_stack_play_wagers_and_folded_wagers_go_back_too(
    game: str, procedure: str, stub: int, removed: bool
) -> None:
    """The stub comes after the reveal: position 1 has played, position 3 has folded and lost its wagers (X-01)."""
    t = seated(table(game, procedure, **HELD), 1, 3, **SIDE[game])
    to(t, "stub", {1: {"decide": "play"}, 3: {"decide": "fold"}})
    assert net(t, 3, "ante") == -1000 and t.state.inventory >= 1000
    accepted(t, "dealer", counted(game, stub, **({} if removed else {"seat1": PLACES[game]["seat1"] + 1})))
    assert everything_returned(t) and bool(events(t, e.DeckRemoved)) is removed


# --- cards that were dealt with earlier in the round (X-06) ---------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "card", "overrides"),
    [
        case("MD-DRAGON 8.F", DRAGON, MANUAL, "GD", {}),
        case("MD-TOP5 9.D(2)", TOP5, HAND, "Ah", {"readings": {"single_face_up": "set_aside"}}),
        case("MD-LIR 9.G", LIR, HAND, "Ah", {}),
        case("MA-UTH 7(f)(1)", UTH, MANUAL, "Ah", {}),
        case("TCP 7.8", THREE, MANUAL, "Ah", {}),
        case("CSP 8.9", CARIBBEAN, HAND, "Ah", {}),
        case("MST 7.9", MISSISSIPPI, MANUAL, "Ah", {}),
    ],
)
def test_a_card_set_aside_face_up_is_missing_from_the_right_stub(
    game: str, procedure: str, card: str, overrides: Any
) -> None:
    """One card less than without it: that count is right, and the round is not void for the same card again."""
    t = to(seated(table(game, procedure, **overrides), 1, 3), "deal")
    accepted(t, "dealer", a.Report("card_face_up", cards=(card,)))
    to(t, "stub")
    refused(t, "dealer", a.CountStub(STUB[game]), code="counts_by_place")
    accepted(t, "dealer", a.CountStub(STUB[game] - 1))
    assert not t.state.void


@pytest.mark.parametrize(("count", "stub"), [(3, 38), (1, 40)])
@pytest.mark.clause("MA-UTH 7(f)(1)")
def test_a_players_hand_already_void_for_its_number_does_not_void_the_rest(count: int, stub: int) -> None:
    """Section 15(d) has voided position 3's hand of one or three cards; the stub that goes with it is right."""
    t = to(seated(table(UTH, MANUAL), 1, 3), "preflop")
    accepted(t, "floorperson", a.Report("wrong_number", seat=3, place="seat", count=count))
    to(t, "stub")
    refused(t, "dealer", a.CountStub(39), code="counts_by_place")
    accepted(t, "dealer", a.CountStub(stub))
    assert not t.state.void and t.step_name == "final" and t.turn == 1


@pytest.mark.clause("MA-UTH 7(f)(1)")
def test_a_dealers_hand_that_was_completed_leaves_the_usual_stub() -> None:
    """He had one card and got his second from the deck: 52 - 6 - 7 are left as always."""
    t = to(seated(table(UTH, MANUAL), 1, 3), "preflop")
    accepted(t, "floorperson", a.Report("wrong_number", place="dealer", count=1, ruling="complete"))
    to(t, "stub")
    assert len(t.state.dealer) == 2
    accepted(t, "dealer", a.CountStub(39))
    assert not t.state.void


# --- Texas Hold 'Em: the other reading of a misdeal found by the count (U-31) ----------------------------------------

AS_15D = {"readings": {"stub_misdeal": "as_15d"}}


@pytest.mark.parametrize(("readings", "all_void"), [({}, True), (AS_15D, False)])
@pytest.mark.clause("MA-UTH 7(f)(2)/2")
def test_a_players_wrong_hand_voids_all_hands_or_only_his(readings: dict[str, Any], all_void: bool) -> None:
    t = at_stub(UTH, MANUAL, **readings)
    accepted(t, "dealer", counted(UTH, 38, seat3=3))
    assert t.state.void is all_void
    assert [net(t, 3, w) for w in ("ante", "blind", "trips")] == [0, 0, 0]
    assert [net(t, 1, w) for w in ("ante", "blind", "play", "trips")] == (
        [0, 0, 0, 0] if all_void else [-1000, -1000, -4000, -500]
    )
    assert t.step_name == ("clear" if all_void else "reveal"), "position 1 has played and nobody else is left to ask"


@pytest.mark.clause("MA-UTH 7(f)(2)/2")
def test_the_dealers_wrong_hand_voids_all_hands_by_either_reading() -> None:
    t = at_stub(UTH, MANUAL, **AS_15D)
    accepted(t, "dealer", counted(UTH, 40, dealer=1))
    assert t.state.void and everything_returned(t)
