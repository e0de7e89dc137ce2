"""Every event in plain English with the clause behind it, safe to print: names and reasons may come from a file."""

from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.cli.screen import safe
from pitboss.rulebook.folders import remembered
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.wording import lines
from pitboss.wording.events import sentence


def say(rules: Rules, event: e.AnyEvent) -> str:
    """A payment in words: position, wager, amount, outcome and clause."""
    clause = clause_of(event)
    return f"{text(rules, event)}, {clause}" if clause else text(rules, event)


def text(rules: Rules, event: e.AnyEvent) -> str:
    """What happened, without the clause."""
    return safe(sentence(event, rules))


def clause_of(event: e.AnyEvent) -> str:
    return safe(lines.clause_of(event))


def narrate(rules: Rules, events: Iterable[e.AnyEvent], *, faces: bool) -> list[lines.NarratedLine]:
    """The events in order, deals gathered. Without `faces` only cards that lie face up are named."""
    found = lines.narrate(rules, events, faces=faces)
    return [replace(line, text=safe(line.text), clause=safe(line.clause)) for line in found]


@remembered
def wording_of(clause_id: str) -> str:
    """Our wording of the clause."""
    from pitboss.rulebook.clauses import clauses

    found = clauses().get(clause_id)
    return found.wording if found else ""
