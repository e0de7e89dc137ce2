"""The acts that [[refused]] can name: every act of the table, by its name in small letters, with its own keys."""

import re
from typing import Any, get_args

import msgspec

from pitboss.cards.deck import BadCard, deck_of
from pitboss.play.scenario_amounts import Amounts
from pitboss.play.scenario_words import near
from pitboss.rulebook.book import Book
from pitboss.rulebook.roles import DEALER, FLOORPERSON
from pitboss.table import actions as a
from pitboss.table.people import as_player

_NOT_FOR_FILES = {"meters", "commitment", "faces", "terms"}
"""What the shell brings with an act, or no line of a file can say."""
AMOUNT = "amount"
"""What a file calls the cents of a wager: dollars."""


def _small(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_ALL: tuple[type[a.Action], ...] = get_args(a.AnyAction)
ACTS = {_small(act.__name__): act for act in _ALL if act is not a.AdoptTerms}
_BY_PLAYERS = (a.TakeSeat, a.LeaveSeat, a.ComeBack, a.PlaceWager, a.Decide)
_BY_FLOOR = (a.Rule,)


def keys_of(act: str) -> tuple[str, ...]:
    """The act's own keys, as a file writes them."""
    names = [name for name in ACTS[act].__struct_fields__ if name not in _NOT_FOR_FILES]
    return tuple(AMOUNT if name == "cents" else name for name in names)


def needed(act: str) -> tuple[str, ...]:
    """Those of them that have no default."""
    made = ACTS[act]
    without = len(made.__struct_fields__) - len(made.__struct_defaults__)
    return tuple(AMOUNT if name == "cents" else name for name in made.__struct_fields__[:without])


def read_act(book: Book, act: str, given: dict[str, Any], amounts: Amounts) -> tuple[a.AnyAction | None, list[str]]:
    """The act that these keys of a [[refused]] describe, or what is wrong with them."""
    if act not in ACTS:
        return None, [f"[[refused]] there is no act '{act}'; known are {', '.join(ACTS)}{near(act, ACTS)}"]
    own = keys_of(act)
    faults = [
        f"[[refused]] {act} takes no {key}; its own keys are {', '.join(own) if own else 'none'}{near(key, own)}"
        for key in given
        if key not in own
    ]
    faults += [f"[[refused]] {act} needs {key}" for key in needed(act) if key not in given]
    fields = dict(given)
    if AMOUNT in fields:
        fields["cents"] = amounts.cents(fields.pop(AMOUNT))
    if isinstance(fields.get("places"), dict):
        fields["places"] = list(fields["places"].items())
    try:
        if "cards" in fields:
            fields["cards"] = deck_of(book).read_all(str(fields["cards"]))
        if not faults:
            return msgspec.convert({"do": ACTS[act].__name__, **fields}, a.AnyAction), []
    except BadCard as bad:
        faults.append(str(bad))
    except msgspec.ValidationError as wrong:
        faults.append(f"[[refused]] {act}: {str(wrong).replace('`', '')}")
    return None, faults


def who_acts(action: a.AnyAction, players: dict[int, str]) -> str:
    """Who does it where the file does not say: the player at the position, the floorperson, or the dealer."""
    if isinstance(action, a.TakeSeat):
        return as_player(action.player)
    if isinstance(action, _BY_PLAYERS):
        return as_player(players.get(action.seat) or f"Player {action.seat}")
    return FLOORPERSON if isinstance(action, _BY_FLOOR) else DEALER
