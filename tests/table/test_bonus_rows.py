"""A row may pay a bonus beside its own payment: on the same stake, even where the wager itself is lost."""

from typing import Any

import pytest

from pitboss.rulebook.pays import LOSE, PUSH, Dollars, Pay, ToOne
from pitboss.rulebook.terms import Line
from pitboss.table.cells import CellSpace
from pitboss.table.definition import ByTable, Row
from pitboss.table.settlement import Outcome, Settlement, SettlementError, together

RESULTS, HANDS = ("win", "tie", "lose"), ("high", "low", "none")
HIGH, LOW = Line("high", ("high",), ToOne(5), "B 2"), Line("low", ("low",), ToOne(1), "B 3")


def settlement(**changes: Any) -> Settlement:
    pays: dict[str, Pay | ByTable] = {"win": ByTable("wins"), "tie": PUSH, "lose": LOSE, **changes}
    rows = tuple(Row(f"B {result}", ("ante",), {"result": (result,)}, pay, bonus=True) for result, pay in pays.items())
    wins = Line("wins", ("wins",), ToOne(1), "B 1")
    return Settlement(rows, {"ante": CellSpace(("result", "hand"), (RESULTS, HANDS))}, {"ante": (wins, HIGH, LOW)})


@pytest.mark.parametrize(
    ("result", "hand", "said"),
    [
        ("win", "none", Outcome(ToOne(1), "B 1", "wins")),
        ("win", "high", Outcome(ToOne(6), "B 2", "wins", HIGH)),
        ("win", "low", Outcome(ToOne(2), "B 3", "wins", LOW)),
        ("tie", "none", Outcome(PUSH, "B tie")),
        ("tie", "high", Outcome(ToOne(5), "B 2", "", HIGH)),
        ("lose", "none", Outcome(LOSE, "B lose")),
        ("lose", "low", Outcome(PUSH, "B 3", "", LOW)),
        ("lose", "high", Outcome(ToOne(4), "B 2", "", HIGH)),
    ],
)
def test_the_bonus_comes_on_top(result: str, hand: str, said: Outcome) -> None:
    assert settlement().outcome("ante", (result, hand)) == said


def test_parts_of_a_unit_are_added_exactly() -> None:
    assert together(ToOne(3, 2), ToOne(1, 3)) == ToOne(11, 6)
    assert together(LOSE, ToOne(3, 2)) == ToOne(1, 2)


def test_what_cannot_be_set_off_is_an_error() -> None:
    with pytest.raises(SettlementError, match=r"\$5 cannot be set off against a bonus"):
        settlement(win=Dollars(500, True)).outcome("ante", ("win", "high"))
    with pytest.raises(SettlementError, match="a bonus of 1 to 2 leaves part of a stake that is lost"):
        together(LOSE, ToOne(1, 2))
