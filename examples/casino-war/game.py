"""Casino War: one card each, and on a tie surrender or war."""

from pitboss.cards.deck import RANK, Card
from pitboss.cards.ranking import Hand
from pitboss.games.common import out_of_play
from pitboss.rulebook.pays import HALF, LOSE, PUSH
from pitboss.table.cells import EQUAL, HIGHER, LOWER, Cards, Compared, Computed, Fields, Holding, Ranking, Standing
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE, Seat, State

ALL = ("bet", "war", "tie")


def script(rules: Rules, procedure: str) -> tuple[Step, ...]:
    choices = (
        Choice("go_to_war", "raise", "WAR 5", times=1, wager="war", told="goes to war"),
        Choice("surrender", "pass", "WAR 8", told="surrenders"),
    )
    return (
        Step("bets", "bets", "WAR 1"),
        Step("deal", "deal", "WAR 2", part="first"),
        Step("ask", "decide", "WAR 4", choices=choices, absent="surrender", when=(("result", (EQUAL,)),)),
        Step("deal", "war_cards", "WAR 6", part="war"),
        Step("settle", "settle", "WAR 3", wagers=ALL),
        Step("clear", "clear", "WAR 3"),
    )


def plan(rules: Rules, procedure: str, state: State | None) -> dict[str, tuple[Deal, ...]]:
    return {
        "first": (Deal("seats", 1, "WAR 2", up=True), Deal("dealer", 1, "WAR 2", up=True)),
        "war": (
            Deal("burn", 3, "WAR 6", having="war"),
            Deal("seats", 1, "WAR 6", up=True, having="war"),
            Deal("dealer", 1, "WAR 6", up=True, having="war"),
        ),
    }


def one_card(cards: tuple[Card, ...]) -> Hand:
    return Hand("card", (RANK[cards[0]],))


ONE = Ranking("one_card", one_card)
FIRST = Compared(Holding((Cards("own", first=1),), ONE), Holding((Cards("dealer", first=1),), ONE))


def war(rules: Rules, state: State, seat: Seat) -> str:
    """How the war ended: by the last cards, which only those have who went to war."""
    if not seat.stakes[rules.index["war"]]:
        return "none"
    mine, his = RANK[seat.cards[-1]], RANK[state.dealer[-1]]
    return LOWER if mine < his else "at_least"


def cells(rules: Rules) -> dict[str, Fields]:
    main = (Standing(), FIRST, Computed("war", ("none", "at_least", LOWER), war))
    return {"bet": main, "war": main, "tie": (Standing(), FIRST)}


def rows(rules: Rules) -> tuple[Row, ...]:
    tied = {"standing": (LIVE,), "result": (EQUAL,)}
    return (
        Row("WAR 3", ("bet", "war"), {"standing": (LIVE,), "result": (HIGHER,)}, ByTable("beats_dealer")),
        Row("WAR 3", ("bet", "war"), {"standing": (LIVE,), "result": (LOWER,)}, LOSE),
        Row("WAR 8", ("bet", "war"), {**tied, "war": ("none",)}, HALF),
        Row("WAR 7", ("bet",), {**tied, "war": ("at_least",)}, PUSH),
        Row("WAR 7", ("war",), {**tied, "war": ("at_least",)}, ByTable("beats_dealer")),
        Row("WAR 8", ("bet", "war"), {**tied, "war": (LOWER,)}, LOSE),
        Row("WAR 9", ("tie",), {"standing": (LIVE,), "result": (EQUAL,)}, ByTable("tie")),
        Row("WAR 9", ("tie",), {"standing": (LIVE,), "result": (HIGHER, LOWER)}, LOSE),
        Row("WAR 11", ALL, {"standing": ("folded",)}, LOSE),
        *out_of_play(ALL, void="WAR 10", left="WAR 11"),
    )


def describe(rules: Rules, state: State, cards: tuple[Card, ...]) -> str:
    return rules.deck.names[cards[-1]]


MISHAPS = (
    Mishap("wrong_number", "a wrong number of cards", "void", "WAR 10", ("deal", "decide"), place=("seat", "dealer")),
    Mishap("player_left", "a player leaves during the round", "left", "WAR 11", ("deal", "decide")),
)

GAME = Game("casino-war", script, plan, cells, rows, describe, MISHAPS)
