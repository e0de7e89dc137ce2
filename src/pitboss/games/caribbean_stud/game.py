"""Caribbean Stud, by house rules of our own: five cards against the dealer's five, one of which lies open; the dealer
plays with ace-king or better, and the Call is paid by the player's hand."""

from functools import cache

from pitboss.cards.deck import Card
from pitboss.cards.fast import best_five
from pitboss.games.caribbean_stud.player import rule_of_thumb
from pitboss.games.common import (
    BY_ANYONE,
    cards_run_out,
    device_fails,
    found_face_up,
    late_counts,
    out_of_play,
)
from pitboss.rulebook.pays import LOSE, PUSH
from pitboss.table.cells import (
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
    OWN,
    Compared,
    Fields,
    Holding,
    Named,
    Qualified,
    Ranking,
    Standing,
)
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State

# --- the script -----------------------------------------------------------------------------------------------------

DECIDE = Step(
    "ask",
    "decide",
    "CSP 10.4",
    choices=(
        Choice("call", "raise", "CSP 10.5", times=2, wager="call", told="calls"),
        Choice("fold", "fold", "CSP 10.6"),
    ),
    absent="fold",
)
_DEAL_CLAUSE = {"manual_shoe": "CSP 7.5", "hand": "CSP 8.6", "automated_shoe": "CSP 9.3"}


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    return (
        Step("bets", "bets", "CSP 6.6"),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        Step("stub", "stub", rules.cite("stub_to_rack", procedure)),
        Step("examine", "examine", "CSP 10.1"),
        DECIDE,
        Step("collect", "collect", "CSP 10.8"),
        Step("show", "reveal", "CSP 10.9", place="dealer"),
        Step(
            "settle",
            "settle",
            "CSP 10.10",
            wagers=(*_MAIN, "five_card_bonus"),
            any_order=(_MAIN,),
            turn_clause="CSP 10.11",
        ),
        Step("clear", "clear", "CSP 10.12"),
    )


# --- the deal -------------------------------------------------------------------------------------------------------


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure)


@cache
def _plan(procedure: str) -> dict[str, tuple[Deal, ...]]:
    if procedure == "automated_shoe":
        stacks = Deal("seats", 5, "CSP 9.4", first="CSP 9.3")
        return {"deal": (stacks, Deal("dealer", 4, "CSP 9.5"), Deal("dealer", 1, "CSP 9.5", up=True))}
    clause = _DEAL_CLAUSE[procedure]
    each = Deal("seats", 1, clause)
    return {"deal": (*(each, Deal("dealer", 1, clause)) * 4, each, Deal("dealer", 1, clause, up=True))}


# --- cells and settlement -------------------------------------------------------------------------------------------

FIVE = Ranking("five_cards", best_five)
HAND, HIS_HAND = Holding((OWN,), FIVE), Holding((DEALER,), FIVE)
ACE_KING = FIVE.of(("As", "Kh", "4d", "3c", "2c"))
"""The lowest hand with which the dealer plays."""
PLAYS, DOES_NOT_PLAY = "qualified", "not_qualified"


def cells(rules: Rules) -> dict[str, Fields]:
    main = (Standing(), Qualified(HIS_HAND, ACE_KING, (PLAYS, DOES_NOT_PLAY)), Compared(HAND, HIS_HAND))
    return {
        "ante": main,
        "call": (*main, Named(HAND, rules.book.hands["call"])),
        "five_card_bonus": (Standing(), Named(HAND, rules.book.hands["five_card_bonus"])),
    }


_MAIN = ("ante", "call")
_WIN = ByTable("beats_dealer")
_IDLE = {"standing": (LIVE,), "dealer": (DOES_NOT_PLAY,)}


def _against(result: str) -> dict[str, tuple[str, ...]]:
    return {"standing": (LIVE,), "dealer": (PLAYS,), "result": (result,)}


ROWS = (
    Row("CSP 10.6", _MAIN, {"standing": (FOLDED,)}, LOSE),
    Row("CSP 11.2", ("ante",), _IDLE, ByTable("beats_dealer", clause="CSP 11.2")),
    Row("CSP 11.2", ("call",), _IDLE, PUSH),
    Row("CSP 11.3", ("ante",), _against(HIGHER), _WIN),
    Row("CSP 11.3", ("call",), _against(HIGHER), ByTable()),
    Row("CSP 11.4", _MAIN, _against(LOWER), LOSE),
    Row("CSP 11.5", _MAIN, _against(EQUAL), PUSH),
    Row("CSP 11.15", ("five_card_bonus",), {"standing": (LIVE, FOLDED)}, ByTable(clause="CSP 11.16")),
    *out_of_play((*_MAIN, "five_card_bonus"), void="CSP 12.2", left="CSP 6.5"),
)


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return best_five(cards).name.replace("_", " ")


# --- irregularities -------------------------------------------------------------------------------------------------

_DEALING = ("deal",)
_UNTIL_DECIDED = ("deal", "stub", "decide")
_BEFORE_REVEAL = (*_UNTIL_DECIDED, "collect", "reveal")
_ROUND = (*_BEFORE_REVEAL, "settle", "clear")

_COUNTS = {
    "manual_shoe": ("CSP 7.10", "CSP 7.11"),
    "hand": ("CSP 8.11", "CSP 8.12"),
    "automated_shoe": ("CSP 9.10", "CSP 9.11"),
}
"""Dealing procedure → the clause for a wrong count where cards were misdealt, the clause where they were not."""

MISHAPS = (
    *found_face_up("CSP 12.1", "CSP 12.2", _DEALING),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "CSP 12.3", _DEALING),
    Mishap("wrong_number", "a hand has the wrong number of cards", "void", "CSP 12.4", (*_BEFORE_REVEAL, "settle"),
           place=("seat", "dealer")),
    Mishap("dealer_card_exposed", "a face-down card of the dealer is exposed early", "void", "CSP 12.5",
           _UNTIL_DECIDED),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "CSP 10.3", _ROUND),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "CSP 12.6",
           ("between", "bets", *_ROUND)),
    Mishap("shoe_jams", "the automated shoe jams", "void", "CSP 12.7", _DEALING, procedures=("automated_shoe",)),
    *device_fails("CSP 12.8", _ROUND),
    *late_counts(tuple(s for s in _ROUND if s not in ("deal", "stub")), _COUNTS),
    *cards_run_out(_COUNTS, _DEALING),
    Mishap("player_left", "a player leaves during the round", "left", "CSP 6.5", _ROUND[:-1], reading="X-10"),
    Mishap("violation", "somebody else touches a hand, or it leaves the dealer's view", "record", "CSP 10.2", _ROUND,
           reading="X-12", by=BY_ANYONE),
)  # fmt: skip

GAME = Game(
    id="caribbean-stud",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    house_player=rule_of_thumb,
)
