"""A hand history read strictly: all faults of its form at once, each with its line; then every act is decided again,
and what the file says of a round is held against what follows. Nothing in a file is carried out."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.play.history.acts import KINDS, BadTime, milliseconds, with_lists
from pitboss.play.history.form import FORMAT, ROWS, HistoryHead, HistoryRound, HistoryTerms
from pitboss.play.history.terms import meant
from pitboss.play.scenario_words import near
from pitboss.rulebook.edition import difference
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission_faults import Fault, FaultList, Path, unread
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.toml_text import BadToml, read_toml
from pitboss.table import actions as a

LONGEST = 64 * 1024 * 1024
"""Characters of a history: some ten thousand rounds."""
MOST = 32 * 1024 * 1024
"""Its keys, sections and elements of lists."""


class BadHistory(ValueError):
    """A text that is no hand history, or whose rounds do not follow from the rules; `faults` has all of it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class HistoryAct(Struct, frozen=True):
    """An act of the file, with its place in it."""

    path: Path
    act: a.Act


class HistoryPart(Struct, frozen=True):
    """The acts before the first round, or those of a round with what the file says of it."""

    path: Path
    acts: tuple[HistoryAct, ...]
    said: dict[str, Any]


class HistoryRead(Struct, frozen=True):
    """A history whose form is right. `line_of` tells where something stands."""

    head: HistoryHead
    terms: tuple[Terms, ...]
    parts: tuple[HistoryPart, ...]
    line_of: Callable[[Path], int]


def read_history(text: str) -> HistoryRead:
    """The parts of a history; raises `BadHistory` with all that is wrong with its form."""
    try:
        data = read_toml(text, LONGEST, MOST)
    except BadToml as bad:
        raise BadHistory((unread(bad),)) from None
    return _Reader(data, Lines(text)).read()


