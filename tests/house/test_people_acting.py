"""In which role an account acts at a table: never one the engine would refuse as the wrong role, never hiding one that
it admits, and a player only for himself."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_as, roles_at
from pitboss.rulebook.roles import ROLES
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.engine import decide, step
from pitboss.table.offers import candidates
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State
from support import DRAGON, LIR, PLAIN, TOP5, UTH, accepted, rules, seated, table, to

ONE_ROLE = {
    "player": Person("Ann", ("player",)),
    "dealer": Person("Dora", ("dealer",)),
    "floorperson": Person("Fay", ("floorperson",)),
    "supervisor": Person("Sue", ("supervisor",)),
    "manager": Person("Max", ("manager",)),
    "auditor": Person("Olga", ("auditor",)),
}
BOB = "walk-in Bob"

DEALS, STAFF, FLOOR, SEAT = (
    "dealer",
    "dealer floorperson supervisor manager",
    "floorperson supervisor manager",
    "player dealer",
)
SEAT_AND_FLOOR = f"{SEAT} {FLOOR}"
EXPECTED = {
    "ReceiveCards": DEALS, "InspectCards": DEALS, "VerifyCards": FLOOR, "SpreadCards": DEALS, "LookAtCards": SEAT,
    "WashCards": DEALS, "StackCards": DEALS, "ShuffleCards": DEALS, "DeviceCountsCards": STAFF, "CutCards": DEALS,
    "OrderRecut": FLOOR, "OrderShuffle": FLOOR, "GoIdle": DEALS, "RemoveDeck": STAFF, "SetDeviceAside": STAFF,
    "RestoreDevice": FLOOR, "ChangeProcedure": STAFF, "AdoptTerms": "manager", "TakeSeat": SEAT,
    "LeaveSeat": SEAT_AND_FLOOR, "ComeBack": SEAT,
    "PlaceWager": SEAT, "OpenRound": DEALS, "CloseBets": DEALS, "TakeWagers": DEALS, "DealCards": DEALS,
    "RemoveStub": DEALS, "CountStub": DEALS, "Decide": SEAT, "CollectFolded": DEALS, "ShowCards": DEALS,
    "PostContributions": STAFF, "SettleHand": DEALS, "SettleTable": DEALS, "ClearTable": DEALS,
    "Report": "player " + STAFF, "CallFloor": "dealer", "Rule": FLOOR,
}  # fmt: skip
"""Who performs what, read from the rulebooks by hand."""

Moment = tuple[Rules, State]


TABLES: dict[tuple[str, str], dict[str, Any]] = {
    (DRAGON, "manual_shoe"): {},
    (TOP5, "hand"): {},
    (LIR, "manual_shoe"): {},
    (UTH, "automated_shoe"): {"wagers": {"cover_all": {"offered": True}}, "dealing": {"shuffler_counts_cards": True}},
}


@cache
def moments() -> tuple[Moment, ...]:
    """Tables of every game on their way from the box to the next round, with what can go wrong between."""
    return tuple(m for (game, procedure), terms in TABLES.items() for m in _life(game, procedure, terms))


def _life(game: str, procedure: str, terms: dict[str, Any]) -> Iterator[Moment]:
    cards = {"seat1": "Jh Th 9h", "community": "Kh Qh"} if game == LIR else None  # worth an envy bonus
    t = table(game, procedure, cards=cards, open_bets=False, **terms)
    yield t.rules, t.state
    accepted(t, "player:Ann", a.TakeSeat(1, "Ann"))
    accepted(t, "dealer", a.TakeSeat(2, BOB))
    while t.step_name != "bets":
        yield t.rules, t.state
        t.perform()
    for seat in (1, 2):
        t.bet(seat, **PLAIN[game])
        for wager in t.rules.wagers:
            if not wager.compulsory and not wager.later:
                t.apply("dealer", a.PlaceWager(seat, wager.id, t.rules.limits(wager.id).minimum))
    yield t.rules, t.state
    accepted(t, "dealer", a.CloseBets())
    steps: set[tuple[str, int]] = set()
    while t.step_name:
        if (t.step_name, t.turn) not in steps:
            steps.add((t.step_name, t.turn))
            yield t.rules, t.state
            yield from _trouble(t.rules, t.state)
        if not t.perform():
            choices = next(o.values for o in t.offers("dealer") if isinstance(o.example, a.Decide))
            accepted(t, "dealer", a.Decide(t.turn, choices[-1 if t.turn == 2 else 0]))
    yield t.rules, t.state


def _trouble(bound: Rules, state: State) -> Iterator[Moment]:
    """What follows where something waits for a ruling, a device is out of use or somebody counts as gone."""
    seen: set[str] = set()
    for candidate in candidates(bound, state, "dealer:Dora"):
        example = candidate.act
        if isinstance(example, a.TakeWagers):
            example = a.TakeWagers(example.wager, example.chips + 1)
        elif not isinstance(example, a.Report) or example.kind not in ("violation", "device_fails", "player_left"):
            continue
        kind = getattr(example, "kind", "chips")
        outcome = step(bound, state, a.Act("dealer:Dora", example))
        if not isinstance(outcome, Refusal) and kind not in seen:
            seen.add(kind)
            yield bound, outcome[1]


def examples(bound: Rules, state: State) -> list[a.AnyAction]:
    """Acts that somebody could try at this moment."""
    found: list[a.AnyAction] = [a.TakeSeat(3, "Ann"), a.TakeSeat(3, "walk-in Carl")]
    found.append(a.AdoptTerms(_other(bound.game.id, bound.terms.procedure)))
    for who in ("player:Ann", "dealer:Dora", "floorperson:Fay"):
        found += [c.act for c in candidates(bound, state, who) if c.act not in found]
    return found


@cache
def _other(game: str, procedure: str) -> Terms:
    return rules(game, procedure, table="Another").terms


HOUSE = {"walk_ins_only": True}
"""Where accounts are held to more than the engine asks of roles; it has tests of its own below."""


def test_permits_and_engine_agree_on_every_act_of_every_role_at_every_moment() -> None:
    engine_took: dict[str, set[str]] = defaultdict(set)
    for bound, state in moments():
        for action in examples(bound, state):
            for role, person in ONE_ROLE.items():
                by = person.acting(role)
                outcome = decide(bound, state, a.Act(by, action))
                granted = acting_as(person, action, None, bound, state)
                refused = isinstance(outcome, Refusal)
                if isinstance(granted, str):
                    right = granted == by and not (isinstance(outcome, Refusal) and outcome.code == "wrong_role")
                else:
                    right = {"wrong_role": refused, "not_seated": not state.seats[0].player, **HOUSE}[granted.code]
                assert right, f"{by} {action} in {bound.game.id}: engine {outcome}, permits {granted}"
                if not refused:
                    engine_took[type(action).__name__].add(role)
    assert {name: " ".join(r for r in ROLES if r in roles) for name, roles in engine_took.items()} == EXPECTED
    assert engine_took.keys() == {c.__name__ for c in get_args(a.AnyAction)}, "an act was never at its moment"


@pytest.mark.parametrize(("game", "by"), [(UTH, "supervisor manager"), (LIR, FLOOR), (TOP5, FLOOR), (DRAGON, FLOOR)])
def test_who_orders_a_recut_differs_from_game_to_game(game: str, by: str) -> None:
    t = table(game)
    for role, person in ONE_ROLE.items():
        granted = acting_as(person, a.OrderRecut(), None, t.rules, t.state)
        assert isinstance(granted, str) == (role in by.split()), role


def test_a_refused_role_hears_the_clause_and_who_may() -> None:
    t = table(UTH)
    refusal = acting_as(ONE_ROLE["dealer"], a.OrderRecut(), None, t.rules, t.state)
    assert refusal == Refusal(
        "wrong_role", "this act belongs to another role", "MA-UTH 4(d)", "dealer", "supervisor, manager"
    )


# --- several roles ----------------------------------------------------------------------------------------------------

BOTH = Person("Dora", ("dealer", "floorperson"))
ALL_STAFF = Person("Max", ("dealer", "floorperson", "supervisor", "manager"))


def test_an_account_with_several_roles_acts_in_the_one_that_fits() -> None:
    t = table(TOP5, open_bets=False)
    assert acting_as(BOTH, a.ReceiveCards(), None, t.rules, t.state) == "dealer:Dora"
    assert acting_as(BOTH, a.VerifyCards(), None, t.rules, t.state) == "floorperson:Dora"
    assert acting_as(ALL_STAFF, a.VerifyCards(), None, t.rules, t.state) == "floorperson:Max"
    assert acting_as(ALL_STAFF, a.RemoveDeck(), None, t.rules, t.state) == "dealer:Max"


def test_the_role_wanted_is_taken_if_it_is_held_and_fits() -> None:
    t = table(TOP5, open_bets=False)
    assert acting_as(ALL_STAFF, a.VerifyCards(), "manager", t.rules, t.state) == "manager:Max"
    for wanted, code in (("dealer", "wrong_role"), ("auditor", "not_your_role"), ("king", "not_your_role")):
        refusal = acting_as(ALL_STAFF, a.VerifyCards(), wanted, t.rules, t.state)
        assert isinstance(refusal, Refusal) and refusal.code == code


def test_a_report_finds_the_role_that_what_is_reported_needs() -> None:
    """A dealer's hand with too few cards is completed by order of a floorperson; other wrong numbers anyone reports."""
    t = to(seated(table(UTH), 1), "preflop")
    few = a.Report("wrong_number", place="dealer", count=1, ruling="complete")
    many = a.Report("wrong_number", place="dealer", count=3)
    assert acting_as(BOTH, many, None, t.rules, t.state) == "dealer:Dora"
    assert acting_as(BOTH, few, None, t.rules, t.state) == "floorperson:Dora"
    refusal = acting_as(ONE_ROLE["dealer"], few, None, t.rules, t.state)
    assert isinstance(refusal, Refusal) and (refusal.code, refusal.allowed) == ("wrong_role", FLOOR.replace(" ", ", "))
    unknown = acting_as(BOTH, a.Report("eclipse"), None, t.rules, t.state)
    assert unknown == "dealer:Dora", "the engine says what can be reported"


