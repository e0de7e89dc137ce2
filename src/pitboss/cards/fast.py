"""The declared ranking in a form fast enough for the live round: the best five of five, six or seven cards by counting
ranks and suits. `tests/cards` compares it with the declaration over every pattern of ranks and suits."""

from functools import cache, lru_cache

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.cards.ranking import FIVE_CARDS, THREE_CARDS, Hand
from pitboss.cards.ranking import rank as _rank

_NAMES = {len(FIVE_CARDS) - place: category.name for place, category in enumerate(FIVE_CARDS)}
_ROYAL, _STRAIGHT_FLUSH, _QUADS, _FULL, _FLUSH, _STRAIGHT, _TRIPS, _TWO_PAIR, _PAIR, _HIGH = sorted(
    _NAMES, reverse=True
)


@lru_cache(maxsize=65536)
def best_five(cards: tuple[Card, ...]) -> Hand:
    """The highest five-card hand among five, six or seven standard cards."""
    suits = [SUIT[c] for c in cards]
    for suit in (0, 1, 2, 3):
        if suits.count(suit) >= 5:
            suited = tuple(sorted((RANK[c] for c in cards if SUIT[c] == suit), reverse=True))
            return _suited(suited)
    return _ranks(tuple(sorted((RANK[c] for c in cards), reverse=True)))


@cache
def _suited(ranks: tuple[int, ...]) -> Hand:
    """Five or more cards of one suit among seven leave no room for a pair hand above the flush."""
    top = _run(ranks)
    if top == 14:
        return Hand(_NAMES[_ROYAL], (_ROYAL,))
    if top:
        return Hand(_NAMES[_STRAIGHT_FLUSH], (_STRAIGHT_FLUSH, top))
    return Hand(_NAMES[_FLUSH], (_FLUSH, *ranks[:5]))


@cache
def _ranks(ranks: tuple[int, ...]) -> Hand:
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    most, first = groups[0]
    second = groups[1]
    if most == 4:
        return Hand(_NAMES[_QUADS], (_QUADS, first, max(r for r in ranks if r != first)))
    if most == 3 and second[0] >= 2:
        pair = max(r for n, r in groups[1:] if n >= 2)
        return Hand(_NAMES[_FULL], (_FULL, first, pair))
    top = _run(ranks)
    if top:
        return Hand(_NAMES[_STRAIGHT], (_STRAIGHT, top))
    if most == 3:
        return Hand(_NAMES[_TRIPS], (_TRIPS, first, *_others(ranks, (first,))[:2]))
    if most == 2 and second[0] == 2:
        pairs = (first, second[1])
        return Hand(_NAMES[_TWO_PAIR], (_TWO_PAIR, *pairs, *_others(ranks, pairs)[:1]))
    if most == 2:
        return Hand(_NAMES[_PAIR], (_PAIR, first, *_others(ranks, (first,))[:3]))
    return Hand(_NAMES[_HIGH], (_HIGH, *ranks[:5]))


def _others(ranks: tuple[int, ...], used: tuple[int, ...]) -> list[int]:
    return [r for r in ranks if r not in used]


def _run(ranks: tuple[int, ...]) -> int:
    """The top of the highest run of five among the ranks, the ace also counting as one."""
    held = set(ranks)
    if 14 in held:
        held.add(1)
    for top in range(14, 4, -1):
        if top in held and held.issuperset((top - 1, top - 2, top - 3, top - 4)):
            return top
    return 0


@cache
def three_cards(cards: tuple[Card, ...]) -> Hand:
    """A three-card hand; there are only 22,100 of them."""
    return _rank(cards, THREE_CARDS)
