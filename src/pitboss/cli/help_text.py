"""The help of the commands, which stands in `help/COMMAND.md`: what the command does, then each parameter by its name.
What it says of the games that are known is written with these marks:

{game}       a game for examples        {clause}   one of its clauses
{games}      the ids of all games       {examples} what the games' own `help.toml` show of this command
{studies}    what only studies ask, with the answers that differ from the rulebook's
"""

from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import Any, TypeVar

from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.folders import data, games
from pitboss.rulebook.words import listed, number, sentence

Command = TypeVar("Command", bound=Callable[..., Any])
WIDTH = 80
FOLDER = Path(__file__).parent / "help"


def helped(name: str) -> Callable[[Command], Command]:
    """Gives a command its help: `audit-list` for `pitboss audit list`."""

    def explain(command: Command) -> Command:
        command.__doc__ = filled((FOLDER / f"{name}.md").read_text(encoding="utf-8"), name)
        return command

    return explain


def filled(text: str, command: str) -> str:
    """A text with its marks filled in."""
    marks = {
        "{game}": example_game,
        "{games}": lambda: listed(games()),
        "{clause}": example_clause,
        "{studies}": studies,
    }
    for mark, words in marks.items():
        if mark in text:
            text = text.replace(mark, words())
    if "{examples}" in text:
        before = text[: text.index("{examples}")]
        indent = before[before.rindex("\n") + 1 :] if "\n" in before else ""
        text = text.replace("{examples}", f"\n\n{indent}".join(examples(command)))
    return text


def _help(game: str) -> dict[str, Any]:
    return data(game, "help.toml")


def example_game() -> str:
    """The game that stands in examples: one that says it is made for that, or the first."""
    return next((game for game in games() if _help(game).get("shown")), games()[0])


def example_clause() -> str:
    """A clause of that game that is worth looking at."""
    game = example_game()
    return str(_help(game).get("clause") or next(c.id for c in clauses().values() if c.game == game))


def studies() -> str:
    """As `preflop_raise=3x or 4x`."""
    every = {study.name: list(study.values)[1:] for game in games() for study in book(game).studies}
    return listed((f"{name}={' or '.join(values)}" for name, values in every.items()), "or", nothing="one of a study")


def examples(command: str) -> list[str]:
    """What the games show of a command, in their order; one plain example where none shows anything."""
    found = [each for game in games() for each in _help(game).get("example", ()) if each["command"] == command]
    return [str(each["says"]) for each in sorted(found, key=_place)] or [f"pitboss {command} {example_game()}"]


def _place(example: dict[str, Any]) -> int:
    return int(example.get("place", 0))


def built_in() -> str:
    """Which games there are, as a paragraph."""
    by_place: dict[str, list[str]] = {}
    for game in games():
        the_book = book(game)
        by_place.setdefault(the_book.jurisdiction, []).append(the_book.title)
    told = [listed(titles) + (f" ({place})" if place else "") for place, titles in by_place.items()]
    count = len(games())
    return fill(
        f"{sentence(number(count))} games are built in: {listed(told)}. Every card, wager and payment is "
        "decided by a clause of the game's rulebook, and the clause is shown beside it.",
        WIDTH,
    )
