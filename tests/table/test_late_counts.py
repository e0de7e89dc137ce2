"""A wrong count of the stub reported outside its step is a floorperson's report (X-05): before the first payment it
voids as written, afterwards the round stands and only the deck leaves."""

from collections.abc import Mapping

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    PROCEDURES,
    SHIPPED,
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

MISDEALT = {
    DRAGON: ("MD-DRAGON 8.G(1)", "MD-DRAGON 9.G", "MD-DRAGON 10.F"),
    TOP5: ("MD-TOP5 8.F(4)", "MD-TOP5 9.D(4)", "MD-TOP5 10.C(3)"),
    LIR: ("MD-LIR 8.F(1)", "MD-LIR 9.H(1)", "MD-LIR 10.G(1)"),
    UTH: ("MA-UTH 7(f)(2)/2",) * 3,
    THREE: ("TCP 7.10", "TCP 8.11", "TCP 9.10"),
    CARIBBEAN: ("CSP 7.10", "CSP 8.11", "CSP 9.10"),
    MISSISSIPPI: ("MST 7.11", "MST 8.12", "MST 9.10"),
}
NOT_MISDEALT = {
    DRAGON: ("MD-DRAGON 8.G(2)", "MD-DRAGON 9.H", "MD-DRAGON 10.G"),
    TOP5: ("MD-TOP5 8.F(5)", "MD-TOP5 9.D(5)", "MD-TOP5 10.C(4)"),
    LIR: ("MD-LIR 8.F(2)", "MD-LIR 9.H(2)", "MD-LIR 10.G(2)"),
    UTH: ("MA-UTH 7(f)(2)/3",) * 3,
    THREE: ("TCP 7.11", "TCP 8.12", "TCP 9.11"),
    CARIBBEAN: ("CSP 7.11", "CSP 8.12", "CSP 9.11"),
    MISSISSIPPI: ("MST 7.12", "MST 8.13", "MST 9.11"),
}
FIRST_DECISION = {**dict.fromkeys(SHIPPED, "decide"), LIR: "decide_1", UTH: "preflop", MISSISSIPPI: "third"}


def cases(clauses: Mapping[str, tuple[str, ...]]) -> list[object]:
    return [
        pytest.param(game, procedure, clause, id=f"{game}-{procedure}", marks=pytest.mark.clause(clause))
        for game in SHIPPED
        for procedure, clause in zip(PROCEDURES, clauses[game], strict=True)
    ]


def wrong_count(ruling: str) -> a.Report:
    return a.Report("wrong_count", ruling=ruling)


def at_decision(game: str, procedure: str) -> Table:
    return to(seated(table(game, procedure), 1, 3), FIRST_DECISION[game])


@pytest.mark.parametrize(("game", "procedure", "clause"), cases(MISDEALT))
def test_misdealt_cards_void_the_round_and_the_deck_stays(game: str, procedure: str, clause: str) -> None:
    t = at_decision(game, procedure)
    accepted(t, "floorperson", wrong_count("misdealt"))
    assert [ev.clause for ev in events(t, e.RoundVoided)] == [clause]
    assert all(net(t, seat, wager.id) == 0 for seat in (1, 3) for wager in t.rules.wagers)
    assert not events(t, e.DeckRemoved)


@pytest.mark.parametrize(("game", "procedure", "clause"), cases(NOT_MISDEALT))
def test_otherwise_the_deck_leaves_too(game: str, procedure: str, clause: str) -> None:
    t = at_decision(game, procedure)
    accepted(t, "floorperson", wrong_count("not_misdealt"))
    assert [ev.clause for ev in events(t, e.DeckRemoved)] == [clause]
    assert [ev.clause for ev in events(t, e.RoundVoided)] == [clause]


