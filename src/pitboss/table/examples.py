"""When acts are offered: for each act the examples of it that could be lawful at a moment. All that could be lawful is
here. `decide` has the last word: an example that it refuses costs time and nothing else."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pitboss.rulebook.roles import FLOORPERSON, PLAYER
from pitboss.table import actions as a
from pitboss.table.dealing import recorded_places
from pitboss.table.definition import Step
from pitboss.table.flow import moved, targets_due, turn
from pitboss.table.mishaps import possible, right_number
from pitboss.table.people import name, role
from pitboss.table.rules import Rules
from pitboss.table.state import COUNT, Seat, State, TableDeck, cards_out

Scope = Literal["table", "deck", "device", "seat"]
"""Whether an act is done once at the table, or with each deck, each device or at each seat."""
DEVICES = ("shuffler", "shoe")


class ActExample(Struct, frozen=True, gc=False):
    """An act that could be offered, and what of it may vary (see `offers.Offer`)."""

    act: a.AnyAction
    values: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    step: int = 0
    cards: tuple[int, ...] = ()
    cents: tuple[int, ...] | UnsetType = UNSET


class Standpoint(Struct, frozen=True, gc=False):
    """A person at a table at one moment; with the deck, the device or the seat that is looked at."""

    rules: Rules
    state: State
    who: str
    now: Step | None
    """The step of the round."""
    n: int = 0
    """The number of the deck or the seat."""
    device: str = ""

    @property
    def deck(self) -> TableDeck:
        return self.state.decks[self.n - 1]

    @property
    def seat(self) -> Seat:
        return self.state.seats[self.n - 1]


Examples = Iterator[ActExample]


# --- with each deck ---------------------------------------------------------------------------------------------------


def receive(at: Standpoint) -> Examples:
    yield ActExample(a.ReceiveCards(at.n))
    yield ActExample(a.ReceiveCards(at.n, preshuffled=True))


def inspect(at: Standpoint) -> Examples:
    yield ActExample(a.InspectCards(at.n))
    yield ActExample(a.InspectCards(at.n, sound=False))


def verify(at: Standpoint) -> Examples:
    yield ActExample(a.VerifyCards(at.n))


def spread(at: Standpoint) -> Examples:
    yield ActExample(a.SpreadCards(at.n))


def look(at: Standpoint) -> Examples:
    # A player's view with its offers goes out after every act at a table: what is refused anyway is not tried.
    if at.deck.stage == "spread":
        yield ActExample(a.LookAtCards(at.n))


def wash(at: Standpoint) -> Examples:
    yield ActExample(a.WashCards(at.n))


def stack(at: Standpoint) -> Examples:
    yield ActExample(a.StackCards(at.n))


def shuffle(at: Standpoint) -> Examples:
    yield ActExample(a.ShuffleCards(at.n))
    yield ActExample(a.ShuffleCards(at.n, device=True))


def device_count(at: Standpoint) -> Examples:
    yield ActExample(a.DeviceCountsCards(at.rules.deck_size, at.n))


def remove_deck(at: Standpoint) -> Examples:
    yield ActExample(a.RemoveDeck(at.n))


def cut(at: Standpoint) -> Examples:
    deepest = at.rules.deck_size - max(1, int(at.rules.reading("cut_min_from_bottom")))
    yield ActExample(a.CutCards(min(max(10, middle(at.rules)), deepest), at.n), (), 10, deepest, 1)


def middle(rules: Rules) -> int:
    """Where a deck is cut if nobody says otherwise."""
    return rules.deck_size // 2


# --- at the table -----------------------------------------------------------------------------------------------------


def take_seat(at: Standpoint) -> Examples:
    """The dealer seats people too, but only he knows their names."""
    player = name(at.who)
    if role(at.who) != PLAYER:
        return
    held = [seat.number for seat in at.state.seats if seat.player == player]
    if len(held) < at.rules.terms.positions_per_player:
        beside = (min(held) - 1, max(held) + 1) if held else None
        for seat in at.state.seats:
            if not seat.player and (beside is None or seat.number in beside):
                yield ActExample(a.TakeSeat(seat.number, player))


def order_recut(at: Standpoint) -> Examples:
    if role(at.who) in at.rules.book.recut_by:
        yield ActExample(a.OrderRecut())


def go_idle(at: Standpoint) -> Examples:
    yield ActExample(a.GoIdle())
    yield ActExample(a.GoIdle(face_up=True))


def settle_hand(at: Standpoint) -> Examples:
    yield ActExample(a.SettleHand(turn(at.rules, at.state) or 1))


def count_stub(at: Standpoint) -> Examples:
    yield ActExample(a.CountStub(at.rules.deck_size - len(cards_out(at.state))))


def set_device_aside(at: Standpoint) -> Examples:
    for measure in at.rules.book.measures:
        yield ActExample(a.SetDeviceAside(at.device, measure))


def restore_device(at: Standpoint) -> Examples:
    yield ActExample(a.RestoreDevice(at.device))


def change_procedure(at: Standpoint) -> Examples:
    for procedure in ("manual_shoe", "hand", "automated_shoe"):
        if procedure != at.state.procedure:
            yield ActExample(a.ChangeProcedure(procedure))


def take_wagers(at: Standpoint) -> Examples:
    if at.now is not None and at.now.kind == "take":
        wager = at.now.wagers[0]
        yield ActExample(a.TakeWagers(wager, chips_of(at.rules, at.state, wager)))


def chips_of(rules: Rules, state: State, wager: str) -> int:
    """How many positions have made this wager."""
    place = rules.index[wager]
    return sum(1 for seat in state.playing if seat.stakes[place])


def deal(at: Standpoint) -> Examples:
    due = [target for target, _ in targets_due(at.rules, at.state)]
    if due:
        spare = spare_cards(at.rules, at.state, sum(t.count for t in due))
        yield ActExample(a.DealCards(spare), cards=tuple(t.count for t in due))


def spare_cards(rules: Rules, state: State, count: int) -> tuple[str, ...]:
    """Cards that have not left the deck: an example of what could be dealt, not what will be."""
    left = list(rules.deck.cards)
    for card in cards_out(state):
        if card in left:
            left.remove(card)
    return tuple(left[:count])


_RULINGS = {"chips": ("resolved",), "player_left": ("played_out", "losing"), "report": ("confirmed", "dismissed")}
"""By the matter; where nothing else is said, what can be ruled on a report."""


def rule(at: Standpoint) -> Examples:
    for matter, seat in at.state.matters:
        for ruling in _RULINGS.get(matter.partition(":")[0], _RULINGS["report"]):
            yield ActExample(a.Rule(matter, ruling, seat))
        if matter == COUNT:
            right = a.CountStub(at.rules.deck_size - len(cards_out(at.state)))
            yield ActExample(a.Rule(matter, "corrected", seat, right))


# --- at each seat: a player's own, for the staff every one that is taken ----------------------------------------------


def leave_seat(at: Standpoint) -> Examples:
    yield ActExample(a.LeaveSeat(at.n))


def come_back(at: Standpoint) -> Examples:
    if at.seat.away and not at.seat.back:
        yield ActExample(a.ComeBack(at.n))


def place_wager(at: Standpoint) -> Examples:
    if at.now is None or at.now.kind != "bets":
        return
    stakes = at.seat.stakes
    for place, wager in enumerate(at.rules.wagers):
        if wager.later:
            continue
        terms, lies = at.rules.limits(wager.id), stakes[place]
        lowest = terms.minimum if lies != terms.minimum else terms.minimum + terms.increment
        if lowest <= terms.maximum:
            example = a.PlaceWager(at.n, wager.id, lowest)
            yield ActExample(example, (), terms.minimum, terms.maximum, terms.increment)
        if lies:
            yield ActExample(a.PlaceWager(at.n, wager.id, 0))


def decide_hand(at: Standpoint) -> Examples:
    if at.now is not None and at.now.kind == "ask" and turn(at.rules, at.state) == at.n:
        names = tuple(choice.name for choice in at.now.choices)
        cents = tuple(moved(at.rules, at.seat, choice) for choice in at.now.choices)
        yield ActExample(a.Decide(at.n, names[0]), names, cents=cents)


# --- when something goes wrong ----------------------------------------------------------------------------------------


def call_floor(at: Standpoint) -> Examples:
    """Whatever a floorperson could report, and a count that does not agree."""
    for example in report(replace(at, who=FLOORPERSON)):
        assert isinstance(example.act, a.Report)
        yield ActExample(a.CallFloor(example.act))
    places = tuple(recorded_places(at.state).items())
    yield ActExample(a.CallFloor(a.CountStub(at.rules.deck_size - len(cards_out(at.state)) - 1, places)))


def report(at: Standpoint) -> Examples:
    seen: set[a.Report] = set()
    for row in at.rules.reports(role(at.who)):
        if not possible(at.rules, at.state, row):
            continue
        for example in _reports(at.rules, at.state, row.kind, row.place, row.compare, row.ruling):
            if example not in seen:
                seen.add(example)
                yield ActExample(example)


def _reports(
    rules: Rules, state: State, kind: str, places: tuple[str, ...], compare: str, ruling: str
) -> Iterator[a.Report]:
    match kind:
        case "card_face_up":
            yield a.Report(kind, cards=spare_cards(rules, state, 1))
        case "device_fails":
            for device in places:
                yield a.Report(kind, place=device)
        case "wrong_count":
            yield a.Report(kind, ruling=ruling)
        case "player_left":
            for seat in state.playing:
                for each in ("", "played_out", "losing"):
                    yield a.Report(kind, seat=seat.number, ruling=each)
        case "violation" | "own_card_exposed":
            for seat in state.playing:
                yield a.Report(kind, seat=seat.number)
        case "wrong_number":
            for place in places:
                for number in [s.number for s in state.playing] if place == "seat" else [0]:
                    right = right_number(rules, state, place, number)
                    count = right - 1 if compare == "few" else right + 1
                    short = compare == "many" and right < rules.board[state.procedure]
                    cards = spare_cards(rules, state, 1) if short else ()
                    yield a.Report(kind, seat=number, place=place, count=count, cards=cards, ruling=ruling)
        case _:
            yield a.Report(kind)
