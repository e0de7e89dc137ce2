"""Three Card Poker, by house rules of our own: three cards against the dealer's three, who plays with queen high or
better; a bonus on the Ante for high hands, and a wager on the player's own cards."""

from functools import cache

from pitboss.cards.deck import Card
from pitboss.cards.fast import three_cards
from pitboss.cards.ranking import Hand
from pitboss.games.common import (
    BY_ANYONE,
    cards_run_out,
    device_fails,
    found_face_up,
    late_counts,
    out_of_play,
)
from pitboss.games.three_card_poker.player import rule_of_thumb
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
    "TCP 10.4",
    choices=(
        Choice("play", "raise", "TCP 10.5", times=1, wager="play", told="plays"),
        Choice("fold", "fold", "TCP 10.6"),
    ),
    absent="fold",
)
_DEAL_CLAUSE = {"manual_shoe": "TCP 7.5", "hand": "TCP 8.6", "automated_shoe": "TCP 9.3"}


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    return (
        Step("bets", "bets", "TCP 6.6"),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        Step("stub", "stub", rules.cite("stub_to_rack", procedure)),
        Step("examine", "examine", "TCP 10.1"),
        DECIDE,
        Step("collect", "collect", "TCP 10.8"),
        Step("show", "reveal", "TCP 10.9", place="dealer"),
        Step(
            "settle",
            "settle",
            "TCP 10.10",
            wagers=(*_MAIN, "pair_plus"),
            any_order=(_MAIN,),
            turn_clause="TCP 10.11",
        ),
        Step("clear", "clear", "TCP 10.12"),
    )


# --- the deal -------------------------------------------------------------------------------------------------------


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure)


@cache
def _plan(procedure: str) -> dict[str, tuple[Deal, ...]]:
    if procedure == "automated_shoe":
        return {"deal": (Deal("seats", 3, "TCP 9.4", first="TCP 9.3"), Deal("dealer", 3, "TCP 9.5"))}
    clause = _DEAL_CLAUSE[procedure]
    return {"deal": (Deal("seats", 1, clause), Deal("dealer", 1, clause)) * 3}


# --- cells and settlement -------------------------------------------------------------------------------------------

THREE = Ranking("three_cards", three_cards)
HAND, HIS_HAND = Holding((OWN,), THREE), Holding((DEALER,), THREE)
QUEEN_HIGH = THREE.of(("Qs", "3h", "2d"))
"""The lowest hand with which the dealer plays."""
PLAYS, DOES_NOT_PLAY = "qualified", "not_qualified"
BONUS = ("straight_flush", "three_of_a_kind", "straight")
NO_BONUS = "none"


def bonus(hand: Hand) -> str:
    """The hand as far as the Ante Bonus looks at it."""
    return hand.name if hand.name in BONUS else NO_BONUS


def cells(rules: Rules) -> dict[str, Fields]:
    main = (Standing(), Qualified(HIS_HAND, QUEEN_HIGH, (PLAYS, DOES_NOT_PLAY)), Compared(HAND, HIS_HAND))
    return {
        "ante": (*main, Named(HAND, (*BONUS, NO_BONUS), bonus)),
        "play": main,
        "pair_plus": (Standing(), Named(HAND, rules.book.hands["pair_plus"])),
    }


_MAIN = ("ante", "play")
_WIN = ByTable("beats_dealer")
_IDLE = {"standing": (LIVE,), "dealer": (DOES_NOT_PLAY,)}


def _against(result: str) -> dict[str, tuple[str, ...]]:
    return {"standing": (LIVE,), "dealer": (PLAYS,), "result": (result,)}


ROWS = (
    Row("TCP 10.6", _MAIN, {"standing": (FOLDED,)}, LOSE),
    Row("TCP 11.2", ("ante",), _IDLE, ByTable("beats_dealer", clause="TCP 11.2"), bonus=True),
    Row("TCP 11.2", ("play",), _IDLE, PUSH),
    Row("TCP 11.3", ("ante",), _against(HIGHER), _WIN, bonus=True),
    Row("TCP 11.3", ("play",), _against(HIGHER), _WIN),
    Row("TCP 11.4", ("ante",), _against(LOWER), LOSE, bonus=True),
    Row("TCP 11.4", ("play",), _against(LOWER), LOSE),
    Row("TCP 11.5", ("ante",), _against(EQUAL), PUSH, bonus=True),
    Row("TCP 11.5", ("play",), _against(EQUAL), PUSH),
    Row("TCP 11.10", ("pair_plus",), {"standing": (LIVE, FOLDED)}, ByTable(clause="TCP 11.11")),
    *out_of_play((*_MAIN, "pair_plus"), void="TCP 12.2", left="TCP 6.5"),
)


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return three_cards(cards).name.replace("_", " ")


# --- irregularities -------------------------------------------------------------------------------------------------

_DEALING = ("deal",)
_UNTIL_DECIDED = ("deal", "stub", "decide")
_BEFORE_REVEAL = (*_UNTIL_DECIDED, "collect", "reveal")
_ROUND = (*_BEFORE_REVEAL, "settle", "clear")

_COUNTS = {
    "manual_shoe": ("TCP 7.10", "TCP 7.11"),
    "hand": ("TCP 8.11", "TCP 8.12"),
    "automated_shoe": ("TCP 9.10", "TCP 9.11"),
}
"""Dealing procedure → the clause for a wrong count where cards were misdealt, the clause where they were not."""

MISHAPS = (
    *found_face_up("TCP 12.1", "TCP 12.2", _DEALING),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "TCP 12.3", _DEALING),
    Mishap("wrong_number", "a hand has the wrong number of cards", "void", "TCP 12.4", (*_BEFORE_REVEAL, "settle"),
           place=("seat", "dealer")),
    Mishap("dealer_card_exposed", "a card of the dealer is exposed early", "void", "TCP 12.5", _UNTIL_DECIDED),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "TCP 10.3", _ROUND),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "TCP 12.6",
           ("between", "bets", *_ROUND)),
    Mishap("shoe_jams", "the automated shoe jams", "void", "TCP 12.7", _DEALING, procedures=("automated_shoe",)),
    *device_fails("TCP 12.8", _ROUND),
    *late_counts(tuple(s for s in _ROUND if s not in ("deal", "stub")), _COUNTS),
    *cards_run_out(_COUNTS, _DEALING),
    Mishap("player_left", "a player leaves during the round", "left", "TCP 6.5", _ROUND[:-1], reading="X-10"),
    Mishap("violation", "somebody else touches a hand, or it leaves the dealer's view", "record", "TCP 10.2", _ROUND,
           reading="X-12", by=BY_ANYONE),
)  # fmt: skip

GAME = Game(
    id="three-card-poker",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    house_player=rule_of_thumb,
)
