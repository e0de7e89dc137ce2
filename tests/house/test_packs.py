"""A shuffled deck while cards leave it and it is cut again, followed by hand."""

from pitboss.house.fair.scheme import Masks
from pitboss.house.live.packs import Pack

SEED = bytes(32)
CARDS = ("A", "B", "C", "B", "E", "F")


def pack() -> Pack:
    return Pack(1, SEED, Masks(SEED), CARDS)


def test_a_card_that_was_set_aside_stays_away_when_the_deck_is_cut_again() -> None:
    aside = pack().cut(2).without("B")  # C B E F A B without the first B: C E F A B
    assert aside.top(6)[1] == ("C", "E", "F", "A", "B")
    assert (again := aside.cut(3)).top(6)[1] == ("F", "A", "B", "C", "E")
    assert (again.cuts, again.top(2)[0]) == ((2, 3), (0, 1))
    assert again.order == ("F", "A", "B", "C", "B", "E") and again.gone == (4,)


def test_two_that_were_set_aside_before_and_after_a_cut() -> None:
    both = pack().without("A").cut(1).without("F")  # B C B E F A, where A and F are gone
    assert (both.gone, both.top(6)[1]) == ((5, 4), ("B", "C", "B", "E"))
    assert both.drawn(both.top(2)[0]).top(6)[1] == ("B", "E")


def test_a_cut_of_a_deck_that_nothing_left_moves_nothing_else() -> None:
    cut = pack().cut(5)
    assert (cut.order, cut.gone, cut.next) == (("F", "A", "B", "C", "B", "E"), (), 0)
