"""The fast ranking is the declared ranking, over every pattern of ranks and suits; and both agree with counts that are
published or worked out here by hand, so that no hand is named wrongly by both."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, prod

import pytest

from cards.declared import best
from pitboss.cards import fast, ranking
from pitboss.cards.deck import RANKS, STANDARD, Card
from pitboss.cards.ranking import FIVE_CARDS, Hand
from pitboss.games.decks import deck
from pitboss.games.dragon_poker.hands import dragon_hand, dragons_held
from pitboss.games.top_five_poker.hands import top_five_hand
from pitboss.rulebook.book import book

DRAGON = deck("dragon-poker")

Ranks = tuple[int, ...]
"""Ranks 2 … 14, highest first."""


def card(rank: int, suit: str) -> Card:
    return RANKS[rank - 2] + suit


def rank_patterns(size: int) -> Iterator[Ranks]:
    """Every multiset of so many ranks, none more than four times."""
    for ranks in combinations_with_replacement(range(14, 1, -1), size):
        if all(ranks[i] != ranks[i + 4] for i in range(size - 4)):
            yield ranks


def without_flush(ranks: Ranks) -> tuple[Card, ...]:
    """Cards of these ranks, the suits dealt out in turn: equal ranks get different suits, no suit gets five."""
    return tuple(card(r, "shdc"[i % 4]) for i, r in enumerate(ranks))


@cache
def declared(ranks: Ranks, suited: bool) -> Hand:
    """The declared ranking of five cards; it looks at ranks and at whether there is one suit, at nothing else."""
    cards = [card(r, "s") for r in ranks] if suited else without_flush(ranks)
    return ranking.rank(cards, FIVE_CARDS)


def declared_best(suited: Ranks, others: Ranks) -> Hand:
    """The highest of all five-card hands among cards of one suit and cards that are no part of a flush."""
    marked = sorted([(r, True) for r in suited] + [(r, False) for r in others], reverse=True)
    hands = set()
    for five in combinations(marked, 5):
        hands.add((tuple(r for r, _ in five), all(flag for _, flag in five)))
    return max((declared(*hand) for hand in hands), key=lambda hand: hand.key)


# --- five, six and seven cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "patterns"), [(5, 6175), (6, 18395), (7, 49205)])
def test_fast_equals_declared_for_every_pattern_of_ranks(size: int, patterns: int) -> None:
    seen = 0
    for ranks in rank_patterns(size):
        assert fast.best_five(tuple(without_flush(ranks))) == declared_best((), ranks), ranks
        seen += 1
    assert seen == patterns


SUITED = [(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (7, 0)]


@pytest.mark.parametrize(("suited", "others"), SUITED)
def test_fast_equals_declared_for_every_flush_pattern(suited: int, others: int) -> None:
    for same in combinations(range(14, 1, -1), suited):
        for rest in combinations_with_replacement(range(14, 1, -1), others):
            cards = [card(r, "s") for r in same] + [card(r, suit) for r, suit in zip(rest, "hd", strict=False)]
            assert fast.best_five(tuple(cards)) == declared_best(same, rest), cards


def test_every_suit_and_every_order_of_the_cards_make_the_same_hand() -> None:
    for ranks in combinations(range(14, 1, -1), 5):
        hands = {fast.best_five(tuple(card(r, suit) for r in ranks)) for suit in "shdc"}
        assert hands == {declared(ranks, True)}
    for cards in (("As", "Kd", "Kh", "2c", "Ks"), ("5h", "4h", "Ah", "3h", "2h"), ("9c", "9d", "8s", "8h", "7c")):
        assert len({fast.best_five(order) for order in permutations(cards)}) == 1


@pytest.mark.parametrize("step", [5, 6, 7])
def test_best_is_the_highest_of_all_five_card_hands(step: int) -> None:
    """`declared_best` stands for `declared.best`; here the two meet over every 97th pattern."""
    for place, ranks in enumerate(rank_patterns(step)):
        if place % 97 == 0:
            assert best(without_flush(ranks)) == declared_best((), ranks)
    for same in list(combinations(range(14, 1, -1), 5))[::97]:
        for rest in [(14, 14), (14, 2), (9, 8), (2, 2)]:
            cards = [card(r, "s") for r in same] + [card(rest[0], "h"), card(rest[1], "d")]
            assert best(cards) == declared_best(same, rest)


FIVE_OF_52 = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108,
    "straight": 10200, "three_of_a_kind": 54912, "two_pair": 123552, "pair": 1098240, "high_card": 1302540,
}  # fmt: skip
SEVEN_OF_52 = {
    "royal_flush": 4324, "straight_flush": 37260, "four_of_a_kind": 224848, "full_house": 3473184, "flush": 4047644,
    "straight": 6180020, "three_of_a_kind": 6461620, "two_pair": 31433400, "pair": 58627800, "high_card": 23294460,
}  # fmt: skip


def deals_without_flush(ranks: Ranks) -> int:
    """How many deals of these ranks have no five cards of one suit."""
    counts = Counter(ranks).values()
    in_suit = [1]  # deals by how many cards of one suit they hold; C(3, n-1) of a rank held n times have its card
    for n in counts:
        wider = [0] * (len(in_suit) + 1)
        for held, deals in enumerate(in_suit):
            wider[held] += deals * comb(3, n)
            wider[held + 1] += deals * comb(3, n - 1)
        in_suit = wider
    return prod(comb(4, n) for n in counts) - 4 * sum(in_suit[5:])


@pytest.mark.parametrize(("size", "published"), [(5, FIVE_OF_52), (7, SEVEN_OF_52)])
def test_the_number_of_hands_of_each_kind_is_the_published_one(size: int, published: dict[str, int]) -> None:
    counted: Counter[str] = Counter()
    for ranks in rank_patterns(size):
        counted[fast.best_five(tuple(without_flush(ranks))).name] += deals_without_flush(ranks)
    for suited in range(5, size + 1):
        for same in combinations(range(14, 1, -1), suited):
            counted[fast.best_five(tuple(card(r, "s") for r in same)).name] += 4 * comb(39, size - suited)
    assert counted == published
    assert sum(counted.values()) == comb(52, size)


def test_categories_stand_in_the_order_of_their_keys() -> None:
    """Every hand of a higher category beats every hand of a lower one."""
    span: dict[str, list[tuple[int, ...]]] = {}
    for ranks in rank_patterns(5):
        span.setdefault(fast.best_five(tuple(without_flush(ranks))).name, []).append(declared(ranks, False).key)
        if len(set(ranks)) == 5:
            span.setdefault(declared(ranks, True).name, []).append(declared(ranks, True).key)
    names = list(FIVE_OF_52)
    for higher, lower in pairwise(names):
        assert min(span[higher]) > max(span[lower]), (higher, lower)
    assert sum(len(set(keys)) for keys in span.values()) == 7462  # the published number of different five-card hands


# --- three cards ----------------------------------------------------------------------------------------------------


def plain_three(cards: tuple[Card, ...]) -> tuple[str, tuple[int, ...]]:
    """Three cards by the text alone (MD-LIR 6.D): name, and what compares two hands."""
    value = {c: i for i, c in enumerate("23456789TJQKA", start=2)}
    a, b, c = sorted((value[x[0]] for x in cards), reverse=True)
    same_suit = cards[0][1] == cards[1][1] == cards[2][1]
    top = a if (a - 1, b - 1) == (b, c) else 3 if (a, b, c) == (14, 3, 2) else 0
    if top and same_suit:
        return "straight_flush", (5, top)
    if a == c:
        return "three_of_a_kind", (4, a)
    if top:
        return "straight", (3, top)
    if same_suit:
        return "flush", (2, a, b, c)
    if b in (a, c):
        return "pair", (1, b, c if a == b else a)
    return "high_card", (0, a, b, c)


def test_all_22100_three_card_hands_equal_a_plain_reading_of_the_text() -> None:
    counted: Counter[str] = Counter()
    keys: dict[tuple[int, ...], tuple[int, ...]] = {}
    for cards in combinations(STANDARD.cards, 3):
        hand, (name, key) = fast.three_cards(cards), plain_three(cards)
        assert hand.name == name, cards
        assert keys.setdefault(key, hand.key) == hand.key, cards
        counted[name] += 1
    assert counted == {
        "straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744, "high_card": 16440,
    }  # fmt: skip
    in_order = [keys[key] for key in sorted(keys)]
    assert in_order == sorted(set(in_order)), "the same order, and no two different hands equal"
    assert set(counted) == set(book("let-it-ride").hands["three_card_bonus"])


# --- Dragon Poker ---------------------------------------------------------------------------------------------------

HANDS = {  # n of a character: C(n, 3) and C(n, 2) with the Gold Dragon; pairs also with Gold beside a lower card
    "three_dragons": 35, "three_phoenix": 56, "three_tigers": 84, "three_pandas": 120, "three_monkeys": 165,
    "three_rabbits": 286, "pair_of_dragons": 966, "pair_of_phoenix": 1218, "pair_of_tigers": 1480,
    "pair_of_pandas": 1746, "pair_of_monkeys": 2010, "pair_of_rabbits": 2640, "high_card": 12620,
}  # fmt: skip
DRAGON_CARDS = {
    "three_red_dragons": 1, "three_blue_dragons": 1, "three_dragons_with_gold_dragon": 15, "three_dragons_mixed": 18,
    "pair_of_dragons": 966, "gold_dragon": 1035, "none": 21390,
}  # fmt: skip
ORDER = {"RD": 6, "BD": 6, "PH": 5, "TI": 4, "PA": 3, "MO": 2, "RA": 1}
NAMES = {6: "dragons", 5: "phoenix", 4: "tigers", 3: "pandas", 2: "monkeys", 1: "rabbits"}


def dragon_hands() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every hand of three kinds of card, and how many deals make it."""
    has = dict(DRAGON.contents)
    for cards in combinations_with_replacement(has, 3):
        deals = prod(comb(has[c], n) for c, n in Counter(cards).items())
        if deals:
            yield cards, deals


