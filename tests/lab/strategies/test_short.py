"""Short strategies: what is found is counted exactly, is never worse when it may be longer, and where all rules of a
small game can be tried one by one, none is better."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import pitboss
from pitboss.lab.strategies.api import cost, strategy_cost
from pitboss.lab.strategies.cells import Cells, SearchWord, cells_of, hand_levels
from pitboss.lab.strategies.curve import curve_svg
from pitboss.lab.strategies.fitted import fit
from pitboss.lab.strategies.search import RuleList, SearchRule, lean, short_lists, value_of
from pitboss.lab.strategies.shipped import text_of
from pitboss.lab.strategies.short import BadLength, ShortSearch, short_strategy
from pitboss.lab.strategies.stages import StagesGame
from pitboss.lab.strategies.values import HandScale
from pitboss.lab.strategies.written import parse
from pitboss.odds.figures import in_whole_units
from pitboss.odds.request import MAIN, Request, asked
from pitboss.odds.tables import tables
from support import CARIBBEAN, DRAGON, LIR, MISSISSIPPI, THREE


@pytest.mark.parametrize(("game", "hand"), [(THREE, "Q-6-3 or worse"), (DRAGON, "PH-MO-RA or worse")])
def test_one_rule_is_the_best_play(game: str, hand: str) -> None:
    found = short_strategy(game, 1)
    assert found.found.cost == 0 == found.floor
    assert found.rules == 1
    assert hand in found.text or "or better" in found.text
    assert "every rule of one or two words was tried" in found.search


def test_no_rule_is_the_best_default() -> None:
    found = short_strategy(THREE, 0)
    assert found.rules == 0
    assert found.found.edge == Fraction(-1947749, 25448150)


def test_more_rules_never_cost_more_and_the_text_is_what_was_counted() -> None:
    search = ShortSearch(asked(Request(game=LIR, wager="main"))[0], 4)
    every = [search.strategy(n) for n in range(5)]
    costs = [each.found.cost for each in every]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == Fraction(-37963, 1082900) - Fraction(-242173, 649740)
    assert costs[2] < Fraction(1, 300)
    for each in every:
        assert each.rules <= each.most
        again = pitboss.strategy_cost(LIR, each.text)
        assert again.edge == each.found.edge
    drawn = curve_svg("A game", every)
    assert drawn.startswith("<svg") and "33.7666%" in drawn and "rules at most" in drawn


def test_lengths_that_are_refused() -> None:
    for most in (-1, 21):
        with pytest.raises(BadLength, match="give 0 to 20"):
            short_strategy(THREE, most)


def test_the_sums_of_cells_are_those_of_the_best_play() -> None:
    """At every decision: the best choices bring what the best play brings there, and no cell more."""
    search = ShortSearch(asked(Request(game=MISSISSIPPI, wager="main"))[0], 0)
    first = search.cells[0]
    best = pitboss.exact_odds(MISSISSIPPI, wager="main")[0].ev
    assert Fraction(first.best * search.game.unit, search.game.whole) == best
    for cells in search.cells:
        assert int(cells.values.max(axis=0).sum()) <= cells.best


def test_no_list_of_two_rules_is_better_in_a_small_case() -> None:
    """All lists of two rules of one word, tried one by one."""
    words = (SearchWord("a", ("0", "1", "2"), ("0", "1", "2")), SearchWord("b", ("0", "1"), ("0", "1")))
    levels = np.array([[0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]], dtype=np.int16)
    values = np.array([[0, 5, 9, -4, 3, 1], [2, 0, 0, 3, 7, -6]])
    cells = Cells(words, levels, values, 29, np.arange(6))
    cuts = [(0, True, 1), (0, True, 2), (0, False, 0), (0, False, 1), (1, True, 1), (1, False, 0)]
    every = [SearchRule(halves, c) for n in (1, 2) for halves in product(cuts, repeat=n) for c in (0, 1)]
    lists = ((rules, default) for rules in product(every, repeat=2) for default in (0, 1))
    best = max(value_of(cells, rules, default) for rules, default in lists)
    found = short_lists(cells, 2)
    assert found[2].value == value_of(cells, found[2].rules, found[2].default)
    assert found[2].value == best


def test_levels_of_hands_can_be_said() -> None:
    """Every value that a search proposes means the level it stands for."""
    scale = HandScale(tables().hands)
    for ranks in (0, 2, 13):
        starts, better, worse = hand_levels(scale, ranks)
        assert len(starts) == len(better) == len(worse) > 9
        for place, said in list(zip(starts, better, strict=True))[:: max(1, len(starts) // 60)]:
            assert scale.find(said.removesuffix(" or better"))[0][0] == place
        ends = [*(start - 1 for start in starts[1:]), len(scale.hands) - 1]
        for end, text in list(zip(ends, worse, strict=True))[:: max(1, len(starts) // 60)]:
            if text is not None:
                assert scale.find(text.removesuffix(" or worse"))[-1][1] == end


def test_cells_of_a_game_with_few_spots_tell_all_of_them_apart() -> None:
    search = ShortSearch(asked(Request(game=THREE, wager="main"))[0], 0)
    cells = cells_of(search.game, 0)
    assert int(cells.values.max(axis=0).sum()) == cells.best


def test_what_choices_bring_beside_other_rules_is_what_the_strategy_brings() -> None:
    """Nobody leaves this game early, so at either decision the choices of the rules add up to the whole edge."""
    row = asked(Request(game=LIR, wager=MAIN))[0]
    rules, stake = in_whole_units(row.rules, row.stake, MAIN)
    game = StagesGame(rules, rules.deck.contents, stake, {})
    for name in ("basic", "bold", "timid"):
        text, _ = text_of(LIR, name)
        ruled = fit(parse(text), game.decisions, LIR)
        known = cost(row, text, game=game).edge
        for number, spots in enumerate(game.decisions):
            size = int(np.prod(spots.shape))
            sums = game.sums_beside(number, np.arange(size).reshape(spots.shape), size, ruled)
            taken = np.take_along_axis(sums, ruled[spots.step.name].chosen.reshape(1, size).astype(np.int64), axis=0)
            assert Fraction(int(taken.sum()) * game.unit, game.whole) == known
            assert (sums[-1] == sums[:-1].max(axis=0)).all()


def test_decisions_are_fitted_to_each_other() -> None:
    """Whoever may keep one rule folds all but pairs and then always wagers most. Searched one by one, for the hands to
    which the best play comes, the decisions cost half as much again."""
    known = strategy_cost(
        MISSISSIPPI,
        """