# --- what an account adds ---------------------------------------------------------------------------------------------

BEA = Person("Bea", ("player",))
CARDSHARP = Person("Cara", ("player", "dealer", "floorperson"))


def code(person: Person, action: a.AnyAction, t: Any, wanted: str | None = None) -> str:
    """What comes of it: the role, or the code of the first refusal, by the permits or by the engine."""
    granted = acting_as(person, action, wanted, t.rules, t.state)
    if isinstance(granted, Refusal):
        return granted.code
    outcome = decide(t.rules, t.state, a.Act(granted, action))
    return outcome.code if isinstance(outcome, Refusal) else granted


def test_a_player_sits_under_his_own_handle_only() -> None:
    t = table(TOP5)
    assert code(BEA, a.TakeSeat(1, "Bea"), t) == "player:Bea"
    for other in ("Ann", "bea", "", BOB, "walk-in Bea"):
        assert code(BEA, a.TakeSeat(1, other), t) == "not_you", other


def test_a_player_acts_only_at_his_own_seat() -> None:
    t = table(TOP5)
    t.sit(1, "Ann")
    t.sit(2, "Bea")
    assert code(BEA, a.PlaceWager(2, "ante", 1000), t) == "player:Bea"
    for act in (a.PlaceWager(1, "ante", 1000), a.LeaveSeat(1)):
        assert code(BEA, act, t) == "not_your_seat"
    for seat in (-100, -1, 0, 7, 10**30):
        assert code(BEA, a.PlaceWager(seat, "ante", 1000), t) == "no_seat"
        assert code(ONE_ROLE["dealer"], a.PlaceWager(seat, "ante", 1000), t) == "no_seat"


