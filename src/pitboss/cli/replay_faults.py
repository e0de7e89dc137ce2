"""A record that does not follow from the rules, in words: what it says, and what the rules give instead."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import fields

from pitboss.cli.explain import say
from pitboss.cli.refused import words as refusal_words
from pitboss.cli.screen import plain
from pitboss.games import rules_for
from pitboss.play.log import Record
from pitboss.play.replay import Replayed
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e
from pitboss.table.actions import Act
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.wording.things import underscored


def difference(terms: Terms, records: Sequence[Record], done: Sequence[Replayed]) -> str:
    """The first record after those that are done which does not follow; nothing where the log merely breaks off."""
    rules = done[-1].rules if done else rules_for(terms)
    state = done[-1].state if done else rules.opening()
    batch = records[len(done) :]
    head = batch[0]
    if head.act is None:
        return f"record {head.seq} does not follow from the rules: the act that led to it is missing"
    outcome = step(rules, state, Act(head.by, head.act, head.at))
    if isinstance(outcome, Refusal):
        said = refusal_words(rules, outcome)
        return f"record {head.seq} does not follow from the rules: they refuse this act: {said}"
    for record, event in zip(batch, outcome[0], strict=False):
        if record.event != event:
            return f"record {record.seq} does not follow from the rules: {_both(rules, record.event, event)}"
        if record is not head and record.act is not None:
            return f"record {record.seq} does not follow from the rules: it stands inside the act of record {head.seq}"
        if (record.by, record.at) != (head.by, head.at):
            return f"record {record.seq} is signed differently from its act (record {head.seq})"
    return ""


def _both(rules: Rules, logged: e.AnyEvent, given: e.AnyEvent) -> str:
    first, second = say(rules, logged), say(rules, given)
    if first != second:
        return f'it says "{first}", where the rules give "{second}"'
    return f'it says "{first}" with {_unlike(logged, given)}'


def _unlike(logged: e.AnyEvent, given: e.AnyEvent) -> str:
    """The particulars that the sentence does not tell."""
    found: list[str] = []
    for field in fields(type(given)):
        old, new = getattr(logged, field.name, None), getattr(given, field.name)
        if old != new:
            name = underscored(field.name)
            found.append(f"{name} {_value(old)}, where the rules give {name} {_value(new)}")
    return "; ".join(found) or "other particulars than the rules give"


def _value(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | str():
            return plain(str(value)) or "nothing"
        case tuple() | list() if all(isinstance(x, int | str) for x in value):
            return plain(", ".join(map(str, value))) or "nothing"
        case _:
            return "of its own"
