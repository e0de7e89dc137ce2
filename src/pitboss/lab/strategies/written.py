"""A strategy file, read: for every decision rules in their order and a default. All faults are told at once."""

from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.cards.deck import RANKS
from pitboss.lab.strategies.values import told
from pitboss.lab.strategies.words import FAMILIES, WORDS, word_of
from pitboss.rulebook.toml_text import BadToml, read_toml

DO = "do"
_HEAD = {"strategy": "the title", "game": "the id of the game", "source": "where it is from", "note": "a remark"}
_LONGEST = 255
"""Rules of a decision."""


class BadStrategy(ValueError):
    """A file that is no strategy of the game; `faults` has everything that is wrong with it."""

    def __init__(self, faults: list[str], where: str = "") -> None:
        head = f"{where} cannot be used as a strategy:" if where else "this cannot be used as a strategy:"
        super().__init__("\n".join([head, *(f"  {fault}" for fault in faults)]))
        self.faults, self.where = tuple(faults), where


class WrittenRule(Struct, frozen=True):
    """One rule: where all these words fit, this is done."""

    do: str
    words: tuple[tuple[str, Any], ...]
    number: int
    """Its place among the rules of the decision, from 1."""
    unread: bool = False
    """It has words that do not exist, so nobody knows where it applies."""

    @property
    def when(self) -> str:
        return told(self.words)


class WrittenDecision(Struct, frozen=True):
    """What to do at one decision: the first rule that fits, else the default."""

    name: str
    rules: tuple[WrittenRule, ...]
    default: str


class AppliedRule(Struct, frozen=True):
    """The rule that decides a hand."""

    number: int
    """Its place among the rules of the decision, from 1; 0 where none fits and the default is followed."""
    when: str
    """Its words; nothing for the default."""
    do: str


def rule_at(decision: WrittenDecision, place: int) -> AppliedRule:
    """The rule at this place, counted from 0; the default comes behind the last."""
    if place >= len(decision.rules):
        return AppliedRule(0, "", decision.default)
    rule = decision.rules[place]
    return AppliedRule(rule.number, rule.when, rule.do)


class WrittenStrategy(Struct, frozen=True):
    """A strategy file."""

    title: str
    game: str
    source: str
    decisions: tuple[WrittenDecision, ...]
    faults: tuple[str, ...] = ()
    """What is wrong with the text alone; whether it fits a game is said by `fitted`."""


def like(given: str, known: list[str]) -> str:
    near = get_close_matches(given, known, n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""


def read_file(path: Path) -> str:
    """The text of a strategy file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadStrategy(["this is not a text in UTF-8"], str(path)) from None
    except OSError as error:
        raise BadStrategy([f"it cannot be read: {error.strerror}"], str(path)) from None


def parse(text: str) -> WrittenStrategy:
    """The strategy in a text, with all faults of the text itself."""
    try:
        data = read_toml(text)
    except BadToml as error:
        return WrittenStrategy("", "", "", (), (error.sentence,))
    faults: list[str] = []
    for key in data:
        if key != "decision" and key not in _HEAD:
            known = ["decision", *_HEAD]
            faults.append(f"'{key}' is not known here; allowed are {', '.join(known)}{like(key, known)}")
    for key, means in _HEAD.items():
        if not isinstance(data.get(key, ""), str):
            faults.append(f"'{key}' is {means}: a text")
    if not isinstance(data.get("strategy"), str):
        faults.append('it does not say that it is a strategy: it begins with strategy = "its title"')
    tables = data.get("decision")
    if not isinstance(tables, dict) or not tables:
        faults.append("it has no decision; each stands in a table of its own, such as [decision.NAME] with a default")
        tables = {}
    found = tuple(_decision(name, table, faults) for name, table in tables.items() if _is_table(name, table, faults))
    title, game, source = (str(data.get(key, "")) for key in ("strategy", "game", "source"))
    return WrittenStrategy(title, game, source, found, tuple(faults))


def _is_table(name: str, table: object, faults: list[str]) -> bool:
    if not isinstance(table, dict):
        faults.append(f"decision '{name}' is a table: [decision.{name}]")
    return isinstance(table, dict)


def _decision(name: str, table: dict[str, Any], faults: list[str]) -> WrittenDecision:
    for key in table:
        if key not in ("default", "rule"):
            faults.append(f"decision '{name}': '{key}' is not known; a decision has a default, and tables [[rule]]")
    default = table.get("default")
    if not isinstance(default, str):
        said = "has no default; it says what to do where no rule fits" if default is None else "its default is a text"
        faults.append(f"decision '{name}' {said}")
    rows = table.get("rule", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        faults.append(f"decision '{name}': rules are tables [[decision.{name}.rule]]")
        rows = []
    if len(rows) > _LONGEST:
        faults.append(f"decision '{name}' has {len(rows)} rules; {_LONGEST} are the most")
        rows = rows[:_LONGEST]
    rules = (_rule(f"decision '{name}', rule {n}", n, row, faults) for n, row in enumerate(rows, start=1))
    return WrittenDecision(name, tuple(rules), default if isinstance(default, str) else "")


def _rule(where: str, number: int, row: dict[str, Any], faults: list[str]) -> WrittenRule:
    do = row.get(DO)
    if not isinstance(do, str):
        faults.append(f'{where} does not say what to do: do = "a choice"')
    words = tuple((key, value) for key, value in row.items() if key != DO)
    if not words:
        faults.append(f"{where} has no words and would always apply; what is always done is the default")
    known = [*WORDS, *FAMILIES]
    for word, _ in words:
        if word in FAMILIES:
            faults.append(f"{where}: '{word}' ends with a rank, or with the code of a card, such as {word}{RANKS[-1]}")
        elif word_of(word) is None:
            faults.append(f"{where}: there is no word '{word}'{like(word, known)}; the words are {', '.join(known)}")
    kept = tuple((key, value) for key, value in words if word_of(key) is not None)
    return WrittenRule(do if isinstance(do, str) else "", kept, number, len(kept) < len(words))
