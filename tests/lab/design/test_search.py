"""The search against a plain enumeration of every table, with the numbers of three-card hands that are known."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

import pitboss
from pitboss.lab.design.result import Design
from pitboss.lab.design.targets import BadDesign
from pitboss.rulebook.pays import Pay, ToOne
from support import THREE, UTH

HANDS = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""How many of the 22,100 hands of three cards are each; all others are nothing."""
DEALS = 22_100
NOW = (40, 30, 6, 4, 1)
"""What paytable A pays."""
Table = tuple[int, ...]
"""What each line pays to 1; 0 where it is not there."""


def edge(table: Table) -> Fraction:
    """Every hand wins what its line pays, or loses 1."""
    paid = sum(count * pays for count, pays in zip(HANDS.values(), table, strict=True))
    return 1 - hit(table) - Fraction(paid, DEALS)


def hit(table: Table) -> Fraction:
    return Fraction(sum(count for count, pays in zip(HANDS.values(), table, strict=True) if pays), DEALS)


def variance(table: Table) -> Fraction:
    squares = sum(count * (pays or -1) ** 2 for count, pays in zip(HANDS.values(), table, strict=True))
    rest = DEALS - sum(HANDS.values())
    return Fraction(squares + rest, DEALS) - edge(table) ** 2


def changes(table: Table) -> int:
    return sum(pays != now for pays, now in zip(table, NOW, strict=True))


def every_table(most: int, low: int, high: int) -> list[Table]:
    """All tables in order, of whole numbers up to `most`, with an edge between so many percent; the best first."""
    ordered = (t for t in combinations_with_replacement(range(most, -1, -1), 5) if t[0])
    met = [t for t in ordered if low <= edge(t) * 100 <= high]
    middle = Fraction(low + high, 200)
    return sorted(met, key=lambda t: (changes(t), abs(edge(t) - middle), variance(t), tuple(x or -1 for x in t)))


def tables(design: Design) -> list[Table]:
    return [as_table({line.hand: line.pay for line in each.lines}) for each in design.tables]


def as_table(pays: dict[str, Pay]) -> Table:
    made = []
    for hand in HANDS:
        pay = pays.get(hand)
        assert pay is None or (isinstance(pay, ToOne) and pay.per == 1)
        made.append(pay.pays if pay is not None else 0)
    return tuple(made)


def test_every_table_is_found_and_none_besides_in_the_order_that_is_promised() -> None:
    known = every_table(14, 1, 5)
    found = pitboss.design(THREE, wager="pair_plus", edge="1..5", top="..14", any_amount=True, tables=10**6)
    assert len(known) > 100 and tables(found) == known
    for each, table in zip(found.tables, known, strict=True):
        assert each.house_edge == edge(table)
        assert each.figures.hit_frequency == hit(table) and each.figures.variance == variance(table)
        assert len(each.changed) == changes(table)


def test_hit_rate_top_and_volatility_leave_just_those_that_meet_them() -> None:
    known = [t for t in every_table(9, 0, 20) if hit(t) * 100 <= 20 and t[0] >= 7 and 4 <= variance(t) <= 9]
    found = pitboss.design(
        THREE, wager="pair_plus", edge="0..20", hit="..20", top="7..9", volatility="2..3", any_amount=True, tables=10**6
    )
    assert known and tables(found) == known
    assert all(t[-1] == 0 for t in known), "who pays a pair pays more than a fifth of all hands"


def test_a_share_of_hands_between_two_counts() -> None:
    """At least 8.6719 percent of 22,100 hands are 1916.49: tables that pay 1,916 hands are too few, by half a hand."""
    least = Fraction(86719, 10000)
    without_pairs = sum(HANDS.values()) - HANDS["pair"]
    assert without_pairs < least * DEALS / 100 < without_pairs + 1
    every = every_table(12, 0, 60)
    known = [t for t in every if hit(t) * 100 >= least]
    assert known and any(hit(t) * DEALS == without_pairs for t in every)
    found = pitboss.design(
        THREE, wager="pair_plus", edge="0..60", hit="8.6719..", top="..12", any_amount=True, tables=10**6
    )
    assert tables(found) == known


def test_what_is_kept_stays() -> None:
    known = [t for t in every_table(12, 0, 5) if t[3] == 4 and t[1] == 8]
    found = pitboss.design(
        THREE,
        wager="pair_plus",
        edge="0..5",
        top="..12",
        keep=["flush", "three of a kind=8"],
        any_amount=True,
        tables=10**6,
    )
    assert known and sorted(tables(found)) == sorted(known)


def test_the_ends_of_a_range_are_in_it() -> None:
    exact = Fraction(pitboss.exact_odds(THREE, wager="pair_plus", paytable="A")[0].house_edge * 100)
    assert exact == Fraction(12800, 5525)
    near = Fraction(1, 10**9)
    for low, high, there in ((exact, exact + 1, True), (exact - 1, exact, True), (exact + near, exact + 1, False)):
        text = f"{_decimal(low, up=False)}..{_decimal(high, up=True)}" if there else f"{_decimal(low, up=True)}..9"
        found = pitboss.design(THREE, wager="pair_plus", edge=text, tables=1)
        assert (tables(found)[0] == NOW) is there


def _decimal(value: Fraction, *, up: bool) -> str:
    """Twelve digits, rounded outwards."""
    grown = value * 10**12
    return f"{(-(-grown.numerator // grown.denominator) if up else grown.numerator // grown.denominator) / 10**12:.12f}"


