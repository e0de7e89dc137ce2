"""Top Five Poker (Maryland): seven cards each, of which only ace to ten count."""

from functools import cache

from pitboss.cards.deck import RANK, RANK_NAMES, Card
from pitboss.cards.ranking import Hand
from pitboss.games.common import cards_run_out, device_fails, late_counts, out_of_play
from pitboss.games.top_five_poker.hand_words import HAND_WORDS
from pitboss.games.top_five_poker.hands import remaining, top_five_hand
from pitboss.games.top_five_poker.player import rule_of_thumb
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
    Qualified,
    Ranking,
    Standing,
    by_height,
)
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State

MORE, FEWER = "more", "fewer"
QUALIFIED, NOT_QUALIFIED = "qualified", "not_qualified"

# --- the script -----------------------------------------------------------------------------------------------------

DECIDE = Step(
    "ask",
    "decide",
    "MD-TOP5 11.B(1)",
    choices=(
        Choice("play", "raise", "MD-TOP5 11.B(1)(a)", times=1, wager="play", told="plays"),
        Choice("fold", "fold", "MD-TOP5 11.B(1)(b)"),
    ),
    absent="fold",
)


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    held = procedure == "automated_shoe" and rules.reading("dealer_stack") == "held"
    stub = (Step("stub", "stub", rules.cite("stub_to_rack", procedure)),)
    return (
        Step("bets", "bets", "MD-TOP5 7.C"),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        *(() if held else stub),
        Step("examine", "examine", "MD-TOP5 11.A"),
        DECIDE,
        *((Step("deal", "dealer_stack", "MD-TOP5 11.B(4)", part="dealer_stack"),) if held else ()),
        Step("show", "reveal", "MD-TOP5 11.B(4)", place="dealer"),
        *(stub if held else ()),
        Step(
            "settle",
            "settle",
            "MD-TOP5 11.C(5)",
            wagers=(*_MAIN, "top_five_bonus", "poker_bonus"),
            any_order=(_MAIN,),
            turn_clause="MD-TOP5 11.C",
        ),
        Step("clear", "clear", "MD-TOP5 11.D"),
    )


_DEAL_CLAUSE = {"manual_shoe": "MD-TOP5 8.D(2)", "hand": "MD-TOP5 9.B(1)", "automated_shoe": "MD-TOP5 10.B(1)"}

# --- the deal -------------------------------------------------------------------------------------------------------


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure, rules.reading("dealer_stack"))


@cache
def _plan(procedure: str, dealer_stack: str) -> dict[str, tuple[Deal, ...]]:
    clause = _DEAL_CLAUSE[procedure]
    if procedure == "automated_shoe":
        if dealer_stack == "held":
            return {"deal": (Deal("seats", 7, clause),), "dealer_stack": (Deal("dealer", 7, "MD-TOP5 11.B(4)"),)}
        return {"deal": (Deal("seats", 7, clause), Deal("dealer", 7, clause))}
    return {"deal": (Deal("seats", 1, clause), Deal("dealer", 1, clause)) * 7}


# --- cells and settlement -------------------------------------------------------------------------------------------

_RESULTS = (MORE, FEWER, HIGHER, LOWER, EQUAL)
QUEEN_AND_JACK = top_five_hand(("Qs", "Jh"), True)
"""The lowest hand with which the dealer qualifies, number of cards first (T-04)."""
REMAINING = Ranking("remaining_cards", lambda cards: top_five_hand(cards, True), only="TJQKA")
REMAINING_FIVE = Ranking("remaining_five", lambda cards: top_five_hand(cards, False), only="TJQKA")
"""The sixth and the seventh remaining card do not count (T-10)."""


def grade(own: Hand, other: Hand) -> str:
    """The number of remaining cards comes first, then their rank (T-07)."""
    if own.key[0] != other.key[0]:
        return MORE if own.key[0] > other.key[0] else FEWER
    return by_height(own, other)


def _remaining_ranks(hand: Hand) -> str:
    return listed(RANK_NAMES[rank] for rank in hand.key[2:])


