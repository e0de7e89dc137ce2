"""Hands in words, as far as somebody sees their cards: `pair of nines, ace high`, `ace-king high; four to a flush`. The
game's own ranking says what the cards make, and the game's own words (`HandWords.held`) come first. Cards that are not
seen are not given to this module: it reads a view, never the state of a table."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards.deck import RANK, RANK_NAMES, RANK_PLURALS, SUIT, SUIT_NAMES, UNKNOWN, Card
from pitboss.cards.fast import best_five, three_cards
from pitboss.cards.ranking import Hand
from pitboss.play.proof_hands import size
from pitboss.rulebook.words import listed, number
from pitboss.table.cells import Cards, Compared, Fields, Holding, holdings
from pitboss.table.rules import Rules
from pitboss.table.views import View
from pitboss.wording import things as w

DEALER = 0
"""Stands for the dealer where positions have their numbers."""
ACE = 14


class SaidHand(NamedTuple):
    """A hand in words: alone, and within a sentence that compares it with another."""

    whole: str
    short: str
    kickers: bool = False
    """Cards that are not spoken of may decide between two such hands."""


class SeenHand(NamedTuple):
    """What cards make as far as they are seen."""

    hand: Hand
    draws: tuple[str, ...]
    """High hands for which little is missing, in words."""
    poker: bool
    """The key of the hand is its category and then ranks of ordinary cards."""


class Sides(NamedTuple):
    """The cards by which the main game is decided: the player's, and the dealer's where he has a hand; and how many
    there are of each when all lie there."""

    own: Holding | None
    own_size: int
    dealer: Holding | None
    dealer_size: int


@lru_cache(maxsize=256)
def sides(rules: Rules) -> Sides:
    """What the fields of the base wager look at."""
    fields = rules.fields.get(rules.base, ())
    own, dealer = _seeing(fields, "own"), _seeing(fields, "dealer")
    return Sides(own, size(rules, own) if own else 0, dealer, size(rules, dealer) if dealer else 0)


def _seeing(fields: Fields, place: str) -> Holding | None:
    """The first holding with cards of this place; of two hands that are compared it is the right one."""
    compared = [each for field in fields if isinstance(field, Compared) for each in (field.own, field.other)]
    return next((h for h in (*compared, *holdings(fields)) if any(seen.place == place for seen in h.sees)), None)


# --- what one viewer sees -------------------------------------------------------------------------------------------


def hands_seen(rules: Rules, view: View) -> Iterator[tuple[int, str]]:
    """Every hand of which this viewer sees something, with its position: those of positions as far as they are seen,
    the dealer's when all of it lies open."""
    own, own_size, dealer, dealer_size = sides(rules)
    for seat in view.seats:
        if own is not None and any(card != UNKNOWN for card in seat.cards):
            said = in_words(rules, own, seen_by(own, view, seat.cards), own_size)
            if said is not None:
                yield seat.number, said.whole
    if dealer is not None and view.dealer and UNKNOWN not in view.dealer:
        cards = seen_by(dealer, view, ())
        said = in_words(rules, dealer, cards, dealer_size) if len(cards) == dealer_size else None
        if said is not None:
            yield DEALER, said.whole


