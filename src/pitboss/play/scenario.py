"""Plays a scenario through the engine and compares what it pays with what the file expects."""

from pathlib import Path

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.games import rules_for
from pitboss.play.scenario_file import BadScenario, ReportScript, Scenario
from pitboss.play.scenario_reports import STUB_COUNT, card_faults, planned_cards, table_faults
from pitboss.play.scenario_result import Paid, differences, exact_dollars, payments
from pitboss.play.scenario_words import cards, refused, title
from pitboss.play.sources import ScriptedOrder, ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.submission import Checked, check, check_data, default_data, merge
from pitboss.rulebook.words import listed
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.flow import current, targets_due
from pitboss.table.refusals import Refusal

__all__ = ["Paid", "Played", "exact_dollars", "payments", "play_scenario"]


class Played(Struct, frozen=True):
    """A scenario after it was played."""

    scenario: Scenario
    table: Table
    paid: tuple[Paid, ...]
    differences: tuple[str, ...]
    filled: dict[str, tuple[str, ...]]
    """Cards that the file did not give and the round needed, place by place."""


Source = ScriptedOrder | ScriptedPlaces


def play_scenario(scenario: Scenario, near: Path | None = None) -> Played:
    """Plays the round; `near` is where a submission named by the scenario is looked for."""
    table, source = _table(scenario, near)
    _Runner(scenario, table, source).run()
    paid = payments(table)
    filled = source.filled if isinstance(source, ScriptedPlaces) else {}
    unnamed = {place: tuple(dealt) for place, dealt in filled.items()}
    return Played(scenario, table, paid, tuple(differences(scenario, table, paid)), unnamed)


def _table(scenario: Scenario, near: Path | None) -> tuple[Table, Source]:
    if scenario.submission_file:
        checked: Checked = check(_read(Path(scenario.submission_file), near), (near or Path()).parent)
    else:
        checked = check_data(merge(default_data(scenario.game), scenario.submission))
    if checked.terms is None:
        raise BadScenario("the submission has faults:\n" + "\n".join(f"  {fault}" for fault in checked.faults))
    rules = rules_for(checked.terms)
    unknown = [m for m in scenario.meters if m not in dict(rules.opening().meters)]
    if unknown:
        raise BadScenario(f"no such meter at this table: {', '.join(unknown)}")
    source: Source = (
        ScriptedOrder(rules.deck, scenario.order) if scenario.order else ScriptedPlaces(rules.deck, scenario.places)
    )
    return Table(rules, source=source, meters=scenario.meters), source