@pytest.mark.parametrize("game", SHIPPED)
def test_only_a_floorperson_and_only_with_a_verdict(game: str) -> None:
    t = at_decision(game, "manual_shoe")
    refused(t, "dealer", wrong_count("misdealt"), code="wrong_role")
    refused(t, "floorperson", wrong_count(""))
    refused(t, "floorperson", wrong_count("perhaps"))


@pytest.mark.parametrize("game", SHIPPED)
def test_after_the_first_payment_the_round_stands(game: str) -> None:
    t = to(seated(table(game), 1, 3), "settle")
    assert t.perform(), "the first hand is settled"
    accepted(t, "floorperson", wrong_count("misdealt"))
    accepted(t, "floorperson", wrong_count("not_misdealt"))
    assert not events(t, e.RoundVoided) and len(events(t, e.DeckRemoved)) == 1
    finish(t)
    assert {ev.seat for ev in events(t, e.HandTurned)} == {1, 3}
    assert t.perform() and t.state.decks[0].stage == "absent"


@pytest.mark.parametrize("game", SHIPPED)
def test_the_shuffler_may_fail_during_a_round_the_shoe_only_jams(game: str) -> None:
    t = at_decision(game, "automated_shoe")
    refused(t, "dealer", a.Report("device_fails", place="shoe"), code="not_now")
    accepted(t, "dealer", a.Report("device_fails", place="shuffler"))
    finish(t)
    accepted(t, "dealer", a.ClearTable())
    refused(t, "dealer", a.ShuffleCards(device=True), code="device_not_set_aside")


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(DRAGON, marks=pytest.mark.clause("MD-DRAGON 13.H")),
        pytest.param(TOP5, marks=pytest.mark.clause("MD-TOP5 13.E")),
        pytest.param(LIR, marks=pytest.mark.clause("MD-LIR 13.H")),
        pytest.param(UTH, marks=pytest.mark.clause("MA-UTH 15(g)")),
        pytest.param(THREE, marks=pytest.mark.clause("TCP 12.8")),
        pytest.param(CARIBBEAN, marks=pytest.mark.clause("CSP 12.8")),
        pytest.param(MISSISSIPPI, marks=pytest.mark.clause("MST 12.8")),
    ],
)
def test_the_shuffler_may_fail_at_every_moment(game: str) -> None:
    """From open bets to the clearing, and between rounds; the round goes on, the next shuffle waits (X-13)."""
    failure = a.Report("device_fails", place="shuffler")
    script = table(game, "hand").rules.script("hand")
    for name in [
        step.name for step in script if step.kind in ("bets", "deal", "stub", "ask", "show", "settle", "clear")
    ]:
        if name == "settle_folded":
            continue
        t = to(seated(table(game, "hand"), 1), name)
        accepted(t, "dealer", failure)
        assert t.state.shuffler == "failed" and not t.state.void
    t = finish(seated(table(game, "hand"), 1))
    accepted(t, "dealer", a.ClearTable())
    accepted(t, "dealer", failure)
    refused(t, "dealer", a.ShuffleCards(device=True), code="device_not_set_aside")


@pytest.mark.parametrize(("game", "procedure", "clause"), cases(MISDEALT))
def test_a_misdeal_may_be_reported_until_the_table_is_cleared(game: str, procedure: str, clause: str) -> None:
    """At the clearing everything is paid: the report is recorded and that is all."""
    t = finish(seated(table(game, procedure), 1))
    (event, *rest) = accepted(t, "floorperson", wrong_count("misdealt"))
    assert isinstance(event, e.Irregularity) and (event.clause, event.consequence) == (clause, "record") and not rest


@pytest.mark.parametrize(("game", "procedure", "clause"), cases(NOT_MISDEALT))
def test_a_bad_deck_leaves_even_when_the_table_is_cleared(game: str, procedure: str, clause: str) -> None:
    t = finish(seated(table(game, procedure), 1))
    accepted(t, "floorperson", wrong_count("not_misdealt"))
    assert [ev.clause for ev in events(t, e.DeckRemoved)] == [clause]
