"""A round up to the moment at which it is settled, and what the engine then does: made from a seed, with cards among
which rare hands come up as often as common ones."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.play.players import NAMES
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.staff import STAFF_ACTS
from pitboss.play.table import Table
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.terms import MICRO
from pitboss.rulebook.words import ENVY
from pitboss.school.chance import Chance
from pitboss.school.drills.read_pays import effect
from pitboss.school.lying import Lies, draw, hand, some_cards
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.cells import Compared, Fields, Named, Place, Qualified, Standing, cell_of
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.settlement import Outcome
from pitboss.table.state import LIVE, State

DRAWS = 1500
"""So often cards are drawn until they are what is looked for."""
KINDS, OTHERS = 8, 4
"""So many draws are looked at for the hand that matters, and for each of the others; one of each kind may be taken."""
TO_SETTLE = (a.SettleHand, a.SettleTable)
_SHARED: tuple[Place, ...] = ("dealer", "community", "box")

Brings = Mapping[str, Outcome]
"""Wager → what becomes of it if the position plays on: of those that look at hands alone."""


class PaySetting(Struct, frozen=True):
    """What is looked for in a round."""

    seats: int
    """How many positions play."""
    side: bool = True
    """Whether they make wagers beside those of the main game; some of them, or `every` one."""
    every: bool = False
    high: bool = False
    """Whether the stakes are the highest that the table takes."""
    folds: bool = False
    """Whether the hand that matters is folded."""
    wanted: Callable[[Brings], bool] | None = None
    """What the hand that matters brings; anything where nothing is said."""


class PaySettled(Struct, frozen=True):
    """A round at the moment of its settlement, and the acts by which the engine settles it."""

    state: State
    acts: tuple[tuple[int, tuple[e.AnyEvent, ...]], ...]
    """Step of the script, and what followed."""
    cards: Mapping[str, tuple[Card, ...]]
    """Place → the cards that came to lie there, as a scenario names them."""
    decisions: tuple[tuple[int, str], ...]
    """Position and choice, in their order."""
    placed: tuple[tuple[int, str, int], ...]
    """Position, wager and cents, in their order."""
    meters: Mapping[str, int]
    """What each meter read before the round, in millionths of a cent."""

    @property
    def events(self) -> tuple[e.AnyEvent, ...]:
        return tuple(event for _, events in self.acts for event in events)


def settled_round(rules: Rules, chance: Chance, setting: PaySetting) -> PaySettled:
    """A round of this kind."""
    star = 1 + chance.below(rules.terms.positions)
    others = [seat for seat in range(1, rules.terms.positions + 1) if seat != star]
    seats = sorted([star, *chance.some(others, setting.seats - 1)])
    places = _cards(rules, chance, setting, seats, star)
    table = _seated(rules, places, seats)
    table.meters = {name: reading + MICRO * 100 * chance.below(9_000) for name, reading in table.meters.items()}
    meters = dict(table.meters)
    placed = [each for seat in seats for each in _wagers(table, chance, setting, seat, star)]
    table.automate = STAFF_ACTS - {*TO_SETTLE, a.ClearTable}
    table.do(DEALER, a.CloseBets())
    decisions = tuple(_decisions(table, chance, star if setting.folds else 0, star))
    state = table.state
    acts = tuple(_settlement(table))
    lying = {f"seat{seat.number}": seat.cards for seat in state.playing}
    lying |= {"dealer": state.dealer, "community": state.community, "box": state.box, "burn": state.burned}
    lying |= {"thrown": state.thrown}
    dealt = {place: cards for place, cards in lying.items() if cards}
    return PaySettled(state, acts, dealt, decisions, tuple(placed), meters)


# --- cards ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _counts(rules: Rules) -> Mapping[Place, int]:
    """How many cards a whole round brings to each place; of the players one counts for all."""
    found: dict[Place, int] = {}
    for part in rules.game.plan(rules, rules.terms.procedure, None).values():
        for deal in part:
            place = "own" if deal.to == "seats" else deal.to
            if place in ("own", *_SHARED):
                found[place] = found.get(place, 0) + deal.count
    return found


@lru_cache(maxsize=64)
def by_hands(rules: Rules) -> Mapping[str, Fields]:
    """The wagers that look at hands alone, and at how the position stands."""
    kinds = Standing | Compared | Named | Qualified
    known = {*rules.index, *([ENVY] if rules.terms.envy else [])}
    return {w: f for w, f in rules.fields.items() if w in known and all(isinstance(each, kinds) for each in f)}


def brings(rules: Rules, lies: Lies) -> Brings:
    """What these cards bring to a position that plays on."""
    made = lru_cache(maxsize=None)(lambda holding: hand(holding, lies))
    return {w: rules.settlement.outcome(w, cell_of(fields, LIVE, made)) for w, fields in by_hands(rules).items()}


def _cards(
    rules: Rules, chance: Chance, setting: PaySetting, seats: Sequence[int], star: int
) -> dict[str, tuple[Card, ...]]:
    lies = _for_star(rules, chance, setting.wanted)
    shared = {place: lies[place] for place in _SHARED if place in lies}
    taken = [card for cards in lies.values() for card in cards]
    places: dict[str, tuple[Card, ...]] = {str(place): cards for place, cards in shared.items()}
    places[f"seat{star}"] = lies["own"]

    def another() -> Lies:
        return {**shared, "own": _own(rules, chance, taken, _counts(rules)["own"])}

    for seat in seats:
        if seat != star:
            places[f"seat{seat}"] = _varied(rules, chance, OTHERS, another)["own"]
            taken += places[f"seat{seat}"]
    return places


def _for_star(rules: Rules, chance: Chance, wanted: Callable[[Brings], bool] | None) -> Lies:
    """Cards for the hand that matters and the places that all share."""
    return _varied(rules, chance, KINDS, lambda: draw(chance, rules, _counts(rules)), wanted)


def _varied(
    rules: Rules,
    chance: Chance,
    tries: int,
    drawn: Callable[[], Lies],
    wanted: Callable[[Brings], bool] | None = None,
) -> Lies:
    """One of so many draws, of those that are wanted; each kind of result is equally likely. Where none is wanted, one
    that comes later."""
    kinds: dict[tuple[str, ...], Lies] = {}
    for number in range(DRAWS):
        if number >= tries and kinds:
            break
        lies = drawn()
        found = brings(rules, lies)
        if wanted is None or wanted(found):
            kinds.setdefault(tuple(map(effect, found.values())), lies)
    return chance.one(list(kinds.values()) or [lies])


def _own(rules: Rules, chance: Chance, taken: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Cards for one more position."""
    for _ in range(OTHERS):
        cards = some_cards(chance, rules.deck, count)
        if not rules.deck.surplus([*taken, *cards]):
            return tuple(cards)
    left = list(rules.deck.cards)
    for card in taken:
        left.remove(card)
    return tuple(chance.some(left, count))


