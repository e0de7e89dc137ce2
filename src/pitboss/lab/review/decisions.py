"""The decisions of a round, each with what its player knew and with the cards that he could not know, read off the
events alone."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from sys import intern
from typing import Any

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.odds.counting import shown_by_dealer
from pitboss.table import events as e
from pitboss.table.rules import Rules

UNUSUAL = (e.Irregularity, e.RoundVoided, e.HandCorrected, e.Owed, e.CardSetAside)
"""In such a round cards lie where they usually do not."""


class Spot(Struct, frozen=True):
    """One decision of one player."""

    round: int
    seat: int
    player: str
    step: str
    choice: str
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    """The community cards that lay open."""
    dealer: tuple[Card, ...]
    """Those of the dealer's that the game itself shows."""
    times: tuple[tuple[str, int], ...]
    """The main wagers that lay there, as multiples of the base."""
    stake: int
    """Of the base, in cents."""
    dealt: tuple[tuple[str, tuple[Card, ...]], ...]
    """All cards of each place that were dealt in the round, in their order: dealer, community."""
    table: int = 0
    """Its number, where there are several."""

    @property
    def hand(self) -> tuple[int, int, int]:
        """Which hand it is part of."""
        return self.table, self.round, self.seat


class _Asked(Struct, frozen=True):
    seat: int
    step: str
    choice: str
    own: tuple[Card, ...]
    times: tuple[tuple[str, int], ...]
    stake: int


class DecisionReader:
    """Takes the events of a table in order, with every face, and gives the decisions of a round when it is cleared."""

    def __init__(self, rules: Rules, table: int = 0) -> None:
        self.rules, self._table = rules, table
        self.skipped = 0
        """Rounds that were void, unusual or with cards nobody knows."""
        self.players: dict[int, str] = {}
        """Who sits where."""
        self._begin()

    def _begin(self) -> None:
        self._round = 0
        self._unusual = False
        self._places: dict[str, list[Card]] = {"dealer": [], "community": []}
        self._hands: dict[int, list[Card]] = {}
        self._stakes: dict[int, dict[str, int]] = {}
        self._base: dict[int, int] = {}
        self._asked: list[_Asked] = []

    def take(self, events: Iterable[e.AnyEvent]) -> list[Spot]:
        """The events of one act; the decisions of the round that they end."""
        found: list[Spot] = []
        for event in events:
            take = _TAKEN.get(type(event))
            if take is not None:
                found += take(self, event) or ()
        return found

    def _seated(self, event: e.SeatTaken) -> None:
        self.players[event.seat] = event.player

    def _opened(self, event: e.RoundOpened) -> None:
        self._begin()
        self._round = event.round

    def _placed(self, event: e.WagerPlaced) -> None:
        self._stakes.setdefault(event.seat, {})[event.wager] = event.cents

    def _removed(self, event: e.WagerReturned | e.WagerCollected | e.WagerNotAccepted) -> None:
        self._stakes.get(event.seat, {}).pop(event.wager, None)

    def _closed(self, event: e.BetsClosed) -> None:
        base = next(w.id for w in self.rules.wagers if w.compulsory)
        self._base = {seat: self._stakes.get(seat, {}).get(base, 0) for seat in event.seats}

    def _adopted(self, event: e.TermsAdopted) -> None:
        self.rules = Rules(self.rules.game, event.terms)

    def _strange(self, event: e.AnyEvent) -> None:
        self._unusual = True

    def _dealt(self, event: e.CardsDealt) -> None:
        cards = map(intern, event.cards)  # the same few words in every round: kept once
        if event.seat:
            self._hands.setdefault(event.seat, []).extend(cards)
        else:
            self._places.setdefault(event.to, []).extend(cards)

    def _decided(self, event: e.Decided) -> None:
        stake = self._base.get(event.seat, 0)
        if not stake or event.for_absent:
            return
        lies = self._stakes.get(event.seat, {})
        main = [w.id for w in self.rules.wagers if w.compulsory or w.later]
        times = tuple((wager, lies.get(wager, 0) // stake) for wager in main)
        own = tuple(self._hands.get(event.seat, ()))
        self._asked.append(_Asked(event.seat, event.step, event.choice, own, times, stake))

    def _ended(self, event: e.TableCleared) -> list[Spot]:
        dealt = tuple((place, tuple(cards)) for place, cards in self._places.items())
        known = [card for _, cards in dealt for card in cards] + [card for each in self._asked for card in each.own]
        if event.void or self._unusual or any(card == UNKNOWN or card.startswith("#") for card in known):
            self.skipped += bool(self._asked)
            return []
        opened = lies_open(self.rules)
        places = dict(dealt)
        dealer = tuple(places["dealer"][place] for place in lies_shown(self.rules))
        return [
            Spot(
                round=self._round,
                seat=each.seat,
                player=self.players.get(each.seat, ""),
                step=each.step,
                choice=each.choice,
                own=each.own,
                board=places["community"][: opened[each.step]],
                dealer=dealer,
                times=each.times,
                stake=each.stake,
                dealt=dealt,
                table=self._table,
            )
            for each in self._asked
        ]


_TAKEN: dict[type, Callable[[DecisionReader, Any], list[Spot] | None]] = {
    e.SeatTaken: DecisionReader._seated,
    e.RoundOpened: DecisionReader._opened,
    e.WagerPlaced: DecisionReader._placed,
    e.WagerReturned: DecisionReader._removed,
    e.WagerCollected: DecisionReader._removed,
    e.WagerNotAccepted: DecisionReader._removed,
    e.BetsClosed: DecisionReader._closed,
    e.CardsDealt: DecisionReader._dealt,
    e.Decided: DecisionReader._decided,
    e.TableCleared: DecisionReader._ended,
    e.TermsAdopted: DecisionReader._adopted,
    **dict.fromkeys(UNUSUAL, DecisionReader._strange),
}
"""What each event means here; all others mean nothing."""


@lru_cache(maxsize=64)
def lies_shown(rules: Rules) -> tuple[int, ...]:
    """As `shown_by_dealer`, for whoever asks in every round."""
    return shown_by_dealer(rules)


@lru_cache(maxsize=64)
def lies_open(rules: Rules) -> dict[str, int]:
    """How many community cards lie open at each decision."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    open_now = 0
    found: dict[str, int] = {}
    for step in rules.script(rules.terms.procedure):
        if step.kind == "deal":
            open_now += sum(deal.count for deal in plan[step.part] if deal.to == "community" and deal.up)
        elif step.kind == "show" and step.place == "community":
            open_now = max(open_now, step.upto) if step.upto else open_now
        elif step.kind == "ask":
            found[step.name] = open_now
    return found
