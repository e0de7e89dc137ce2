"""`pitboss demo`: everything once, in about two minutes: a round, its odds, a simulation, a proof, a paper, a house."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.help_text import example_game, helped
from pitboss.cli.screen import GOOD, INTERRUPTED, Trouble, a_game, as_argument, screen, shown, to_copy

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cli.keyboard import Keyboard
    from pitboss.simulation.report import SimulatedWager

ROUNDS = 200_000
WORD = "pitboss demonstration"
"""From it follow the cards: everybody sees the same round."""


@helped("demo")
def demo(game: str | None = None, *, no_browser: bool = False, output: Path | None = None) -> int:
    from pitboss.cli.keyboard import Keyboard

    console = screen()
    which = a_game(game) if game is not None else example_game()
    keys = Keyboard(console)
    tour = _Tour(console, keys, which, _folder(output))
    parts = (tour.round, tour.odds, tour.simulation, tour.proof, tour.paper)
    with keys.listening():
        for number, part in enumerate(parts, start=1):
            part(number)
            if keys.stopped or not tour.goes_on():
                return INTERRUPTED if keys.stopped else GOOD
    return tour.house(len(parts) + 1, browser=not no_browser)


def _folder(output: Path | None) -> Path:
    if output is None:
        return Path(tempfile.mkdtemp(prefix="pitboss-demo-"))
    if not output.is_dir():
        raise Trouble(f"{shown(output)}: there is no such folder; name one that is there")
    return output


class _Tour:
    """The parts of the demonstration, which share the round that is played first."""

    def __init__(self, console: "Console", keys: "Keyboard", game: str, folder: Path) -> None:
        from pitboss.cards.deck import deck_of
        from pitboss.cli.demo_shuffle import CommittedDecks
        from pitboss.rulebook.book import book
        from pitboss.rulebook.submission import default_submission

        self.console, self.keys, self.game, self.folder = console, keys, game, folder
        self.named = as_argument(game)
        self.submission = default_submission(game)
        self.cards: CommittedDecks = CommittedDecks(deck_of(book(game)), WORD)
        self.number = 0

    def goes_on(self) -> bool:
        """At a terminal the reader says when; otherwise at once."""
        self.console.print()
        if not self.keys.terminal:
            return True
        answer = self.keys.ask("Enter goes on, q leaves > ")
        self.console.print()
        return answer is not None and answer.lower() not in ("q", "quit", "exit")

    def _begin(self, number: int, title: str, says: str) -> None:
        from pitboss.cli.wrapped import print_wrapped

        self.console.print(f"{number}. {title}", style="bold underline")
        print_wrapped(self.console, says)
        self.console.print()

    def _try(self, command: str) -> None:
        self.console.print()
        self.console.print(f"Do it yourself:  {command}", style="cyan", soft_wrap=True)

    def _show(self, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        grid = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
        for place, column in enumerate(columns):
            grid.add_column(column, justify="right" if place else "left")
        for row in rows:
            grid.add_row(*row)
        self.console.print(grid)

    # --- the parts ---

    def round(self, number: int) -> None:
        from pitboss.cli.play import demonstrate
        from pitboss.rulebook.submission import check

        self._begin(
            number,
            "A round",
            "A house player decides. At the right stands the clause of the rulebook that orders each step and each "
            "payment. Before it shuffled, the house published this fingerprint of its secret seed; part 4 looks "
            "whether the seed fits it:",
        )
        self.console.print(f"  {self.cards.commitment}", soft_wrap=True)
        self.console.print()
        terms = check(self.submission).terms
        assert terms is not None
        self.number = demonstrate(self.console, self.keys, terms, self.cards)
        self._try(to_copy("play", self.named))

    def odds(self, number: int) -> None:
        from pitboss.api import exact_odds
        from pitboss.cli.waiting import Waiting

        self._begin(
            number,
            "Its odds",
            "What the house keeps of each wager in the long run. Every possible deal is counted, so the figures are "
            "exact fractions, not estimates.",
        )
        with Waiting("exact odds"):
            rows = exact_odds(submission=self.submission)
        said = [(row.title, row.paytable or "", f"{float(row.house_edge):.4%}", str(row.house_edge)) for row in rows]
        self._show(("wager", "paytable", "house edge", "exactly"), said)
        self._try(to_copy("odds", self.named))

    def simulation(self, number: int) -> None:
        from pitboss.cli.waiting import Waiting
        from pitboss.simulation.api import simulate

        self._begin(
            number,
            "A simulation",
            f"{ROUNDS:,} whole rounds are played and set beside the exact figures. z is the difference in standard "
            "errors; up to 3 is chance.",
        )
        with Waiting(f"playing {ROUNDS:,} rounds"):
            rows = simulate(submission=self.submission, rounds=ROUNDS)
        self._show(("wager", "simulated", "exact", "z"), [_compared(row) for row in rows])
        self._try(to_copy("simulate", self.named, "--rounds", "20m"))

    def proof(self, number: int) -> None:
        from pitboss.cli.verify_shuffle import verify_shuffle

        self._begin(
            number,
            "A proof",
            "After the round the house opens its seed. Anybody can shuffle again with it and compare every card with "
            "those of part 1. The program that checks shares no code with the one that dealt.",
        )
        file = self.folder / "proof.json"
        file.write_bytes(self.cards.proof(self.game, self.number).encode())
        verify_shuffle(file)
        self._try(to_copy("verify-shuffle", file))

    def paper(self, number: int) -> None:
        from pitboss.cli.placard import placard

        self._begin(
            number,
            "A paper",
            "The sign that stands at the table, from the same data as the round and the odds.",
        )
        submission = self.folder / "table.toml"
        submission.write_text(self.submission, encoding="utf-8")
        placard(str(submission), output=self.folder / "sign.pdf")
        self._try(to_copy("dossier", self.named, "-o", "dossier.pdf"))

    def house(self, number: int, *, browser: bool) -> int:
        """The house in the browser, until it is stopped; without a terminal only how it is opened."""
        if not (browser and self.keys.terminal):
            self._begin(number, "The house", "A house with a table of every game, in the browser:")
            self.console.print(f"  {to_copy('serve')}", style="cyan")
            return GOOD
        from pitboss.cli.demo_house import run

        self._begin(
            number,
            "The house",
            "A house with a table of every game opens in your browser. Sit down at one. Ctrl-C here closes the house; "
            "it was only for this demonstration, and nothing of it is kept.",
        )
        return run(self.folder)


def _compared(row: "SimulatedWager") -> tuple[str, ...]:
    exact = "" if row.exact is None else f"{float(row.exact):+.4f}"
    z = "" if row.z is None else f"{row.z:+.2f}"
    return row.wager.replace("_", " "), f"{float(row.mean):+.4f}", exact, z
