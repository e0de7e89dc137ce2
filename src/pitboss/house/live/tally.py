"""What each position wagered and got back in a round: kept for the index of rounds, derived from the events alone."""

from msgspec.structs import replace

from pitboss.house.live.now import HandTally, RoundTally
from pitboss.house.money.entries import Booked
from pitboss.table import events as e
from pitboss.table.state import State


def opened_round(state: State, at: int, number: int) -> RoundTally:
    return RoundTally(state.round, at, number, state.terms, {})


def tallied(
    tally: RoundTally | None, events: tuple[e.AnyEvent, ...], booked: Booked, after: State
) -> RoundTally | None:
    """The tally after an act. Until the bets are closed a player may still take back what he put down."""
    if tally is None:
        return None
    troubles = sum(1 for event in events if type(event) is e.Irregularity)
    if troubles:
        tally = replace(tally, irregularities=tally.irregularities + troubles)
    closed = next((event for event in events if isinstance(event, e.BetsClosed)), None)
    if closed is not None:
        hands = {n: HandTally(after.seat(n).player, sum(after.seat(n).placed), 0) for n in closed.seats}
        return replace(tally, closed=True, hands=hands)
    if not tally.closed or not booked.players:
        return tally
    hands = dict(tally.hands)
    for kind, seat, cents in booked.players:
        hand = hands.get(seat)
        if hand is None or not cents:
            continue
        if kind is e.WagerPlaced:
            hands[seat] = replace(hand, wagered=hand.wagered - cents)
        else:
            hands[seat] = replace(hand, returned=hand.returned + cents)
    return replace(tally, hands=hands)