def plain_dragon(cards: tuple[Card, ...]) -> tuple[str, tuple[int, ...]]:
    """By the text alone (MD-DRAGON 6.A, 6.B): the best of all that the Gold Dragon may stand for."""
    best: tuple[str, tuple[int, ...]] = ("", ())
    for stand_in in range(1, 7) if "GD" in cards else (0,):
        a, b, c = sorted((ORDER.get(x, stand_in) for x in cards), reverse=True)
        if a == c:
            found = (f"three_{NAMES[a]}", (3, a, 0, 0))
        elif b in (a, c):
            found = (f"pair_of_{NAMES[b]}", (2, b, c if a == b else a, 0))
        else:
            found = ("high_card", (1, a, b, c))
        best = max(best, found, key=lambda x: x[1])
    return best


def test_all_23426_dragon_hands_equal_a_plain_reading_of_the_text() -> None:
    hands: Counter[str] = Counter()
    held: Counter[str] = Counter()
    keys: dict[tuple[int, ...], tuple[int, ...]] = {}
    for cards, deals in dragon_hands():
        name, key = plain_dragon(cards)
        orders = set(permutations(cards))
        assert len({dragon_hand(x) for x in orders}) == 1
        assert len({dragons_held(x) for x in orders}) == 1
        assert dragon_hand(cards).name == name, cards
        assert keys.setdefault(key, dragon_hand(cards).key) == dragon_hand(cards).key, cards
        hands[name] += deals
        held[dragons_held(cards)] += deals
    assert (hands, held) == (HANDS, DRAGON_CARDS)
    assert sum(hands.values()) == sum(held.values()) == 23426 == comb(53, 3)
    in_order = [keys[key] for key in sorted(keys)]
    assert in_order == sorted(set(in_order)), "the same order, and ties only where the text has them"
    data = book("dragon-poker").hands
    assert (set(hands), set(held)) == (set(data["ante_bonus"]), set(data["dragon"]))


