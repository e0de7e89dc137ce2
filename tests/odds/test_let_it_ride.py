"""Let It Ride's three bets and bonuses: published figures, and the same figures by plain enumeration."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.cards.fast import best_five
from pitboss.games import rules_for
from pitboss.games.let_it_ride.game import BETS, SIX
from pitboss.odds.card_sets import set_of
from pitboss.odds.figures import Figures, figures
from pitboss.odds.shapes.stages import advise, plan, rules_in_words, tally
from pitboss.odds.shapes.stages_rules import worded
from pitboss.odds.shapes.stages_sorts import sorts
from pitboss.odds.shapes.stages_words import Strategy, strategies
from pitboss.odds.tally import Pack
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.rules import Rules

PAYS = {
    "A": (1000, 200, 50, 11, 8, 5, 3, 2, 1),
    "B": (500, 100, 25, 15, 10, 5, 3, 2, 1),
    "C": (100, 50, 30, 15, 9, 6, 3, 2, 1),
}
HANDS = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
)
FULL = tuple((card, 1) for card in RANK)


def table(**letters: str) -> Rules:
    wagers = {wager: {"paytable": letter} for wager, letter in letters.items()}
    terms = check_data(merge(default_data("let-it-ride"), {"wagers": wagers})).terms
    assert terms is not None
    return rules_for(terms)


def pack_of(ranks: str, suits: str) -> Pack:
    return tuple((r + s, 1) for r in ranks for s in suits)


def wins(letter: str, cards: tuple[Card, ...]) -> int:
    """What one bet of 1 wins with five cards, −1 if it loses; the paytables are typed in above."""
    hand = best_five(cards)
    if hand.name == "high_card" or (hand.name == "pair" and hand.key[1] < 10):
        return -1
    return PAYS[letter][HANDS.index(hand.name)]


# --- the main game: published ---------------------------------------------------------------------------------------


def main_figures(letter: str) -> Figures:
    rules = table(let_it_ride=letter)
    return figures(rules, tally(rules, "main"), 100, {})


def test_house_edge_as_published() -> None:
    """3.51 % for the standard table (wizardofodds.com/games/let-it-ride) and 3.43 % for the 500-100-25-15-10 table."""
    assert round(100 * float(-main_figures("A").ev), 4) == 3.5057
    assert round(100 * float(-main_figures("B").ev), 2) == 3.43


def test_exact_values() -> None:
    assert main_figures("A").ev == Fraction(-37963, 1082900)
    assert main_figures("B").ev == Fraction(-1427, 41650)
    assert main_figures("C").ev == Fraction(-53357, 1624350)


def test_riding_equal_hands_gives_the_published_risk_and_deviation() -> None:
    """Publications ride hands that are worth the same either way: 1.23 bets, element of risk 2.85 %
    (casinocitytimes.com, J. Grochowski, Let It Ride Redux), standard deviation 5.17 (wizardofodds.com, house edge of
    casino games compared). Withdrawing them keeps the value and lowers the variance."""
    rules = table(let_it_ride="A")
    best = plan(rules)
    ride = {spot: np.where(values[0] >= values[1], 0, 1) for spot, values in best.values.items()}
    riding = replace(best, chosen={spot: ride[spot] if spot[0] else best.chosen[spot] for spot in ride})
    published = figures(rules, riding.tally(), 100, {})
    ours = main_figures("A")
    assert round(float(published.at_risk), 2) == 1.23
    assert round(100 * float(published.element_of_risk), 2) == 2.85
    assert round(sqrt(published.variance), 2) == 5.17
    assert ours.ev == published.ev
    assert ours.variance < published.variance
    assert round(100 * float(ours.element_of_risk), 2) == 2.86


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("Th Td 4s", 1689), ("4h 4d 4s", 6360), ("5h 6h 7h", 252), ("8h 9h Th", 480), ("9h Th Jh", 708),
        ("7h 9h Th", 198), ("9h Th Qh", 426), ("9h Jh Kh", 144), ("Th Jh Qh", 1736), ("Th Qh Kh", 1454),
        ("Th Qh Ah", 1172),
    ],
)  # fmt: skip
def test_bet_1_of_every_playable_hand_as_published(cards: str, total: int) -> None:
    """Total return over the 1,176 completions, from wizardofodds.com/games/let-it-ride/appendix/1. Bets 2 and 3 do not
    depend on bet 1, so the two choices differ by its value."""
    advice = advise(table(let_it_ride="A"), tuple(cards.split()))
    ride, withdraw = advice.alternatives
    assert ride.value - withdraw.value == Fraction(total, 1176)
    assert advice.best.choice == "ride"


def test_probability_of_riding_bet_1_as_published() -> None:
    """0.07276018 (wizardofodds.com/games/let-it-ride/appendix/1): 1,608 of 22,100 hands."""
    counted = tally(table(let_it_ride="A"), "main")
    rode = sum(n for ending, n in counted.endings.items() if ending[0].wager == "bet_1")
    assert counted.total == 22100 * 49 * 48
    assert Fraction(rode, counted.total) == Fraction(1608, 22100)


# --- the main game: by plain enumeration ----------------------------------------------------------------------------

Shape = tuple[tuple[int, ...], ...]


def shape(cards: tuple[Card, ...]) -> Shape:
    """The ranks of each suit, whatever the suits are called."""
    return tuple(sorted(tuple(sorted(RANK[c] for c in cards if SUIT[c] == suit)) for suit in range(4)))


@cache
def fifth_cards(four: tuple[Card, ...]) -> Counter[str]:
    """Hands that the 48 other cards make of these four, named by the row of the paytable."""
    found: Counter[str] = Counter()
    for card in RANK:
        if card not in four:
            hand = best_five((*four, card))
            low = hand.name == "high_card" or (hand.name == "pair" and hand.key[1] < 10)
            found["" if low else hand.name] += 1
    return found


def examples(size: int) -> dict[Shape, tuple[Card, ...]]:
    found: dict[Shape, tuple[Card, ...]] = {}
    for cards in combinations(RANK, size):
        found.setdefault(shape(cards), cards)
    return found


@pytest.fixture(scope="module")
def threes() -> dict[Shape, tuple[Card, ...]]:
    return examples(3)


@pytest.fixture(scope="module")
def fours() -> dict[Shape, tuple[Card, ...]]:
    return examples(4)


def value_of_four(letter: str, four: tuple[Card, ...]) -> int:
    pays = {"": -1, **dict(zip(HANDS, PAYS[letter], strict=True))}
    return sum(pays[hand] * n for hand, n in fifth_cards(four).items())


@pytest.mark.parametrize("letter", "ABC")
def test_words_say_exactly_what_every_hand_is_worth(
    letter: str, threes: dict[Shape, tuple[Card, ...]], fours: dict[Shape, tuple[Card, ...]]
) -> None:
    """All 1,755 kinds of three and 16,432 kinds of four cards."""
    first, second = strategies(table(let_it_ride=letter))
    assert (len(threes), len(fours)) == (1755, 16432)
    worth = {kind: value_of_four(letter, four) for kind, four in fours.items()}
    for kind, value in worth.items():
        said(second, fours[kind], value)
    for three in threes.values():
        said(first, three, sum(worth[shape((*three, card))] for card in RANK if card not in three))


def said(strategy: Strategy, cards: tuple[Card, ...], value: int) -> None:
    """Rides alone are answer 0, what is worth the same both."""
    for label, wanted in (((0,), value > 0), ((0, 1), value == 0)):
        rules = [rule for part in strategy.parts if part.label == label for rule in part.rules]
        assert any(rule.names(set_of(cards)) for rule in rules) == wanted, cards


@pytest.mark.parametrize("limit", [12])
def test_words_under_a_payout_limit(
    limit: int, threes: dict[Shape, tuple[Card, ...]], fours: dict[Shape, tuple[Card, ...]]
) -> None:
    """What a hand wins is cut at the limit, so bet 2 depends on bet 1."""
    terms = replace(table().terms, limits=(LimitTerms("MD-LIR 2.B(10)", 100 * limit, BETS),))
    first, rode, withdrawn = strategies(rules_for(terms))
    pays = {"": -1, **dict(zip(HANDS, PAYS["A"], strict=True))}
    best: dict[Shape, tuple[int, int]] = {}
    for kind, four in fours.items():
        each = fifth_cards(four).items()
        worth = [sum(n * min(bets * pays[hand], limit) for hand, n in each) for bets in (1, 2, 3)]
        said(withdrawn, four, worth[1] - worth[0])
        said(rode, four, worth[2] - worth[1])
        best[kind] = max(worth[:2]), max(worth[1:])
    for three in threes.values():
        after = [best[shape((*three, card))] for card in RANK if card not in three]
        said(first, three, sum(ride - withdraw for withdraw, ride in after))
    assert "Let bet 2 after bet 1 rode ride with:" in rules_in_words(rules_for(terms))


def test_words_of_the_standard_table() -> None:
    """The published strategy: three in a row from 3-4-5, one gap with one high card, two gaps with two."""
    words = rules_in_words(table(let_it_ride="A"))
    assert words == [
        "Let bet 1 ride with:",
        "- three of a kind",
        "- a pair of tens or better",
        "- three to a royal flush",
        "- three to a straight flush, three ways to complete it, such as 6-7-8",
        "- three to a straight flush, two ways to complete it, at least one card ten or higher, such as 8-10-J",
        "- three to a straight flush, one way to complete it, at least two cards ten or higher, such as 9-10-K",
        "Withdraw bet 1 with every other hand.",
        "Let bet 2 ride with:",
        "- four of a kind",
        "- three of a kind",
        "- two pair",
        "- a pair of tens or better",
        "- any four of one suit",
        "- four to a straight, two ways to complete it, at least one card ten or higher, such as 7-8-9-10",
        "Riding or withdrawing bet 2 is worth the same, and withdrawing never has more variance, with:",
        "- four to a straight, two ways to complete it, no cards ten or higher, such as 2-3-4-5",
        "- four to a straight, one way to complete it, all four cards ten or higher, such as 10-J-Q-A",
        "Withdraw bet 2 with every other hand.",
    ]


def test_words_name_hands_one_by_one_where_a_sort_is_not_decided_alike() -> None:
    found = plan(table())
    threes = found.count.layers.layer(3).codes.tolist()
    labels = {hand: int(hand % 41 == 0) for hand in threes}
    rules = worded(sorts(found.tree.fields), 3, labels, 1)
    assert len({rule.words for rule in rules}) == sum(labels.values())
    for cards in examples(3).values():
        assert any(rule.names(set_of(cards)) for rule in rules) == bool(labels[key(cards)])


def key(cards: tuple[Card, ...]) -> int:
    """13 bits a suit, the largest first."""
    suits: dict[int, int] = defaultdict(int)
    for card in cards:
        suits[SUIT[card]] += 1 << (RANK[card] - 2)
    return sum(mask << 13 * place for place, mask in enumerate(sorted(suits.values(), reverse=True)))


def results(letter: str, pack: Pack, limit: int) -> Iterator[tuple[Fraction, Fraction]]:
    """(net, at risk) of every deal under the best decisions, found by trying both answers at both decisions. What all
    bets of a hand win together is cut at `limit`."""
    cards = [card for card, _ in pack]

    def net(bets: int, won: int) -> int:
        return -bets if won < 0 else min(bets * won, limit)

    for three in combinations(cards, 3):
        plays: list[tuple[int, list[tuple[int, int]]]] = []
        for first in (0, 1):
            deals = []
            for card in cards:
                if card in three:
                    continue
                left = [c for c in cards if c not in three and c != card]
                each = [wins(letter, (*three, card, last)) for last in left]
                options = [[(net(1 + first + second, won), 1 + first + second) for won in each] for second in (0, 1)]
                withdraw, ride = options
                deals += ride if sum(n for n, _ in ride) > sum(n for n, _ in withdraw) else withdraw
            plays.append((sum(n for n, _ in deals), deals))
        chosen = plays[1] if plays[1][0] > plays[0][0] else plays[0]
        yield from ((Fraction(n), Fraction(bets)) for n, bets in chosen[1])


@pytest.mark.parametrize(
    ("letter", "pack", "limit"),
    [
        ("A", pack_of("9TJQKA", "sh"), 10**9), ("B", pack_of("A23456", "sd"), 10**9),
        ("C", pack_of("78T", "cdhs"), 10**9), ("A", pack_of("A25T", "chs"), 10**9),
        ("A", pack_of("9TJQKA", "sh"), 12), ("C", pack_of("A2345J", "dh"), 7), ("B", pack_of("9TJ", "cdhs"), 20),
    ],
)  # fmt: skip
def test_small_packs_by_enumeration(letter: str, pack: Pack, limit: int) -> None:
    terms = replace(table(let_it_ride=letter).terms, limits=(LimitTerms("MD-LIR 2.B(10)", 100 * limit, BETS),))
    rules = rules_for(terms)
    found = figures(rules, tally(rules, "main", pack=pack), 100, {})
    every = list(results(letter, pack, limit))
    counts = Counter(net for net, _ in every)
    assert found.distribution == tuple((net, Fraction(n, len(every))) for net, n in sorted(counts.items()))
    assert found.at_risk == sum(risk for _, risk in every) / len(every)


# --- bonuses --------------------------------------------------------------------------------------------------------


def counts(wager: str, pack: Pack | None = None) -> dict[str, int]:
    return {ending[0].cell[1]: n for ending, n in tally(table(), wager, pack=pack).endings.items()}


def test_five_card_frequencies() -> None:
    """As in every poker book; pairs of tens or better are 5 of 13."""
    assert counts("five_card_bonus") == {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108,
        "straight": 10200, "three_of_a_kind": 54912, "two_pair": 123552, "pair_tens_or_better": 1098240 * 5 // 13,
        "pair_below_tens": 1098240 * 8 // 13, "high_card": 1302540,
    }  # fmt: skip


def test_three_card_frequencies() -> None:
    """wizardofodds.com/games/three-card-poker."""
    assert counts("three_card_bonus") == {
        "straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744, "high_card": 16440,
    }  # fmt: skip


def test_six_card_frequencies() -> None:
    """The best five of six cards (wizardofodds.com/games/poker, six-card stud); four of the 188 royal flushes go on
    down to the nine."""
    assert counts("six_card_bonus") == {
        "super_royal_diamonds": 1, "super_royal_other_suit": 3, "royal_flush": 184, "straight_flush": 1656,
        "four_of_a_kind": 14664, "full_house": 165984, "flush": 205792, "straight": 361620,
        "three_of_a_kind": 732160, "two_pair": 2532816, "pair": 9730740, "high_card": 6612900,
    }  # fmt: skip


@pytest.mark.parametrize("pack", [pack_of("9TJQKA", "dh"), pack_of("A23456", "cds"), pack_of("78T", "cdhs")])
def test_six_cards_of_small_packs(pack: Pack) -> None:
    cards = [card for card, _ in pack]
    assert counts("six_card_bonus", pack) == Counter(SIX.of(six).name for six in combinations(cards, 6))


def bonus(wager: str, letter: str, stake: int) -> Fraction:
    rules = table(**{wager: letter})
    return figures(rules, tally(rules, wager, stake=stake), stake, {}).ev


@pytest.mark.parametrize(
    ("wager", "letter", "stake", "percent"),
    [
        # 20000·4 + 2000·36 + 150·624 + 75·3744 + 50·5108 + 25·10200 + 4·54912 + 3·123552 + 2·422400 = 2,471,904
        ("five_card_bonus", "A", 100, 100 * (Fraction(2471904, 2598960) - 1)),
        # 40·48 + 30·52 + 6·720 + 4·1096 + 3744 − 16440 = −512 of 22,100; the published 2.32 % of Pair Plus
        ("three_card_bonus", "A", 100, Fraction(-51200, 22100)),
    ],
)
def test_bonuses_worked_by_hand(wager: str, letter: str, stake: int, percent: Fraction) -> None:
    assert 100 * bonus(wager, letter, stake) == percent


def test_six_card_bonus_depends_on_the_stake() -> None:
    """Dollar lines do not scale: a million for one hand, 100,000 for three, of 20,358,520."""
    odds = {
        "royal_flush": 1000,
        "straight_flush": 200,
        "four_of_a_kind": 50,
        "full_house": 20,
        "flush": 15,
        "straight": 10,
        "three_of_a_kind": 5,
    }
    scaling = sum(n * odds.get(hand, -1) for hand, n in counts("six_card_bonus").items() if "super" not in hand)
    for letter, dollars in (("A", 1_300_000), ("B", 400_000)):
        for stake in (100, 500):
            expected = (scaling + Fraction(dollars * 100, stake)) / 20358520
            assert bonus("six_card_bonus", letter, stake) == expected
    assert [round(100 * float(bonus("six_card_bonus", "A", stake)), 1) for stake in (100, 500)] == [-13.0, -18.1]
    assert [round(100 * float(bonus("six_card_bonus", "B", stake)), 1) for stake in (100, 500)] == [-17.4, -19.0]


# --- one spot -------------------------------------------------------------------------------------------------------


def test_second_decision() -> None:
    """5-6-7-8: eight cards win 5, forty lose 1, so each bet is worth nothing; bet 2 goes back."""
    advice = advise(table(let_it_ride="A"), ("5c", "6d", "7h"), ("8c",))
    ride, withdraw = advice.alternatives
    assert (advice.step, ride.choice, withdraw.choice) == ("decide_2", "ride", "withdraw")
    assert ride.value == 0 and withdraw.value == 0
    assert withdraw.variance == Fraction(8 * 25 + 40, 48)
    assert ride.variance == 4 * withdraw.variance
    assert advice.equal == ("ride", "withdraw")
    assert advice.best.choice == "withdraw"


def test_first_decision_counts_later_play() -> None:
    pack, letter = pack_of("9TJQKA", "sh"), "A"
    cards = [card for card, _ in pack]
    three = ("9s", "Ts", "Qh")
    advice = advise(table(let_it_ride=letter), three, pack=pack)
    for alternative, first in zip(advice.alternatives, (1, 0), strict=True):
        nets = []
        for card in (c for c in cards if c not in three):
            each = [wins(letter, (*three, card, last)) for last in cards if last not in (*three, card)]
            nets += [won * (1 + first + (sum(each) > 0)) for won in each]
        mean = Fraction(sum(nets), len(nets))
        assert alternative.value == mean
        assert alternative.variance == Fraction(sum(n * n for n in nets), len(nets)) - mean**2


@pytest.mark.parametrize(
    ("cards", "board", "said"),
    [
        ("Ah Kd", "", "a player of Let It Ride holds 3 cards; 2 were given (Ah Kd)"),
        ("Ah Kd 2c", "3c 4c", "a decision is made with none or 1 of the community cards open; 2 were given"),
        ("Ah Kd Ah", "", "'Ah' was given 2 times; the pack holds 1 of it"),
        ("Ah Kd 2c", "Kd", "'Kd' was given 2 times; the pack holds 1 of it"),
        ("Ah Kd 1c", "", "'1c' is not in the pack"),
    ],
)
def test_impossible_cards(cards: str, board: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        advise(table(), tuple(cards.split()), tuple(board.split()))


def test_bad_requests() -> None:
    with pytest.raises(ValueError, match="'ante' is no wager of Let It Ride; its wagers are main, five_card_bonus"):
        tally(table(), "ante")
    with pytest.raises(ValueError, match="the pack has 4 cards"):
        tally(table(), "main", pack=pack_of("AK", "sh"))
    without = merge(default_data("let-it-ride"), {"wagers": {"six_card_bonus": {"offered": False}}})
    terms = check_data(without).terms
    assert terms is not None
    with pytest.raises(ValueError, match="do not offer the six_card_bonus"):
        tally(rules_for(terms), "six_card_bonus")
