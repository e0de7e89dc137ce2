"""Pitboss conducts regulated casino table games by the letter of the regulators' rules.

>>> import pitboss
>>> table = pitboss.open_table(pitboss.GAMES[0], shuffle_seed="demo")
>>> table.sit(1, "Ann")
>>> wagers = [wager.id for wager in table.rules.wagers if wager.compulsory]
>>> table.bet(1, **dict.fromkeys(wagers, 10))
>>> table.close_bets()
>>> set(table.view("dealer").seats[0].cards)
{'??'}
>>> offer = table.offers("player:Ann")[0]
>>> offer.do, table.do("player:Ann", offer)[0].choice == offer.values[0]
('Decide', True)
"""

from typing import TYPE_CHECKING, Any

from pitboss.version import VERSION as __version__

__all__ = [
    "GAMES",
    "BadLog",
    "NotAccepted",
    "Refusal",
    "SubmissionFaults",
    "Table",
    "__version__",
    "best_play",
    "check_submission",
    "compare",
    "design",
    "exact_odds",
    "meters",
    "open_table",
    "protect",
    "replay_log",
    "review",
    "rules_for",
    "short_strategy",
    "simulate",
    "simulate_strategy",
    "stakes",
    "strategy_cost",
    "win",
]

if TYPE_CHECKING:
    from pitboss.api import SubmissionFaults, best_play, check_submission, exact_odds, open_table, replay_log
    from pitboss.games import rules_for
    from pitboss.lab.design.library import design
    from pitboss.lab.protect.library import protect
    from pitboss.lab.review.library import review
    from pitboss.lab.strategies.api import strategy_cost
    from pitboss.lab.strategies.short import short_strategy
    from pitboss.lab.strategies.simulated import simulate_strategy
    from pitboss.lab.win.library import meters, stakes, win
    from pitboss.paper.library import compare
    from pitboss.play.log import BadLog
    from pitboss.play.table import NotAccepted, Table
    from pitboss.simulation.api import simulate
    from pitboss.table.refusals import Refusal

    GAMES: tuple[str, ...]
    """The ids of all games that are known."""

_HOMES = {
    "BadLog": "pitboss.play.log",
    "NotAccepted": "pitboss.play.table",
    "SubmissionFaults": "pitboss.api",
    "best_play": "pitboss.api",
    "check_submission": "pitboss.api",
    "compare": "pitboss.paper.library",
    "design": "pitboss.lab.design.library",
    "exact_odds": "pitboss.api",
    "meters": "pitboss.lab.win.library",
    "open_table": "pitboss.api",
    "protect": "pitboss.lab.protect.library",
    "replay_log": "pitboss.api",
    "review": "pitboss.lab.review.library",
    "rules_for": "pitboss.games",
    "Table": "pitboss.play.table",
    "Refusal": "pitboss.table.refusals",
    "short_strategy": "pitboss.lab.strategies.short",
    "simulate": "pitboss.simulation.api",
    "simulate_strategy": "pitboss.lab.strategies.simulated",
    "stakes": "pitboss.lab.win.library",
    "strategy_cost": "pitboss.lab.strategies.api",
    "win": "pitboss.lab.win.library",
}


def __getattr__(name: str) -> Any:
    """Loads each part when it is first used, so that `import pitboss` stays fast."""
    if name == "GAMES":
        from pitboss.rulebook.folders import games

        return games()
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pitboss' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
