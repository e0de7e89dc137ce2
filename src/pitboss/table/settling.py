"""Hands are settled one after the other from the dealer's right, wager by wager; then what looks at the whole table."""

from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.words import ENVY
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.betting import readings_given
from pitboss.table.dealing import nobody_owes_cards
from pitboss.table.definition import Step
from pitboss.table.draft import Draft, live_wagers, stake
from pitboss.table.faces import must_be_told, turned_up
from pitboss.table.flow import envies, progress, turn
from pitboss.table.paying import pay_from_meter, settle
from pitboss.table.refusals import refuse
from pitboss.table.state import ABANDONED, Seat


def settle_hand(d: Draft, act: a.SettleHand) -> None:
    step = d.expect("settle")
    d.permitted(step.clause)
    nobody_owes_cards(d)
    due = turn(d.rules, d.state)
    if act.seat != due:
        raise refuse(
            "out_of_turn",
            "hands are settled from the dealer's right",
            step.clause,
            given=f"position {act.seat}",
            allowed=f"position {due}",
        )
    readings = readings_given(d, act.meters, step.clause)
    seat = d.seat(act.seat)
    exposed = _left_exposed(d)
    cards = turned_up(d, seat.cards, act.cards, step.turn_clause)
    d.add(e.HandTurned(act.seat, cards, step.turn_clause, d.rules.game.describe(d.rules, d.state, cards)))
    seat = d.seat(act.seat)
    for wager in _wagers_of(d, step, seat):
        settle_wager(d, seat.number, wager, readings)
    _collect_cards(d, act.seat, exposed)
    progress(d)


def _left_exposed(d: Draft) -> int:
    exposed = d.rules.game.left_exposed
    return exposed(d.rules, d.state) if exposed else 0


def _collect_cards(d: Draft, number: int, before: int) -> None:
    """The settled hand goes to the discard rack, unless it is the one to leave exposed; then the one before does."""
    if "hand_collected" not in d.rules.book.cites:
        return
    exposed = _left_exposed(d)
    if exposed != number:
        d.add(e.HandCollected(number, d.cite("hand_collected")))
    elif before:
        d.add(e.HandCollected(before, d.cite("hand_replaced")))


def _wagers_of(d: Draft, step: Step, seat: Seat) -> list[str]:
    alive = live_wagers(d.rules, seat)
    if seat.standing == ABANDONED:  # the others were collected when the absence was declared
        alive = [w for w in alive if d.rules.wager[w].taken]
    if d.state.void:
        alive = [w for w in alive if w in d.state.spared]
    return [w for w in step.wagers if w in alive]


def settle_wager(d: Draft, number: int, wager: str, readings: dict[str, int]) -> None:
    """One wager: its cell, the row that applies, the payment, the limits, the meter."""
    rules = d.rules
    seat = d.state.seats[number - 1]
    staked = stake(rules, seat, wager)
    cell = rules.game.classify(rules, d.state, seat, wager)
    settled = settle(rules, wager, cell, staked, seat.won, readings)
    pay, paid, clause = settled.outcome.pay, settled.paid, settled.outcome.clause
    if d.state.void and d.state.saves and not settled.outcome.line:
        clause = d.state.saves
    d.add(e.WagerSettled(number, wager, staked, pay, paid.won, paid.back, clause, cell, settled.totals))
    for clause, cents in settled.cuts:
        d.add(e.PayoutCut(number, wager, cents, clause))
    if isinstance(pay, MeterShare):
        reading = readings[pay.meter]
        after, added = pay_from_meter(rules, pay, paid.won, readings)
        readings[pay.meter] = after
        d.add(e.MeterPaid(pay.meter, paid.won, reading, after, d.cite("meter_turn"), added))


def settle_table(d: Draft, act: a.SettleTable) -> None:
    step = d.expect("table")
    d.permitted(step.clause)
    readings = readings_given(d, act.meters, step.clause)
    _turn_unseen(d, act, step)
    if ENVY in step.wagers:
        for _, _, paid in envies(d.rules, d.state):
            d.add(paid)
    else:
        for seat in reversed(d.state.seats):
            for wager in step.wagers:
                if stake(d.rules, seat, wager) and seat.standing not in ("forfeited", "abandoned"):
                    settle_wager(d, seat.number, wager, readings)
    d.add(e.TableSettled(d.state.step, step.clause))
    progress(d)


def _turn_unseen(d: Draft, act: a.SettleTable, step: Step) -> None:
    """Hands that count although nobody turned them up yet: their faces must be told (a physical table)."""
    counted = d.rules.game.looked_at(d.rules, d.state)
    strange = [number for number, _ in act.faces if number not in counted]
    if strange:
        message = "the cards of this position do not count here"
        raise refuse("not_in_play", message, step.clause, given=strange[0], allowed=counted or "no faces")
    for _, told in act.faces:
        must_be_told(told, step.clause)
    for number, told in act.faces:
        cards = turned_up(d, d.seat(number).cards, told, step.clause)
        d.add(e.HandTurned(number, cards, step.clause, d.rules.game.describe(d.rules, d.state, cards)))
    for number in counted:
        must_be_told(d.state.seats[number - 1].cards, step.clause, given=f"the cards of position {number} unseen")


def clear_table(d: Draft, act: a.ClearTable) -> None:
    step = d.expect("clear")
    d.permitted(step.clause)
    state = d.state
    # A deck that is still on its way through the opening takes no turn yet.
    other = [x.number for x in state.decks if x.number != state.deck and x.in_play_at >= 0]
    following = other[0] if other else state.deck
    d.add(e.TableCleared(state.round, state.deck, state.void, step.clause, following))
