"""One row for every act. Who may do what and what the house does by itself is written out here by hand; that the engine
and the permits of accounts follow it is proved at every moment of a round by `house/test_people_acting.py`."""

from typing import get_args

import pytest
from msgspec.structs import replace

from pitboss.play.staff import STAFF_ACTS
from pitboss.rulebook.roles import ROLES
from pitboss.table import actions as a
from pitboss.table.acts import ACTS, table_of
from pitboss.table.duties import _OPENING
from pitboss.table.engine import decide
from pitboss.table.refusals import Refusal
from support import DRAGON, LIR, TOP5, UTH, seated, table, to

DEALER, SEAT = "dealer", "player dealer"
STAFF, FLOOR = "dealer floorperson supervisor manager", "floorperson supervisor manager"
SEAT_AND_FLOOR = f"{SEAT} {FLOOR}"
WHO = {
    "ReceiveCards": DEALER, "InspectCards": DEALER, "VerifyCards": FLOOR, "SpreadCards": DEALER,
    "LookAtCards": "dealer player", "WashCards": DEALER, "StackCards": DEALER, "ShuffleCards": DEALER,
    "DeviceCountsCards": STAFF, "CutCards": DEALER, "OrderShuffle": FLOOR, "GoIdle": DEALER, "RemoveDeck": STAFF,
    "SetDeviceAside": STAFF, "RestoreDevice": FLOOR, "ChangeProcedure": STAFF, "AdoptTerms": "manager",
    "TakeSeat": SEAT, "LeaveSeat": SEAT_AND_FLOOR, "ComeBack": SEAT, "PlaceWager": SEAT, "OpenRound": DEALER,
    "CloseBets": DEALER,
    "TakeWagers": DEALER, "DealCards": DEALER, "RemoveStub": DEALER, "CountStub": DEALER, "Decide": SEAT,
    "CollectFolded": DEALER, "ShowCards": DEALER, "PostContributions": STAFF, "SettleHand": DEALER,
    "SettleTable": DEALER, "ClearTable": DEALER, "CallFloor": DEALER, "Rule": FLOOR,
}  # fmt: skip
"""The roles of each act, the one that acts by default first. Of a recut and a report the game says it."""
LEFT_TO_PEOPLE = {
    "OrderRecut", "OrderShuffle", "GoIdle", "CloseBets", "SetDeviceAside", "RestoreDevice", "ChangeProcedure",
    "AdoptTerms", "TakeSeat", "LeaveSeat", "ComeBack", "PlaceWager", "Decide", "Report", "CallFloor", "Rule",
}  # fmt: skip
RECUT = {DRAGON: FLOOR, TOP5: FLOOR, LIR: FLOOR, UTH: "supervisor manager"}


def test_every_act_has_one_row() -> None:
    known = {kind for kind in vars(a).values() if isinstance(kind, type) and issubclass(kind, a.Action)} - {a.Action}
    assert len(known) == 38
    assert ACTS.keys() == known == set(get_args(a.AnyAction))
    assert all(row.act is act for act, row in ACTS.items())
    assert ACTS.keys() == {getattr(a, name) for name in (*WHO, "OrderRecut", "Report")}


def test_an_act_without_a_row_is_an_error_when_it_is_loaded() -> None:
    class Juggle(a.Action, frozen=True):
        pass

    rows = list(ACTS.values())
    assert table_of(rows) == ACTS
    with pytest.raises(TypeError, match=r"0 too many; .*: Report$"):
        table_of([row for row in rows if row.act is not a.Report])
    with pytest.raises(TypeError, match="1 too many"):
        table_of([*rows, rows[3]])
    with pytest.raises(TypeError, match=r"0 too many; .*: Juggle$"):
        table_of([*rows, replace(rows[0], act=Juggle)])


@pytest.mark.parametrize("game", [DRAGON, TOP5, LIR, UTH])
def test_who_may(game: str) -> None:
    bound = table(game).rules
    for name, roles in WHO.items():
        row = ACTS[getattr(a, name)]
        assert row.who == tuple(roles.split()), name
    assert ACTS[a.OrderRecut].admits(bound, a.OrderRecut()) == tuple(RECUT[game].split())
    reports = {kind: ACTS[a.Report].admits(bound, a.Report(kind)) for kind in ("violation", "device_fails", "eclipse")}
    staff, everybody = tuple(STAFF.split()), (*STAFF.split(), "player")
    violation = staff if game == TOP5 else everybody
    assert reports == {"violation": violation, "device_fails": staff, "eclipse": everybody}


def test_the_engine_refuses_every_other_role() -> None:
    """Acts whose role is looked at before anything else, and one whose moment is."""
    t = to(seated(table(UTH), 1), "preflop")
    for act in (
        a.ReceiveCards(),
        a.VerifyCards(),
        a.CutCards(3),
        a.OrderRecut(),
        a.RestoreDevice("shoe"),
        a.Decide(1, ""),
    ):
        admitted = {"OrderRecut": RECUT[UTH], **WHO}[type(act).__name__].split()
        for role in ROLES:
            outcome = decide(t.rules, t.state, a.Act(role, act))
            assert isinstance(outcome, Refusal)
            if role not in admitted:
                assert (outcome.code, outcome.allowed) == ("wrong_role", ", ".join(admitted)), (role, act)
            else:
                assert outcome.code != "wrong_role"


def test_what_the_house_does_by_itself() -> None:
    assert {act.__name__ for act in ACTS if act not in STAFF_ACTS} == LEFT_TO_PEOPLE
    assert {act for act, row in ACTS.items() if row.automatic} == STAFF_ACTS


def test_duties_fall_to_somebody_who_may() -> None:
    """A floorperson verifies the cards; everything else on their way to the shoe is the dealer's."""
    usual = {act: ACTS[act].usual for act, _ in _OPENING.values()}
    assert usual == {act: "floorperson" if act is a.VerifyCards else "dealer" for act in usual}
    assert all(ACTS[act].usual in ACTS[act].roles for act in ACTS)
    floor = {act for act, row in ACTS.items() if row.usual == "floorperson"}
    assert floor > {a.VerifyCards, a.Rule, a.SetDeviceAside, a.ChangeProcedure}


def test_only_terms_are_never_offered() -> None:
    """They are proposed by one person and approved by another."""
    assert {act for act, row in ACTS.items() if row.offered is None} == {a.AdoptTerms}
