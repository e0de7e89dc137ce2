"""Ultimate Texas Hold 'Em (Massachusetts): two cards and five community cards against the dealer's two."""

from functools import cache

from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.cards.fast import best_five
from pitboss.games.common import BY_ANYONE, device_fails, late_counts
from pitboss.games.ultimate_texas_holdem.player import rule_of_thumb
from pitboss.rulebook.pays import LOSE, PUSH, RETURNED
from pitboss.rulebook.roles import FLOOR
from pitboss.table.cells import (
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
    OWN,
    Cards,
    Compared,
    Fields,
    HandsDealt,
    HighestNamed,
    Holding,
    Named,
    Qualified,
    Ranking,
    Standing,
)
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, SPARED, VOID, State

PAIR_OR_BETTER, BELOW_PAIR = "pair_or_better", "below_pair"

# --- the script -----------------------------------------------------------------------------------------------------

PREFLOP = Step(
    "ask",
    "preflop",
    "MA-UTH 10(a)/2",
    choices=(
        Choice("check", "pass", "MA-UTH 10(a)(2)"),
        Choice("play_3x", "raise", "MA-UTH 10(a)/3", times=3, wager="play"),
        Choice("play_4x", "raise", "MA-UTH 10(a)/3", times=4, wager="play"),
    ),
    absent="check",
    unless="play",
)
POSTFLOP = Step(
    "ask",
    "postflop",
    "MA-UTH 10(c)/1",
    choices=(
        Choice("check", "pass", "MA-UTH 10(c)(2)"),
        Choice("play_2x", "raise", "MA-UTH 10(c)/2", times=2, wager="play"),
    ),
    absent="check",
    unless="play",
)
FINAL = Step(
    "ask",
    "final",
    "MA-UTH 10(e)",
    choices=(
        Choice("fold", "fold", "MA-UTH 1 Fold"),
        Choice("play_1x", "raise", "MA-UTH 10(e)(1)", times=1, wager="play"),
    ),
    absent="fold",
    unless="play",
)
_DEAL_CLAUSE = {"manual_shoe": "MA-UTH 7(d)", "hand": "MA-UTH 8(c)", "automated_shoe": "MA-UTH 9(c)/1"}


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    cover_all = (Step("table", "settle_cover_all", "MA-UTH 13(j)", wagers=("cover_all",)),)
    return (
        Step("bets", "bets", "MA-UTH 6(b)/1"),
        Step("deal", "deal", _DEAL_CLAUSE[procedure], part="deal"),
        Step("examine", "examine", "MA-UTH 10(a)/1"),
        PREFLOP,
        Step("deal", "flop", "MA-UTH 10(b)/1", part="flop"),
        POSTFLOP,
        Step("deal", "turn_river", "MA-UTH 10(d)/1", part="turn_river"),
        Step("stub", "stub", rules.cite("stub_to_rack", procedure)),
        FINAL,
        Step("show", "reveal", "MA-UTH 10(f)/2", place="dealer"),
        *((Step("post", "post", "MA-UTH 14(c)"),) if "progressive" in rules.index else ()),
        Step(
            "settle",
            "settle",
            "MA-UTH 10(h)/2",
            wagers=(*_MAIN, "trips", "progressive"),
            any_order=(_MAIN,),
            who="played",
            turn_clause="MA-UTH 10(h)/1",
        ),
        Step(
            "settle",
            "settle_folded",
            "MA-UTH 10(e)(2)(i)",
            wagers=("trips", "progressive"),
            who="folded",
            turn_clause="MA-UTH 10(e)(2)(i)",
        ),
        *(cover_all if "cover_all" in rules.index else ()),
        Step("clear", "clear", "MA-UTH 10(i)"),
    )


# --- the deal -------------------------------------------------------------------------------------------------------

_BOARD = {
    "flop": (Deal("burn", 1, "MA-UTH 10(b)/1"), Deal("community", 3, "MA-UTH 10(b)/2", up=True)),
    "turn_river": (Deal("burn", 1, "MA-UTH 10(d)/1"), Deal("community", 2, "MA-UTH 10(d)/2", up=True)),
}


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return _plan(procedure)


