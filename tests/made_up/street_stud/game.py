"""Street Stud: two own cards and three community cards, opened one at a time."""

from pitboss.cards.deck import Card
from pitboss.cards.fast import best_five
from pitboss.cards.ranking import Hand
from pitboss.rulebook.pays import LOSE, RETURNED
from pitboss.table.cells import COMMUNITY, OWN, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FOLDED, FORFEITED, LIVE, SPARED, VOID, State

STREETS = ("third", "fourth", "fifth")
ALL = ("entry", *STREETS)
FIVE = Holding((OWN, COMMUNITY), Ranking("five_cards", best_five))


def _ask(street: str) -> Step:
    raises = tuple(Choice(f"{street}_{n}x", "raise", "ST 4", times=n, wager=street) for n in (1, 2, 3))
    return Step("ask", street, "ST 4", choices=(*raises, Choice("fold", "fold", "ST 4")), absent="fold")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    streets = []
    for number, street in enumerate(STREETS, start=1):
        streets += [_ask(street), Step("show", f"show_{number}", "ST 4", place="community", upto=number)]
    return (
        Step("bets", "bets", "ST 2"),
        Step("deal", "deal", "ST 3", part="deal"),
        Step("stub", "stub", "ST 3"),
        Step("examine", "examine", "ST 3"),
        *streets,
        Step("settle", "settle", "ST 5", wagers=ALL, turn_clause="ST 5"),
        Step("clear", "clear", "ST 5"),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {"deal": (Deal("seats", 1, "ST 3"), Deal("seats", 1, "ST 3"), Deal("community", 3, "ST 3"))}


def called(hand: Hand) -> str:
    """A pair of jacks or better wins, sixes to tens are returned."""
    if hand.name != "pair":
        return hand.name
    return "high_pair" if hand.key[1] >= 11 else "middle_pair" if hand.key[1] >= 6 else "low_pair"


def cells(rules: Rules) -> dict[str, Fields]:
    return dict.fromkeys(ALL, (Standing(), Named(FIVE, rules.book.hands["entry"], called)))


def rows(rules: Rules) -> tuple[Row, ...]:
    return (
        Row("ST 5", ALL, {"standing": (LIVE,)}, ByTable(clause="ST 5")),
        Row("ST 4", ALL, {"standing": (FOLDED, ABANDONED, FORFEITED)}, LOSE),
        Row("ST 5", ALL, {"standing": (VOID, SPARED)}, RETURNED),
    )


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return called(best_five((*cards, *state.community))).replace("_", " ")


MISHAPS = (
    Mishap(
        "community_card_exposed",
        "a community card is exposed early",
        "void",
        "ST 3",
        ("stub", "third", "show_1", "fourth", "show_2", "fifth", "show_3"),
    ),
    Mishap("player_left", "a player leaves", "left", "ST 4", ("third", "fourth", "fifth")),
)

GAME = Game("street-stud", script, plan, cells, rows, describe, MISHAPS)
