"""Cards found face up in the shoe, the deck or a stack, and cards drawn in error."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from support import (
    DRAGON,
    GAMES,
    LIR,
    TOP5,
    UTH,
    accepted,
    by_hand,
    clause_of,
    events,
    finish,
    follows,
    refused,
    seated,
    table,
    to,
)
from table.test_irregularities_bench import another_round, balanced, deliver, outcome, returned, tell

ASIDE = {TOP5: {"single_face_up": "set_aside"}}
"""Top Five Poker voids at the first card unless the operator sets a single card aside (T-26)."""

ORDERS = {
    # the first cards to leave; the face-up one is the second
    DRAGON: "PH RD TI GD MO RA RA PA MO",
    TOP5: "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s Ac Kh Qd",
    LIR: "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c",
    UTH: "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c",
}
FIRST = {DRAGON: "13.A", TOP5: "13.A", LIR: "13.A", UTH: "15(b)/1"}
SECOND = {DRAGON: "13.B", TOP5: "13.A", LIR: "13.B", UTH: "15(b)/2"}
AFTER_DEAL = {DRAGON: "decide", TOP5: "decide", LIR: "decide_1", UTH: "preflop"}

SHOES = ("manual_shoe", "hand")


def cases(clauses: dict[str, str], *games: str, procedures: tuple[str, ...] = SHOES) -> list[Any]:
    return [
        pytest.param(g, p, id=f"{g}-{p}", marks=pytest.mark.clause(clause_of(g, clauses[g])))
        for g in games or GAMES
        for p in procedures
    ]


def dealing(game: str, procedure: str, *seats: int, **readings: str) -> Table:
    terms = {**ASIDE.get(game, {}), **readings}
    t = table(game, procedure, order=ORDERS[game], readings=terms)
    return to(seated(t, *(seats or (1,))), "deal")


def dealt(t: Table) -> list[str]:
    """Every card that was dealt in the round, in its order."""
    return [card for ev in events(t, e.CardsDealt) for card in ev.cards]


# --- from the shoe and from the hand --------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "procedure"), cases(FIRST))
def test_the_card_is_not_used_and_the_next_takes_its_place(game: str, procedure: str) -> None:
    order = ORDERS[game].split()
    t = dealing(game, procedure)
    deliver(t, 1)
    assert tell(t, "card_face_up", cards=order[1]).consequence == "replace"
    assert t.state.aside == (order[1],), "it lies in the discard rack"
    to(t, AFTER_DEAL[game])
    assert dealt(t)[:4] == [order[0], *order[2:5]], "no hand lacks a card and none holds the face-up one"
    assert order[1] not in dealt(t)
    finish(t)
    assert not returned(t) and not events(t, e.RoundVoided)
    another_round(t)


@pytest.mark.parametrize(("game", "procedure"), cases(FIRST, DRAGON, TOP5, LIR))
def test_the_stub_is_one_card_shorter(game: str, procedure: str) -> None:
    """Two hands of the round and the face-up card are missing from the stub: no count can void the round for it."""
    t = dealing(game, procedure)
    tell(t, "card_face_up", cards=ORDERS[game].split()[1])
    by_hand(to(t, "stub"))
    size, out = {DRAGON: (53, 6), TOP5: (52, 14), LIR: (52, 3 + 2 + 3)}[game]
    refused(t, "dealer", a.CountStub(size - out), code="counts_by_place")
    accepted(t, "dealer", a.CountStub(size - out - 1))
    assert events(t, e.StubCounted)[-1].verdict == "right" and not t.state.void


@pytest.mark.parametrize(("game", "procedure"), cases(SECOND))
def test_a_second_card_voids_although_the_first_was_set_aside(game: str, procedure: str) -> None:
    order = ORDERS[game].split()
    t = dealing(game, procedure)
    tell(t, "card_face_up", cards=order[1])
    deliver(t, 1)
    assert not t.state.void
    second = tell(t, "card_face_up", cards=order[2])
    assert (second.consequence, second.clause) == ("void", clause_of(game, SECOND[game]))
    assert t.step_name == "clear" and not any(s.net for s in t.state.seats)
    another_round(t)


@pytest.mark.clause("MD-TOP5 13.A")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_top_five_voids_at_the_first_card(procedure: str) -> None:
    t = dealing(TOP5, procedure, single_face_up="void")
    assert tell(t, "card_face_up", cards="Kd").consequence == "void"
    assert t.step_name == "clear" and not any(s.net for s in t.state.seats)


@pytest.mark.parametrize(("game", "procedure"), cases(SECOND, procedures=("manual_shoe",)))
def test_the_next_round_begins_with_no_face_up_card(game: str, procedure: str) -> None:
    """Only cards of the same round count together."""
    t = dealing(game, procedure)
    tell(t, "card_face_up", cards=ORDERS[game].split()[1])
    finish(t)
    t.run(until="bets")
    to(seated(t, 1), "deal")
    loose = {DRAGON: "RA", TOP5: "2h", LIR: "2h", UTH: "2h"}[game]
    assert tell(t, "card_face_up", cards=loose).consequence == "replace"


# --- in a stack of the automated shoe -------------------------------------------------------------------------------

COMPLETE = {"face_up_in_stack": "complete_from_stub"}
STACKS = {
    # game: position 2's stack holds the card; (place, cards) as they are delivered; the cards as they leave the shoe
    DRAGON: [("seat", 1, 3), ("seat", 2, 2), ("dealer", 0, 3), ("seat", 2, 1)],
    TOP5: [("seat", 1, 7), ("seat", 2, 6), ("dealer", 0, 7), ("seat", 2, 1)],
    LIR: [("box", 0, 3), ("community", 0, 2), ("seat", 1, 3), ("seat", 2, 2), ("seat", 2, 1)],
    UTH: [("seat", 1, 2), ("seat", 2, 1), ("dealer", 0, 2), ("seat", 2, 1)],
}


@pytest.mark.parametrize(("game", "procedure"), cases(FIRST, procedures=("automated_shoe",)))
def test_the_stack_is_completed_from_the_stub_after_all_stacks(game: str, procedure: str) -> None:
    t = dealing(game, procedure, 1, 2, **({} if game == UTH else COMPLETE))
    before = {DRAGON: 1, TOP5: 1, LIR: 3, UTH: 1}[game]
    deliver(t, before)
    order = ORDERS[game].split()
    shown = order[len(dealt(t))]
    assert tell(t, "card_face_up", cards=shown).consequence == "complete_later"
    deliver(t, len(STACKS[game]) - before - 1)
    assert t.step_name == "deal", "position 2 is still one card short"
    to(t, AFTER_DEAL[game])
    assert [(ev.to, ev.seat, len(ev.cards)) for ev in events(t, e.CardsDealt)] == STACKS[game]
    assert shown not in dealt(t) and t.state.aside == (shown,)
    full = {DRAGON: 3, TOP5: 7, LIR: 3, UTH: 2}[game]
    assert [len(t.state.seat(s).cards) for s in (1, 2)] == [full, full]
    finish(t)
    balanced(t)


@pytest.mark.parametrize(("game", "procedure"), cases(SECOND, procedures=("automated_shoe",)))
def test_a_second_card_in_the_stacks_voids(game: str, procedure: str) -> None:
    t = dealing(game, procedure, 1, 2, **({} if game == UTH else COMPLETE))
    order = ORDERS[game].split()
    tell(t, "card_face_up", cards=order[0])
    deliver(t, 2)
    assert tell(t, "card_face_up", cards={DRAGON: "BD"}.get(game, "2d")).consequence == "void"
    assert t.step_name == "clear" and not t.state.owing
    another_round(t)


@pytest.mark.clause("MA-UTH 15(f)")
def test_no_jam_once_the_cards_are_in_the_dealers_hand() -> None:
    """All stacks are out; only the completing card is missing, and it comes from the dealer's hand (9(d))."""
    t = dealing(UTH, "automated_shoe", 1, 2)
    tell(t, "card_face_up", cards="As")
    deliver(t, 2)
    possible = outcome(t, "dealer", a.Report("shoe_jams"))
    assert not isinstance(possible, Refusal), "the dealer's stack is still in the shoe"
    deliver(t, 1)
    assert t.step_name == "deal"
    refused(t, "dealer", a.Report("shoe_jams"), code="not_now", clause="MA-UTH 15(f)")