def test_staff_seat_walk_ins_and_play_for_nobody_else() -> None:
    t = table(TOP5)
    dora = ONE_ROLE["dealer"]
    assert code(dora, a.TakeSeat(2, BOB), t) == "dealer:Dora"
    for name in ("Ann", "Dora", "", "walk-in", "walk-in ", "Walk-in Bob", " walk-in Bob"):
        assert code(dora, a.TakeSeat(2, name), t) == "walk_ins_only", name
    t.sit(1, "Ann")
    accepted(t, "dealer", a.TakeSeat(2, BOB))
    assert code(dora, a.PlaceWager(2, "ante", 1000), t) == "dealer:Dora"
    assert code(dora, a.PlaceWager(1, "ante", 1000), t) == "walk_ins_only"
    assert code(dora, a.LeaveSeat(1), t) == "dealer:Dora", "whoever does not come back is taken off the record"
    assert code(ONE_ROLE["floorperson"], a.LeaveSeat(1), t).startswith("floorperson:"), "or the floor frees his seat"
    assert code(dora, a.PlaceWager(3, "ante", 1000), t) == "not_seated"
    t.bet(1, ante=10)
    t.bet(2, ante=10)
    to(t, "decide")
    assert code(dora, a.Decide(1, "play"), t) == "walk_ins_only"
    assert code(ONE_ROLE["player"], a.Decide(1, "play"), t) == "player:Ann"
    accepted(t, "player:Ann", a.Decide(1, "play"))
    assert code(dora, a.Decide(2, "play"), t) == "dealer:Dora"


