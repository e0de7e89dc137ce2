"""A declaration that does not fit itself is refused with all its faults: unknown words when it is bound, the rest when
it is checked."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from made_up import OPEN_STUD, STREET_STUD, terms_of
from pitboss.games import game, rules_for
from pitboss.rulebook.pays import LOSE
from pitboss.table.definition import CONSEQUENCES, ByTable, Deal, Mishap, Row, Step
from pitboss.table.faults import BadGame, faults
from pitboss.table.rules import Rules
from pitboss.table.state import STANDINGS
from pitboss.table.vocabulary import Consequence, MishapKind, Standing
from support import GAMES, PROCEDURES, rules

OPEN = "open-stud"
pytestmark = pytest.mark.usefixtures("made_up_games")


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("name", GAMES)
def test_our_games_have_no_faults(name: str, procedure: str) -> None:
    assert faults(rules(name, procedure)) == []


@pytest.mark.parametrize("folder", [OPEN_STUD, STREET_STUD])
def test_the_made_up_games_have_none(folder: str) -> None:
    assert faults(rules_for(terms_of(folder))) == []


def test_every_consequence_is_said_in_words() -> None:
    assert set(CONSEQUENCES) == set(get_args(Consequence))
    assert set(STANDINGS) | {"out"} == set(get_args(Standing))
    used = {row.kind for name in GAMES for row in game(name).mishaps}
    assert used == set(get_args(MishapKind))


# --- one declaration after the other, each with one fault -----------------------------------------------------------


def bound(**changes: Any) -> Rules:
    terms = terms_of(OPEN_STUD)
    return Rules(replace(game(OPEN), **changes), terms)


def script(change: Callable[[list[Step]], object]) -> Callable[[Rules, str], tuple[Step, ...]]:
    def changed(rules: Rules, procedure: str) -> tuple[Step, ...]:
        steps = list(game(OPEN).script(rules, procedure))
        change(steps)
        return tuple(steps)

    return changed


def step(which: str, /, **changes: Any) -> dict[str, Any]:
    """The declaration with one step changed."""

    def change(steps: list[Step]) -> None:
        place = next(n for n, each in enumerate(steps) if each.name == which)
        steps[place] = replace(steps[place], **changes)

    return {"script": script(change)}


def choice(**changes: Any) -> dict[str, Any]:
    """The declaration with the first choice changed."""

    def change(steps: list[Step]) -> None:
        place = next(n for n, each in enumerate(steps) if each.name == "decide")
        first, *others = steps[place].choices
        steps[place] = replace(steps[place], choices=(replace(first, **changes), *others))

    return {"script": script(change)}


def plan(*deals: Deal, **parts: tuple[Deal, ...]) -> dict[str, Any]:
    return {"plan": lambda rules, procedure, state: {"deal": deals, **parts}}


def rows(*more: Row) -> dict[str, Any]:
    return {"rows": lambda rules: (*game(OPEN).rows(rules), *more)}


def mishap(**changes: Any) -> dict[str, Any]:
    return {"mishaps": (replace(Mishap("card_face_up", "a card", "void", "OS 3", ("deal",)), **changes),)}


FIVE = (Deal("seats", 5, "OS 3"), Deal("dealer", 5, "OS 3"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (step("decide", kind="askk"), "step 'decide': there is no kind 'askk'; known are bets, "),
        (step("decide", kind="askk"), "did you mean 'ask'?"),
        (
            step("reveal", place="table"),
            "step 'reveal': there is no place 'table'; known are dealer, community and box",
        ),
        (step("settle", who="some"), "step 'settle': there is no who 'some'"),
        (choice(does="rise"), "choice 'raise': there is no does 'rise'; known are raise, withdraw, fold and pass; did"),
        (plan(replace(FIVE[0], to="seat")), "plan: there is no place 'seat'"),
        (mishap(kind="card_face_upp"), "irregularity 'card_face_upp': there is no kind 'card_face_upp'"),
        (mishap(consequence="voided"), "there is no consequence 'voided'; known are record, "),
        (mishap(place=("floor",)), "there is no place 'floor'"),
        (mishap(compare="less"), "there is no compare 'less'; known are few and many"),
        (mishap(by=("croupier",)), "there is no role 'croupier'"),
        (mishap(procedures=("by_foot",)), "there is no dealing procedure 'by_foot'"),
    ],
)
def test_an_unknown_word_is_refused_when_the_game_is_bound(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadGame) as refused:
        bound(**changes)
    assert said in str(refused.value) and "open-stud" in str(refused.value)


def test_all_unknown_words_are_told_at_once() -> None:
    with pytest.raises(BadGame) as refused:
        bound(**(step("decide", kind="askk") | mishap(consequence="voided", compare="less")))
    assert len(str(refused.value).splitlines()) == 4


MISFITS = [
    (step("deal", part="cards"), "step 'deal': the plan has no part 'cards'; it has deal"),
    (step("deal", part="cards"), "plan: no step deals the part 'deal'"),
    (step("settle", wagers=("first",)), "script: no step settles the wager 'second'"),
    (step("settle", wagers=("first", "seccond", "second")), "there is no wager 'seccond'; did you mean 'second'?"),
    (step("stub", name="deal"), "script: 2 steps have the name 'deal'"),
    (step("reveal", place="box"), "step 'reveal': no card is dealt to 'box', which it turns up"),
    (step("reveal", place="community", upto=1), "upto = 1; 0 community cards are dealt"),
    (step("decide", choices=()), "step 'decide': it has no choices"),
    (step("decide", absent="stay"), "absent = 'stay' is none of its choices: raise and fold"),
    (
        step("settle", any_order=(("first", "third"),)),
        "step 'settle': any_order names 'third', which the step does not settle",
    ),
    (step("decide", unless="third"), "step 'decide': there is no wager 'third'"),
    (choice(wager="third"), "choice 'raise': there is no wager 'third'"),
    (choice(wager="first"), "the wager 'first' is made before the deal"),
    (choice(of="zeroth"), "choice 'raise': there is no wager 'zeroth'"),
    (choice(times=0), "times = 0 is no multiple"),
    (choice(name="fold"), "two choices have the same name"),
    (choice(clause="OS 44"), "no clause 'OS 44' in the rulebooks"),
    (
        {"script": script(lambda steps: steps.pop())},
        "a round begins with a step 'bets' and ends with a step 'clear'",
    ),
    (
        {"script": script(lambda steps: steps.insert(3, Step("stub", "again", "OS 3")))},
        "a round has one step of the kind 'stub'; here are 2",
    ),
    (
        plan(Deal("seats", 10, "OS 3"), Deal("dealer", 3, "OS 3")),
        "53 cards are needed for 5 positions; the deck has 52",
    ),
    (plan(*FIVE, Deal("dealer", 0, "OS 3")), "a delivery has at least one card"),
    (plan(*FIVE, Deal("burn", 1, "OS 3", up=True)), "burned and thrown cards are dealt face down"),
    (
        plan(*FIVE, Deal("community", 1, "OS 3"), Deal("community", 1, "OS 3", up=True)),
        "community cards dealt face up come before those dealt face down",
    ),
    (plan(*FIVE, more=FIVE), "plan: no step deals the part 'more'"),
    (plan(Deal("seats", 5, "OS 3")), "cells of 'first': no card is dealt to 'dealer'"),
    ({"cells": lambda rules: {"first": game(OPEN).cells(rules)["first"]}}, "cells: the wager 'second' has none"),
    (rows(Row("OS 5", ("third",), {}, LOSE)), "row of OS 5: there is no wager 'third'"),
    (rows(Row("OS 5", ("first",), {"hand": ("pair",)}, LOSE)), "the cells of 'first' have no field 'hand'"),
    (
        rows(Row("OS 5", ("first",), {"result": ("best",)}, LOSE)),
        "'result' of 'first' is never 'best'; it is higher,",
    ),
    (rows(Row("OS 5", ("first",), {"standing": ("void",)}, LOSE)), "rows: 2 rows settle 'first' with void, "),
    ({"rows": lambda rules: game(OPEN).rows(rules)[1:]}, "rows: no row settles 'first' with folded, "),
    (rows(Row("OS 5", ("first",), {}, ByTable("beats_all"))), "the paytable of 'first' has no line 'beats_all'"),
    (rows(Row("OS 5", ("first",), {}, ByTable())), "no field 'hand' by which its paytable could pay"),
    (mishap(during=("deel",)), "irregularity 'card_face_up': there is no step 'deel'"),
    (mishap(during=()), "it can happen at no step"),
    (mishap(option=("no_such", "true")), "there is no reading 'no_such'"),
    (mishap(keeps=("third",)), "there is no wager 'third'"),
    (mishap(kind="wrong_number"), "it says of no place that the number is wrong"),
    (mishap(consequence="void_spare"), "no wager is spared: say spared = true in the book"),
]
"""A change to a sound declaration, and what is said of it."""


@pytest.mark.parametrize(("changes", "said"), MISFITS)
def test_what_does_not_fit_is_told_when_the_game_is_checked(changes: dict[str, Any], said: str) -> None:
    found = faults(bound(**changes))
    assert any(said in fault for fault in found), found


def test_52_cards_are_enough() -> None:
    assert faults(bound(**plan(Deal("seats", 10, "OS 3"), Deal("dealer", 2, "OS 3")))) == []


def test_a_fault_of_one_dealing_procedure_names_it() -> None:
    def changed(rules: Rules, procedure: str) -> tuple[Step, ...]:
        steps = game(OPEN).script(rules, procedure)
        return tuple(replace(s, part="x") if s.kind == "deal" and procedure == "hand" else s for s in steps)

    found = faults(bound(script=changed))
    assert "step 'deal': the plan has no part 'x'; it has deal (hand)" in found


def test_faults_of_every_kind_are_told_together() -> None:
    changes = step("decide", absent="stay") | rows(Row("OS 9", ("third",), {}, LOSE)) | mishap(during=("deel",))
    found = faults(bound(**changes))
    assert len(found) == 4, found  # the step, the row, its clause, the irregularity


def test_a_game_without_a_compulsory_wager() -> None:
    terms = terms_of(OPEN_STUD)
    found = Rules(game(OPEN), replace(terms, wagers=terms.wagers[1:]))
    assert "book: no wager is compulsory" in faults(found)


def test_a_choice_of_a_wager_that_is_not_offered() -> None:
    terms = terms_of(OPEN_STUD)
    found = faults(Rules(game(OPEN), replace(terms, wagers=terms.wagers[:1])))
    assert "step 'decide': choice 'raise': the wager 'second' is not offered under these terms" in found
