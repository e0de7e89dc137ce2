"""What an operator may choose in a submission, and the clause behind each choice, as the `options.toml` and the book of
each game say it. What games have in common stands in data/options.toml and data/readings.toml, which name no game."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.rulebook.book import Book, book
from pitboss.rulebook.cited import Cited
from pitboss.rulebook.folders import data, games, remembered
from pitboss.rulebook.passages import figures, told
from pitboss.rulebook.submission_faults import Path, choice


class Option(Struct, frozen=True):
    """An operator's choice. The first of `values` is the default unless it is `required`."""

    name: str
    title: str
    section: str
    game: str
    reading: str = ""
    """The reading behind it, if it needs one."""
    clause: str = ""
    """The clause of the game's own document that leaves the choice; none for what is only ours."""
    values: tuple[str, ...] = ()
    said: dict[str, str] = {}
    """value → what papers say instead of it, where its own words say little."""
    kind: str = ""
    required: bool = False
    minimum: int = 0
    maximum: int = 0
    needs: str = ""
    """What a table must be or have for the choice to have a meaning there (see `passages`)."""
    rests: str = ""
    """Where it has a meaning only while the device that deals or shuffles is out of use."""


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("pitboss.rulebook") / "data" / name).read_text(encoding="utf-8"))


@cache
def shared_options() -> dict[str, dict[str, Any]]:
    """The choices that games have in common, by their names."""
    return {each["name"]: each for each in _data("options.toml")["option"]}


@remembered
def options_of(game: str) -> tuple[Option, ...]:
    """What the operator of this game may choose, in the order of its file; what is usual where it has none."""
    common = shared_options()
    usual = [each for each in common.values() if each.get("usual")]
    written = data(game, "options.toml").get("option", usual)
    made = [{"game": game, **common.get(each["name"], {}), **each} for each in written]
    return msgspec.convert(made, tuple[Option, ...])


def options() -> tuple[Option, ...]:
    """What the operators of all games may choose, game by game."""
    return tuple(option for game in games() for option in options_of(game))


def cites(game: str) -> dict[str, str]:
    """The clauses behind the parts of a submission, as the book's table `submission` has them:

    operator                                                       what the layout must show
    layout, shoe_location, automated_shoe, continuous              what the regulator must have approved
    hand_shuffler, second_deck, loads, counts, no_continuous       dealing and shuffling devices
    held, shoe_and_shuffler, three_card_stack                      the automated shoe
    equal, later, whole, match_play, match_play_reading, envy      wagers and payments
    meters, rate, payout_limit, no_limit                           meters and payout limits
    payout_limit_reading                                           what a payout limit covers, and how low it may be
    definition, definition_reading                                 a wager that the operator must define

    What the book leaves out has the empty clause."""
    return Cited(book(game).submission)


@remembered
def raw_readings() -> dict[str, Any]:
    """Every reading as the files have it: those that games share, then each game's own."""
    shared = {each["id"]: _joined(each) for each in _data("readings.toml")["reading"]}
    own = {each["id"]: _of(game, each) for game in games() for each in data(game, "readings.toml").get("reading", ())}
    return shared | own


def _of(game: str, said: dict[str, Any]) -> dict[str, Any]:
    """A reading of one game's own: the game has the choice if it has the option."""
    own = [{**part, "games": [game]} for part in said.get("own", ())]
    return {**said, "games": [game] if _has(game, said.get("option", "")) else [], "own": own}


def _joined(said: dict[str, Any]) -> dict[str, Any]:
    """A reading that games share, with what each of them says of it: its clauses, how it is told of this game, and what
    holds there where the operator chose otherwise."""
    clauses: list[str] = []
    own, when = [], []
    for game in games():
        for part in data(game, "readings.toml").get("shared", ()):
            if part["id"] == said["id"]:
                clauses += part.get("clauses", ())
                told = {key: part[key] for key in ("choice", "reason") if key in part}
                own += [{"games": [game], **told}] if told else []
                when += [{**each, "games": [game]} for each in part.get("when", ())]
    choosing = [game for game in games() if _has(game, said.get("option", ""))]
    when += [{**each, "games": choosing} for each in said.get("when", ())]
    return {**said, "clauses": clauses, "games": choosing, "own": own, "when": when}


def _has(game: str, option: str) -> bool:
    return any(each.name == option for each in options_of(game))


def reading_choice(reading: str) -> str:
    """The choice recorded in a reading, as one line."""
    return told(figures(str(raw_readings()[reading]["choice"]), reading))


@remembered
def reading_options(game: str) -> dict[str, Option]:
    """The options that stand under [readings], for this game."""
    return {option.name: option for option in options_of(game) if option.section == "readings"}


def clause_of(the_book: Book, path: Path) -> str:
    """The clause that gives the key at this path its meaning; empty for what is only ours (name, version)."""
    match path:
        case ("wagers", str(family), *rest):
            return _wager_clause(the_book, family, str(rest[0]) if rest else "")
        case ("meters", _, key, *_) if the_book.meters:
            return cites(the_book.game)["rate" if key == "rate" else "meters"]
        case ("operator",):
            return cites(the_book.game).get("operator", "")
        case ("readings", str(name)):
            found = reading_options(the_book.game).get(name)
            return found.clause if found else ""
        case ("breakage" | "smallest_chip",):
            return cites(the_book.game)["whole"]
        case ("practice",) | ("filing", *_):
            return ""
        case ("approvals", str(name)):
            asked = next((w.approval_clause for w in the_book.wagers if w.family == name), "")
            return asked or cites(the_book.game).get({"continuous_device": "continuous"}.get(name, name), "")
        case (*_, str(name)):
            own = next((option for option in options_of(the_book.game) if option.name == name), None)
            if own is not None:
                return own.clause
            return cites(the_book.game).get(_CITED[name], "") if name in _CITED else ""
    return ""


BOUNDS = ("minimum", "maximum", "increment")
_CITED = {"shuffler_counts_cards": "counts", "shuffler_loads_shoe": "loads"}


def allowed_at(the_book: Book, path: Path) -> str:
    """What the game permits at this path, for a value that has not even the right form."""
    match path:
        case ("positions",):
            return f"1 to {the_book.positions_max}"
        case ("positions_per_player",):
            return f"1 to {the_book.per_player_max}" if the_book.per_player_max > 1 else "1"
        case ("wagers", str(family), "paytable"):
            letters = [letter for letter in the_book.letters(family) if letter]
            return choice(letters) if letters else "no paytable"
        case ("wagers", str(family), "cards"):
            known = next((w.cards for w in the_book.wagers if w.family == family), ())
            return choice(known) if known else "no cards"
    return ""


def _wager_clause(the_book: Book, family: str, key: str) -> str:
    tables = [t for t in the_book.paytables if t.family == family]
    if key in ("paytable", "lines") and tables:
        return tables[0].clause
    wager = next((w for w in the_book.wagers if w.family == family), None)
    if wager is None:
        return ""
    if key in BOUNDS and not wager.amounts:
        return ""  # no clause states a limit
    return wager.amount_clause if key == "amount" and wager.amount_clause else wager.clause
