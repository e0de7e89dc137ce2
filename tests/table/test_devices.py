"""Shufflers and shoes: their own count, jams, devices that fail, and which procedure is lawful without them."""

from typing import Any

import pytest

from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.flow import current
from support import (
    CARIBBEAN,
    DRAGON,
    HOUSE_RULES,
    LIR,
    MARYLAND,
    MISSISSIPPI,
    SHIPPED,
    THREE,
    TOP5,
    UTH,
    Clock,
    accepted,
    automatic,
    by_hand,
    clause_of,
    events,
    finish,
    net,
    own,
    refused,
    rules,
    seated,
    table,
    to,
)

SIZE = {**dict.fromkeys(SHIPPED, 52), DRAGON: 53}
MEASURES = ("covered", "removed", "marked")


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=" ".join([clause, *(str(v) for v in values[1:])]), marks=pytest.mark.clause(clause))


def each(clauses: dict[str, str], *values: Any) -> list[Any]:
    """One case per game: game → the rest of its clause."""
    return [case(clause_of(game, rest), game, *values) for game, rest in clauses.items()]


def long(game: str, procedure: str, **dealing: Any) -> Table:
    """A table with open bets whose cards are shuffled anew for every round; nothing happens by itself any more."""
    bound = rules(game, procedure, dealing=dealing)
    made = Table(bound, source=ShuffledDecks(bound.deck, seeded_stream("devices")), clock=Clock())
    return by_hand(made.open())


def stacked(game: str, procedure: str, **dealing: Any) -> Table:
    """A table whose cards are stacked for the first shuffle."""
    t = table(game, procedure, open_bets=False, dealing=dealing)
    while t.state.decks[0].stage != "stacked":
        assert t.perform()
    return by_hand(t)


def stages(t: Table) -> list[str]:
    return [deck.stage for deck in t.state.decks]


# --- the shuffler jams -----------------------------------------------------------------------------------------------

JAM = {DRAGON: "13.F", LIR: "13.F", UTH: "15(e)", **own("12.6")}


@pytest.mark.parametrize("game", [*each(JAM), pytest.param(TOP5, id="T-29", marks=pytest.mark.clause("MD-TOP5 13.D"))])
def test_when_the_shuffler_jams_the_cards_are_reshuffled(game: str) -> None:
    t = seated(long(game, "hand"), 1)
    accepted(t, "dealer", a.Report("shuffler_jams"))
    refused(t, "dealer", a.CloseBets(), code="deck_stage")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    accepted(t, "dealer", a.CloseBets())
    assert not events(t, e.RoundVoided)


@pytest.mark.parametrize("game", [*each(JAM), pytest.param(TOP5, id="T-29", marks=pytest.mark.clause("MD-TOP5 13.D"))])
def test_a_jam_behind_the_running_round_touches_only_the_cards_in_the_device(game: str) -> None:
    t = to(seated(long(game, "hand", decks=2), 1), "deal")
    accepted(t, "dealer", a.Report("shuffler_jams"))
    assert stages(t) == ["dealing", "used"]
    assert not t.state.void
    finish(automatic(t))


@pytest.mark.parametrize("game", [*each(JAM), pytest.param(TOP5, id="T-29", marks=pytest.mark.clause("MD-TOP5 13.D"))])
def test_without_a_shuffler_nothing_jams(game: str) -> None:
    refused(long(game, "manual_shoe"), "dealer", a.Report("shuffler_jams"), code="no_device")


@pytest.mark.parametrize("game", each({DRAGON: "13.F", LIR: "13.F", **own("12.6")}))
def test_a_jam_does_not_touch_cards_that_were_shuffled_by_hand(game: str) -> None:
    t = stacked(game, "manual_shoe", shuffler="automated")
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.Report("shuffler_jams"))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", [*each(JAM), pytest.param(TOP5, id="T-29", marks=pytest.mark.clause("MD-TOP5 13.D"))])
def test_the_shuffler_may_jam_at_any_moment(game: str) -> None:
    names = [s.name for s in long(game, "hand").rules.script("hand") if s.kind in ("bets", "deal", "ask", "clear")]
    for name in names:
        t = to(automatic(seated(long(game, "hand"), 1)), name)
        accepted(t, "dealer", a.Report("shuffler_jams"))
    cleared = to(automatic(seated(long(game, "hand"), 1)), "clear")
    accepted(cleared, "dealer", a.ClearTable())
    accepted(cleared, "dealer", a.Report("shuffler_jams"))


