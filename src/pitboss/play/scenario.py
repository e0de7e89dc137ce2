"""Plays a scenario through the engine and compares what it pays with what the file expects."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.play.scenario_file import BadScenario, Expected, ReportScript, Scenario
from pitboss.play.sources import CardSource, ScriptedOrder, ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.pays import dollars, words
from pitboss.rulebook.submission import Checked, check, check_data, default_data, merge
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.flow import current, targets_due
from pitboss.table.refusals import Refusal


class Paid(Struct, frozen=True):
    """One line of the result: what a wager brought, and why."""

    seat: int
    player: str
    wager: str
    net: int
    reason: str
    clause: str


class Played(Struct, frozen=True):
    """A scenario after it was played."""

    scenario: Scenario
    table: Table
    paid: tuple[Paid, ...]
    differences: tuple[str, ...]


def play_scenario(scenario: Scenario, near: Path | None = None) -> Played:
    """Plays the round; `near` is where a submission named by the scenario is looked for."""
    table = _table(scenario, near)
    _Runner(scenario, table).run()
    paid = payments(table)
    return Played(scenario, table, paid, tuple(_differences(scenario, table, paid)))


def _table(scenario: Scenario, near: Path | None) -> Table:
    if scenario.submission_file:
        checked: Checked = check(_read(Path(scenario.submission_file), near))
    else:
        checked = check_data(merge(default_data(scenario.game), scenario.submission))
    if checked.terms is None:
        raise BadScenario("the submission has faults:\n" + "\n".join(f"  {fault}" for fault in checked.faults))
    rules = rules_for(checked.terms)
    unknown = [m for m in scenario.meters if m not in dict(rules.opening().meters)]
    if unknown:
        raise BadScenario(f"no such meter at this table: {', '.join(unknown)}")
    source: CardSource = (
        ScriptedOrder(rules.deck, scenario.order) if scenario.order else ScriptedPlaces(rules.deck, scenario.places)
    )
    return Table(rules, source=source, meters=scenario.meters)


def _read(path: Path, near: Path | None) -> str:
    try:
        return (near.parent / path if near else path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadScenario(f"the submission {path} cannot be read: {error}") from None


class _Runner:
    """Drives one round, with the reports at their moments."""

    def __init__(self, scenario: Scenario, table: Table) -> None:
        self.scenario = scenario
        self.table = table
        self.acts = {seat.number: list(seat.acts) for seat in scenario.seats}
        self.reports = list(scenario.reports)

    def run(self) -> None:
        table = self.table
        table.open()
        for seat in self.scenario.seats:
            self.do(f"player:{seat.player}", a.TakeSeat(seat.number, seat.player))
            for wager in table.rules.wagers:
                if wager.id in seat.wagers:
                    self.do(f"player:{seat.player}", a.PlaceWager(seat.number, wager.id, seat.wagers[wager.id]))
            missing = [w for w in seat.wagers if w not in table.rules.index]
            if missing:
                raise BadScenario(f"not offered at this table: {', '.join(missing)}")
        self.do("dealer", a.CloseBets())
        started = table.state.round
        while table.state.round == started and table.state.step >= 0:
            if not self.report() and not self.one_act():
                raise BadScenario(f"the round stops at '{table.step_name}': a ruling is needed")
        if self.reports:
            raise BadScenario(f"never reported: {', '.join(r.kind for r in self.reports)} (its moment did not come)")
        left = {seat: acts for seat, acts in self.acts.items() if acts}
        if left and not any(isinstance(r.event, e.RoundVoided | e.HandVoided) for r in table.log):
            raise BadScenario(f"decisions that were never asked for: {left}")

    def do(self, by: str, action: a.AnyAction) -> None:
        outcome = self.table.apply(by, action)
        if isinstance(outcome, Refusal):
            raise BadScenario(f"{type(action).__name__} by {by} is refused: {outcome}")

    def one_act(self) -> bool:
        table = self.table
        step = current(table.rules, table.state)
        if step is not None and step.kind == "ask" and not targets_due(table.rules, table.state):
            seat = table.turn
            if not self.acts[seat]:
                allowed = ", ".join(c.name for c in step.choices)
                raise BadScenario(f"position {seat} has no decision for '{step.name}' ({allowed})")
            self.do(f"player:{table.state.seat(seat).player}", a.Decide(seat, self.acts[seat].pop(0)))
            return True
        return self.deal_some() or table.perform()

    def deal_some(self) -> bool:
        """Stops the deal where a report is due in the middle of it."""
        due = self.reports[0] if self.reports else None
        if due is None or due.at != self.table.step_name or self.table.state.part_done >= due.dealt:
            return False
        targets = [t for t, _ in targets_due(self.table.rules, self.table.state)][: due.dealt]
        self.do("dealer", a.DealCards(self.table._source.draw(self.table.state.deck, targets)))
        return True

    def report(self) -> bool:
        if not self.reports or not self.moment(self.reports[0]):
            return False
        script = self.reports[0]
        action: a.AnyAction
        if script.kind == "stub_count":
            action = a.CountStub(script.count)
        else:
            action = a.Report(
                script.kind, script.seat, script.place, script.count, script.cards, script.ruling, script.detail
            )
        outcome = self.table.apply(script.by, action)
        if isinstance(outcome, Refusal):
            if outcome.code == "not_now" and self.table.step_name in ("take_five", "take_progressive", "post"):
                return False
            raise BadScenario(f"the report '{script.kind}' is refused: {outcome}")
        self.reports.pop(0)
        return True

    def moment(self, script: ReportScript) -> bool:
        state, rules = self.table.state, self.table.rules
        steps = [s.name for s in rules.script(state.procedure)]
        if script.at:
            return steps[state.step] == script.at and state.part_done >= script.dealt
        after = "bets" if script.after in ("", "bets_closed") else script.after
        if after not in steps:
            raise BadScenario(f"[[report]] after = '{after}' is no step of this round; steps are {', '.join(steps)}")
        return state.step > steps.index(after)


# --- what was paid --------------------------------------------------------------------------------------------------


def payments(table: Table) -> tuple[Paid, ...]:
    """Every wager's net result with the reason and clause of its last movement, in the order of settlement."""
    nets: dict[tuple[int, str], int] = defaultdict(int)
    why: dict[tuple[int, str], tuple[str, str]] = {}
    players: dict[int, str] = {}
    order: list[tuple[int, str]] = []

    def note(seat: int, wager: str, change: int, reason: str, clause: str) -> None:
        key = (seat, wager)
        nets[key] += change
        if reason:
            why[key] = (reason, clause)
            if key in order:
                order.remove(key)
            order.append(key)

    for record in table.log:
        handler = _MOVES.get(type(record.event))
        if isinstance(record.event, e.SeatTaken):
            players[record.event.seat] = record.event.player
        if handler:
            handler(record.event, note)
    return tuple(Paid(s, players[s], w, nets[s, w], *why[s, w]) for s, w in order)


