"""Dragon Poker (Maryland): three cards against the dealer's three, the Gold Dragon wild."""

from functools import cache

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.games.common import (
    BY_ANYONE,
    cards_run_out,
    device_fails,
    found_face_up,
    late_counts,
    out_of_play,
)
from pitboss.games.dragon_poker.hand_words import HAND_WORDS
from pitboss.games.dragon_poker.hands import CHARACTER, dragon_hand, dragons_held
from pitboss.games.dragon_poker.player import rule_of_thumb
from pitboss.rulebook.pays import LOSE, PUSH
from pitboss.rulebook.words import listed
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
    "MD-DRAGON 11.B",
    choices=(
        Choice("play", "raise", "MD-DRAGON 11.B", times=1, wager="play", told="plays"),
        Choice("fold", "fold", "MD-DRAGON 1.B(6)"),
    ),
    absent="fold",
)


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    held = procedure == "automated_shoe" and rules.reading("dealer_stack") == "held"
    stub = (Step("stub", "stub", rules.cite("stub_to_rack", procedure)),)
    return (
        Step("bets", "bets", "MD-DRAGON 7.D"),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        *(() if held else stub),
        Step("examine", "examine", "MD-DRAGON 11.A"),
        DECIDE,
        Step("collect", "collect", "MD-DRAGON 11.D(1)"),
        *((Step("deal", "dealer_stack", "MD-DRAGON 10.B(4)", part="dealer_stack"),) if held else ()),
        Step("show", "reveal", "MD-DRAGON 11.D(2)", place="dealer"),
        *(stub if held else ()),
        *((Step("post", "post", "MD-DRAGON 7.F(4)"),) if "progressive" in rules.index else ()),
        Step(
            "settle",
            "settle",
            "MD-DRAGON 11.D(3)",
            wagers=("three_card_bonus", "dragon", "progressive", *_MAIN),
            any_order=(_MAIN,),
            turn_clause="MD-DRAGON 11.D(3)(a)",
        ),
        Step("clear", "clear", "MD-DRAGON 11.E"),
    )


_DEAL_CLAUSE = {"manual_shoe": "MD-DRAGON 8.D(2)", "hand": "MD-DRAGON 9.C(2)", "automated_shoe": "MD-DRAGON 10.B(1)"}


# --- the deal -------------------------------------------------------------------------------------------------------


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure, rules.reading("dealer_stack"))


@cache
def _plan(procedure: str, dealer_stack: str) -> dict[str, tuple[Deal, ...]]:
    if procedure == "automated_shoe":
        seats = Deal("seats", 3, "MD-DRAGON 10.B(2)", first="MD-DRAGON 10.B(1)")
        if dealer_stack == "held":
            return {"deal": (seats,), "dealer_stack": (Deal("dealer", 3, "MD-DRAGON 10.B(4)"),)}
        return {"deal": (seats, Deal("dealer", 3, "MD-DRAGON 10.B(3)"))}
    clause = _DEAL_CLAUSE[procedure]
    return {"deal": (Deal("seats", 1, clause), Deal("dealer", 1, clause)) * 3}


# --- cells and settlement -------------------------------------------------------------------------------------------

CHARACTERS = Ranking("characters", dragon_hand)
DRAGONS = Ranking("dragons", lambda cards: Hand(dragons_held(cards), ()))
HAND, HIS_HAND = Holding((OWN,), CHARACTERS), Holding((DEALER,), CHARACTERS)
_RESULT = Compared(HAND, HIS_HAND)


def phrases(rules: Rules) -> dict[str, str]:
    """`ranks`: the characters from high to low."""
    names = {rank: rules.deck.names[card].split()[-1] for card, rank in CHARACTER.items()}
    return {"ranks": listed(names[rank] for rank in sorted(names, reverse=True))}


def cells(rules: Rules) -> dict[str, Fields]:
    hands = rules.book.hands
    return {
        "ante": (Standing(), _RESULT),
        "play": (Standing(), _RESULT),
        "ante_bonus": (Standing(), _RESULT, Named(HAND, hands["ante_bonus"])),
        "three_card_bonus": (Standing(), Named(HAND, hands["three_card_bonus"])),
        "dragon": (Standing(), Named(Holding((OWN,), DRAGONS), hands["dragon"])),
        "progressive": (Standing(), Named(HAND, hands["progressive"])),
    }


