"""A row may pay a bonus beside its own payment: on the same stake, even where the wager itself is lost."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.rulebook.pays import LOSE, PUSH, Dollars, Pay, ToOne
from pitboss.rulebook.terms import Line
from pitboss.table.cells import CellSpace
from pitboss.table.definition import ByTable, Row
from pitboss.table.faults import BadGame
from pitboss.table.settlement import Outcome, Settlement, SettlementError, together
from support import THREE, rules

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
    with pytest.raises(SettlementError, match="a bonus takes nothing away"):
        together(ToOne(1), LOSE)


# --- which lines are bonuses, and which can be ----------------------------------------------------------------------


def test_the_lines_that_pay_a_bonus_are_known() -> None:
    assert settlement().bonus_hands("ante") == {"high", "low", "none"}, "the line of the wager itself is none of them"
    plain = Settlement((Row("B 1", ("ante",), {}, PUSH),), {"ante": CellSpace(("hand",), (HANDS,))}, {"ante": (HIGH,)})
    assert plain.bonus_hands("ante") == frozenset() and plain.bonus_hands("another") == frozenset()


@pytest.mark.parametrize(
    ("pay", "said"),
    [
        (ToOne(1), []),
        (ToOne(3, 2), []),
        (PUSH, []),
        (ToOne(99, 100), ["a bonus of 99 to 100 leaves part of a stake that is lost"]),
        (LOSE, ["a bonus takes nothing away: a hand without one has no line"]),
        (Dollars(500, True), ["$5 cannot be set off against a bonus: both must be so much to 1"]),
    ],
)
def test_a_line_that_cannot_pay_a_bonus(pay: Pay, said: list[str]) -> None:
    assert settlement().bonus_faults("ante", Line("low", ("low",), pay, "B 3")) == said
    wins = Line("wins", ("wins",), pay, "B 1")
    assert settlement().bonus_faults("ante", wins) == [], "the line of the wager itself pays no bonus"


def test_a_bonus_may_be_small_where_no_stake_is_lost() -> None:
    rows = (Row("B 1", ("ante",), {}, PUSH, bonus=True),)
    kind = Settlement(rows, {"ante": CellSpace(("hand",), (HANDS,))}, {"ante": (HIGH,)})
    assert kind.bonus_faults("ante", Line("low", ("low",), ToOne(1, 2), "B 3")) == []


def test_a_table_with_a_bonus_that_cannot_be_paid_is_refused_when_it_is_bound() -> None:
    bound = rules(THREE)
    half = [replace(line, pay=ToOne(1, 2)) if line.hand == "straight" else line for line in bound.limits("ante").lines]
    wagers = tuple(replace(w, lines=tuple(half)) if w.id == "ante" else w for w in bound.terms.wagers)
    with pytest.raises(BadGame, match="the paytable of 'ante', straight: a bonus of 1 to 2 leaves part of a stake"):
        rules_for(replace(bound.terms, wagers=wagers))


def test_a_line_may_be_paid_under_another_clause_where_the_wager_wins_in_more_than_one_case() -> None:
    assert settlement(tie=ByTable("wins", clause="B tie")).outcome("ante", ("tie", "none")) == Outcome(
        ToOne(1), "B tie", "wins"
    )
    assert settlement(tie=ByTable("wins")).outcome("ante", ("tie", "none")).clause == "B 1"
    rows = (Row("B 1", ("ante",), {}, ByTable(clause="B 9")),)
    plain = Settlement(rows, {"ante": CellSpace(("hand",), (HANDS,))}, {"ante": (HIGH,)})
    assert [plain.outcome("ante", (hand,)).clause for hand in ("high", "none")] == ["B 2", "B 9"]
