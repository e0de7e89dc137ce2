"""Drawings of cards that an ordinary deck does not have: a game may bring them in its folder, as one file with a group
for each card, 63 by 88 millimetres, whose id is the card's code. A text of the class `name` gets the card's name."""

import re

from pitboss.house.server.web_files import Sendable, sendable
from pitboss.rulebook.folders import games, remembered, text

FILE = "cards.svg"
_REMARK = re.compile(r"<!--.*?-->\s*|(?<=>)\n(?=<)", re.DOTALL)
ADDRESS = "/static/games/{game}/" + FILE


def pictures_of(game: str) -> str:
    """The address of the game's drawings; nothing where it has none."""
    return ADDRESS.format(game=game) if card_pictures(game) else ""


@remembered
def card_pictures(game: str) -> Sendable | None:
    """The drawings as a browser gets them; none where there is no such game or no such file."""
    drawn = text(game, FILE) if game in games() else ""
    return sendable(_REMARK.sub("", drawn).encode(), "image/svg+xml", "default-src 'none'") if drawn else None
