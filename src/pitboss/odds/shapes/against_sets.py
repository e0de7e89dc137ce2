"""Packs that hold no card twice, short hands: the player's hands up to a renaming of the suits against the dealer's
hands by their height, with the known cards removed (`kernels/against.py` says how)."""

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import RANK, Card
from pitboss.cards.ranking import Hand
from pitboss.odds import suit_kinds
from pitboss.odds.counting import Progress, silent
from pitboss.odds.kernels import against as k
from pitboss.odds.kernels.suit_kinds import cards_of
from pitboss.odds.shapes.against_best import AgainstSpot, Deals, table_of
from pitboss.odds.shapes.against_game import AgainstSight, Outcomes
from pitboss.odds.suit_kinds import NumberedPack, SuitKinds
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack

WORKERS = 2
PIECE = 4096
"""Questions that are answered in one go."""
MOST_SPOTS = 12_000_000
"""Spots whose outcomes are kept; each takes about twenty bytes."""
MOST_SETS = 25_000_000
"""Hands of one side that are ranked."""


class SetsGround(NamedTuple):
    """All that is known before a single spot is counted."""

    known: NumberedPack
    own: SuitKinds
    hands: tuple[tuple[Hand, ...], ...]
    """What the player's cards can make, one for each ranking."""
    made: Array
    """[kind of the player's hand]: what it makes."""
    ends: Array
    limits: Array
    """As in `Deals`."""
    outcomes: Outcomes
    alike: bool


def too_large(pack: Pack, sight: AgainstSight) -> str:
    """Why this cannot be counted here, in words; empty where it can."""
    n = sum(number for _, number in pack)
    if max(comb(n, sight.own), comb(n, sight.dealer)) > MOST_SETS:
        return f"hands of {max(sight.own, sight.dealer)} of {n} cards are too many to be looked at one by one"
    spots = comb(n, sight.own) // (24 if suits_alike(sight) else 1) * comb(n, sight.shown)
    if spots > MOST_SPOTS:
        return f"about {spots:,} spots are too many to be kept; {sight.shown} open cards are known at each"
    return ""


def suits_alike(sight: AgainstSight) -> bool:
    """Whether no ranking tells one suit from another."""
    return all(ranking.suits_alike for ranking in (*sight.mine, sight.his))


@lru_cache(maxsize=4)
def ground(pack: Pack, sight: AgainstSight) -> SetsGround:
    """Ranks every hand of both sides."""
    alike = suits_alike(sight)
    known, own = suit_kinds.numbered(pack, alike), suit_kinds.kinds(pack, sight.own, alike)
    his = suit_kinds.heights(pack, sight.dealer, sight.his, alike)
    outcomes = Outcomes(sight, his.hands)
    made = list(zip(*(suit_kinds.made(pack, sight.own, ranking, alike) for ranking in sight.mine), strict=True))
    number = {mine: place for place, mine in enumerate(dict.fromkeys(made))}
    ends, limits = table_of(outcomes, tuple(number))
    return SetsGround(
        known=known,
        own=own,
        hands=tuple(number),
        made=np.array([number[mine] for mine in made], dtype=np.int32),
        ends=ends,
        limits=limits,
        outcomes=outcomes,
        alike=alike,
    )


def _dealer(pack: Pack, sight: AgainstSight, alike: bool) -> tuple[k.DealerHands, int]:
    """The dealer's hands in their order, and how many sets may be asked for: some of the player's cards and all open
    ones."""
    known, sets = suit_kinds.numbered(pack, alike), suit_kinds.kinds(pack, sight.dealer, alike)
    his = suit_kinds.heights(pack, sight.dealer, sight.his, alike)
    values = his.height[sets.kind]
    order = np.argsort(values, kind="stable")
    cards = np.zeros((len(order), sight.dealer), dtype=np.uint8)
    cards_of(order, sight.dealer, known.choose, cards)
    asked = range(sight.shown, min(sight.own + sight.shown, sight.dealer) + 1)
    sizes = [comb(len(known.cards), some) if some in asked else 0 for some in range(sight.dealer + 1)]
    begin = [sum(sizes[:some]) if some in asked else -1 for some in range(sight.dealer + 1)]
    below = np.concatenate([[0], np.bincount(values, minlength=len(his.hands)).cumsum()])
    return k.DealerHands(cards, below, np.array(begin)), sum(sizes)


@lru_cache(maxsize=4)
def _count(pack: Pack, sight: AgainstSight) -> list[Deals]:
    """Where the count is kept once it is made."""
    return []


def count(pack: Pack, sight: AgainstSight, progress: Progress = silent) -> Deals:
    """For every spot: how many of the dealer's hands lead to each outcome."""
    kept = _count(pack, sight)
    if not kept:
        known = ground(pack, sight)
        kept.append(_deals(known, _counted(pack, sight, known, progress)))
    return kept[0]


