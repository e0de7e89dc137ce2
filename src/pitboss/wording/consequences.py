"""What follows from an irregularity at a table, in words: as its game and the choices of its operator have it."""

from pitboss.rulebook.words import listed
from pitboss.table.definition import CONSEQUENCES
from pitboss.table.rules import Rules
from pitboss.table.vocabulary import Consequence

_LEFT = {
    "played_out": "the hand is played out at once without further wagers: {plays}",
    "losing": "the wagers are lost at once; a floorperson may rule that the hand is played out",
    "ask": "a floorperson decides whether the hand is played out or its wagers are lost",
}
"""What becomes of a player who has left, by what the operator chose (X-10)."""
_FLOOR = "; a floorperson may rule that the wagers are lost"
_SPARED = "the spared wagers are"


def follows(rules: Rules, consequence: Consequence) -> str:
    """What this consequence is at this table."""
    said = CONSEQUENCES[consequence]
    match consequence:
        case "left":
            return _left(rules)
        case "set_aside_device":
            return f"the device is out of use until it is {listed(rules.book.measures, 'or')}"
        case "void_spare":
            titles = [rules.wager[wager].title for wager in rules.spared]
            if not titles:
                return CONSEQUENCES["void"]
            return said.replace(_SPARED, f"{listed(titles)} {'are' if len(titles) > 1 else 'is'}")
        case _:
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
