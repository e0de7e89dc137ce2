"""Drives one round of a scenario: wagers, cards, decisions, what goes wrong, and the acts that must be refused, each at
its moment."""

from pitboss.cards.deck import Card
from pitboss.play.scenario_acts import who_acts
from pitboss.play.scenario_filler import quiet_cards
from pitboss.play.scenario_parts import BadScenario, Moment, RefusedScript, ReportScript, Round
from pitboss.play.scenario_reports import STUB_COUNT, card_faults, planned_cards, table_faults
from pitboss.play.scenario_result import Tried
from pitboss.play.scenario_words import cards, in_dollars, refused, title
from pitboss.play.sources import ScriptedOrder, ScriptedPlaces
from pitboss.play.table import NotAccepted, Table
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.words import listed
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.dealing import recorded_places
from pitboss.table.engine import decide
from pitboss.table.flow import current, targets_due
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal

Source = ScriptedOrder | ScriptedPlaces


class Runner:
    """One round, from the seats to the clearing of the table."""

    def __init__(self, script: Round, table: Table) -> None:
        self.script = script
        self.table = table
        deck = table.rules.deck
        self.source: Source = ScriptedOrder(deck, script.order) if script.order else ScriptedPlaces(deck, script.places)
        self.acts = {seat.number: list(seat.acts) for seat in script.seats}
        self.reports = list(script.reports)
        self.refused = list(script.refused)
        self.tried: list[Tried] = []
        self.began = len(table.log)

    def run(self) -> None:
        table = self.table
        table.load(self.source)
        self.open()
        self.stop_at(table_faults(self.script, table.rules, table.state))
        self.bets()
        plan = planned_cards(table.rules, table.state)
        self.stop_at(card_faults(self.script, table.rules, plan))
        if isinstance(self.source, ScriptedPlaces):
            self.source.fill(quiet_cards(table.rules, table.state, self.script.places, self.aside()))
        started = table.state.round
        while table.state.round == started and table.state.step >= 0:
            if not self.refusal() and not self.report() and not self.one_act():
                raise BadScenario(f"the round stops at '{table.step_name}': a ruling is needed")
        self.all_done()
        self.all_used(plan)

    def open(self) -> None:
        try:
            self.table.open()
        except NotAccepted as error:
            raise BadScenario(f"the round cannot be opened: {error}") from None
        if self.table.step_name != "bets":
            raise BadScenario("the round cannot be opened: something else must be done at the table first")

    def aside(self) -> list[Card]:
        """Cards that a report names and no place gets."""
        named = [card for report in self.script.reports for card in report.cards]
        return [card for card in named if not any(card in given for given in self.script.places.values())]

    def filled(self) -> dict[str, tuple[Card, ...]]:
        """What was dealt to places without having been named for them."""
        filled = self.source.filled if isinstance(self.source, ScriptedPlaces) else {}
        return {place: tuple(dealt) for place, dealt in filled.items()}

    # --- seats and wagers ---

    def bets(self) -> None:
        table = self.table
        wanted = {seat.number: seat.player for seat in self.script.seats}
        for seat in table.state.seats:
            if seat.player and wanted.get(seat.number) != seat.player:
                self.do(as_player(seat.player), a.LeaveSeat(seat.number), f"{seat.player} leaves")
        for each in self.script.seats:
            who = as_player(each.player)
            if not 1 <= each.number <= len(table.state.seats) or not table.state.seat(each.number).player:
                what = f"{each.player} takes position {each.number}"
                self.do(who, a.TakeSeat(each.number, each.player), what)
            for wager in table.rules.wagers:
                if wager.id in each.wagers:
                    cents = each.wagers[wager.id]
                    what = f"position {each.number} places {wager.title} {dollars(cents)}"
                    self.do(who, a.PlaceWager(each.number, wager.id, cents), what)
            missing = [w for w in each.wagers if w not in table.rules.index]
            if missing:
                raise BadScenario(f"not offered at this table: {listed(title(table.rules, w) for w in missing)}")
        while self.refusal():
            pass
        outcome = table.apply(DEALER, a.CloseBets())
        if isinstance(outcome, Refusal):
            raise BadScenario("\n".join(self.incomplete()) or f"the bets cannot be closed: {refused(outcome)}")

    def incomplete(self) -> list[str]:
        """Which compulsory wagers are missing or unequal, position by position."""
        said: list[str] = []
        rules = self.table.rules
        for seat in self.script.seats:
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

    # --- the end ---

    def all_done(self) -> None:
        """Everything that the file announces came to its moment."""
        if self.reports:
            raise BadScenario(f"never reported: {', '.join(r.kind for r in self.reports)} (its moment did not come)")
        if self.refused:
            raise BadScenario(f"never tried: {', '.join(r.act for r in self.refused)} (its moment did not come)")

    def all_used(self, plan: dict[str, int]) -> None:
        """Nothing that the file says was ignored, and no card of a place it names was made up."""
        happened = [record.event for record in self.table.log[self.began :]]
        void = {event.seat for event in happened if isinstance(event, e.HandVoided)}
        if not any(isinstance(event, e.RoundVoided) for event in happened):
            left = [(n, act) for n, acts in self.acts.items() for act in acts if n not in void]
            self.stop_at([f"position {n}: {act} was never asked for" for n, act in left])
        if isinstance(self.source, ScriptedPlaces):
            self.stop_at(card_faults(self.script, self.table.rules, plan, self.source.filled))
        elif self.source.beyond:
            given = cards(len(self.script.order))
            raise BadScenario(f"[deck] order names {given}; the round took {self.source.taken}")

    def stop_at(self, faults: list[str]) -> None:
        if faults:
            raise BadScenario("\n".join(faults))

    # --- acts ---

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
            who = as_player(table.state.seat(seat).player)
            self.do(who, a.Decide(seat, act), f"position {seat} decides {act}")
            return True
        return self.deal_some() or table.perform()

    def deal_some(self) -> bool:
        """Stops the deal where a report, or an act to be refused, is due in the middle of it."""
        done, here = self.table.state.part_done, self.table.step_name
        following = [script.when for script in self.reports[:1]] + [script.when for script in self.refused[:1]]
        stops = [when.dealt for when in following if when.at == here and when.dealt > done]
        if not stops:
            return False
        due_now = [t for t, _ in targets_due(self.table.rules, self.table.state)]
        targets = due_now[: min(stops) - done]
        dealt = self.source.draw(self.table.state.deck, targets)
        self.do(DEALER, a.DealCards(dealt), f"the deal at '{here}'")
        return True

    # --- what goes wrong, and what is refused ---

    def report(self) -> bool:
        if not self.reports or not self.is_now(self.reports[0].when):
            return False
        script = self.reports[0]
        held = self.lying(script)
        outcome = self.table.apply(script.by, self.reported(script))
        if isinstance(outcome, Refusal):
            if outcome.code == "not_now" and self.before_the_deal():
                return False
            raise BadScenario(f"the report '{script.kind}' is refused: {refused(outcome)}")
        self.reports.pop(0)
        if any(isinstance(event, e.Owed) for event in outcome) and script.kind == "wrong_number":
            place = f"seat{script.seat}" if script.place == "seat" else script.place
            self.source.put_back(place, held[script.count :])
        return True

    def reported(self, script: ReportScript) -> a.AnyAction:
        if script.kind != STUB_COUNT:
            return a.Report(
                script.kind, script.seat, script.place, script.count, script.cards, script.ruling, script.detail
            )
        record = recorded_places(self.table.state)
        right = self.table.rules.deck_size - sum(record.values())
        wrong = {place: count for place, count in script.places.items() if record.get(place) != count}
        if wrong and script.count == right:
            stub = f"the stub has {script.count} cards, as it should"
            raise BadScenario(f"[[report]] {STUB_COUNT}: {stub}: nothing is counted elsewhere")
        places = {**record, **script.places} if script.count != right else {}
        return a.CountStub(script.count, tuple(places.items()))

    def before_the_deal(self) -> bool:
        """Wagers are collected or put on the meters: nothing can go wrong yet."""
        step = current(self.table.rules, self.table.state)
        return step is not None and step.kind in ("take", "post")

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

    def refusal(self) -> bool:
        """Tries the next act that must be refused, if its moment is there. It is only tried: nothing changes."""
        if not self.refused or not self.is_now(self.refused[0].when):
            return False
        script = self.refused.pop(0)
        self.tried.append(self.trial(script))
        return True

    def trial(self, script: RefusedScript) -> Tried:
        table, action = self.table, script.action
        assert action is not None, "a file with faults is not played"
        by = script.by or who_acts(action, {seat.number: seat.player for seat in table.state.seats})
        outcome = decide(table.rules, table.state, a.Act(by, table.with_meters(action)))
        where = f"{script.act} by {by} at '{table.step_name}'"
        if not isinstance(outcome, Refusal):
            return Tried(script.act, by, table.step_name, None, f"{where}: expected a refusal, and it is accepted")
        told = in_dollars(outcome.message)
        wrong = ""
        if script.clause and outcome.clause != script.clause:
            wrong = f"{where}: expected a refusal under {script.clause}, refused under {outcome.clause or 'no clause'}"
        elif script.code and outcome.code != script.code:
            wrong = f"{where}: expected to be refused as '{script.code}', refused as '{outcome.code}' ({told})"
        return Tried(script.act, by, table.step_name, outcome, wrong)

    # --- moments ---

    def is_now(self, when: Moment) -> bool:
        state, rules = self.table.state, self.table.rules
        steps = [s.name for s in rules.script(state.procedure)]
        if len(self.script.reports) - len(self.reports) < when.reported:
            return False
        if when.at:
            return steps[state.step] == when.at and self.far_enough(when)
        after = "bets" if when.after in ("", "bets_closed") else when.after
        return state.step > steps.index(after)

    def far_enough(self, when: Moment) -> bool:
        """How far the step has come: deliveries, answers and settled hands since it was opened."""
        happened = [record.event for record in self.table.log[self.began :]]
        opened = [n for n, ev in enumerate(happened) if isinstance(ev, e.StepOpened) and ev.name == when.at]
        since = happened[opened[-1] :] if opened else happened
        decided = sum(isinstance(event, e.Decided) for event in since)
        settled = sum(isinstance(event, e.HandTurned) for event in since)
        return self.table.state.part_done >= when.dealt and decided >= when.decided and settled >= when.settled
