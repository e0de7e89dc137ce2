"""Kind Stud: cards that cannot be told apart; a hand is one's own cards, one that lies open and one in the box."""

from collections import Counter
from collections.abc import Mapping

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.games.common import out_of_play
from pitboss.rulebook.pays import LOSE
from pitboss.table.cells import BOX, COMMUNITY, OWN, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State

WAGERS = ("ante", "more", "last")
C = "T-KIND 1"


def alike(cards: tuple[Card, ...]) -> Hand:
    counts = sorted(Counter(cards).values(), reverse=True)
    if counts[0] > 2:
        return Hand("three_alike", (3,))
    if counts[:2] == [2, 2]:
        return Hand("two_pairs", (2,))
    return Hand("pair", (1,)) if counts[0] == 2 else Hand("nothing", (0,))


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    fold, check = Choice("fold", "fold", C), Choice("check", "pass", C)
    once = Choice("1x", "raise", C, times=1, wager="more")
    twice = Choice("2x", "raise", C, times=2, wager="last", of="ante")
    return (
        Step("bets", "bets", C),
        Step("deal", "deal", C, part="deal"),
        Step("examine", "examine", C),
        Step("ask", "first", C, choices=(fold, check, once), absent="fold"),
        Step("deal", "board", C, part="board"),
        Step("ask", "second", C, choices=(fold, check, twice), absent="fold"),
        Step("show", "box", C, place="box"),
        Step("settle", "settle", C, wagers=WAGERS, who="played"),
        Step("clear", "clear", C),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {"deal": (Deal("seats", 2, C), Deal("box", 1, C)), "board": (Deal("community", 1, C, up=True),)}


def cells(rules: Rules) -> Mapping[str, Fields]:
    held = Holding((OWN, COMMUNITY, BOX), Ranking("alike", alike))
    return {wager: (Standing(), Named(held, rules.book.hands["ante"])) for wager in WAGERS}


def rows(rules: Rules) -> tuple[Row, ...]:
    return (
        Row(C, WAGERS, {"standing": (FOLDED,)}, LOSE),
        Row(C, WAGERS, {"standing": (LIVE,)}, ByTable(clause=C)),
        *out_of_play(WAGERS, void=C, left=C),
    )


GAME = Game(
    id="kind-stud",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=lambda rules, state, cards: alike((*cards, *state.community, *state.box)).name.replace("_", " "),
    mishaps=(),
)