def seen_by(holding: Holding, view: View, own: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a hand that this viewer sees, beside these of a position."""
    lies = {"own": own, "dealer": view.dealer, "community": view.community, "box": view.box}
    return together(holding.sees, lies)


def together(sees: Sequence[Cards], lies: dict[str, tuple[Card, ...]]) -> tuple[Card, ...]:
    """The cards of these places whose faces are known."""
    found: list[Card] = []
    for seen in sees:
        cards = lies[seen.place]
        found += cards[: seen.first] if seen.first else cards
    return tuple([card for card in found if card != UNKNOWN])


# --- hands ----------------------------------------------------------------------------------------------------------

POKER: dict[Callable[[tuple[Card, ...]], Hand], int] = {best_five: 5, three_cards: 3}
"""Rankings whose keys are a category and then ranks of ordinary cards, and how many cards make a hand."""


def in_words(rules: Rules, holding: Holding, cards: tuple[Card, ...], whole: int) -> SaidHand | None:
    """What these cards make; `whole` is their number when all are seen. None where there is nothing to say: cards are
    still missing and the ranking is none of those that everybody knows, or there are more than there should be."""
    if not cards or len(cards) > whole:
        return None
    own = rules.game.hand_words
    if own is not None and own.held is not None:
        return _short(own.held(cards)) if len(cards) == whole else None
    if whole == 1:
        return _alone(rules, cards[0])
    seen = seen_hand(holding, cards, whole)
    if seen is None:
        return None
    made = _made(rules, seen.hand, poker=seen.poker)
    return made if len(cards) == whole else SaidHand("; ".join([made.whole, *seen.draws]), made.short)


def seen_hand(holding: Holding, cards: tuple[Card, ...], whole: int) -> SeenHand | None:
    """The hand that these cards make, of `whole` that it has in the end; None where cards are still missing and the
    ranking is none of those that everybody knows."""
    ranking = holding.ranking
    length = POKER.get((ranking.plain or ranking).of)
    if len(cards) == whole:
        return SeenHand(ranking.of(cards), (), length is not None)
    if length is None:
        return None
    hand = best_five(cards) if len(cards) >= length == POKER[best_five] else _so_far(cards)
    return SeenHand(hand, tuple(_draws(cards, length, whole - len(cards))), True)


def _short(said: str) -> SaidHand:
    """The words before the first comma are enough within a sentence."""
    return SaidHand(said, said.split(", ", 1)[0], True)


def _alone(rules: Rules, card: Card) -> SaidHand:
    """A hand of one card is that card."""
    named = f"{RANK_NAMES[RANK[card]]} of {SUIT_NAMES[SUIT[card]]}" if card in RANK else rules.deck.names[card]
    return SaidHand(named, named)


def _made(rules: Rules, hand: Hand, *, poker: bool) -> SaidHand:
    called = w.hand(rules.book, hand.name)
    ranks = hand.key[1:]
    if not poker:
        return SaidHand(called, called)
    match hand.name:
        case "high_card":
            whole, short = "-".join(RANK_NAMES[rank] for rank in ranks[:2]) + " high", f"{RANK_NAMES[ranks[0]]} high"
        case "pair":
            short = f"pair of {RANK_PLURALS[ranks[0]]}"
            whole = f"{short}, {RANK_NAMES[ranks[1]]} high" if ranks[1:] else short
        case "two_pair":
            whole, short = f"{called}, {RANK_PLURALS[ranks[0]]} and {RANK_PLURALS[ranks[1]]}", called
        case "full_house":
            whole, short = f"{called}, {RANK_PLURALS[ranks[0]]} over {RANK_PLURALS[ranks[1]]}", called
        case "three_of_a_kind" | "four_of_a_kind":
            whole, short = f"{called}, {RANK_PLURALS[ranks[0]]}", called
        case "straight" | "flush" | "straight_flush":
            whole, short = f"{called}, {RANK_NAMES[ranks[0]]} high", called
        case _:
            whole, short = called, called
    return SaidHand(whole, short, True)


_GROUPS = {(4,): "four_of_a_kind", (3,): "three_of_a_kind", (2, 2): "two_pair", (2,): "pair", (): "high_card"}


def _so_far(cards: tuple[Card, ...]) -> Hand:
    """What the first cards of a hand make: only cards of one rank count yet."""
    groups = sorted(((n, r) for r, n in Counter(RANK[card] for card in cards).items()), reverse=True)
    sizes = tuple(n for n, _ in groups if n > 1)
    return Hand(_GROUPS[sizes], (0, *(rank for _, rank in groups)))


# --- what may still come --------------------------------------------------------------------------------------------


def _draws(cards: tuple[Card, ...], length: int, to_come: int) -> list[str]:
    """`four to a flush`: high hands for which one card is missing, or of which all cards so far are a part, at least
    three of them; what is higher first, and what it includes is not said again."""
    if len(cards) >= length and best_five(cards).name not in _GROUPS.values():
        return []
    suits = Counter(SUIT[card] for card in cards)
    suit, suited = max(suits.items(), key=lambda each: each[1])
    ranks = {RANK[card] for card in cards}
    of_suit = {RANK[card] for card in cards if SUIT[card] == suit}
    royal = len(of_suit & set(range(ACE - length + 1, ACE + 1)))
    for count, name in ((royal if length > 3 else 0, "a royal flush"), (_run(of_suit, length), "a straight flush")):
        if _near(count, length, to_come, len(cards)):
            return [f"{number(count)} to {name}"]
    both = ((suited, "a flush"), (_run(ranks, length), "a straight"))
    found = [(count, name) for count, name in both if _near(count, length, to_come, len(cards))]
    if len({count for count, _ in found}) == 1:
        return [f"{number(found[0][0])} to {listed(name for _, name in found)}"]
    return [f"{number(count)} to {name}" for count, name in found]


def _near(count: int, length: int, to_come: int, seen: int) -> bool:
    missing = length - count
    return 1 <= missing <= to_come and (missing == 1 or count == seen) and count >= 3


def _run(ranks: set[int], length: int) -> int:
    """The most of these ranks that one straight can have; the ace may stand below the two."""
    low = ranks | ({1} if ACE in ranks else set())
    return max(len(low & set(range(top - length + 1, top + 1))) for top in range(length, ACE + 1))
