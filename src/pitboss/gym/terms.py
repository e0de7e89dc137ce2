"""Which game an environment plays, under which terms, and what else is asked of it: read once, for all environments."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from numpy.random import Generator

from pitboss.api import SubmissionFaults, check_submission
from pitboss.games import rules_for
from pitboss.lab.regret.rounds import usual_rules
from pitboss.lab.regret.table import BadDecision
from pitboss.odds.counting import why_not
from pitboss.play.sources import CardSource, ScriptedOrder, ShuffledDecks
from pitboss.rulebook.folders import games
from pitboss.table.rules import Rules

ILLEGAL = ("least", "raise")
"""What follows from an action that cannot be chosen: the least choice is made, or an error is raised."""


def rules_of(game: str, folder: str | Path | None, submission: str | Path | None) -> Rules:
    """The rules that are asked for: of a game by its id, of a folder by its path, or of a submission by its file."""
    if submission is not None:
        if folder is not None:
            usual_rules(Path(folder))
        checked = check_submission(submission)
        if checked.terms is None:
            raise SubmissionFaults(checked)
        if game and checked.terms.game != game:
            raise BadDecision(f"this submission is for {checked.terms.game}, not for {game}")
        return rules_for(checked.terms)
    if folder is not None:
        place = Path(folder)
        if not place.is_dir():
            raise BadDecision(f"folder={str(folder)!r} is no folder; give the path of the folder of a game")
        return usual_rules(place)
    if not game:
        raise BadDecision(f"say which game: game='{games()[0]}' (the games are {', '.join(games())}), or folder=PATH")
    return usual_rules(game)


@lru_cache(maxsize=64)
def no_regret(rules: Rules) -> str:
    """Why decisions of this game cannot be priced; nothing where they can."""
    return why_not(rules)


def priced(rules: Rules, regret: bool | None) -> bool:
    """Whether decisions are priced: where it is left open, wherever exact odds are."""
    if regret and (why := no_regret(rules)):
        raise BadDecision(f"regret=True needs exact odds: {why}")
    return not no_regret(rules) if regret is None else bool(regret)


def one_of(name: str, given: object, allowed: tuple[str, ...]) -> None:
    """Refuses what is not among these."""
    if given not in allowed:
        raise BadDecision(f"{name}={given!r} is not allowed; it is one of {', '.join(map(repr, allowed))}")


def cards_for(rules: Rules, chance: Generator, options: Mapping[str, Any] | None) -> CardSource:
    """The cards of a round: those that `reset` was given in `options`, in the order in which they leave the deck, or
    shuffled ones. Other options are those of wrappers and learners."""
    cards = (options or {}).get("cards")
    if cards is None:
        return ShuffledDecks(rules.deck, chance.bytes)
    text = cards if isinstance(cards, str) else " ".join(map(str, cards))
    return ScriptedOrder(rules.deck, rules.deck.read_all(text))
