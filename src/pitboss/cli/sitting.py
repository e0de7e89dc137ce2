"""One person's evening at a table: acts are recorded first, then shown."""

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.explain import clause_of, narrate
from pitboss.cli.keyboard import Keyboard
from pitboss.cli.play_log import LogFile
from pitboss.cli.screen import cited, complain
from pitboss.play.table import NotAccepted, Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.wording.cards_art import show
from pitboss.wording.events import step_title
from pitboss.wording.lines import NarratedLine

YOU = "You"
_UNTOLD = (e.SeatTaken, e.TableSettled, e.DeckReady)
"""Events that say nothing new to somebody who watches."""


class Sitting:
    """The table, the person's position in it, and the screen."""

    def __init__(self, table: Table, console: Console, keys: Keyboard, seat: int, log: LogFile | None) -> None:
        self.table = table
        self.console = console
        self.keys = keys
        self.seat = seat
        self.log = log
        self.leaving = False
        self.pause = False
        """Every act of the dealer waits for Enter."""
        self.net = 0
        """What the person has won so far, in cents; wagers on the layout count as spent."""

    @property
    def me(self) -> str:
        return as_player(YOU)

    # --- acting ---

    def act(self, by: str, action: a.AnyAction, *, quiet: bool = False) -> tuple[e.AnyEvent, ...] | Refusal:
        """One act, recorded and shown; a refusal is given back."""
        outcome = self.table.apply(by, action)
        if not isinstance(outcome, Refusal):
            self._after(outcome, quiet=quiet)
        return outcome

    def perform(self, *, quiet: bool = False) -> bool | Refusal:
        """The next duty of the automatic staff; False where nothing is due."""
        before = len(self.table.log)
        try:
            done = self.table.perform()
        except NotAccepted as refused:
            return refused.refusal
        self._after([record.event for record in self.table.log[before:]], quiet=quiet)
        return done

    def _after(self, events: Sequence[e.AnyEvent], *, quiet: bool) -> None:
        if self.log and not self.log.trouble and not self.log.record(self.table):
            self.leaving = True
            complain(f"{self.log.trouble}; {self.log.holds()}, and the round is played out without it")
        self.net += sum(chips(event) for event in events if getattr(event, "seat", 0) == self.seat)
        if not quiet:
            self.tell(events)

    # --- showing ---

    def tell(self, events: Sequence[e.AnyEvent]) -> None:
        """What everybody at the table sees, line by line."""
        told = [x for x in events if not isinstance(x, _UNTOLD)]
        for telling in narrate(self.table.rules, told, faces=False):
            first = telling.events[0]
            if isinstance(first, e.StepOpened):
                self.heading(first)
            else:
                self.line(telling, mine=getattr(first, "seat", 0) == self.seat)
            self._draw(telling)

    def heading(self, event: e.StepOpened) -> None:
        title = step_title(self.table.rules, event.name, self.table.state.procedure)
        self.console.print()
        cited(self.console, title, event.clause, style="bold", mark="")

    def line(self, telling: NarratedLine, *, mine: bool) -> None:
        cited(self.console, telling.text, telling.clause, style="bold" if mine else "none", mark="> " if mine else "  ")

    def _draw(self, telling: NarratedLine) -> None:
        """Cards that are turned up for everybody are drawn; of those at positions the person's own."""
        for event in telling.events:
            own = not isinstance(event, e.CardsDealt) or event.to != "seat" or event.seat == self.seat
            if isinstance(event, e.CardsShown) or (isinstance(event, e.CardsDealt) and event.up and own):
                show(self.console, self.table.rules.deck, event.cards)

    def note(self, text: str, style: str = "none") -> None:
        """Something said to the person, not by the rules."""
        self.console.print(Padding(Text(text, style=style), (0, 0, 0, 2)))

    def refused(self, refusal: Refusal) -> None:
        from pitboss.cli.refused import words

        self.note(f"Refused: {words(self.table.rules, refusal)}", "bold yellow")

    # --- where we are ---

    @property
    def step(self) -> str:
        found = current(self.table.rules, self.table.state)
        return found.name if found else ""


def chips(event: e.AnyEvent) -> int:
    """What the event moves to the player (or, negative, from him), in cents."""
    match event:
        case e.WagerPlaced(cents=cents, before=before):
            return before - cents
        case e.WagerReturned(cents=cents) | e.EnvyPaid(cents=cents):
            return cents
        case e.WagerSettled(won=won, back=back):
            return won + back
        case e.PayoutCut(cents=cents):
            return -cents
        case _:
            return 0


def clauses_in(events: Sequence[e.AnyEvent]) -> list[str]:
    """The clauses behind these events, each once, in order."""
    return list(dict.fromkeys(c for c in map(clause_of, events) if c))