# --- wagers and decisions ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _opened(rules: Rules) -> State:
    """The table with open bets, before anybody sits there."""
    return Table(rules, source=ScriptedPlaces(rules.deck, {})).open().state


def _seated(rules: Rules, places: Mapping[str, Sequence[Card]], seats: Sequence[int]) -> Table:
    table = Table(rules, source=ScriptedPlaces(rules.deck, places), automate=frozenset())
    table.state = _opened(rules)
    for seat, name in zip(seats, NAMES, strict=False):
        table.do(as_player(name), a.TakeSeat(seat, name))
    return table


def _wagers(table: Table, chance: Chance, setting: PaySetting, seat: int, star: int) -> list[tuple[int, str, int]]:
    """The compulsory wagers, and some of the others; those who play with the hand that matters make all that are
    asked for."""
    rules, placed = table.rules, []
    by = as_player(table.state.seat(seat).player)
    base = _amount(rules, chance, rules.base, setting)
    for wager in rules.wagers:
        if wager.later or not (wager.compulsory or setting.side):
            continue
        if not wager.compulsory and not (setting.every or seat == star) and chance.below(2):
            continue
        limits = rules.limits(wager.id)
        fits = limits.minimum <= base <= limits.maximum and (base - limits.minimum) % max(1, limits.increment) == 0
        cents = base if wager.compulsory and fits else _amount(rules, chance, wager.id, setting)
        act = a.PlaceWager(seat, wager.id, cents)
        if wager.compulsory:
            table.do(by, act)
        elif isinstance(table.apply(by, act), Refusal):
            continue
        placed.append((seat, wager.id, cents))
    return placed


def _amount(rules: Rules, chance: Chance, wager: str, setting: PaySetting) -> int:
    """A usual stake: mostly a small one."""
    limits = rules.limits(wager)
    if not limits.increment:
        return limits.minimum
    most = (limits.maximum - limits.minimum) // limits.increment
    if setting.high:
        return limits.minimum + limits.increment * most
    return limits.minimum + limits.increment * chance.below(min(most, chance.one((4, 9, 19))) + 1)


def _decisions(table: Table, chance: Chance, folding: int, star: int) -> list[tuple[int, str]]:
    """Everybody decides; the hand that matters is played, or folded as soon as it can be. Others fold now and then."""
    made: list[tuple[int, str]] = []
    table.run()
    while (step := current(table.rules, table.state)) is not None and step.kind == "ask":
        seat = table.turn
        folds = [choice for choice in step.choices if choice.does == "fold"]
        stays = [choice for choice in step.choices if choice.does != "fold"]
        fold = seat == folding or (seat != star and not chance.below(5))
        choice = chance.one(folds if folds and fold else stays or folds)
        table.do(DEALER, a.Decide(seat, choice.name))
        made.append((seat, choice.name))
    return made


def _settlement(table: Table) -> list[tuple[int, tuple[e.AnyEvent, ...]]]:
    """What the automatic staff does until the table is to be cleared."""
    acts: list[tuple[int, tuple[e.AnyEvent, ...]]] = []
    table.automate = STAFF_ACTS - {a.ClearTable}
    while True:
        first, step = len(table.log), table.state.step
        if not table.perform():
            return acts
        acts.append((step, tuple(record.event for record in table.log[first:])))
