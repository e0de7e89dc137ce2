"""Wagers before the cards: with what, until when, how much, on top of which; and what bears on what."""

from typing import Any

import pytest

from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.duties import duty
from pitboss.table.flow import current
from support import (
    CARIBBEAN,
    DRAGON,
    HOUSE_RULES,
    LIR,
    MISSISSIPPI,
    PLAIN,
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
    rules,
    seated,
    stay,
    table,
    to,
)

SIDE = {
    DRAGON: "three_card_bonus", TOP5: "poker_bonus", LIR: "three_card_bonus", UTH: "trips", THREE: "pair_plus",
    CARIBBEAN: "five_card_bonus", MISSISSIPPI: "three_card_bonus",
}  # fmt: skip
FIRST = {game: next(iter(wagers)) for game, wagers in PLAIN.items()}
ANN = "player:P1"


def by_game(clauses: dict[str, str]) -> list[object]:
    """One case per game: game → the rest of its clause."""
    return [case(clause_of(game, rest), game, clause_of(game, rest)) for game, rest in clauses.items()]


def case(clause: str, *values: object, title: str = "") -> Any:
    return pytest.param(*values, id=f"{clause} {title}".strip(), marks=pytest.mark.clause(clause))


def bet(wager: str, dollars: float, **more: Any) -> a.PlaceWager:
    return a.PlaceWager(1, wager, round(dollars * 100), **more)


def lies(t: Table, seat: int = 1) -> dict[str, int]:
    """What lies on the position's areas, in cents, as everybody sees it."""
    return t.view("player:Somebody").seats[seat - 1].wagers


def defined_progressive(amount: int, cards: str, hand: str, **more: Any) -> dict[str, Any]:
    """A progressive of the operator's own definition (D-02, U-08)."""
    lines = [{"hand": hand, "pays": 100, "unit": "meter", "meter": "Progressive"}]
    meters = {"Progressive": {"rate": "5", "initial": 1000, "reset": 1000}}
    return {"wagers": {"progressive": {"amount": amount, "cards": cards, "lines": lines}}, "meters": meters, **more}


UTH_PROGRESSIVE = defined_progressive(5, "seven", "royal_flush")
DRAGON_PROGRESSIVE = defined_progressive(1, "three", "three_dragons")
COVER_ALL: dict[str, Any] = {"wagers": {"cover_all": {"offered": True}}, "readings": {"cover_all_lowest": "full_house"}}


def opened(game: str, terms: dict[str, Any], procedure: str = "manual_shoe") -> Table:
    """A table with open bets under these terms, meters and all."""
    bound = rules(game, procedure, **terms)
    return Table(bound, source=ScriptedPlaces(bound.deck, {})).open()


# --- with what --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"), by_game({DRAGON: "7.A", TOP5: "7.A", LIR: "7.A", UTH: "6(a)/1", **own("6.1")})
)
def test_a_wager_is_a_chip_a_plaque_or_an_approved_instrument_on_its_area(game: str, clause: str) -> None:
    t = table(game)
    t.sit(1, "P1")
    for number, instrument in enumerate(("chips", "plaque", "approved instrument"), start=2):
        accepted(t, ANN, bet(FIRST[game], 5 * number, instrument=instrument))
        assert lies(t) == {FIRST[game]: 500 * number}
    for instrument in ("marker", "match play coupon", "a promise", ""):
        refused(t, ANN, bet(FIRST[game], 10, instrument=instrument), clause=clause, code="instrument")
    refused(t, ANN, bet("hardways", 10), clause=clause)


@pytest.mark.parametrize(
    ("game", "clause"), by_game({DRAGON: "7.B", TOP5: "7.A", LIR: "7.A", UTH: "6(a)/2", **own("6.2")})
)
def test_a_verbal_wager_with_cash_is_not_accepted(game: str, clause: str) -> None:
    """X-24: in all games, also when the dealer records it."""
    t = table(game)
    t.sit(1, "P1")
    for who in (ANN, "dealer"):
        refused(t, who, bet(FIRST[game], 10, instrument="cash"), clause=clause, code="instrument")
    assert lies(t) == {}
    refused(t, "dealer", a.CloseBets(), code="no_wagers")