def phrases(rules: Rules) -> dict[str, str]:
    """`counting`: the cards that count, highest first."""
    spades = remaining(card for card in RANK if card.endswith("s"))
    return {"counting": listed(f"{RANK_NAMES[RANK[card]]}s" for card in spades)}


def number_of_cards(hand: Hand) -> str:
    return f"cards_{hand.key[0]}"


def cells(rules: Rules) -> dict[str, Fields]:
    hands = rules.book.hands
    ranking = REMAINING if extra_cards_break_ties(rules) else REMAINING_FIVE
    own, dealer = Holding((OWN,), ranking), Holding((DEALER,), ranking)
    main = (
        Standing(),
        Qualified(dealer, QUEEN_AND_JACK, (QUALIFIED, NOT_QUALIFIED), least=_remaining_ranks),
        Compared(own, dealer, grade, _RESULTS),
    )
    return {
        "ante": main,
        "play": main,
        "top_five_bonus": (Standing(), Named(own, hands["top_five_bonus"], number_of_cards)),
        "poker_bonus": (Standing(), Named(own, hands["poker_bonus"])),
    }


_MAIN = ("ante", "play")
_SIDE = ("top_five_bonus", "poker_bonus")


def _live(dealer: str, *results: str) -> dict[str, tuple[str, ...]]:
    return {"standing": (LIVE,), "dealer": (dealer,), "result": results}


ROWS = (
    Row("MD-TOP5 11.B(2)(a)", _MAIN, {"standing": (FOLDED,)}, LOSE, "T-40"),
    Row("MD-TOP5 11.C(2)", ("ante",), {"standing": (LIVE,), "dealer": (NOT_QUALIFIED,)}, PUSH, "T-04"),
    Row("MD-TOP5 11.C(3)(a)", ("play",), _live(NOT_QUALIFIED, FEWER), LOSE, "T-06"),
    Row("MD-TOP5 11.C(3)(b)", ("play",), _live(NOT_QUALIFIED, MORE), ByTable("beats_dealer")),
    Row("MD-TOP5 11.C(3)(c)", ("play",), _live(NOT_QUALIFIED, LOWER), LOSE, "T-06"),
    Row("MD-TOP5 11.C(3)(d)", ("play",), _live(NOT_QUALIFIED, HIGHER), ByTable("beats_dealer")),
    Row("MD-TOP5 11.C(3)(e)", ("play",), _live(NOT_QUALIFIED, EQUAL), PUSH),
    Row("MD-TOP5 11.C(4)(a)", _MAIN, _live(QUALIFIED, FEWER), LOSE, "T-07"),
    Row("MD-TOP5 11.C(4)(b)", _MAIN, _live(QUALIFIED, MORE), ByTable("beats_dealer"), "T-07"),
    Row("MD-TOP5 11.C(4)(c)", _MAIN, _live(QUALIFIED, LOWER), LOSE),
    Row("MD-TOP5 11.C(4)(d)", _MAIN, _live(QUALIFIED, HIGHER), ByTable("beats_dealer")),
    Row("MD-TOP5 11.C(4)(e)", _MAIN, _live(QUALIFIED, EQUAL), PUSH, "T-39"),
    Row(
        "MD-TOP5 11.C(7)", ("top_five_bonus",), {"standing": (LIVE, FOLDED)}, ByTable(clause="MD-TOP5 11.C(6)"), "T-23"
    ),
    Row("MD-TOP5 11.C(9)", ("poker_bonus",), {"standing": (LIVE, FOLDED)}, ByTable(clause="MD-TOP5 11.C(8)"), "T-23"),
    *out_of_play((*_MAIN, *_SIDE), void="MD-TOP5 13.C", left="MD-TOP5 7.B(3)", forfeit="MD-TOP5 11.A(5)"),
)


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS


def extra_cards_break_ties(rules: Rules) -> bool:
    """Whether the sixth and the seventh remaining card count (T-10)."""
    return rules.reading("extra_cards_break_ties") == "true"


