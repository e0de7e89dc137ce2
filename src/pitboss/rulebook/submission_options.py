"""What an operator may choose in a submission, and the clause behind each choice, as data/options.toml and
data/submission.toml say it."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.rulebook.book import GAMES, Book
from pitboss.rulebook.folders import data
from pitboss.rulebook.passages import figures, told
from pitboss.rulebook.submission_faults import Path, choice


class Option(Struct, frozen=True):
    """An operator's choice. The first of `values` is the default unless it is `required`."""

    name: str
    title: str
    section: str
    games: tuple[str, ...]
    reading: str
    clauses: tuple[str, ...]
    """For each of its games the clause of that game's own document; none for what is only ours."""
    values: tuple[str, ...] = ()
    kind: str = ""
    required: bool = False
    minimum: int = 0
    maximum: int = 0
    needs: str = ""
    """What a table must be or have for the choice to have a meaning there (see `passages`)."""
    rests: str = ""
    """Where it has a meaning only while the device that deals or shuffles is out of use."""


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("pitboss.rulebook") / "data" / name).read_text(encoding="utf-8"))


@cache
def options() -> tuple[Option, ...]:
    return msgspec.convert(_data("options.toml")["option"], tuple[Option, ...])


@cache
def cites(game: str) -> dict[str, str]:
    """The clauses behind the parts of a submission."""
    return msgspec.convert(_data("submission.toml")[game], dict[str, str])


@cache
def raw_readings() -> dict[str, Any]:
    """Every reading as the files have it: those that games share, then each game's own."""
    every = [_data("readings.toml"), *(data(game, "readings.toml") for game in GAMES)]
    return {reading["id"]: reading for file in every for reading in file["reading"]}


def reading_choice(reading: str) -> str:
    """The choice recorded in a reading, as one line."""
    return told(figures(str(raw_readings()[reading]["choice"]), reading))


@cache
def reading_options(game: str) -> dict[str, Option]:
    """The options that stand under [readings], for this game."""
    return {o.name: o for o in options() if o.section == "readings" and game in o.games}


def option_clause(option: Option, document: str) -> str:
    """The option's clause in the game's own document, never one of another rulebook."""
    return next((clause for clause in option.clauses if clause.startswith(f"{document} ")), "")


def clause_of(book: Book, path: Path) -> str:
    """The clause that gives the key at this path its meaning; empty for what is only ours (name, version)."""
    match path:
        case ("wagers", str(family), *rest):
            return _wager_clause(book, family, str(rest[0]) if rest else "")
        case ("meters", _, key, *_) if book.meters:
            return cites(book.game)["rate" if key == "rate" else "meters"]
        case ("operator",):
            return cites(book.game).get("operator", "")
        case ("readings", str(name)):
            found = reading_options(book.game).get(name)
            return option_clause(found, book.document) if found else ""
        case ("breakage" | "smallest_chip",):
            return cites(book.game)["whole"]
        case ("practice",):
            return ""
        case ("approvals", str(name)):
            return cites(book.game).get({"continuous_device": "continuous"}.get(name, name), "")
        case (*_, str(name)):
            own = next((o for o in options() if o.name == name and book.game in o.games), None)
            if own is not None:
                return option_clause(own, book.document)
            return cites(book.game).get(_CITED[name], "") if name in _CITED else ""
    return ""


_CITED = {"shuffler_counts_cards": "counts", "shuffler_loads_shoe": "loads"}


def allowed_at(book: Book, path: Path) -> str:
    """What the game permits at this path, for a value that has not even the right form."""
    match path:
        case ("positions",):
            return f"1 to {book.positions_max}"
        case ("positions_per_player",):
            return f"1 to {book.per_player_max}" if book.per_player_max > 1 else "1"
        case ("wagers", str(family), "paytable"):
            letters = [letter for letter in book.letters(family) if letter]
            return choice(letters) if letters else "no paytable"
        case ("wagers", "progressive", "cards"):
            return choice(CARDS[book.game]) if book.game in CARDS else "no cards"
    return ""


CARDS = {"dragon-poker": ("three",), "ultimate-texas-holdem": ("hole_and_flop", "seven")}
"""What an operator's progressive may look at: the three cards; two cards and the flop, or all seven."""


def _wager_clause(book: Book, family: str, key: str) -> str:
    tables = [t for t in book.paytables if t.family == family]
    if key in ("paytable", "lines") and tables:
        return tables[0].clause
    wager = next((w for w in book.wagers if w.family == family), None)
    if wager is None:
        return ""
    return wager.amount_clause if key == "amount" and wager.amount_clause else wager.clause
