"""Handles say one person only, and nobody passes for the house."""

import pytest

from pitboss.house.people.names import checked, folded, is_walk_in, possible
from pitboss.rulebook.roles import ROLES
from pitboss.table.refusals import RefusedAct


def code(handle: str) -> str:
    try:
        checked(handle)
    except RefusedAct as refused:
        return refused.refusal.code
    return ""


@pytest.mark.parametrize(
    "handle",
    [
        "A",
        "x" * 24,
        "Ann Lee",
        "O'Neil",
        "Zoë",
        "Мария",
        "Ἑλένη",
        "李小龍",
        "שרה",
        "Walking Joe",
        "Dealers' friend",
        "Guesthouse",
        "Player-of-cards",
        "J.R. 3rd",
        "🂡 Ace",
    ],
)
def test_names_people_have(handle: str) -> None:
    assert checked(handle) == handle
    assert possible(handle)


@pytest.mark.parametrize(
    "handle",
    ["", " ", "x" * 25, "x" * 10_000, "a\tb", "a\nb", "a\x00b", "a\x7fb", "a\u0085b", "a\u00a0b", "a\u200bb",
     "a\u200db", "a\u202eb", "a\u2066b", "a\u061cb", "a\ufeffb", "a\u00adb", "a\u3164b", "a\u034fb", "a\ufe0fb",
     "\u2800", "a\ud800b", "7", "1234", "a:b", "a：b", "player:Ann", "...", "\u0301a", "🂡", "Аnn", "Αnn",
     "a\ue000b", "a\U000e0101b"],
)  # fmt: skip
def test_names_that_cannot_be_seen_typed_or_told_apart(handle: str) -> None:
    assert code(handle) == "handle"
    assert not possible(handle)


@pytest.mark.parametrize("handle", ["A/B", "/a", "a/", "../../etc", "a／b"])
def test_names_that_would_be_another_address(handle: str) -> None:
    assert code(handle) == "handle"
    assert possible(handle), "somebody may have it from earlier days, and log in"


@pytest.mark.parametrize(
    "handle",
    [*ROLES, *(role.upper() for role in ROLES), "Dealer 2", "dealer2", "Casino Supervisor", "House",
     "guest", "Guest 417", "guest-1", "ＧＵＥＳＴ", "walk-in", "Walk-In Bob", "walk in bob", "walkin bob",
     "Walk‐in Bob", "Cage", "Shoe", "shoe 2", "outside", "patron", "Pitboss"],
)  # fmt: skip
def test_names_that_mean_somebody_else(handle: str) -> None:
    assert code(handle) == "handle_reserved"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "aNN"),
        ("Ann", "  Ann "),
        ("Ann Lee", "ann  lee"),
        ("Straße", "STRASSE"),
        ("Zoe\u0308", "Zoë"),
        ("ﬁn", "FIN"),
        ("Ａｎｎ", "ann"),
        ("x²", "X2"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_the_same_name_whatever_its_case_and_form(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_different_names_stay_different() -> None:
    names = ["Ann", "Anna", "An n", "Zoe", "Zoë", "A.nn"]
    assert len({folded(n) for n in names}) == len(names)


def test_a_name_is_kept_composed_with_single_spaces() -> None:
    assert checked("  Zoe\u0308   Lee ") == "Zoë Lee"


def test_no_account_can_be_a_walk_in() -> None:
    assert is_walk_in("walk-in Bob")
    assert not any(is_walk_in(n) for n in ("walk-in", "walk-in ", "Bob", "Walk-in Bob", " walk-in Bob"))
    assert code("walk-in Bob") == "handle_reserved"


def test_the_refusal_shows_the_name_safely() -> None:
    with pytest.raises(RefusedAct) as caught:
        checked("a\u202eb")
    assert caught.value.refusal.given == "'a\\u202eb'"
    assert "24" in caught.value.refusal.allowed