# --- the shuffler's own count ----------------------------------------------------------------------------------------

COUNTS = {DRAGON: "5.D(1)", TOP5: "5.B(1)", LIR: "5.E(1)", **own("4.7")}
REMOVED = {DRAGON: "5.D", TOP5: "5.B", LIR: "5.E"}
WRONG = {DRAGON: "5.D(2)", TOP5: "5.B(2)", LIR: "5.E(2)", **own("4.8")}


@pytest.mark.parametrize("game", [*each(COUNTS), pytest.param(UTH, id="X-27")])
def test_a_device_that_counts_is_heard_before_the_deck_is_dealt(game: str) -> None:
    t = stacked(game, "hand", shuffler_counts_cards=True)
    refused(t, "dealer", a.DeviceCountsCards(SIZE[game]), code="deck_stage")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.DeviceCountsCards(SIZE[game]))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(COUNTS))
def test_a_device_that_does_not_count_has_nothing_to_say(game: str) -> None:
    t = stacked(game, "hand")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(t, "dealer", a.DeviceCountsCards(SIZE[game]))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize(
    ("game", "difference"),
    [*each(WRONG, -1), *each(WRONG, 1), *each(REMOVED, -1), pytest.param(UTH, -1, id="X-27")],
)
def test_a_wrong_count_takes_the_deck_off_the_table(game: str, difference: int) -> None:
    """A new deck comes with the whole opening."""
    t = stacked(game, "hand", shuffler_counts_cards=True)
    accepted(t, "dealer", a.ShuffleCards(device=True))
    accepted(t, "dealer", a.DeviceCountsCards(SIZE[game] + difference))
    assert stages(t) == ["absent"]
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    refused(t, "dealer", a.ShuffleCards(device=True), code="deck_stage")
    accepted(t, "dealer", a.ReceiveCards())
    refused(t, "dealer", a.ShuffleCards(device=True), code="deck_stage")
    accepted(t, "dealer", a.InspectCards())


@pytest.mark.parametrize("game", [*each({**REMOVED, **own("4.8")}), pytest.param(UTH, id="X-27")])
def test_a_wrong_count_of_the_second_deck_does_not_touch_the_running_round(game: str) -> None:
    t = to(seated(long(game, "hand", decks=2, shuffler_counts_cards=True), 1), "deal")
    accepted(t, "dealer", a.Report("shuffler_jams"))
    accepted(t, "dealer", a.ShuffleCards(2, device=True))
    accepted(t, "dealer", a.DeviceCountsCards(SIZE[game] - 1, 2))
    assert stages(t) == ["dealing", "absent"]
    finish(automatic(t))
    assert not events(t, e.RoundVoided) and not events(t, e.WagerReturned)


# --- a device that reshuffles and counts continuously ----------------------------------------------------------------

DEVICE = {DRAGON: "5.I", TOP5: "5.G", LIR: "5.I", **own("4.17")}
WITHOUT = {DRAGON: "5.J", TOP5: "5.H", LIR: "5.I", **own("4.17")}


@pytest.mark.parametrize("game", each(DEVICE))
def test_a_continuous_device_shuffles_and_counts(game: str) -> None:
    t = stacked(game, "manual_shoe", shuffler="continuous")
    refused(t, "dealer", a.ShuffleCards(), code="continuous")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.DeviceCountsCards(SIZE[game]))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(WITHOUT))
def test_with_a_continuous_device_there_is_no_cut_no_recut_and_no_spread(game: str) -> None:
    clause = clause_of(game, WITHOUT[game])
    t = stacked(game, "manual_shoe", shuffler="continuous")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(t, "dealer", a.CutCards(20), clause=clause, code="no_cut")
    accepted(t, "dealer", a.DeviceCountsCards(SIZE[game]))
    refused(t, "floorperson", a.OrderRecut(), clause=clause, code="no_cut")
    refused(t, "dealer", a.GoIdle(), clause=clause, code="no_idle")