class _Reader:
    def __init__(self, data: dict[str, Any], lines: Lines) -> None:
        self.data, self.lines = data, lines
        self.report = FaultList(lines)
        self.others: list[Fault] = []
        self.at = self.wrong = 0
        self.terms: list[Terms] = []
        self.unsure = False
        """Terms are faulty: which of them are adopted is not judged."""

    def read(self) -> HistoryRead:
        known = {name: self.data[name] for name in ("terms", "opening", "round") if name in self.data}
        head = self.fields(HistoryHead, {k: v for k, v in self.data.items() if k not in known}, (), tuple(known))
        self.stop()
        made = HistoryHead(**head)
        self.stop(self.head_faults(made))
        self.read_terms(made.game)
        self.unsure = bool(self.others or self.wrong)
        parts = tuple(self.parts())
        self.stop()
        return HistoryRead(made, tuple(self.terms), parts, self.lines)

    def fault(self, path: Path, message: str, allowed: str = "") -> None:
        self.wrong += 1
        self.report.fault(path, message, allowed=allowed)

    def stop(self, faults: tuple[Fault, ...] = ()) -> None:
        found = (*faults, *self.others, *self.report.faults)
        if found:
            raise BadHistory(tuple(sorted(found, key=lambda fault: fault.line)))

    def head_faults(self, head: HistoryHead) -> tuple[Fault, ...]:
        if head.history != FORMAT:
            message = f"format {head.history} is not known; this version reads format {FORMAT}"
            return (Fault(self.lines(("history",)), "history", message),)
        if head.game not in games():
            message = f"no game '{head.game}' is known here; PITBOSS_GAMES names the folders of others"
            return (Fault(self.lines(("game",)), "game", message + near(head.game, games())),)
        other = difference(head.game, head.edition)
        if other is not None and other.refused:
            message = f"this history was made with {other}; read it with the folder of then"
            return (Fault(self.lines(("edition",)), "edition", message),)
        return ()

    # --- tables in general ---

    def tables(self, where: Path, found: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The tables of a list."""
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            self.fault(where, "must be a list of tables")
            return
        for place, each in enumerate(found):
            yield (*where, place), each

    def fields(
        self, kind: type[Struct], data: dict[str, Any], at: Path, others: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The values of a table by the fields of a structure; every key that is unknown, missing or not of its kind is
        a fault."""
        known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        made: dict[str, Any] = {}
        for key, value in data.items():
            if key not in known:
                hint = near(key, (*known, *others))
                self.fault((*at, key), f"unknown key; known are {', '.join((*known, *others))}{hint}")
                continue
            if key in ROWS and kind is HistoryRound:
                made[key] = self.rows(ROWS[key], (*at, key), value)
                continue
            try:
                made[key] = msgspec.convert(value, known[key].type, strict=True)
            except (msgspec.ValidationError, RecursionError) as error:
                self.fault((*at, key), str(error).removeprefix("Invalid value ").replace(" - at `$`", ""))
        for key, field in known.items():
            if field.required and key not in data:
                self.fault((*at, key), "is missing")
        return made

    def rows(self, kind: type[Struct], where: Path, found: Any) -> tuple[Struct, ...]:
        """Facts that are a list: those whose form is right."""
        made = []
        for path, data in self.tables(where, found):
            before = self.wrong
            fields = self.fields(kind, data, path)
            if self.wrong == before:
                made.append(kind(**fields))
        return tuple(made)

    # --- terms ---

    def read_terms(self, game: str) -> None:
        for path, data in self.tables(("terms",), self.data.get("terms", [])):
            before = self.wrong
            made = self.fields(HistoryTerms, data, path)
            if self.wrong > before:
                continue
            terms, faults = meant(HistoryTerms(**made), game, partial(self._below, path))
            self.others += faults
            self.terms += [terms] if terms is not None else []
        if not self.data.get("terms"):
            self.fault(("terms",), "a history begins with the terms of its table: [[terms]] is missing")
        elif self.terms and self.terms[0].table != self.data["table"]:
            self.fault(("table",), f"the terms are of the table '{self.terms[0].table}'")

    def _below(self, path: Path, key: Path) -> int:
        return self.lines((*path, *key))

    # --- acts ---

    def parts(self) -> Iterator[HistoryPart]:
        opening = self.data.get("opening", {})
        if not isinstance(opening, dict):
            self.fault(("opening",), "must be a table with acts")
            opening = {}
        for key in opening.keys() - {"acts"}:
            self.fault(("opening", key), "unknown key; known is acts")
        yield HistoryPart(("opening",), self.acts(("opening", "acts"), opening.get("acts", [])), {})
        for path, data in self.tables(("round",), self.data.get("round", [])):
            said = self.fields(HistoryRound, {k: v for k, v in data.items() if k != "acts"}, path, ("acts",))
            yield HistoryPart(path, self.acts((*path, "acts"), data.get("acts", [])), said)

    def acts(self, where: Path, found: Any) -> tuple[HistoryAct, ...]:
        acts = []
        for path, data in self.tables(where, found):
            act = self.act(path, dict(data))
            if act is not None:
                acts.append(HistoryAct(path, act))
        return tuple(acts)

    def act(self, path: Path, data: dict[str, Any]) -> a.Act | None:
        """One act; None where it is faulty."""
        before = self.wrong
        by, do = data.pop("by", None), data.pop("do", None)
        if not isinstance(by, str):
            self.fault((*path, "by"), "must say who did it")
        if "at" in data:
            self.time((*path, "at"), data.pop("at"))
        if not isinstance(do, str) or do not in KINDS:
            self.fault((*path, "do"), f"'{do}' is no act{near(do, KINDS)}", allowed=", ".join(KINDS))
            return None
        if KINDS[do] is a.AdoptTerms:
            if self.unsure:
                return None
            data["terms"] = self.adopted((*path, "terms"), data.get("terms"))
        made = self.fields(KINDS[do], with_lists(data), path, ("at", "by", "do"))
        if self.wrong > before:
            return None
        action: Any = KINDS[do](**made)
        return a.Act(str(by), action, self.at)

    def time(self, path: Path, given: Any) -> None:
        try:
            now = milliseconds(given)
        except BadTime as bad:
            self.fault(path, "no time of a history", allowed=str(bad))
            return
        self.at = now

    def adopted(self, path: Path, number: Any) -> Terms | None:
        """The terms of that number."""
        if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(self.terms):
            return self.terms[number - 1]
        self.fault(path, "must be the number of one of the [[terms]]", allowed=f"1 to {len(self.terms)}")
        return None
