"""Mississippi Stud solved a second time, from nothing but cards and the list of payments: backward over sets of four,
three and two cards, with the names of the suits left out. Nothing of the product is asked."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Card = tuple[int, str]
Cards = tuple[Card, ...]
PACK: list[Card] = list(product(range(2, 15), "cdhs"))
PAYS = {
    "royal": 500, "straight flush": 100, "four": 40, "full house": 10, "flush": 6, "straight": 4, "three": 3,
    "two pair": 2, "jacks": 1, "sixes": 0, "nothing": -1,
}  # fmt: skip
FOLD = 0


def plainly(cards: Cards) -> str:
    """What five cards are paid as."""
    kinds = Counter(rank for rank, _ in cards)
    flush = len({suit for _, suit in cards}) == 1
    ranks = sorted(kinds)
    run = len(ranks) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [2, 3, 4, 5, 14])
    counts = sorted(kinds.values(), reverse=True)
    if run and flush:
        return "royal" if ranks[0] == 10 else "straight flush"
    if counts[0] == 4:
        return "four"
    if counts == [3, 2]:
        return "full house"
    if flush:
        return "flush"
    if run:
        return "straight"
    if counts[0] == 3:
        return "three"
    if counts == [2, 2, 1]:
        return "two pair"
    paired = max((rank for rank in ranks if kinds[rank] == 2), default=0)
    return "jacks" if paired >= 11 else "sixes" if paired >= 6 else "nothing"


def alike(cards: Cards) -> Cards:
    """The same cards with suits named anew: sets that differ in the names of suits only become one."""
    held = sorted((tuple(sorted(rank for rank, suit in cards if suit == each)) for each in "cdhs"), reverse=True)
    return tuple((rank, suit) for suit, ranks in zip("cdhs", held, strict=True) for rank in ranks)


class Worth(NamedTuple):
    """What a situation is worth to the best player, added up over everything that can still be dealt."""

    value: int
    square: int
    """Of the net result."""
    risk: int
    """What is finally wagered."""
    wins: int
    answers: frozenset[int] = frozenset()
    """The answers that are worth most: 0 folds, otherwise how many antes are wagered."""
    taken: int = FOLD
    """Of these the one with the least variance, then the smallest."""

    def times(self, ways: int) -> "Worth":
        """All of it so many times."""
        return Worth(self.value * ways, self.square * ways, self.risk * ways, self.wins * ways)


@cache
def ends(four: Cards) -> tuple[tuple[int, int], ...]:
    """What the 48 cards that are left make of four: payment to one and how often."""
    return tuple(Counter(PAYS[plainly((*four, card))] for card in PACK if card not in four).items())


def best(found: dict[int, Worth]) -> Worth:
    top = max(each.value for each in found.values())
    answers = frozenset(answer for answer, each in found.items() if each.value == top)
    taken = min(answers, key=lambda answer: (found[answer].square, answer))
    return found[taken]._replace(answers=answers, taken=taken)


def folded(lies: int, ways: int) -> Worth:
    return Worth(-lies * ways, lies * lies * ways, lies * ways, 0)


def added(some: Iterator[Worth]) -> Worth:
    value = square = risk = wins = 0
    for each in some:
        value, square, risk, wins = value + each.value, square + each.square, risk + each.risk, wins + each.wins
    return Worth(value, square, risk, wins)


LEFT = {2: 50 * 49 * 48, 3: 49 * 48, 4: 48}
"""In how many ways the other community cards can come, by how many cards are seen."""


@cache
def worth(cards: Cards, lies: int) -> Worth:
    """With these cards, as `alike` gives them, and so many antes on the table."""
    return best(each_answer(cards, lies))


def each_answer(cards: Cards, lies: int) -> dict[int, Worth]:
    """The same for every answer, with the best ones after it."""
    found = {FOLD: folded(lies, LEFT[len(cards)])}
    for times in (1, 2, 3):
        stake = lies + times
        if len(cards) == 4:
            found[times] = added(
                Worth(stake * pays * ways, (stake * pays) ** 2 * ways, stake * ways, ways * (pays > 0))
                for pays, ways in ends(cards)
            )
        else:
            found[times] = added(worth(after, stake).times(ways) for after, ways in one_more(cards))
    return found


@cache
def one_more(cards: Cards) -> tuple[tuple[Cards, int], ...]:
    """What these cards become with one more, as `alike` gives it, and with how many of the cards that are left."""
    return tuple(Counter(alike((*cards, card)) for card in PACK if card not in cards).items())


@cache
def whole_game() -> Worth:
    """All deals: two own cards and three community cards in their order."""
    hands = Counter(alike(hand) for hand in combinations(PACK, 2))
    return added(worth(hand, 1).times(ways) for hand, ways in hands.items())


DEALS = 1326 * 50 * 49 * 48


def met(cards: Cards, lies: int) -> Iterator[tuple[Cards, int]]:
    """This and every later decision that the best player comes to from here, with what lies on the table."""
    yield cards, lies
    taken = worth(cards, lies).taken
    if taken != FOLD and len(cards) < 4:
        for after, _ in one_more(cards):
            yield from met(after, lies + taken)


@cache
def decisions() -> frozenset[tuple[Cards, int]]:
    """Every decision that the best player comes to."""
    return frozenset(each for hand in {alike(hand) for hand in combinations(PACK, 2)} for each in met(hand, 1))
