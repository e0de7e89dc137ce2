"""Kinds of irregularity in words, each in one phrase for all its cases; the rulebooks name the cases one by one."""

from pitboss.table.definition import Mishap

_KINDS = {
    "card_face_up": "a card found face up",
    "card_drawn_in_error": "a card drawn in error",
    "wrong_number": "a wrong number of cards",
    "dealer_card_exposed": "a card of the dealer exposed",
    "own_card_exposed": "a player's own card exposed",
    "community_card_exposed": "a community card exposed",
    "box_card_exposed": "a card of the box exposed",
    "burn_omitted": "a burn card left out",
    "early_board": "community cards dealt too early",
    "shuffler_jams": "the shuffler jammed",
    "shoe_jams": "the shoe jammed",
    "device_fails": "a device failed",
    "wrong_count": "a wrong count of the stub",
    "cards_run_out": "the cards ran out",
    "player_left": "a player left",
    "violation": "a player broke the rules about his cards",
}

_SEVERAL = {"card_face_up": "more than one card is found face up"}


def title_words(row: Mishap, cards: int) -> str:
    """What the rulebook calls it; where one row of it is for one card and for several, what several are called."""
    return _SEVERAL.get(row.kind, row.title) if cards > 1 and row.repeated is None else row.title


def kind_words(kind: str) -> str:
    """`a card of the dealer exposed`; a kind that only a brought game has by its name."""
    return _KINDS.get(kind) or kind.replace("_", " ")
