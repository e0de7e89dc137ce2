"""The main game of Ultimate Texas Hold 'Em by second methods: dealers dealt one by one, flops one by one."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards.deck import STANDARD, Card
from pitboss.cards.fast import best_five
from pitboss.games import rules_for
from pitboss.odds.figures import figures
from pitboss.odds.kernels.board_flops import TIE
from pitboss.odds.shapes import board as uth
from pitboss.odds.shapes import board_solver as solver
from pitboss.odds.shapes.board_ground import number as number_of
from pitboss.odds.studies import studied
from pitboss.odds.suits import suit_patterns
from pitboss.odds.tables import tables
from pitboss.odds.tally import Pack, Tally
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table.rules import Rules

CARDS = [card for card, _ in STANDARD.contents]


def rules_of(**overrides: object) -> Rules:
    terms = check_data(merge(default_data("ultimate-texas-holdem"), overrides)).terms
    assert terms is not None
    return rules_for(terms)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of()


@pytest.fixture(scope="module")
def counted(rules: Rules) -> Tally:
    """The main game at a dollar."""
    return uth.tally(rules, "main")


def by_hand(cards: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, Fraction]:
    """The river decision by the letter of the payout rules, against every hand the dealer can hold."""
    blind = {"straight": Fraction(1), "flush": Fraction(3, 2), "full_house": Fraction(3)}
    blind |= {"four_of_a_kind": Fraction(10), "straight_flush": Fraction(50), "royal_flush": Fraction(500)}
    mine = best_five((*cards, *board))
    left = [c for c in CARDS if c not in (*cards, *board)]
    total, count = Fraction(0), 0
    for pair in combinations(left, 2):
        dealer = best_five((*pair, *board))
        count += 1
        if mine.key > dealer.key:
            total += 1 + blind.get(mine.name, 0) + (dealer.name != "high_card")
        elif mine.key < dealer.key:
            total -= 2 + (dealer.name != "high_card")
    assert count == 990
    return {"fold": Fraction(-2), "play_1x": total / count}


RIVERS = (
    "Ah Kd | 2c 7d 9h Js Qc",
    "Ah Kh | Qh Jh Th 2c 2d",
    "9s 8s | 2s 5s Ks 3d 3h",
    "2c 2d | 2h 2s Ah Kd Qc",
    "4c 3d | Ac Ad Kh Ks Qc",
    "7c 2d | 9h 9s 9c 9d 3h",
    "6c 5c | 7c 8c 9c Tc Kd",
    "Qd 4d | 2c 3c 8c Jc 5h",
    "Ac 2d | 3h 4s 5c 9d 9c",
    "Kc Kd | Ac Kh Ad 2c 2d",
)


@pytest.mark.parametrize("spot", RIVERS)
def test_river_against_every_dealer(rules: Rules, spot: str) -> None:
    cards, board = (STANDARD.read_all(part) for part in spot.split("|"))
    advice = uth.advise(rules, cards, board)
    assert {a.choice: a.value for a in advice.alternatives} == by_hand(cards, board)


def test_flop_is_the_mean_of_its_rivers(rules: Rules) -> None:
    """On 1,081 pairs of turn and river, the better of folding and playing."""
    cards, board = STANDARD.read_all("Jd 9d"), STANDARD.read_all("Td 8c 2d")
    left = [c for c in CARDS if c not in (*cards, *board)]
    check = bet = Fraction(0)
    for pair in combinations(left, 2):
        worth = {a.choice: a.value for a in uth.advise(rules, cards, (*board, *pair)).alternatives}
        check += max(worth.values())
    values = {a.choice: a.value for a in uth.advise(rules, cards, board).alternatives}
    assert values["check"] == check / 1081
    assert values["play_2x"] > values["check"] > bet


def pack_of(ranks: str, suits: str = "cdhs") -> Pack:
    return tuple((rank + suit, 1) for rank in ranks for suit in suits)


@pytest.mark.parametrize("ranks", ["TJQKA", "2345A", "56789"])
def test_starting_hands_are_the_mean_of_their_flops(rules: Rules, ranks: str) -> None:
    """Twenty cards: every flop of every starting hand one by one, instead of all hands of a flop at once."""
    pack = pack_of(ranks)
    solved = uth.solution(rules, pack, 100)
    ground = solved.ground
    cards = [card for card, _ in pack]
    for hand in (cards[0], cards[1]), (cards[0], cards[4]), (cards[3], cards[17]), (cards[19], cards[12]):
        place, (first, second) = uth.grid_place(hand), (number_of(c) for c in hand)
        total = 0
        for flop in combinations([c for c in cards if c not in hand], 3):
            board = np.array([number_of(c) for c in flop])
            deals = solver.counts_at(solved.board, ground, board, first, second, solved.nets).astype(object)
            worth = [int((deals[k] * solved.nets[k]).sum()) for k in range(3)]
            total += max(worth[0] + worth[1], worth[2])
        assert total * uth.combinations_of(place, solved) == int(solved.waiting[place])


def test_count_and_value_agree(rules: Rules, counted: Tally) -> None:
    """The same rounds added up forwards (values) and backwards (cells)."""
    solved = uth.solution(rules, STANDARD.contents, 100)
    assert counted.total == solved.total
    assert figures(rules, counted, 100, {}).ev == Fraction(solved.value * solved.unit, solved.total * 100)


def test_decisions_on_the_flop_equal_the_spot(rules: Rules) -> None:
    """Forty flops and hands drawn with a fixed seed: the decision made for all hands at once is that of the one."""
    solved = uth.solution(rules, STANDARD.contents, 100)
    draw = random.Random("flops")
    name = {number_of(c): c for c in CARDS}
    for _ in range(40):
        flop = draw.randrange(len(solved.ground.flops))
        board = tuple(name[int(c)] for c in solved.ground.flops[flop, 1:])
        a, b = sorted(number_of(c) for c in draw.sample([c for c in CARDS if c not in board], 2))
        advice = uth.advise(rules, (name[a], name[b]), board)
        raised = bool(solver.chosen_on_flop(solved)[flop, a, b])
        assert (advice.best.choice == "play_2x") == raised


def test_two_choices_on_the_flop_are_worth_the_same(rules: Rules) -> None:
    """A pair of fours of two suits on 5-5-T, one four in the suit of two of them: the only ties of the game up to
    suits; checking has less variance and is taken."""
    solved = uth.solution(rules, STANDARD.contents, 100)
    assert int((solved.decisions >= TIE).sum()) == 2
    assert not (solved.decisions > TIE).any()
    advice = uth.advise(rules, ("4c", "4h"), ("5c", "5d", "Tc"))
    assert advice.equal == ("check", "play_2x")
    assert advice.best.choice == "check"
    check, bet = advice.alternatives
    assert check.variance is not None and bet.variance is not None and check.variance < bet.variance


@pytest.mark.parametrize("stake", [100, 500, 2500])
def test_stake_does_not_matter_below_the_limits(rules: Rules, stake: int) -> None:
    """Twenty cards, which make every hand that pays much."""
    pack = pack_of("TJQKA")
    first = figures(rules, uth.tally(rules, "main", pack=pack, stake=50), 50, {})
    assert (
        figures(rules, uth.tally(rules, "main", pack=pack, stake=stake), stake, {}).distribution == first.distribution
    )


def test_limits_cost_the_player_at_large_stakes(rules: Rules, counted: Tally) -> None:
    """At an ante of $1,000 a royal flush would win 505,000 dollars; the limit of 50,000 takes most of it."""
    small = figures(rules, counted, 100, {})
    large = figures(rules, uth.tally(rules, "main", stake=100_000), 100_000, {})
    assert large.ev < small.ev
    assert max(net for net, _ in large.distribution) == 50
    assert max(net for net, _ in small.distribution) == 505


def test_raises_before_the_flop(rules: Rules, counted: Tally) -> None:
    """Three times only is worse for the player; with both allowed he always takes four times."""
    once = {early: uth.tally(studied(rules, {"preflop_raise": early}), "main") for early in ("3x", "4x")}
    assert [*rules.book.studies[0].values] == ["3x_or_4x", *once]
    worth = {early: figures(rules, tally, 100, {}).ev for early, tally in (once | {"3x_or_4x": counted}).items()}
    assert worth["3x_or_4x"] == worth["4x"] > worth["3x"]


def test_a_full_house_is_never_folded(rules: Rules) -> None:
    """So the three readings of which hands count for Cover All agree: what a sensible player folds is at most the quads
    that lie on the board and so are the dealer's too."""
    solved = uth.solution(rules, STANDARD.contents, 100)
    folded = dict(zip(tables().categories, solver.count(solved)[0].sum(axis=1), strict=True))
    assert [name for name, deals in folded.items() if deals] == [
        "high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind",
    ]  # fmt: skip
    assert uth.advise(rules, ("3c", "2d"), ("9c", "9d", "9h", "9s", "Ac")).best.choice == "play_1x"
    assert uth.advise(rules, ("3c", "2d"), ("9c", "9d", "9h", "9s", "4c")).best.choice == "fold"


def test_patterns_of_suits() -> None:
    """1,755 flops and 134,459 boards up to a renaming of the suits stand for 22,100 and 2,598,960."""
    for size, alike, total in ((3, 1755, 22_100), (5, 134_459, 2_598_960)):
        seen = deals = 0
        for ranks in combinations(range(13 + size - 1), size):  # stars and bars: multisets of ranks
            multiset = [r - i for i, r in enumerate(ranks)]
            counts = tuple(multiset.count(r) for r in sorted(set(multiset)))
            if max(counts) <= 4:
                patterns = suit_patterns(counts, 4)
                seen += len(patterns)
                deals += sum(times for _, times in patterns)
        assert (seen, deals) == (alike, total)


def test_a_pack_must_be_ranks_times_suits(rules: Rules) -> None:
    for pack in (pack_of("9TJQK")[:-1], pack_of("23456789TJQKA", "c"), pack_of("9TJQK", "dh")):
        with pytest.raises(ValueError, match="every one of its ranks"):
            uth.tally(rules, "main", pack=pack)
