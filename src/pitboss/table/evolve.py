"""Applies an event to a state. There are no rules here and nothing can fail; `decide` has already decided."""

from collections.abc import Callable
from typing import Any, assert_never

from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, CALLS, FOLDED, FORFEITED, LIVE, OUT, VOID, Owing, Seat, State, TableDeck


def evolve(rules: Rules, state: State, event: e.AnyEvent) -> State:
    """The state after the event."""
    return APPLY[type(event)](rules, state, event)


def rules_after(rules: Rules, event: e.AnyEvent) -> Rules:
    """The rules by which a table plays after the event: its own, or those of the terms that it adopts."""
    return Rules(rules.game, event.terms) if isinstance(event, e.TermsAdopted) else rules


def _seat(state: State, number: int, **changes: Any) -> tuple[Seat, ...]:
    seats = state.seats
    place = number - 1
    return (*seats[:place], replace(seats[place], **changes), *seats[place + 1 :])


def _deck(state: State, number: int, **changes: Any) -> tuple[TableDeck, ...]:
    return tuple(replace(d, **changes) if d.number == number else d for d in state.decks)


def _with(amounts: tuple[int, ...], place: int, cents: int) -> tuple[int, ...]:
    return (*amounts[:place], cents, *amounts[place + 1 :])


# --- the life of the table ------------------------------------------------------------------------------------------


def _received(rules: Rules, state: State, ev: e.CardsReceived) -> State:
    fresh = TableDeck(ev.deck, "received", preshuffled=ev.preshuffled)
    decks = tuple(fresh if d.number == ev.deck else d for d in state.decks)
    return replace(state, decks=decks, idle=False)


def _moved(rules: Rules, state: State, ev: e.DeckMoved) -> State:
    return replace(state, decks=_deck(state, ev.deck, stage=ev.stage), idle=state.idle and ev.stage == "spread")


def _shuffled(rules: Rules, state: State, ev: e.CardsShuffled) -> State:
    return replace(state, decks=_deck(state, ev.deck, stage="shuffled", by_device=ev.device, preshuffled=False))


def _ready(rules: Rules, state: State, ev: e.DeckReady) -> State:
    # Cut anew between "no more bets" and the first card, the deck is the one being dealt.
    changes: dict[str, Any] = {"stage": "dealing" if state.step > 0 and ev.deck == state.deck else "ready"}
    if ev.at >= 0 and state.decks[ev.deck - 1].in_play_at < 0:
        changes["in_play_at"] = ev.at
    return replace(state, decks=_deck(state, ev.deck, **changes))


def _recut(rules: Rules, state: State, ev: e.RecutOrdered) -> State:
    return replace(state, decks=_deck(state, ev.deck, stage="shuffled", by_device=False))


def _reshuffle(rules: Rules, state: State, ev: e.ShuffleOrdered) -> State:
    return replace(state, decks=_deck(state, ev.deck, stage="used"))


def _idle(rules: Rules, state: State, ev: e.TableIdle) -> State:
    spread = "spread" if ev.face_up else "face_down"
    decks = tuple(
        d if d.stage in ("absent", "received", "inspected") else replace(d, stage=spread) for d in state.decks
    )
    return replace(state, decks=decks, idle=True, step=-1)


def _removed(rules: Rules, state: State, ev: e.DeckRemoved) -> State:
    return replace(state, decks=tuple(TableDeck(ev.deck) if d.number == ev.deck else d for d in state.decks))


def _failed(rules: Rules, state: State, ev: e.DeviceFailed) -> State:
    return replace(state, shuffler="failed") if ev.device == "shuffler" else replace(state, shoe="failed")


def _set_aside_device(rules: Rules, state: State, ev: e.DeviceSetAside) -> State:
    return replace(state, shuffler=ev.measure) if ev.device == "shuffler" else replace(state, shoe=ev.measure)


