"""Long hands of which only some ranks count, with cards of the dealer's known: every spot of small packs as dealing
everything out finds it."""

from collections import Counter, defaultdict
from itertools import combinations, islice

import pytest

from odds.walker import cards_in, pack_of, without
from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds.shapes import against_ranks_seen
from pitboss.odds.shapes.against_game import AgainstSight
from pitboss.odds.tally import Pack
from pitboss.table.cells import DEALER, HIGHER, LOWER, OWN, Compared, Holding, Ranking, Standing

Cards = tuple[Card, ...]


def made(cards: Cards) -> Hand:
    """All three ranks in one suit, or as many of them as there are, aces before kings."""
    ranks = "".join(sorted(card[0] for card in cards if card[0] in "QKA"))
    suits = Counter(card[1] for card in cards if card[0] in "QKA")
    whole = any(n == len("QKA") for n in suits.values())
    return Hand("whole" if whole else "some", (int(whole), len(ranks), ranks.count("A"), ranks.count("K")))


THREE_RANKS = Ranking("three ranks", made, only="QKA")
MAIN = (Standing(), Compared(Holding((OWN,), THREE_RANKS), Holding((DEALER,), THREE_RANKS)))


WHOLE = pack_of("JQKA", "cdh")
LACKING = tuple(card for card in WHOLE if card[0] not in ("Kh", "Qc"))


def sight(own: int, dealer: int, shown: int) -> AgainstSight:
    return AgainstSight(own, dealer, shown, (MAIN,), (THREE_RANKS,), THREE_RANKS)


def outcome(own: Cards, his: Cards) -> str:
    return compared(made(own), made(his))


def compared(mine: Hand, his: Hand) -> str:
    return HIGHER if mine.key > his.key else LOWER if mine.key < his.key else "equal"


def dealt_out(pack: Pack, seen: AgainstSight) -> Counter[tuple[Hand, frozenset[tuple[str, int]]]]:
    """What the player has, and how many of the dealer's hands are lower, equal, higher → in how many deals."""
    spots: dict[tuple[Cards, Cards], Counter[str]] = defaultdict(Counter)
    for own in combinations(cards_in(pack), seen.own):
        for his in combinations(without(cards_in(pack), own), seen.dealer):
            for shown in combinations(his, seen.shown):
                spots[own, shown][outcome(own, his)] += 1
    return Counter((made(own), frozenset(met.items())) for (own, _), met in spots.items())


def counted(pack: Pack, seen: AgainstSight) -> Counter[tuple[Hand, frozenset[tuple[str, int]]]]:
    deals = against_ranks_seen.count(pack, seen)
    found: Counter[tuple[Hand, frozenset[tuple[str, int]]]] = Counter()
    for place, spots in enumerate(deals.ways):
        (mine,) = deals.hands[deals.made[place]]
        ends = deals.ends[deals.made[place]].tolist()
        for open_, ways in enumerate(spots.tolist()):
            met: Counter[str] = Counter()
            for end, n in zip(ends, deals.counts[place, open_].tolist(), strict=True):
                met[compared(deals.met[end].mine[0], deals.met[end].his)] += n
            if ways:
                found[mine, frozenset((+met).items())] += ways
    return found


EACH = [
    ("JQKA", "cdh", 4, 4, 1),  # the dealer's other cards can make a suit whole that nobody has touched
    ("JQKA", "cdh", 4, 4, 2),  # only one that he has begun
    ("JQKA", "cdh", 4, 4, 3),  # only one that lacks a single card
    ("QKA", "cdhs", 3, 5, 2),  # nothing but cards that count; two suits may be as far
    ("TJQKA", "cd", 3, 4, 2),
    ("JQK", "cdh", 3, 4, 3),  # a rank that the pack has not got
]


@pytest.mark.parametrize(("ranks", "suits", "own", "dealer", "shown"), EACH)
def test_every_spot(ranks: str, suits: str, own: int, dealer: int, shown: int) -> None:
    pack, seen = pack_of(ranks, suits), sight(own, dealer, shown)
    assert counted(pack, seen) == dealt_out(pack, seen)


@pytest.mark.parametrize("gone", [(), ("Qd",), ("Jc", "Ad")], ids=str)
@pytest.mark.parametrize("pack", [WHOLE, LACKING], ids=["whole", "lacking"])
def test_one_spot_where_cards_are_gone(pack: Pack, gone: Cards) -> None:
    seen = sight(4, 4, 2)
    left = without(cards_in(pack), gone)
    for own in islice(combinations(left, 4), 0, None, 7):
        for shown in combinations(without(left, own), 2):
            met = Counter(outcome(own, (*shown, *rest)) for rest in combinations(without(left, own, shown), 2))
            spot = against_ranks_seen.spot(pack, seen, own, shown, gone)
            assert spot.mine == (made(own),)
            assert +Counter({compared(mine[0], his): n for (mine, his), n in spot.against}) == met