@pytest.mark.parametrize("game", each(WITHOUT))
def test_preshuffled_cards_go_uncut_into_the_continuous_device(game: str) -> None:
    t = by_hand(table(game, open_bets=False, dealing={"shuffler": "continuous"}))
    accepted(t, "dealer", a.ReceiveCards(preshuffled=True))
    refused(t, "dealer", a.CutCards(20), clause=clause_of(game, WITHOUT[game]), code="no_cut")
    accepted(t, "dealer", a.ShuffleCards(device=True))


@pytest.mark.parametrize("game", each(WITHOUT))
def test_with_a_continuous_device_the_stub_is_never_counted(game: str) -> None:
    t = automatic(long(game, "manual_shoe", shuffler="continuous"))
    for _ in range(6):
        finish(seated(t, 1))
        accepted(t, "dealer", a.ClearTable())
        t.run(until="bets")
    assert t.state.round == 7
    assert not events(t, e.StubCounted) and not events(t, e.StubRemoved)


@pytest.mark.parametrize("game", each(WITHOUT))
def test_once_the_continuous_device_is_set_aside_cards_are_cut_and_spread_again(game: str) -> None:
    t = long(game, "manual_shoe", shuffler="continuous")
    accepted(t, "dealer", a.Report("device_fails", place="shuffler"))
    accepted(t, "dealer", a.SetDeviceAside("shuffler", "covered"))
    accepted(t, "dealer", a.GoIdle(face_up=True))
    for act in (a.LookAtCards(), a.WashCards(), a.StackCards(), a.ShuffleCards(), a.CutCards(20)):
        accepted(t, "dealer", act)
    accepted(t, "dealer", a.OpenRound())


# --- a device that fails ---------------------------------------------------------------------------------------------

FAILS = {DRAGON: "13.H", TOP5: "13.E", LIR: "13.H", **own("12.8")}


def failed(game: str, device: str = "shuffler", procedure: str = "hand", **dealing: Any) -> Table:
    """The device has just failed, between rounds; the deck was shuffled before."""
    t = long(game, procedure, **dealing)
    accepted(t, "dealer", a.GoIdle(face_up=True))
    for act in (a.LookAtCards(), a.WashCards(), a.StackCards()):
        accepted(t, "dealer", act)
    accepted(t, "dealer", a.Report("device_fails", place=device))
    return t


@pytest.mark.parametrize("game", each(FAILS))
def test_before_the_failed_shuffler_is_dealt_with_no_other_method_is_used(game: str) -> None:
    clause = clause_of(game, FAILS[game])
    t = failed(game)
    for other in (a.ShuffleCards(), a.ShuffleCards(device=True), a.ChangeProcedure("manual_shoe")):
        refused(t, "dealer", other, clause=clause, code="device_not_set_aside")
    accepted(t, "dealer", a.SetDeviceAside("shuffler", "covered"))
    accepted(t, "dealer", a.ChangeProcedure("manual_shoe"))
    for act in (a.ShuffleCards(), a.CutCards(20), a.OpenRound()):
        accepted(t, "dealer", act)


@pytest.mark.parametrize("game", each(FAILS))
def test_before_the_failed_shoe_is_dealt_with_no_other_method_is_used(game: str) -> None:
    """The failure comes while bets are open: nothing is dealt from the failed shoe, and no wager is lost."""
    t = seated(long(game, "automated_shoe"), 1)
    accepted(t, "dealer", a.Report("device_fails", place="shoe"))
    refused(t, "dealer", a.CloseBets(), code="no_shoe")
    refused(t, "dealer", a.ChangeProcedure("hand"), clause=clause_of(game, FAILS[game]), code="device_not_set_aside")
    accepted(t, "floorperson", a.SetDeviceAside("shoe", "marked"))
    refused(t, "dealer", a.CloseBets(), code="no_shoe")
    accepted(t, "dealer", a.ChangeProcedure("hand"))
    accepted(t, "dealer", a.CloseBets())
    finish(automatic(t))


