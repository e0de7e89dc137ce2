"""A round that is over, looked at once more for one of its players: what he decided, with what he saw at that moment,
and what he had wagered. Cards that were hidden from him then stay hidden: each decision is put through his own view."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.house.audit.queries import RoundLine
from pitboss.house.audit.recall import Happened
from pitboss.house.audit.refolded import seated
from pitboss.house.coaching.advising import CoachedDecision
from pitboss.house.coaching.watching import CLOCK, LOSING
from pitboss.rulebook.roles import PLAYER
from pitboss.rulebook.words import MAIN
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.people import as_player, name, role
from pitboss.table.rules import Rules
from pitboss.table.state import State, faces
from pitboss.table.views import view

UNUSUAL = (e.Irregularity, e.RoundVoided, e.HandCorrected, e.Owed, e.CardSetAside)
"""After these the cards are not those of an ordinary round."""
CUT_SHORT = (e.HandVoided, e.WagersForfeited)
"""After these a hand was not played to its end."""


class PastDecision(Struct, frozen=True):
    """A decision that was made, by the player or by the clock."""

    seq: int
    """The event of the round that it is."""
    seat: int
    choice: str
    clock: bool
    spot: CoachedDecision


class PastWager(Struct, frozen=True):
    """What was wagered before the deal."""

    seat: int
    wager: str
    """`main`, or a side wager."""
    stake: int
    """Of the base, in cents."""


class PastCards(Struct, frozen=True):
    """The cards of a round as its player saw them at the end."""

    seats: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """His own positions."""
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()


class PastRound(Struct, frozen=True):
    rules: Rules
    players: int
    """How many positions were dealt in."""
    decisions: tuple[PastDecision, ...]
    wagers: tuple[PastWager, ...]
    cards: PastCards
    usual: bool
    """Played as the rules have it, from the deal to the end: only then what it brought can be compared."""


class _Fold:
    """Goes through the events of a round."""

    def __init__(self, rules: Rules, line: RoundLine, handle: str) -> None:
        self.rules, self.handle, self.state = rules, handle, seated(rules, line.hands)
        self.own = {hand.seat for hand in line.hands if hand.player == handle}
        self.usual = not line.void
        self.players = 0
        self.absent: set[int] = set()
        self.decisions: list[PastDecision] = []
        self.wagers: list[PastWager] = []
        self.cards = PastCards()

    def take(self, each: Happened) -> None:
        event = each.event
        match event:
            case e.BetsClosed():
                self.players = len(event.seats)
            case e.Decided() if event.seat in self.own:
                self._decided(each, event)
            case e.PlayerAway() if event.seat in self.own:
                self.usual = self.usual and each.house == CLOCK and event.ruling != LOSING
                if each.house == CLOCK:
                    self.absent.add(event.seat)
            case e.TableCleared():
                self.cards = self._cards()
            case _ if isinstance(event, UNUSUAL):
                self.usual = self.usual and each.house == CLOCK  # whose time is over is reported, too
            case _ if isinstance(event, CUT_SHORT) and event.seat in self.own:
                self.usual = False
        self.state = evolve(self.rules, self.state, event)
        if isinstance(event, e.BetsClosed):
            self.wagers = [wager for seat in sorted(self.own) for wager in _wagers(self.rules, self.state, seat)]

    def _decided(self, each: Happened, event: e.Decided) -> None:
        """What somebody else chose for him is not his, unless his time was over."""
        himself = role(each.by) == PLAYER and name(each.by) == self.handle and not event.for_absent
        if not himself and event.seat not in self.absent:
            return
        seen = view(self.rules, self.state, as_player(self.handle))
        spot = CoachedDecision(self.rules, seen, event.seat)
        self.decisions.append(PastDecision(each.seq, event.seat, event.choice, event.seat in self.absent, spot))

    def _cards(self) -> PastCards:
        state = self.state
        known = faces(state.dealer, state.dealer_up, state.dealer_open)
        return PastCards(
            seats=tuple((seat, state.seats[seat - 1].cards) for seat in sorted(self.own)),
            dealer=tuple(card for card in known if card != UNKNOWN),
            community=state.community[: state.community_up],
        )


def _wagers(rules: Rules, state: State, seat: int) -> Iterable[PastWager]:
    """The main game as one, by its base; each side wager by itself."""
    held = state.seats[seat - 1]
    lies = {w.id: held.stakes[i] or held.taken[i] for i, w in enumerate(rules.wagers)}
    base = next((lies[w.id] for w in rules.wagers if w.compulsory), 0)
    if base:
        yield PastWager(seat, MAIN, base)
    for wager in rules.wagers:
        if not wager.compulsory and not wager.later and lies[wager.id]:
            yield PastWager(seat, wager.id, lies[wager.id])


def looked_back(rules: Rules, line: RoundLine, events: Iterable[Happened], handle: str) -> PastRound:
    """The round as this player made it."""
    fold = _Fold(rules, line, handle)
    for each in events:
        fold.take(each)
        if isinstance(each.event, e.TableCleared):
            break  # what follows is about the next round
    return PastRound(rules, fold.players, tuple(fold.decisions), tuple(fold.wagers), fold.cards, fold.usual)
