"""Kinds of hands by which decisions are told apart afterwards: `pairs`, and more closely `small pairs (twos to sixes)`.
What the cards make that somebody sees is said by the game's own ranking and words (`hands.py`)."""

from pitboss.cards.deck import RANK_NAMES
from pitboss.table.rules import Rules
from pitboss.table.views import View
from pitboss.wording import things
from pitboss.wording.hands import SeenHand, in_words, seen_by, seen_hand, sides

PAIRS, NO_PAIR, NEAR = "pairs", "no pair", "near a flush or a straight"
SMALL, MIDDLE, HIGH = "small pairs (twos to sixes)", "middle pairs (sevens to tens)", "high pairs (jacks to aces)"
LOW = "jack high or lower"
_SMALL, _MIDDLE, _JACK = 6, 10, 11


def kinds(rules: Rules, view: View, seat: int) -> tuple[str, ...]:
    """The kinds of the hand that this viewer sees at a position, from the widest to the closest; none where the game
    says nothing of such cards."""
    own, whole, _, _ = sides(rules)
    if own is None:
        return ()
    cards = seen_by(own, view, view.seats[seat - 1].cards)
    words = rules.game.hand_words
    if words is None or words.held is None:
        seen = seen_hand(own, cards, whole) if cards and whole > 1 else None
        if seen is not None and seen.poker:
            return _poker(rules, seen)
    said = in_words(rules, own, cards, whole)
    if said is None:
        return ()
    wider = words.band(own.ranking.of(cards)).wider if words is not None and words.band is not None else ""
    return (wider, said.short) if wider and wider != said.short else (said.short,)


def _poker(rules: Rules, seen: SeenHand) -> tuple[str, ...]:
    match seen.hand.name:
        case "pair":
            return PAIRS, _pairs(seen.hand.key[1])
        case "high_card" if seen.draws:
            return NO_PAIR, NEAR
        case "high_card":
            rank = seen.hand.key[1]
            return NO_PAIR, f"{RANK_NAMES[rank]} high" if rank > _JACK else LOW
        case name:
            return (things.hand(rules.book, name),)


def _pairs(rank: int) -> str:
    if rank <= _SMALL:
        return SMALL
    return MIDDLE if rank <= _MIDDLE else HIGH


def habit_words(nth: int, best: str, choice: str, times: int, cases: int) -> str:
    """What somebody does again and again, at the nth decision of a hand (0: the only one): so many times of those in
    which another choice was best."""
    when = f"At the {ORDER[min(nth, len(ORDER)) - 1]} decision you" if nth else "You"
    if times == cases:
        return f"{when} never chose {best} when it was best: all {cases} times you chose {choice}."
    return f"{when} chose {choice} {times} of {cases} times when {best} was best."


ORDER = ("first", "second", "third", "fourth", "fifth", "last")
