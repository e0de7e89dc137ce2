"""How the rulebooks are read where their text is silent, defective or contradicts itself, and what operators choose."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from pitboss.rulebook.clauses import DOCUMENTS
from pitboss.rulebook.submission_options import Option, options

__all__ = ["Option", "Reading", "about", "governs", "options", "options_of", "readings", "readings_of"]


class Reading(Struct, frozen=True):
    """One recorded reading; `option` names the operator's choice where the reading leaves one."""

    id: str
    tag: str
    title: str
    clauses: tuple[str, ...]
    alternatives: tuple[str, ...]
    choice: str
    reason: str
    option: str = ""
    values: tuple[str, ...] = ()
    games: tuple[str, ...] = ()


@cache
def readings() -> dict[str, Reading]:
    """Every reading by its id, in the order of the file."""
    source = files("pitboss.rulebook") / "data" / "readings.toml"
    raw = tomllib.loads(source.read_text(encoding="utf-8"))["reading"]
    return {
        r["id"]: msgspec.convert({**r, "choice": _flow(r["choice"]), "reason": _flow(r["reason"])}, Reading)
        for r in raw
    }


def _flow(text: str) -> str:
    """One paragraph, whatever the lines of the file."""
    return " ".join(text.split())


_GAME_OF = {"D": "dragon-poker", "T": "top-five-poker", "L": "let-it-ride", "U": "ultimate-texas-holdem"}
"""Whose readings begin with which letter. Those that begin with X are of every game whose text they concern."""


def governs(reading: Reading, game: str) -> bool:
    """Whether a reading holds at tables of this game. A reading of one game may cite another rulebook to compare the
    two; that does not make it a reading of the other game."""
    own = _GAME_OF.get(reading.id.partition("-")[0])
    if own is not None:
        return own == game
    document = next(d for d, g in DOCUMENTS.items() if g == game)
    return game in reading.games or any(c.startswith(f"{document} ") for c in reading.clauses)


def readings_of(game: str) -> tuple[Reading, ...]:
    """The readings that hold at tables of this game."""
    return tuple(r for r in readings().values() if governs(r, game))


def about(clause: str) -> tuple[Reading, ...]:
    """The readings that concern this clause."""
    return tuple(r for r in readings().values() if clause in r.clauses)


def options_of(game: str) -> tuple[Option, ...]:
    """What the operator of this game may choose."""
    return tuple(o for o in options() if game in o.games)