def _deals(known: SetsGround, counts: Array) -> Deals:
    return Deals(
        names=tuple(range(len(known.own.cards))),
        hands=known.hands,
        made=known.made,
        ways=known.own.ways[:, None],
        counts=counts,
        ends=known.ends,
        limits=known.limits,
        his=tuple(known.outcomes.hands),
        met=tuple(known.outcomes.met),
        most=comb(len(known.known.cards), known.outcomes.sight.dealer),
    )


def _counted(pack: Pack, sight: AgainstSight, known: SetsGround, progress: Progress) -> Array:
    """[hand, open, run]: how many of the dealer's hands are below the end of each run, and from that how many are in
    it."""
    choose, cards, tasks = known.known.choose, known.own.cards, _tasks(known)
    dealer, sets = _dealer(pack, sight, known.alike)
    shape = (len(cards), comb(len(known.known.cards), sight.shown), known.limits.shape[1] + 1)
    found = np.zeros(shape, dtype=np.int32)
    bounds = [len(tasks.limit) * worker // WORKERS for worker in range(WORKERS + 1)]
    done = [0] * WORKERS

    def work(worker: int) -> None:
        entered, containing = 0, np.zeros(sets, dtype=np.int32)
        for first in range(bounds[worker], bounds[worker + 1], PIECE):
            last = min(first + PIECE, bounds[worker + 1])
            entered = k.count_below(
                first, last, tasks, dealer, cards, sight.shown, choose.astype(np.uint64), entered, containing, found
            )
            done[worker] = last - bounds[worker]
            progress(sum(done) / len(tasks.limit))

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(WORKERS)))
    k.in_runs(cards, known.limits[known.made], len(known.outcomes.hands), sight.shown, sight.dealer, choose, found)
    return found


def _tasks(known: SetsGround) -> k.Tasks:
    limits = known.limits[known.made]
    hand, run = np.nonzero(limits < len(known.outcomes.hands))
    order = np.argsort(limits[hand, run], kind="stable")
    return k.Tasks(limits[hand, run][order], hand[order], run[order])


def place(known: SetsGround, cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[int, Array]:
    """The kind of the player's hand, and the open cards with the suits renamed as for it, which ascend."""
    number, choose = known.known.number, known.known.choose
    own = sum(int(choose[card, i + 1]) for i, card in enumerate(sorted(number[card] for card in cards)))
    new = known.known.renamings[known.own.renaming[own]]
    return int(known.own.kind[own]), np.sort(new[[number[card] for card in dealer]]).astype(np.int64)


def spot(
    pack: Pack, sight: AgainstSight, cards: tuple[Card, ...], dealer: tuple[Card, ...], gone: tuple[Card, ...] = ()
) -> AgainstSpot:
    """These cards against a dealer who shows those, where nobody holds those that are gone; nothing else is counted."""
    known = ground(pack, sight)
    hand, shown = place(known, cards, dealer)
    _, out = place(known, cards, gone)
    made, sets = int(known.made[hand]), suit_kinds.kinds(pack, sight.dealer, known.alike)
    height = suit_kinds.heights(pack, sight.dealer, sight.his, known.alike).height
    limits, found = known.limits[made], np.zeros(known.limits.shape[1] + 1, dtype=np.int64)
    choose = known.known.choose
    k.count_one(known.own.cards[hand], shown, out, sight.dealer, sets.kind, height, limits, choose, found)
    ends = known.outcomes.runs(known.hands[made]).outcomes
    against = tuple((known.outcomes.met[end], n) for end, n in zip(ends, found.tolist(), strict=False) if n)
    return AgainstSpot(known.hands[made], against)


def cards_at(pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
    """The cards of a hand of the player, the highest rank first."""
    known = ground(pack, sight)
    return tuple(known.known.cards[card] for card in known.own.cards[hand].tolist()[::-1])


def pictured(pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
    """The cards of a hand as they are drawn: those of which there are most first, then the highest."""
    cards = cards_at(pack, sight, hand)
    ranks = [card[0] for card in cards]
    return tuple(sorted(cards, key=lambda card: (-ranks.count(card[0]), -RANK[card])))


def but_for_suits(pack: Pack, sight: AgainstSight) -> Array:
    """[hand]: a number; hands that differ by their suits alone have the same."""
    known = ground(pack, sight)
    ranks = np.array([RANK[card] for card in known.known.cards])
    rows = np.column_stack([ranks[known.own.cards], known.made])
    return np.unique(rows, axis=0, return_inverse=True)[1].ravel()


def shown_sets(pack: Pack, sight: AgainstSight) -> list[tuple[Card, ...]]:
    """What the dealer can show, in the order of the numbers of sets."""
    cards = suit_kinds.numbered(pack, suits_alike(sight)).cards
    return sorted(combinations(cards, sight.shown), key=lambda some: [cards.index(card) for card in some[::-1]])


def holds(pack: Pack, sight: AgainstSight, card: Card) -> Array:
    """[hand]: whether it holds a card of this rank."""
    known = ground(pack, sight)
    like = np.array([RANK[other] == RANK[card] for other in known.known.cards])
    found: Array = like[known.own.cards].max(axis=1)
    return found
