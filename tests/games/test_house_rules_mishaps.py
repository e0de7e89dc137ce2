"""When something goes wrong in a game by house rules of our own: what goes back, what stays, under which clause. The
chapters on irregularities of these rulebooks have the same numbers."""

from typing import Any

import pytest

from pitboss.table import actions as a
from pitboss.table import events as e
from support import CARIBBEAN, DOCUMENT, THREE, accepted, events, finish, refused
from table.test_irregularities_bench import (
    FOLDER,
    FULL,
    another_round,
    at,
    balanced,
    deliver,
    full_table,
    net,
    returned,
    tell,
)

HAND = {THREE: 3, CARIBBEAN: 5}
RAISED = {THREE: {"play": 10}, CARIBBEAN: {"call": 20}}


def face_up(*cards: str) -> dict[str, Any]:
    return {"kind": "card_face_up", "cards": " ".join(cards)}


def number(more: int, **where: Any) -> dict[str, Any]:
    """So many cards more than there should be."""
    return {"kind": "wrong_number", "more": more, **where}


EXPOSED = {"kind": "dealer_card_exposed"}
DEALER = {"place": "dealer"}
FIRST, LAST = {"place": "seat", "seat": 1}, {"place": "seat", "seat": FOLDER}
VOIDS = [  # clause, procedure, readings, moment, report, whether 1 and 2 have made the later wager
    ("12.1", "automated_shoe", {}, "deal+", face_up("Ah"), False),
    ("12.2", "manual_shoe", {}, "deal", face_up("Ah", "Kh"), False),
    ("12.2", "hand", {}, "deal+", face_up("Ah", "Kh"), False),
    ("12.2", "automated_shoe", {"face_up_in_stack": "complete_from_stub"}, "deal+", face_up("Ah", "Kh"), False),
    ("12.4", "manual_shoe", {}, "stub", number(1, **FIRST), False),
    ("12.4", "hand", {}, "decide", number(-1, **LAST), False),
    ("12.4", "automated_shoe", {}, "reveal", number(1, **DEALER), True),
    ("12.4", "manual_shoe", {}, "settle", number(-1, **DEALER), True),
    ("12.5", "manual_shoe", {}, "decide", EXPOSED, False),
    ("12.5", "automated_shoe", {}, "stub", EXPOSED, False),
    ("12.7", "automated_shoe", {}, "deal+", {"kind": "shoe_jams"}, False),
    ("7.11", "manual_shoe", {}, "deal+", {"kind": "cards_run_out"}, False),
    ("8.12", "hand", {}, "deal+", {"kind": "cards_run_out"}, False),
    ("9.11", "automated_shoe", {}, "deal+", {"kind": "cards_run_out"}, False),
]


def every(cases: list[Any]) -> list[Any]:
    """Each case for each game; its first value is the clause without the document."""
    return [
        pytest.param(
            game,
            *case,
            id=f"{game}-{'-'.join(str(part) for part in case[:2])}-{place}",
            marks=pytest.mark.clause(f"{DOCUMENT[game]} {case[0]}"),
        )
        for game in (THREE, CARIBBEAN)
        for place, case in enumerate(cases)
    ]


@pytest.mark.parametrize(("game", "clause", "procedure", "readings", "moment", "report", "raised"), every(VOIDS))
def test_every_wager_goes_back_and_nothing_else(
    game: str, clause: str, procedure: str, readings: dict[str, str], moment: str, report: dict[str, Any], raised: bool
) -> None:
    t = at(full_table(game, procedure, readings=readings), moment)
    told = dict(report)
    if "more" in told:
        told["count"] = HAND[game] + told.pop("more")
    cited = f"{DOCUMENT[game]} {clause}"
    assert tell(t, **told).clause == cited
    played = {**FULL[game], **(RAISED[game] if raised else {})}
    assert returned(t) == {1: played, 2: played, FOLDER: FULL[game]}
    assert [net(t, seat) for seat in (1, 2, FOLDER)] == [0, 0, 0] and t.state.inventory == 0
    assert events(t, e.RoundVoided) == [e.RoundVoided(cited)]
    assert bool(events(t, e.DeckRemoved)) == (report["kind"] == "cards_run_out")
    another_round(t)


@pytest.mark.parametrize(("game", "clause", "procedure"), every([("12.1", "manual_shoe"), ("12.1", "hand")]))
def test_one_card_found_face_up_is_not_used(game: str, clause: str, procedure: str) -> None:
    t = at(full_table(game, procedure), "deal+")
    tell(t, **face_up("Ah"))
    assert [ev.card for ev in events(t, e.CardSetAside)] == ["Ah"] and not events(t, e.RoundVoided)
    finish(t)
    assert "Ah" not in [card for ev in events(t, e.CardsDealt) for card in ev.cards]
    balanced(t)


