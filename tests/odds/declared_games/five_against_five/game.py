"""Five cards against the dealer's five, one of which lies open: the player folds or calls with twice his Ante; the
dealer plays with ace and king or better."""

from pitboss.cards.fast import best_five
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
from pitboss.table.definition import ByTable, Choice, Deal, Game, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FOLDED, FORFEITED, LIVE, SPARED, VOID, State

C = "TEST-FIVE 1"
FIVE = Ranking("five_cards", best_five)
HAND, HIS_HAND = Holding((OWN,), FIVE), Holding((DEALER,), FIVE)
ACE_KING = FIVE.of(("As", "Kh", "4d", "3c", "2c"))
MAIN = ("ante", "call")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    choices = (Choice("call", "raise", C, times=2, wager="call"), Choice("fold", "fold", C))
    return (
        Step("bets", "bets", C),
        Step("deal", "deal", C, part="deal"),
        Step("stub", "stub", C),
        Step("examine", "examine", C),
        Step("ask", "decide", C, choices=choices, absent="fold"),
        Step("collect", "collect", C),
        Step("show", "reveal", C, place="dealer"),
        Step("settle", "settle", C, wagers=MAIN, turn_clause=C),
        Step("clear", "clear", C),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    once = (Deal("seats", 1, C), Deal("dealer", 1, C))
    return {"deal": (*once * 4, Deal("seats", 1, C), Deal("dealer", 1, C, up=True))}


def cells(rules: Rules) -> dict[str, Fields]:
    main = (Standing(), Qualified(HIS_HAND, ACE_KING), Compared(HAND, HIS_HAND))
    return {"ante": main, "call": (*main, Named(HAND, rules.book.hands["call"]))}


def rows(rules: Rules) -> tuple[Row, ...]:
    live, qualified = {"standing": (LIVE,)}, {"standing": (LIVE,), "dealer": ("qualified",)}
    return (
        Row(C, MAIN, {"standing": (FOLDED,)}, LOSE),
        Row(C, ("ante",), {**live, "dealer": ("not_qualified",)}, ByTable("beats_dealer")),
        Row(C, ("call",), {**live, "dealer": ("not_qualified",)}, PUSH),
        Row(C, ("ante",), {**qualified, "result": (HIGHER,)}, ByTable("beats_dealer")),
        Row(C, ("call",), {**qualified, "result": (HIGHER,)}, ByTable()),
        Row(C, MAIN, {**qualified, "result": (EQUAL,)}, PUSH),
        Row(C, MAIN, {**qualified, "result": (LOWER,)}, LOSE),
        Row(C, MAIN, {"standing": (VOID, SPARED, ABANDONED, FORFEITED)}, LOSE),
    )


GAME = Game(
    id="five-against-five",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=lambda rules, state, cards: best_five(cards).name.replace("_", " "),
    mishaps=(),
)
