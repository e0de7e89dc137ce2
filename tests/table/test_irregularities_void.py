"""A void round: exactly which chips go back, which stay, what becomes of the cards and the meters, and what follows."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import DRAGON, GAMES, LIR, TOP5, UTH, accepted, by_hand, clause_of, events, finish, refused, to
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

DRAGON_PLAYED = {**FULL[DRAGON], "play": 10}
TOP5_PLAYED = {**FULL[TOP5], "play": 10}
UTH_ALL = {**FULL[UTH], "progressive": 5, "cover_all": 3}
LIR_ONE_OUT = {w: d for w, d in FULL[LIR].items() if w != "bet_1"}
LIR_TWO_OUT = {w: d for w, d in FULL[LIR].items() if w not in ("bet_1", "bet_2")}
UTH_PLAYED = {**FULL[UTH], "play": 10}


def number(seat: int, count: int) -> dict[str, Any]:
    return {"kind": "wrong_number", "seat": seat, "place": "seat", "count": count}


def dealers(count: int) -> dict[str, Any]:
    return {"kind": "wrong_number", "place": "dealer", "count": count}


def face_up(cards: str) -> dict[str, Any]:
    return {"kind": "card_face_up", "cards": cards}


EXPOSED, JAM, RUN_OUT = {"kind": "dealer_card_exposed"}, {"kind": "shoe_jams"}, {"kind": "cards_run_out"}
COMMUNITY, BOX = {"kind": "community_card_exposed"}, {"kind": "box_card_exposed"}

EVERYTHING_BACK: list[tuple[str, str, str, dict[str, Any], str, dict[str, Any], dict[str, int], dict[str, int]]] = [
    # clause, game, procedure, terms, moment, report, what goes back to positions 1 and 2, and to 4 (the folder)
    ("MD-DRAGON 13.A", DRAGON, "automated_shoe", {}, "deal+", face_up("GD"), FULL[DRAGON], FULL[DRAGON]),
    ("MD-DRAGON 13.B", DRAGON, "manual_shoe", {}, "deal+", face_up("GD BD"), FULL[DRAGON], FULL[DRAGON]),
    ("MD-DRAGON 13.B", DRAGON, "hand", {}, "deal", face_up("GD RA"), FULL[DRAGON], FULL[DRAGON]),
    ("MD-DRAGON 13.D", DRAGON, "manual_shoe", {}, "stub", number(2, 4), FULL[DRAGON], FULL[DRAGON]),
    ("MD-DRAGON 13.D", DRAGON, "hand", {}, "collect", dealers(2), DRAGON_PLAYED, FULL[DRAGON]),
    ("MD-DRAGON 13.E", DRAGON, "manual_shoe", {}, "decide", EXPOSED, FULL[DRAGON], FULL[DRAGON]),
    ("MD-DRAGON 13.E", DRAGON, "automated_shoe", {}, "reveal", EXPOSED, DRAGON_PLAYED, FULL[DRAGON]),
    ("MD-DRAGON 13.G", DRAGON, "automated_shoe", {}, "deal+", JAM, FULL[DRAGON], FULL[DRAGON]),
    ("MD-DRAGON 8.G(2)", DRAGON, "manual_shoe", {}, "deal+", RUN_OUT, FULL[DRAGON], FULL[DRAGON]),
    ("MD-TOP5 13.A", TOP5, "manual_shoe", {}, "deal", face_up("Ah"), FULL[TOP5], FULL[TOP5]),
    ("MD-TOP5 13.A", TOP5, "automated_shoe", {}, "deal+", face_up("Ah Kh"), FULL[TOP5], FULL[TOP5]),
    ("MD-TOP5 13.C", TOP5, "hand", {}, "decide", number(1, 8), FULL[TOP5], FULL[TOP5]),
    ("MD-TOP5 13.C", TOP5, "manual_shoe", {}, "reveal", dealers(6), TOP5_PLAYED, FULL[TOP5]),
    ("MD-TOP5 13.C", TOP5, "manual_shoe", {}, "reveal", EXPOSED, TOP5_PLAYED, FULL[TOP5]),
    ("MD-TOP5 13.D", TOP5, "automated_shoe", {}, "deal+", JAM, FULL[TOP5], FULL[TOP5]),
    ("MD-TOP5 9.D(5)", TOP5, "hand", {}, "deal+", RUN_OUT, FULL[TOP5], FULL[TOP5]),
    ("MD-LIR 13.A", LIR, "automated_shoe", {}, "deal+", face_up("Ah"), FULL[LIR], FULL[LIR]),
    ("MD-LIR 13.B", LIR, "manual_shoe", {}, "deal+", face_up("Ah Kh"), FULL[LIR], FULL[LIR]),
    ("MD-LIR 13.D", LIR, "hand", {}, "decide_1", number(4, 2), FULL[LIR], FULL[LIR]),
    ("MD-LIR 13.D", LIR, "manual_shoe", {}, "settle", number(1, 4), FULL[LIR], FULL[LIR]),
    ("MD-LIR 13.E", LIR, "manual_shoe", {}, "stub", COMMUNITY, FULL[LIR], FULL[LIR]),
    ("MD-LIR 13.E", LIR, "hand", {}, "decide_2", BOX, FULL[LIR], FULL[LIR]),
    ("MD-LIR 13.G", LIR, "automated_shoe", {}, "deal+", JAM, FULL[LIR], FULL[LIR]),
    ("MD-LIR 10.G(2)", LIR, "automated_shoe", {}, "deal+", RUN_OUT, FULL[LIR], FULL[LIR]),
    ("MA-UTH 15(b)/2", UTH, "manual_shoe", {}, "deal+", face_up("Ah Kh"), FULL[UTH], FULL[UTH]),
    ("MA-UTH 15(b)/2", UTH, "automated_shoe", PROGRESSIVE, "deal+", face_up("Ah Kh"), UTH_ALL, UTH_ALL),
    ("MA-UTH 15(d)/2", UTH, "hand", {}, "preflop", dealers(1), FULL[UTH], FULL[UTH]),
    ("MA-UTH 15(d)/2", UTH, "manual_shoe", {}, "reveal", dealers(3), UTH_PLAYED, FULL[UTH]),
    ("MA-UTH 15(d)/2", UTH, "automated_shoe", PROGRESSIVE, "settle", dealers(1), {**UTH_ALL, "play": 10}, UTH_ALL),
    ("MA-UTH 15(f)", UTH, "automated_shoe", PROGRESSIVE, "deal+", JAM, UTH_ALL, UTH_ALL),
    ("MA-UTH 7(f)(2)/3", UTH, "hand", {}, "turn_river", RUN_OUT, FULL[UTH], FULL[UTH]),
]


@pytest.mark.parametrize(
    ("clause", "game", "procedure", "terms", "moment", "report", "played", "folded"),
    [
        pytest.param(*case, id=f"{case[0]}-{case[2]}-{case[4]}", marks=pytest.mark.clause(case[0]))
        for case in EVERYTHING_BACK
    ],
)
def test_every_wager_goes_back_and_nothing_else(
    clause: str,
    game: str,
    procedure: str,
    terms: dict[str, Any],
    moment: str,
    report: dict[str, Any],
    played: dict[str, int],
    folded: dict[str, int],
) -> None:
    t = at(full_table(game, procedure, **terms), moment)
    assert tell(t, **report).clause == clause
    assert returned(t) == {1: played, 2: played, FOLDER: folded}
    assert [net(t, s) for s in (1, 2, FOLDER)] == [0, 0, 0] and t.state.inventory == 0
    assert t.step_name == "clear", "there is nothing left to decide or to settle"
    assert events(t, e.RoundVoided) == [e.RoundVoided(clause)]
    another_round(t)


# --- what had left the layout before --------------------------------------------------------------------------------

WITHDRAWN = [
    # moment of the void, decisions of position 1 until then, what he gets back in the void
    ("decide_2", {"decide_1": "withdraw"}, LIR_ONE_OUT),
    ("show_2", {"decide_1": "withdraw", "decide_2": "withdraw"}, LIR_TWO_OUT),
    ("show_2", {"decide_1": "ride", "decide_2": "ride"}, FULL[LIR]),
]


@pytest.mark.parametrize(
    ("moment", "choices", "back"),
    [pytest.param(*w, id=f"{len(w[2])}-wagers", marks=pytest.mark.clause("MD-LIR 13.E")) for w in WITHDRAWN],
)
def test_a_bet_taken_back_does_not_come_back_twice(moment: str, choices: dict[str, str], back: dict[str, int]) -> None:
    t = to(full_table(LIR), moment, {1: choices})
    tell(t, "community_card_exposed")
    assert returned(t) == {1: back, 2: FULL[LIR], FOLDER: FULL[LIR]}
    assert net(t, 1) == 0 and t.state.inventory == 0


@pytest.mark.parametrize(
    ("choice", "back"),
    [
        pytest.param(
            "true",
            {"ante": 10, "top_five_bonus": 5, "poker_bonus": 3},
            id="true",
            marks=pytest.mark.clause("MD-TOP5 13.C"),
        ),
        pytest.param(
            "false", {"top_five_bonus": 5, "poker_bonus": 3}, id="false", marks=pytest.mark.clause("MD-TOP5 13.C")
        ),
    ],
)
def test_top_five_folded_ante(choice: str, back: dict[str, int]) -> None:
    """The folded ante lies in the inventory already (11.B(2)(a)); the operator chooses whether a void returns it."""
    t = at(full_table(TOP5, readings={"void_returns_folded": choice}), "reveal")
    assert net(t, FOLDER) == -18
    tell(t, "dealer_card_exposed")
    assert returned(t) == {1: TOP5_PLAYED, 2: TOP5_PLAYED, FOLDER: back}
    assert (net(t, FOLDER), t.state.inventory // 100) == ((0, 0) if choice == "true" else (-10, 10))
    another_round(t)


@pytest.mark.parametrize(
    ("choice", "back"),
    [
        pytest.param("true", FULL[UTH], id="true", marks=pytest.mark.clause("MA-UTH 15(d)/2")),
        pytest.param("false", {"trips": 5}, id="false", marks=pytest.mark.clause("MA-UTH 15(d)/2")),
    ],
)
def test_massachusetts_folded_ante_and_blind(choice: str, back: dict[str, int]) -> None:
    t = at(full_table(UTH, readings={"void_returns_folded": choice}), "reveal")
    tell(t, "wrong_number", place="dealer", count=3)
    assert returned(t) == {1: UTH_PLAYED, 2: UTH_PLAYED, FOLDER: back}
    assert net(t, FOLDER) == (0 if choice == "true" else -20)


@pytest.mark.parametrize(
    ("game", "report", "moment"),
    [
        pytest.param(TOP5, {"kind": "violation"}, "decide", id="forfeited", marks=pytest.mark.clause("MD-TOP5 13.C")),
        pytest.param(
            DRAGON, {"kind": "player_left", "ruling": "losing"}, "decide", id="dragon-abandoned",
            marks=pytest.mark.clause("MD-DRAGON 13.D"),
        ),
        pytest.param(
            TOP5, {"kind": "player_left", "ruling": "losing"}, "decide", id="top5-abandoned",
            marks=pytest.mark.clause("MD-TOP5 13.C"),
        ),
        pytest.param(
            LIR, {"kind": "player_left", "ruling": "losing"}, "decide_1", id="lir-abandoned",
            marks=pytest.mark.clause("MD-LIR 13.D"),
        ),
    ],
)  # fmt: skip
def test_forfeited_and_abandoned_wagers_stay_collected(game: str, report: dict[str, Any], moment: str) -> None:
    t = at(full_table(game), moment)
    tell(t, by="floorperson", seat=1, **report)
    lost = sum(FULL[game].values())
    assert net(t, 1) == -lost
    tell(t, "wrong_number", place="seat", seat=2, count=9)
    assert returned(t) == {2: FULL[game], FOLDER: FULL[game]}
    assert (net(t, 1), t.state.inventory // 100) == (-lost, lost)
    another_round(t)


@pytest.mark.parametrize(
    ("game", "moment"),
    [
        pytest.param(g, m, id=g, marks=pytest.mark.clause(clause_of(g, c)))
        for g, m, c in ((DRAGON, "decide", "13.D"), (TOP5, "decide", "13.C"), (LIR, "decide_1", "13.D"))
    ],
)
def test_a_player_whose_hand_is_played_out_gets_his_wagers_back(game: str, moment: str) -> None:
    t = at(full_table(game), moment)
    tell(t, "player_left", seat=1)
    tell(t, "wrong_number", place="seat", seat=2, count=9)
    assert returned(t)[1] == FULL[game]
    t.perform()
    assert t.state.seat(1).player == "" and t.state.departed == 0
    balanced(t)


# --- the cards ------------------------------------------------------------------------------------------------------

VOIDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    DRAGON: ("13.D", "decide", number(1, 4)),
    TOP5: ("13.C", "decide", number(1, 6)),
    LIR: ("13.D", "decide_1", number(1, 4)),
    UTH: ("15(b)/2", "deal", face_up("Ah Kh")),
}
VOID_GAMES = [pytest.param(g, id=g, marks=pytest.mark.clause(clause_of(g, VOIDS[g][0]))) for g in GAMES]


def voided(game: str, procedure: str = "manual_shoe", **terms: Any) -> Table:
    _, moment, report = VOIDS[game]
    t = at(full_table(game, procedure, **terms), moment)
    tell(t, **report)
    return t


@pytest.mark.parametrize("game", VOID_GAMES)
def test_the_cards_are_shuffled_before_the_next_round(game: str) -> None:
    t = by_hand(voided(game))
    accepted(t, "dealer", a.ClearTable())
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    refused(t, "dealer", a.CutCards(20), code="deck_stage")
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", VOID_GAMES)
def test_a_void_round_counts_as_a_round_for_two_decks(game: str) -> None:
    t = voided(game, "hand", dealing={"decks": 2})
    assert t.state.deck == 1
    another_round(t)
    assert [ev.deck for ev in events(t, e.RoundOpened)] == [1, 2]
    another_round(t)
    assert [ev.deck for ev in events(t, e.RoundOpened)] == [1, 2, 1]


RUN_OUTS = [
    pytest.param(g, p, id=f"{g}-{p}", marks=pytest.mark.clause(clause_of(g, c)))
    for g, clauses in (
        (DRAGON, ("8.G(2)", "9.H", "10.G")),
        (TOP5, ("8.F(5)", "9.D(5)", "10.C(4)")),
        (LIR, ("8.F(2)", "9.H(2)", "10.G(2)")),
        (UTH, ("7(f)(2)/3",) * 3),
    )
    for p, c in zip(("manual_shoe", "hand", "automated_shoe"), clauses, strict=True)
]


@pytest.mark.parametrize(("game", "procedure"), RUN_OUTS)
def test_a_deck_that_runs_out_leaves_the_table(game: str, procedure: str) -> None:
    t = by_hand(at(full_table(game, procedure), "deal+"))
    tell(t, "cards_run_out")
    assert t.state.decks[0].stage == "absent"
    accepted(t, "dealer", a.ClearTable())
    refused(t, "dealer", a.ShuffleCards(device=procedure != "manual_shoe"), code="deck_stage")
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.ReceiveCards())  # a new deck goes through the whole opening
    refused(t, "dealer", a.ShuffleCards(device=procedure != "manual_shoe"), code="deck_stage")
    accepted(t, "dealer", a.InspectCards())


@pytest.mark.parametrize("game", [pytest.param(g, id=g) for g in GAMES])
def test_with_two_decks_play_goes_on_with_the_other(game: str) -> None:
    t = at(full_table(game, "hand", dealing={"decks": 2}), "deal+")
    tell(t, "cards_run_out")
    another_round(t)
    assert [ev.deck for ev in events(t, e.RoundOpened)] == [1, 2]


# --- the meters -----------------------------------------------------------------------------------------------------

THREE_WAGERS_AT_5_PERCENT = 3 * 100 * 1_000_000 * 5 // 100


@pytest.mark.parametrize(
    ("posting", "moment", "movements"),
    [
        pytest.param(p, m, n, id=f"{p}-{m}", marks=pytest.mark.clause("MD-LIR 13.D"))
        for p, m, n in (
            ("at_settlement", "decide_1", 0),  # pending, cancelled: a displayed meter never moves
            ("at_settlement", "post", 0),
            ("at_settlement", "settle", 1),  # posted when the settlement opens, taken out again
            ("at_lock", "decide_1", 1),
            ("at_lock", "settle", 1),
        )
    ],
)
def test_a_void_takes_the_contribution_out_of_the_meter(posting: str, moment: str, movements: int) -> None:
    t = at(full_table(LIR, readings={"meter_posting": posting}), moment)
    before = 1000 * 100 * 1_000_000
    assert t.meters["Progressive"] == before + movements * THREE_WAGERS_AT_5_PERCENT
    tell(t, "wrong_number", seat=1, place="seat", count=4)
    assert t.meters["Progressive"] == before
    assert [ev.amount for ev in events(t, e.ContributionPosted)] == [THREE_WAGERS_AT_5_PERCENT] * movements
    assert [ev.amount for ev in events(t, e.ContributionReversed)] == [THREE_WAGERS_AT_5_PERCENT] * movements
    another_round(t)


@pytest.mark.clause("MD-LIR 13.D")
def test_a_meter_that_began_below_its_reset_amount_goes_back_to_where_it_began() -> None:
    """Only what another table has won meanwhile keeps a contribution in the meter, not that it reads little."""
    t = at(full_table(LIR, meters={"Progressive": {"initial": 1000, "reset": 5000}}), "settle")
    tell(t, "wrong_number", seat=1, place="seat", count=4)
    assert t.meters["Progressive"] == 1000 * 100 * 1_000_000


@pytest.mark.clause("MA-UTH 15(d)/1")
def test_a_void_hand_that_contributed_nothing_takes_nothing_out() -> None:
    t = full_table(UTH, "automated_shoe", **PROGRESSIVE)
    accepted(t, "player:P1", a.PlaceWager(1, "progressive", 0))
    tell(at(t, "settle"), "wrong_number", seat=1, place="seat", count=3)
    assert len(events(t, e.ContributionPosted)) == 1 and not events(t, e.ContributionReversed)


# --- too late, or of no consequence ---------------------------------------------------------------------------------

STANDS = [
    pytest.param(g, r, id=f"{g}-{r['place']}", marks=pytest.mark.clause(clause_of(g, c)))
    for g, r, c in (
        (DRAGON, number(1, 4), "13.D"),
        (DRAGON, dealers(4), "13.D"),
        (TOP5, number(1, 6), "13.C"),
        (TOP5, dealers(8), "13.C"),
        (LIR, number(1, 2), "13.D"),
        (LIR, {"kind": "wrong_number", "place": "community", "count": 3}, "13.D"),
        (UTH, dealers(3), "15(d)/2"),
    )
]


@pytest.mark.parametrize(("game", "report"), STANDS)
def test_after_the_first_payment_the_round_stands(game: str, report: dict[str, Any]) -> None:
    undisturbed = finish(full_table(game), CHOICES)
    t = at(full_table(game), "settle+")
    told = tell(t, **report)
    assert (told.consequence, told.reading) == ("record", "X-05")
    finish(t)
    assert not returned(t) and not events(t, e.RoundVoided)
    assert [s.net for s in t.state.seats] == [s.net for s in undisturbed.state.seats]
    balanced(t)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        pytest.param(g, k, id=f"{g}-{k}", marks=pytest.mark.clause(clause_of(g, c)))
        for g, k, c in (
            (DRAGON, "violation", "11.A(2)"),
            (DRAGON, "own_card_exposed", "11.A(3)"),
            (TOP5, "own_card_exposed", "11.A(3)"),
            (LIR, "violation", "11.A(2)"),
            (LIR, "own_card_exposed", "11.A(3)"),
            (UTH, "violation", "10(a)/1"),
            (UTH, "own_card_exposed", "10(a)/1"),
        )
    ],
)
def test_recorded_and_without_effect(game: str, kind: str) -> None:
    undisturbed = finish(full_table(game), CHOICES)
    t = at(full_table(game), VOIDS[game][1] if game != UTH else "preflop")
    lying = staked(t, 1)
    tell(t, kind, seat=1)
    assert staked(t, 1) == lying and not t.state.matters
    finish(t, CHOICES)
    assert [s.net for s in t.state.seats] == [s.net for s in undisturbed.state.seats]
