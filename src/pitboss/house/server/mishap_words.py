"""What staff are told of irregularities under the terms of a table: what follows from one, why one cannot be reported
although its moment is there, and what a clause asks without the marks by which the rulebook finds its readings."""

import re

from pitboss.rulebook.clauses import clause as clause_of
from pitboss.table import actions as a
from pitboss.table.definition import CONSEQUENCES, Mishap
from pitboss.table.engine import decide
from pitboss.table.mishaps import possible
from pitboss.table.people import FLOORPERSON
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State

_MARKS = re.compile(r"\s*\[[A-Z]-\d+(?:, [A-Z]-\d+)*\]")
DEVICES = {"shuffler": "shuffler", "shoe": "automated shoe"}
"""What can fail, as it is called in a sentence."""
_LEFT = {
    "played_out": "the hand is played out at once without further wagers: {plays}",
    "losing": "the wagers are lost at once; a floorperson may rule that the hand is played out",
    "ask": CONSEQUENCES["left"],
}
"""What becomes of a player who has left, by what the operator chose (X-10)."""
_FLOOR = "; a floorperson may rule that the wagers are lost"


def without_marks(wording: str) -> str:
    """Our wording of a clause for people: the ids of readings at its end are left out."""
    return _MARKS.sub("", wording)


def clause_text(clause: str) -> str:
    """What a clause asks; nothing where there is no clause."""
    return without_marks(clause_of(clause).wording) if clause else ""


def consequence(rules: Rules, row: Mishap) -> str:
    """What follows from an irregularity at this table."""
    if row.consequence == "left":
        return _left(rules)
    said = CONSEQUENCES[row.consequence]
    if row.consequence == "void_spare":
        titles = [rules.wager[wager].title for wager in rules.spared]
        if not titles:
            return CONSEQUENCES["void"]
        return said.replace("the spared wagers are", f"{_listed(titles)} {'are' if len(titles) > 1 else 'is'}")
    return said


def _left(rules: Rules) -> str:
    """Where the operator could choose, a floorperson may rule otherwise; elsewhere the hand is always played out."""
    chosen = rules.terms.readings.get("player_left_default")
    said = _LEFT[chosen or "played_out"].format(plays=_plays(rules))
    return said + (_FLOOR if chosen == "played_out" else "")


def _plays(rules: Rules) -> str:
    """What is decided for a player who is not there."""
    script = rules.script(rules.terms.procedure)
    folds = any(choice.does == "fold" for step in script for choice in step.choices)
    return "it is folded and the side wagers are settled" if folds else "every bet rides"


def _listed(titles: list[str]) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"


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