Note = Callable[[int, str, int, str, str], None]


def _placed(ev: e.WagerPlaced, note: Note) -> None:
    note(ev.seat, ev.wager, ev.before - ev.cents, "", "")


def _returned(ev: e.WagerReturned, note: Note) -> None:
    note(ev.seat, ev.wager, ev.cents, f"returned ({ev.reason})", ev.clause)


def _collected(ev: e.WagerCollected, note: Note) -> None:
    note(ev.seat, ev.wager, 0, "collected", ev.clause)


def _settled(ev: e.WagerSettled, note: Note) -> None:
    note(ev.seat, ev.wager, ev.won + ev.back, words(ev.pay), ev.clause)


def _cut(ev: e.PayoutCut, note: Note) -> None:
    note(ev.seat, "limit", -ev.cents, f"payout limit on {ev.wager.replace('_', ' ')}", ev.clause)


def _envy(ev: e.EnvyPaid, note: Note) -> None:
    note(ev.seat, "envy", ev.cents, f"for position {ev.of_seat}'s {ev.hand.replace('_', ' ')}", ev.clause)


_MOVES: dict[type, Callable[..., None]] = {
    e.WagerPlaced: _placed,
    e.WagerReturned: _returned,
    e.WagerCollected: _collected,
    e.WagerSettled: _settled,
    e.PayoutCut: _cut,
    e.EnvyPaid: _envy,
}


def _differences(scenario: Scenario, table: Table, paid: tuple[Paid, ...]) -> list[str]:
    """Where the result is not what the scenario expects. A wager that nets nothing need not be listed."""
    found: list[str] = []
    results = {(p.seat, p.wager): p for p in paid}
    for seat, wagers in scenario.expect.items():
        for wager, expected in wagers.items():
            found += _compare(seat, wager, expected, results.get((seat, wager)))
        for (at, wager), p in results.items():
            if at == seat and wager not in wagers and p.net:
                found.append(f"position {seat} {wager}: {dollars(p.net)} is not expected")
    for meter, reading in scenario.expect_meters.items():
        shown = table.meters.get(meter)
        if shown != reading:
            got = "no such meter" if shown is None else exact_dollars(shown)
            found.append(f"meter {meter}: expected {exact_dollars(reading)}, reads {got}")
    return found


def exact_dollars(reading: int) -> str:
    """A meter's reading to the millionth of a cent: `$1,234.56000000`."""
    cents, rest = divmod(reading, MICRO)
    return f"${cents // 100:,}.{cents % 100:02d}{rest:06d}"


def _compare(seat: int, wager: str, expected: Expected, paid: Paid | None) -> list[str]:
    net = paid.net if paid else 0
    if net != expected.net:
        return [f"position {seat} {wager}: expected {dollars(expected.net)}, paid {dollars(net)}"]
    if expected.clause and (paid is None or paid.clause != expected.clause):
        return [
            f"position {seat} {wager}: expected under {expected.clause}, paid under {paid.clause if paid else 'none'}"
        ]
    return []
