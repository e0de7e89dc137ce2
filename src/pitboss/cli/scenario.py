"""`pitboss scenario`: rounds written in files, played through the engine."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, WRONG_USAGE, complain, screen

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.play.scenario import PlayedRound, PlayedScenario
    from pitboss.rulebook.book import Book


@helped("scenario")
def scenario(*file: Path, json: bool = False) -> int:
    from pitboss.cli.scenario_data import as_data
    from pitboss.cli.screen import Trouble

    if not file:
        raise Trouble("name at least one scenario file: pitboss scenario FILE…")
    console = screen()
    results: list[dict[str, Any]] = []
    bad = differing = 0
    for path in file:
        played = _played(path)
        if isinstance(played, str):
            bad += 1
            results.append({"file": str(path), "error": played})
            continue
        differing += bool(played.differences)
        if json:
            results.append(as_data(path, played))
        else:
            _print(console, played)
    if json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(results), indent=2).decode())
    elif len(file) > 1:
        console.print(_summary(len(file), bad, differing), style="bold")
    return WRONG_USAGE if bad else FINDINGS if differing else GOOD


def _summary(files: int, bad: int, differing: int) -> str:
    agree = files - bad - differing
    parts = [f"{agree} as expected"] + [f"{differing} with differences"] * bool(differing)
    return f"{files} scenarios: {', '.join(parts + [f'{bad} could not be played'] * bool(bad))}."


def _played(path: Path) -> "PlayedScenario | str":
    """The scenario after it was played, or its faults once they are told."""
    from pitboss.cards.deck import BadCard
    from pitboss.cli.screen import why_unreadable
    from pitboss.play.scenario import play_scenario
    from pitboss.play.scenario_file import parse_scenario
    from pitboss.play.scenario_parts import BadScenario
    from pitboss.play.table import NotAccepted

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        return _told(path, why_unreadable(error))
    try:
        return play_scenario(parse_scenario(text, str(path), path.parent), path)
    except (BadScenario, BadCard, NotAccepted) as error:
        return _told(path, str(error))
    except (AttributeError, TypeError, LookupError, ValueError, RecursionError) as error:
        return _told(path, f"this file does not have the form of a scenario: {' '.join(str(error).split())}")


def _told(path: Path, faults: str) -> str:
    """The faults on the error stream, each with the name of the file; returned without it."""
    plain = [line.removeprefix(f"{path}: ") for line in faults.splitlines()]
    for line in plain:
        complain(line if line.startswith(" ") else f"{path}: {line}")
    return "\n".join(plain)


# --- the result -----------------------------------------------------------------------------------------------------

_PLACES = {
    "dealer": "Dealer", "community": "Community", "burn": "Burned", "aside": "Set aside",
    "thrown": "Not used",
}  # fmt: skip


def _label(book: "Book", place: str) -> str:
    from pitboss.rulebook.words import place_words, sentence

    if place.startswith("seat"):
        return f"Position {place[4:]}"
    return _PLACES.get(place) or sentence(place_words(book, place).removeprefix("the "))


def _print(console: "Console", played: "PlayedScenario") -> None:
    rules = played.table.rules
    console.print(played.scenario.title, style="bold")
    proves = f", proves {played.scenario.proves}" if played.scenario.proves else ""
    console.print(f"{rules.book.full_title}{proves}", style="dim")
    console.print()
    for number, made in enumerate(played.rounds, start=1):
        if len(played.rounds) > 1:
            title = f": {made.script.title}" if made.script.title else ""
            console.print(f"Round {number}{title}", style="bold")
        _print_round(console, played, made)
    _print_verdict(console, played)
    console.print()


def _print_round(console: "Console", played: "PlayedScenario", made: "PlayedRound") -> None:
    from rich.padding import Padding

    from pitboss.cli.scenario_data import dealt
    from pitboss.wording import things as w
    from pitboss.wording.cards_art import in_line

    rules = played.table.rules
    for place, cards in dealt(made.records).items():
        console.print(f"  {_label(rules.book, place):<13}", end="")
        console.print(in_line(rules.deck, cards))
    if made.filled:
        unnamed = "; ".join(
            f"{_label(rules.book, place)} {w.cards(rules.deck, cards)}" for place, cards in made.filled.items()
        )
        console.print(Padding(f"Dealt for you: {unnamed}", (0, 0, 0, 2), expand=False), style="yellow")
    console.print(_payments(played, made))
    for tried in made.tried:
        if tried.refusal is not None:
            said = f"Refused: {tried.act} by {tried.by} at '{tried.at}': {tried.refusal}"
            console.print(Padding(said, (0, 0, 0, 2), expand=False))
    for name, reading in made.meters.items():
        console.print(f"  The {name} meter reads {w.meter(reading)}.")


def _payments(played: "PlayedScenario", made: "PlayedRound") -> Any:
    from rich import box
    from rich.table import Table as Grid

    from pitboss.play.scenario_words import title
    from pitboss.rulebook.pays import dollars

    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for column in ("", "Position", "Wager", "Net", "Why", "Clause"):
        wraps = column in ("Position", "Why")
        grid.add_column(column, justify="right" if column == "Net" else "left", overflow="fold", no_wrap=not wraps)
    for paid in made.paid:
        net = f"+{dollars(paid.net)}" if paid.net > 0 else dollars(paid.net)
        who = f"{paid.seat}" if paid.player == f"Player {paid.seat}" else f"{paid.seat} {paid.player}"
        grid.add_row("", who, title(played.table.rules, paid.wager), net, paid.reason, paid.clause)
    return grid


def _print_verdict(console: "Console", played: "PlayedScenario") -> None:
    if played.differences:
        console.print("  Differs from what the file expects:", style="bold red")
        for difference in played.differences:
            console.print(f"    {difference}")
    elif played.scenario.expects:
        console.print("  As the file expects.", style="bold green")
    else:
        console.print("  The file expects nothing; this is what the rules pay.")
