"""Settlement has no gaps and no overlaps: every cell of every wager is settled by exactly one row, every row and every
line of every table is needed, the line above takes precedence; and what is ordered becomes whole cents."""

from typing import Any

import pytest

from pitboss.rulebook.book import Paytable, book
from pitboss.rulebook.pays import LOSE, PUSH, RETURNED, Dollars, ForOne, Lose, MeterShare, Pay, ToOne
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import MICRO, LimitTerms, MeterTerms
from pitboss.table.definition import ByTable
from pitboss.table.paying import FractionOfACent, Payment, cut_by_limits, meter_after, payment
from pitboss.table.rules import Rules
from pitboss.table.settlement import Settlement, SettlementError
from pitboss.table.state import STANDINGS
from support import (
    CARIBBEAN,
    DRAGON,
    HOUSE_RULES,
    LIR,
    MISSISSIPPI,
    SHIPPED,
    THREE,
    TOP5,
    UTH,
    clause_of,
    finish,
    net,
    rules,
    seated,
    table,
)

METER = {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}}


def jackpot(hand: str, next_hand: str, **more: object) -> dict[str, Any]:
    """A progressive that only an operator's approved definition brings (D-02, U-08)."""
    top = {"hand": hand, "pays": 100, "unit": "meter", "meter": "Progressive"}
    return {"lines": [top, {"hand": next_hand, "pays": 50, "unit": "for"}], **more}


OWN = {
    DRAGON: {"progressive": jackpot("three_dragons", "trips", amount=1, cards="three")},
    UTH: {
        "progressive": jackpot("royal_flush", "flush", amount=5, cards="seven"),
        "cover_all": {"offered": True},
    },
}


def everything(game: str) -> Rules:
    """The game with every wager offered."""
    more = {"wagers": OWN[game], "meters": METER} if game in OWN else {}
    return rules(game, "automated_shoe", **more)


SPACES = [(game, wager) for game in SHIPPED for wager in everything(game).settlement.spaces]


# --- rows -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_every_offered_wager_has_its_cells(game: str) -> None:
    r = everything(game)
    assert {w.id for w in r.book.wagers} == set(r.index), "every wager of the book is offered here"
    assert set(r.settlement.spaces) - {"envy"} == set(r.index)
    for space in r.settlement.spaces.values():
        assert space.values[space.fields.index("standing")] == STANDINGS


@pytest.mark.parametrize(("game", "wager"), SPACES)
def test_exactly_one_row_settles_every_cell(game: str, wager: str) -> None:
    settlement = everything(game).settlement
    cells = settlement.spaces[wager].cells()
    assert len(cells) == len(set(cells)) > 0
    for cell in cells:
        found = settlement.matching(wager, cell)
        assert len(found) == 1, (cell, [row.clause for row in found])
        assert settlement.outcome(wager, cell).clause.startswith(book(game).document)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_row_settles_some_cell_of_every_wager_it_names(game: str) -> None:
    settlement = everything(game).settlement
    used = {
        (id(row), wager)
        for wager, space in settlement.spaces.items()
        for cell in space.cells()
        for row in settlement.matching(wager, cell)
    }
    assert [(row.clause, w) for row in settlement.rows for w in row.wagers if (id(row), w) not in used] == []


@pytest.mark.parametrize("game", SHIPPED)
def test_rows_only_ask_for_fields_and_values_that_cells_have(game: str) -> None:
    settlement = everything(game).settlement
    for row in settlement.rows:
        for wager in row.wagers:
            space = dict(zip(settlement.spaces[wager].fields, settlement.spaces[wager].values, strict=True))
            for field, allowed in row.when.items():
                assert set(allowed) <= set(space[field]), (row.clause, wager, field)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_missing_or_a_second_row_is_an_error_not_a_guess(game: str) -> None:
    whole = everything(game).settlement
    wager = next(iter(whole.spaces))
    cell = whole.spaces[wager].cells()[0]
    (row,) = whole.matching(wager, cell)
    for rows in (tuple(x for x in whole.rows if x is not row), (*whole.rows, row)):
        with pytest.raises(SettlementError):
            Settlement(rows, whole.spaces, {}).outcome(wager, cell)


