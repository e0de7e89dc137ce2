"""Who may do what in the house, against a table written by hand."""

import re
from pathlib import Path

import pytest

from pitboss.house.people import permits
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import OPERATIONS, acting_for, operations_of, permit, permit_ending
from pitboss.house.people.sessions import FRESH, Session
from pitboss.rulebook.roles import ROLES
from pitboss.table.refusals import Refusal
from support import GAMES, rules

NOW = 1_000_000_000_000

EXPECTED = {
    # player dealer floorperson supervisor manager auditor trainer; s: the password again; 2: two people
    "watch": "p d f s m a t",
    "see_work": "- d f s m - -",
    "serve_walk_ins": "- d - - - - -",
    "take_seat": "p - - - - - -",
    "ready": "p - - - - - -",
    "add_seed": "p - - - - - -",
    "open_table": "- - - s m - -",
    "close_table": "- - - s m - -",
    "make_feed_key": "- - - - m - - again",
    "coach": "p d f s m a t",
    "propose_terms": "- - - s m - -",
    "withdraw_terms": "- - - s m - -",
    "approve_terms": "- - - - m - - again two",
    "play_money": "p - - - - - -",
    "buy_in": "- - f s m - -",
    "cash_out": "- - f s m - - again",
    "transfer": "- - - s m - - again",
    "fill": "- - f s m - -",
    "credit": "- - f s m - -",
    "capital": "- - - - m - - again",
    "propose_reserve": "- - - s m - -",
    "withdraw_reserve": "- - - s m - -",
    "adjust_reserve": "- - - - m - - again two",
    "see_money": "- - f s m a -",
    "see_meter_log": "- - f s m a -",
    "see_processes": "- - - s m a -",
    "drain_process": "- - - - m - - again",
    "see_hold": "- - f s m a -",
    "review_players": "- - - s m a -",
    "see_audit": "- - - s m a -",
    "verify_audit": "- - - s m a -",
    "export_audit": "- - - - m a - again",
    "study": "p d f s m a t",
    "see_class": "- - - s m - t",
    "sit_exam": "p d f s m a t",
    "give_exam": "- - - s m - t",
    "own_account": "p d f s m a t",
    "see_accounts": "- - - s m a -",
    "manage_accounts": "- - - - m - - again",
    "revoke_sessions": "- - - - m - - again",
}


def session(
    *roles: str, handle: str = "Pat", confirmed: int = NOW, expires: int = NOW + 1, guest: bool = False
) -> Session:
    return Session("s", Person(handle, roles, guest), 0, expires, confirmed, "", b"")


