"""Three cards against the dealer's three, who plays with queen high or better: Ante and Play, a bonus on the Ante for
high hands even where the dealer wins, and Pair Plus."""

from pitboss.cards.fast import three_cards
from pitboss.cards.ranking import Hand
from pitboss.rulebook.pays import LOSE, PUSH, Pay, ToOne
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

C = "TEST-THREE 1"
THREE = Ranking("three_cards", three_cards)
HAND, HIS_HAND = Holding((OWN,), THREE), Holding((DEALER,), THREE)
QUEEN_HIGH = THREE.of(("Qs", "3h", "2d"))
BONUS = {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1, "none": 0}
MAIN = ("ante", "play")
OUT = (VOID, SPARED, ABANDONED, FORFEITED)


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    choices = (Choice("play", "raise", C, times=1, wager="play"), Choice("fold", "fold", C))
    return (
        Step("bets", "bets", C),
        Step("deal", "deal", C, part="deal"),
        Step("stub", "stub", C),
        Step("examine", "examine", C),
        Step("ask", "decide", C, choices=choices, absent="fold"),
        Step("collect", "collect", C),
        Step("show", "reveal", C, place="dealer"),
        Step("settle", "settle", C, wagers=("ante", "play", "pair_plus"), turn_clause=C),
        Step("clear", "clear", C),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {"deal": (Deal("seats", 1, C), Deal("dealer", 1, C)) * 3}


def bonus(hand: Hand) -> str:
    return hand.name if hand.name in BONUS else "none"


def cells(rules: Rules) -> dict[str, Fields]:
    main = (Standing(), Qualified(HIS_HAND, QUEEN_HIGH), Compared(HAND, HIS_HAND))
    return {
        "ante": (*main, Named(HAND, tuple(BONUS), bonus)),
        "play": main,
        "pair_plus": (Standing(), Named(HAND, rules.book.hands["pair_plus"])),
    }


def _ante(bonus_pays: int, result: str) -> Pay:
    """The Ante and its bonus together."""
    total = bonus_pays + {HIGHER: 1, EQUAL: 0, LOWER: -1}[result]
    return ToOne(total) if total > 0 else PUSH if total == 0 else LOSE


def rows(rules: Rules) -> tuple[Row, ...]:
    live = {"standing": (LIVE,)}
    found = [
        Row(C, MAIN, {"standing": (FOLDED,)}, LOSE),
        Row(C, ("play",), {**live, "dealer": ("not_qualified",)}, PUSH),
        Row(C, ("play",), {**live, "dealer": ("qualified",), "result": (HIGHER,)}, ByTable("beats_dealer")),
        Row(C, ("play",), {**live, "dealer": ("qualified",), "result": (EQUAL,)}, PUSH),
        Row(C, ("play",), {**live, "dealer": ("qualified",), "result": (LOWER,)}, LOSE),
        Row(C, ("pair_plus",), {"standing": (LIVE, FOLDED)}, ByTable()),
        Row(C, (*MAIN, "pair_plus"), {"standing": OUT}, LOSE),
    ]
    for name, pays in BONUS.items():
        found.append(Row(C, ("ante",), {**live, "dealer": ("not_qualified",), "hand": (name,)}, _ante(pays, HIGHER)))
        for result in (HIGHER, EQUAL, LOWER):
            when = {**live, "dealer": ("qualified",), "result": (result,), "hand": (name,)}
            found.append(Row(C, ("ante",), when, _ante(pays, result)))
    return tuple(found)


GAME = Game(
    id="three-against-three",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=lambda rules, state, cards: three_cards(cards).name.replace("_", " "),
    mishaps=(),
)
