"""Every row that one edition of a game has and another has not, at every moment it names: what follows, and which
clauses are cited. Rounds of the first edition must replay for ever, so its rows are held as closely as today's."""

import pytest

from pitboss.table import actions as a
from pitboss.table import events as e
from support import accepted, events, finish, refused, to
from table.test_editions import LATE, cited, texas
from table.test_irregularities_bench import deliver

ONE, TWO = a.Report("card_face_up", cards=("Ah",)), a.Report("card_face_up", cards=("Ah", "Ac"))
EXPOSED = ("deal", "preflop", "flop", "postflop", "turn_river", "stub", "final")
VOIDS: tuple[tuple[a.Report, dict[str, str], tuple[str, ...], str, tuple[str, str]], ...] = (
    (ONE, {"one_face_up_after_deal": "void_but_trips"}, ("flop", "turn_river"), "15(b)/3", ("15(b)/3", "15(b)/3")),
    (TWO, {}, ("flop", "turn_river"), "15(b)/3", ("15(b)/2", "15(b)/3")),
    (a.Report("early_board"), {}, ("preflop", "postflop"), "15(a)/1", ("15(a)/1", "15(a)/2")),
    (a.Report("dealer_card_exposed"), {}, EXPOSED, "15(a)/1", ("15(a)/1", "15(a)/2")),
)
"""What is reported, under which readings, when; by which clause the round is void in the first edition (Trips is lost
by 15(a)/2 there), and by which it is void and Trips is lost in the second."""


def _cases() -> list[object]:
    return [
        pytest.param(
            edition,
            step,
            report,
            readings,
            (first, "15(a)/2") if edition == 1 else second,
            marks=pytest.mark.clause(f"MA-UTH {first if edition == 1 else second[0]}"),
            id=f"{report.kind} {len(report.cards) or ''} {step} {edition}",
        )
        for report, readings, steps, first, second in VOIDS
        for step in steps
        for edition in (1, 2)
    ]


@pytest.mark.parametrize(("edition", "step", "report", "readings", "clauses"), _cases())
def test_the_round_is_void_but_for_trips(
    edition: int, step: str, report: a.Report, readings: dict[str, str], clauses: tuple[str, str]
) -> None:
    t = to(texas(edition, **readings), step)
    if step == "deal":
        deliver(t, 2)  # one card to the player, one to the dealer
    (told,) = (ev for ev in accepted(t, "dealer", report) if isinstance(ev, e.Irregularity))
    assert told.consequence == "void_spare" and t.state.void
    void, lost = (f"MA-UTH {clause}" for clause in clauses)
    assert told.clause == void
    assert cited(finish(t)) == ({void}, lost)


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("step", ["preflop", "flop", "postflop", "turn_river", "final", "reveal"])
@pytest.mark.clause("MA-UTH 7(f)(2)/2")
def test_a_late_misdeal_by_15d_voids_in_the_first_edition_only(step: str, procedure: str, edition: int) -> None:
    t = to(texas(edition, procedure=procedure, stub_misdeal="as_15d"), step)
    if edition == 1:
        accepted(t, "floorperson", LATE)
        assert t.state.void and {ev.clause for ev in events(t, e.Irregularity)} == {"MA-UTH 7(f)(2)/2"}
    else:
        refused(t, "floorperson", LATE, clause="MA-UTH 7(f)(2)/2", code="by_place")
        assert not t.state.void


@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.clause("MA-UTH 7(f)(2)/2")
def test_in_a_void_round_it_counts_by_its_place_until_the_table_is_cleared(procedure: str) -> None:
    t = to(texas(procedure=procedure, stub_misdeal="as_15d"), "preflop")
    accepted(t, "dealer", a.Report("wrong_number", place="dealer", count=3))
    assert t.state.void and finish(t).step_name == "clear"
    refused(t, "floorperson", LATE, clause="MA-UTH 7(f)(2)/2", code="by_place")
