"""The games, each declared once. `game(id)` finds one; each has a folder here."""

from pitboss.rulebook.folder_code import code
from pitboss.rulebook.folders import remembered
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.terms import Terms
from pitboss.table.definition import Game
from pitboss.table.rules import Rules


@remembered
def game(game_id: str) -> Game:
    """The game with this id."""
    declared: Game = code(game_id).GAME
    return declared


def rules_for(terms: Terms) -> Rules:
    """The game of these terms, bound to them."""
    return Rules(game(terms.game), terms)


@remembered
def usual(game_id: str) -> Rules:
    """The game under its default submission."""
    terms = check(default_submission(game_id)).terms
    assert terms is not None
    return rules_for(terms)
