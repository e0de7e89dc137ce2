"""Edges that a program without a line of ours has counted, and what seen and dead cards do by hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from pitboss.lab.protect import stages
from pitboss.lab.protect.api import protect
from pitboss.lab.protect.result import Advantage
from pitboss.lab.protect.sampled import Sample, sampled
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.request import MAIN, Request, RowAsked, asked
from support import LIR, THREE

STUD = "mississippi-stud"
COUNTED = {
    (STUD, "community:first", ""): Fraction(254633, 464100),
    (STUD, "community:second", ""): Fraction(5089081, 6497400),
    (STUD, "community:third", ""): Fraction(678763, 649740),
    (STUD, "community:3", ""): Fraction(362581, 129948),
    (THREE, "dealer:1", "Ah Kd"): Fraction(396281, 10593800),
    (THREE, "", "Qc Qd Qh Qs"): Fraction(-235197, 5113130),
    (LIR, "", "As Ks"): Fraction(-2210221, 21187600),
}


def row(game: str) -> RowAsked:
    return asked(Request(game=game, wager=MAIN))[0]


@pytest.mark.parametrize(("game", "sees", "dead"), COUNTED)
def test_counted_by_another_program(game: str, sees: str, dead: str) -> None:
    found = protect(row(game), sees=sees, dead=tuple(dead.split()))
    assert found.found.ev == COUNTED[game, sees, dead]


PACK = [rank + suit for rank in "TJQKA" for suit in "ch"]
"""Every hand of these with three ranks has a queen, and every other is a pair: the dealer always qualifies."""
STRAIGHT = 4


def made(cards: tuple[str, ...]) -> tuple[int, ...]:
    """The hand, the higher the better: straight flush, straight, flush, pair, nothing."""
    ranks = sorted(("TJQKA".index(card[0]) for card in cards), reverse=True)
    flush, straight = len({card[1] for card in cards}) == 1, ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if straight:
        return (STRAIGHT + 2 * flush, *ranks)
    if len(set(ranks)) == 2:
        return (2, ranks[1], *ranks)
    return (3 if flush else 1, *ranks)


def test_who_loses_as_much_either_way_folds() -> None:
    """A straight that loses gets its ante bonus of 1 to 1 back for one bet more: -1, as a fold is."""
    folds = deals = even = 0
    for own in combinations(PACK, 3):
        for his in combinations([card for card in PACK if card not in own], 3):
            deals += 1
            loses = made(own) < made(his)
            folds += loses and made(own)[0] <= STRAIGHT
            even += loses and made(own)[0] == STRAIGHT
    dead = tuple(card for card, _ in row(THREE).rules.deck.contents if card not in PACK)
    found = protect(row(THREE), sees="dealer:3", dead=dead).found
    assert even > 0 and found.deals == deals
    assert found.plays["decide"] == {"play": 1 - Fraction(folds, deals), "fold": Fraction(folds, deals)}
    assert found.at_risk == 2 - Fraction(folds, deals)


def test_the_variance_over_draws_is_that_within_them_and_that_of_their_means(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variances of 3 and 5 about means of 1 and 3: 4 on average, and 1 between them."""
    rules = row(LIR).rules
    usual = Advantage(ev=Fraction(1), variance=Fraction(3), at_risk=Fraction(1), plays={}, deals=1)
    drawn = iter([usual, replace(usual, ev=Fraction(3), variance=Fraction(5))])
    monkeypatch.setattr(stages, "solve", lambda *_: next(drawn))
    pack = tuple((card, 1) for card, _ in rules.deck.contents)
    found = sampled(Sample(rules, SeenCards(), pack, 100, 1, 2, usual), lambda what, done: None)
    assert found.ev == 2 and found.variance == 5 and found.standard_error == 1


def test_a_figure_below_that_without_seeing_decides_nothing() -> None:
    """An error of 3.66 % from 100 spots: 36.6 times as small takes 1339.56 times as many."""
    asked_for = protect(row(THREE))
    less = asked_for.honest.ev - Fraction(1, 100)
    low = replace(asked_for.found, ev=less, method="simulated", standard_error=0.0366, deals=100)
    told = replace(asked_for, found=low).doubt
    assert told.startswith("this decides nothing") and "about 133,956 spots" in told
    even = replace(low, ev=asked_for.honest.ev)
    assert replace(asked_for, found=even).doubt == asked_for.doubt == ""