@pytest.mark.parametrize(("game", "clause"), every([("12.1",)]))
def test_a_stack_with_a_card_face_up_is_completed_where_the_operator_chose_so(game: str, clause: str) -> None:
    """Whichever delivery it was in: in the end everybody has the cards of a hand, the dealer too, and no more of them
    lie open than should."""
    opened = {THREE: (), CARIBBEAN: (4,)}[game]
    for delivery in range(4 + len(opened)):
        t = at(full_table(game, "automated_shoe", readings={"face_up_in_stack": "complete_from_stub"}), "deal")
        if delivery:
            deliver(t, delivery)
        tell(t, **face_up("Ah"))
        at(t, "decide")
        assert not t.state.void and not t.state.owing
        assert [len(t.state.seats[seat - 1].cards) for seat in (1, 2, FOLDER)] == [HAND[game]] * 3
        assert len(t.state.dealer) == HAND[game] and len(t.state.dealer_open) == len(opened)
        finish(t)
        assert not events(t, e.RoundVoided)
        balanced(t)


@pytest.mark.parametrize(("game", "clause"), every([("12.3",)]))
def test_a_card_drawn_in_error_is_the_next_card(game: str, clause: str) -> None:
    t = at(full_table(game), "deal")
    assert tell(t, "card_drawn_in_error").clause == f"{DOCUMENT[game]} {clause}"
    finish(t)
    assert not events(t, e.RoundVoided) and not events(t, e.CardSetAside)


@pytest.mark.parametrize(("game", "clause"), every([("12.5",)]))
def test_once_the_dealer_has_turned_his_cards_up_none_can_be_exposed(game: str, clause: str) -> None:
    t = at(full_table(game), "settle")
    refused(t, "dealer", a.Report("dealer_card_exposed"))


@pytest.mark.parametrize(("game", "clause"), every([("12.5",)]))
def test_once_all_have_decided_an_exposed_card_changes_nothing(game: str, clause: str) -> None:
    """Whether somebody folded, and his cards are to be collected, or nobody did."""
    for moment in ("collect", "reveal"):
        refused(at(full_table(game), moment), "dealer", a.Report("dealer_card_exposed"))


@pytest.mark.parametrize(("game", "clause"), every([("6.5",)]))
def test_a_player_who_left_is_folded_or_loses(game: str, clause: str) -> None:
    """Played out, the hand folds and its side wager is settled; losing, everything is collected at once."""
    played, lost = (at(full_table(game), "decide") for _ in range(2))
    tell(played, "player_left", seat=1, by="floorperson")
    finish(played)
    assert "fold" in [ev.choice for ev in events(played, e.Decided) if ev.seat == 1]
    tell(lost, "player_left", seat=1, ruling="losing", by="floorperson")
    assert net(lost, 1) == -sum(FULL[game].values())
    finish(lost)
    balanced(lost)


@pytest.mark.parametrize(("game", "clause"), every([("10.3",), ("10.2",)]))
def test_what_is_only_recorded(game: str, clause: str) -> None:
    t = at(full_table(game), "decide")
    kind = "own_card_exposed" if clause == "10.3" else "violation"
    before = t.state
    assert tell(t, kind, seat=1).clause == f"{DOCUMENT[game]} {clause}"
    assert [s.standing for s in t.state.seats] == [s.standing for s in before.seats]


@pytest.mark.parametrize(("game", "clause"), every([("6.7",)]))
def test_nothing_but_the_later_wager_is_made_after_the_call(game: str, clause: str) -> None:
    t = at(full_table(game), "decide")
    side = list(FULL[game])[1]
    refused(t, "player:P1", a.PlaceWager(1, side, 1000), clause=f"{DOCUMENT[game]} {clause}")


@pytest.mark.parametrize(("game", "clause"), every([("10.4",)]))
def test_players_are_asked_clockwise_and_nobody_twice(game: str, clause: str) -> None:
    t = at(full_table(game), "decide")
    refused(t, "player:P2", a.Decide(2, "fold"))
    for seat in (1, 2, FOLDER):
        accepted(t, f"player:P{seat}", a.Decide(seat, "fold"))
    assert [ev.seat for ev in events(t, e.Decided)] == [1, 2, FOLDER]
    refused(t, "player:P1", a.Decide(1, "fold"))
