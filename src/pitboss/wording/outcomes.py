"""How a hand ended, in one sentence: `Your flush beats the dealer's two pair`. It is made from what a round has opened
before everybody, event by event; a card that was never turned up is not looked at."""

from collections.abc import Iterable
from typing import TypeGuard

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.cards.ranking import Hand
from pitboss.rulebook.words import number
from pitboss.rulebook.words import sentence as capital
from pitboss.table import events as e
from pitboss.table.cells import EQUAL, HIGHER, LOWER, Compared, Holding, Qualified
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE
from pitboss.wording.hands import SaidHand, in_words, sides, together
from pitboss.wording.reader import Reader

_VERBS = {HIGHER: ("beats", "beat"), LOWER: ("loses to", "lose to"), EQUAL: ("ties with", "tie with")}
_ALONE = {HIGHER: ("wins", "win"), LOWER: ("loses", "lose"), EQUAL: ("pushes", "push")}
"""What is said of a hand that is compared with none."""


class TurnedUp(Struct):
    """The cards that a round has turned up so far."""

    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    seats: dict[int, tuple[Card, ...]] = {}

    def turn(self, events: Iterable[e.AnyEvent]) -> "TurnedUp":
        """The same after these events."""
        now = TurnedUp(self.dealer, self.community, self.box, dict(self.seats))
        for event in events:
            match event:
                case e.RoundOpened():
                    now = TurnedUp()
                case e.HandTurned():
                    now.seats[event.seat] = event.cards
                case e.CardsShown(place="dealer"):
                    now.dealer = event.cards
                case e.CardsShown(place="box"):
                    now.box = event.cards
                case e.CardsShown(place="community"):
                    now.community += event.cards
                case e.CardsDealt(up=True):
                    now.dealt_up(event)
        return now

    def dealt_up(self, event: e.CardsDealt) -> None:
        """These cards were dealt face up."""
        match event.to:
            case "community":
                self.community += event.cards
            case "dealer":
                self.dealer += event.cards
            case "box":
                self.box += event.cards
            case "seat":
                self.seats[event.seat] = (*self.seats.get(event.seat, ()), *event.cards)
            case _:
                pass

    def hand(self, rules: Rules, holding: Holding, seat: int, whole: int) -> tuple[Hand, SaidHand] | None:
        """What somebody has shown, once all of it lies open."""
        own = self.seats.get(seat, ())
        lies = {"own": own, "dealer": self.dealer, "community": self.community, "box": self.box}
        cards = together(holding.sees, lies)
        if len(cards) != whole or UNKNOWN in cards:
            return None
        said = in_words(rules, holding, cards, whole)
        return (holding.ranking.of(cards), said) if said is not None else None


def settles_main(event: e.AnyEvent, rules: Rules) -> TypeGuard[e.WagerSettled]:
    """Whether this settles the base wager, or one that is decided by the same."""
    if not isinstance(event, e.WagerSettled):
        return False
    fields = rules.fields.get(event.wager)
    return fields is not None and fields == rules.fields.get(rules.base)


def outcome(event: e.AnyEvent, rules: Rules, opened: TurnedUp, reader: Reader) -> str:
    """How the hand of a position ended, where this event settles a wager of the main game on it; else nothing."""
    if not settles_main(event, rules):
        return ""
    space = rules.settlement.spaces[event.wager]
    cell = dict(zip(space.fields, event.cell, strict=False))
    own_side, own_size, dealer_side, dealer_size = sides(rules)
    own = opened.hand(rules, own_side, event.seat, own_size) if own_side else None
    if own is None or cell.get("standing") != LIVE:
        return ""
    whose = capital(reader.whose(event.seat))
    compared = next((field for field in rules.fields[event.wager] if isinstance(field, Compared)), None)
    dealer = opened.hand(rules, dealer_side, event.seat, dealer_size) if dealer_side and compared else None
    if compared is None or dealer is None:
        return f"{whose} {does(own[1].short, _ALONE[_brought(event)])}"
    idle = _idle(rules, event.wager, cell)
    if idle and not _compared_all_the_same(rules, compared, idle):
        return f"The dealer's {does(dealer[1].short, ('does', 'do'))} not qualify"
    graded = cell.get(compared.name, "")
    how = graded if graded in _VERBS else _by_height(own[0], dealer[0])
    mine, his, by = _told_apart(own[1], dealer[1], how)
    return f"{whose} {does(mine, _VERBS[how])} the dealer's {his}{by}{', which does not qualify' if idle else ''}"


def _brought(event: e.WagerSettled) -> str:
    net = event.won + event.back - event.stake
    return HIGHER if net > 0 else LOWER if net < 0 else EQUAL


def _by_height(own: Hand, other: Hand) -> str:
    """For results that only this game knows: what is higher was better."""
    return HIGHER if own.key > other.key else LOWER if own.key < other.key else EQUAL


def _idle(rules: Rules, wager: str, cell: dict[str, str]) -> tuple[str, str] | None:
    """The field and the value by which the dealer does not qualify; None where he does, or needs no particular hand."""
    field = next((field for field in rules.fields[wager] if isinstance(field, Qualified)), None)
    return (field.name, field.values[1]) if field and cell.get(field.name) == field.values[1] else None


def _compared_all_the_same(rules: Rules, compared: Compared, idle: tuple[str, str]) -> bool:
    """Whether some wager is settled by the comparison although the dealer does not qualify."""
    field, value = idle
    return any(
        compared.name in row.when and value in row.when.get(field, (value,))
        for row in rules.settlement.rows
        if any(wager in rules.index for wager in row.wagers)
    )


def _told_apart(own: SaidHand, other: SaidHand, how: str) -> tuple[str, str, str]:
    """Both hands in as few words as tell them apart, and what decided where words do not."""
    if own.short != other.short or how == EQUAL:
        return own.short, other.short, ""
    if own.whole != other.whole:
        return f"{own.whole},", other.whole, ""
    return own.short, other.short, " on the other cards" if own.kickers else ""


def does(hand: str, verbs: tuple[str, str]) -> str:
    """`flush beats`, `three tigers beat`, `eight of spades beats`."""
    first, *others = hand.split(",", 1)[0].split(" ")
    many = others and others[0].endswith("s") and first in {number(n) for n in range(2, 11)}
    return f"{hand} {verbs[1] if many else verbs[0]}"
