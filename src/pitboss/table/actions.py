"""Everything a person can do at a table. An act says what was done, never what follows from it."""

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.rulebook.terms import Terms

Readings = tuple[tuple[str, int], ...]
"""What meters read, in millionths of a cent, brought by whoever keeps them."""


class Action(Struct, frozen=True, gc=False, tag=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all acts."""


# --- the life of the table ------------------------------------------------------------------------------------------


class ReceiveCards(Action, frozen=True):
    deck: int = 1
    preshuffled: bool = False


class InspectCards(Action, frozen=True):
    """The dealer looks for defects; with `sound=False` the deck leaves the table."""

    deck: int = 1
    sound: bool = True


class VerifyCards(Action, frozen=True):
    deck: int = 1


class SpreadCards(Action, frozen=True):
    deck: int = 1


class LookAtCards(Action, frozen=True):
    """The first player to arrive has had the opportunity to look."""

    deck: int = 1


class WashCards(Action, frozen=True):
    deck: int = 1


class StackCards(Action, frozen=True):
    deck: int = 1


class ShuffleCards(Action, frozen=True):
    deck: int = 1
    device: bool = False
    commitment: str = ""


class DeviceCountsCards(Action, frozen=True):
    """The number the shuffler shows after its shuffle."""

    count: int
    deck: int = 1


class CutCards(Action, frozen=True):
    depth: int
    deck: int = 1


class OrderRecut(Action, frozen=True):
    reason: str = ""


class OrderShuffle(Action, frozen=True):
    reason: str = ""


class GoIdle(Action, frozen=True):
    """Nobody plays: the cards are spread until a player arrives."""

    face_up: bool = False


class RemoveDeck(Action, frozen=True):
    deck: int = 1
    reason: str = ""


class SetDeviceAside(Action, frozen=True):
    """A device that cannot be used is covered, removed or marked with a sign."""

    device: str
    measure: str


class RestoreDevice(Action, frozen=True):
    device: str


class ChangeProcedure(Action, frozen=True):
    procedure: str


class AdoptTerms(Action, frozen=True):
    terms: Terms


# --- seats and wagers -----------------------------------------------------------------------------------------------


class TakeSeat(Action, frozen=True):
    seat: int
    player: str


class LeaveSeat(Action, frozen=True):
    seat: int


class ComeBack(Action, frozen=True):
    """Somebody who was counted as gone is there again: he keeps his seat after the round."""

    seat: int


class PlaceWager(Action, frozen=True):
    """Puts a wager of `cents` on its area, instead of what lies there; 0 takes it back."""

    seat: int
    wager: str
    cents: int
    instrument: str = "chips"
    accepted: bool = True
    """Whether the device that accepts it acknowledged the wager."""


# --- the round ------------------------------------------------------------------------------------------------------


class OpenRound(Action, frozen=True):
    pass


class CloseBets(Action, frozen=True):
    """The dealer announces "no more bets"."""


class TakeWagers(Action, frozen=True):
    """The dealer collects the wagers of one kind before the deal and counts the chips."""

    wager: str
    chips: int


class DealCards(Action, frozen=True):
    """The next cards, as many as the plan asks or fewer, in the order in which they leave the shoe."""

    cards: tuple[Card, ...]


class RemoveStub(Action, frozen=True):
    pass


class CountStub(Action, frozen=True):
    """The stub as counted; where it is wrong also what lies at each place (`seat3`, `dealer`, `community`, …)."""

    stub: int
    places: tuple[tuple[str, int], ...] = ()
    meters: Readings = ()


class Decide(Action, frozen=True):
    seat: int
    choice: str


class CollectFolded(Action, frozen=True):
    pass


class ShowCards(Action, frozen=True):
    """Turns up what the step asks for; the faces are brought where nobody knew them."""

    cards: tuple[Card, ...] = ()


class PostContributions(Action, frozen=True):
    meters: Readings = ()


class SettleHand(Action, frozen=True):
    seat: int
    cards: tuple[Card, ...] = ()
    meters: Readings = ()


class SettleTable(Action, frozen=True):
    """Settles the wagers that look at all hands, once they are open; `faces` tells the cards of hands nobody has seen
    yet where the reading counts them (position, cards)."""

    meters: Readings = ()
    faces: tuple[tuple[int, tuple[Card, ...]], ...] = ()


class ClearTable(Action, frozen=True):
    pass


# --- when something goes wrong --------------------------------------------------------------------------------------


class Report(Action, frozen=True):
    """An irregularity, by the person who saw it."""

    kind: str
    seat: int = 0
    place: str = ""
    count: int = 0
    cards: tuple[Card, ...] = ()
    ruling: str = ""
    detail: str = ""
    meters: Readings = ()


Called = Report | CountStub
"""What can be put before a floorperson."""


class CallFloor(Action, frozen=True):
    """What the dealer has seen or counted. Nothing follows from it until a floorperson has ruled."""

    about: Called


class Rule(Action, frozen=True):
    """A floorperson's decision on a matter that waits for one."""

    matter: str
    ruling: str
    seat: int = 0
    instead: Called | None = None
    """With the ruling `corrected`: what the dealer should have said."""
    meters: Readings = ()


AnyAction = (
    ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards
    | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice
    | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers
    | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand
    | SettleTable | ClearTable | Report | CallFloor | Rule
)  # fmt: skip


class Act(Struct, frozen=True, gc=False):
    """An action with who did it and when (milliseconds since 1970, brought by the shell)."""

    by: str
    action: AnyAction
    at: int = 0