# --- until when -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause"), by_game({DRAGON: "7.D", TOP5: "7.C", LIR: "7.C", UTH: "6(b)/1", **own("6.6")})
)
def test_wagers_are_placed_before_no_more_bets(game: str, clause: str) -> None:
    """Until then a wager is made, raised, lowered and taken back; what lies there at the announcement counts."""
    t = seated(table(game), 1, 2)
    t.sit(3, "P3")
    accepted(t, ANN, bet(SIDE[game], 5))
    accepted(t, ANN, bet(SIDE[game], 25))
    accepted(t, ANN, bet(SIDE[game], 15))
    accepted(t, "player:P2", a.PlaceWager(2, FIRST[game], 0))
    refused(t, "player:P2", a.PlaceWager(2, FIRST[game], 0), code="nothing_there")
    accepted(t, "dealer", a.CloseBets())
    assert events(t, e.BetsClosed)[0].seats == (1,), "positions 2 and 3 have no complete wagers and get no cards"
    assert lies(t) == {**dict.fromkeys(PLAIN[game], 1000), SIDE[game]: 1500}
    refused(t, "player:P3", a.PlaceWager(3, FIRST[game], 1000), code="no_more_bets")
    finish(t)
    assert not t.state.seat(2).cards and not t.state.seat(3).cards


@pytest.mark.parametrize(
    ("game", "clause"), by_game({DRAGON: "7.E", TOP5: "7.D", LIR: "7.D", UTH: "6(b)/2", **own("6.7")})
)
def test_after_no_more_bets_no_wager_is_made_increased_or_withdrawn(game: str, clause: str) -> None:
    t = seated(table(game), 1, 2)
    accepted(t, "dealer", a.CloseBets())
    seen = []
    while t.step_name:
        seen.append(t.step_name)
        for late in (bet(SIDE[game], 5), bet(FIRST[game], 20), bet(FIRST[game], 5), bet(FIRST[game], 0)):
            refused(t, ANN, late, clause=clause, code="no_more_bets")
        now = current(t.rules, t.state)
        if now is not None and now.kind == "ask" and duty(t.rules, t.state) is None:
            accepted(t, f"player:P{t.turn}", a.Decide(t.turn, stay(now)))
        else:
            assert t.perform()
    assert {"deal", "stub", "settle", "clear"} <= set(seen)


@pytest.mark.clause("MA-UTH 13(a)")
def test_cover_all_is_made_before_the_round_starts() -> None:
    t = seated(table(UTH, "automated_shoe", **COVER_ALL), 1, 2)
    refused(t, "player:P2", a.PlaceWager(2, "cover_all", 0), code="nothing_there")
    accepted(t, ANN, bet("cover_all", 5))
    to(t, "deal")
    refused(t, "player:P2", a.PlaceWager(2, "cover_all", 500), clause="MA-UTH 6(b)/2", code="no_more_bets")
    refused(t, ANN, bet("cover_all", 0), clause="MA-UTH 6(b)/2", code="no_more_bets")


# --- compulsory wagers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        case("MD-DRAGON 7.F(1)", DRAGON, {"ante": 10, "ante_bonus": 15}, title="unequal"),
        case("MD-DRAGON 1.B(1)", DRAGON, {"ante": 10}, title="no Ante Bonus"),
        case("MD-LIR 7.E(1)", LIR, {"bet_1": 10, "bet_2": 10, "bet_3": 15}, title="unequal"),
        case("MD-LIR 7.E(1)", LIR, {"bet_1": 10, "bet_2": 5, "bet_3": 10}, title="the second unequal"),
        case("MD-LIR 7.E(1)", LIR, {"bet_1": 10, "bet_2": 10}, title="two of three"),
        case("MA-UTH 1 Ante", UTH, {"ante": 10, "blind": 5}, title="unequal"),
        case("MA-UTH 1 Blind", UTH, {"ante": 10}, title="no Blind"),
        case("MA-UTH 1 Ante", UTH, {"blind": 10}, title="no Ante"),
    ],
)
def test_incomplete_or_unequal_wagers_go_back_and_get_no_cards(game: str, wagers: dict[str, int]) -> None:
    """X-26: at the announcement, while complete positions play; wagers made equal in time play as well."""
    t = seated(table(game), 2)
    t.sit(1, "P1")
    t.bet(1, **wagers)
    t.sit(3, "P3")
    t.bet(3, **wagers)
    t.bet(3, **{w: 10 for w in PLAIN[game] if wagers.get(w) != 10})
    finish(t)
    assert events(t, e.BetsClosed)[0].seats == (2, 3)
    back = {r.wager: r.cents for r in events(t, e.WagerReturned) if r.reason == "incomplete at no more bets"}
    assert back == {w: dollars * 100 for w, dollars in wagers.items()}
    assert t.state.seat(1).net == 0 and not t.state.seat(1).cards and t.state.seat(2).cards


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        case("MD-DRAGON 7.F(1)", DRAGON, "ante", title="table limits"),
        case("MD-DRAGON 7.F(3)", DRAGON, "dragon", title="table limits"),
        case("MD-TOP5 7.E(1)", TOP5, "ante", title="table limits"),
        case("MD-LIR 7.E(1)", LIR, "bet_2", title="table limits"),
        case("MD-LIR 7.E(4)", LIR, "three_card_bonus", title="table limits"),
        case("MD-LIR 7.E(5)", LIR, "six_card_bonus", title="table limits"),
        case("MA-UTH 6(b)/1", UTH, "ante", title="table limits"),
        case("MA-UTH 6(c)/1", UTH, "trips", title="table limits"),
        *(case(clause_of(game, "6.8"), game, "ante", title="table limits") for game in HOUSE_RULES),
        *(case(clause_of(game, "6.9"), game, SIDE[game], title="table limits") for game in HOUSE_RULES),
    ],
)
def test_limits_and_steps_bind_on_both_sides(game: str, wager: str) -> None:
    """X-09: the operator's minimum $10, maximum $50, steps of $5."""
    family = rules(game).wager[wager].family
    t = table(game, wagers={family: {"minimum": 10, "maximum": 50, "increment": 5}})
    seated(t, 1)
    for right in (50, 15, 10) if wager not in PLAIN[game] else (50, 15):
        accepted(t, ANN, bet(wager, right))
        assert lies(t)[wager] == right * 100
    for wrong in (9.99, 5, 12, 50.01, 55, -10):
        refused(t, ANN, bet(wager, wrong), code="limits")


