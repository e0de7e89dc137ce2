"""How the rulebooks are read where their text is silent, defective or contradicts itself, and what operators choose."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.folders import documents, prefixes, remembered
from pitboss.rulebook.passages import Facts, facts, figures, holds, told
from pitboss.rulebook.submission_options import Option, options, options_of, raw_readings

__all__ = [
    "Option",
    "OwnWording",
    "Reading",
    "When",
    "about",
    "added",
    "behind",
    "concerns",
    "facts",
    "governs",
    "options",
    "options_of",
    "otherwise",
    "readings",
    "readings_of",
]

NUMBER = "number"
"""The value that stands for any number an operator states; `{value}` in its sentence is that number."""


class OwnWording(Struct, frozen=True):
    """How a reading of several games is told of these games alone; what is empty is as in the reading."""

    games: tuple[str, ...]
    choice: str = ""
    reason: str = ""


class When(Struct, frozen=True):
    """What holds, and why, where the operator chose this value; what is empty is as in the reading."""

    value: str
    games: tuple[str, ...] = ()
    """Empty for all games in which there is the choice."""
    choice: str = ""
    reason: str = ""
    adds: dict[str, str] = field(default_factory=dict)


class Reading(Struct, frozen=True):
    """One recorded reading; `option` names the operator's choice where the reading leaves one, and then `choice` and
    `reason` are those of its default."""

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
    needs: str = ""
    """What a table must be or have for it to concern that table (see `passages`); empty where it concerns all."""
    own: tuple[OwnWording, ...] = ()
    when: tuple[When, ...] = ()
    adds: dict[str, str] = field(default_factory=dict)
    """What is said of a clause beside its own wording."""

    def told_of(self, game: str) -> "Reading":
        """The reading as it holds at tables of this game, by the clauses of that game's own document and with its
        name for whoever runs the table."""
        own = next((o for o in self.own if game in o.games), None)
        choice, reason = (own.choice, own.reason) if own else ("", "")
        when = tuple(
            replace(w, choice=_holder(w.choice, game), reason=_holder(w.reason, game))
            for w in self.when
            if not w.games or game in w.games
        )
        choice, reason = _holder(choice or self.choice, game), _holder(reason or self.reason, game)
        return replace(self, choice=choice, reason=reason, when=when)

    def chosen(self, value: str) -> "Reading":
        """The reading as it holds where the operator chose this value of its option."""
        known = value if value in self.values or NUMBER not in self.values else NUMBER
        if known not in self.values:
            raise ValueError(f"{self.id}: {value} is not a value of {self.option}")
        parts = [w for w in self.when if w.value == known]
        choice = next((w.choice for w in parts if w.choice), "")
        reason = next((w.reason for w in parts if w.reason), "")
        if known != self.values[0] and not (choice and reason):
            raise LookupError(f"{self.id} does not say what holds, and why, with {self.option} = {value}")
        adds = self.adds | {clause: text for w in parts for clause, text in w.adds.items()}
        choice = choice.replace("{value}", "as stated" if value == NUMBER else value)
        return replace(self, choice=choice or self.choice, reason=reason or self.reason, adds=adds)

    def at(self, known: Facts) -> "Reading":
        """With the passages that concern this table; of no table in particular, as it holds in general."""
        adds = {clause: told(text, known) for clause, text in self.adds.items()}
        when = tuple(
            replace(
                w,
                choice=told(w.choice, known),
                reason=told(w.reason, known),
                adds={clause: told(text, known) for clause, text in w.adds.items()},
            )
            for w in self.when
        )
        own = tuple(replace(o, choice=told(o.choice, known), reason=told(o.reason, known)) for o in self.own)
        choice, reason = told(self.choice, known), told(self.reason, known)
        return replace(self, choice=choice, reason=reason, adds=adds, when=when, own=own)


def _holder(text: str, game: str) -> str:
    """The operator, by the name that the document of this game has for him."""
    return text.replace("operator", book(game).holder)


@remembered
def readings() -> dict[str, Reading]:
    """Every reading by its id, first those that games share, then each game's own, as it holds in general."""
    return {name: reading.at({}) for name, reading in _written().items()}


