"""Games by house rules of our own: the log, a duty and a refusal name the clause that orders the act. Their rulebooks
have the same numbers up to the deal, so each line stands for the three of them."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.duties import duty
from support import HOUSE_RULES, accepted, by_hand, clause_of, events, refused, seated, table

MANUAL, HAND, AUTOMATED = "manual_shoe", "hand", "automated_shoe"
NO_DEVICE: dict[str, Any] = {"dealing": {"procedure": AUTOMATED, "shuffler": "none"}}
COUNTING: dict[str, Any] = {"dealing": {"procedure": HAND, "shuffler": "automated", "shuffler_counts_cards": True}}
STANDBY: dict[str, Any] = {"dealing": {"procedure": MANUAL, "shuffler": "automated"}}


def cases(*lines: tuple[Any, ...]) -> list[Any]:
    """Each line for each game: first the clause without its document."""
    clauses = [(game, clause_of(game, rest), values) for rest, *values in lines for game in HOUSE_RULES]
    return [
        pytest.param(
            game,
            clause,
            *values,
            id=f"{clause} {' '.join(str(value)[:40] for value in values[:2])}",
            marks=pytest.mark.clause(clause),
        )
        for game, clause, values in clauses
    ]


def named(t: Table) -> dict[str, str]:
    """What has been done with the deck → the clause that the log names for it."""
    return {getattr(r.event, "stage", "") or type(r.event).__name__: getattr(r.event, "clause", "") for r in t.log}


@pytest.mark.parametrize(
    ("game", "clause", "done", "procedure", "more"),
    cases(
        ("3.1", "CardsReceived", MANUAL, {}),
        ("3.1", "inspected", MANUAL, {}),
        ("3.1", "verified", MANUAL, {}),
        ("3.2", "spread", MANUAL, {}),
        ("3.4", "looked", MANUAL, {}),
        ("3.6", "washed", MANUAL, {}),
        ("3.7", "stacked", MANUAL, {}),
        ("4.1", "CardsShuffled", MANUAL, {}),
        ("4.11", "CardsCut", MANUAL, {}),
        ("7.2", "DeckReady", MANUAL, {}),
        ("9.2", "DeckReady", AUTOMATED, NO_DEVICE),
        ("4.9", "DeckReady", AUTOMATED, {}),
        ("4.9", "DeckReady", HAND, {}),
        ("4.7", "DeviceCounted", HAND, COUNTING),
        ("4.9", "DeckReady", HAND, COUNTING),
        ("6.6", "StepOpened", MANUAL, {}),
    ),
)
def test_the_log_of_the_opening_names_the_clause_of_each_step(
    game: str, clause: str, done: str, procedure: str, more: dict[str, Any]
) -> None:
    assert named(table(game, procedure, **more))[done] == clause


@pytest.mark.parametrize(
    ("game", "clause", "act", "stage"),
    cases(
        ("3.1", a.ReceiveCards(), "absent"),
        ("3.1", a.InspectCards(), "received"),
        ("3.1", a.VerifyCards(), "inspected"),
        ("3.2", a.SpreadCards(), "verified"),
        ("3.4", a.LookAtCards(), "spread"),
        ("3.6", a.WashCards(), "looked"),
        ("3.7", a.StackCards(), "washed"),
        ("4.1", a.ShuffleCards(), "stacked"),
    ),
)
def test_what_is_due_and_who_may_not_do_it_name_the_same_clause(
    game: str, clause: str, act: a.AnyAction, stage: str
) -> None:
    t = table(game, open_bets=False)
    while t.state.decks[0].stage != stage:
        assert t.perform()
    due = duty(t.rules, t.state)
    assert due is not None and (due.do, due.clause) == (type(act), clause)
    refused(t, "auditor", act, clause=clause, code="wrong_role")


@pytest.mark.parametrize(("game", "clause", "procedure"), cases(("7.1", MANUAL), ("8.1", HAND), ("9.1", AUTOMATED)))
def test_a_change_of_the_procedure_names_its_chapter(game: str, clause: str, procedure: str) -> None:
    """From the hand to a manual shoe and back; to an automated shoe once it is restored."""
    before = {MANUAL: (HAND, {}), HAND: (MANUAL, STANDBY), AUTOMATED: (AUTOMATED, {})}
    start, more = before[procedure]
    t = by_hand(table(game, start, **more))
    accepted(t, "dealer", a.GoIdle(face_up=True))
    if procedure == AUTOMATED:
        accepted(t, "floorperson", a.SetDeviceAside("shoe", "covered"))
        accepted(t, "floorperson", a.ChangeProcedure(HAND))
        accepted(t, "floorperson", a.RestoreDevice("shoe"))
    refused(t, "player:P1", a.ChangeProcedure(procedure), clause=clause_of(game, "12.8"), code="wrong_role")
    assert accepted(t, "floorperson", a.ChangeProcedure(procedure)) == (e.ProcedureChanged(procedure, clause),)


@pytest.mark.parametrize(("game", "clause"), cases(("12.8",)))
def test_once_the_device_of_the_procedure_is_out_of_use_another_method_is_due(game: str, clause: str) -> None:
    t = by_hand(table(game, HAND))
    accepted(t, "dealer", a.GoIdle(face_up=True))
    accepted(t, "dealer", a.Report("device_fails", place="shuffler"))
    due = duty(t.rules, t.state)
    assert due is not None and (due.do, due.clause) == (a.SetDeviceAside, clause)
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "removed"))
    due = duty(t.rules, t.state)
    assert due is not None and (due.do, due.clause) == (a.ChangeProcedure, clause)


@pytest.mark.parametrize(("game", "clause", "count"), cases(("4.8", 51), ("4.8", 53)))
def test_a_deck_that_the_shuffler_counts_wrong_leaves_under_that_clause(game: str, clause: str, count: int) -> None:
    t = table(game, HAND, open_bets=False, **COUNTING)
    while t.state.decks[0].stage != "shuffled":
        assert t.perform()
    accepted(t, "dealer", a.DeviceCountsCards(count))
    assert [ev.clause for ev in events(t, e.DeckRemoved)] == [clause]


@pytest.mark.parametrize(("game", "clause"), cases(("2.8",)))
def test_a_deck_that_is_changed_leaves_under_that_clause(game: str, clause: str) -> None:
    t = by_hand(table(game))
    refused(t, "player:P1", a.RemoveDeck(1), clause=clause, code="wrong_role")
    accepted(t, "floorperson", a.RemoveDeck(1))
    assert [ev.clause for ev in events(t, e.DeckRemoved)] == [clause]


@pytest.mark.parametrize(("game", "clause"), cases(("6.8",)))
def test_without_the_ante_there_is_no_round_and_no_hand(game: str, clause: str) -> None:
    """With nobody's Ante no call; with one player's the other gets no cards."""
    t = by_hand(table(game))
    t.sit(1, "P1")
    refused(t, "dealer", a.CloseBets(), clause=clause, code="no_wagers")
    refused(t, "player:P1", a.PlaceWager(1, "ante", 1), clause=clause, code="limits")
    seated(t, 2)
    accepted(t, "dealer", a.CloseBets())
    assert events(t, e.BetsClosed)[0].seats == (2,)