# --- wagers on top of the compulsory ones -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager", "dollars", "terms"),
    [
        case("MD-DRAGON 7.F(2)", DRAGON, "three_card_bonus", 5, {}),
        case("MD-DRAGON 7.F(3)", DRAGON, "dragon", 5, {}),
        case("MD-DRAGON 7.F(4)", DRAGON, "progressive", 1, DRAGON_PROGRESSIVE),
        case("MD-TOP5 7.E(2)(a)", TOP5, "top_five_bonus", 5, {}),
        case("MD-TOP5 7.E(2)(b)", TOP5, "poker_bonus", 5, {}),
        case("MD-LIR 7.E(3)", LIR, "five_card_bonus", 1, {}),
        case("MD-LIR 7.E(4)", LIR, "three_card_bonus", 5, {}),
        case("MD-LIR 7.E(5)", LIR, "six_card_bonus", 5, {}),
        case("MD-LIR 7.E(6)(a)", LIR, "progressive", 1, {}),
        case("MA-UTH 6(c)/1", UTH, "trips", 5, {}),
        case("MA-UTH 13(a)", UTH, "cover_all", 5, COVER_ALL),
        *(case(clause_of(game, "6.9"), game, SIDE[game], 5, {}) for game in HOUSE_RULES),
    ],
)
def test_a_side_wager_is_made_on_top_of_the_compulsory_ones(
    game: str, wager: str, dollars: int, terms: dict[str, Any]
) -> None:
    t = opened(game, terms, "automated_shoe" if wager == "cover_all" else "manual_shoe")
    t.sit(1, "P1")
    clause = t.rules.wager[wager].clause
    for compulsory in PLAIN[game]:
        refused(t, ANN, bet(wager, dollars), clause=clause, code="requires")
        accepted(t, ANN, bet(compulsory, 10))
    accepted(t, ANN, bet(wager, dollars))
    seated(t, 2)
    accepted(t, ANN, bet(FIRST[game], 0))  # without it the side wager cannot stay
    finish(t)
    assert [s.number for s in t.state.playing] == [2] and net(t, 1, wager) == 0


@pytest.mark.parametrize(
    ("game", "wager", "dollars", "terms"),
    [
        case("MD-DRAGON 7.F(4)", DRAGON, "progressive", 1, DRAGON_PROGRESSIVE),
        case("MD-TOP5 7.E(2)", TOP5, "top_five_bonus", 5, {}),
        case("MD-TOP5 7.E(2)", TOP5, "poker_bonus", 5, {}),
        case("MD-LIR 7.E(3)", LIR, "five_card_bonus", 1, {}),
        case("MD-LIR 7.E(4)", LIR, "three_card_bonus", 5, {}),
        case("MD-LIR 7.E(5)", LIR, "six_card_bonus", 5, {}),
        case("MD-LIR 7.E(6)", LIR, "progressive", 1, {}),
        *(case(clause_of(game, "6.9"), game, SIDE[game], 5, {}) for game in HOUSE_RULES),
    ],
)
def test_a_wager_is_offered_only_if_the_submission_says_so(
    game: str, wager: str, dollars: int, terms: dict[str, Any]
) -> None:
    accepted(seated(opened(game, terms), 1), ANN, bet(wager, dollars))
    without: dict[str, Any] = {} if terms else {"wagers": {wager: {"offered": False}}}
    refused(seated(table(game, **without), 1), ANN, bet(wager, dollars), code="no_such_wager")


