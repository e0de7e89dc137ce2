"""Gate Stud: two decisions on the same cards, one that an early raise spares, and wagers with tables of their own."""

from collections.abc import Mapping

from pitboss.cards.fast import best_five
from pitboss.cards.ranking import Hand
from pitboss.games.common import out_of_play
from pitboss.rulebook.pays import LOSE
from pitboss.table.cells import COMMUNITY, OWN, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State
from pitboss.table.vocabulary import Does

WAGERS = ("second", "first", "late")
"""In the order of settlement."""
C = "T-GATE 1"


def choice(name: str, does: Does, times: int = 0, wager: str = "") -> Choice:
    return Choice(name, does, C, times=times, wager=wager, of="first")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    return (
        Step("bets", "bets", C),
        Step("deal", "deal", C, part="deal"),
        Step("examine", "examine", C),
        Step("ask", "raise", C, choices=(choice("check", "pass"), choice("3x", "raise", 3, "late")), absent="check"),
        Step("ask", "keep", C, choices=(choice("keep", "pass"), choice("back", "withdraw", wager="second")),
             absent="keep"),
        Step("deal", "board", C, part="board"),
        Step("ask", "call", C, choices=(choice("2x", "raise", 2, "late"), choice("1x", "raise", 1, "late"),
                                        choice("fold", "fold")), absent="fold", unless="late"),
        Step("settle", "settle", C, wagers=WAGERS, who="played"),
        Step("clear", "clear", C),
    )  # fmt: skip


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {"deal": (Deal("seats", 3, C),), "board": (Deal("burn", 1, C), Deal("community", 2, C, up=True))}


def plainly(hand: Hand) -> str:
    return "royal_flush" if hand.name == "black_royal" else hand.name


def aces(hand: Hand) -> str:
    return "aces" if hand.name == "pair" and hand.key[1] == 14 else hand.name


FIVE = Ranking("five_cards", best_five)
BLACK = FIVE.with_names("black", {tuple(f"{rank}s" for rank in "TJQKA"): "black_royal"})
"""A royal flush in spades has a name, so suits can be told apart."""


def cells(rules: Rules) -> Mapping[str, Fields]:
    held, hands = Holding((OWN, COMMUNITY), BLACK), rules.book.hands
    return {
        "first": (Standing(), Named(held, hands["first"], plainly)),
        "second": (Standing(), Named(held, hands["second"], aces)),
        "late": (Standing(), Named(held, hands["late"], plainly)),
    }


def rows(rules: Rules) -> tuple[Row, ...]:
    return (
        Row(C, WAGERS, {"standing": (FOLDED,)}, LOSE),
        Row(C, WAGERS, {"standing": (LIVE,)}, ByTable(clause=C)),
        *out_of_play(WAGERS, void=C, left=C),
    )


GAME = Game(
    id="gate-stud",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=lambda rules, state, cards: best_five((*cards, *state.community)).name.replace("_", " "),
    mishaps=(),
)