# --- Top Five Poker -------------------------------------------------------------------------------------------------


def plain_top_five(counts: tuple[int, ...], royal: bool) -> str:
    """By the text alone (MD-TOP5 6.C): how many aces, kings, queens, jacks, tens, and whether five share a suit."""
    if royal:
        return "royal_flush"
    high_to_low = sorted(counts, reverse=True)
    if high_to_low[0] == 4:
        return "four_of_a_kind"
    if high_to_low[0] == 3 and high_to_low[1] >= 2:
        return "full_house"
    if 0 not in counts:
        return "straight"
    if high_to_low[0] == 3:
        return "three_of_a_kind"
    if high_to_low[:2] == [2, 2]:
        return "two_pair"
    if high_to_low[0] == 2:
        return {0: "pair_of_aces", 1: "pair_of_kings"}.get(counts.index(2), "pair_below_kings")
    return "high_card"


def test_every_top_five_pattern_equals_a_plain_reading_of_the_text() -> None:
    names = set()
    for counts in product(range(5), repeat=5):
        if sum(counts) > 7:
            continue
        ranks = [14 - i for i, n in enumerate(counts) for _ in range(n)]
        low = tuple(card(r, "c") for r in range(2, 9))[: 7 - len(ranks)]
        for royal in (False, True) if 0 not in counts else (False,):
            suits = [
                s for i, n in enumerate(counts) for s in ("shdc" if royal else "shdc"[i % 2 :] + "shdc"[: i % 2])[:n]
            ]
            cards = (*(card(r, s) for r, s in zip(ranks, suits, strict=True)), *low)
            hand = top_five_hand(cards, True)
            assert (hand.name, hand.key[0]) == (plain_top_five(counts, royal), len(ranks)), cards
            for extra in (True, False):
                assert top_five_hand(cards[::-1], extra).key == top_five_hand(cards, extra).key
            names.add(hand.name)
    assert names == set(book("top-five-poker").hands["poker_bonus"])