@pytest.mark.parametrize(
    ("game", "measure"),
    [
        case("MD-DRAGON 13.H(1)", DRAGON, "covered"),
        case("MD-DRAGON 13.H(2)", DRAGON, "removed"),
        case("MD-DRAGON 13.H(2)bis", DRAGON, "marked"),
        case("MD-TOP5 13.E(1)", TOP5, "covered"),
        case("MD-TOP5 13.E(2)", TOP5, "marked"),
        case("MD-LIR 13.H(1)", LIR, "covered"),
        case("MD-LIR 13.H(2)", LIR, "marked"),
        case("MD-TOP5 13.E", TOP5, "removed"),  # more than covering
        case("MD-LIR 13.H", LIR, "removed"),
        case("MA-UTH 15(g)", UTH, "removed"),
        *each(own("12.9"), "covered"),
        *each(own("12.10"), "removed"),
        *each(own("12.11"), "marked"),
    ],
)
def test_what_may_be_done_with_a_failed_device(game: str, measure: str, request: pytest.FixtureRequest) -> None:
    t = failed(game)
    refused(t, "dealer", a.SetDeviceAside("shuffler", "switched off"), code="measure")
    refused(t, "player:Ann", a.SetDeviceAside("shuffler", measure), code="wrong_role")
    (done,) = accepted(t, "dealer", a.SetDeviceAside("shuffler", measure))
    assert isinstance(done, e.DeviceSetAside)
    assert done.clause == request.node.get_closest_marker("clause").args[0]
    accepted(t, "dealer", a.ChangeProcedure("manual_shoe"))
    accepted(t, "dealer", a.ShuffleCards())


@pytest.mark.parametrize("measure", [case("MA-UTH 15(g)", "covered"), case("MA-UTH 15(g)", "marked")])
def test_in_massachusetts_a_device_is_removed_and_nothing_less(measure: str) -> None:
    t = failed(UTH)
    refused(t, "dealer", a.SetDeviceAside("shuffler", measure), clause="MA-UTH 15(g)", code="measure")
    refused(t, "dealer", a.ShuffleCards(), clause="MA-UTH 15(g)", code="device_not_set_aside")


@pytest.mark.clause("MA-UTH 15(g)")
def test_in_massachusetts_a_working_shuffler_is_removed_before_cards_are_shuffled_by_hand() -> None:
    t = stacked(UTH, "manual_shoe", shuffler="automated")
    refused(t, "dealer", a.ShuffleCards(), clause="MA-UTH 15(g)", code="device_not_removed")
    accepted(t, "dealer", a.SetDeviceAside("shuffler", "removed"))
    accepted(t, "dealer", a.ShuffleCards())


@pytest.mark.parametrize("procedure", [case("MA-UTH 15(g)", "manual_shoe"), case("MA-UTH 15(g)", "hand")])
def test_in_massachusetts_a_working_shoe_is_removed_before_cards_are_dealt_otherwise(procedure: str) -> None:
    t = stacked(UTH, "automated_shoe")
    refused(t, "dealer", a.ChangeProcedure(procedure), clause="MA-UTH 15(g)", code="device_not_set_aside")
    accepted(t, "dealer", a.SetDeviceAside("shoe", "removed"))
    accepted(t, "dealer", a.ChangeProcedure(procedure))


@pytest.mark.parametrize(
    ("game", "device", "procedure", "lawful"),
    [
        # Without its shuffler no table deals from the hand; a shoe of its own serves on, but not in Let It Ride.
        *(case(clause_of(g, c), g, "shuffler", "hand", False) for g, c in {**FAILS, UTH: "15(g)"}.items()),
        *(case(clause_of(g, c), g, "shuffler", "automated_shoe", g != LIR) for g, c in {**FAILS, UTH: "15(g)"}.items()),
        *(case(clause_of(g, c), g, "shuffler", "manual_shoe", True) for g, c in {**FAILS, UTH: "15(g)"}.items()),
        *(case(clause_of(g, c), g, "shoe", "automated_shoe", False) for g, c in {**FAILS, UTH: "15(g)"}.items()),
        *(case(clause_of(g, c), g, "shoe", "hand", True) for g, c in {**FAILS, UTH: "15(g)"}.items()),
        *(case(clause_of(g, c), g, "shoe", "manual_shoe", True) for g, c in {**FAILS, UTH: "15(g)"}.items()),
    ],
)
def test_which_procedure_is_lawful_without_the_device(game: str, device: str, procedure: str, lawful: bool) -> None:
    t = failed(game, device, "automated_shoe")
    accepted(t, "floorperson", a.SetDeviceAside(device, "removed"))
    if procedure != "automated_shoe" and device == "shuffler":
        accepted(t, "floorperson", a.SetDeviceAside("shoe", "removed"))
    if procedure != "automated_shoe":
        outcome = t.apply("floorperson", a.ChangeProcedure(procedure))
        assert isinstance(outcome, tuple) == lawful
    if lawful:
        by_device = device == "shoe"
        accepted(t, "dealer", a.ShuffleCards(device=by_device))
        if not by_device:
            accepted(t, "dealer", a.CutCards(20))
        accepted(t, "dealer", a.OpenRound())
        return
    if device == "shoe":
        accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", SHIPPED)
