"""What is due at a table that is to be settled: wager by wager in the order of settlement, as the engine settles them,
and the dealer's moves that carry it out."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pitboss.messages.tasks import ChipPile, DealerMove, WagerLying
from pitboss.rulebook.pays import LOSE, ForOne, MeterShare, Pay, dollars
from pitboss.rulebook.words import ENVY, listed
from pitboss.school.chips import fewest, part_of
from pitboss.school.drills.pay_round import PaySettled
from pitboss.table import events as e
from pitboss.table.definition import Step
from pitboss.table.paying import payment
from pitboss.table.rules import Rules
from pitboss.table.settlement import Outcome, together

WagerKey = tuple[int, str]
"""Position and wager."""


class PayDue(Struct, frozen=True):
    """What a wager brings, and how it is settled."""

    seat: int
    wager: str
    step: int
    """Of the script."""
    rank: int
    """When it is settled: the lowest first, those with the same one in any order."""
    lies: int
    """What lies there, in cents: nothing under a lammer, or where only a bonus may be paid."""
    stake: int
    gets: int
    """What the player has of it in the end: what stays of the wager and what is paid."""
    moves: tuple[DealerMove, ...]
    events: tuple[e.AnyEvent, ...]
    clause: str
    lammer: bool = False
    won: int = 0
    """What is paid by the odds, before any payout limit."""
    back: int = 0
    cut: int = 0
    """What payout limits take off."""
    outcome: Outcome | None = None
    reading: int = 0
    """What the meter read at this turn, where one pays."""

    @property
    def key(self) -> WagerKey:
        return self.seat, self.wager

    @property
    def bonus(self) -> int:
        """What is paid beside the wager's own result, in cents."""
        if self.outcome is None or self.outcome.bonus is None:
            return 0
        return payment(self.outcome.bonus.pay, self.stake).won

    @property
    def may_be_taken(self) -> bool:
        """Whether the stake may be taken before the payment: where it is not returned, because the payment has it in
        it or because only a bonus beside the wager is paid."""
        return self.has_stake_in_it or self.loses_beside_bonus

    @property
    def has_stake_in_it(self) -> bool:
        """Whether the payment has the wager in it."""
        return self.back == 0 and self.won > 0

    @property
    def loses_beside_bonus(self) -> bool:
        """Whether the wager itself is lost and only a bonus beside it paid."""
        if self.outcome is None or self.outcome.bonus is None or self.outcome.line:
            return False
        return self.outcome.pay == together(LOSE, self.outcome.bonus.pay)


def all_due(rules: Rules, settled: PaySettled, lying: Sequence[WagerLying], among: Sequence[int]) -> tuple[PayDue, ...]:
    """What is due, in the order of settlement. Chips are paid with those of the tray, in `among`."""
    places = {(each.seat, each.wager): each for each in lying}
    found: list[PayDue] = []
    for step, seat, wager, events in _by_wager(settled):
        due = _due(rules, places[seat, wager], step, events)
        found.append(replace(due, rank=len(found)))
    for number in range(1, len(found)):
        before, due = found[number - 1], found[number]
        if _in_any_order(rules.script(settled.state.procedure)[due.step], before, due):
            found[number] = replace(due, rank=before.rank)
    return tuple(replace(due, moves=tuple(_moves(rules, due, places[due.key].chips, among))) for due in found)


def _in_any_order(step: Step, before: PayDue, due: PayDue) -> bool:
    """Where a payout limit takes something off, what comes first counts."""
    if (before.step, before.seat) != (due.step, due.seat) or before.cut or due.cut:
        return False
    return any(before.wager in group and due.wager in group for group in step.any_order)


def _by_wager(settled: PaySettled) -> Iterator[tuple[int, int, str, tuple[e.AnyEvent, ...]]]:
    """The events by the wager that they are about; envy bonuses of one position together."""
    for step, events in settled.acts:
        runs: list[tuple[WagerKey, list[e.AnyEvent]]] = []
        for event in events:
            match event:
                case e.WagerSettled():
                    runs.append(((event.seat, event.wager), [event]))
                case e.EnvyPaid() if runs and runs[-1][0] == (event.seat, ENVY):
                    runs[-1][1].append(event)
                case e.EnvyPaid():
                    runs.append(((event.seat, ENVY), [event]))
                case e.PayoutCut() | e.MeterPaid():
                    runs[-1][1].append(event)
                case _:
                    pass
        for (seat, wager), about in runs:
            yield step, seat, wager, tuple(about)


def _due(rules: Rules, lying: WagerLying, step: int, events: tuple[e.AnyEvent, ...]) -> PayDue:
    lies = sum(pile.cents * pile.count for pile in lying.chips)
    first = events[0]
    if not isinstance(first, e.WagerSettled):
        paid = [event for event in events if isinstance(event, e.EnvyPaid)]
        total = sum(event.cents for event in paid)
        return PayDue(lying.seat, lying.wager, step, 0, lies, 0, total, (), events, paid[0].clause, won=total)
    cut = sum(event.cents for event in events if isinstance(event, e.PayoutCut))
    return PayDue(
        lying.seat,
        lying.wager,
        step,
        0,
        lies,
        first.stake,
        first.won + first.back - cut,
        (),
        events,
        first.clause,
        lying.lammer,
        first.won,
        first.back,
        cut,
        rules.settlement.outcome(first.wager, first.cell),
        next((event.before for event in events if isinstance(event, e.MeterPaid)), 0),
    )


# --- the moves --------------------------------------------------------------------------------------------------------


def _moves(rules: Rules, due: PayDue, chips: Sequence[ChipPile], among: Sequence[int]) -> Iterator[DealerMove]:
    """As the payment is stated: where it has the wager in it the wager is taken, and all of it is paid."""
    stated = due.outcome is not None and isinstance(due.outcome.pay, ForOne) and rules.book.odds_to_one

    def pay(cents: int) -> DealerMove:
        return DealerMove(due.seat, due.wager, "pay", fewest(cents, among))

    take = DealerMove(due.seat, due.wager, "take")
    part = part_of(chips, due.lies - due.gets) if due.back and due.gets < due.lies else None
    if not due.gets:
        yield take
    elif due.lies and (due.loses_beside_bonus or (due.has_stake_in_it and not stated)):
        yield from (take, pay(due.gets))
    elif due.gets > due.lies:
        yield pay(due.gets - due.lies)
    elif due.gets == due.lies:
        yield DealerMove(due.seat, due.wager, "push")
    elif part is not None:
        yield replace(take, chips=part)
    else:
        yield from (take, pay(due.gets))


def moves_words(due: PayDue) -> str:
    """How it is settled: `take it`, `pay $7.50`."""
    return listed(_move_words(move) for move in due.moves)


def _move_words(move: DealerMove) -> str:
    cents = dollars(sum(pile.cents * pile.count for pile in move.chips))
    match move.do:
        case "take":
            return f"take {cents} of it" if move.chips else "take it"
        case "pay":
            return f"pay {cents}"
        case _:
            return "leave it to the player"


# --- what would be paid otherwise -------------------------------------------------------------------------------------


def would_get(rules: Rules, due: PayDue, pay: Pay, stake: int, *, reading: int | None = None) -> int:
    """What the player would have in the end if he were paid so on this stake, before any payout limit."""
    terms = rules.terms
    chip = terms.smallest_chip if terms.breakage == "up_to_chip" else 1
    meter = due.reading if reading is None else reading
    if isinstance(pay, MeterShare) and not meter:
        return -1
    paid = payment(pay, stake, smallest_chip=chip, reading=meter)
    return paid.won + paid.back - stake + due.stake
