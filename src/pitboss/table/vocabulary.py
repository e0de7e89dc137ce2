"""The closed words of a declaration: what a step, a choice, a delivery, an irregularity can be. A declaration that uses
another word is refused when it is bound (`faults.py`)."""

from typing import Literal, get_args

StepKind = Literal[
    "bets", "take", "deal", "stub", "examine", "ask", "collect", "show", "post", "settle", "table", "clear"
]
"""What happens in a step of the script:

bets     wagers are placed                           collect  wagers of folded hands are taken
take     one wager is collected before the deal      show     cards are turned up
deal     a part of the plan is dealt                 post     the metered wagers reach the meters
stub     what is left of the deck is put away        settle   hands are settled one after the other
examine  the players look at their cards             table    wagers on the whole table are settled
ask      each player decides                         clear    the round is over"""

Does = Literal["raise", "withdraw", "fold", "pass"]
"""What a choice does."""

DealtTo = Literal["seats", "dealer", "community", "box", "burn", "thrown"]
"""Where a plan deals cards. thrown: discarded unseen from a stack."""

Place = Literal["seat", "dealer", "community", "box", "burn", "thrown"]
"""Where a card lies or goes."""

ShownPlace = Literal["", "dealer", "community", "box"]
"""What a step can turn up."""

Who = Literal["all", "played", "folded"]
"""Whose hands a step settles."""

Standing = Literal["out", "live", "folded", "void", "spared", "forfeited", "abandoned"]
"""How a position, or a wager in a cell, stands."""

MishapKind = Literal[
    "card_face_up", "card_drawn_in_error", "wrong_number", "dealer_card_exposed", "community_card_exposed",
    "box_card_exposed", "own_card_exposed", "burn_omitted", "early_board", "shuffler_jams", "shoe_jams",
    "device_fails", "wrong_count", "cards_run_out", "player_left", "violation",
]  # fmt: skip
"""What can be reported."""

MishapPlace = Literal["seat", "dealer", "community", "box", "shuffler", "shoe"]
"""What a report can be about."""

Compare = Literal["", "few", "many"]
"""Whether fewer or more cards lie there than the plan gives."""

Consequence = Literal[
    "record",
    "replace",
    "complete_later",
    "use_next",
    "void",
    "void_remove",
    "void_spare",
    "void_hand",
    "complete",
    "forfeit",
    "left",
    "reshuffle",
    "remove_deck",
    "set_aside_device",
    "by_place",
]
"""What follows from an irregularity; `definition.CONSEQUENCES` says each in words."""

STEP_KINDS: tuple[str, ...] = get_args(StepKind)
DOES: tuple[str, ...] = get_args(Does)
DEALT_TO: tuple[str, ...] = get_args(DealtTo)
SHOWN_PLACES: tuple[str, ...] = get_args(ShownPlace)
WHO: tuple[str, ...] = get_args(Who)
MISHAP_KINDS: tuple[str, ...] = get_args(MishapKind)
MISHAP_PLACES: tuple[str, ...] = get_args(MishapPlace)
COMPARES: tuple[str, ...] = get_args(Compare)
CONSEQUENCE_NAMES: tuple[str, ...] = get_args(Consequence)
