"""A refusal in words for a player: dollars instead of cents, titles instead of ids."""

import re

from pitboss.rulebook.pays import dollars
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.wording import things as w


def words(rules: Rules, refusal: Refusal) -> str:
    """What was wrong, what was given, what is allowed, and the clause, in one line."""
    parts = [refusal.message]
    if refusal.given:
        parts.append(f"given: {_plain(rules, refusal.given)}")
    if refusal.allowed:
        parts.append(f"allowed: {_plain(rules, refusal.allowed)}")
    said = "; ".join(parts)
    return f"{said}  {refusal.clause}" if refusal.clause else said


def _plain(rules: Rules, text: str) -> str:
    text = re.sub(
        r"(\d+) to (\d+) cents in steps of (\d+)",
        lambda m: f"{dollars(int(m[1]))} to {dollars(int(m[2]))} in steps of {dollars(int(m[3]))}",
        text,
    )
    text = re.sub(r"(\d+) cents", lambda m: dollars(int(m[1])), text)
    for wager in rules.book.wagers:
        text = re.sub(rf"\b{wager.id}\b", wager.title, text)
    return w.underscored(text)