def test_a_repaired_device_comes_back_on_a_floorpersons_word(game: str) -> None:
    t = failed(game)
    accepted(t, "dealer", a.SetDeviceAside("shuffler", "removed"))
    refused(t, "dealer", a.RestoreDevice("shuffler"), code="wrong_role")
    accepted(t, "floorperson", a.RestoreDevice("shuffler"))
    accepted(t, "dealer", a.ShuffleCards(device=True))
    accepted(t, "dealer", a.OpenRound())


COUNTED = {DRAGON: "8.E", TOP5: "8.E", LIR: "8.D(5)", THREE: "7.7", CARIBBEAN: "7.7", MISSISSIPPI: "7.8"}


@pytest.mark.parametrize("game", each(COUNTED))
def test_a_counting_shuffler_that_is_set_aside_exempts_no_longer(game: str) -> None:
    """Five rounds shuffled by hand: the stub of the fifth is counted (X-04)."""
    t = failed(game, procedure="manual_shoe", shuffler="automated", shuffler_counts_cards=True)
    accepted(t, "dealer", a.SetDeviceAside("shuffler", "covered"))
    automatic(t).run(until="bets")
    for _ in range(4):
        finish(seated(t, 1))
        accepted(t, "dealer", a.ClearTable())
        t.run(until="bets")
    to(seated(t, 1), "stub")
    refused(t, "dealer", a.RemoveStub(), clause=clause_of(game, COUNTED[game]), code="count_due")


# --- the progressive wagering device of Let It Ride ------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 2.C(1)")
def test_the_wagering_device_acknowledges_each_progressive_wager() -> None:
    t = seated(table(LIR, cards={"seat2": "2c 7d 9h", "community": "Ks 4d"}), 1, 2)
    (no,) = accepted(t, "player:P1", a.PlaceWager(1, "progressive", 100, accepted=False))
    (yes,) = accepted(t, "player:P2", a.PlaceWager(2, "progressive", 100))
    assert isinstance(no, e.WagerNotAccepted) and isinstance(yes, e.WagerPlaced)
    assert "progressive" not in t.view("player:P1").seats[0].wagers
    finish(t)
    assert [ev.seat for ev in events(t, e.WagerTaken)] == [2]
    assert net(t, 1, "progressive") == 0 and net(t, 2, "progressive") == -100


@pytest.mark.clause("MD-LIR 2.C(2)")
def test_no_progressive_wager_is_recognised_after_no_more_bets() -> None:
    t = seated(table(LIR), 1, 2, progressive=1)
    accepted(t, "player:P1", a.PlaceWager(1, "progressive", 0))
    accepted(t, "player:P1", a.PlaceWager(1, "progressive", 100))  # until the announcement
    accepted(t, "player:P1", a.PlaceWager(1, "progressive", 0))
    accepted(t, "dealer", a.CloseBets())
    while (now := current(t.rules, t.state)) is not None and now.kind != "clear":
        refused(t, "player:P1", a.PlaceWager(1, "progressive", 100), code="no_more_bets")
        if now.kind == "ask":
            accepted(t, f"player:P{t.turn}", a.Decide(t.turn, "ride"))
        else:
            assert t.perform()
    assert net(t, 1, "progressive") == 0


@pytest.mark.parametrize("game", (*MARYLAND, *HOUSE_RULES))
def test_but_for_massachusetts_a_working_shuffler_may_stand_by_while_cards_are_shuffled_by_hand(game: str) -> None:
    """Only a device that cannot be used must be set aside; a manual shuffle is always a lawful method (5.A)."""
    accepted(stacked(game, "manual_shoe", shuffler="automated"), "dealer", a.ShuffleCards())
