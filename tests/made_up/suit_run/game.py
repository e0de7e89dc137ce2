"""Suit Run."""

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.games.common import out_of_play
from pitboss.rulebook.pays import LOSE
from pitboss.table.cells import COMMUNITY, OWN, Fields, Holding, Named, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State

BOTH = ("opener", "chase")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    choices = (
        Choice("once", "raise", "SR 3", times=1, wager="chase"),
        Choice("twice", "raise", "SR 3", times=2, wager="chase"),
        Choice("fold", "fold", "SR 3"),
    )
    return (
        Step("bets", "bets", "SR 1"),
        Step("deal", "deal", "SR 2", part="deal"),
        Step("examine", "examine", "SR 2"),
        Step("ask", "decide", "SR 3", choices=choices, absent="fold"),
        Step("collect", "collect", "SR 3"),
        Step("show", "board", "SR 2", place="community", upto=1),
        Step("settle", "settle", "SR 4", wagers=BOTH),
        Step("clear", "clear", "SR 4"),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {"deal": (Deal("seats", 4, "SR 2"), Deal("community", 1, "SR 2"))}


def longest(cards: tuple[Card, ...]) -> Hand:
    most = max(sum(card[1] == suit for card in cards) for suit in "cdhs")
    return Hand({5: "five_suited", 4: "four_suited", 3: "three_suited"}.get(most, "nothing"), (most,))


HAND = Holding((OWN, COMMUNITY), Ranking("longest_suit", longest))


def cells(rules: Rules) -> dict[str, Fields]:
    fields = (Standing(), Named(HAND, rules.book.hands["opener"]))
    return {"opener": fields, "chase": fields}


def rows(rules: Rules) -> tuple[Row, ...]:
    return (
        Row("SR 3", BOTH, {"standing": (FOLDED,)}, LOSE),
        Row("SR 4", BOTH, {"standing": (LIVE,)}, ByTable()),
        *out_of_play(BOTH, void="SR 5", left="SR 5"),
    )


GAME = Game("suit-run", script, plan, cells, rows)