SURVIVES = {(UTH, "cover_all", "void"), (UTH, "trips", "spared"), (UTH, "progressive", "spared")}
"""Cover All looks at the whole table, and a void may spare Trips and the progressive (U-32, U-33)."""


@pytest.mark.parametrize(("game", "wager"), SPACES)
def test_a_wager_out_of_play_is_lost_or_returned_whatever_the_cards(game: str, wager: str) -> None:
    settlement = everything(game).settlement
    for standing, *rest in settlement.spaces[wager].cells():
        pay = settlement.outcome(wager, (standing, *rest)).pay
        if standing in ("abandoned", "forfeited"):
            assert pay == LOSE
        elif (game, wager, standing) in SURVIVES:
            assert pay == settlement.outcome(wager, ("live", *rest)).pay
        elif standing in ("void", "spared"):
            assert pay == RETURNED


OUT_OF_PLAY = [
    # game, standing, the clause that returns or collects its wagers, all wagers but those a void spares
    (DRAGON, "void", "MD-DRAGON 13.B", RETURNED),
    (DRAGON, "abandoned", "MD-DRAGON 7.C(2)", LOSE),
    (DRAGON, "forfeited", "MD-DRAGON 7.C(2)", LOSE),
    (TOP5, "void", "MD-TOP5 13.C", RETURNED),
    (TOP5, "abandoned", "MD-TOP5 7.B(3)", LOSE),
    (TOP5, "forfeited", "MD-TOP5 11.A(5)", LOSE),
    (LIR, "void", "MD-LIR 13.B", RETURNED),
    (LIR, "abandoned", "MD-LIR 7.B(2)", LOSE),
    (LIR, "forfeited", "MD-LIR 7.B(2)", LOSE),
    (UTH, "void", "MA-UTH 15(d)/1", RETURNED),
    (UTH, "spared", "MA-UTH 15(a)/1", RETURNED),
    (UTH, "abandoned", "MA-UTH 6(e)/2", LOSE),
    *((game, "void", clause_of(game, "12.2"), RETURNED) for game in HOUSE_RULES),
    *((game, "spared", clause_of(game, "12.2"), RETURNED) for game in HOUSE_RULES),
    *((game, "abandoned", clause_of(game, "6.5"), LOSE) for game in HOUSE_RULES),
    *((game, "forfeited", clause_of(game, "6.5"), LOSE) for game in HOUSE_RULES),
]


@pytest.mark.parametrize(
    ("game", "standing", "clause", "pay"),
    [pytest.param(*row, id=f"{row[0]} {row[1]}", marks=pytest.mark.clause(row[2])) for row in OUT_OF_PLAY],
)
def test_a_wager_out_of_play_is_settled_under_its_own_clause(game: str, standing: str, clause: str, pay: Pay) -> None:
    settlement = everything(game).settlement
    for wager, space in settlement.spaces.items():
        if (game, wager, standing) in SURVIVES:
            continue
        for cell in space.cells():
            if cell[0] == standing:
                outcome = settlement.outcome(wager, cell)
                assert (outcome.pay, outcome.clause) == (pay, clause), (wager, cell)


FOLDED = [
    (DRAGON, "MD-DRAGON 1.B(6)", ("ante", "ante_bonus", "play")),
    (TOP5, "MD-TOP5 11.B(2)(a)", ("ante", "play")),
    (UTH, "MA-UTH 10(e)(2)", ("ante", "blind", "play")),
    (THREE, "TCP 10.6", ("ante", "play")),
    (CARIBBEAN, "CSP 10.6", ("ante", "call")),
    (MISSISSIPPI, "MST 10.10", ("ante", "third_street", "fourth_street", "fifth_street")),
]


@pytest.mark.parametrize(
    ("game", "clause", "wagers"),
    [pytest.param(*row, id=row[0], marks=pytest.mark.clause(row[1])) for row in FOLDED],
)
def test_a_folded_hand_loses_its_main_wagers_whatever_the_cards(
    game: str, clause: str, wagers: tuple[str, ...]
) -> None:
    settlement = everything(game).settlement
    for wager in wagers:
        for cell in settlement.spaces[wager].cells():
            if cell[0] == "folded":
                outcome = settlement.outcome(wager, cell)
                assert (outcome.pay, outcome.clause) == (LOSE, clause), (wager, cell)


