"""What is true at a table now. Nothing here is a rule, and no undealt card is here."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.table.actions import Called
from pitboss.table.vocabulary import Place, Standing

# How a position stands in the round.
OUT: Final = "out"
LIVE: Final = "live"
FOLDED: Final = "folded"
VOID: Final = "void"
FORFEITED: Final = "forfeited"
ABANDONED: Final = "abandoned"
SPARED: Final = "spared"
"""The standing of a wager that a void spares."""
COUNT: Final = "count"
"""The matter of a stub whose count does not agree."""
REPORT: Final = "report:"
"""What the matter of a report begins with; its kind follows."""
CALLS: Final = (COUNT, REPORT)
"""The matters that a dealer puts before the floorperson."""
STANDINGS: tuple[Standing, ...] = (LIVE, FOLDED, VOID, SPARED, FORFEITED, ABANDONED)


class TableDeck(Struct, frozen=True, gc=False):
    """One of the table's decks on its way from the box to the shoe."""

    number: int
    stage: str = "absent"
    """absent, received, inspected, verified, spread, looked, washed, stacked, shuffled, ready, dealing, used; while the
    table is idle face_down or spread (face up)."""
    preshuffled: bool = False
    by_device: bool = False
    in_play_at: int = -1
    dealt_by_hand: bool = False


class Seat(Struct, frozen=True, gc=False):
    """One betting position. Stakes stand in the order of the game's wagers, in cents."""

    number: int
    stakes: tuple[int, ...]
    taken: tuple[int, ...]
    """Collected into the table inventory but still alive or returnable: lammers, folded wagers."""
    player: str = ""
    placed: tuple[int, ...] = ()
    """What lay on the areas when the bets were closed."""
    standing: Standing = OUT
    cards: tuple[Card, ...] = ()
    up: bool = False
    """All cards lie face up."""
    open: tuple[int, ...] = ()
    """The places of the cards that were dealt face up, counted from 0."""
    discarded: bool = False
    """The cards went to the discard rack unseen."""
    collected: bool = False
    """The settled hand's cards went to the discard rack."""
    acted: str = ""
    """The last step at which the position decided."""
    away: bool = False
    """The player counts as gone: he is asked nothing more in this round."""
    back: bool = False
    """He counted as gone and has come back: the seat stays his after the round."""
    settled: int = -1
    """The last settlement step in which the hand was settled."""
    won: tuple[int, ...] = ()
    """What counts against each payout limit so far in the round."""
    net: int = 0
    """The player's chips since he sat down: negative what he put in, positive what he got."""


class Owing(Struct, frozen=True, gc=False):
    """Cards that must be dealt outside the plan."""

    to: Place
    seat: int
    count: int
    up: bool
    clause: str
    after: str = ""
    delivery: int = -1
    """Which delivery of the deal comes without them, counted from 0; none where they are owed at once."""


class State(Struct, frozen=True, gc=False):
    decks: tuple[TableDeck, ...]
    seats: tuple[Seat, ...]
    procedure: str
    shuffler: str
    """none, working, failed, covered, removed or marked."""
    shoe: str
    """The automated dealing shoe: none, working, failed, covered, removed or marked."""
    terms: str
    round: int = 0
    deck: int = 1
    """The deck in play, or the one that comes next."""
    idle: bool = False
    step: int = -1
    """Where the round is in its script; -1 between rounds."""
    part_done: int = 0
    """How many steps of the deal plan's current part are done."""
    dealer: tuple[Card, ...] = ()
    dealer_up: bool = False
    """All of the dealer's cards lie face up."""
    dealer_open: tuple[int, ...] = ()
    """The places of those of the dealer's cards that were dealt face up, counted from 0."""
    community: tuple[Card, ...] = ()
    community_up: int = 0
    box: tuple[Card, ...] = ()
    box_up: bool = False
    burned: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] = ()
    """Discarded unseen from a stack."""
    owing: tuple[Owing, ...] = ()
    hands_dealt: int = 0
    examined: bool = False
    void: bool = False
    spared: tuple[str, ...] = ()
    saves: str = ""
    """The clause by which the spared wagers are settled although the round is void."""
    paying: bool = False
    """The first payment or collection of the settlement has been made (X-05)."""
    stub_gone: bool = False
    rounds_uncounted: int = 0
    matters: tuple[tuple[str, int], ...] = ()
    """(matter, seat) that wait for a ruling."""
    called: Called | None = None
    """What the dealer has put before the floorperson."""
    meters: tuple[tuple[str, int], ...] = ()
    """What the meters read when last told, in millionths of a cent."""
    posted: tuple[tuple[str, int], ...] = ()
    """Contributions of this round that are already on the meters."""
    counted: tuple[str, ...] = ()
    """Wagers taken before the deal whose chips agreed."""
    table_settled: int = -1
    """The last step at which wagers on the whole table were settled."""
    inventory: int = 0
    """Cents the house has gained since the table opened."""
    departed: int = 0
    """What players who have left took with them (negative: lost), in cents."""

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Positions that were dealt in, from the dealer's left."""
        return tuple(s for s in self.seats if s.standing != OUT)


def plain(state: State) -> dict[str, Any]:
    """The state as plain data. What was added after the first trails were written is left out while nothing is there,
    so that the same state has the same fingerprint for ever."""
    found: dict[str, Any] = msgspec.to_builtins(state)
    added = [(found, "dealer_open"), (found, "saves"), (found, "called")]
    added += [(seat, key) for seat in found["seats"] for key in ("open", "back")]
    for part, key in added:
        if not part[key]:
            del part[key]
    return found


def faces(cards: tuple[Card, ...], up: bool, places: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards as everybody sees them: those that lie open, and the backs of the others."""
    return cards if up else tuple([card if place in places else UNKNOWN for place, card in enumerate(cards)])


def face_down(cards: tuple[Card, ...], up: bool, places: tuple[int, ...]) -> list[Card]:
    """Those of the cards that nobody sees, as they are on record."""
    return [] if up else [card for place, card in enumerate(cards) if place not in places]


def cards_out(state: State) -> list[Card]:
    """Every card of the deck in play that has left it, wherever it lies."""
    out = [*state.dealer, *state.community, *state.box, *state.burned, *state.aside, *state.thrown]
    for seat in state.seats:
        out.extend(seat.cards)
    return out
