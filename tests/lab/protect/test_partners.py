"""Partners on a shared board: with a small pack what is simulated lies where the exact mean over their hands does, and
who knows nothing comes out exact."""

from fractions import Fraction
from itertools import combinations

from odds.walker import pack_of
from pitboss.lab.protect import board
from pitboss.lab.protect.sampled import Sample, sampled
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules
from support import UTH
from support import rules as rules_of

SMALL = pack_of("2478TK", "cd")[:-1]


def with_partner(rules: Rules, pack: Pack) -> Fraction:
    """A partner's two cards are as good as dead: the mean of the edges without them."""
    edges = []
    for gone in combinations(pack, 2):
        left = tuple(card for card in pack if card not in gone)
        found = board.solve(rules, SeenCards(), left, 100)
        assert found is not None
        edges.append(found.ev)
    return sum(edges, Fraction(0)) / len(edges)


def test_a_partner_where_cards_are_dead() -> None:
    rules = rules_of(UTH)
    honest = board.solve(rules, SeenCards(), SMALL, 100)
    assert honest is not None
    found = sampled(Sample(rules, SeenCards(), SMALL, 100, 1, 150, honest), lambda what, done: None)
    exact = with_partner(rules, SMALL)
    assert exact > honest.ev
    assert found.method == "simulated"
    assert 0 < found.standard_error < 0.2
    assert abs(found.ev - exact) < 3 * found.standard_error


def test_who_knows_nothing_comes_out_exact() -> None:
    """What is taken off each flop is then just what it is worth: no luck in the draw is left."""
    rules = rules_of(UTH)
    honest = board.solve(rules, SeenCards(), rules.deck.contents, 100)
    assert honest is not None
    found = sampled(Sample(rules, SeenCards(), rules.deck.contents, 100, 0, 3, honest), lambda what, done: None)
    assert abs(found.ev - honest.ev) < 1e-12 and found.standard_error < 1e-12
    five = sampled(Sample(rules, SeenCards(), rules.deck.contents, 100, 5, 20, honest), lambda what, done: None)
    assert 0.01 < five.standard_error < 0.06
