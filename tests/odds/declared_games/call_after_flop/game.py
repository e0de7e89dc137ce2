"""Two cards each and five shared ones, as casinos play it: after the flop the player folds or calls with twice his
first wager. The dealer plays with a pair of fours or better; the first wager is paid by a table of hands."""

from pitboss.cards.fast import best_five
from pitboss.rulebook.pays import LOSE, PUSH
from pitboss.table.cells import (
    COMMUNITY,
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
from pitboss.table.definition import ByTable, Choice, Deal, Game, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FOLDED, FORFEITED, LIVE, SPARED, VOID, State

C = "TEST-CALL 1"
FIVE = Ranking("five_cards", best_five)
HAND, HIS_HAND = Holding((OWN, COMMUNITY), FIVE), Holding((DEALER, COMMUNITY), FIVE)
FOURS = FIVE.of(("4s", "4h", "5d", "3c", "2c"))
MAIN = ("first", "call_bet")
CALL = (Choice("fold", "fold", C), Choice("call", "raise", C, times=2, wager="call_bet"))


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    return (
        Step("bets", "bets", C),
        Step("deal", "deal", C, part="deal"),
        Step("deal", "flop", C, part="flop"),
        Step("ask", "decide", C, choices=CALL, absent="fold", unless="call_bet"),
        Step("deal", "rest", C, part="rest"),
        Step("stub", "stub", C),
        Step("show", "reveal", C, place="dealer"),
        Step("settle", "settle", C, wagers=MAIN, turn_clause=C),
        Step("clear", "clear", C),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {
        "deal": (Deal("seats", 2, C), Deal("dealer", 2, C)),
        "flop": (Deal("community", 3, C, up=True),),
        "rest": (Deal("community", 2, C, up=True),),
    }


def cells(rules: Rules) -> dict[str, Fields]:
    main = (Standing(), Qualified(HIS_HAND, FOURS), Compared(HAND, HIS_HAND))
    return {"first": (*main, Named(HAND, rules.book.hands["first"])), "call_bet": main}


def rows(rules: Rules) -> tuple[Row, ...]:
    live, qualified = {"standing": (LIVE,)}, {"standing": (LIVE,), "dealer": ("qualified",)}
    return (
        Row(C, MAIN, {"standing": (FOLDED,)}, LOSE),
        Row(C, ("first",), {**live, "dealer": ("not_qualified",)}, ByTable()),
        Row(C, ("call_bet",), {**live, "dealer": ("not_qualified",)}, PUSH),
        Row(C, ("first",), {**qualified, "result": (HIGHER,)}, ByTable()),
        Row(C, ("call_bet",), {**qualified, "result": (HIGHER,)}, ByTable("beats_dealer")),
        Row(C, MAIN, {**qualified, "result": (EQUAL,)}, PUSH),
        Row(C, MAIN, {**qualified, "result": (LOWER,)}, LOSE),
        Row(C, MAIN, {"standing": (VOID, SPARED, ABANDONED, FORFEITED)}, LOSE),
    )


GAME = Game(
    id="call-after-flop",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=lambda rules, state, cards: "",
    mishaps=(),
)