def _restored(rules: Rules, state: State, ev: e.DeviceRestored) -> State:
    return replace(state, shuffler="working") if ev.device == "shuffler" else replace(state, shoe="working")


def _procedure(rules: Rules, state: State, ev: e.ProcedureChanged) -> State:
    return replace(state, procedure=ev.procedure)


def _adopted(rules: Rules, state: State, ev: e.TermsAdopted) -> State:
    return rules_after(rules, ev).carry_over(rules.terms, state)


# --- seats and wagers -----------------------------------------------------------------------------------------------


def _seat_taken(rules: Rules, state: State, ev: e.SeatTaken) -> State:
    return replace(state, seats=_seat(state, ev.seat, player=ev.player, net=0))


def _seat_left(rules: Rules, state: State, ev: e.SeatLeft) -> State:
    departed = state.departed + state.seats[ev.seat - 1].net
    return replace(state, seats=_seat(state, ev.seat, player="", net=0), departed=departed)


def _placed(rules: Rules, state: State, ev: e.WagerPlaced) -> State:
    seat = state.seats[ev.seat - 1]
    stakes = _with(seat.stakes, rules.index[ev.wager], ev.cents)
    return replace(state, seats=_seat(state, ev.seat, stakes=stakes, net=seat.net + ev.before - ev.cents))


def _returned(rules: Rules, state: State, ev: e.WagerReturned) -> State:
    """From the layout, or from the inventory where it had been collected."""
    seat = state.seats[ev.seat - 1]
    place = rules.index[ev.wager]
    from_layout = min(seat.stakes[place], ev.cents)
    from_rack = ev.cents - from_layout
    seats = _seat(
        state,
        ev.seat,
        stakes=_with(seat.stakes, place, seat.stakes[place] - from_layout),
        taken=_with(seat.taken, place, seat.taken[place] - from_rack),
        net=seat.net + ev.cents,
    )
    return replace(state, seats=seats, inventory=state.inventory - from_rack)


def _taken(rules: Rules, state: State, ev: e.WagerTaken | e.WagerCollected) -> State:
    seat = state.seats[ev.seat - 1]
    place = rules.index[ev.wager]
    seats = _seat(
        state,
        ev.seat,
        stakes=_with(seat.stakes, place, 0),
        taken=_with(seat.taken, place, seat.taken[place] + ev.cents),
    )
    return replace(state, seats=seats, inventory=state.inventory + ev.cents)


# --- the round ------------------------------------------------------------------------------------------------------


def _opened(rules: Rules, state: State, ev: e.RoundOpened) -> State:
    return replace(state, round=ev.round, deck=ev.deck, idle=False)


def _step(rules: Rules, state: State, ev: e.StepOpened) -> State:
    step = rules.script(state.procedure)[ev.step]
    if step.kind == "examine":
        return replace(state, step=ev.step, part_done=0, examined=True)
    return replace(state, step=ev.step, part_done=0)


def _closed(rules: Rules, state: State, ev: e.BetsClosed) -> State:
    seats = tuple(replace(s, standing=LIVE, placed=s.stakes) if s.number in ev.seats else s for s in state.seats)
    return replace(state, seats=seats, decks=_deck(state, state.deck, stage="dealing"))


def _chips(rules: Rules, state: State, ev: e.ChipsCounted) -> State:
    return replace(state, counted=(*state.counted, ev.wager)) if ev.chips == ev.expected else state