@pytest.mark.clause("MD-DRAGON 13.A")
def test_a_card_in_the_dealers_held_stack() -> None:
    """A held stack cannot be completed from the stub behind it: the round is void (X-07)."""
    t = to(seated(table(DRAGON, "automated_shoe", readings={"dealer_stack": "held"}), 1), "dealer_stack")
    assert tell(t, "card_face_up", cards="GD").consequence == "void"
    assert events(t, e.RoundVoided)
    finish(t)
    balanced(t)


# --- drawn in error -------------------------------------------------------------------------------------------------

DRAWN = {DRAGON: "13.C", TOP5: "13.B", LIR: "13.C", UTH: "15(c)"}


@pytest.mark.parametrize(("game", "procedure"), cases(DRAWN, procedures=("manual_shoe", "hand", "automated_shoe")))
def test_a_card_drawn_in_error_is_the_next_card(game: str, procedure: str) -> None:
    quiet, t = dealing(game, procedure, 1, 2), dealing(game, procedure, 1, 2)
    deliver(t, 1)
    assert tell(t, "card_drawn_in_error").consequence == "use_next"
    assert not t.state.aside and not t.state.owing
    for either in (quiet, t):
        finish(either)
    assert dealt(t) == dealt(quiet), "the same cards in the same order to the same places"
    assert [s.net for s in t.state.seats] == [s.net for s in quiet.state.seats]


