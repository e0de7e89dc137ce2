"""Dragon Poker's odds against a second way to them: cards dealt one after the other, hands compared by rules written
here again, payments typed from the rulebook."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.figures import Figures, figures
from pitboss.odds.shapes.against import advise, rules_in_words, tally
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import Pay, ToOne
from pitboss.rulebook.terms import Line
from pitboss.table.rules import Rules
from support import DRAGON
from support import rules as rules_of

PACK: Pack = (("RD", 3), ("BD", 3), ("GD", 1), ("PH", 7), ("TI", 8), ("PA", 9), ("MO", 10), ("RA", 12))
ORDER = {"RA": 1, "MO": 2, "PA": 3, "TI": 4, "PH": 5, "RD": 6, "BD": 6}
NAMES = {
    "Rabbit": "RA",
    "Monkey": "MO",
    "Panda": "PA",
    "Tiger": "TI",
    "Phoenix": "PH",
    "Dragon": "RD",
    "Red Dragon": "RD",
    "Blue Dragon": "BD",
    "Gold Dragon": "GD",
}

Strength = tuple[int, ...]


def strength(cards: tuple[str, ...]) -> Strength:
    """Trips before pair before three different cards. The Gold Dragon does best as the higher of the two others."""
    low_to_high = sorted(ORDER[c] for c in cards if c != "GD")
    if "GD" in cards:
        low_to_high.append(low_to_high[-1])
    a, b, c = low_to_high
    if a == c:
        return (3, a)
    if a == b:
        return (2, a, c)
    return (2, b, a) if b == c else (1, c, b, a)


def bonus_a(s: Strength) -> int:
    """Ante Bonus A of a hand that won: trips 30, 10, 6, pairs 2, 1, else a push."""
    return {3: {6: 30, 5: 10}.get(s[1], 6), 2: {6: 2, 5: 1}.get(s[1], 0), 1: 0}[s[0]]


def bonus_b(s: Strength) -> int:
    """Ante Bonus B of a hand that won: three Dragons 30, trips 4, a pair of Pandas or better 1, else a push."""
    return {3: 30 if s[1] == 6 else 4, 2: 1 if s[1] >= 3 else 0, 1: 0}[s[0]]


BONUS = {"A": bonus_a, "B": bonus_b}


def brings(mine: Strength, his: Strength, letter: str) -> int:
    """Ante, Ante Bonus and Play together, each of one unit."""
    if mine == his:
        return 0
    return 2 + BONUS[letter](mine) if mine > his else -3


def one_after_the_other(pack: Pack) -> dict[tuple[str, ...], Counter[Strength]]:
    """Player's three cards in a fixed order → dealer's hands, in numbers of ordered deals of six cards."""
    left = dict(pack)
    found: dict[tuple[str, ...], Counter[Strength]] = {}

    def deal(so_far: tuple[str, ...], ways: int) -> None:
        if len(so_far) == 6:
            found.setdefault(tuple(sorted(so_far[:3])), Counter())[strength(so_far[3:])] += ways
            return
        for card, n in left.items():
            if n:
                left[card] -= 1
                deal((*so_far, card), ways * n)
                left[card] += 1

    deal((), 1)
    return found


@cache
def ordered_deals(pack: Pack = PACK) -> dict[tuple[str, ...], Counter[Strength]]:
    return one_after_the_other(pack)


def by_hand(pack: Pack, letter: str) -> Counter[int]:
    """Net result of the main game → ordered deals, where each hand takes the better of playing and losing two units."""
    results: Counter[int] = Counter()
    for cards, dealers in ordered_deals(pack).items():
        mine = strength(cards)
        played = Counter({his: brings(mine, his, letter) for his in dealers})
        total = dealers.total()
        if sum(n * played[his] for his, n in dealers.items()) > -2 * total:
            for his, n in dealers.items():
                results[played[his]] += n
        else:
            results[-2] += total
    return results


def rules(wager: str = "", letter: str = "A") -> Rules:
    return rules_of(DRAGON, wagers={wager: {"paytable": letter}}) if wager else rules_of(DRAGON)


def main(letter: str, pack: Pack | None = None) -> Figures:
    bound = rules("ante_bonus", letter)
    return figures(bound, tally(bound, "main", pack=pack), 100, {})


SMALL_PACKS: list[Pack] = [
    (("RD", 2), ("BD", 1), ("GD", 1), ("PH", 2), ("TI", 1), ("PA", 1), ("MO", 2), ("RA", 3)),
    (("RD", 1), ("PH", 3), ("TI", 1), ("RA", 4)),
    (("RA", 3), ("GD", 1), ("MO", 2), ("PA", 2)),
    (("RD", 4), ("BD", 0), ("GD", 1), ("TI", 5)),
]


@pytest.mark.parametrize("letter", "AB")
@pytest.mark.parametrize("pack", [PACK, *SMALL_PACKS])
def test_main_game_by_two_methods(letter: str, pack: Pack) -> None:
    found = main(letter, pack)
    expected = by_hand(pack, letter)
    total = expected.total()
    assert found.distribution == tuple((Fraction(x), Fraction(n, total)) for x, n in sorted(expected.items()))
    ev = Fraction(sum(x * n for x, n in expected.items()), total)
    assert found.ev == ev
    assert found.variance == Fraction(sum(x * x * n for x, n in expected.items()), total) - ev**2


@pytest.mark.parametrize(
    ("letter", "ev", "variance"),
    [
        ("A", Fraction(-581289, 18365984), Fraction(82374515711179767, 8432734207206400)),
        ("B", Fraction(-6715041, 229574800), Fraction(475497094103819919, 52704588795040000)),
    ],
)
def test_main_game_known(letter: str, ev: Fraction, variance: Fraction) -> None:
    found = main(letter)
    assert (found.ev, found.variance) == (ev, variance)
    # Folded: of three different cards without a Dragon, those without a Phoenix, and Phoenix-Monkey-Rabbit.
    folded = 8 * 9 * 10 + 8 * 9 * 12 + 8 * 10 * 12 + 9 * 10 * 12 + 7 * 10 * 12
    assert found.at_risk == 3 - Fraction(folded, 23426)
    assert found.element_of_risk == -ev / (3 - Fraction(folded, 23426))


def test_counts_are_numbers_of_deals() -> None:
    assert tally(rules(), "main").total == 23426 * 19600
    assert tally(rules(), "dragon").total == 23426


def test_endings_list_the_wagers_in_the_order_of_settlement() -> None:
    seen = {tuple(part.wager for part in ending): ending[0].cell[0] for ending in tally(rules(), "main").endings}
    assert seen == {("ante", "ante_bonus", "play"): "live", ("ante", "ante_bonus"): "folded"}


@cache
def all_hands() -> Counter[tuple[str, ...]]:
    """Every three of the 53 cards, one by one."""
    cards = [card for card, n in PACK for _ in range(n)]
    return Counter(tuple(sorted(three)) for three in combinations(cards, 3))


def three_card_bonus(cards: tuple[str, ...], tigers: int) -> int:
    s = strength(cards)
    return {3: {6: 40, 5: 30, 4: tigers}.get(s[1], 10), 2: {6: 4, 5: 2, 4: 1}.get(s[1], -1), 1: -1}[s[0]]


def dragon(cards: tuple[str, ...]) -> int:
    """Three Red or three Blue 1000, three with Gold 200, three mixed 60, two 7, Gold alone 5 (MD-DRAGON 12.D)."""
    dragons = sorted(c for c in cards if c in ("RD", "BD", "GD"))
    if len(dragons) == 3:
        return 200 if "GD" in dragons else {3: 1000, 0: 1000}.get(dragons.count("RD"), 60)
    return 7 if len(dragons) == 2 else 5 if dragons == ["GD"] else -1


@pytest.mark.parametrize(
    ("wager", "letter", "ev"),
    [
        ("three_card_bonus", "A", Fraction(-593, 11713)),
        ("three_card_bonus", "B", Fraction(-383, 11713)),
        ("dragon", "A", Fraction(-3373, 23426)),
    ],
)
def test_side_wagers_by_every_hand(wager: str, letter: str, ev: Fraction) -> None:
    expected: Counter[int] = Counter()
    for cards, n in all_hands().items():
        expected[dragon(cards) if wager == "dragon" else three_card_bonus(cards, {"A": 15, "B": 20}[letter])] += n
    bound = rules(wager, letter)
    found = figures(bound, tally(bound, wager), 100, {})
    assert found.distribution == tuple((Fraction(x), Fraction(n, 23426)) for x, n in sorted(expected.items()))
    assert found.ev == ev


def test_a_progressive_the_operator_defines() -> None:
    lines = [
        {"hand": "three_dragons", "pays": 100, "unit": "meter", "meter": "Jackpot"},
        {"hand": "trips", "pays": 50, "unit": "for"},
    ]
    bound = rules_of(
        DRAGON,
        wagers={"progressive": {"amount": 1, "cards": "three", "lines": lines}},
        meters={"Jackpot": {"rate": "5", "initial": 1000, "reset": 1000}},
    )
    found = figures(bound, tally(bound, "progressive"), 100, {"Jackpot": 123_400 * 1_000_000})
    # Dragons: 3 of 7. Other trips: three of the kind, or two with the Gold Dragon.
    trips = (35 + 21) + (56 + 28) + (84 + 36) + (120 + 45) + (220 + 66)
    assert found.ev == Fraction(35 * 1234 + trips * 50, 23426) - 1
    assert found.hit_frequency == Fraction(35 + trips, 23426)


# --- decisions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", "AB")
@pytest.mark.parametrize("pack", [PACK, *SMALL_PACKS])
def test_the_worth_of_every_hand(letter: str, pack: Pack) -> None:
    bound = rules("ante_bonus", letter)
    for cards, dealers in ordered_deals(pack).items():
        nets = [(brings(strength(cards), his, letter), n) for his, n in dealers.items()]
        total = dealers.total()
        value = Fraction(sum(x * n for x, n in nets), total)
        play, fold = advise(bound, cards, pack=pack).alternatives
        assert (play.choice, fold.choice) == ("play", "fold")
        assert play.value == value
        assert play.variance == Fraction(sum(x * x * n for x, n in nets), total) - value**2
        assert fold.value == -2 and fold.variance == 0


def test_cards_may_come_in_any_order() -> None:
    given = advise(rules(), ("RA", "GD", "PH"))
    assert given.cards == ("RA", "GD", "PH")
    assert given.alternatives == advise(rules(), ("PH", "RA", "GD")).alternatives
    assert (given.game, given.step, given.base, given.board) == (DRAGON, "decide", "ante", ())


def test_where_both_are_equal_the_hand_is_folded() -> None:
    # The dealer takes three of Gold, Tiger, Tiger, Panda, Monkey, in ten ways. Two of them are Tiger-Panda-Monkey,
    # where the pair of Monkeys wins 2; against a pair of Pandas or better it loses 3: (2·2 - 8·3)/10 = -2.
    pack: Pack = (("GD", 1), ("TI", 3), ("PA", 1), ("MO", 3))
    found = advise(rules(), ("TI", "MO", "MO"), pack=pack)
    assert found.equal == ("play", "fold")
    assert found.best.choice == "fold"
    by_standing: Counter[str] = Counter()
    for ending, n in tally(rules(), "main", pack=pack).endings.items():
        by_standing[ending[0].cell[0]] += n
    worth = {cards: advise(rules(), cards, pack=pack).alternatives[0].value for cards in ordered_deals(pack)}
    ways = Counter(tuple(sorted(c)) for c in combinations([c for c, n in pack for _ in range(n)], 3))
    assert by_standing["folded"] == sum(n * 10 for cards, n in ways.items() if worth[cards] <= -2)


@pytest.mark.parametrize(
    ("cards", "board", "words"),
    [
        ("PH RA", "", "a player of Dragon Poker holds 3 cards; 2 were given (PH RA)"),
        ("", "", "a player of Dragon Poker holds 3 cards; none were given"),
        ("PH RA MO", "TI", "Dragon Poker has no board, but TI was given as one"),
        ("PH RA Ah", "", "'Ah' is not in the pack; its cards are RD BD GD PH TI PA MO RA"),
        ("GD RA GD", "", "'GD' was given 2 times; the pack holds 1 of it"),
    ],
)
def test_impossible_cards(cards: str, board: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        advise(rules(), tuple(cards.split()), tuple(board.split()))


def test_unknown_wagers_and_small_packs() -> None:
    with pytest.raises(ValueError, match="these terms do not offer the progressive wager"):
        tally(rules(), "progressive")
    with pytest.raises(
        ValueError, match=r"'play' is no wager of .*; its wagers are main, three_card_bonus, dragon, prog"
    ):
        tally(rules(), "play")
    with pytest.raises(ValueError, match="a pack of 5 cards is too small; player and dealer need 6"):
        tally(rules(), "main", pack=(("PH", 2), ("RA", 3)))


# --- in words -------------------------------------------------------------------------------------------------------


def paying(**tables: dict[str, Pay]) -> Rules:
    """The default terms with these tables, line by line."""
    bound = rules()

    def lines(wager: str) -> tuple[Line, ...]:
        groups = bound.book.groups.get(wager, {})
        return tuple(Line(hand, tuple(groups.get(hand, (hand,))), pay, "") for hand, pay in tables[wager].items())

    wagers = tuple(replace(w, lines=lines(w.id)) if w.id in tables else w for w in bound.terms.wagers)
    return rules_for(replace(bound.terms, wagers=wagers))


def understood(lines: list[str]) -> set[tuple[str, ...]]:
    """The hands that somebody who reads these lines plays."""
    hands = set(all_hands())
    first, *others = lines
    if first == "Play every hand.":
        played = hands
    elif first == "Fold every hand.":
        played = set()
    elif found := re.fullmatch(r"Play with a pair or better, or with (\w+-\w+-\w+) or higher; fold the rest\.", first):
        least = strength(tuple(NAMES[n] for n in found[1].split("-")))
        played = {cards for cards in hands if strength(cards)[0] > 1 or strength(cards) >= least}
    elif found := re.fullmatch(r"Play with trips, or with a pair of (\w+?)s? and a (\w+) or higher; .*", first):
        pair, other = NAMES[found[1].capitalize()], NAMES[found[2]]
        played = {cards for cards in hands if strength(cards) >= strength((pair, pair, other))}
    else:
        found = re.fullmatch(r"Play with three (\w+?)s? or higher; fold the rest\.", first)
        assert found, first
        played = {cards for cards in hands if strength(cards) >= (3, ORDER[NAMES[found[1].capitalize()]])}
    for line in others:
        found = re.fullmatch(r"Exceptions: (play|fold) (.*)\.", line)
        assert found, line
        these = {tuple(sorted(NAMES[n] for n in hand.split("-"))) for hand in found[2].split(", ")}
        played = played | these if found[1] == "play" else played - these
    return played


LOST: dict[str, dict[str, Pay]] = {"ante": {}, "play": {}}
"""Ante and Play are lost even when the player's hand is higher."""
TABLES: list[tuple[Rules, list[str]]] = [
    (rules("ante_bonus", "A"), ["Play with a pair or better, or with Phoenix-Panda-Rabbit or higher; fold the rest."]),
    (rules("ante_bonus", "B"), ["Play with a pair or better, or with Phoenix-Panda-Rabbit or higher; fold the rest."]),
    (
        paying(ante_bonus={"winning_hand": ToOne(1000)}),
        ["Play with a pair or better, or with Tiger-Monkey-Rabbit or higher; fold the rest."],
    ),
    (paying(ante_bonus={}, **LOST), ["Fold every hand."]),
    (paying(ante_bonus={"trips": ToOne(50)}, **LOST), ["Play with three rabbits or higher; fold the rest."]),
    (
        paying(ante_bonus={"trips": ToOne(50), "pair_of_dragons": ToOne(9)}, **LOST),
        ["Play with trips, or with a pair of dragons and a Rabbit or higher; fold the rest."],
    ),
    (
        paying(ante_bonus={"trips": ToOne(50), "pair_of_monkeys": ToOne(60)}, **LOST),
        [
            "Play with three rabbits or higher; fold the rest.",
            (
                "Exceptions: play Gold Dragon-Monkey-Rabbit, Monkey-Monkey-Rabbit, Panda-Monkey-Monkey, "
                "Tiger-Monkey-Monkey, Phoenix-Monkey-Monkey, Red Dragon-Monkey-Monkey, Blue Dragon-Monkey-Monkey."
            ),
        ],
    ),
]


@pytest.mark.parametrize(("bound", "said"), TABLES)
def test_words_say_every_decision(bound: Rules, said: list[str]) -> None:
    assert understood(said) == {cards for cards in all_hands() if advise(bound, cards).best.choice == "play"}
    assert rules_in_words(bound) == said


def test_words_where_every_hand_is_played() -> None:
    assert rules_in_words(rules(), pack=(("RA", 6),)) == ["Play every hand."]
