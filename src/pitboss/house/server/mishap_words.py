"""What staff are told of irregularities under the terms of a table: what follows from one, why one cannot be reported
although its moment is there, and what a clause asks without the marks by which the rulebook finds its readings."""

import re

from pitboss.rulebook.clauses import clause as clause_of
from pitboss.rulebook.roles import FLOORPERSON
from pitboss.table import actions as a
from pitboss.table.definition import Mishap
from pitboss.table.engine import decide
from pitboss.table.mishaps import possible
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.wording.consequences import follows

_MARKS = re.compile(r"\s*\[[A-Z]-\d+(?:, [A-Z]-\d+)*\]")
DEVICES = {"shuffler": "shuffler", "shoe": "automated shoe"}
"""What can fail, as it is called in a sentence."""


def without_marks(wording: str) -> str:
    """Our wording of a clause for people: the ids of readings at its end are left out."""
    return _MARKS.sub("", wording)


def clause_text(clause: str) -> str:
    """What a clause asks; nothing where there is no clause."""
    return without_marks(clause_of(clause).wording) if clause else ""


def consequence(rules: Rules, row: Mishap) -> str:
    """What follows from an irregularity at this table."""
    return follows(rules, row.consequence)


def missing(rules: Rules, state: State, row: Mishap) -> str:
    """Why this cannot be reported although its moment is there; nothing where it can, or where it is not the moment.
    The table itself is asked."""
    if not possible(rules, state, row):
        return ""
    seats = [seat.number for seat in state.playing]
    if row.kind in ("player_left", "violation", "own_card_exposed") and not seats:
        return "no position has a hand in this round"
    if row.kind in ("device_fails", "shuffler_jams"):
        devices = [DEVICES[each] for each in (row.place or ("shuffler",))]
        tried = [a.Report(row.kind, place=place) for place in (row.place or ("",))]
        return "" if _works(rules, state, tried) else f"this table has no {' and no '.join(devices)} in use"
    if row.kind in ("dealer_card_exposed", "community_card_exposed", "box_card_exposed", "shoe_jams"):
        answer = _answer(rules, state, a.Report(row.kind))
        return answer.message if isinstance(answer, Refusal) and answer.code in ("no_cards", "not_now") else ""
    return ""


def _works(rules: Rules, state: State, tried: list[a.Report]) -> bool:
    answers = [_answer(rules, state, each) for each in tried]
    return any(not isinstance(each, Refusal) or each.code != "no_device" for each in answers)


def _answer(rules: Rules, state: State, report: a.Report) -> object:
    return decide(rules, state, a.Act(FLOORPERSON, report))
