"""A dealer puts what was seen or counted before the floorperson: the table stands still until it is ruled on, and what
follows then is what the rules say of the same report or count."""

import msgspec
import pytest

from pitboss.play.log import header_line, lines, read_log
from pitboss.play.replay import replay
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.offers import offers
from pitboss.table.state import plain
from pitboss.table.views import tell
from support import LIR, SHIPPED, THREE, TOP5, accepted, events, finish, refused, seated, table, to

EXPOSED = a.Report("dealer_card_exposed", detail="it fell")


def at_stub(game: str = THREE) -> Table:
    """One seat is dealt in, and the stub lies there to be put away or counted."""
    return to(seated(table(game), 1), "stub")


def short(t: Table) -> a.CountStub:
    """One card too few was typed; everything else lies as the record has it."""
    offered = [each.example for each in offers(t.rules, t.state, "dealer") if isinstance(each.example, a.CallFloor)]
    counts = [each.about for each in offered if isinstance(each.about, a.CountStub)]
    assert len(counts) == 1
    return counts[0]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_mistyped_count_is_corrected_before_the_deck_leaves(game: str) -> None:
    t = at_stub(game)
    wrong = short(t)
    before = t.state
    first, matter = accepted(t, "dealer:Dora", a.CallFloor(wrong))
    assert isinstance(first, e.FloorCalled) and first.about == wrong
    assert matter == e.MatterRaised("count", first.clause)
    assert (t.state.decks, t.state.void, t.state.seats) == (before.decks, before.void, before.seats)
    told = accepted(t, "floorperson:Fay", a.Rule("count", "corrected", 0, a.CountStub(wrong.stub + 1)))
    assert [type(each) for each in told[:2]] == [e.MatterSettled, e.StubCounted]
    assert isinstance(told[1], e.StubCounted) and (told[1].stub, told[1].verdict) == (wrong.stub + 1, "right")
    assert (t.state.matters, t.state.called, t.state.void) == ((), None, False)
    finish(t)
    assert not events(t, e.DeckRemoved)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_confirmed_count_has_the_consequences_of_the_same_count(game: str) -> None:
    """The second table counts without a call; from there on everything is the same but for who is waited for."""
    called, direct = at_stub(game), at_stub(game)
    wrong = short(called)
    accepted(called, "dealer:Dora", a.CallFloor(wrong))
    followed = accepted(called, "floorperson:Fay", a.Rule("count", "confirmed"))
    assert isinstance(followed[0], e.MatterSettled)
    assert followed[1:] == accepted(direct, "dealer:Dora", wrong)
    assert [type(each) for each in followed].count(e.DeckRemoved) == 1
    assert plain(called.state) == plain(direct.state)


def test_a_dismissed_count_is_counted_again() -> None:
    t = at_stub()
    before = plain(t.state)
    wrong = short(t)
    accepted(t, "dealer:Dora", a.CallFloor(wrong))
    assert "called" in plain(t.state) and "called" not in before, "what is not there has no part in a fingerprint"
    assert len(accepted(t, "floorperson:Fay", a.Rule("count", "dismissed"))) == 1
    assert plain(t.state) == before
    accepted(t, "dealer:Dora", a.CountStub(wrong.stub + 1))


def test_a_count_that_agrees_calls_nobody() -> None:
    t = at_stub()
    right = a.CountStub(short(t).stub + 1)
    assert refused(t, "dealer", a.CallFloor(right), code="right_number").given == str(right.stub)
    refused(t, "dealer", a.CallFloor(a.CountStub(right.stub - 1)), code="counts_by_place")


@pytest.mark.parametrize("ruling", ["confirmed", "dismissed"])
def test_a_report_waits_and_is_ruled_on(ruling: str) -> None:
    t, direct = (to(seated(table(THREE), 1, 2), "decide") for _ in range(2))
    before = plain(t.state)
    accepted(t, "dealer:Dora", a.CallFloor(EXPOSED))
    assert t.state.matters == (("report:dealer_card_exposed", 0),)
    refused(t, "player:P1", a.Decide(1, "play"), code="pending")
    refused(t, "dealer:Dora", a.CallFloor(a.Report("violation", seat=1)), code="pending")
    refused(t, "dealer:Dora", a.Rule("report:dealer_card_exposed", ruling), code="wrong_role")
    followed = accepted(t, "floorperson:Fay", a.Rule("report:dealer_card_exposed", ruling))
    if ruling == "dismissed":
        assert plain(t.state) == before
    else:
        assert followed[1:] == accepted(direct, "floorperson:Fay", EXPOSED)
        assert plain(t.state) == plain(direct.state)
    finish(t)


def test_a_report_about_the_wrong_position_is_corrected() -> None:
    t, direct = (to(seated(table(TOP5), 1, 2), "decide") for _ in range(2))
    wrong, right = a.Report("violation", seat=1), a.Report("violation", seat=2)
    accepted(t, "dealer", a.CallFloor(wrong))
    matter = ("report:violation", 1)
    assert t.state.matters == (matter,)
    for ruling, instead in (("corrected", None), ("confirmed", right), ("corrected", a.CountStub(40))):
        refused(t, "floorperson", a.Rule(*_args(matter, ruling), instead), code="correction")
    refused(t, "floorperson", a.Rule(*_args(matter, "losing")), code="ruling")
    followed = accepted(t, "floorperson", a.Rule(*_args(matter, "corrected"), right))
    assert followed[1:] == accepted(direct, "floorperson", right)
    assert [ev.seat for ev in events(t, e.WagersForfeited)] == [2]


def _args(matter: tuple[str, int], ruling: str) -> tuple[str, str, int]:
    return matter[0], ruling, matter[1]


def test_what_a_floorperson_could_not_report_calls_nobody() -> None:
    t = to(seated(table(THREE), 1), "decide")
    refused(t, "dealer", a.CallFloor(a.Report("storm")), code="no_such_report")
    refused(t, "dealer", a.CallFloor(a.Report("violation", seat=3)), code="not_in_play")
    refused(t, "player:P1", a.CallFloor(EXPOSED), code="wrong_role")
    refused(t, "floorperson", a.CallFloor(EXPOSED), code="wrong_role")
    assert t.state.called is None


def test_between_rounds_the_uncounted_deck_stays_where_it_is() -> None:
    t = at_stub()
    finish(t)
    accepted(t, "dealer", a.ClearTable())
    wrong = short(t)
    accepted(t, "dealer", a.CallFloor(wrong))
    for act in (a.ShuffleCards(), a.RemoveDeck(), a.OpenRound(), a.CountStub(52)):
        refused(t, "dealer", act, code="pending")
    accepted(t, "player:P3", a.TakeSeat(3, "P3"))
    accepted(t, "player:P3", a.LeaveSeat(3))
    accepted(t, "floorperson", a.Rule("count", "confirmed"))
    assert t.state.decks[0].stage == "absent"


def test_the_call_keeps_what_the_dealer_wrote_from_others_and_the_log_replays() -> None:
    t = to(seated(table(LIR), 1), "decide_1")
    accepted(t, "dealer", a.CallFloor(a.Report("violation", seat=1, detail="secret words")))
    accepted(t, "floorperson", a.Rule("report:violation", "confirmed", 1))
    finish(t)
    told = [tell(event, "player:P1") for event in events(t, e.FloorCalled)]
    assert told and b"secret" not in msgspec.json.encode(told)
    terms, records = read_log(b"".join([header_line(t.rules.terms), *lines(t.log)]))
    assert list(replay(terms, records))[-1].state == t.state
