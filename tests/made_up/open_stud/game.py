"""Open Stud: five cards each against the dealer, one of whose cards lies open."""

from pitboss.cards.deck import Card
from pitboss.cards.fast import best_five
from pitboss.rulebook.pays import LOSE, PUSH, RETURNED, ToOne
from pitboss.table.cells import (
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
    OWN,
    Compared,
    Fields,
    Holding,
    Named,
    Qualified,
    Ranking,
    Standing,
)
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FOLDED, FORFEITED, LIVE, SPARED, VOID, State

FIVE = Ranking("five_cards", best_five)
HAND, HIS = Holding((OWN,), FIVE), Holding((DEALER,), FIVE)
QUALIFIES = Qualified(HIS, best_five(("As", "Kh", "4d", "3c", "2s")))
BOTH = ("first", "second")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    return (
        Step("bets", "bets", "OS 2"),
        Step("deal", "deal", "OS 3", part="deal"),
        Step("stub", "stub", "OS 3"),
        Step("examine", "examine", "OS 3"),
        Step(
            "ask",
            "decide",
            "OS 4",
            choices=(
                Choice("raise", "raise", "OS 4", times=2, wager="second"),
                Choice("fold", "fold", "OS 4"),
            ),
            absent="fold",
        ),
        Step("show", "reveal", "OS 5", place="dealer"),
        Step("settle", "settle", "OS 5", wagers=BOTH, turn_clause="OS 5"),
        Step("clear", "clear", "OS 5"),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    down = (Deal("seats", 1, "OS 3"), Deal("dealer", 1, "OS 3"))
    return {"deal": (*down * 4, Deal("seats", 1, "OS 3"), Deal("dealer", 1, "OS 3", up=True))}


def cells(rules: Rules) -> dict[str, Fields]:
    result = Compared(HAND, HIS)
    return {
        "first": (Standing(), QUALIFIES, result),
        "second": (Standing(), QUALIFIES, result, Named(HAND, rules.book.hands["second"])),
    }


def _live(dealer: str, *results: str) -> dict[str, tuple[str, ...]]:
    return {"standing": (LIVE,), "dealer": (dealer,), "result": results}


def rows(rules: Rules) -> tuple[Row, ...]:
    plays, passes = "qualified", "not_qualified"
    return (
        Row("OS 4", BOTH, {"standing": (FOLDED, ABANDONED, FORFEITED)}, LOSE),
        Row("OS 5", BOTH, {"standing": (VOID, SPARED)}, RETURNED),
        Row("OS 5", ("first",), _live(passes, HIGHER, EQUAL, LOWER), ToOne(1)),
        Row("OS 5", ("second",), _live(passes, HIGHER, EQUAL, LOWER), RETURNED),
        Row("OS 5", BOTH, _live(plays, LOWER), LOSE),
        Row("OS 5", BOTH, _live(plays, EQUAL), PUSH),
        Row("OS 5", ("first",), _live(plays, HIGHER), ByTable("beats_dealer")),
        Row("OS 6", ("second",), _live(plays, HIGHER), ByTable()),
    )


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return best_five(cards).name.replace("_", " ")


_LATER = ("deal", "stub", "decide", "reveal")
MISHAPS = (
    Mishap("dealer_card_exposed", "a hidden card of the dealer is exposed", "void", "OS 5", _LATER),
    Mishap(
        "wrong_number", "the dealer has too few cards", "complete", "OS 3", _LATER, place=("dealer",), compare="few"
    ),
    Mishap("wrong_number", "a wrong number of cards", "void", "OS 3", _LATER, place=("seat", "dealer")),
    Mishap("card_face_up", "a card is found face up", "replace", "OS 3", ("deal",)),
)

GAME = Game("open-stud", script, plan, cells, rows, describe, MISHAPS)