def _dealt(rules: Rules, state: State, ev: e.CardsDealt) -> State:
    if state.part_done == 0 and not state.dealer and not state.community and not any(s.cards for s in state.seats):
        state = _first_card(state)
    changes: dict[str, Any] = {}
    match ev.to:
        case "seat":
            seat = state.seats[ev.seat - 1]
            now_open = _opened_places(seat.open, seat.cards, ev)
            changes["seats"] = _seat(state, ev.seat, cards=seat.cards + ev.cards, open=now_open)
        case "dealer":
            changes["dealer"] = state.dealer + ev.cards
            changes["dealer_open"] = _opened_places(state.dealer_open, state.dealer, ev)
        case "community":
            changes["community"] = state.community + ev.cards
            if ev.up:
                changes["community_up"] = state.community_up + len(ev.cards)
        case "box":
            changes["box"] = state.box + ev.cards
        case "burn":
            changes["burned"] = state.burned + ev.cards
        case "thrown":
            changes["thrown"] = state.thrown + ev.cards
        case _:
            assert_never(ev.to)
    if ev.extra:
        changes["owing"] = _paid_off(state.owing, ev)
    else:
        changes["part_done"] = state.part_done + 1
    return replace(state, **changes)


def _opened_places(before: tuple[int, ...], held: tuple[Card, ...], ev: e.CardsDealt) -> tuple[int, ...]:
    """The places of the cards that lie open once these are dealt behind those held."""
    return (*before, *range(len(held), len(held) + len(ev.cards))) if ev.up else before


def _first_card(state: State) -> State:
    """A round in which cards are dealt counts towards the stub count (X-03) and the deck's hours (X-08)."""
    if state.box or state.burned:
        return state
    decks = _deck(state, state.deck, dealt_by_hand=True) if state.procedure == "hand" else state.decks
    dealt = sum(1 for s in state.seats if s.standing != OUT)
    return replace(state, rounds_uncounted=state.rounds_uncounted + 1, decks=decks, hands_dealt=dealt)


def _paid_off(owing: tuple[Owing, ...], ev: e.CardsDealt) -> tuple[Owing, ...]:
    left: list[Owing] = []
    todo = len(ev.cards)
    for debt in owing:
        if todo and debt.to == ev.to and debt.seat == ev.seat:
            done = min(todo, debt.count)
            todo -= done
            if debt.count > done:
                left.append(replace(debt, count=debt.count - done))
        else:
            left.append(debt)
    return tuple(left)


def _card_aside(rules: Rules, state: State, ev: e.CardSetAside) -> State:
    return replace(state, aside=(*state.aside, ev.card))


def _stub_removed(rules: Rules, state: State, ev: e.StubRemoved) -> State:
    return replace(state, stub_gone=True)


def _stub_counted(rules: Rules, state: State, ev: e.StubCounted) -> State:
    return replace(state, stub_gone=True, rounds_uncounted=0)


def _decided(rules: Rules, state: State, ev: e.Decided) -> State:
    changes: dict[str, Any] = {"acted": ev.step}
    if ev.folds:
        changes["standing"] = FOLDED
    return replace(state, seats=_seat(state, ev.seat, **changes))


def _discarded(rules: Rules, state: State, ev: e.HandDiscarded) -> State:
    return replace(state, seats=_seat(state, ev.seat, discarded=True))


def _shown(rules: Rules, state: State, ev: e.CardsShown) -> State:
    match ev.place:
        case "dealer":
            return replace(state, dealer=ev.cards, dealer_up=True)
        case "box":
            return replace(state, box=ev.cards, box_up=True)
        case _:
            held = _faces(state.community, ev.cards, state.community_up)
            return replace(state, community=held, community_up=state.community_up + len(ev.cards))


def _faces(held: tuple[Card, ...], shown: tuple[Card, ...], start: int) -> tuple[Card, ...]:
    return (*held[:start], *shown, *held[start + len(shown) :])


def _posted(rules: Rules, state: State, ev: e.ContributionPosted) -> State:
    return replace(state, meters=_reading(state, ev.meter, ev.reading), posted=(*state.posted, (ev.meter, ev.amount)))


def _reversed(rules: Rules, state: State, ev: e.ContributionReversed) -> State:
    left = tuple((m, kept) for m, n in state.posted if (kept := n - ev.amount if m == ev.meter else n))
    return replace(state, meters=_reading(state, ev.meter, ev.reading), posted=left)