@cache
def _plan(procedure: str) -> dict[str, tuple[Deal, ...]]:
    if procedure == "automated_shoe":
        seats = Deal("seats", 2, "MA-UTH 9(c)/2", first="MA-UTH 9(c)/1")
        return {"deal": (seats, Deal("dealer", 2, "MA-UTH 9(c)/3")), **_BOARD}
    first, dealer_first, second, dealer_second = _TWO_CARDS[procedure]
    return {
        "deal": (
            Deal("seats", 1, first),
            Deal("dealer", 1, dealer_first),
            Deal("seats", 1, second),
            Deal("dealer", 1, dealer_second),
        ),
        **_BOARD,
    }


_TWO_CARDS = {
    "manual_shoe": ("MA-UTH 7(d)(1)", "MA-UTH 7(d)(2)", "MA-UTH 7(d)(3)", "MA-UTH 7(d)(4)"),
    "hand": ("MA-UTH 8(c)(1)", "MA-UTH 8(c)(2)", "MA-UTH 8(c)(3)", "MA-UTH 8(c)(4)"),
}


# --- cells and settlement -------------------------------------------------------------------------------------------

COLUMNS = ("7", "6", "5", "4", "3", "2")
FIVE = Ranking("five_cards", best_five)
BOARD, FLOP = Cards("community", 5), Cards("community", 3)
HAND, HIS_HAND = Holding((OWN, BOARD), FIVE), Holding((DEALER, BOARD), FIVE)
LOWEST_PAIR = best_five(("2s", "2h", "5d", "4c", "3s"))
"""From here up the dealer qualifies, community cards included (U-14)."""
_QUALIFIES = Qualified(HIS_HAND, LOWEST_PAIR, (PAIR_OR_BETTER, BELOW_PAIR))
_RESULT = Compared(HAND, HIS_HAND)


def cells(rules: Rules) -> dict[str, Fields]:
    hands = rules.book.hands
    flop_only = rules.terms.progressive_cards == "hole_and_flop"
    metered = Holding((OWN, FLOP), FIVE) if flop_only else HAND
    return {
        "ante": (Standing(), _QUALIFIES, _RESULT),
        "play": (Standing(), _QUALIFIES, _RESULT),
        "blind": (Standing(), _RESULT, Named(HAND, hands["blind"])),
        "trips": (Standing(), Named(HAND, hands["trips"])),
        "progressive": (Standing(), Named(metered, hands["progressive"])),
        "cover_all": (Standing(), HandsDealt(COLUMNS), HighestNamed(HAND, HIS_HAND, hands["cover_all"])),
    }


_MAIN = ("ante", "blind", "play")
_ALL = (*_MAIN, "trips", "progressive", "cover_all")


