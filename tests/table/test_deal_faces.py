"""Which cards lie face down and which face up when they are dealt, clause by clause, also from a held stack and from a
shoe that reshuffles by itself."""

from typing import Any

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.faces import must_be_told
from pitboss.table.refusals import RefusedAct
from support import DRAGON, LIR, TOP5, UTH, accepted, events, finish, seated, table, to

HELD = {"readings": {"dealer_stack": "held"}}
RESHUFFLES: dict[str, Any] = {
    "dealing": {"procedure": "automated_shoe", "shuffler": "continuous"},
    "readings": {"community_stack": "three_discard_one"},
}

FACES: list[tuple[str, str, dict[str, Any], str, list[tuple[str, int, bool]]]] = [
    # game, procedure, terms, clause, the deliveries under that clause at a table with one player: (to, cards, face up)
    (DRAGON, "manual_shoe", {}, "MD-DRAGON 8.D(2)", [("seat", 1, False), ("dealer", 1, False)] * 3),
    (DRAGON, "hand", {}, "MD-DRAGON 9.C(2)", [("seat", 1, False), ("dealer", 1, False)] * 3),
    (DRAGON, "automated_shoe", HELD, "MD-DRAGON 10.B(4)", [("dealer", 3, False)]),
    (DRAGON, "automated_shoe", {}, "MD-DRAGON 10.B(3)", [("dealer", 3, False)]),
    (TOP5, "automated_shoe", HELD, "MD-TOP5 11.B(4)", [("dealer", 7, False)]),
    (TOP5, "automated_shoe", {}, "MD-TOP5 10.B(1)", [("seat", 7, False), ("dealer", 7, False)]),
    (LIR, "automated_shoe", RESHUFFLES, "MD-LIR 10.B(1)", [("box", 3, False)]),
    (LIR, "automated_shoe", RESHUFFLES, "MD-LIR 10.H", [("community", 2, False), ("thrown", 1, False)]),
    (LIR, "automated_shoe", RESHUFFLES, "MD-LIR 10.B(3)", [("seat", 3, False)]),
    (UTH, "manual_shoe", {}, "MA-UTH 10(b)/2", [("community", 3, True)]),
    (UTH, "manual_shoe", {}, "MA-UTH 10(d)/2", [("community", 2, True)]),
    (UTH, "manual_shoe", {}, "MA-UTH 10(b)/1", [("burn", 1, False)]),
]


@pytest.mark.parametrize(
    ("game", "procedure", "terms", "clause", "deliveries"),
    [pytest.param(*row, id=row[3], marks=pytest.mark.clause(row[3])) for row in FACES],
)
def test_how_the_cards_are_laid(
    game: str, procedure: str, terms: dict[str, Any], clause: str, deliveries: list[tuple[str, int, bool]]
) -> None:
    t = finish(seated(table(game, procedure, **terms), 1))
    dealt = [(ev.to, len(ev.cards), ev.up) for ev in events(t, e.CardsDealt) if ev.clause == clause]
    assert dealt == deliveries


@pytest.mark.clause("MD-LIR 10.B(4)")
def test_the_other_players_stacks_follow_from_a_shoe_that_reshuffles() -> None:
    """Box, community stack of three with one thrown away, then the players from the dealer's left."""
    t = finish(seated(table(LIR, "automated_shoe", **RESHUFFLES), 2, 5, 7))
    dealt = [(ev.to, ev.seat, len(ev.cards), ev.up) for ev in events(t, e.CardsDealt)]
    assert dealt == [
        ("box", 0, 3, False), ("community", 0, 2, False), ("thrown", 0, 1, False),
        ("seat", 2, 3, False), ("seat", 5, 3, False), ("seat", 7, 3, False),
    ]  # fmt: skip
    assert [ev.clause for ev in events(t, e.CardsDealt) if ev.to == "seat"] == [
        "MD-LIR 10.B(3)",
        "MD-LIR 10.B(4)",
        "MD-LIR 10.B(4)",
    ]


# --- two late moments of Massachusetts --------------------------------------------------------------------------------


def all_raised(moment: str) -> Table:
    """Everybody has made the play wager before the flop: no decision is left."""
    return to(seated(table(UTH), 1, 2), moment, {1: {"preflop": "play_4x"}, 2: {"preflop": "play_3x"}})


@pytest.mark.clause("MA-UTH 15(a)/1")
@pytest.mark.parametrize("moment", ["flop", "turn_river", "stub", "reveal"])
def test_an_exposed_dealer_card_has_no_effect_once_all_have_played(moment: str) -> None:
    """U-36: the trigger ends with the last decision, wherever the board stands."""
    t = all_raised(moment)
    (event, *rest) = accepted(t, "dealer", a.Report("dealer_card_exposed"))
    assert isinstance(event, e.Irregularity) and event.consequence == "record" and not rest


@pytest.mark.clause("MA-UTH 15(g)")
def test_a_failed_shoe_is_out_of_use_until_it_is_removed() -> None:
    at_bets = seated(table(UTH, "automated_shoe"), 1)
    between = finish(seated(table(UTH, "automated_shoe"), 1))
    accepted(between, "dealer", a.ClearTable())
    for t in (at_bets, between):
        accepted(t, "dealer", a.Report("device_fails", place="shoe"))
        assert t.state.shoe == "failed"
        accepted(t, "dealer", a.SetDeviceAside("shoe", "removed"))
        assert t.state.shoe == "removed"


@pytest.mark.parametrize(("faces", "allowed"), [((UNKNOWN,), "1 card"), (("As", UNKNOWN), "2 cards")])
def test_who_must_tell_faces_hears_how_many(faces: tuple[str, ...], allowed: str) -> None:
    with pytest.raises(RefusedAct) as refused:
        must_be_told(faces, "")
    assert refused.value.refusal.allowed == allowed
