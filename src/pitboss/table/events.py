"""Everything that can have happened. Events carry their clause and are applied without any rule (`evolve.py`)."""

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.rulebook.pays import Pay
from pitboss.rulebook.terms import Terms
from pitboss.table.actions import Called
from pitboss.table.vocabulary import Consequence, Place


class Event(Struct, frozen=True, gc=False, tag=True, tag_field="is", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all events."""


# --- the life of the table ------------------------------------------------------------------------------------------


class CardsReceived(Event, frozen=True):
    deck: int
    preshuffled: bool
    clause: str


class DeckMoved(Event, frozen=True):
    """A step of the opening: inspected, verified, spread, looked, washed, stacked."""

    deck: int
    stage: str
    clause: str


class CardsShuffled(Event, frozen=True):
    deck: int
    device: bool
    commitment: str
    clause: str


class DeviceCounted(Event, frozen=True):
    deck: int
    count: int
    clause: str


class CardsCut(Event, frozen=True):
    deck: int
    depth: int
    clause: str


class DeckReady(Event, frozen=True):
    """The deck is in the shoe, the hand or the device and may be dealt from."""

    deck: int
    clause: str
    at: int = 0
    """When it came into play, if it had not been before."""


class RecutOrdered(Event, frozen=True):
    deck: int
    reason: str
    clause: str


class ShuffleOrdered(Event, frozen=True):
    deck: int
    reason: str
    clause: str


class TableIdle(Event, frozen=True):
    face_up: bool
    clause: str


class DeckRemoved(Event, frozen=True):
    deck: int
    reason: str
    clause: str


class DeviceFailed(Event, frozen=True):
    device: str
    clause: str


class DeviceSetAside(Event, frozen=True):
    device: str
    measure: str
    clause: str


class DeviceRestored(Event, frozen=True):
    device: str


class ProcedureChanged(Event, frozen=True):
    procedure: str
    clause: str


class TermsAdopted(Event, frozen=True):
    terms: Terms


# --- seats and wagers -----------------------------------------------------------------------------------------------


class SeatTaken(Event, frozen=True):
    seat: int
    player: str
    clause: str


class SeatLeft(Event, frozen=True):
    seat: int
    player: str


class WagerPlaced(Event, frozen=True):
    """`cents` is what lies on the area now, `before` what lay there until now."""

    seat: int
    wager: str
    cents: int
    clause: str
    before: int = 0


class WagerNotAccepted(Event, frozen=True):
    """The device did not acknowledge the wager: it is no wager and goes back."""

    seat: int
    wager: str
    cents: int
    clause: str


class WagerReturned(Event, frozen=True):
    seat: int
    wager: str
    cents: int
    clause: str
    reason: str = ""


# --- the round ------------------------------------------------------------------------------------------------------


class RoundOpened(Event, frozen=True):
    round: int
    deck: int
    terms: str
    """The digest of the terms in force."""


class StepOpened(Event, frozen=True):
    """The round has come to this step of its script."""

    step: int
    name: str
    clause: str


class BetsClosed(Event, frozen=True):
    seats: tuple[int, ...]
    clause: str


class WagerTaken(Event, frozen=True):
    """Collected before the deal, a lammer in its place; the wager stays alive."""

    seat: int
    wager: str
    cents: int
    clause: str


class ChipsCounted(Event, frozen=True):
    wager: str
    chips: int
    expected: int
    clause: str


class CardsDealt(Event, frozen=True):
    to: Place
    cards: tuple[Card, ...]
    clause: str
    seat: int = 0
    up: bool = False
    extra: bool = False
    """Completes a hand or replaces a card outside the plan."""


class CardSetAside(Event, frozen=True):
    card: Card
    clause: str


class StubRemoved(Event, frozen=True):
    clause: str


class StubCounted(Event, frozen=True):
    stub: int
    expected: int
    deck: int
    verdict: str
    """right, misdealt or not misdealt."""
    clause: str


class Decided(Event, frozen=True):
    seat: int
    step: str
    choice: str
    clause: str
    for_absent: bool = False
    folds: bool = False


class WagerCollected(Event, frozen=True):
    """Taken by the house before the settlement: a folded, forfeited or abandoned wager."""

    seat: int
    wager: str
    cents: int
    clause: str


class HandDiscarded(Event, frozen=True):
    seat: int
    clause: str


class CardsShown(Event, frozen=True):
    place: str
    cards: tuple[Card, ...]
    clause: str
    hand: str = ""


class ContributionPosted(Event, frozen=True):
    meter: str
    amount: int
    reading: int
    clause: str


class ContributionReversed(Event, frozen=True):
    meter: str
    amount: int
    reading: int
    clause: str


class HandTurned(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    clause: str
    hand: str = ""


class WagerSettled(Event, frozen=True):
    """`won` goes to the player, `back` is the stake that goes with it; nothing of either where it loses."""

    seat: int
    wager: str
    stake: int
    pay: Pay
    won: int
    back: int
    clause: str
    cell: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    """What the hand has won so far against each payout limit."""


class PayoutCut(Event, frozen=True):
    """What a payout limit takes off, as a line of its own."""

    seat: int
    wager: str
    cents: int
    clause: str


class MeterPaid(Event, frozen=True):
    meter: str
    cents: int
    before: int
    reading: int
    clause: str
    added: int = 0
    """What the house put in to reset the meter or hold it at its floor."""


class EnvyPaid(Event, frozen=True):
    seat: int
    of_seat: int
    cents: int
    clause: str
    hand: str = ""


class HandCollected(Event, frozen=True):
    """A settled player's cards go to the discard rack before the next player's turn."""

    seat: int
    clause: str


class TableSettled(Event, frozen=True):
    """The wagers that look at the whole table are done for this step."""

    step: int
    clause: str


class TableCleared(Event, frozen=True):
    round: int
    deck: int
    void: bool
    clause: str
    next_deck: int = 1


# --- when something goes wrong --------------------------------------------------------------------------------------


class Irregularity(Event, frozen=True):
    """What was reported and what the rulebook makes of it."""

    kind: str
    consequence: Consequence
    clause: str
    seat: int = 0
    place: str = ""
    count: int = 0
    cards: tuple[Card, ...] = ()
    detail: str = ""
    reading: str = ""


class RoundVoided(Event, frozen=True):
    clause: str
    spared: tuple[str, ...] = ()
    saves: str = ""
    """The clause by which the spared wagers are settled all the same, where it is not that of their settlement."""


class HandVoided(Event, frozen=True):
    seat: int
    clause: str


class HandCorrected(Event, frozen=True):
    """What really lies at a place after a misdeal that does not end the round."""

    place: str
    count: int
    clause: str
    seat: int = 0


class Owed(Event, frozen=True):
    """Cards to be dealt before the round goes on: a completion or a replacement."""

    to: Place
    count: int
    clause: str
    seat: int = 0
    up: bool = False
    after: str = ""
    """The step after which they are dealt, now if empty."""


class WagersForfeited(Event, frozen=True):
    seat: int
    clause: str


class PlayerAway(Event, frozen=True):
    """The player has left; the hand is played out without him, or his wagers count as lost."""

    seat: int
    ruling: str
    clause: str


class PlayerBack(Event, frozen=True):
    """A player who was counted as gone is back: the seat stays his after the round. What becomes of the hand does not
    change."""

    seat: int
    clause: str


class FloorCalled(Event, frozen=True):
    """The dealer has put something before the floorperson; the table stands still until it is ruled on."""

    about: Called
    clause: str


class MatterRaised(Event, frozen=True):
    """Waits for a floorperson's decision and blocks the deal."""

    matter: str
    clause: str
    seat: int = 0


class MatterSettled(Event, frozen=True):
    matter: str
    ruling: str
    clause: str
    seat: int = 0


AnyEvent = (
    CardsReceived | DeckMoved | CardsShuffled | DeviceCounted | CardsCut | DeckReady | RecutOrdered | ShuffleOrdered
    | TableIdle | DeckRemoved | DeviceFailed | DeviceSetAside | DeviceRestored | ProcedureChanged | TermsAdopted
    | SeatTaken | SeatLeft | WagerPlaced | WagerNotAccepted | WagerReturned | RoundOpened | StepOpened | BetsClosed
    | WagerTaken | ChipsCounted | CardsDealt | CardSetAside | StubRemoved | StubCounted | Decided | WagerCollected
    | HandDiscarded | CardsShown | ContributionPosted | ContributionReversed | HandTurned | WagerSettled | PayoutCut
    | MeterPaid | EnvyPaid | HandCollected | TableSettled | TableCleared | Irregularity | RoundVoided | HandVoided
    | HandCorrected | Owed
    | WagersForfeited | PlayerAway | PlayerBack | FloorCalled | MatterRaised | MatterSettled
)  # fmt: skip