strategy = "pairs"
[decision.third]
default = "fold"
[[decision.third.rule]]
do = "3x"
hand = "pair or better"
[decision.fourth]
default = "3x"
[decision.fifth]
default = "3x"
""",
    )
    found = short_strategy(MISSISSIPPI, 1)
    assert found.rules == 1 and found.found.edge >= known.edge
    assert "searched anew for the hands to which the others come" in found.search


def test_a_rule_that_the_others_leave_nothing_is_dropped() -> None:
    cells = ShortSearch(asked(Request(game=THREE, wager=MAIN))[0], 0).cells[0]
    wide, narrow = (SearchRule(((0, True, level),), 0) for level in (3, 5))
    assert lean(cells, RuleList((wide, narrow), 1, 0)).rules == (wide,)
    assert lean(cells, RuleList((narrow, wide), 1, 0)).rules == (narrow, wide)


def test_hands_are_named_down_to_their_last_rank_where_spots_are_many() -> None:
    """The one rule that the books give for this game is a hand of five ranks; none of one or two words is better."""
    known = strategy_cost(CARIBBEAN, "a-k-j-8-3")
    found = short_strategy(CARIBBEAN, 1)
    assert len(known.rules) == len(found.found.rules) == 2
    assert found.floor <= found.found.cost <= known.cost
