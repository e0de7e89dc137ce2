"""A log as the text of a hand history."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.play.history.acts import as_table, written_time
from pitboss.play.history.facts import begins, facts
from pitboss.play.history.form import FORMAT, HistoryHead, HistoryRound, HistoryTerms
from pitboss.play.history.terms import told
from pitboss.play.log import made_with, read_log
from pitboss.play.replay import Replayed, replay
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.toml_writing import toml_key, toml_of, toml_value

_BY_PLACE = ("seats", "wagers", "cards", "net")
"""Facts that have a line for each place."""


def history_of(log: bytes) -> str:
    """The history of a log. Every act is decided again first; raises `BadLog` where one does not follow."""
    terms, records = read_log(log)
    writer = _Writer([terms])
    parts = [writer.part(part) for part in _parts(replay(terms, records))]
    head = HistoryHead(FORMAT, terms.game, terms.table, made_with(log))
    lines = [f"{key} = {toml_value(value)}" for key, value in _plain(head).items()]
    for each in writer.terms:
        lines += ["", *_terms(told(each))]
    for part in parts:
        lines += ["", *part]
    return "\n".join(lines) + "\n"


def _parts(done: Iterable[Replayed]) -> list[list[Replayed]]:
    """What was done before the first round, then each round with what was done until the next."""
    acts: list[list[Replayed]] = []
    for item in done:
        if item.record.act is not None:
            acts.append([])
        acts[-1].append(item)
    parts: list[list[Replayed]] = [[]]
    for act in acts:
        if any(begins(item) for item in act):
            parts.append([])
        parts[-1] += act
    return parts


class _Writer:
    """Writes part after part; remembers the terms that were adopted and the time that was told last."""

    def __init__(self, terms: list[Terms]) -> None:
        self.terms = terms
        self._at = 0

    def part(self, items: list[Replayed]) -> list[str]:
        number = next((begins(item) for item in items if begins(item)), 0)
        acts = [self._act(item) for item in items if item.record.act is not None]
        said = _facts(facts(number, items)) if number else []
        return ["[[round]]" if number else "[opening]", *said, *_listed("acts", acts)]

    def _act(self, item: Replayed) -> str:
        record = item.record
        assert record.act is not None
        data = as_table(record.act, self.terms)
        words = [f"at = {written_time(record.at)}"] if record.at != self._at else []
        self._at = record.at
        words.append(f"by = {toml_value(record.by)}")
        words += [f"{toml_key(key)} = {toml_value(value)}" for key, value in data.items()]
        return "{ " + ", ".join(words) + " }"


def _terms(part: HistoryTerms) -> list[str]:
    data = _plain(part)
    submission = data.pop("submission", None)
    lines = ["[[terms]]", *(f"{key} = {toml_value(value)}" for key, value in data.items())]
    if submission:
        lines += ["", *toml_of(submission, ("terms", "submission")).splitlines()]
    return lines


def _facts(made: HistoryRound) -> list[str]:
    lines: list[str] = []
    for key, value in _plain(made).items():
        if key in _BY_PLACE:
            lines += [f"{key}.{toml_key(place)} = {_value(said)}" for place, said in value.items()]
        elif isinstance(value, list | tuple):
            lines += _listed(key, [_value(each) for each in value])
        else:
            lines.append(f"{key} = {_value(value)}")
    return lines


def _listed(key: str, values: list[str]) -> list[str]:
    return [f"{key} = [", *(f"  {value}," for value in values), "]"]


def _value(value: Any) -> str:
    """A fact; amounts with cents have two decimals."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    return f"{value:.2f}" if isinstance(value, Decimal) else toml_value(value)


def _plain(part: Struct) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(part, builtin_types=(Decimal,))
    return made
