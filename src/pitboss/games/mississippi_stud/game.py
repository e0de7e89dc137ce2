"""Mississippi Stud, by house rules of our own: two cards and three community cards, opened one at a time; before each a
wager of one to three times the Ante, or a fold. There is no dealer's hand."""

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
from pitboss.games.mississippi_stud.player import rule_of_thumb
from pitboss.rulebook.pays import LOSE
from pitboss.table.cells import COMMUNITY, OWN, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State

WAGERS = ("ante", "third_street", "fourth_street", "fifth_street")
BONUS = "three_card_bonus"

# --- the script -----------------------------------------------------------------------------------------------------


def ask(street: str, clause: str) -> Step:
    """The decision before a community card: a wager of one to three times the Ante, or a fold."""
    wager = f"{street}_street"
    raises = (Choice(f"{times}x", "raise", "MST 6.10", times=times, wager=wager, of="ante") for times in (1, 2, 3))
    return Step("ask", street, clause, choices=(Choice("fold", "fold", "MST 10.10"), *raises), absent="fold")


_STREETS = (
    ask("third", "MST 10.4"),
    Step("show", "show_1", "MST 10.5", place="community", upto=1),
    ask("fourth", "MST 10.6"),
    Step("show", "show_2", "MST 10.7", place="community", upto=2),
    ask("fifth", "MST 10.8"),
    Step("show", "show_3", "MST 10.9", place="community", upto=3),
)
_DEAL_CLAUSE = {"manual_shoe": "MST 7.5", "hand": "MST 8.6", "automated_shoe": "MST 9.3"}


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    return (
        Step("bets", "bets", "MST 6.6"),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        Step("stub", "stub", rules.cite("stub_to_rack", procedure)),
        Step("examine", "examine", "MST 10.1"),
        *_STREETS,
        Step("settle", "settle", "MST 10.13", wagers=(*WAGERS, BONUS), turn_clause="MST 10.14"),
        Step("clear", "clear", "MST 10.15"),
    )


# --- the deal -------------------------------------------------------------------------------------------------------


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure)


@cache
def _plan(procedure: str) -> dict[str, tuple[Deal, ...]]:
    if procedure == "automated_shoe":
        return {"deal": (Deal("seats", 2, "MST 9.4", first="MST 9.3"), Deal("community", 3, "MST 9.5"))}
    board = {"manual_shoe": "MST 7.6", "hand": "MST 8.7"}[procedure]
    return {"deal": (*(Deal("seats", 1, _DEAL_CLAUSE[procedure]),) * 2, *(Deal("community", 1, board),) * 3)}


# --- cells and settlement -------------------------------------------------------------------------------------------

FIVE = Holding((OWN, COMMUNITY), Ranking("five_cards", best_five))
THREE = Holding((COMMUNITY,), Ranking("three_cards", three_cards))
SIX, JACK = 6, 11


def by_its_pair(hand: Hand) -> str:
    """A pair is paid, pushed or lost by its rank."""
    if hand.name != "pair":
        return hand.name
    if hand.key[1] >= JACK:
        return "pair_of_jacks_or_better"
    return "pair_of_sixes_to_tens" if hand.key[1] >= SIX else "pair_of_fives_or_lower"


def cells(rules: Rules) -> dict[str, Fields]:
    main: Fields = (Standing(), Named(FIVE, rules.book.hands["mississippi_stud"], by_its_pair))
    return dict.fromkeys(WAGERS, main) | {BONUS: (Standing(), Named(THREE, rules.book.hands[BONUS]))}


ROWS = (
    Row("MST 10.10", WAGERS, {"standing": (FOLDED,)}, LOSE),
    Row("MST 11.2", WAGERS, {"standing": (LIVE,)}, ByTable(clause="MST 11.13")),
    Row("MST 11.14", (BONUS,), {"standing": (LIVE, FOLDED)}, ByTable(clause="MST 11.16")),
    *out_of_play((*WAGERS, BONUS), void="MST 12.2", left="MST 6.5"),
)


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return by_its_pair(best_five((*cards, *state.community))).replace("_", " ")


# --- irregularities -------------------------------------------------------------------------------------------------

_DEALING = ("deal",)
_BEFORE_BOARD = ("deal", "stub", *(step.name for step in _STREETS))
_ROUND = (*_BEFORE_BOARD, "settle", "clear")

_COUNTS = {
    "manual_shoe": ("MST 7.11", "MST 7.12"),
    "hand": ("MST 8.12", "MST 8.13"),
    "automated_shoe": ("MST 9.10", "MST 9.11"),
}
"""Dealing procedure → the clause for a wrong count where cards were misdealt, the clause where they were not."""

MISHAPS = (
    *found_face_up("MST 12.1", "MST 12.2", _DEALING),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "MST 12.3", _DEALING),
    Mishap("wrong_number", "a hand or the community area has the wrong number of cards", "void", "MST 12.4",
           (*_BEFORE_BOARD, "settle"), place=("seat", "community")),
    Mishap("community_card_exposed", "a community card is exposed early", "void", "MST 12.5", _BEFORE_BOARD[:-1]),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "MST 10.3", _ROUND),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "MST 12.6",
           ("between", "bets", *_ROUND)),
    Mishap("shoe_jams", "the automated shoe jams", "void", "MST 12.7", _DEALING, procedures=("automated_shoe",)),
    *device_fails("MST 12.8", _ROUND),
    *late_counts(tuple(s for s in _ROUND if s not in ("deal", "stub")), _COUNTS),
    *cards_run_out(_COUNTS, _DEALING),
    Mishap("player_left", "a player leaves during the round", "left", "MST 6.5", _ROUND[:-1], reading="X-10"),
    Mishap("violation", "somebody else touches a hand, or it leaves the dealer's view", "record", "MST 10.2", _ROUND,
           reading="X-12", by=BY_ANYONE),
)  # fmt: skip

GAME = Game(
    id="mississippi-stud",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    house_player=rule_of_thumb,
)
