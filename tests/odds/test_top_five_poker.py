"""Top Five Poker's odds against a second way to them: every set of concrete cards from ten to ace, suits and all, for
the player and for the dealer, with rules written here again and payments typed from the rulebook."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.figures import Figures, figures
from pitboss.odds.shapes.against import advise, rules_in_words, tally
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.terms import Line
from pitboss.table.rules import Rules
from support import TOP5
from support import rules as rules_of

TOP, LOW, SUITS = "TJQKA", "23456789", "cdhs"
VALUE = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
SHAPES = {(4,): 7, (3, 2): 6, (3,): 4, (2, 2): 3, (2,): 2, (): 1}
"""The groups of two or more cards of a rank → the category, from high card (1) to four of a kind (7); 5 is the straight
and 8 the royal flush."""

Key = tuple[int, ...]


def rules(extra: bool = True) -> Rules:
    return rules_of(TOP5, readings={"extra_cards_break_ties": extra})


@cache
def at_most_five(ranks: tuple[int, ...]) -> Key:
    """Category, then the ranks, larger groups first."""
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    if len(groups) == 5:
        return (5, *(r for _, r in groups))
    return (SHAPES[tuple(n for n, _ in groups if n > 1)], *(r for n, r in groups for _ in range(n)))


@cache
def ranked(ranks: tuple[int, ...], royal: bool) -> tuple[Key, Key]:
    """(number of cards, the best five), and the cards that are left over from the best five."""
    best: Key
    five: Key
    if royal:
        best, five = (8,), tuple(sorted(set(ranks)))
    else:
        best, five = max((at_most_five(some), some) for some in combinations(ranks, min(5, len(ranks))))
    rest = Counter(ranks) - Counter(five)
    return (len(ranks), *best), tuple(sorted(rest.elements(), reverse=True))


@cache
def hand(cards: tuple[str, ...]) -> tuple[Key, Key]:
    high = [c for c in cards if c[0] in TOP]
    royal = any({r + suit for r in TOP} <= set(high) for suit in SUITS)
    return ranked(tuple(sorted((VALUE[c[0]] for c in high), reverse=True)), royal)


def qualifies(key: Key) -> bool:
    """Three cards, or two with a pair, an ace or a king, or queen and jack."""
    number, category, *ranks = key
    return number > 2 or (number == 2 and (category == 2 or ranks[0] > 12 or ranks == [12, 11]))


def brings(mine: tuple[Key, Key], his: tuple[Key, Key], extra: bool) -> int:
    """Ante and Play together; the Ante is not won or lost against a dealer who does not qualify."""
    a, b = (mine, his) if extra else (mine[:1], his[:1])
    return (2 if qualifies(his[0]) else 1) * ((a > b) - (a < b))


# --- every set of the twenty cards that count ------------------------------------------------------------------------

TWENTY = [rank + suit for suit in SUITS for rank in TOP]
"""One bit each; the five bits of a suit lie together."""


@cache
def sets() -> tuple["np.ndarray[tuple[int], np.dtype[np.int64]]", list[tuple[Key, Key]]]:
    """Every set of at most seven of the twenty cards, as bits, in ascending order of the hands; and the hands."""
    every = [sum(1 << i for i in some) for n in range(8) for some in combinations(range(20), n)]
    hands = {bits: hand(cards_of(bits)) for bits in every}
    every.sort(key=hands.__getitem__)
    return np.array(every, dtype=np.int64), [hands[bits] for bits in every]


def cards_of(bits: int) -> tuple[str, ...]:
    return tuple(card for i, card in enumerate(TWENTY) if bits >> i & 1)


@cache
def main_by_sets() -> dict[bool, tuple[Counter[int], dict[int, Counter[int]]]]:
    """For both readings: net result → deals, each hand decided for itself; and for some of the player's sets the net
    results of playing. Players whose cards differ only in the names of suits are looked at once."""
    dealers, hands = sets()
    number = np.array([key[0] for key, _ in hands])
    starts = {int(np.searchsorted(number, n)) for n in range(8)}
    starts.add(next(i for i, (key, _) in enumerate(hands) if qualifies(key)))
    first: dict[tuple[Key, Key], int] = {}
    last: dict[tuple[Key, Key], int] = {}
    first_five: dict[Key, int] = {}
    last_five: dict[Key, int] = {}
    for i, (key, rest) in enumerate(hands):
        first.setdefault((key, rest), i)
        last[key, rest] = i + 1
        first_five.setdefault(key, i)
        last_five[key] = i + 1
    alike: Counter[tuple[int, ...]] = Counter()
    for bits in dealers.tolist():
        alike[tuple(sorted(bits >> 5 * suit & 31 for suit in range(4)))] += 1
    found: dict[bool, tuple[Counter[int], dict[int, Counter[int]]]] = {e: (Counter(), {}) for e in (True, False)}
    for place, (by_suit, names) in enumerate(alike.items()):
        mine = sum(bits << 5 * suit for suit, bits in enumerate(by_suit))
        me = hand(cards_of(mine))
        cut = {first[me], last[me], first_five[me[0]], last_five[me[0]]} - {len(hands)}
        edges = sorted(starts | cut)
        free = np.add.reduceat((dealers & mine) == 0, edges, dtype=np.int64).tolist()
        low = 7 - mine.bit_count()
        ways = names * comb(32, low)
        for extra, (results, some) in found.items():
            played: Counter[int] = Counter()
            for start, n in zip(edges, free, strict=True):
                his = hands[start]
                played[brings(me, his, extra)] += n * comb(32 - low, 7 - his[0][0])
            assert played.total() == comb(45, 7)
            if place % 40 == 0:
                some[mine] = played
            if sum(x * n for x, n in played.items()) > -played.total():
                for x, n in played.items():
                    results[x] += ways * n
            else:
                results[-1] += ways * played.total()
    return found


def check(found: Figures, expected: Counter[int]) -> None:
    total = expected.total()
    assert found.distribution == tuple((Fraction(x), Fraction(n, total)) for x, n in sorted(expected.items()) if n)
    ev = Fraction(sum(x * n for x, n in expected.items()), total)
    assert found.ev == ev
    assert found.variance == Fraction(sum(x * x * n for x, n in expected.items()), total) - ev**2


@pytest.mark.parametrize("extra", [True, False])
def test_main_game_by_every_set_of_cards(extra: bool) -> None:
    expected, _ = main_by_sets()[extra]
    assert expected.total() == comb(52, 7) * comb(45, 7)
    counted = tally(rules(extra), "main")
    assert counted.total == expected.total()
    check(figures(rules(extra), counted, 100, {}), expected)


@pytest.mark.parametrize(
    ("extra", "variance"),
    [
        (True, Fraction(66602923899061164121449, 26294324536640680545025)),
        (False, Fraction(66602836655099538521516, 26294324536640680545025)),
    ],
)
def test_main_game_known(extra: bool, variance: Fraction) -> None:
    found = figures(rules(extra), tally(rules(extra), "main"), 100, {})
    assert (found.ev, found.variance) == (Fraction(-799646116, 162155248255), variance)
    # Folded: no card, one, or two different ones other than A-K, A-Q and A-J.
    folded = comb(32, 7) + 20 * comb(32, 6) + (10 - 3) * 16 * comb(32, 5)
    assert found.at_risk == 2 - Fraction(folded, comb(52, 7))


def test_how_often_the_dealer_fails_to_qualify() -> None:
    counted = tally(rules(), "main")
    failed = sum(n for ending, n in counted.endings.items() if ending[0].cell[1] == "not_qualified")
    # No card, one, Q-T or J-T.
    expected = comb(32, 7) + 20 * comb(32, 6) + 2 * 16 * comb(32, 5)
    assert Fraction(failed, counted.total) == Fraction(expected, comb(52, 7))


def test_endings_list_the_wagers_in_the_order_of_settlement() -> None:
    seen = {tuple(part.wager for part in ending): ending[0].cell[0] for ending in tally(rules(), "main").endings}
    assert seen == {("ante", "play"): "live", ("ante",): "folded"}


TOP_FIVE_BONUS = {
    "A": ({7: 100, 6: 20, 5: 5, 4: 1}, Fraction(-20978, 491855)),
    "B": ({7: 200, 6: 20, 5: 4, 4: 1}, Fraction(-4150, 98371)),
    "C": ({7: 100, 6: 15, 5: 5, 4: 1}, Fraction(-6254, 70265)),
}
POKER_BONUS = {
    "A": ({8: 500, 7: 100, 6: 40, 5: 25, 4: 7, 3: 3, 2: 1}, Fraction(-1292957, 33446140)),
    "B": ({8: 500, 7: 150, 6: 50, 5: 30, 4: 10, 3: 5}, Fraction(-763277, 16723070)),
    "C": ({8: 500, 7: 100, 6: 40, 5: 25, 4: 5, 3: 3, 2: 1}, Fraction(-130619, 1454180)),
}
"""By category; a pair counts from kings up."""


@pytest.mark.parametrize("extra", [True, False])
@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("wager", ["top_five_bonus", "poker_bonus"])
def test_side_wagers_by_every_set_of_cards(wager: str, letter: str, extra: bool) -> None:
    pays, ev = (TOP_FIVE_BONUS if wager == "top_five_bonus" else POKER_BONUS)[letter]
    expected: Counter[int] = Counter()
    for (number, category, *ranks), _ in sets()[1]:
        low_pair = category == 2 and ranks[0] < 13
        by = number if wager == "top_five_bonus" else 0 if low_pair else category
        expected[pays.get(by, -1)] += comb(32, 7 - number)
    readings = {"extra_cards_break_ties": extra}
    bound = rules_of(TOP5, wagers={wager: {"paytable": letter}}, readings=readings)
    found = figures(bound, tally(bound, wager), 100, {})
    check(found, expected)
    assert found.ev == ev


# --- other packs, card by card ---------------------------------------------------------------------------------------


def pack_of(ranks: str, suits: str) -> Pack:
    return tuple((rank + suit, 1) for rank in ranks for suit in suits)


PACKS = [
    pack_of("89TJQKA", "hs"),
    pack_of("TJQKA", "cds"),
    pack_of("9TJQA", "dhs"),
    pack_of("29QK", "cdhs"),
    pack_of("789TJQKA", "ch"),
]


@cache
def deals(pack: Pack) -> dict[tuple[str, ...], Counter[tuple[Key, Key]]]:
    """Player's seven cards → dealer's hands."""
    every = [card for card, _ in pack]
    found = {}
    for mine in combinations(every, 7):
        left = [card for card in every if card not in mine]
        found[mine] = Counter(hand(his) for his in combinations(left, 7))
    return found


@pytest.mark.parametrize("extra", [True, False])
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: " ".join(card for card, _ in pack))
def test_main_game_of_small_packs(pack: Pack, extra: bool) -> None:
    expected: Counter[int] = Counter()
    for place, (cards, dealers) in enumerate(deals(pack).items()):
        played: Counter[int] = Counter()
        for his, n in dealers.items():
            played[brings(hand(cards), his, extra)] += n
        value = Fraction(sum(x * n for x, n in played.items()), played.total())
        expected += played if value > -1 else Counter({-1: played.total()})
        if place % 25 == 0:
            assert advise(rules(extra), cards, pack=pack).alternatives[0].value == value
    counted = tally(rules(extra), "main", pack=pack)
    assert counted.total == expected.total()
    check(figures(rules(extra), counted, 100, {}), expected)


# --- decisions ------------------------------------------------------------------------------------------------------

LOW_CARDS = ("2c", "3d", "9h", "5s", "7c", "2h", "8s")


@pytest.mark.parametrize("extra", [True, False])
def test_the_worth_of_many_hands(extra: bool) -> None:
    _, some = main_by_sets()[extra]
    assert len(some) > 100
    for mine, played in some.items():
        cards = (*cards_of(mine), *LOW_CARDS)[:7]
        play, fold = advise(rules(extra), cards).alternatives
        total = played.total()
        value = Fraction(sum(x * n for x, n in played.items()), total)
        assert (play.choice, play.value) == ("play", value)
        assert play.variance == Fraction(sum(x * x * n for x, n in played.items()), total) - value**2
        assert (fold.choice, fold.value, fold.variance) == ("fold", Fraction(-1), Fraction(0))


def test_cards_may_come_in_any_order() -> None:
    cards = ("2c", "Ah", "9d", "Jh", "3s", "4s", "5s")
    found = advise(rules(), cards)
    assert found.cards == cards
    assert found.alternatives == advise(rules(), cards[::-1]).alternatives
    assert (found.game, found.step, found.base, found.board) == (TOP5, "decide", "ante", ())
    assert found.alternatives[0].value == Fraction(-3257, 3526)


@pytest.mark.parametrize(
    ("cards", "board", "words"),
    [
        ("Ah Kh", "", "a player of Top Five Poker holds 7 cards; 2 were given (Ah Kh)"),
        ("2c 3c 4c 5c 6c 7c 8c", "Ah", "Top Five Poker has no board, but Ah was given as one"),
        ("2c 3c 4c 5c 6c 7c RD", "", "'RD' is not in the pack; its cards are As"),
        ("2c 3c 4c 5c 6c 7c 7c", "", "'7c' was given 2 times; the pack holds 1 of it"),
    ],
)
def test_impossible_cards(cards: str, board: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        advise(rules(), tuple(cards.split()), tuple(board.split()))


def test_unknown_wagers_and_impossible_packs() -> None:
    with pytest.raises(
        ValueError, match=r"'ante' is no wager of .*; its wagers are main, top_five_bonus, poker_bonus$"
    ):
        tally(rules(), "ante")
    with pytest.raises(ValueError, match="a pack of 13 cards is too small; player and dealer need 14"):
        tally(rules(), "main", pack=pack_of("23456789TJQKA", "c"))
    (first, _), *others = rules().deck.contents
    with pytest.raises(ValueError, match=f"a pack that holds {first} twice cannot be counted"):
        tally(rules(), "main", pack=((first, 2), *others))


# --- in words -------------------------------------------------------------------------------------------------------


def paying(ante: int | None, play: int | None, extra: bool = True) -> Rules:
    """Both wagers of the main game pay this many to one when the player wins; None: they are lost even then."""
    bound = rules(extra)
    tables = {"ante": ante, "play": play}

    def lines(wager: str) -> tuple[Line, ...]:
        pays = tables[wager]
        return () if pays is None else (Line("beats_dealer", ("beats_dealer",), ToOne(pays), ""),)

    wagers = tuple(replace(w, lines=lines(w.id)) if w.id in tables else w for w in bound.terms.wagers)
    return rules_for(replace(bound.terms, wagers=wagers))


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"]
NAMES = {"ten": 10, "jack": 11, "queen": 12, "king": 13, "ace": 14}


def named(ranks: str) -> tuple[int, ...]:
    return tuple(sorted((NAMES[name] for name in ranks.split("-")), reverse=True))


def plays(lines: list[str], cards: tuple[str, ...]) -> bool:
    """Whether somebody who reads these lines plays these cards."""
    first, *others = lines
    key, rest = hand(cards)
    for line in others:
        found = re.fullmatch(r"Exceptions: (play|fold) (.*)\.", line)
        assert found
        if tuple(sorted((VALUE[c[0]] for c in cards if c[0] in TOP), reverse=True)) in map(named, found[2].split(", ")):
            return found[1] == "play"
    if first in ("Play every hand.", "Fold every hand."):
        return first == "Play every hand."
    found = re.fullmatch(
        r"Play with (?:(\w+)(?: or more)? cards)?(?:, or with )?"
        r"(?:(?:\w+) cards?, ([\w-]+)(?: \([\w ]+\))? or higher)?; fold the rest\.",
        first,
    )
    assert found and any(found.groups()), first
    by_number = found[1] is not None and key[0] >= NUMBERS.index(found[1])
    return by_number or (found[2] is not None and (key, rest) >= ranked(named(found[2]), False))


WORDS: list[tuple[Rules, str, str, list[str]]] = [
    (
        rules(True),
        "23456789TJQKA",
        "cdhs",
        ["Play with three or more cards, or with two cards, ace-jack or higher; fold the rest."],
    ),
    (
        rules(False),
        "23456789TJQKA",
        "cdhs",
        ["Play with three or more cards, or with two cards, ace-jack or higher; fold the rest."],
    ),
    (
        paying(None, 1),
        "23456789TJQKA",
        "cdhs",
        ["Play with three or more cards, or with two cards, ace-ace (pair of aces) or higher; fold the rest."],
    ),
    (
        paying(None, 0),
        "23456789TJQKA",
        "cdhs",
        [
            (
                "Play with four or more cards, or with three cards, ace-ace-king (pair of aces) or higher; "
                "fold the rest."
            ),
            "Exceptions: fold ten-ten-ten, jack-jack-jack, queen-queen-queen.",
        ],
    ),
    (paying(1, 7), "23456789TJQKA", "cdhs", ["Play with two or more cards; fold the rest."]),
    (paying(1, 70), "23456789TJQKA", "cdhs", ["Play with one or more cards; fold the rest."]),
    (paying(None, None), "23456789TJQKA", "cdhs", ["Fold every hand."]),
    (rules(), "2345678", "hs", ["Play every hand."]),
    (
        paying(None, 1),
        "TJQKA2",
        "cdhs",
        ["Play with seven cards, or with six cards, ace-ace-ten-ten-queen-jack (two pair) or higher; fold the rest."],
    ),
    (
        paying(None, 1),
        "TJQKA2345",
        "cdh",
        [
            (
                "Play with five or more cards, or with four cards, jack-jack-queen-ten (pair below kings) or higher; "
                "fold the rest."
            ),
            "Exceptions: play ace-king-queen-jack.",
        ],
    ),
]


@pytest.mark.parametrize(("bound", "ranks", "suits", "said"), WORDS)
def test_words_say_every_decision(bound: Rules, ranks: str, suits: str, said: list[str]) -> None:
    pack = pack_of(ranks, suits)
    assert rules_in_words(bound, pack=pack) == said
    for cards in one_of_each(pack):
        assert (advise(bound, cards, pack=pack).best.choice == "play") == plays(said, cards), cards


def one_of_each(pack: Pack) -> list[tuple[str, ...]]:
    """Hands of every kind that the order of hands or a royal flush of the dealer's could tell apart."""
    high = [card for card, _ in pack if card[0] in TOP]
    low = [card for card, _ in pack if card[0] in LOW]
    found: dict[tuple[tuple[Key, Key], int], tuple[str, ...]] = {}
    for n in range(8):
        if 7 - n <= len(low):
            for some in combinations(high, n):
                cards = (*some, *low[: 7 - n])
                found.setdefault((hand(cards), len({card[1] for card in some})), cards)
    return list(found.values())
