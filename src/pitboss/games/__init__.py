"""The games, each declared once. `game(id)` finds one; each has a folder here."""

from functools import cache
from importlib import import_module

from pitboss.rulebook.book import GAMES
from pitboss.rulebook.terms import Terms
from pitboss.table.definition import Game
from pitboss.table.rules import Rules


@cache
def game(game_id: str) -> Game:
    """The game with this id."""
    if game_id not in GAMES:
        raise LookupError(f"no game '{game_id}'; the games are {', '.join(GAMES)}")
    module = import_module(f"pitboss.games.{game_id.replace('-', '_')}.game")
    found: Game = module.GAME
    return found


def rules_for(terms: Terms) -> Rules:
    """The game of these terms, bound to them."""
    return Rules(game(terms.game), terms)
