"""Let It Ride (Maryland): three equal bets on three cards and two community cards, two of which may be taken back."""

from collections.abc import Mapping
from functools import cache

from pitboss.cards.deck import Card
from pitboss.cards.fast import best_five, three_cards
from pitboss.cards.ranking import Hand
from pitboss.games.common import (
    BY_ANYONE,
    cards_run_out,
    device_fails,
    found_face_up,
    late_counts,
    out_of_play,
)
from pitboss.games.let_it_ride.player import rule_of_thumb
from pitboss.table.cells import BOX, OWN, Cards, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE, State

BETS = ("bet_1", "bet_2", "bet_3")
BONUSES = ("five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive")

# --- the script -----------------------------------------------------------------------------------------------------

DECIDE_1 = Step(
    "ask",
    "decide_1",
    "MD-LIR 11.B",
    choices=(
        Choice("ride", "pass", "MD-LIR 11.B(1)(a)", label="Let it ride", told="lets Bet Number 1 ride"),
        Choice("withdraw", "withdraw", "MD-LIR 11.B(1)(b)", wager="bet_1"),
    ),
    absent="ride",
)
DECIDE_2 = Step(
    "ask",
    "decide_2",
    "MD-LIR 11.C",
    choices=(
        Choice("ride", "pass", "MD-LIR 11.C(1)(a)", label="Let it ride", told="lets Bet Number 2 ride"),
        Choice("withdraw", "withdraw", "MD-LIR 11.C(1)(b)", wager="bet_2"),
    ),
    absent="ride",
    cards_down=True,
)
_TAKE_FIVE = {
    "manual_shoe": "MD-LIR 8.C(1)(a)",
    "hand": "MD-LIR 9.A(3)(a)(i)",
    "automated_shoe": "MD-LIR 10.A(1)(b)(i)",
}
_TAKE_PROGRESSIVE = {
    "manual_shoe": "MD-LIR 8.C(3)(a)",
    "hand": "MD-LIR 9.A(3)(c)(i)",
    "automated_shoe": "MD-LIR 10.A(1)(d)(i)",
}
_DEAL_CLAUSE = {"manual_shoe": "MD-LIR 8.D(3)", "hand": "MD-LIR 9.C", "automated_shoe": "MD-LIR 10.B(3)"}


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    take = []
    if "five_card_bonus" in rules.index:
        take.append(Step("take", "take_five", _TAKE_FIVE[procedure], wagers=("five_card_bonus",)))
    progressive = "progressive" in rules.index
    if progressive:
        take.append(Step("take", "take_progressive", _TAKE_PROGRESSIVE[procedure], wagers=("progressive",)))
    post = (Step("post", "post", "MD-LIR 12.F(1)"),) if progressive else ()
    at_lock = rules.reading("meter_posting") == "at_lock"
    stub = (Step("stub", "stub", rules.cite("stub_to_rack", procedure)),)
    return (
        Step("bets", "bets", "MD-LIR 7.C"),
        *take,
        *(post if at_lock else ()),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        *stub,
        Step("examine", "examine", "MD-LIR 11.A"),
        DECIDE_1,
        Step("show", "show_1", "MD-LIR 11.B(2)", place="community", upto=1),
        DECIDE_2,
        Step("show", "show_2", "MD-LIR 11.C(2)", place="community", upto=2),
        *((Step("show", "show_box", "MD-LIR 11.E(3)", place="box"),) if "six_card_bonus" in rules.index else ()),
        *(() if at_lock else post),
        Step(
            "settle",
            "settle",
            "MD-LIR 11.D",
            wagers=(*BETS, *BONUSES),
            any_order=(BETS, BONUSES),
            turn_clause="MD-LIR 11.D(1)",
        ),
        *((Step("table", "settle_envy", "MD-LIR 11.E(5)", wagers=("envy",)),) if progressive else ()),
        Step("clear", "clear", "MD-LIR 11.G(2)"),
    )


# --- the deal -------------------------------------------------------------------------------------------------------


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure, _box(rules, state), rules.reading("community_stack"))


def _box(rules: Rules, state: State | None) -> bool:
    """Whether the three Six Card Bonus cards are dealt (L-09)."""
    place = rules.index.get("six_card_bonus")
    if place is None:
        return False
    if state is None or rules.reading("six_card_box") == "if_offered":
        return True
    return any(s.placed[place] for s in state.playing if s.placed)


