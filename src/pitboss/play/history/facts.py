"""What there is to know of a round, from the records of it and the states they led to."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from pitboss.play.history.form import (
    HistoryDecision,
    HistoryDollars,
    HistoryIrregularity,
    HistoryPaid,
    HistoryRound,
)
from pitboss.play.replay import Replayed
from pitboss.play.scenario_result import Paid, paid_in
from pitboss.table import events as e
from pitboss.table.state import State


def in_dollars(cents: int) -> HistoryDollars:
    """An amount as the file has it: whole dollars without decimals."""
    return cents // 100 if cents % 100 == 0 else Decimal(cents) / 100


def begins(item: Replayed) -> int:
    """The number of the round that this record opens; 0 where it opens none."""
    return item.record.event.round if isinstance(item.record.event, e.RoundOpened) else 0


def facts(number: int, items: Sequence[Replayed]) -> HistoryRound:
    """The facts of a round: from its records, up to those that open the next."""
    events = [item.record.event for item in items]
    last = _before_clearing(items)
    paid = _paid(items)
    return HistoryRound(
        number=number,
        deck=next((event.deck for event in events if isinstance(event, e.RoundOpened)), 0),
        void=last.void,
        seats={str(seat.number): seat.player for seat in last.seats if seat.player},
        wagers=_wagers(items),
        cards=_cards(last),
        decisions=tuple(
            HistoryDecision(event.seat, event.step, event.choice, event.for_absent)
            for event in events
            if isinstance(event, e.Decided)
        ),
        irregularities=tuple(
            HistoryIrregularity(event.kind, event.consequence, event.clause, event.seat)
            for event in events
            if isinstance(event, e.Irregularity)
        ),
        settlement=tuple(_line(line) for line in paid),
        net=_nets(paid),
    )


def _line(line: Paid) -> HistoryPaid:
    net, stake = in_dollars(line.net), in_dollars(line.stake)
    return HistoryPaid(line.seat, line.wager, net, line.outcome, line.clause, stake, line.holder)


def _before_clearing(items: Sequence[Replayed]) -> State:
    """The last state in which the cards of the round lay on the table."""
    last = items[0].state
    for item in items:
        if isinstance(item.record.event, e.TableCleared):
            return last
        last = item.state if item.state.step >= 0 else last
    return last


def _wagers(items: Sequence[Replayed]) -> dict[str, dict[str, HistoryDollars]]:
    for item in items:
        if isinstance(item.record.event, e.BetsClosed):
            names = [wager.id for wager in item.rules.wagers]
            return {
                str(number): {
                    name: in_dollars(cents)
                    for name, cents in zip(names, item.state.seat(number).placed, strict=True)
                    if cents
                }
                for number in item.record.event.seats
            }
    return {}


def _cards(state: State) -> dict[str, str]:
    lies = {str(seat.number): seat.cards for seat in state.playing}
    lies |= {"dealer": state.dealer, "community": state.community, "box": state.box}
    lies |= {"burned": state.burned, "aside": state.aside, "thrown": state.thrown}
    return {place: " ".join(cards) for place, cards in lies.items() if cards}


def _paid(items: Sequence[Replayed]) -> tuple[Paid, ...]:
    players = {seat.number: seat.player for item in items for seat in item.state.seats if seat.player}
    for item in items:
        if isinstance(item.record.event, e.SeatTaken):
            players[item.record.event.seat] = item.record.event.player
    return paid_in(items[0].rules, (item.record for item in _of_round(items)), players)


def _of_round(items: Iterable[Replayed]) -> Iterable[Replayed]:
    """What was done before the table was cleared."""
    for item in items:
        yield item
        if isinstance(item.record.event, e.TableCleared):
            return


def _nets(paid: Sequence[Paid]) -> dict[str, HistoryDollars]:
    seats = sorted({line.seat for line in paid})
    return {str(seat): in_dollars(sum(line.net for line in paid if line.seat == seat)) for seat in seats}
