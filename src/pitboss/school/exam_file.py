"""An exam as a TOML file: read as strictly as a submission, all faults at once with their lines; and written."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pitboss.rulebook.folders import BadFolder, bring, games
from pitboss.rulebook.submission_faults import FaultList, choice, near, shown, unread
from pitboss.rulebook.submission_faults import Path as KeyPath
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.toml_text import BadToml, read_toml
from pitboss.rulebook.toml_writing import toml_value
from pitboss.school.drills import DRILLS
from pitboss.school.exam import BadExam, Exam, ExamPart, ObservedDuty
from pitboss.table.rules import Rules

LONGEST = 200
"""Characters of a title."""
NUMBERS = {"tasks": (1, 200), "minutes": (1, 600), "pass_percent": (1, 100)}
_TOP = ("title", "games", *NUMBERS, "part", "observed")
_PART = ("game", "drill", "topic", "weight", "covers")
_OBSERVED = ("title", "clause")


def read_exam(text: str, rules: Callable[[str], Rules], beside: Path | None = None) -> Exam:
    """The exam in this text; `rules` gives a game under the terms it is examined by. `beside` is the folder of its
    file, from which the folder of a game is seen. Raises `BadExam` with everything that is wrong."""
    try:
        raw = read_toml(text)
    except BadToml as bad:
        raise BadExam([str(unread(bad))]) from None
    reader = _Reader(raw, Lines(text), rules, beside)
    exam = reader.exam()
    if reader.faults.faults:
        raise BadExam([str(fault) for fault in reader.faults.faults])
    return exam


def exam_text(exam: Exam) -> str:
    """The file of an exam, to be changed and read again."""
    head = {"title": exam.title, "games": list(exam.games)} | {name: getattr(exam, name) for name in NUMBERS}
    lines = ["# An exam of the school. `pitboss exam GAME --exam FILE` prints it, and with --sit has it sat."]
    lines += _pairs(head)
    for part in exam.parts:
        said = {"game": part.game, "drill": part.drill, "topic": part.topic, "weight": part.weight}
        lines += ["", "[[part]]", *_pairs({**said, "covers": part.covers})]
    if exam.observed:
        lines += ["", "# What no engine can test: the instructor ticks it on the sheet."]
    for duty in exam.observed:
        lines += ["", "[[observed]]", *_pairs({"title": duty.title, "clause": duty.clause})]
    return "\n".join(lines) + "\n"


def _pairs(values: dict[str, Any]) -> list[str]:
    return [f"{key} = {toml_value(value)}" for key, value in values.items() if value != ""]


class _Reader:
    """Collects every fault of one file."""

    def __init__(self, raw: dict[str, Any], line_of: Lines, rules: Callable[[str], Rules], beside: Path | None) -> None:
        self.raw, self.rules, self.beside = raw, rules, beside
        self.faults = FaultList(line_of)

    def exam(self) -> Exam:
        self._known((), self.raw, _TOP)
        title = self._words((), self.raw, "title", needed=True)
        numbers = {name: self._number((), self.raw, name, least, most) for name, (least, most) in NUMBERS.items()}
        named = self._games()
        parts = [
            part for place, each in enumerate(self._tables("part", True)) for part in self._part(place, each, named)
        ]
        observed = [self._observed(place, each) for place, each in enumerate(self._tables("observed", False))]
        return Exam(title, **numbers, parts=tuple(parts), observed=tuple(observed))

    # --- parts ---

    def _games(self) -> list[str]:
        given = self.raw.get("games")
        if not isinstance(given, list) or not given:
            allowed = f"a list of games: {choice(games())}"
            self.faults.fault(("games",), "the exam does not say of which games it is", allowed=allowed)
            return []
        found = [self._game(("games", place), each) for place, each in enumerate(given)]
        return list(dict.fromkeys(filter(None, found)))

    def _game(self, path: KeyPath, given: Any) -> str:
        """The id of a game that is named by it, or by the path of its folder."""
        name = given if isinstance(given, str) else ""
        try:
            name = bring(name, self.beside) if name and self.beside is not None else name
        except BadFolder as bad:
            for fault in bad.faults:
                self.faults.fault(path, f"{bad.path}: {fault}")
            return ""
        if name in games():
            return name
        message, known = "there is no such game", games()
        self.faults.fault(path, message, given=shown(given), allowed=choice(known), suggestion=near(name, known))
        return ""

    def _part(self, place: int, raw: dict[str, Any], named: list[str]) -> list[ExamPart]:
        """One part for each of its games."""
        path: KeyPath = ("part", place)
        self._known(path, raw, _PART)
        weight = self._number(path, raw, "weight", 1, 1000) if "weight" in raw else 1
        covers = self._words(path, raw, "covers")
        drill = self._drill((*path, "drill"), raw.get("drill"))
        topic = self._words(path, raw, "topic")
        own = [self._game((*path, "game"), raw["game"])] if "game" in raw else named
        if own and own[0] and named and own[0] not in named:
            self.faults.fault((*path, "game"), "this game is not one of the exam", allowed=choice(named))
        if not drill:
            return []
        asked = [game for game in own if game and self._has(path, game, drill, topic, "game" in raw)]
        if own and all(own) and not asked and "game" not in raw:
            self.faults.fault((*path, "drill"), "no game of the exam has tasks of it", given=shown(drill))
        return [ExamPart(game, drill, topic, weight, covers) for game in asked]

    def _drill(self, path: KeyPath, given: Any) -> str:
        if isinstance(given, str) and given in DRILLS:
            return given
        if given is None:
            self.faults.fault(path, "the part does not say of which drill it is", allowed=choice(DRILLS))
        else:
            near_to = near(str(given), DRILLS)
            message = "there is no such drill"
            self.faults.fault(path, message, given=shown(given), allowed=choice(DRILLS), suggestion=near_to)
        return ""

    def _has(self, path: KeyPath, game: str, drill: str, topic: str, alone: bool) -> bool:
        """Whether the game has tasks of this drill and topic. A part of all games leaves out those that have none."""
        there = [each.id for each in DRILLS[drill].topics(self.rules(game))]
        if topic in there or (there and not topic):
            return True
        if not there and alone:
            self.faults.fault((*path, "drill"), f"{game} has no tasks of it", given=shown(drill))
        elif there:
            message = f"{DRILLS[drill].title} has no such topic in {game}"
            said, allowed, near_to = shown(topic), choice(there), near(topic, there)
            self.faults.fault((*path, "topic"), message, given=said, allowed=allowed, suggestion=near_to)
        return False

    def _observed(self, place: int, raw: dict[str, Any]) -> ObservedDuty:
        path: KeyPath = ("observed", place)
        self._known(path, raw, _OBSERVED)
        return ObservedDuty(self._words(path, raw, "title", needed=True), self._words(path, raw, "clause"))

    # --- values ---

    def _known(self, path: KeyPath, raw: dict[str, Any], keys: Iterable[str]) -> None:
        allowed = list(keys)
        for key in raw:
            if key not in allowed:
                near_to = near(key, allowed)
                self.faults.fault((*path, key), "this is not known here", allowed=choice(allowed), suggestion=near_to)

    def _tables(self, key: str, needed: bool) -> list[dict[str, Any]]:
        found = self.raw.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            self.faults.fault((key,), "this is no list of tables", allowed=f"[[{key}]], once for each")
            return []
        if needed and not found:
            self.faults.fault((key,), "the exam has no part", allowed=f"[[{key}]], once for each kind of task")
        return found

    def _words(self, path: KeyPath, raw: dict[str, Any], key: str, *, needed: bool = False) -> str:
        given = raw.get(key, "")
        if isinstance(given, str) and len(given) <= LONGEST and (given == "" or given.isprintable()):
            if needed and not given.strip():
                self.faults.fault((*path, key), "this is missing", allowed="a text")
            return given.strip()
        allowed = f"a text of at most {LONGEST} characters, in one line"
        self.faults.fault((*path, key), "this cannot stand here", given=shown(given), allowed=allowed)
        return ""

    def _number(self, path: KeyPath, raw: dict[str, Any], key: str, least: int, most: int) -> int:
        given = raw.get(key)
        if isinstance(given, int) and not isinstance(given, bool) and least <= given <= most:
            return given
        allowed = f"a whole number from {least} to {most}"
        if given is None:
            self.faults.fault((*path, key), "this is missing", allowed=allowed)
        else:
            self.faults.fault((*path, key), "this cannot stand here", given=shown(given), allowed=allowed)
        return least
