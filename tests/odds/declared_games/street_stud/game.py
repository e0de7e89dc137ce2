"""Street Stud: two cards, three community cards, three raises or a fold."""

from collections.abc import Mapping

from pitboss.cards.fast import best_five
from pitboss.cards.ranking import Hand
from pitboss.games.common import out_of_play
from pitboss.rulebook.pays import LOSE
from pitboss.table.cells import OWN, Cards, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State

WAGERS = ("ante", "third", "fourth", "fifth")


def ask(wager: str) -> Step:
    raises = (Choice(f"{n}x", "raise", "T-STREET 3", times=n, wager=wager, of="ante") for n in (1, 2, 3))
    return Step("ask", wager, "T-STREET 3", choices=(Choice("fold", "fold", "T-STREET 3"), *raises), absent="fold")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    streets = []
    for number, wager in enumerate(WAGERS[1:], start=1):
        streets += [ask(wager), Step("show", f"show_{number}", "T-STREET 3", place="community", upto=number)]
    return (
        Step("bets", "bets", "T-STREET 2"),
        Step("deal", "deal", "T-STREET 1", part="deal"),
        Step("examine", "examine", "T-STREET 1"),
        *streets,
        Step("settle", "settle", "T-STREET 4", wagers=WAGERS, who="played"),
        Step("clear", "clear", "T-STREET 4"),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {"deal": (Deal("seats", 2, "T-STREET 1"), Deal("community", 3, "T-STREET 1"))}


def pairs(hand: Hand) -> str:
    if hand.name != "pair":
        return hand.name
    return "pair_jacks_or_better" if hand.key[1] > 10 else "pair_six_to_ten" if hand.key[1] > 5 else "pair_below_six"


def cells(rules: Rules) -> Mapping[str, Fields]:
    held = Holding((OWN, Cards("community", 3)), Ranking("five_cards", best_five))
    return dict.fromkeys(WAGERS, (Standing(), Named(held, rules.book.hands["street"], pairs)))


def rows(rules: Rules) -> tuple[Row, ...]:
    return (
        Row("T-STREET 3", WAGERS, {"standing": (FOLDED,)}, LOSE),
        Row("T-STREET 4", WAGERS, {"standing": (LIVE,)}, ByTable(clause="T-STREET 4")),
        *out_of_play(WAGERS, void="T-STREET 4", left="T-STREET 4"),
    )


GAME = Game(
    id="street-stud",
    script=script,
    plan=plan,
    cells=cells,
    rows=rows,
    describe=lambda rules, state, cards: pairs(best_five((*cards, *state.community))).replace("_", " "),
    mishaps=(),
)