def code(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.code


def test_every_operation_is_in_the_table() -> None:
    assert OPERATIONS.keys() == EXPECTED.keys()


@pytest.mark.parametrize("operation", EXPECTED)
@pytest.mark.parametrize("place", range(7), ids=ROLES)
def test_roles_fresh_passwords_and_second_people(operation: str, place: int) -> None:
    row = EXPECTED[operation].split()
    fresh, stale = session(ROLES[place]), session(ROLES[place], confirmed=NOW - FRESH)
    if row[place] == "-":
        assert code(permit(fresh, operation, NOW, proposer="Other")) == "wrong_role"
        return
    assert permit(fresh, operation, NOW, proposer="Other") is None
    assert code(permit(stale, operation, NOW, proposer="Other")) == ("confirm" if "again" in row else "")
    for same in ("Pat", "PAT", ""):
        assert code(permit(fresh, operation, NOW, proposer=same)) == ("same_person" if "two" in row else "")


@pytest.mark.parametrize(("proposer", "given"), [("", "no proposal"), ("Pat", "Pat")])
def test_who_proposed_it_is_told(proposer: str, given: str) -> None:
    operation = next(name for name, row in EXPECTED.items() if "two" in row.split())
    role = next(role for role, may in zip(ROLES, EXPECTED[operation].split(), strict=False) if may != "-")
    refusal = permit(session(role), operation, NOW, proposer=proposer)
    assert refusal is not None and (refusal.code, refusal.given) == ("same_person", given)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_nobody_moves_his_own_chips(operation: str) -> None:
    everything = session(*ROLES, handle="Pat")
    own = "conflict_of_interest" if operation in ("buy_in", "cash_out", "transfer") else ""
    for patron, expected in (("Pat", own), ("  pAT ", own), ("Ann", ""), ("", "")):
        assert code(permit(everything, operation, NOW, proposer="Other", patron=patron)) == expected
    stale = session(*ROLES, handle="Pat", confirmed=0)
    if own:
        assert code(permit(stale, operation, NOW, patron="Pat")) == own, "no password helps"


@pytest.mark.parametrize("operation", ["fill", "credit"])
def test_many_chips_want_the_password_again(operation: str) -> None:
    stale, fresh = session("floorperson", confirmed=NOW - FRESH), session("floorperson")
    assert permit(stale, operation, NOW, cents=999_999) is None
    assert code(permit(stale, operation, NOW, cents=1_000_000)) == "confirm"
    assert permit(fresh, operation, NOW, cents=1_000_000) is None


def test_every_operation_is_asked_for_somewhere() -> None:
    """A permission that nobody asks for is a promise that nobody keeps. Who seats whom the rows of the acts say; pages
    only ask for it."""
    folder = Path(permits.__file__).parents[1]
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py") if file != Path(permits.__file__)]
    asked = {word for text in texts for word in re.findall(r"permit(?:s|ted)?\([^()]*?\"(\w+)\"", text)}
    assert OPERATIONS.keys() - asked == {"revoke_sessions", "serve_walk_ins"} - asked


def test_pages_ask_for_operations_that_there_are() -> None:
    scripts = (Path(permits.__file__).parents[2] / "web" / "script").rglob("*.js")
    asked = {word for file in scripts for word in re.findall(r"\bmay\([^()]*?\"(\w+)\"", file.read_text("utf-8"))}
    assert {"see_work", "serve_walk_ins"} <= asked <= OPERATIONS.keys()


def test_who_is_told_what_he_may() -> None:
    for place, role in enumerate(ROLES):
        expected = [operation for operation, row in EXPECTED.items() if row.split()[place] != "-"]
        assert operations_of(Person("Pat", (role,))) == expected
    assert operations_of(Person("Pat", ("player", "dealer")))[:5] == [
        "watch",
        "see_work",
        "serve_walk_ins",
        "take_seat",
        "ready",
    ]


def test_whoever_is_not_logged_in_does_nothing() -> None:
    for operation in OPERATIONS:
        assert code(permit(None, operation, NOW)) == "not_logged_in"
        assert code(permit(session(*ROLES, expires=NOW), operation, NOW)) == "not_logged_in"


@pytest.mark.parametrize(("ago", "fresh"), [(0, True), (FRESH - 1, True), (FRESH, False), (-1, False)])
def test_a_password_is_fresh_for_ten_minutes_and_not_before_it_was_given(ago: int, fresh: bool) -> None:
    assert FRESH == 10 * 60 * 1000
    assert session("manager", confirmed=NOW - ago).fresh(NOW) is fresh


def test_a_guest_has_no_password_to_give_again() -> None:
    assert not session("player", guest=True).fresh(NOW)


def test_a_refusal_names_what_is_needed_and_the_clause_where_the_rules_give_one() -> None:
    refusal = permit(session("dealer", "auditor"), "manage_accounts", NOW)
    assert refusal is not None
    assert (refusal.given, refusal.allowed) == ("dealer, auditor", "manager")
    for game in GAMES:
        bound = rules(game)
        assert (permit(session("dealer"), "ready", NOW, rules=bound) or Refusal("", "")).clause == bound.cite("seated")


def test_own_sessions_may_always_be_ended_those_of_others_by_a_manager() -> None:
    ann, again, bob = session("player", handle="Ann"), session("player", handle="Ann", confirmed=0), session("player")
    assert permit_ending(ann, again, NOW) is None
    assert code(permit_ending(ann, bob, NOW)) == "wrong_role"
    assert code(permit_ending(None, bob, NOW)) == "not_logged_in"
    assert code(permit_ending(session("player", handle="Ann", expires=NOW), again, NOW)) == "not_logged_in"
    assert permit_ending(session("manager", handle="Max"), bob, NOW) is None
    assert code(permit_ending(session("manager", handle="Max", confirmed=0), bob, NOW)) == "confirm"


def test_the_trail_names_the_lowest_role_that_may() -> None:
    everything = Person("Max", ROLES)
    assert acting_for(everything, "fill") == "floorperson:Max"
    assert acting_for(everything, "approve_terms") == "manager:Max"
    assert acting_for(Person("Max", ("player", "manager")), "fill") == "manager:Max"


AGREED = ("supervisor:Sue", "manager:Max")


@pytest.mark.parametrize(
    ("by", "may"),
    [
        ("supervisor:Sue", True),  # one of the two
        ("manager:Max", True),  # the other
        ("manager:Mia", True),  # neither, in a role that approves
        ("supervisor:Sam", False),  # neither, in a role that only proposes
        ("auditor:Ada", False),
    ],
)
def test_what_two_agreed_on_is_withdrawn_by_one_of_them_or_by_a_manager(by: str, may: bool) -> None:
    found = permits.withdrawn("approve_terms", AGREED, by)
    assert (found is None) is may
    if found is not None:
        assert (found.code, found.given, found.allowed) == ("wrong_role", by, "supervisor:Sue, manager:Max, manager")


@pytest.mark.parametrize("people", [AGREED, AGREED[::-1]])
def test_who_approved_is_the_one_of_the_two_whose_role_approves(people: tuple[str, str]) -> None:
    assert permits.approver("approve_terms", people) == "manager:Max"