def _live(**fields: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {"standing": (LIVE,), **fields}


ROWS = (
    Row("MA-UTH 10(e)(2)", _MAIN, {"standing": (FOLDED,)}, LOSE),
    Row("MA-UTH 10(g)", ("ante",), _live(dealer=(BELOW_PAIR,)), PUSH, "U-15"),
    Row("MA-UTH 10(h)(1)", ("ante",), _live(dealer=(PAIR_OR_BETTER,), result=(LOWER,)), LOSE),
    Row("MA-UTH 10(h)(2)", ("ante",), _live(dealer=(PAIR_OR_BETTER,), result=(HIGHER,)), ByTable("beats_dealer")),
    Row("MA-UTH 10(h)(3)/2", ("ante",), _live(dealer=(PAIR_OR_BETTER,), result=(EQUAL,)), PUSH),
    Row("MA-UTH 10(h)(1)", ("blind", "play"), _live(result=(LOWER,)), LOSE),
    Row("MA-UTH 10(h)(2)", ("play",), _live(result=(HIGHER,)), ByTable("beats_dealer")),
    Row("MA-UTH 11(c)", ("blind",), _live(result=(HIGHER,)), ByTable(), "U-16"),
    Row("MA-UTH 10(h)(3)/2", ("blind", "play"), _live(result=(EQUAL,)), PUSH),
    Row("MA-UTH 10(h)(4)/2", ("trips",), {"standing": (LIVE, FOLDED)}, ByTable(clause="MA-UTH 10(h)(4)/1"), "U-18"),
    Row("MA-UTH 15(a)/2", ("trips",), {"standing": (SPARED,)}, ByTable(clause="MA-UTH 10(h)(4)/1"), "U-33"),
    Row("MA-UTH 14(c)", ("progressive",), {"standing": (LIVE, FOLDED, SPARED)}, ByTable(clause="MA-UTH 14(c)"), "U-19"),
    Row("MA-UTH 13(b)", ("cover_all",), {"standing": (LIVE, FOLDED, VOID)}, ByTable(clause="MA-UTH 13(b)"), "U-01"),
    Row("MA-UTH 15(d)/1", (*_MAIN, "trips", "progressive"), {"standing": (VOID,)}, RETURNED, "U-32"),
    Row("MA-UTH 15(a)/1", (*_MAIN, "cover_all"), {"standing": (SPARED,)}, RETURNED, "U-33"),
    Row("MA-UTH 6(e)/2", _ALL, {"standing": ("abandoned", "forfeited")}, LOSE, "U-40"),
)


FIRST_ROWS = tuple(
    replace(row, pay=ByTable(clause=row.clause)) if row.wagers == ("trips",) and row.reading == "U-33" else row
    for row in ROWS
)
"""Of the first edition: a spared Trips wager was lost under 15(a)/2, whatever had voided the round. Now it is lost
under the clause that saves it (`Mishap.saves`)."""


def rows(rules: Rules) -> tuple[Row, ...]:
    return ROWS if rules.edition > 1 else FIRST_ROWS


def counted_hands(rules: Rules, state: State) -> tuple[int, ...]:
    """The positions whose hands count for the highest at the table (U-03); a void hand never does (U-32)."""
    counts = rules.reading("cover_all_hands")
    return tuple(
        seat.number
        for seat in state.playing
        if seat.standing != VOID
        and (counts == "all_dealt" or seat.standing == LIVE or (counts == "exposed" and not seat.discarded))
    )


def left_exposed(rules: Rules, state: State) -> int:
    """With Cover All the one settled hand that stays on the table: the highest so far, a straight or above (U-27)."""
    if "cover_all" not in rules.index or state.void:
        return 0
    settled = sorted((s for s in state.seats if s.up), key=lambda s: (s.standing == FOLDED, -s.number))
    hands = [(best_five((*s.cards, *state.community[:5])), s.number) for s in settled]
    hand, number = max(hands, key=lambda pair: pair[0].key, default=(LOWEST_STRAIGHT, 0))
    return number if hand.key >= LOWEST_STRAIGHT.key else 0


LOWEST_STRAIGHT = best_five(("5s", "4h", "3d", "2c", "As"))


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    board = state.community[:5]
    return best_five((*cards, *board)).name.replace("_", " ") if len(board) >= 3 else ""


# --- irregularities -------------------------------------------------------------------------------------------------

_INITIAL = ("deal",)
_BOARD_STEPS = ("flop", "turn_river")
_AFTER_DEAL = ("preflop", "flop", "postflop", "turn_river", "stub")
_BEFORE_LAST_DECISION = ("deal", *_AFTER_DEAL, "final")
_BOARD_LIES = ("postflop", "turn_river", "stub", "final", "reveal")
_ROUND = (*_BEFORE_LAST_DECISION, "reveal", "post", "settle", "settle_folded", "settle_cover_all", "clear")

MISDEAL_BY_PLACE = ("stub_misdeal", "as_15d")


def corrected(row: Mishap, clause: str = "") -> tuple[Mishap, Mishap]:
    """The row as it reads, and as it read in the first edition: without the clause that saves Trips, which was then
    cited as 15(a)/2 throughout, and under `clause` where that was another."""
    return replace(row, since=2), replace(row, clause=clause or row.clause, saves="", until=1)


MISHAPS = (
    Mishap("card_face_up", "a card is found face up in the shoe or the deck", "replace", "MA-UTH 15(b)/1", _INITIAL,
           procedures=("manual_shoe", "hand"), repeated=False, reading="X-07"),
    Mishap("card_face_up", "a card is found face up in a stack", "complete_later", "MA-UTH 15(b)/1", _INITIAL,
           procedures=("automated_shoe",), repeated=False, reading="X-07"),
    Mishap("card_face_up", "more than one card is found face up", "void", "MA-UTH 15(b)/2", _INITIAL, repeated=True),
    Mishap("card_face_up", "a card is found face up after the initial cards", "replace", "MA-UTH 15(b)/1", _BOARD_STEPS,
           option=("one_face_up_after_deal", "play_on"), repeated=False, reading="U-34"),
    *corrected(Mishap("card_face_up", "a card is found face up after the initial cards", "void_spare", "MA-UTH 15(b)/3",
               _BOARD_STEPS, option=("one_face_up_after_deal", "void_but_trips"), repeated=False, reading="U-34",
               saves="MA-UTH 15(b)/3")),
    *corrected(Mishap("card_face_up", "more than one card is found face up after the initial cards", "void_spare",
               "MA-UTH 15(b)/2", _BOARD_STEPS, repeated=True, saves="MA-UTH 15(b)/3"), clause="MA-UTH 15(b)/3"),
    Mishap("card_drawn_in_error", "a card is drawn in error, its face unexposed", "use_next", "MA-UTH 15(c)",
           (*_INITIAL, *_BOARD_STEPS)),
    Mishap("wrong_number", "a player has the wrong number of cards", "void_hand", "MA-UTH 15(d)/1", _ROUND[:-2],
           place=("seat",), keeps=("cover_all",), reading="U-32"),
    Mishap("wrong_number", "the dealer has too few cards and completes his hand", "complete", "MA-UTH 15(d)/2",
           ("preflop", "flop"), place=("dealer",), compare="few", ruling="complete", by=FLOOR,
           reading="U-35"),
    Mishap("wrong_number", "the dealer has the wrong number of cards", "void", "MA-UTH 15(d)/2", _ROUND[:-2],
           place=("dealer",), reading="U-35"),
    Mishap("wrong_number", "too few community cards", "complete", "MA-UTH 10(b)/2", _BOARD_LIES,
           place=("community",), compare="few", reading="U-46"),
    Mishap("wrong_number", "too many community cards", "void_spare", "MA-UTH 10(b)/2", _BOARD_LIES,
           place=("community",), compare="many", reading="U-46"),
    Mishap("burn_omitted", "a card was not burned before the community cards", "void_spare", "MA-UTH 10(b)/1",
           _BOARD_LIES, reading="U-46"),
    *corrected(Mishap("early_board", "community cards are dealt before all have decided", "void_spare",
               "MA-UTH 15(a)/1", ("preflop", "postflop"), option=("early_board", "void_but_trips"), reading="U-47",
               saves="MA-UTH 15(a)/2")),
    Mishap("early_board", "community cards are dealt before all have decided", "record", "MA-UTH 15(a)/1",
           ("preflop", "postflop"), option=("early_board", "play_on"), reading="U-47"),
    *corrected(Mishap("dealer_card_exposed", "a card of the dealer is exposed early", "void_spare", "MA-UTH 15(a)/1",
               _BEFORE_LAST_DECISION, undecided=True, reading="U-33", saves="MA-UTH 15(a)/2")),
    Mishap("dealer_card_exposed", "a card of the dealer is exposed after the last decision", "record", "MA-UTH 15(a)/1",
           ("flop", "turn_river", "stub", "reveal"), undecided=False, reading="U-36"),
    Mishap("own_card_exposed", "a player's own card is exposed", "record", "MA-UTH 10(a)/1", _ROUND),
    Mishap("shuffler_jams", "the shuffler jams or does not finish", "reshuffle", "MA-UTH 15(e)",
           ("between", "bets", *_ROUND),
           reading="U-38"),
    Mishap("shoe_jams", "the automated shoe jams", "void", "MA-UTH 15(f)", _INITIAL, procedures=("automated_shoe",),
           reading="U-37"),
    *device_fails("MA-UTH 15(g)", _ROUND, "U-39"),
    *late_counts(
        tuple(s for s in _ROUND if s not in ("deal", "stub")),
        {
            "manual_shoe": ("MA-UTH 7(f)(2)/2", "MA-UTH 7(f)(2)/3"),
            "hand": ("MA-UTH 7(f)(2)/2", "MA-UTH 7(f)(2)/3"),
            "automated_shoe": ("MA-UTH 7(f)(2)/2", "MA-UTH 7(f)(2)/3"),
        },
        by_place=MISDEAL_BY_PLACE,
    ),
    Mishap("cards_run_out", "the cards run out during the deal", "void_remove", "MA-UTH 7(f)(2)/3", (*_INITIAL,
           *_BOARD_STEPS)),
    Mishap("player_left", "a player leaves during the round", "left", "MA-UTH 6(e)/2", _ROUND[:-1], reading="U-40"),
    Mishap("violation", "a player shows his cards to others", "record", "MA-UTH 10(a)/1", _ROUND, reading="X-12",
           by=BY_ANYONE),
)  # fmt: skip

GAME = Game(
    id="ultimate-texas-holdem",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=describe,
    mishaps=MISHAPS,
    house_player=rule_of_thumb,
    looked_at=counted_hands,
    misdeal_by_place=MISDEAL_BY_PLACE,
    left_exposed=left_exposed,
)