@pytest.mark.clause("MA-UTH 15(c)")
@pytest.mark.parametrize("step", ["flop", "turn_river"])
def test_a_card_drawn_in_error_for_the_board(step: str) -> None:
    quiet, t = dealing(UTH, "manual_shoe"), dealing(UTH, "manual_shoe")
    to(t, step)
    tell(t, "card_drawn_in_error")
    for either in (quiet, t):
        finish(either)
    assert dealt(t) == dealt(quiet)


# --- while the dealer's held stack comes out --------------------------------------------------------------------------


def held(game: str) -> Table:
    return to(seated(table(game, "automated_shoe", readings={"dealer_stack": "held"}), 1), "dealer_stack")


HELD = [
    # game, clause, report, consequence
    (DRAGON, "MD-DRAGON 13.C", a.Report("card_drawn_in_error"), "use_next"),
    (DRAGON, "MD-DRAGON 13.G", a.Report("shoe_jams"), "void"),
    (DRAGON, "MD-DRAGON 10.G", a.Report("cards_run_out"), "void_remove"),
    (DRAGON, "MD-DRAGON 13.B", a.Report("card_face_up", cards=("GD", "RD")), "void"),
    (TOP5, "MD-TOP5 13.A", a.Report("card_face_up", cards=("As",)), "void"),
    (TOP5, "MD-TOP5 13.B", a.Report("card_drawn_in_error"), "use_next"),
    (TOP5, "MD-TOP5 13.D", a.Report("shoe_jams"), "void"),
    (TOP5, "MD-TOP5 10.C(4)", a.Report("cards_run_out"), "void_remove"),
]


@pytest.mark.parametrize(
    ("game", "clause", "report", "consequence"),
    [pytest.param(*row, id=f"{row[1]} {row[2].kind}", marks=pytest.mark.clause(row[1])) for row in HELD],
)
def test_the_held_stack_is_part_of_the_deal(game: str, clause: str, report: a.Report, consequence: str) -> None:
    happened = accepted(held(game), "dealer", report)
    assert isinstance(happened[0], e.Irregularity)
    assert (happened[0].clause, happened[0].consequence) == (clause, consequence)
    follows(consequence, happened)


@pytest.mark.parametrize("way", ["void", "set_aside"])
@pytest.mark.clause("MD-TOP5 13.A")
def test_a_face_up_card_in_the_held_stack_of_top_five_voids_either_way(way: str) -> None:
    """Set aside is for one card from a shoe or a hand; a stack with a face-up card is void (X-07, T-26)."""
    readings = {"dealer_stack": "held", "single_face_up": way}
    t = to(seated(table(TOP5, "automated_shoe", readings=readings), 1), "dealer_stack")
    follows("void", accepted(t, "dealer", a.Report("card_face_up", cards=("As",))))
    twice = to(seated(table(TOP5, "automated_shoe", readings=readings), 1), "dealer_stack")
    follows("void", accepted(twice, "dealer", a.Report("card_face_up", cards=("As", "Ks"))))