def _hand(rules: Rules, cards: tuple[Card, ...]) -> Hand:
    return top_five_hand(cards, extra_cards_break_ties(rules))


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    hand = _hand(rules, cards)
    count = hand.key[0]
    return f"{count} {'card' if count == 1 else 'cards'}, {hand.name.replace('_', ' ')}" if count else "no cards"


# --- irregularities -------------------------------------------------------------------------------------------------

_DEALING = ("deal", "dealer_stack")
_FIRST_DEAL = ("deal",)
"""Where no stack of the dealer's can be held back."""
_BEFORE_REVEAL = ("deal", "stub", "decide", "dealer_stack", "reveal")
_ROUND = ("deal", "stub", "decide", "dealer_stack", "reveal", "settle", "clear")

_COUNTS = {
    "manual_shoe": ("MD-TOP5 8.F(4)", "MD-TOP5 8.F(5)"),
    "hand": ("MD-TOP5 9.D(4)", "MD-TOP5 9.D(5)"),
    "automated_shoe": ("MD-TOP5 10.C(3)", "MD-TOP5 10.C(4)"),
}
"""Dealing procedure → the clause for a wrong count where cards were misdealt, the clause where they were not."""

MISHAPS = (
    Mishap("card_face_up", "a card is found face up in the shoe or the deck", "void", "MD-TOP5 13.A", _DEALING,
           option=("single_face_up", "void"), reading="T-26"),
    Mishap("card_face_up", "a card is found face up in the shoe or the deck", "replace", "MD-TOP5 13.A", _FIRST_DEAL,
           procedures=("manual_shoe", "hand"), option=("single_face_up", "set_aside"), repeated=False, reading="T-26"),
    Mishap("card_face_up", "a card is found face up in a stack", "void", "MD-TOP5 13.A", _DEALING,
           procedures=("automated_shoe",), option=("face_up_in_stack", "void"), repeated=False, reading="X-07"),
    Mishap("card_face_up", "a card is found face up in a stack", "complete_later", "MD-TOP5 13.A", _FIRST_DEAL,
           procedures=("automated_shoe",), option=("face_up_in_stack", "complete_from_stub"), repeated=False,
           reading="X-07"),
    Mishap("card_face_up", "more than one card is found face up", "void", "MD-TOP5 13.A", _DEALING, repeated=True,
           reading="T-26"),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "MD-TOP5 13.B", _DEALING),
    Mishap("wrong_number", "a hand has the wrong number of cards", "void", "MD-TOP5 13.C", (*_BEFORE_REVEAL, "settle"),
           place=("seat", "dealer"), reading="T-27"),
    Mishap("dealer_card_exposed", "a card of the dealer is exposed early", "void", "MD-TOP5 13.C", _BEFORE_REVEAL,
           option=("dealer_card_exposed", "void"), reading="T-28"),
    Mishap("dealer_card_exposed", "a card of the dealer is exposed early", "record", "MD-TOP5 13.C", _BEFORE_REVEAL,
           option=("dealer_card_exposed", "play_on"), reading="T-28"),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "MD-TOP5 11.A(3)", _ROUND),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "MD-TOP5 13.D",
           ("between", "bets", *_ROUND),
           reading="T-29"),
    Mishap("shoe_jams", "the automated shoe jams", "void", "MD-TOP5 13.D", _DEALING, procedures=("automated_shoe",)),
    *device_fails("MD-TOP5 13.E", _ROUND),
    *late_counts(tuple(s for s in _ROUND if s not in ("deal", "stub")), _COUNTS),
    *cards_run_out(_COUNTS, _DEALING, _FIRST_DEAL),
    Mishap("player_left", "a player leaves during the round", "left", "MD-TOP5 7.B(3)", _ROUND[:-1], reading="X-10"),
    Mishap("violation", "a player lets others touch, hides or tells his cards", "forfeit", "MD-TOP5 11.A(5)",
           _ROUND[:-1],
           reading="T-19"),
)  # fmt: skip

GAME = Game(
    id="top-five-poker",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    hand_words=HAND_WORDS,
    house_player=rule_of_thumb,
    phrases=phrases,
    remaining=remaining,
)