_MAIN = ("ante", "ante_bonus", "play")
_SIDE = ("three_card_bonus", "dragon", "progressive")
_IN_PLAY = {"standing": (LIVE, FOLDED)}
ROWS = (
    Row("MD-DRAGON 1.B(6)", _MAIN, {"standing": (FOLDED,)}, LOSE),
    Row("MD-DRAGON 11.D(3)(h)", _MAIN, {"standing": (LIVE,), "result": (LOWER,)}, LOSE, "D-17"),
    Row("MD-DRAGON 11.D(3)(i)", _MAIN, {"standing": (LIVE,), "result": (EQUAL,)}, PUSH),
    Row(
        "MD-DRAGON 11.D(3)(g)",
        ("ante", "play"),
        {"standing": (LIVE,), "result": (HIGHER,)},
        ByTable("beats_dealer"),
        "D-01",
    ),
    Row("MD-DRAGON 12.B", ("ante_bonus",), {"standing": (LIVE,), "result": (HIGHER,)}, ByTable()),
    Row("MD-DRAGON 11.D(3)(c)", ("three_card_bonus",), _IN_PLAY, ByTable(clause="MD-DRAGON 11.D(3)(b)"), "D-14"),
    Row("MD-DRAGON 11.D(3)(e)", ("dragon",), _IN_PLAY, ByTable(clause="MD-DRAGON 11.D(3)(d)"), "D-14"),
    Row("MD-DRAGON 7.F(4)", ("progressive",), _IN_PLAY, ByTable(clause="MD-DRAGON 7.F(4)"), "D-02"),
    *out_of_play((*_MAIN, *_SIDE), void="MD-DRAGON 13.B", left="MD-DRAGON 7.C(2)"),
)


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return dragon_hand(cards).name.replace("_", " ")


# --- irregularities -------------------------------------------------------------------------------------------------

_DEALING = ("deal", "dealer_stack")
_FIRST_DEAL = ("deal",)
"""Where no stack of the dealer's can be held back."""
_BEFORE_REVEAL = ("deal", "stub", "decide", "collect", "dealer_stack", "reveal")
_ROUND = ("deal", "stub", "decide", "collect", "dealer_stack", "reveal", "post", "settle", "clear")

_COUNTS = {
    "manual_shoe": ("MD-DRAGON 8.G(1)", "MD-DRAGON 8.G(2)"),
    "hand": ("MD-DRAGON 9.G", "MD-DRAGON 9.H"),
    "automated_shoe": ("MD-DRAGON 10.F", "MD-DRAGON 10.G"),
}
"""Dealing procedure → the clause for a wrong count where cards were misdealt, the clause where they were not."""

MISHAPS = (
    *found_face_up("MD-DRAGON 13.A", "MD-DRAGON 13.B", _DEALING, _FIRST_DEAL),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "MD-DRAGON 13.C",
           _DEALING),
    Mishap("wrong_number", "a hand has the wrong number of cards", "void", "MD-DRAGON 13.D", (*_BEFORE_REVEAL,
           "post", "settle"),
           place=("seat", "dealer")),
    Mishap("dealer_card_exposed", "a card of the dealer is exposed early", "void", "MD-DRAGON 13.E", _BEFORE_REVEAL,
           reading="D-34"),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "MD-DRAGON 11.A(3)", _ROUND),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "MD-DRAGON 13.F",
           ("between", "bets", *_ROUND)),
    Mishap("shoe_jams", "the automated shoe jams", "void", "MD-DRAGON 13.G", _DEALING, procedures=("automated_shoe",)),
    *device_fails("MD-DRAGON 13.H", _ROUND),
    *late_counts(tuple(s for s in _ROUND if s not in ("deal", "stub")), _COUNTS),
    *cards_run_out(_COUNTS, _DEALING, _FIRST_DEAL),
    Mishap("player_left", "a player leaves during the round", "left", "MD-DRAGON 7.C(2)", _ROUND[:-1], reading="X-10"),
    Mishap("violation", "somebody else touches a hand, or it leaves the dealer's view", "record",
           "MD-DRAGON 11.A(2)", _ROUND,
           reading="X-12", by=BY_ANYONE),
)  # fmt: skip

GAME = Game(
    id="dragon-poker",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    hand_words=HAND_WORDS,
    house_player=rule_of_thumb,
    phrases=phrases,
)
