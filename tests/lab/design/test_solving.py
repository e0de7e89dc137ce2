"""Games with decisions: every table that is shown was solved anew, and no better one with as few changes is missed."""

from fractions import Fraction

import pytest

import pitboss
from pitboss.lab.design import solving
from pitboss.lab.design.saving import as_text
from pitboss.lab.design.start import PRINTED
from pitboss.lab.design.sums import tangent_sums
from pitboss.rulebook.pays import ToOne
from support import CARIBBEAN, DRAGON, LIR, MISSISSIPPI, THREE

NOW = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 11,
    "flush": 8,
    "straight": 5,
    "three_of_a_kind": 3,
    "two_pair": 2,
    "pair_tens_or_better": 1,
}
"""The first paytable of the main game; its edge is 3.5057 percent."""


def typed(table: dict[str, int]) -> str:
    return "lines = [" + ", ".join(f'{{ hand = "{h}", pays = {n}, unit = "to" }}' for h, n in table.items() if n) + "]"


def edge(table: dict[str, int]) -> Fraction:
    return pitboss.exact_odds(LIR, wager="main", typed=typed(table), use_cache=False)[0].house_edge


def one_changed() -> list[dict[str, int]]:
    """Every table in order with one line changed; amounts as they are printed, up to twice the highest now."""
    found = []
    hands = list(NOW)
    for at, hand in enumerate(hands):
        above = NOW[hands[at - 1]] if at else 2000
        below = NOW[hands[at + 1]] if at + 1 < len(hands) else 1
        found += [{**NOW, hand: n} for n in PRINTED if below <= n <= above and n != NOW[hand]]
    return [*found, {**NOW, "pair_tens_or_better": 0}, {**NOW, "pair_below_tens": 1}]


def test_every_table_with_one_line_changed_is_found() -> None:
    known = {tuple(table.items()): edge(table) for table in one_changed()}
    met = sorted(e for e in known.values() if Fraction(31, 1000) <= e <= Fraction(34, 1000))
    found = pitboss.design(LIR, edge="3.1..3.4", tables=len(met))
    assert len(met) == 5 and sorted(each.house_edge for each in found.tables) == met
    assert {len(each.changed) for each in found.tables} == {1}
    middle = Fraction(325, 10000)
    offs = [abs(each.house_edge - middle) for each in found.tables]
    assert offs == sorted(offs)


def test_the_table_we_know() -> None:
    found = pitboss.design(LIR, edge="3.5..3.51", tables=1)
    assert found.tables[0].changed == () and found.tables[0].house_edge == edge(NOW)
    assert abs(float(found.tables[0].house_edge) - 0.035057) < 1e-6


@pytest.mark.parametrize(
    ("game", "target", "keep"),
    [
        (MISSISSIPPI, "2..4", ["flush=8"]),
        (THREE, "0..3", ["straight=2"]),
        (DRAGON, "1..2", []),
        (LIR, "1..3", ["two_pair=3"]),
    ],
)
def test_what_is_shown_is_what_the_odds_say_of_the_saved_table(game: str, target: str, keep: list[str]) -> None:
    found = pitboss.design(game, edge=target, keep=keep, tables=2)
    assert found.tables
    (known,) = pitboss.exact_odds(game, wager="main", typed=as_text(found, "paytable"), use_cache=False)
    best = found.tables[0].figures
    assert (best.ev, best.variance, best.at_risk) == (known.ev, known.figures.variance, known.figures.at_risk)
    assert best.distribution == known.figures.distribution and best.hit_frequency == known.figures.hit_frequency
    lines = [
        [(x.hand, x.pay, x.probability, x.value) for part in each.parts for x in part.lines]
        for each in (best, known.figures)
    ]
    assert lines[0] == lines[1]
    low, high = map(int, target.split(".."))
    assert all(low <= each.house_edge * 100 <= high for each in found.tables)


def test_a_table_that_changes_the_play_is_solved_anew_and_never_worth_less_than_playing_on() -> None:
    """With two pair at 6 to 1 more hands are worth a raise: whoever plays on as before wins less."""
    from pitboss.lab.design.start import start
    from pitboss.lab.design.targets import DesignTargets, Within
    from pitboss.odds.request import Request, asked

    row = asked(Request(game=MISSISSIPPI, wager="main"))[0]
    table = start(row, DesignTargets(edge=Within()), any_amount=False)
    solver = solving.Solver(table)
    sums = tangent_sums(table, solver(table.pays), table.pays)
    grew = 0
    for place in (7, 8):  # two pair, a high pair
        for amount in (1, 2, 3):
            pays = (*table.pays[:place], ToOne(amount), *table.pays[place + 1 :])
            chosen = tuple(each.choices.index(pay) for each, pay in zip(table.lines, pays, strict=True))
            gain = sums.gain + sum(line.choices[n].gain for line, n in zip(sums.lines, chosen, strict=True))
            bound, truth = Fraction(gain, sums.unit * sums.deals), solver(pays).ev
            assert bound <= truth
            assert (bound == truth) is (pays == table.pays)
            grew += bound < truth
    assert grew == 4


def test_a_line_of_the_wager_that_is_compared_cannot_go() -> None:
    found = pitboss.design(CARIBBEAN, edge="4.9..5.1", tables=1)
    assert len(found.tables[0].lines) == 9 and 4.9 <= found.tables[0].house_edge * 100 <= 5.1


def test_the_search_says_where_it_ended() -> None:
    found = pitboss.design(LIR, edge="3.10..3.11", tables=5, solve=3)
    assert found.solved == 3 and "it ended after 3 tables were solved" in found.search
    assert found.now is not None and found.now.house_edge == edge(NOW)