def test_the_table_that_is_there_comes_first_where_it_meets_the_target() -> None:
    found = pitboss.design(UTH, wager="trips", edge="0.5..1", tables=3)
    assert found.tables[0].changed == () and found.tables[0].house_edge == Fraction(301629, 33446140)
    assert [len(each.changed) for each in found.tables] == [0, 1, 1]


def test_printed_amounts_unless_others_are_asked_for() -> None:
    found = pitboss.design(UTH, wager="trips", edge="3..4", tables=40)
    amounts = {line.pay.pays for each in found.tables for line in each.lines if isinstance(line.pay, ToOne)}
    assert 11 not in amounts and 13 not in amounts and "whole numbers that tables print" in found.search
    assert all(3 <= each.house_edge * 100 <= 4 for each in found.tables) and len(found.tables) == 40


def test_all_numbers_of_hands_of_a_wager_on_the_whole_table() -> None:
    found = pitboss.design(UTH, wager="cover_all", edge="5..8", players=3)
    assert found.players == 3 and found.tables and all(5 <= each.house_edge * 100 <= 8 for each in found.tables)


def test_lines_paid_from_a_meter_stay() -> None:
    found = pitboss.design("let-it-ride", wager="progressive", edge="20..25", tables=3)
    before = pitboss.exact_odds("let-it-ride", wager="progressive", paytable="A")[0]
    metered = [line.hand for line in before.lines if line.hand in ("royal_flush", "straight_flush")]
    for each in found.tables:
        assert not {*metered} & {*each.changed} and 20 <= each.house_edge * 100 <= 25


@pytest.mark.parametrize(
    ("edge", "hit", "top", "keep", "said"),
    [
        ("90..95", "", "", ["flush=4", "pair=1"], r"the house edge lies between .* and .* percent"),
        ("3..4", "50..60", "", [], r"in these percentages of all rounds only: .*25\.6109"),
        ("3..4", "..0.3", "", ["straight_flush=20"], "contradict each other"),
        ("3..4", "", "", ["flush=1", "pair=2"], "flush ranks above pair and would pay less"),
        ("3..4", "", "..20", ["straight_flush=40"], "straight_flush is kept at more, 40 to 1"),
        ("3..4", "", "", ["flsh=1"], r"there is no such line.*did you mean 'flush'\?"),
        ("3..4", "", "", ["flush=1", "flush=2"], "this line is kept twice"),
    ],
)
def test_targets_that_contradict_each_other(edge: str, hit: str, top: str, keep: list[str], said: str) -> None:
    with pytest.raises(BadDesign, match=said):
        pitboss.design(THREE, wager="pair_plus", edge=edge, hit=hit, top=top, keep=keep)


@pytest.mark.parametrize("text", ["", "3", "..", "a..b", "4..3", "3..x", "1e999..2"])
def test_ranges_that_are_none(text: str) -> None:
    with pytest.raises(BadDesign, match="range"):
        pitboss.design(THREE, wager="pair_plus", edge=text)


@pytest.mark.parametrize("text", ["flush=", "=3", "flush=x", "flush=-1", "flush=3 for 2", "flush=0:1", "flush=9999999"])
def test_odds_that_are_none(text: str) -> None:
    with pytest.raises(BadDesign, match="--keep"):
        pitboss.design(THREE, wager="pair_plus", edge="3..4", keep=[text])


def test_where_a_payout_limit_cuts_the_figures_are_those_of_the_odds() -> None:
    """At $2,000 more than 25 to 1 is cut to $50,000: what a line brings no longer grows evenly with what it pays."""
    found = pitboss.design(
        UTH, wager="trips", edge="2..6", top="40..60", stake=200_000, keep=["royal_flush=60"], tables=3
    )
    assert found.tables
    for each in found.tables:
        lines = ", ".join(
            f'{{ hand = "{line.hand}", pays = {line.pay.pays}, unit = "to" }}'
            for line in each.lines
            if isinstance(line.pay, ToOne)
        )
        (known,) = pitboss.exact_odds(UTH, wager="trips", typed=f"lines = [{lines}]", stake=200_000, use_cache=False)
        assert known.house_edge == each.house_edge and known.figures.variance == each.figures.variance
        (uncut,) = pitboss.exact_odds(UTH, wager="trips", typed=f"lines = [{lines}]", use_cache=False)
        assert uncut.house_edge < known.house_edge


def test_odds_that_are_no_whole_cents_are_counted_in_parts_of_a_cent() -> None:
    typed = (
        'lines = [{ hand = "straight_flush", pays = 40, unit = "to" },'
        '{ hand = "three_of_a_kind", pays = 30, unit = "to" },'
        '{ hand = "straight", pays = 45, per = 7, unit = "to" }, { hand = "flush", pays = 4, unit = "to" },'
        '{ hand = "pair", pays = 8, per = 9, unit = "to" }]'
    )
    found = pitboss.design(
        THREE, wager="pair_plus", edge="0..4", typed=typed, keep=["straight=13:3"], stake=1, tables=2
    )
    (known,) = pitboss.exact_odds(THREE, wager="pair_plus", typed=typed, stake=1)
    assert found.now is not None and found.now.house_edge == known.house_edge
    assert found.tables and all(0 <= each.house_edge * 100 <= 4 for each in found.tables)