@pytest.mark.parametrize(
    ("game", "wager", "right", "clause", "terms"),
    [
        case("MD-LIR 7.E(3)", LIR, "five_card_bonus", 1, "MD-LIR 12.B", {}, title="one dollar (L-06)"),
        case("MD-LIR 7.E(6)", LIR, "progressive", 1, "MD-LIR 7.E(6)(a)", {}, title="one dollar (L-24)"),
        case("MD-LIR 7.E(6)", LIR, "progressive", 5, "MD-LIR 7.E(6)(a)", {"wagers": {"progressive": {"amount": 5}}},
             title="five dollars (L-24)"),
        case("MA-UTH 14(a)", UTH, "progressive", 5, "MA-UTH 14(a)", UTH_PROGRESSIVE),
    ],
)  # fmt: skip
def test_fixed_amounts_no_more_and_no_less(
    game: str, wager: str, right: int, clause: str, terms: dict[str, Any]
) -> None:
    t = seated(opened(game, terms), 1, **({"trips": 5} if game == UTH else {}))
    for wrong in {0.5, 1, 2, 4.99, 5, 5.01, 10} - {right}:
        refused(t, ANN, bet(wager, wrong), clause=clause, code="amount")
    accepted(t, ANN, bet(wager, right))
    assert lies(t)[wager] == right * 100


@pytest.mark.clause("MA-UTH 14(a)")
def test_no_other_amount_of_the_progressive_can_be_submitted() -> None:
    wrong = merge(default_data(UTH), defined_progressive(1, "seven", "royal_flush"))
    assert "MA-UTH 14(a)" in {f.clause for f in check_data(wrong).faults}


@pytest.mark.clause("MA-UTH 14(b)/1")
@pytest.mark.parametrize("trips_needed", [True, False])
def test_the_ultimate_progressive_is_placed_beside_ante_blind_and_trips(trips_needed: bool) -> None:
    """U-09: unless the operator reads it so that Ante and Blind suffice. What loses its Trips does not stay either."""
    t = seated(opened(UTH, {**UTH_PROGRESSIVE, "readings": {"progressive_requires_trips": trips_needed}}), 1)
    if trips_needed:
        refused(t, ANN, bet("progressive", 5), clause="MA-UTH 14(b)/1", code="requires")
        accepted(t, ANN, bet("trips", 5))
    accepted(t, ANN, bet("progressive", 5))
    if trips_needed:
        accepted(t, ANN, bet("trips", 0))
    to(t, "deal")
    assert lies(t).get("progressive", 0) == (0 if trips_needed else 500)
    back = [(r.wager, r.cents, r.clause) for r in events(t, e.WagerReturned)]
    assert back == ([("progressive", 500, "MA-UTH 14(b)/1")] if trips_needed else [])


@pytest.mark.clause("MA-UTH 14(b)/2")
@pytest.mark.parametrize("trips_needed", [True, False])
def test_the_ultimate_progressive_is_never_played_alone(trips_needed: bool) -> None:
    t = opened(UTH, {**UTH_PROGRESSIVE, "readings": {"progressive_requires_trips": trips_needed}})
    t.sit(1, "P1")
    for more in ("ante", "blind"):
        refused(t, ANN, bet("progressive", 5), clause="MA-UTH 14(b)/1", code="requires")
        accepted(t, ANN, bet(more, 10))


@pytest.mark.clause("MD-LIR 7.E(5)")
@pytest.mark.parametrize(
    ("reading", "more"), [("base", ()), ("base+five+three", ("five_card_bonus", "three_card_bonus"))]
)
def test_what_the_six_card_bonus_requires(reading: str, more: tuple[str, ...]) -> None:
    """L-11: the three bets, or by the letter of the text the two other bonuses as well."""
    t = seated(table(LIR, readings={"six_card_requires": reading}), 1)
    for needed in more:
        refused(t, ANN, bet("six_card_bonus", 5), clause="MD-LIR 7.E(5)", code="requires")
        accepted(t, ANN, bet(needed, 1))
    accepted(t, ANN, bet("six_card_bonus", 5))