def test_a_dealer_who_is_a_player_elsewhere_plays_for_a_walk_in_as_the_dealer() -> None:
    t = table(TOP5)
    t.sit(1, "Ann")
    accepted(t, "dealer", a.TakeSeat(2, BOB))
    either = Person("Dora", ("player", "dealer"))
    assert acting_as(either, a.PlaceWager(2, "ante", 1000), None, t.rules, t.state) == "dealer:Dora"
    assert code(either, a.PlaceWager(1, "ante", 1000), t) == "walk_ins_only"
    assert code(either, a.TakeSeat(3, "Bea"), t) == "walk_ins_only"
    assert code(either, a.TakeSeat(3, "Dora"), t) == "player:Dora"


def test_nobody_deals_or_supervises_where_he_plays() -> None:
    t = table(TOP5)
    assert code(CARDSHARP, a.TakeSeat(1, BOB), t) == "dealer:Cara"
    assert code(CARDSHARP, a.OrderRecut(), t) == "floorperson:Cara"
    assert roles_at(CARDSHARP, t.rules, t.state) == ("player:Cara", "dealer:Cara", "floorperson:Cara")
    assert code(CARDSHARP, a.TakeSeat(1, "Cara"), t) == "player:Cara"
    t.sit(1, "Cara")
    t.sit(2, "Bea")
    assert roles_at(CARDSHARP, t.rules, t.state) == ("player:Cara",)
    for act in (a.OrderRecut(), a.CloseBets(), a.Rule("violation", "dismissed", 2), a.GoIdle()):
        assert code(CARDSHARP, act, t) == "conflict_of_interest"
    assert code(CARDSHARP, a.TakeSeat(3, BOB), t) == "not_you"
    assert code(CARDSHARP, a.TakeSeat(3, BOB), t, "dealer") == "conflict_of_interest"
    assert code(CARDSHARP, a.PlaceWager(2, "ante", 1000), t) == "not_your_seat"
    assert code(CARDSHARP, a.PlaceWager(1, "ante", 1000), t) == "player:Cara"
    accepted(t, "player:Cara", a.LeaveSeat(1))
    assert code(CARDSHARP, a.OrderRecut(), t) == "floorperson:Cara"


def test_a_player_who_only_watches_reports_nothing() -> None:
    t = to(seated(table(LIR), 1), "decide_1")
    report = a.Report("violation", seat=1)
    assert code(Person("P1", ("player",)), report, t) == "player:P1"
    assert code(BEA, report, t) == "not_seated"
    assert code(ONE_ROLE["dealer"], report, t) == "dealer:Dora"


def test_an_auditor_does_nothing_at_a_table() -> None:
    t = table(TOP5)
    assert roles_at(ONE_ROLE["auditor"], t.rules, t.state) == ()


def test_a_guest_plays_at_practice_tables_alone() -> None:
    """At others she does not even sit down; who sits there all the same ends what has begun and wagers nothing more."""
    gil = Person("Gil", ("player",), guest=True)
    approvals = {"layout": "L", "shoe_location": "S"}
    real = table(TOP5, practice=False, operator="House", approvals=approvals)
    practice = table(TOP5)
    assert roles_at(gil, practice.rules, practice.state) == ("player:Gil",)
    assert roles_at(gil, real.rules, real.state) == (), "she watches"
    assert code(gil, a.TakeSeat(1, "Gil"), practice) == "player:Gil"
    assert code(gil, a.TakeSeat(1, "Gil"), real) == "guest"
    assert code(ONE_ROLE["player"], a.TakeSeat(1, "Ann"), real) == "player:Ann"
    for t in (real, practice):
        t.sit(1, "Gil")
    assert roles_at(gil, real.rules, real.state) == ("player:Gil",)
    assert code(gil, a.PlaceWager(1, "ante", 1000), practice) == "player:Gil"
    assert code(gil, a.PlaceWager(1, "ante", 1000), real) == "guest"
    real.bet(1, ante=10)
    assert code(gil, a.PlaceWager(1, "ante", 0), real) == "player:Gil", "she takes back what lies there"
    assert code(gil, a.LeaveSeat(1), real) == "player:Gil"
