"""Cards for places that a scenario does not name: such as make nothing, found through the game's own declaration.

Every field of every wager says which cards it looks at and how they are ranked. Among the cards that are left those are
looked for with which no hand has a name that is paid, the dealer does not qualify, and all hands are as low in their
order as can be. The same file always gets the same cards."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand, Key
from pitboss.rulebook.pays import Lose, Push, Returned
from pitboss.table.cells import Compared, Computed, Field, HighestNamed, Holding, Named, Qualified, holdings
from pitboss.table.definition import Target
from pitboss.table.rules import Rules
from pitboss.table.state import Seat, State

SWEEPS = 8
"""How often all unnamed cards are gone through before what was found must do."""
Keys = tuple[Key, ...]
Noise = tuple[int, int, Keys]
"""What the hands make: names that are paid and dealers who qualify; how high all hands stand in their orders, by their
kinds alone; and the hands themselves, the highest first, which shows the way down from one kind to the next."""


class _Slot(Struct, frozen=True):
    """One card that the file does not name."""

    place: str
    index: int


def quiet_cards(
    rules: Rules, state: State, named: Mapping[str, Sequence[Card]], aside: Iterable[Card] = ()
) -> dict[str, tuple[Card, ...]]:
    """For each place of the round, once the bets are closed, the cards that the file does not name. `aside` are cards
    that no place may get."""
    return _Search(rules, state, named, aside).found()


def _deliveries(rules: Rules, state: State) -> Iterable[Target]:
    for step in rules.script(state.procedure):
        if step.kind == "deal":
            yield from rules.targets(state, step.part)


def _place(target: Target) -> str:
    return f"seat{target.seat}" if target.to == "seat" else target.to


class _Search:
    def __init__(self, rules: Rules, state: State, named: Mapping[str, Sequence[Card]], aside: Iterable[Card]) -> None:
        self.rules, self.state = rules, state
        self.lies: dict[str, list[Card]] = {}
        self.slots: list[_Slot] = []
        # Low cards first, each place in its turn: what is quiet as it comes stays so.
        self.rest = list(reversed(rules.deck.cards))
        for card in (*(c for cards in named.values() for c in cards), *aside):
            if card in self.rest:
                self.rest.remove(card)
        for target in _deliveries(rules, state):
            self._lay(_place(target), target.count, named)
        self.fields = {w: f for w, f in rules.fields.items() if w in rules.index or rules.settlement.lines(w)}
        self.seen = self._seen()
        self.made: dict[tuple[str, tuple[Card, ...]], Hand] = {}

    def _lay(self, place: str, count: int, named: Mapping[str, Sequence[Card]]) -> None:
        lying = self.lies.setdefault(place, [])
        for _ in range(count):
            given = named.get(place, ())
            if len(lying) < len(given):
                lying.append(given[len(lying)])
            elif self.rest:
                self.slots.append(_Slot(place, len(lying)))
                lying.append(self.rest.pop(0))

    def _seen(self) -> set[str]:
        """The places that a wager looks at."""
        sees = {s.place for fields in self.fields.values() for h in holdings(fields) for s in h.sees}
        own = {f"seat{seat.number}" for seat in self.state.playing} if "own" in sees else set()
        anything = any(isinstance(f, Computed) for fields in self.fields.values() for f in fields)
        return set(self.lies) if anything else own | sees

    def found(self) -> dict[str, tuple[Card, ...]]:
        slots = [slot for slot in self.slots if slot.place in self.seen]
        best = self.noise()
        for _ in range(SWEEPS):
            before = best
            for slot in slots:
                best = self._improve(slot, best)
            if best == before and best[0] and len(self.rest) < len(slots):
                best = self._exchange(slots, best)
            if best == before or best[:2] == (0, 0):
                break
        made: dict[str, list[Card]] = {}
        for slot in self.slots:
            made.setdefault(slot.place, []).append(self.lies[slot.place][slot.index])
        return {place: tuple(cards) for place, cards in made.items()}

    def _improve(self, slot: _Slot, best: Noise) -> Noise:
        """The quietest of the cards that are left, at this place; the first of them where several are as quiet."""
        lying, chosen = self.lies[slot.place], -1
        here = lying[slot.index]
        for place, card in enumerate(self.rest):
            lying[slot.index] = card
            noise = self.noise()
            if noise < best:
                best, chosen = noise, place
        lying[slot.index] = here
        if chosen >= 0:
            lying[slot.index], self.rest[chosen] = self.rest[chosen], here
        return best

    def _exchange(self, slots: list[_Slot], best: Noise) -> Noise:
        """Where few cards are left over: two places change cards, as long as that is quieter."""
        for one, other in combinations(slots, 2):
            if one.place != other.place:
                self._swap(one, other)
                noise = self.noise()
                if noise < best:
                    best = noise
                else:
                    self._swap(one, other)
        return best

    def _swap(self, one: _Slot, other: _Slot) -> None:
        mine, yours = self.lies[one.place], self.lies[other.place]
        mine[one.index], yours[other.index] = yours[other.index], mine[one.index]

    # --- what the hands make ---

    def noise(self) -> Noise:
        state = self._laid()
        loud = high = 0
        hands: set[tuple[str, tuple[Card, ...]]] = set()
        for seat in state.playing:
            for wager, fields in self.fields.items():
                hands |= {(h.ranking.id, h.cards(state, seat)) for h in holdings(fields)}
                for field in fields:
                    more = self._heard(state, seat, wager, field)
                    loud, high = loud + more[0], high + more[1]
        return loud, high, tuple(sorted((self.made[each].key for each in hands if each in self.made), reverse=True))

    def _laid(self) -> State:
        """The table as if all cards of the round lay on it."""
        lies = {place: tuple(cards) for place, cards in self.lies.items()}
        seats = tuple(replace(s, cards=lies.get(f"seat{s.number}", ())) for s in self.state.seats)
        return replace(
            self.state,
            seats=seats,
            dealer=lies.get("dealer", ()),
            community=lies.get("community", ()),
            box=lies.get("box", ()),
        )

    def _heard(self, state: State, seat: Seat, wager: str, field: Field) -> tuple[int, int]:
        match field:
            case Named() | HighestNamed():
                return self._called(wager, field, state, seat)
            case Qualified():
                return int(field.says(self._hand(field.hand, state, seat)) == field.values[0]), 0
            case Compared():
                return 0, sum(self._hand(holding, state, seat).key[0] for holding in (field.own, field.other))
            case Computed():
                return int(self._paid(wager, field.of(self.rules, state, seat))), 0
            case _:
                return 0, 0

    def _called(self, wager: str, field: Named | HighestNamed, state: State, seat: Seat) -> tuple[int, int]:
        name = field.called(self._hand(field.hand, state, seat))
        return int(self._paid(wager, name)), len(field.values) - 1 - field.values.index(name)

    def _paid(self, wager: str, name: str) -> bool:
        lines = [line for line in self.rules.settlement.lines(wager) if name in line.hands]
        return any(not isinstance(line.pay, Push | Returned | Lose) for line in lines)

    def _hand(self, holding: Holding, state: State, seat: Seat) -> Hand:
        """What the cards make, worked out once."""
        cards = holding.cards(state, seat)
        key = (holding.ranking.id, cards)
        hand = self.made.get(key)
        if hand is None:
            hand = self.made[key] = holding.ranking.of(cards)
        return hand
