"""The loop of an evening: wagers, the round, your decisions, leaving."""

from rich.text import Text

from pitboss.cli.play_bets import PURSE, Wagers
from pitboss.cli.play_help import choice_words, help_page, moment, my_cards, whole_table
from pitboss.cli.play_trouble import mend, report, ruling
from pitboss.cli.screen import Trouble, cited
from pitboss.cli.sitting import YOU, Sitting, clauses_in
from pitboss.play import players
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.roles import DEALER, FLOORPERSON
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import Choice, Step
from pitboss.table.flow import current, moved, targets_due
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.views import View
from pitboss.wording import things as w


class Evening:
    """A person among house players, from the first wager to the last."""

    def __init__(self, sitting: Sitting, wagers: Wagers, *, pause: bool = False, by_itself: bool = False) -> None:
        self.s = sitting
        self.s.pause = pause
        self.wagers = wagers
        self.by_itself = by_itself
        """A demonstration: a house player decides for the person as well."""
        self.purses = 1
        self.results: list[int] = []
        self._asked: object = None
        self._urged: object = None
        """The moment at which the person has been told that a decision must be made."""
        self._began: int | None = None
        """What the person had won when the round in play began."""
        self._mended = 0
        self._absent = False
        """The person has left at a moment that knows no absence: a house player decides for him."""

    @property
    def balance(self) -> int:
        return self.purses * PURSE + self.s.net

    # --- the evening ---

    def run(self, rounds: int = 0) -> None:
        """Rounds until the person leaves, or that many."""
        while not self.s.leaving and (not rounds or len(self.results) < rounds):
            self._until_bets(quiet=self.by_itself)
            if self.by_itself or self._bets():
                self._play_round()
        self._leave_seat()

    def finish(self) -> None:
        """After an interruption: the round in play is played out by the rules and counted."""
        self.s.leaving = True
        if self._began is not None and self.s.step != "bets":
            self._leave_round()
            self._until_over()
            self._count()
        self._leave_seat()

    def _leave_seat(self) -> None:
        if self.s.table.state.seat(self.s.seat).player == YOU and self.s.step == "bets":
            self.s.act(self.s.me, a.LeaveSeat(self.s.seat), quiet=True)

    def _play_round(self) -> None:
        self._began = self.s.net
        self._mended = 0
        if not self._place_all():
            if self.by_itself:
                raise Trouble("the round cannot begin")
            self._began = None
            return
        self._until_over()
        self._count()

    def _count(self) -> None:
        self.results.append(self.s.net - (self._began or 0))
        self._began = None
        self._result(self.results[-1])

    def _until_bets(self, *, quiet: bool) -> None:
        while self.s.step != "bets" or self.s.table.state.decks[self.s.table.state.deck - 1].stage != "ready":
            self._perform(quiet=quiet)

    def _perform(self, *, quiet: bool = False) -> None:
        done = self.s.perform(quiet=quiet)
        if isinstance(done, Refusal) and not self._mend(done):
            raise Trouble(f"the table cannot go on: {done}")
        if done is False:
            raise Trouble(f"nobody can act at the step '{self.s.step}'")

    def _mend(self, refusal: Refusal) -> bool:
        """The staff try a few times, not for ever."""
        self._mended += 1
        return self._mended <= 20 and mend(self.s, refusal)

    def _result(self, change: int) -> None:
        word = f"won {dollars(change)}" if change > 0 else f"lost {dollars(-change)}" if change else "broke even"
        who = "Position " + str(self.s.seat) if self.by_itself else "You"
        line = f"{who} {word} in round {self.s.table.state.round}."
        if not self.by_itself:
            line += f" You have {dollars(self.balance)}."
        self.s.console.print()
        self.s.console.print(f"  {line}", style="bold green" if change > 0 else "bold")

    # --- wagers ---

    def _bets(self) -> bool:
        """True when the wagers stand and the round may begin; False when the person leaves or anything changed."""
        state = self.s.table.state
        if self._asked is not state:
            self._asked = state
            self._show_bets()
        answer = self.s.keys.ask("wagers> ")
        if answer is None:
            self.s.leaving = True
        elif answer:
            if not self._command(answer):
                self._change(answer)
        else:
            refusal = self.wagers.refusal(self.s)
            if refusal is None:
                self._chips_for(self.wagers.total)
                return True
            self.s.refused(refusal)
        return False

    def _show_bets(self) -> None:
        self.s.console.print()
        self.s.console.print(
            Text("Your wagers", style="bold").append(f"   you have {dollars(self.balance)}", style="none")
        )
        self.s.console.print(self.wagers.table(self.s.console.width))
        first, other = self.wagers.examples()
        change = f'"{first}" or "{other}"' if other else f'"{first}"'
        self.s.note(f"Enter: play these.  {change}: change one.  h: help.  q: leave.", "dim")

    def _change(self, answer: str) -> None:
        found = self.wagers.read(answer)
        if isinstance(found, str):
            self.s.note(f"{found[:1].upper()}{found[1:]}.", "yellow")
            return
        refusal, fallen = self.wagers.change(self.s, *found)
        if refusal is not None:
            self.s.refused(refusal)
        else:
            for wager in fallen:
                self.s.note(f"{wager.title} comes off too: it stands on {found[0].title}.  {wager.clause}", "yellow")
            self.s.note(f"Your wagers now: {self.wagers.words()}. Enter plays them.")

    def _chips_for(self, cents: int) -> None:
        """Practice chips never run out: more are put before the player, and counted."""
        stacks = -(-max(0, cents - self.balance) // PURSE)
        if stacks:
            self.purses += stacks
            self.s.note(f"Another {dollars(stacks * PURSE)} of practice chips is put before you.", "yellow")

    def _place_all(self) -> bool:
        """Everybody's wagers go on the layout and the dealer calls "no more bets"."""
        self.s.console.print()
        for seat in self.s.table.state.seats:
            if seat.player == YOU:
                self._place(seat.number, self.s.me, self.wagers.acts(seat))
            elif seat.player:
                who = as_player(seat.player)
                self._place(seat.number, who, list(players.wagers(self.s.table.view(who), self.s.table.offers(who))))
        return self._close_bets()

    def _close_bets(self) -> bool:
        """The dealer calls "no more bets", after the equipment is mended where that stands in the way."""
        while isinstance(outcome := self.s.act(DEALER, a.CloseBets()), Refusal):
            self.s.refused(outcome)
            if not self._mend(outcome):
                return False
            self._until_bets(quiet=False)
        return True

    def _place(self, seat: int, who: str, acts: list[a.PlaceWager]) -> None:
        done: list[e.AnyEvent] = []
        for act in acts:
            outcome = self.s.act(who, act, quiet=True)
            if isinstance(outcome, Refusal):
                self.s.refused(outcome)
            else:
                done += outcome
        placed = [
            f"{w.wager(self.s.table.rules, x.wager)} {dollars(x.cents)}" for x in done if isinstance(x, e.WagerPlaced)
        ]
        said = f"Position {seat}, {who.partition(':')[2]}: {', '.join(placed) or 'no wager'}"
        mine = who == self.s.me
        clauses = "\n".join(clauses_in(done))
        cited(self.s.console, said, clauses, style="bold" if mine else "none", mark="> " if mine else "  ")

    # --- the round ---

    def _until_over(self) -> None:
        table = self.s.table
        number = table.state.round
        while table.state.step >= 0 and table.state.round == number:
            now = current(table.rules, table.state)
            if table.state.matters:
                ruling(self.s)
            elif now is not None and now.kind == "ask" and table.turn and not targets_due(table.rules, table.state):
                self._decision(now, table.turn)
            elif not self.s.pause or self._go_on():
                self._perform()

    def _solved(self, view: View, seat: int) -> str:
        """The best choice, for a house player whose game brings no rules of thumb; none where nobody can count it."""
        from pitboss.odds.coach import coach

        try:
            advice = coach(self.s.table.rules, view, seat)
        except ValueError:
            return ""
        return advice.best.choice if advice else ""

    def _decision(self, now: Step, seat: int) -> None:
        player = self.s.table.state.seat(seat).player
        if player == YOU and not self.by_itself and not self._absent:
            self._my_decision(now)
            return
        who = as_player(player)
        chosen = players.decision(self.s.table.view(who), self.s.table.offers(who), self._solved)
        outcome = self.s.act(who, chosen if chosen is not None else a.Decide(seat, now.absent))
        if isinstance(outcome, Refusal):
            raise Trouble(f"position {seat} cannot decide: {outcome}")

    def _my_decision(self, now: Step) -> None:
        if self._asked is not self.s.table.state:
            self._asked = self.s.table.state
            my_cards(self.s)
            self._show_choices(now)
        answer = self.s.keys.ask("you> ")
        if answer is None:
            self._leave_round()
        elif not answer:
            self._urge(now)
        elif self._command(answer):
            self._leave_if_wanted()
        else:
            self._choose(now, answer)

    def _show_choices(self, now: Step) -> None:
        for number, choice in enumerate(now.choices, start=1):
            words = f"{number} {w.underscored(choice.name):<9} {choice_words(self.s, choice)}"
            cited(self.s.console, words, choice.clause)

    def _urge(self, now: Step) -> None:
        """Enter decides nothing: the choices once more, and once only."""
        if self._urged is not self.s.table.state:
            self._urged = self.s.table.state
            self._show_choices(now)
            self.s.note("A decision must be made: Enter alone decides nothing. q leaves the table.", "yellow")

    def _choose(self, now: Step, answer: str) -> None:
        choice = named_choice(now.choices, answer)
        if choice is None:
            words = w.listed((w.underscored(c.name) for c in now.choices), "or")
            self.s.note(f"Type a number from 1 to {len(now.choices)}, or {words}. h shows all keys.", "yellow")
            return
        if choice.does == "raise":
            self._chips_for(moved(self.s.table.rules, self.s.table.state.seat(self.s.seat), choice))
        outcome = self.s.act(self.s.me, a.Decide(self.s.seat, choice.name))
        if isinstance(outcome, Refusal):
            self.s.refused(outcome)

    def _go_on(self) -> bool:
        """With --pause: Enter lets the dealer go on."""
        if self.s.leaving:
            return True
        answer = self.s.keys.ask("Enter to go on> ")
        if answer is None:
            self._leave_round()
        if not answer:
            return True
        if not self._command(answer):
            self.s.note("Enter lets the dealer go on; h shows all keys.")
        self._leave_if_wanted()
        return False

    def _leave_if_wanted(self) -> None:
        if self.s.leaving:
            self._leave_round()

    # --- commands and leaving ---

    def _command(self, answer: str) -> bool:
        """The keys that work everywhere; False where the answer is something else."""
        match answer.lower():
            case "?" | "rules":
                moment(self.s)
            case "v" | "view":
                whole_table(self.s)
            case "h" | "help":
                help_page(self.s, *self.wagers.examples())
            case "!":
                report(self.s)
            case "q" | "quit" | "exit" | "leave":
                self.s.leaving = True
            case _:
                return False
        return True

    def _leave_round(self) -> None:
        """The hand is played out without the player, so that the round is never lost."""
        self.s.leaving = True
        seat = self.s.table.state.seat(self.s.seat)
        if seat.away or seat.standing != "live" or self.s.table.state.void:
            return
        self.s.note("You leave; your hand is played out by the rules.", "yellow")
        outcome = self.s.act(FLOORPERSON, a.Report("player_left", seat=self.s.seat, ruling="played_out"))
        self._absent = isinstance(outcome, Refusal)


def named_choice(choices: tuple[Choice, ...], answer: str) -> Choice | None:
    """A choice by its number, or by the beginning of its name: `p`, `fold`, `4x`."""
    if answer.isdecimal():
        place = int(answer) - 1
        return choices[place] if 0 <= place < len(choices) else None
    key = answer.lower().replace(" ", "_")
    found = [c for c in choices if key and (c.name.startswith(key) or c.name.removeprefix("play_") == key)]
    return found[0] if len(found) == 1 else None