def _read(path: Path, near: Path | None) -> str:
    try:
        return (near.parent / path if near else path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadScenario(f"the submission {path}: there is no such file") from None
    except UnicodeDecodeError:
        raise BadScenario(f"the submission {path}: this is not a UTF-8 text file") from None
    except (OSError, ValueError) as error:
        raise BadScenario(f"the submission {path} cannot be read: {getattr(error, 'strerror', error)}") from None


def _before_the_deal(table: Table) -> bool:
    """Wagers are collected or put on the meters: nothing can go wrong yet."""
    step = current(table.rules, table.state)
    return step is not None and step.kind in ("take", "post")


class _Runner:
    """Drives one round, with the reports at their moments."""

    def __init__(self, scenario: Scenario, table: Table, source: Source) -> None:
        self.scenario = scenario
        self.table = table
        self.source = source
        self.acts = {seat.number: list(seat.acts) for seat in scenario.seats}
        self.reports = list(scenario.reports)

    def run(self) -> None:
        table = self.table
        table.open()
        self.stop_at(table_faults(self.scenario, table.rules, table.state))
        self.bets()
        plan = planned_cards(table.rules, table.state)
        self.stop_at(card_faults(self.scenario, self.table.rules, plan))
        started = table.state.round
        while table.state.round == started and table.state.step >= 0:
            if not self.report() and not self.one_act():
                raise BadScenario(f"the round stops at '{table.step_name}': a ruling is needed")
        if self.reports:
            raise BadScenario(f"never reported: {', '.join(r.kind for r in self.reports)} (its moment did not come)")
        self.all_used(plan)

    def bets(self) -> None:
        table = self.table
        for seat in self.scenario.seats:
            who = f"player:{seat.player}"
            self.do(who, a.TakeSeat(seat.number, seat.player), f"{seat.player} takes position {seat.number}")
            for wager in table.rules.wagers:
                if wager.id in seat.wagers:
                    cents = seat.wagers[wager.id]
                    what = f"position {seat.number} places {wager.title} {dollars(cents)}"
                    self.do(who, a.PlaceWager(seat.number, wager.id, cents), what)
            missing = [w for w in seat.wagers if w not in table.rules.index]
            if missing:
                raise BadScenario(f"not offered at this table: {listed(title(table.rules, w) for w in missing)}")
        outcome = table.apply("dealer", a.CloseBets())
        if isinstance(outcome, Refusal):
            raise BadScenario("\n".join(self.incomplete()) or f"the bets cannot be closed: {refused(outcome)}")

    def incomplete(self) -> list[str]:
        """Which compulsory wagers are missing or unequal, position by position."""
        said: list[str] = []
        rules = self.table.rules
        for seat in self.scenario.seats:
            for wager in rules.wagers:
                if not wager.compulsory:
                    continue
                cents, other = seat.wagers.get(wager.id, 0), seat.wagers.get(wager.equal_to, 0)
                if not cents:
                    said.append(f"position {seat.number}: {wager.title} is missing [{wager.clause}]")
                elif wager.equal_to and other and cents != other:
                    equal = f"{title(rules, wager.equal_to)} {dollars(other)}"
                    said.append(
                        f"position {seat.number}: {wager.title} {dollars(cents)} must equal {equal} [{wager.clause}]"
                    )
        return said

    def all_used(self, plan: dict[str, int]) -> None:
        """Nothing that the file says was ignored, and no card of a place it names was made up."""
        happened = [record.event for record in self.table.log]
        void = {event.seat for event in happened if isinstance(event, e.HandVoided)}
        if not any(isinstance(event, e.RoundVoided) for event in happened):
            left = [(n, act) for n, acts in self.acts.items() for act in acts if n not in void]
            self.stop_at([f"position {n}: {act} was never asked for" for n, act in left])
        if isinstance(self.source, ScriptedPlaces):
            self.stop_at(card_faults(self.scenario, self.table.rules, plan, self.source.filled))
        elif self.source.beyond:
            given = cards(len(self.scenario.order))
            raise BadScenario(f"[deck] order names {given}; the round took {self.source.taken}")

    def stop_at(self, faults: list[str]) -> None:
        if faults:
            raise BadScenario("\n".join(faults))

    def do(self, by: str, action: a.AnyAction, what: str) -> None:
        outcome = self.table.apply(by, action)
        if isinstance(outcome, Refusal):
            raise BadScenario(f"{what}: refused: {refused(outcome)}")

    def one_act(self) -> bool:
        table = self.table
        step = current(table.rules, table.state)
        if step is not None and step.kind == "ask" and not targets_due(table.rules, table.state):
            seat = table.turn
            if not self.acts[seat]:
                allowed = ", ".join(c.name for c in step.choices)
                raise BadScenario(f"position {seat} has no decision for '{step.name}' ({allowed})")
            act = self.acts[seat].pop(0)
            who = f"player:{table.state.seat(seat).player}"
            self.do(who, a.Decide(seat, act), f"position {seat} decides {act}")
            return True
        return self.deal_some() or table.perform()

    def deal_some(self) -> bool:
        """Stops the deal where a report is due in the middle of it."""
        due = self.reports[0] if self.reports else None
        if due is None or due.at != self.table.step_name or self.table.state.part_done >= due.dealt:
            return False
        due_now = [t for t, _ in targets_due(self.table.rules, self.table.state)]
        targets = due_now[: due.dealt - self.table.state.part_done]
        dealt = self.source.draw(self.table.state.deck, targets)
        self.do("dealer", a.DealCards(dealt), f"the deal at '{self.table.step_name}'")
        return True

    def report(self) -> bool:
        if not self.reports or not self.moment(self.reports[0]):
            return False
        script = self.reports[0]
        action: a.AnyAction
        if script.kind == STUB_COUNT:
            action = a.CountStub(script.count)
        else:
            action = a.Report(
                script.kind, script.seat, script.place, script.count, script.cards, script.ruling, script.detail
            )
        held = self.lying(script)
        outcome = self.table.apply(script.by, action)
        if isinstance(outcome, Refusal):
            if outcome.code == "not_now" and _before_the_deal(self.table):
                return False
            raise BadScenario(f"the report '{script.kind}' is refused: {refused(outcome)}")
        self.reports.pop(0)
        if any(isinstance(event, e.Owed) for event in outcome) and script.kind == "wrong_number":
            place = f"seat{script.seat}" if script.place == "seat" else script.place
            self.source.put_back(place, held[script.count :])
        return True

    def lying(self, script: ReportScript) -> tuple[Card, ...]:
        """The cards on record at the place that a report is about."""
        state = self.table.state
        match script.place:
            case "seat":
                return state.seats[script.seat - 1].cards if 1 <= script.seat <= len(state.seats) else ()
            case "dealer":
                return state.dealer
            case "community":
                return state.community
            case _:
                return ()

    def moment(self, script: ReportScript) -> bool:
        state, rules = self.table.state, self.table.rules
        steps = [s.name for s in rules.script(state.procedure)]
        if script.at:
            return steps[state.step] == script.at and state.part_done >= script.dealt
        after = "bets" if script.after in ("", "bets_closed") else script.after
        return state.step > steps.index(after)