@pytest.mark.clause("MD-LIR 7.E(6)(b)")
def test_a_progressive_wager_the_device_does_not_accept_is_no_wager() -> None:
    """The player sees that nothing lies there, gets his chip back and nothing of a winning hand (L-41)."""
    t = seated(table(LIR, cards={"seat1": "As Ks Qs", "seat2": "2c 7d 9h", "community": "Js Ts"}), 1, 2)
    (told,) = accepted(t, ANN, bet("progressive", 1, accepted=False))
    assert isinstance(told, e.WagerNotAccepted) and told.clause == "MD-LIR 7.E(6)(b)"
    assert "progressive" not in lies(t)
    accepted(t, "player:P2", a.PlaceWager(2, "progressive", 100))
    finish(t)
    assert net(t, 1, "progressive") == 0
    assert dict(t.state.meters)["Progressive"] == 1000_05 * 1_000_000, "only the accepted wager raised the meter"


@pytest.mark.clause("MA-UTH 13(d)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_cover_all_needs_its_device(procedure: str) -> None:
    """U-05: it is submitted only with the automated shoe, and not taken when the table deals otherwise."""
    shuffler = "none" if procedure == "manual_shoe" else "automated"
    dealing = {"dealing": {"procedure": procedure, "shuffler": shuffler}}
    faults = check_data(merge(merge(default_data(UTH), COVER_ALL), dealing)).faults
    assert [f.clause for f in faults] == ([] if procedure == "automated_shoe" else ["MA-UTH 13(d)"])


@pytest.mark.clause("MA-UTH 13(d)")
@pytest.mark.parametrize("when", ["between rounds", "with the bets open"])
def test_without_the_device_no_cover_all_is_taken(when: str) -> None:
    t = table(UTH, "automated_shoe", open_bets=False, **COVER_ALL)
    if when == "with the bets open":
        accepted(seated(t.open(), 1), ANN, bet("cover_all", 10))
        accepted(t, "dealer", a.Report("device_fails", place="shoe"))
    accepted(t, "dealer", a.SetDeviceAside("shoe", "removed"))
    accepted(t, "dealer", a.ChangeProcedure("manual_shoe"))
    t.open()
    if when == "between rounds":
        seated(t, 1)
    refused(t, ANN, bet("cover_all", 5), clause="MA-UTH 13(d)")
    finish(t)
    assert net(t, 1, "cover_all") == 0, "what lay there already goes back"
    assert {r.clause for r in events(t, e.WagerReturned)} <= {"MA-UTH 13(d)"}


# --- what bears on what -----------------------------------------------------------------------------------------------

HANDS: dict[str, list[dict[str, str]]] = {
    LIR: [
        {"seat1": "As Ah Ad", "community": "2c 9h", "box": "4c 6d 8s"},
        {"seat1": "2s 7h 9d", "community": "4c Kh", "box": "7c 7d 8s"},
    ],
    UTH: [
        {"seat1": "As Ah", "dealer": "Ks Kh", "community": "Ad 9c 7h 4s 2d"},
        {"seat1": "8s 8h", "dealer": "Ks Kh", "community": "8d Kc 7h 4s 2d"},
        {"seat1": "3s 6h", "dealer": "Ks Qh", "community": "Jd 9c 7h 4s 2d"},
    ],
}


@pytest.mark.parametrize(
    ("game", "side"),
    [
        case(
            "MD-LIR 7.E(7)", LIR, {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 5, "progressive": 1}
        ),
        case("MA-UTH 6(c)/2", UTH, {"trips": 25}),
    ],
)
def test_side_wagers_have_no_bearing_on_the_others(game: str, side: dict[str, int]) -> None:
    """Every wager brings alone what it brings with all the others beside it, whether they win or lose."""
    for cards in HANDS[game]:
        everything = finish(seated(table(game, cards=cards), 1, **side))
        for few in ({}, *({w: d} for w, d in side.items())):
            t = finish(seated(table(game, cards=cards), 1, **few))
            for wager in (*PLAIN[game], *few, *(("play",) if game == UTH else ())):
                assert net(t, 1, wager) == net(everything, 1, wager), (wager, cards)
        if game == UTH:
            folded = finish(seated(table(game, cards=cards), 1, **side), {1: {"final": "fold"}})
            assert net(folded, 1, "trips") == net(everything, 1, "trips"), "nor has the main hand on Trips"