_ROUNDS = {
    "manual_shoe": (
        "MD-LIR 8.D(3)(a)",
        "MD-LIR 8.D(3)(b)",
        "MD-LIR 8.D(3)(c)",
        "MD-LIR 8.D(3)(d)",
        "MD-LIR 8.D(3)(e)",
    ),
    "hand": ("MD-LIR 9.C(1)", "MD-LIR 9.C(2)", "MD-LIR 9.C(3)", "MD-LIR 9.C(4)", "MD-LIR 9.C(5)"),
}
"""The clauses of the five rounds of the deal: players, community, players, community, players."""


@cache
def _plan(procedure: str, box: bool, community_stack: str) -> dict[str, tuple[Deal, ...]]:
    if procedure == "automated_shoe":
        first: tuple[Deal, ...] = (Deal("box", 3, "MD-LIR 10.B(1)"),) if box else ()
        board: tuple[Deal, ...] = (Deal("community", 2, "MD-LIR 10.B(2)"),)
        if community_stack == "three_discard_one":
            board = (Deal("community", 2, "MD-LIR 10.H"), Deal("thrown", 1, "MD-LIR 10.H"))
        return {"deal": (*first, *board, Deal("seats", 3, "MD-LIR 10.B(4)", first="MD-LIR 10.B(3)"))}
    first = (Deal("box", 1, {"manual_shoe": "MD-LIR 8.D(2)", "hand": "MD-LIR 9.B"}[procedure]),) * 3 if box else ()
    a, b, c, d, e = _ROUNDS[procedure]
    return {
        "deal": (
            *first,
            Deal("seats", 1, a),
            Deal("community", 1, b),
            Deal("seats", 1, c),
            Deal("community", 1, d),
            Deal("seats", 1, e),
        )
    }


# --- cells and settlement -------------------------------------------------------------------------------------------


FIVE = Ranking("five_cards", best_five)
THREE = Ranking("three_cards", three_cards)
THREE_SUITED = THREE.with_names(
    "three_cards_akq",
    {
        ("As", "Ks", "Qs"): "akq_spades",
        **{(f"A{suit}", f"K{suit}", f"Q{suit}"): "akq_suited_not_spades" for suit in "cdh"},
    },
)
"""For the progressive ace, king and queen of one suit are taken out first, spades above all (L-01, L-04)."""
SIX = FIVE.with_names(
    "six_cards",
    {
        tuple(rank + suit for rank in "AKQJT9"): "super_royal_diamonds" if suit == "d" else "super_royal_other_suit"
        for suit in "cdhs"
    },
)
"""Six cards ace to nine of one suit stand above the best five (L-13, L-14)."""
FIVE_SEEN = Holding((OWN, Cards("community", 2)), FIVE)


def cells(rules: Rules) -> Mapping[str, Fields]:
    hands = rules.book.hands
    bets: Fields = (Standing(), Named(FIVE_SEEN, hands["let_it_ride"], tens_or_better))
    metered = Named(FIVE_SEEN, hands["progressive"])
    if rules.terms.progressive_cards == "three":  # L-03
        metered = Named(Holding((OWN,), THREE_SUITED), hands["progressive"])
    return dict.fromkeys(BETS, bets) | {
        "five_card_bonus": (Standing(), Named(FIVE_SEEN, hands["five_card_bonus"], tens_or_better)),
        "three_card_bonus": (Standing(), Named(Holding((OWN,), THREE), hands["three_card_bonus"])),
        "six_card_bonus": (Standing(), Named(Holding((OWN, BOX), SIX), hands["six_card_bonus"])),
        "progressive": (Standing(), metered),
        "envy": (Standing(), metered),
    }


_ALIVE = {"standing": (LIVE, "folded")}
ROWS = (
    Row("MD-LIR 11.D(3)", BETS, _ALIVE, ByTable(clause="MD-LIR 11.D(3)")),
    Row("MD-LIR 11.E(1)", ("five_card_bonus",), _ALIVE, ByTable(clause="MD-LIR 11.E(1)"), "L-05"),
    Row("MD-LIR 11.E(2)", ("three_card_bonus",), _ALIVE, ByTable(clause="MD-LIR 11.E(2)"), "L-42"),
    Row("MD-LIR 11.E(3)", ("six_card_bonus",), _ALIVE, ByTable(clause="MD-LIR 11.E(3)"), "L-42"),
    Row("MD-LIR 11.E(4)", ("progressive",), _ALIVE, ByTable(clause="MD-LIR 11.E(4)"), "L-03"),
    Row("MD-LIR 11.E(5)", ("envy",), _ALIVE, ByTable(clause="MD-LIR 11.E(5)"), "L-19"),
    *out_of_play((*BETS, *BONUSES, "envy"), void="MD-LIR 13.B", left="MD-LIR 7.B(2)"),
)


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS


def tens_or_better(hand: Hand) -> str:
    """Only a pair of tens or better is a hand of its own; the progressive calls a pair a pair (L-17)."""
    if hand.name != "pair":
        return hand.name
    return "pair_tens_or_better" if hand.key[1] >= 10 else "pair_below_tens"


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return tens_or_better(best_five((*cards, *state.community[:2]))).replace("_", " ")


# --- irregularities -------------------------------------------------------------------------------------------------

_DEALING = ("deal",)
_BEFORE_BOARD = ("deal", "stub", "decide_1", "show_1", "decide_2", "show_2")
_BEFORE_SECOND = ("deal", "stub", "decide_1", "show_1", "decide_2")
_ROUND = (*_BEFORE_BOARD, "show_box", "post", "settle", "settle_envy", "clear")

_COUNTS = {
    "manual_shoe": ("MD-LIR 8.F(1)", "MD-LIR 8.F(2)"),
    "hand": ("MD-LIR 9.H(1)", "MD-LIR 9.H(2)"),
    "automated_shoe": ("MD-LIR 10.G(1)", "MD-LIR 10.G(2)"),
}
"""Dealing procedure → the clause for a wrong count where cards were misdealt, the clause where they were not."""

MISHAPS = (
    *found_face_up("MD-LIR 13.A", "MD-LIR 13.B", _DEALING),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "MD-LIR 13.C", _DEALING),
    Mishap("wrong_number", "a hand or the community area has the wrong number of cards", "void", "MD-LIR 13.D",
           (*_BEFORE_BOARD, "show_box", "post", "settle"), place=("seat", "community")),
    Mishap("wrong_number", "the Six Card box has the wrong number of cards", "void", "MD-LIR 8.F(1)",
           (*_BEFORE_BOARD, "show_box", "post", "settle"), procedures=("manual_shoe",), place=("box",), reading="L-36"),
    Mishap("wrong_number", "the Six Card box has the wrong number of cards", "void", "MD-LIR 9.H(1)",
           (*_BEFORE_BOARD, "show_box", "post", "settle"), procedures=("hand",), place=("box",), reading="L-36"),
    Mishap("wrong_number", "the Six Card box has the wrong number of cards", "void", "MD-LIR 10.G(1)",
           (*_BEFORE_BOARD, "show_box", "post", "settle"), procedures=("automated_shoe",), place=("box",),
           reading="L-36"),
    Mishap("community_card_exposed", "a community card is exposed early", "void", "MD-LIR 13.E", _BEFORE_BOARD),
    Mishap("box_card_exposed", "a Six Card Bonus card is exposed early", "void", "MD-LIR 13.E", _BEFORE_SECOND,
           option=("box_card_exposed", "void"), reading="L-44"),
    Mishap("box_card_exposed", "a Six Card Bonus card is exposed early", "record", "MD-LIR 13.E", _BEFORE_SECOND,
           option=("box_card_exposed", "play_on"), reading="L-44"),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "MD-LIR 11.A(3)", _ROUND,
           reading="L-44"),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "MD-LIR 13.F",
           ("between", "bets", *_ROUND)),
    Mishap("shoe_jams", "the automated shoe jams", "void", "MD-LIR 13.G", _DEALING, procedures=("automated_shoe",)),
    *device_fails("MD-LIR 13.H", _ROUND),
    *late_counts(tuple(s for s in _ROUND if s not in ("deal", "stub")), _COUNTS),
    *cards_run_out(_COUNTS, _DEALING),
    Mishap("player_left", "a player leaves during the round", "left", "MD-LIR 7.B(2)",
           ("take_five", "take_progressive", *_ROUND[:-1]), reading="X-10"),
    Mishap("violation", "somebody else touches a hand, or it leaves the dealer's view", "record", "MD-LIR 11.A(2)",
           _ROUND,
           reading="X-12", by=BY_ANYONE),
)  # fmt: skip

GAME = Game(
    id="let-it-ride",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    house_player=rule_of_thumb,
)
