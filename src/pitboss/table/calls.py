"""The dealer calls the floorperson: what was seen or counted waits, with the whole table, until it is ruled on.

Nothing here says what follows: a ruling puts the report or the count to the rules that decide it anyway."""

from msgspec.structs import replace

from pitboss.rulebook.roles import FLOOR, FLOORPERSON
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.dealing import count_stub
from pitboss.table.draft import Draft
from pitboss.table.mishaps import report
from pitboss.table.refusals import refuse
from pitboss.table.state import COUNT, REPORT


def call_floor(d: Draft, act: a.CallFloor) -> None:
    """Refused where a floorperson could not report it either."""
    d.permitted()
    tried = Draft(d.rules, d.state, FLOORPERSON, d.at)
    _carry_out(tried, act.about)
    first = tried.events[0]
    if isinstance(first, e.StubCounted) and first.verdict == "right":
        message = "this count agrees: nothing is to be ruled on"
        raise refuse("right_number", message, first.clause, given=first.stub, allowed="record the count")
    assert isinstance(first, e.StubCounted | e.Irregularity)
    d.add(e.FloorCalled(act.about, first.clause))
    matter, seat = (COUNT, 0) if isinstance(act.about, a.CountStub) else (REPORT + act.about.kind, act.about.seat)
    d.add(e.MatterRaised(matter, first.clause, seat))


def rule_on_call(d: Draft, act: a.Rule) -> None:
    """Confirmed: what was put before the floorperson is carried out. Corrected: what should have been said is carried
    out instead. Dismissed: nothing of it happened, and the dealer goes on."""
    called = d.state.called
    assert called is not None, "a call that waits is kept"
    clause = _clause(d, called)
    allowed = ("confirmed", "dismissed", "corrected")
    if act.ruling not in allowed:
        raise refuse("ruling", "not a possible ruling", clause, given=act.ruling, allowed=allowed)
    if (act.instead is not None) != (act.ruling == "corrected") or type(act.instead or called) is not type(called):
        message = "a correction, and nothing else, says what should have been said"
        given = "nothing" if act.instead is None else type(act.instead).__name__
        raise refuse("correction", message, clause, given=given, allowed=f"corrected, with a {type(called).__name__}")
    d.add(e.MatterSettled(act.matter, act.ruling, clause, act.seat))
    if act.ruling != "dismissed":
        _carry_out(d, replace(act.instead or called, meters=act.meters))


def _clause(d: Draft, called: a.Called) -> str:
    if isinstance(called, a.CountStub):
        return d.cite("count_wrong")
    return d.rules.mishaps_by_kind[called.kind][0].clause


def _carry_out(d: Draft, about: a.Called) -> None:
    d.who = FLOOR
    if isinstance(about, a.CountStub):
        count_stub(d, about)
    else:
        report(d, about)