@remembered
def _written() -> dict[str, Reading]:
    """The readings as the files have them, with the passages for some tables only."""
    return {name: msgspec.convert(_flow(raw, name), Reading) for name, raw in raw_readings().items()}


def _flow(said: dict[str, Any], reading: str) -> dict[str, Any]:
    """Every text as one paragraph, whatever the lines of the file, here and in the parts of a reading, and with the
    figures of its game."""
    made = said | {key: figures(said[key], reading) for key in ("title", "choice", "reason") if key in said}
    made |= {part: [_flow(each, reading) for each in said[part]] for part in ("own", "when") if part in said}
    return made | {"adds": {clause: figures(text, reading) for clause, text in said.get("adds", {}).items()}}


def governs(reading: Reading, game: str) -> bool:
    """Whether a reading holds at tables of this game. A reading of one game may cite another rulebook to compare the
    two; that does not make it a reading of the other game."""
    own = prefixes().get(reading.id.partition("-")[0])
    if own is not None:
        return own == game
    return game in reading.games or any(c.startswith(f"{book(game).document} ") for c in reading.clauses)


def readings_of(game: str, chosen: Mapping[str, str] | None = None) -> tuple[Reading, ...]:
    """The readings that hold at tables of this game, told of this game alone: where the operator chose as in `chosen`
    (the readings of his terms, or all `facts` of the table), or else by default."""
    return tuple(_told(r, game, chosen or {}) for r in _written().values() if governs(r, game))


def _told(reading: Reading, game: str, chosen: Facts) -> Reading:
    """One reading told of one game, under the operator's choices."""
    here = reading.told_of(game)
    value = chosen.get(here.option) or (here.values[0] if here.values and game in here.games else "")
    return (here.chosen(value) if value and here.option in _to_choose(game) else here).at(chosen)


def concerns(reading: Reading, known: Facts) -> bool:
    """Whether a reading has anything to say of a table: not of wagers that are not offered there, nor of what it has
    not."""
    offered = not reading.wagers or any(holds(name, known) is not False for name in reading.wagers)
    return offered and (not reading.needs or holds(reading.needs, known) is not False)


@remembered
def _to_choose(game: str) -> frozenset[str]:
    """The choices of this game that are how to read a text."""
    return frozenset(option.name for option in options_of(game) if option.section == "readings")


def otherwise(reading: Reading, game: str = "") -> dict[tuple[str, str], tuple[list[str], Reading]]:
    """What holds under every value of the choice but its default: by value and sentence the games of which it is
    told so, and the reading. Of one game, or of all that have the choice."""
    found: dict[tuple[str, str], tuple[list[str], Reading]] = {}
    for each in [game] if game else reading.games:
        if reading.option in _to_choose(each) and each in reading.games:
            for value in reading.values[1:]:
                said = _told(reading, each, {reading.option: value})
                found.setdefault((value, said.choice + said.reason), ([], said))[0].append(each)
    return found


def about(clause: str, chosen: Mapping[str, str] | None = None) -> tuple[Reading, ...]:
    """The readings that concern this clause, told of its game and under these choices."""
    game = documents()[clause.partition(" ")[0]]
    return tuple(_told(r, game, chosen or {}) for r in _written().values() if clause in r.clauses)


def added(clause: Clause, chosen: Mapping[str, str] | None = None) -> tuple[str, dict[str, str]]:
    """Our wording of a clause with what the readings add to it under these choices, and what each of them adds. One
    that does not concern the table is told as it holds in general, after what the readings say instead."""
    adds = {r.id: r.adds[clause.id] for r in readings_of(clause.game, chosen) if r.adds.get(clause.id)}
    here = clause.at(chosen or {})
    if not here and adds:
        return " ".join([*adds.values(), "In general:", clause.wording]), adds
    return " ".join([here or clause.wording, *adds.values()]), adds


def behind(option: Option, game: str) -> str:
    """The reading of this game behind a choice; of a choice that games share each may have its own."""
    if option.reading and governs(readings()[option.reading], game):
        return option.reading
    return next((r.id for r in readings_of(game) if r.option == option.name), "")