def _reading(state: State, meter: str, reading: int) -> tuple[tuple[str, int], ...]:
    return tuple((name, reading if name == meter else old) for name, old in state.meters)


def _turned(rules: Rules, state: State, ev: e.HandTurned) -> State:
    return replace(state, seats=_seat(state, ev.seat, cards=ev.cards, up=True, settled=state.step))


def _settled(rules: Rules, state: State, ev: e.WagerSettled) -> State:
    seat = state.seats[ev.seat - 1]
    place = rules.index[ev.wager]
    on_layout = seat.stakes[place]
    seats = _seat(
        state,
        ev.seat,
        stakes=_with(seat.stakes, place, 0),
        taken=_with(seat.taken, place, 0),
        net=seat.net + ev.won + ev.back,
        settled=state.step,
        won=ev.totals or seat.won,
    )
    return replace(state, seats=seats, inventory=state.inventory + on_layout - ev.won - ev.back, paying=True)


def _cut(rules: Rules, state: State, ev: e.PayoutCut) -> State:
    seat = state.seats[ev.seat - 1]
    return replace(state, seats=_seat(state, ev.seat, net=seat.net - ev.cents), inventory=state.inventory + ev.cents)


def _meter_paid(rules: Rules, state: State, ev: e.MeterPaid) -> State:
    return replace(state, meters=_reading(state, ev.meter, ev.reading))


def _envy(rules: Rules, state: State, ev: e.EnvyPaid) -> State:
    seat = state.seats[ev.seat - 1]
    return replace(
        state, seats=_seat(state, ev.seat, net=seat.net + ev.cents), inventory=state.inventory - ev.cents, paying=True
    )


def _collected(rules: Rules, state: State, ev: e.HandCollected) -> State:
    return replace(state, seats=_seat(state, ev.seat, collected=True))


def _table_settled(rules: Rules, state: State, ev: e.TableSettled) -> State:
    return replace(state, table_settled=ev.step, paying=True)


def _cleared(rules: Rules, state: State, ev: e.TableCleared) -> State:
    left = {s.number for s in state.seats if s.away and not s.back}
    seats = tuple(
        Seat(s.number, rules.none, rules.none)
        if s.number in left
        else Seat(s.number, rules.none, rules.none, player=s.player, net=s.net)
        for s in state.seats
    )
    decks = tuple(replace(d, stage="used") if d.number == ev.deck and d.stage != "absent" else d for d in state.decks)
    return State(
        decks=decks,
        seats=seats,
        procedure=state.procedure,
        shuffler=state.shuffler,
        shoe=state.shoe,
        terms=state.terms,
        round=state.round,
        deck=ev.next_deck,
        rounds_uncounted=state.rounds_uncounted,
        meters=state.meters,
        inventory=state.inventory,
        departed=state.departed + sum(s.net for s in state.seats if s.number in left),
    )


# --- when something goes wrong --------------------------------------------------------------------------------------


def _unchanged(rules: Rules, state: State, ev: Any) -> State:
    return state


def _voided(rules: Rules, state: State, ev: e.RoundVoided) -> State:
    return replace(state, void=True, spared=ev.spared, saves=ev.saves, owing=() if not ev.spared else state.owing)


def _hand_voided(rules: Rules, state: State, ev: e.HandVoided) -> State:
    return replace(state, seats=_seat(state, ev.seat, standing=VOID))


def _corrected(rules: Rules, state: State, ev: e.HandCorrected) -> State:
    match ev.place:
        case "seat":
            held = state.seats[ev.seat - 1].cards
            cards = _resized(held, ev.count)
            left = tuple(p for p in state.seats[ev.seat - 1].open if p < ev.count)
            return replace(state, seats=_seat(state, ev.seat, cards=cards, open=left))
        case "dealer":
            left = tuple(p for p in state.dealer_open if p < ev.count)
            return replace(state, dealer=_resized(state.dealer, ev.count), dealer_open=left)
        case "community":
            cards = _resized(state.community, ev.count)
            return replace(state, community=cards, community_up=min(state.community_up, len(cards)))
        case _:
            return replace(state, box=_resized(state.box, ev.count))


