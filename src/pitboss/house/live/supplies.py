"""What the house brings to an act: the cards, the commitment, what the meters read. People never name these."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.house.live.now import Fixed, Now
from pitboss.table import actions as a
from pitboss.table.definition import Target
from pitboss.table.flow import targets_due
from pitboss.table.mishaps import right_number
from pitboss.table.naming import nameable
from pitboss.table.refusals import Refusal
from pitboss.table.state import CALLS

Brought = tuple[a.AnyAction, tuple[int, ...]]
"""The whole act, and the places in the deck of the cards it deals."""

LONGEST_TEXT = 200
"""Of what people write into the trail in their own words."""

_METERED = a.CountStub | a.Report | a.Rule | a.PostContributions | a.SettleHand | a.SettleTable
_TURNING = a.ShowCards | a.SettleHand | a.SettleTable
"""Acts that turn cards up; whoever performs them tells the faces that nobody knew."""


def drawer(now: Now) -> Callable[[int, Sequence[Target]], tuple[Card, ...]]:
    """Shows the next cards of a deck without taking them."""

    def draw(deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        return now.packs[deck].top(sum(target.count for target in targets))[1]

    return draw


def _inner(action: a.AnyAction) -> a.Called | None:
    """What an act puts before the floorperson, or what he says instead."""
    match action:
        case a.CallFloor(about=about) | a.Rule(instead=about):
            return about
        case _:
            return None


def bring(
    fixed: Fixed, now: Now, action: a.AnyAction, readings: a.Readings, *, feed: bool = False, approved: bool = False
) -> Brought | Refusal:
    """The act as a person asked for it, made whole."""
    inner = _inner(action)
    odd = _odd_words(inner or action)
    if odd is not None:
        return odd
    if isinstance(action, a.AdoptTerms) and not approved:
        message = "new terms are proposed by one person and approved by another; the house adopts them"
        clause = now.rules.book.positions_clause
        return Refusal("two_people", message, clause, "AdoptTerms", "propose_terms, approve_terms")
    if any(isinstance(each, _METERED) and each.meters for each in (action, inner)):
        return Refusal("meters_given", "the house reads its meters itself", given="meters", allowed="none")
    known = _names_cards(inner or action)
    if known and fixed.cards == "shuffle":
        return Refusal(
            "cards_given", "the cards of this table come from its shuffle", given=" ".join(known), allowed="no cards"
        )
    if known and not feed:
        # A refusal would tell which cards lie face down: at such a table it is the shoe that names a card.
        if isinstance(inner or action, a.Report) and not nameable(now.state):
            return Refusal("feed_only", "the shoe names the card that was found", given="cards", allowed="the feed")
        if isinstance(action, _TURNING) and UNKNOWN not in known and not nameable(now.state):
            message = "the shoe has read cards that lie face down: it names those that are turned up, too"
            return Refusal("feed_only", message, given="cards", allowed="no cards, or turned_up by the feed")
    if isinstance(action, a.DealCards):
        return _deal(fixed, now, action, feed)
    return whole(fixed, now, action, readings), ()


def _odd_words(action: a.AnyAction) -> Refusal | None:
    """Reasons and descriptions stay in the trail for good, and are read on terminals and on paper."""
    for words in (getattr(action, "reason", ""), getattr(action, "detail", "")):
        if len(words) > LONGEST_TEXT or not words.isprintable():
            allowed = f"up to {LONGEST_TEXT} printable characters"
            return Refusal("text", "not a text for the trail", given=words[:LONGEST_TEXT], allowed=allowed)
    return None


def whole(fixed: Fixed, now: Now, action: a.AnyAction, readings: a.Readings) -> a.AnyAction:
    """The act with its commitment, its surplus cards and its meters."""
    if isinstance(action, a.ShuffleCards):
        coming = now.coming.get(action.deck)
        return replace(action, commitment=coming.commitment if coming else "")
    if fixed.cards == "shuffle":
        action = _with_surplus(now, action)
    if isinstance(action, _METERED) and readings and _moves_meters(action):
        return replace(action, meters=readings)
    return action


def _moves_meters(action: a.AnyAction) -> bool:
    """A ruling does only where it carries out what the dealer called for."""
    return not isinstance(action, a.Rule) or (action.matter.startswith(CALLS) and action.ruling != "dismissed")


def _names_cards(action: a.AnyAction) -> tuple[Card, ...]:
    match action:
        case a.DealCards(cards=cards) | a.ShowCards(cards=cards) | a.SettleHand(cards=cards) | a.Report(cards=cards):
            return cards
        case a.SettleTable(faces=faces):
            return tuple(card for _, cards in faces for card in cards)
        case _:
            return ()


def _deal(fixed: Fixed, now: Now, action: a.DealCards, feed: bool) -> Brought | Refusal:
    pack = now.packs.get(now.state.deck)
    if fixed.cards == "feed":
        refusal = None if feed else _by_hand(now, action)
        return refusal or (action, pack.fed(len(action.cards)) if pack else ())
    count = sum(target.count for target, _ in targets_due(now.rules, now.state))
    places, cards = pack.top(count) if pack else ((), ())
    return a.DealCards(cards), places


def _by_hand(now: Now, action: a.DealCards) -> Refusal | None:
    """Why nobody but the shoe may say this. Whoever deals enters what he turns up, and that a card lies face down."""
    if not nameable(now.state):
        message = "the shoe has read cards that lie face down: it deals the others, too"
        return Refusal("feed_only", message, given="cards", allowed="the feed of the shoe")
    ups = [target.up for target, _ in targets_due(now.rules, now.state) for _ in range(target.count)]
    if all(up or card == UNKNOWN for card, up in zip(action.cards, ups, strict=False)):
        return None
    message = "a card that is dealt face down is not looked at"
    return Refusal("face_down", message, given="a face", allowed=UNKNOWN)


def _with_surplus(now: Now, action: a.AnyAction) -> a.AnyAction:
    """The act with the cards that its report is about."""
    match action:
        case a.Report():
            return replace(action, cards=_surplus(now, action))
        case a.CallFloor(about=a.Report() as about):
            return replace(action, about=replace(about, cards=_surplus(now, about)))
        case a.Rule(instead=a.Report() as about):
            return replace(action, instead=replace(about, cards=_surplus(now, about)))
        case _:
            return action


def _surplus(now: Now, report: a.Report) -> tuple[Card, ...]:
    """Cards a report is about and that nobody at a virtual table can name: they come off the top of the deck."""
    pack = now.packs.get(now.state.deck)
    if pack is None:
        return ()
    if report.kind == "card_face_up":
        return pack.top(max(1, min(report.count, 2)))[1]
    if report.kind == "wrong_number" and report.place == "community":
        right = right_number(now.rules, now.state, "community", 0)
        return pack.top(max(0, report.count - right))[1]
    return ()
