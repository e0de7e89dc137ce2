"""Wagers without a decision: hands of any number of cards by any ranking, as plain enumeration counts them."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards.deck import RANK, RANKS, STANDARD, SUIT, SUITS, Card
from pitboss.cards.fast import best_five, three_cards
from pitboss.cards.ranking import Hand
from pitboss.games.decks import deck
from pitboss.odds.card_sets import cards_of, colex, colex_numbers, examples, set_of, sets, up_to_suits
from pitboss.odds.evaluator import CARDS, numbers
from pitboss.odds.rankings import TooMany, tabulated
from pitboss.odds.sides import one_hand, tally
from pitboss.odds.tally import Pack
from pitboss.table.cells import OWN, Holding, Named, Ranking, Standing
from support import DRAGON as DRAGON_POKER
from support import LIR
from support import rules as rules_of

read = STANDARD.read_all
FIVE, THREE = Ranking("five", best_five), Ranking("three", three_cards)


def pack_of(ranks: str, suits: str) -> Pack:
    return tuple((r + s, 1) for r in ranks for s in suits)


def sum_of_ranks(cards: tuple[Card, ...]) -> Hand:
    """A ranking unlike any other: the sum of the ranks, and whether all suits differ."""
    total = sum(RANK[card] for card in cards)
    apart = len({SUIT[card] for card in cards}) == len(cards)
    return Hand("apart" if apart else f"sum_{total % 7}", (apart, total))


def hearts(cards: tuple[Card, ...]) -> Hand:
    """A ranking in which the names of the suits matter."""
    held = sum(card[1] == "h" for card in cards)
    return Hand(f"hearts_{held}", (held,))


STRANGE = Ranking("sum", sum_of_ranks)
HEARTS = Ranking("hearts", hearts, suits_alike=False)
ROYAL = FIVE.with_names("royal", {read("As Ks Qs Js Ts"): "black_royal", read("2c 2d 3h 3s 4c 4d"): "three_low_pairs"})


def plainly(of: Callable[[tuple[Card, ...]], Hand], cards: int, pack: Pack) -> Counter[Hand]:
    every = [card for card, number in pack for _ in range(number)]
    return Counter(of(some) for some in combinations(every, cards))


@pytest.mark.parametrize("pack", [pack_of("9TJQKA", "ds"), pack_of("A23456", "cds"), pack_of("234TA", "cdhs")])
@pytest.mark.parametrize(
    ("ranking", "cards"),
    [
        (FIVE, 5),
        (FIVE, 6),
        (FIVE, 7),
        (THREE, 3),
        (STRANGE, 2),
        (STRANGE, 4),
        (STRANGE, 6),
        (HEARTS, 1),
        (HEARTS, 5),
        (ROYAL, 5),
        (ROYAL, 6),
    ],
)
def test_small_packs(ranking: Ranking, cards: int, pack: Pack) -> None:
    assert one_hand.hands(ranking, cards, pack) == plainly(ranking.of, cards, pack)


def test_names_of_their_own() -> None:
    """They are found only where all of their cards are held, and nothing else."""
    full = STANDARD.contents
    for cards, name in ((5, "black_royal"), (6, "three_low_pairs")):
        found = {hand.name: n for hand, n in one_hand.hands(ROYAL, cards, full).items() if n == 1}
        assert found[name] == 1
    assert ROYAL.of(read("Ts Js Qs Ks As")) == Hand("black_royal", best_five(("As", "Ks", "Qs", "Js", "Ts")).key)
    assert ROYAL.of(read("Th Jh Qh Kh Ah")).name == "royal_flush"


def test_packs_with_copies() -> None:
    """Twelve Rabbits cannot be told apart, and each counts."""
    few = (*deck(DRAGON_POKER).contents[:3], ("RA", 3))
    few = tuple((card, min(number, 4)) for card, number in dict(few).items())

    def kinds(cards: tuple[Card, ...]) -> Hand:
        return Hand(str(len(set(cards))), (len(set(cards)),))

    assert one_hand.hands(Ranking("kinds", kinds), 3, few) == plainly(kinds, 3, few)
    whole = rules_of(DRAGON_POKER)
    assert sum(one_hand.hands(Ranking("kinds", kinds), 3, whole.deck.contents).values()) == comb(whole.deck.size, 3)


def by_name(cards: int) -> dict[str, int]:
    found: Counter[str] = Counter()
    for hand, n in one_hand.hands(FIVE, cards, STANDARD.contents).items():
        found[hand.name] += n
    return dict(found)


def test_seven_cards_as_published() -> None:
    """en.wikipedia.org/wiki/Poker_probability, 7-card poker hands."""
    assert by_name(7) == {
        "royal_flush": 4324, "straight_flush": 37260, "four_of_a_kind": 224848, "full_house": 3473184,
        "flush": 4047644, "straight": 6180020, "three_of_a_kind": 6461620, "two_pair": 31433400,
        "pair": 58627800, "high_card": 23294460,
    }  # fmt: skip
    assert sum(by_name(6).values()) == comb(52, 6)
    assert sum(by_name(5).values()) == comb(52, 5)


def test_cells_see_more_than_the_name() -> None:
    """Pairs of aces are 84,480 of the 1,098,240 pairs."""
    fields = (Standing(), Named(Holding((OWN,), FIVE), ("aces", "other"), lambda hand: _aces(hand)))
    assert one_hand.cells(fields, 5, STANDARD.contents) == {("live", "aces"): 84_480, ("live", "other"): 2_514_480}


def _aces(hand: Hand) -> str:
    return "aces" if hand.name == "pair" and hand.key[1] == 14 else "other"


# --- sets of cards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "number"), [(1, 13), (2, 169), (3, 1755), (4, 16432), (5, 134459)])
def test_sets_up_to_suits(size: int, number: int) -> None:
    """The known numbers; each set stands for as many as there are, and its example is one of them."""
    found, ways, _ = sets(STANDARD.contents, size)
    assert (len(found), int(ways.sum())) == (number, comb(52, size))
    rows = examples(found, size)
    assert np.array_equal(up_to_suits(rows), found)
    for row in rows[:: max(1, number // 50)]:
        cards = tuple(CARDS[card] for card in row)
        assert set_of(cards) == set_of(cards_of(set_of(cards)))


def test_numbers_of_sets() -> None:
    for size in (1, 2, 3, 4):
        assert np.array_equal(colex_numbers(colex(size)), np.arange(comb(52, size)))
    assert np.array_equal(colex_numbers(colex(3)[:, ::-1]), np.arange(comb(52, 3)))


@pytest.mark.parametrize(
    ("ranking", "size"), [(THREE, 3), (STRANGE, 3), (HEARTS, 3), (ROYAL, 6), (ROYAL, 5), (FIVE, 7)]
)
def test_a_ranking_tabulated_is_the_ranking(ranking: Ranking, size: int) -> None:
    """All hands of three cards, and many of more, among them those with a name of their own."""
    rows = colex(3) if size == 3 else _many(size)
    table = tabulated(ranking, size)
    for row, number in zip(rows.tolist(), table.numbers(rows).tolist(), strict=True):
        assert table.hands[number] == ranking.of(tuple(CARDS[card] for card in row))


def _many(size: int) -> np.ndarray:
    stream = np.random.default_rng(3)
    rows = [stream.permutation(52)[:size] for _ in range(3000)]
    rows += [numbers(cards)[::-1] for cards, _ in ROYAL.apart if len(cards) == size]
    return np.array(rows, dtype=np.uint8)


# --- refusals -------------------------------------------------------------------------------------------------------


def test_what_cannot_be_counted() -> None:
    with pytest.raises(ValueError, match="'bet_1' is no wager of Let It Ride; its wagers are main, five_card_bonus"):
        tally(rules_of(LIR), "bet_1")
    with pytest.raises(ValueError, match="the pack has 4 cards; a hand of the five_card_bonus wager needs 5"):
        tally(rules_of(LIR), "five_card_bonus", pack=pack_of("AK", "cd"))
    with pytest.raises(TooMany, match="the ranking 'hearts' of 6 cards"):
        tabulated(HEARTS, 6)
    with pytest.raises(TooMany, match="the ranking 'hearts' of 7 cards"):
        one_hand.hands(HEARTS, 7, STANDARD.contents)
    assert len(RANKS) * len(SUITS) == len(CARDS)