@pytest.mark.parametrize("game", SHIPPED)
def test_what_the_round_collects_and_returns_is_what_the_rows_say(game: str) -> None:
    """Folds and voids are carried out before settlement; the rows, which a solver reads, must say the same."""
    bound = everything(game)
    void_keeps = {w for row in bound.game.mishaps for w in row.keeps}
    for wager in bound.wagers:
        cells = bound.settlement.spaces[wager.id].cells()
        pays = {s: {bound.settlement.outcome(wager.id, c).pay for c in cells if c[0] == s} for s in STANDINGS}
        if not wager.later and game != LIR:
            assert wager.folds == (pays["folded"] == {LOSE}), wager.id
        assert (wager.id in void_keeps) == (pays["void"] != {RETURNED}), wager.id


# --- lines ----------------------------------------------------------------------------------------------------------

TABLES = [
    pytest.param(game, t, id=f"{game} {t.family} {t.letter}{t.column or ''}")
    for game in SHIPPED
    for t in book(game).paytables
    if not t.repeats
]


def rules_with(game: str, t: Paytable) -> Rules:
    if t.family == "cover_all" or not t.letter:
        return everything(game)
    chosen: dict[str, Any] = {"wagers": {t.family: {"paytable": t.letter}}}
    if t.family == "progressive":
        minimum = {m.name: m.minimum // 100 for m in book(game).meters if m.letter == t.letter}
        chosen["meters"] = {n: {"rate": "1", "initial": low, "reset": low} for n, low in minimum.items()}
    return rules(game, **chosen)


@pytest.mark.parametrize(("game", "t"), TABLES)
def test_each_line_is_reached_and_lines_above_take_precedence(game: str, t: Paytable) -> None:
    r = rules_with(game, t)
    wager = next(w.id for w in r.wagers if w.family == t.family)
    space = r.settlement.spaces[wager]
    reached = set()
    for cell in space.cells():
        values = dict(zip(space.fields, cell, strict=True))
        (row,) = r.settlement.matching(wager, cell)
        if not isinstance(row.pay, ByTable) or values.get("column", str(t.column)) != str(t.column):
            continue
        hand = row.pay.line or values["hand"]
        naming = [line for line in t.lines if hand in r.book.named(t.family, line.hand)]
        outcome = r.settlement.outcome(wager, cell)
        if outcome.bonus is not None:  # beside the line that pays the wager; tests/table/test_bonus_rows.py
            assert [values["hand"]] == [line.hand for line in t.lines if line.clause == outcome.clause]
            reached.add(outcome.clause)
            continue
        if naming:  # the first line that names the hand, reading downwards
            another = row.pay.clause if row.pay.line else ""  # the same line may be paid under another clause
            assert (outcome.pay, outcome.clause) == (naming[0].pay, another or naming[0].clause), cell
            reached.add(naming[0].clause)
        else:
            assert isinstance(outcome.pay, Lose), cell
    assert reached == {line.clause for line in t.lines}
    offered = r.terms.wager(t.family)
    assert offered is not None
    hands = [hand for line in offered.lines if line.column == t.column for hand in line.hands]
    assert len(hands) == len(set(hands)), "the terms give every hand to one line"


OVERLAPS = [  # a hand that two lines name → the line that pays it
    (DRAGON, "ante_bonus", "A", "three_phoenix", ["three_phoenix", "trips", "winning_hand"], ToOne(10)),
    (DRAGON, "ante_bonus", "B", "three_dragons", ["three_dragons", "trips", "winning_hand"], ToOne(30)),
    (DRAGON, "ante_bonus", "B", "three_phoenix", ["trips", "winning_hand"], ToOne(4)),
    (DRAGON, "ante_bonus", "B", "pair_of_dragons", ["pair_of_pandas_or_better", "winning_hand"], ToOne(1)),
    (DRAGON, "ante_bonus", "B", "pair_of_monkeys", ["winning_hand"], PUSH),
    (DRAGON, "three_card_bonus", "B", "three_tigers", ["three_tigers", "trips"], ToOne(20)),
]


@pytest.mark.parametrize(("game", "wager", "letter", "hand", "naming", "pays"), OVERLAPS)
def test_a_hand_that_several_lines_name_is_paid_once_by_the_highest(
    game: str, wager: str, letter: str, hand: str, naming: list[str], pays: Pay
) -> None:
    (t,) = book(game).table(wager, letter)
    assert [line.hand for line in t.lines if hand in book(game).named(wager, line.hand)] == naming
    cell = ("live", "higher", hand) if wager == "ante_bonus" else ("live", hand)
    assert rules_with(game, t).settlement.outcome(wager, cell).pay == pays


@pytest.mark.parametrize(("game", "wager"), [(DRAGON, "progressive"), (UTH, "progressive")])
def test_an_operators_own_progressive_pays_by_its_own_lines_only(game: str, wager: str) -> None:
    r = everything(game)
    offered = r.terms.wager(wager)
    assert offered is not None
    for hand in r.book.hands[wager]:
        pay = r.settlement.outcome(wager, ("live", hand)).pay
        lines = [line for line in offered.lines if hand in line.hands]
        assert pay == (lines[0].pay if lines else LOSE), hand
    assert all(line.hands for line in offered.lines)


# --- cents ----------------------------------------------------------------------------------------------------------

PAYMENTS = [  # what is ordered, stake → won, back
    (LOSE, 1000, (0, 0)),
    (PUSH, 1000, (0, 1000)),
    (RETURNED, 1000, (0, 1000)),
    (ToOne(1), 1, (1, 1)),
    (ToOne(1000), 1000, (1_000_000, 1000)),
    (ToOne(3, 2), 1000, (1500, 1000)),
    (ToOne(3, 2), 2, (3, 2)),
    (ForOne(300), 500, (150_000, 0)),
    (ForOne(9), 100, (900, 0)),
    (Dollars(2_000_000, stake_back=False), 100, (2_000_000, 0)),
    (Dollars(10_000_000, stake_back=True), 700, (10_000_000, 700)),
]


@pytest.mark.parametrize(("pay", "stake", "expected"), PAYMENTS)
def test_a_stake_receives_exactly_what_is_ordered(pay: Pay, stake: int, expected: tuple[int, int]) -> None:
    assert payment(pay, stake) == Payment(*expected)


@pytest.mark.parametrize("stake", [1, 3, 999, 1001])
def test_three_to_two_on_an_odd_number_of_cents_is_never_rounded_silently(stake: int) -> None:
    with pytest.raises(FractionOfACent):
        payment(ToOne(3, 2), stake)
    assert payment(ToOne(3, 2), stake + 1).won * 2 == (stake + 1) * 3


@pytest.mark.parametrize(
    ("stake", "chip", "won"),
    [(500, 100, 800), (500, 50, 750), (500, 500, 1000), (1000, 500, 1500), (1500, 500, 2500), (1, 25, 25), (1, 2, 2)],
)
def test_breakage_rounds_up_to_the_smallest_chip_and_never_down(stake: int, chip: int, won: int) -> None:
    assert payment(ToOne(3, 2), stake, smallest_chip=chip) == Payment(won, stake)


FLUSH = {"seat1": "As 6s", "community": "Qs Js 9s 7h 5d", "dealer": "3c 2d"}


@pytest.mark.clause("MA-UTH 11(c) Flush")
@pytest.mark.parametrize(("chip", "won"), [("", 750), ("1", 800), ("0.50", 750)])
def test_three_to_two_on_five_dollars_is_seven_fifty_or_the_next_chip_up(chip: str, won: int) -> None:
    breakage: dict[str, Any] = {"breakage": "up_to_chip", "smallest_chip": chip} if chip else {}
    t = finish(seated(table(UTH, cards=FLUSH, **breakage), 1, ante=5, blind=5))
    assert net(t, 1, "blind") == won


@pytest.mark.clause("MA-UTH 11(c) Flush")
def test_an_increment_that_could_pay_half_a_cent_is_a_fault() -> None:
    for increment, faults in (("0.01", ["MA-UTH 11(c) Flush"]), ("0.02", []), ("0.05", ["MA-UTH 11(c) Flush"])):
        ante = {"minimum": 5, "maximum": 500, "increment": increment}
        found = check_data(merge(default_data(UTH), {"wagers": {"ante": ante}})).faults
        assert [x.clause for x in found] == faults, increment


# --- meters ---------------------------------------------------------------------------------------------------------

RESET = MeterTerms("Progressive", 50_000, 100_000, 100_000, "MD-LIR 12.F(2)(a)")


@pytest.mark.parametrize(
    ("reading", "percent", "paid"),
    [
        (1_234_567 * MICRO, 10, 123_456),  # 1,234.567 dollars
        (1_234_570 * MICRO, 10, 123_457),
        (1_234_569 * MICRO + 999_999, 10, 123_456),
        (1_234_567 * MICRO + 999_999, 100, 1_234_567),
        (9 * MICRO, 10, 0),
    ],
)
def test_a_share_of_a_meter_is_rounded_down_to_the_cent(reading: int, percent: int, paid: int) -> None:
    assert payment(MeterShare("Progressive", percent), 100, reading=reading) == Payment(paid, 0)


@pytest.mark.parametrize(
    ("reading", "paid", "percent", "floor", "after", "added"),
    [  # in cents and millionths
        ((1_234_567, 0), 123_456, 10, "none", (1_111_111, 0), 0),
        ((1_234_567, 250_000), 123_456, 10, "none", (1_111_111, 250_000), 0),  # the fraction stays
        ((1_234_567, 250_000), 1_234_567, 100, "none", (100_000, 250_000), 100_000),  # reset and the fraction
        ((105_000, 0), 10_500, 10, "none", (94_500, 0), 0),  # below the reset amount without a floor
        ((105_000, 0), 10_500, 10, "reset", (100_000, 0), 5_500),  # held there, the house adds the rest
        ((111_111, 0), 11_111, 10, "reset", (100_000, 0), 0),  # exactly at the floor
        ((1_234_567, 0), 123_456, 10, "reset", (1_111_111, 0), 0),
        ((90_000, 0), 90_000, 100, "reset", (100_000, 0), 100_000),
    ],
)
def test_the_meter_after_a_payment(
    reading: tuple[int, int], paid: int, percent: int, floor: str, after: tuple[int, int], added: int
) -> None:
    whole = [cents * MICRO + rest for cents, rest in (reading, after)]
    assert meter_after(whole[0], paid, percent, RESET, floor) == (whole[1], added * MICRO)


@pytest.mark.clause("MD-LIR 12.E(1)(b)")
@pytest.mark.parametrize(("floor", "left"), [("none", 94_500), ("reset", 100_000)])
def test_a_tenth_of_the_meter_leaves_the_rest_or_the_reset_amount(floor: str, left: int) -> None:
    cards = {"seat1": "Ks Qs Js", "community": "Ts 9s"}
    reads = {"Progressive": 104_995 * MICRO}  # a nickel comes from the wager: 1,050.00
    t = finish(seated(table(LIR, cards=cards, meters=reads, readings={"meter_floor": floor}), 1, progressive=1))
    assert (net(t, 1, "progressive"), t.meters["Progressive"]) == (10_500 - 100, left * MICRO)


# --- limits ---------------------------------------------------------------------------------------------------------

BOTH = (LimitTerms("first", 5_000, ("ante", "trips")), LimitTerms("second", 7_500, ("ante", "trips", "cover_all")))


@pytest.mark.parametrize(
    ("gain", "wager", "won", "cut", "totals"),
    [
        (5_000, "ante", (), [], (5_000, 5_000)),
        (5_001, "ante", (), [("first", 1)], (5_000, 5_000)),
        (10, "trips", (5_000, 5_000), [("first", 10)], (5_000, 5_000)),
        (2_500, "cover_all", (5_000, 5_000), [], (5_000, 7_500)),
        (2_501, "cover_all", (5_000, 5_000), [("second", 1)], (5_000, 7_500)),
        (9_000, "cover_all", (), [("second", 1_500)], (0, 7_500)),
        (4_000, "trips", (2_000, 6_000), [("first", 1_000), ("second", 1_500)], (3_500, 7_500)),
        (9_999, "progressive", (5_000, 7_500), [], (5_000, 7_500)),
    ],
)
def test_what_exceeds_a_limit_is_cut_and_the_rest_counts_against_both(
    gain: int, wager: str, won: tuple[int, ...], cut: list[tuple[str, int]], totals: tuple[int, ...]
) -> None:
    assert cut_by_limits(gain, wager, won, BOTH) == (cut, totals)