def _resized(held: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    return (held + (UNKNOWN,) * count)[:count]


def _owed(rules: Rules, state: State, ev: e.Owed) -> State:
    delivery = state.part_done if ev.after else -1
    debt = Owing(ev.to, ev.seat, ev.count, ev.up, ev.clause, ev.after, delivery)
    return replace(state, owing=(*state.owing, debt))


def _forfeited(rules: Rules, state: State, ev: e.WagersForfeited) -> State:
    return replace(state, seats=_seat(state, ev.seat, standing=FORFEITED, discarded=True))


def _away(rules: Rules, state: State, ev: e.PlayerAway) -> State:
    changes: dict[str, Any] = {"away": True}
    if ev.ruling == "losing":
        changes["standing"] = ABANDONED
    return replace(state, seats=_seat(state, ev.seat, **changes))


def _back(rules: Rules, state: State, ev: e.PlayerBack) -> State:
    return replace(state, seats=_seat(state, ev.seat, back=True))


def _floor_called(rules: Rules, state: State, ev: e.FloorCalled) -> State:
    return replace(state, called=ev.about)


def _raised(rules: Rules, state: State, ev: e.MatterRaised) -> State:
    return replace(state, matters=(*state.matters, (ev.matter, ev.seat)))


def _matter_settled(rules: Rules, state: State, ev: e.MatterSettled) -> State:
    called = None if ev.matter.startswith(CALLS) else state.called
    return replace(state, matters=tuple(m for m in state.matters if m != (ev.matter, ev.seat)), called=called)


APPLY: dict[type, Callable[[Rules, State, Any], State]] = {
    e.CardsReceived: _received,
    e.DeckMoved: _moved,
    e.CardsShuffled: _shuffled,
    e.DeviceCounted: _unchanged,
    e.CardsCut: _unchanged,
    e.DeckReady: _ready,
    e.RecutOrdered: _recut,
    e.ShuffleOrdered: _reshuffle,
    e.TableIdle: _idle,
    e.DeckRemoved: _removed,
    e.DeviceFailed: _failed,
    e.DeviceSetAside: _set_aside_device,
    e.DeviceRestored: _restored,
    e.ProcedureChanged: _procedure,
    e.TermsAdopted: _adopted,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.WagerPlaced: _placed,
    e.WagerNotAccepted: _unchanged,
    e.WagerReturned: _returned,
    e.RoundOpened: _opened,
    e.StepOpened: _step,
    e.BetsClosed: _closed,
    e.WagerTaken: _taken,
    e.ChipsCounted: _chips,
    e.CardsDealt: _dealt,
    e.CardSetAside: _card_aside,
    e.StubRemoved: _stub_removed,
    e.StubCounted: _stub_counted,
    e.Decided: _decided,
    e.WagerCollected: _taken,
    e.HandDiscarded: _discarded,
    e.CardsShown: _shown,
    e.ContributionPosted: _posted,
    e.ContributionReversed: _reversed,
    e.HandTurned: _turned,
    e.WagerSettled: _settled,
    e.PayoutCut: _cut,
    e.MeterPaid: _meter_paid,
    e.EnvyPaid: _envy,
    e.HandCollected: _collected,
    e.TableSettled: _table_settled,
    e.TableCleared: _cleared,
    e.Irregularity: _unchanged,
    e.RoundVoided: _voided,
    e.HandVoided: _hand_voided,
    e.HandCorrected: _corrected,
    e.Owed: _owed,
    e.WagersForfeited: _forfeited,
    e.PlayerAway: _away,
    e.PlayerBack: _back,
    e.FloorCalled: _floor_called,
    e.MatterRaised: _raised,
    e.MatterSettled: _matter_settled,
}
