"""How the rulebooks are read where their text is silent, defective or contradicts itself, and what operators choose."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.rulebook.clauses import DOCUMENTS
from pitboss.rulebook.submission_options import Option, options

__all__ = ["Option", "Own", "Reading", "about", "governs", "options", "options_of", "readings", "readings_of"]


class Own(Struct, frozen=True):
    """How a reading of several games is told of these games alone; what is empty is as in the reading."""

    games: tuple[str, ...]
    choice: str = ""
    reason: str = ""


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
    wagers: tuple[str, ...] = ()
    """The only wagers it concerns; empty where it concerns the game."""
    own: tuple[Own, ...] = ()

    def told_of(self, game: str) -> "Reading":
        """The reading as it holds at tables of this game, by the clauses of that game's own document."""
        own = next((o for o in self.own if game in o.games), None)
        if own is None:
            return self
        return replace(self, choice=own.choice or self.choice, reason=own.reason or self.reason)


@cache
def readings() -> dict[str, Reading]:
    """Every reading by its id, in the order of the file."""
    source = files("pitboss.rulebook") / "data" / "readings.toml"
    raw = tomllib.loads(source.read_text(encoding="utf-8"))["reading"]
    return {r["id"]: msgspec.convert({**_flow(r), "own": [_flow(o) for o in r.get("own", ())]}, Reading) for r in raw}


def _flow(said: dict[str, Any]) -> dict[str, Any]:
    """Choice and reason as one paragraph each, whatever the lines of the file."""
    return said | {key: " ".join(said[key].split()) for key in ("choice", "reason") if key in said}


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
    """The readings that hold at tables of this game, told of this game alone."""
    return tuple(r.told_of(game) for r in readings().values() if governs(r, game))


def about(clause: str) -> tuple[Reading, ...]:
    """The readings that concern this clause."""
    return tuple(r for r in readings().values() if clause in r.clauses)


def options_of(game: str) -> tuple[Option, ...]:
    """What the operator of this game may choose."""
    return tuple(o for o in options() if game in o.games)
