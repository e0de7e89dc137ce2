"""A task of the school on a screen: how it is shown, how its answer is typed, and what is said of it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.keyboard import Keyboard
from pitboss.cli.screen import cited
from pitboss.cli.table_words import table_seen
from pitboss.cli.task_answers import answer_help, answer_of
from pitboss.cli.task_moves import (
    UnreadAnswer,
    lying_words,
    move_completions,
    move_of,
    move_words,
    tray_words,
)
from pitboss.messages.tasks import (
    AskChoice,
    AskMoves,
    AskNumber,
    DealerMove,
    DrillAnswer,
    DrillTask,
    Misstep,
    MovesAnswer,
    TaskVerdict,
    UnfitAnswer,
)
from pitboss.table.rules import Rules
from pitboss.wording.cards_art import show

Taken = TypeVar("Taken")
QUIT = ("q", "quit", "exit")


# --- the task ---------------------------------------------------------------------------------------------------------


def show_task(console: Console, rules: Rules, task: DrillTask) -> None:
    """The task as a trainee sees it."""
    for part in task.shown:
        _note(console, part.words)
        if part.cards:
            show(console, rules.deck, part.cards)
    for picture in task.earlier:
        _note(console, picture.words, "bold")
        table_seen(console, rules, picture.view)
    if task.view is not None:
        if task.earlier:
            _note(console, "Now", "bold")
        table_seen(console, rules, task.view)
    _tell_course(console, task)
    console.print()
    _note(console, task.question, "bold")
    _show_ask(console, task)


def _tell_course(console: Console, task: DrillTask) -> None:
    numbered = isinstance(task.ask, AskChoice) and task.ask.among_told
    if task.told:
        console.print()
        _note(console, "What has happened", "bold")
    for number, sentence in enumerate(task.told, 1):
        _note(console, f"{number:>2} {sentence}" if numbered else sentence)


def _show_ask(console: Console, task: DrillTask) -> None:
    ask = task.ask
    if isinstance(ask, AskChoice):
        told = len(task.told) if ask.among_told else 0
        for number, option in enumerate(ask.options, 1):
            if number > told:
                _note(console, f"{number:>2} {option.words}")
    elif isinstance(ask, AskMoves):
        grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in ("", "Position", "Wager", "", "Lies there"):
            grid.add_column(column, overflow="fold")
        for each in ask.wagers:
            grid.add_row("", str(each.seat), each.wager, each.words, lying_words(each))
        console.print(grid)
        _note(console, f"Tray: {tray_words(ask.tray)}")


# --- the answer -------------------------------------------------------------------------------------------------------


def ask_answer(
    console: Console,
    keys: Keyboard,
    rules: Rules,
    task: DrillTask,
    take: Callable[[DrillAnswer], Taken],
    also: tuple[str, ...] = (),
) -> Taken | str | None:
    """What `take` makes of the answer that is typed, or one of the words `also`; None where the trainee leaves. An
    answer that `take` calls unfit is asked for again."""
    moves: list[DealerMove] = []
    ask = task.ask
    keys.complete = (lambda line, word: move_completions(ask, line, word)) if isinstance(ask, AskMoves) else _no_words
    while True:
        line = keys.ask(_prompt(task, moves))
        if line is None or line.lower() in QUIT:
            return None
        if line.lower() in also:
            return line.lower()
        if line in ("?", "h"):
            for said in (*answer_help(ask).splitlines(), _other_keys(also)):
                _note(console, said)
        elif line.lower() == "v":
            show_task(console, rules, task)
        elif line:
            try:
                answer = _with_moves(console, ask, moves, line) if isinstance(ask, AskMoves) else answer_of(ask, line)
                if answer is not None:
                    return take(answer)
            except (UnreadAnswer, UnfitAnswer) as bad:
                _note(console, f"{str(bad)[:1].upper()}{str(bad)[1:]}.", "yellow")


def _no_words(line: str, word: str) -> tuple[str, ...]:
    return ()


def _other_keys(also: tuple[str, ...]) -> str:
    more = "".join(f"; {word} {_WORDS[word]}" for word in also)
    return f"v shows the task again{more}; q leaves."


_WORDS = {"skip": "goes on to the next task", "finish": "hands the exam in"}


def _prompt(task: DrillTask, moves: list[DealerMove]) -> str:
    match task.ask:
        case AskNumber(unit=unit):
            return f"{unit}> "
        case AskMoves():
            return f"move {len(moves) + 1}> "
        case _:
            return "answer> "


def _with_moves(console: Console, ask: AskMoves, moves: list[DealerMove], line: str) -> MovesAnswer | None:
    """The answer, once it is said to be complete; until then the moves are collected. Of a line with a fault no move
    counts."""
    if line.lower() == "done":
        return MovesAnswer(tuple(moves))
    if line.lower() == "undo":
        _note(console, f"Taken back: {move_words(moves.pop())}." if moves else "There is no move to take back.")
    elif line.lower() == "moves":
        for number, move in enumerate(moves, 1):
            _note(console, f"{number:>2} {move_words(move)}")
    else:
        moves += [move_of(ask, part) for part in line.split(";") if part.strip()]
    return None


# --- what is said of it -----------------------------------------------------------------------------------------------


def tell_verdict(console: Console, verdict: TaskVerdict) -> None:
    """Right or wrong, what was wrong, the right answer, and the rules behind it."""
    if verdict.right:
        _note(console, "Right.", "bold green")
    else:
        _note(console, "Wrong.", "bold yellow")
        _tell_each(console, verdict.missteps)
        _note(console, f"The answer: {verdict.words}", "bold")
        if isinstance(verdict.solution, MovesAnswer):
            for move in verdict.solution.moves:
                _note(console, f"  {move_words(move)}")
    _tell_each(console, verdict.why)


def tell_solution(console: Console, verdict: TaskVerdict) -> None:
    """The right answer and the rules behind it, where nobody was there to answer."""
    _note(console, f"The answer: {verdict.words}", "bold")
    _tell_each(console, verdict.why)


def _tell_each(console: Console, said: Iterable[Misstep]) -> None:
    for each in said:
        cited(console, f"{each.words[:1].upper()}{each.words[1:]}", each.clause)


def _note(console: Console, text: str, style: str = "none") -> None:
    console.print(Padding(Text(text, style=style), (0, 0, 0, 2)))
