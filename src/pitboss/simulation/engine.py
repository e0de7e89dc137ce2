"""The same rounds by the real engine, event by event, and the comparison with the kernel's."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.odds.coach import coach
from pitboss.odds.tally import Ending, EndingPart
from pitboss.play.sources import ScriptedOrder
from pitboss.play.table import Table
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import MICRO
from pitboss.simulation.blocks import Hit
from pitboss.simulation.meters import endings
from pitboss.simulation.setting import Fast, Setting, by_boldness, cards_of, fast
from pitboss.table import events as e
from pitboss.table.flow import current
from pitboss.table.paying import pay_from_meter, settle
from pitboss.table.people import as_player
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE


class EngineRound(Struct, frozen=True):
    """One round as the engine settled it."""

    nets: tuple[int, ...]
    """Seat by seat, in cents."""
    cells: dict[tuple[int, str], tuple[int, tuple[str, ...]]]
    """(seat, wager) → stake and cell, of all wagers that were settled by cards."""


class EngineDifference(Struct, frozen=True):
    """Something on which the two do not agree."""

    round: int
    seat: int
    what: str
    engine: str
    kernel: str

    def __str__(self) -> str:
        return f"round {self.round}, seat {self.seat}, {self.what}: engine {self.engine}, kernel {self.kernel}"


def play(setting: Setting, cards: tuple[Card, ...], stakes: Mapping[str, int]) -> EngineRound:
    """Conducts one round with these cards: every seat makes every wager that is offered, `stakes` cents each."""
    rules = setting.rules
    table = Table(rules, source=ScriptedOrder(rules.deck, cards)).open()
    seats = range(1, setting.seats + 1)
    for seat in seats:
        table.sit(seat, f"P{seat}")
    for seat in seats:
        table.bet(seat, **{wager: f"{cents // 100}.{cents % 100:02d}" for wager, cents in stakes.items()})
    number = table.state.round
    table.close_bets()
    while table.state.round == number and (step := current(rules, table.state)) is not None and step.kind == "ask":
        table.decide(table.turn, _choice(setting, table))
    settled = {
        (record.event.seat, record.event.wager): (record.event.stake, record.event.cell)
        for record in table.log
        if isinstance(record.event, e.WagerSettled) and record.event.cell
    }
    return EngineRound(tuple(table.state.seats[seat - 1].net for seat in seats), settled)


def _choice(setting: Setting, table: Table) -> str:
    rules = setting.rules
    step = current(rules, table.state)
    assert step is not None
    if setting.strategy != "optimal":
        return step.choices[by_boldness(step.choices)[-1 if setting.strategy == "bold" else 0]].name
    seen = table.view(as_player(f"P{table.turn}"))
    advice = coach(rules, seen)
    assert advice is not None
    return advice.best.choice


def stakes_of(setting: Setting) -> dict[str, int]:
    """The least that each wager may be, for all wagers made before the cards are dealt."""
    rules = setting.rules
    return {wager.id: rules.limits(wager.id).minimum for wager in rules.wagers if not wager.later}


def compare(
    setting: Setting, first: int, count: int, progress: Callable[[int], None] = lambda _: None
) -> list[EngineDifference]:
    """Plays rounds `first` … by both and lists every disagreement in cells, stakes and money. `progress` is told how
    many rounds the engine has conducted."""
    kernel = fast(setting)
    cells = np.zeros((count, setting.seats, len(kernel.columns)), dtype=np.uint16)
    kernel.run(first, cells)
    stakes = stakes_of(setting)
    found: list[EngineDifference] = []
    for n, cards in enumerate(cards_of(setting, first, count)):
        played = play(setting, cards, stakes)
        found += _differences(setting, kernel, first + n, cells[n].tolist(), played, stakes)
        progress(n + 1)
    return found


def _differences(
    setting: Setting, kernel: Fast, number: int, cells: list[list[int]], played: EngineRound, stakes: dict[str, int]
) -> Iterator[EngineDifference]:
    rules = setting.rules
    base = next(w.id for w in rules.wagers if w.compulsory)
    together = _together(setting, kernel, number, cells)
    amount = stakes.get(rules.metered or "", 0)
    readings = {m.name: m.initial * MICRO + setting.seats * amount * m.rate for m in rules.terms.meters}
    for seat in range(1, setting.seats + 1):
        parts: list[tuple[EndingPart, int]] = []
        for k, column in enumerate(kernel.columns):
            ending = column.endings[cells[seat - 1][k]]
            stake = stakes.get(column.wager, stakes[base])
            for part in ending:
                # A folded hand's side wager is settled like a live one's, and a folded wager without its cards.
                if part.cell[0] == LIVE:
                    put, cell = played.cells.get((seat, part.wager), (0, ()))
                    if (put, cell[1:]) != (stake * part.times, part.cell[1:]):
                        yield EngineDifference(number, seat, part.wager, str((put, cell)), str((stake, part)))
            final = together[seat - 1] if column.wager == rules.metered and together else ending
            parts += [(part, stake * part.times) for part in final]
        expected = net_of_all(rules, parts, readings)
        if expected != played.nets[seat - 1]:
            yield EngineDifference(number, seat, "net result", str(played.nets[seat - 1]), str(expected))


def net_of_all(rules: Rules, parts: list[tuple[EndingPart, int]], meters: dict[str, int]) -> int:
    """What all wagers of a seat bring together: payout limits look at the whole hand (U-10)."""
    readings, total = dict(meters), 0
    won: tuple[int, ...] = ()
    for part, staked in parts:
        done = settle(rules, part.wager, part.cell, staked, () if part.other else won, readings)
        pay = done.outcome.pay
        if isinstance(pay, MeterShare):
            readings[pay.meter], _ = pay_from_meter(rules, pay, done.paid.won, readings)
        if not part.other:
            won = done.totals
            total += done.received - staked
    return total


def _together(setting: Setting, kernel: Fast, number: int, cells: list[list[int]]) -> list[Ending]:
    """The metered wager of all seats, with envy bonuses and what others took from the meter before."""
    names = [column.wager for column in kernel.columns]
    metered = setting.rules.metered
    if metered not in names:
        return []
    k = names.index(metered)
    return endings(setting.rules, kernel.columns[k], Hit(number, tuple(row[k] for row in cells)))
