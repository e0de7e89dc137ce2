"""What the wagers of a round brought, read off its events alone."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.words import MAIN
from pitboss.table import events as e
from pitboss.table.paying import FractionOfACent, payment
from pitboss.table.rules import Rules

IRREGULAR = (e.Irregularity, e.RoundVoided, e.HandCorrected, e.Owed)
"""After these the cards are not those of an ordinary round."""
GONE = (e.HandVoided, e.PlayerAway, e.WagersForfeited)
"""After these a hand is not played as its player would have played it."""


class PaidWager(Struct, frozen=True):
    """One wager that was settled or collected. Cents; what payout limits cut off is in `received`, what a meter paid is
    not."""

    seat: int
    wager: str
    staked: int
    received: int


class HeldHand(Struct, frozen=True):
    """The result of one wager, or of the main game, for one position."""

    seat: int
    wager: str
    """`main`, or the side wager."""
    stake: int
    """Of the base."""
    net: int
    at_risk: int


class HeldRound(Struct, frozen=True):
    """A round that is over."""

    number: int
    players: int
    hands: tuple[HeldHand, ...]
    strange: tuple[PaidWager, ...]
    """Payments that no line of the paytable and no row of the rules gives."""
    cut: int
    """What payout limits took off."""
    envy: int
    """What was paid for the hands of others."""
    from_meters: int
    left_out: int
    """Positions that were dealt in and do not count: void hands, players who had gone."""
    why_not: str = ""
    """Why the whole round does not count: void, irregular."""


class RoundReader:
    """Takes the events of a table in order and gives each round when it is cleared."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._amounts: dict[tuple[str, int], frozenset[int]] = {}
        self._begin()

    def _begin(self) -> None:
        self._number = self._cut = self._envy = self._from_meters = 0
        self._seats: tuple[int, ...] = ()
        self._stakes: dict[int, dict[str, int]] = {}
        self._paid: list[PaidWager] = []
        self._gone: set[int] = set()
        self._irregular = False

    def adopt(self, rules: Rules) -> None:
        """The table has new terms."""
        self.rules = rules
        self._amounts = {}

    def take(self, events: Iterable[e.AnyEvent]) -> HeldRound | None:
        """The events of one act; the round that they end, if one."""
        ended: HeldRound | None = None
        for event in events:
            match event:
                case e.RoundOpened():
                    self._begin()
                    self._number = event.round
                case e.BetsClosed():
                    self._seats = event.seats
                case e.WagerPlaced():
                    self._stakes.setdefault(event.seat, {})[event.wager] = event.cents
                case e.WagerReturned() | e.WagerNotAccepted():
                    self._stakes.get(event.seat, {}).pop(event.wager, None)
                case e.WagerCollected():
                    self._paid.append(PaidWager(event.seat, event.wager, event.cents, 0))
                case e.WagerSettled():
                    self._settled(event)
                case e.PayoutCut():
                    self._cut += event.cents
                case e.EnvyPaid():
                    self._envy += event.cents
                case e.TableCleared():
                    ended = self._ended(event)
                case _ if isinstance(event, IRREGULAR):
                    self._irregular = True
                case _ if isinstance(event, GONE):
                    self._gone.add(event.seat)
        return ended

    def _settled(self, event: e.WagerSettled) -> None:
        metered = isinstance(event.pay, MeterShare)
        received = 0 if metered else event.won + event.back
        self._from_meters += event.won if metered else 0
        self._paid.append(PaidWager(event.seat, event.wager, event.stake, received))

    def _ended(self, event: e.TableCleared) -> HeldRound:
        why = "void" if event.void else "irregular" if self._irregular else ""
        counted = [seat for seat in self._seats if seat not in self._gone] if not why else []
        hands = tuple(hand for seat in counted for hand in self._hands(seat))
        strange = tuple(paid for paid in self._paid if not why and self._is_strange(paid))
        return HeldRound(
            number=self._number,
            players=len(self._seats),
            hands=hands,
            strange=strange,
            cut=self._cut,
            envy=self._envy,
            from_meters=self._from_meters,
            left_out=len(self._seats) - len(counted),
            why_not=why,
        )

    def _hands(self, seat: int) -> list[HeldHand]:
        """The main game of a position, and each of its side wagers that was decided."""
        wagers = {w.id: w for w in self.rules.wagers}
        together: dict[str, list[PaidWager]] = {}
        for paid in self._paid:
            if paid.seat == seat and (wager := wagers.get(paid.wager)) is not None:
                key = MAIN if wager.compulsory or wager.later else paid.wager
                together.setdefault(key, []).append(paid)
        base = next(w.id for w in self.rules.wagers if w.compulsory)
        found = []
        for key, parts in together.items():
            at_risk = sum(paid.staked for paid in parts)
            stake = self._stake(seat, base, parts) if key == MAIN else at_risk
            if stake:
                found.append(HeldHand(seat, key, stake, sum(p.received for p in parts) - at_risk, at_risk))
        return found

    def _stake(self, seat: int, base: str, parts: list[PaidWager]) -> int:
        """What lay on the base; a wager that was withdrawn lay there until then, as much as the others like it."""
        placed = self._stakes.get(seat, {})
        alike = [w.id for w in self.rules.wagers if w.compulsory]
        return placed.get(base) or next((paid.staked for paid in parts if paid.wager in alike), 0)

    def _is_strange(self, paid: PaidWager) -> bool:
        key = (paid.wager, paid.staked)
        if key not in self._amounts:
            self._amounts[key] = _amounts(self.rules, *key)
        return paid.received not in self._amounts[key]


def _amounts(rules: Rules, wager: str, stake: int) -> frozenset[int]:
    """Everything that a wager of so many cents can receive."""
    space = rules.settlement.spaces.get(wager)
    chip = rules.terms.smallest_chip if rules.terms.breakage == "up_to_chip" else 1
    found = {0}
    for cell in space.cells() if space is not None else ():
        pay = rules.settlement.outcome(wager, cell).pay
        if not isinstance(pay, MeterShare):
            try:
                paid = payment(pay, stake, smallest_chip=chip)
            except FractionOfACent:
                continue  # nobody can be paid so at this stake
            found.add(paid.won + paid.back)
    return frozenset(found)
