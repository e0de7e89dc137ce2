"""Rounds played through the pages."""

from collections.abc import Callable, Mapping

from playwright.sync_api import Locator

from house.server_support import GAMES
from web.stacked import Wanted, deck
from web.visitor import Visitor

SEATS = (3, 4)
"""The lobby seats people in the middle."""
MAINS = {
    "dragon-poker": ("ante",),
    "top-five-poker": ("ante",),
    "let-it-ride": ("bet_1",),
    "ultimate-texas-holdem": ("ante",),
}
"""The area one taps: compulsory wagers are placed together."""
SIDES = {
    "dragon-poker": "three_card_bonus",
    "top-five-poker": "poker_bonus",
    "let-it-ride": "progressive",
    "ultimate-texas-holdem": "trips",
}
BOLD = ("play_4x", "play_2x", "play_1x", "play", "ride")
MEEK = ("fold", "withdraw", "check")

GOOD_AND_BAD: dict[str, Wanted] = {
    "dragon-poker": {"seat3": ("GD", "RD", "RD"), "seat4": ("RA", "MO", "PA"), "dealer": ("TI", "PH", "TI")},
    "top-five-poker": {
        "seat3": ("As", "Ks", "Qs", "Js", "2c", "3c", "4c"), "seat4": ("2d", "3d", "4d", "5d", "6d", "7d", "8d"),
        "dealer": ("2h", "3h", "4h", "Kh", "6h", "7h", "Th"),
    },
    "let-it-ride": {"seat4": ("As", "Ks", "Qs"), "seat3": ("2c", "7d", "9h"), "community": ("Js", "Ts")},
    "ultimate-texas-holdem": {
        "seat3": ("Ah", "Ad"), "seat4": ("2c", "7d"), "dealer": ("Kc", "Qd"),
        "community": ("9s", "5h", "3d", "8s", "4c"),
    },
}  # fmt: skip
"""One position gets a hand to be glad of, the other one to give up. No card of one is another's."""


def decks() -> dict[str, tuple[str, ...]]:
    return {game: deck(game, SEATS, wanted) for game, wanted in GOOD_AND_BAD.items()}


def sit_two(game: str, first: Visitor, second: Visitor, *, from_lobby: bool = False) -> None:
    """Both take a seat, the first one in the middle."""
    seats = [
        visitor.sit_from_lobby(GAMES[game]) if from_lobby else visitor.take_seat(GAMES[game])
        for visitor in (first, second)
    ]
    assert sorted(seats) == list(SEATS)
    first.wait_heard(lambda m: m["type"] == "change" and bool(m["view"]["seats"][seats[1] - 1]["player"]))


def dealt(visitor: Visitor, game: str) -> None:
    """Has a seat, places what must be placed, and has the first decision to make."""
    visitor.take_seat(GAMES[game])
    visitor.bet(*MAINS[game])
    visitor.deal()
    visitor.wait_decision()


def typed(visitor: Visitor, wager: str, amount: str) -> None:
    """An amount of one's own."""
    visitor.spot(wager).focus()
    visitor.page.keyboard.type(amount)
    visitor.page.keyboard.press("Enter")


def refusal(visitor: Visitor, wager: str) -> Locator:
    """Why this area did not take what was placed there."""
    return visitor.find(f".spot-place:has(.spot[data-wager='{wager}']) .spot-refusal:not([hidden])")


def stakes(visitor: Visitor, **wanted: int) -> None:
    """Waits until exactly this lies there, in cents, by what was told last."""
    for _ in range(3000):
        if visitor.staked() == wanted:
            return
        visitor.page.wait_for_timeout(10)
    raise AssertionError(f"there lies {visitor.staked()}, not {wanted}")


def play(choices: Mapping[Visitor, tuple[str, ...]]) -> int:
    """Presses Deal for everybody, then for each the first of his choices that is offered, until the table is cleared;
    the number of the round."""
    number: int = next(iter(choices)).view["round"]
    for visitor in choices:
        visitor.deal()
    while (asked := turn(list(choices), number)) is not None:
        choose(asked, choices[asked])
    for visitor in choices:
        visitor.wait_round_over(number)
    return number


def choose(visitor: Visitor, wishes: tuple[str, ...]) -> None:
    """Presses the first of these that is offered, and waits until the table has gone on."""
    offered = visitor.wait_decision()
    before, since = visitor.view, len(visitor.heard)
    visitor.decide(next(choice for choice in (*wishes, *MEEK) if choice in offered))
    moment = [before[key] for key in ("round", "step", "turn")]
    visitor.wait_heard(lambda m: "view" in m and [m["view"][key] for key in ("round", "step", "turn")] != moment, since)


def turn(visitors: list[Visitor], number: int, over: Callable[[], bool] = lambda: False) -> Visitor | None:
    """Whoever has to decide, as his own browser was told; None when the round is over, or earlier where `over` says."""
    for _ in range(3000):
        for visitor in visitors:
            view = visitor.view
            if view["round"] > number or over():
                return None
            if view["turn"] in view["mine"] and any(o["example"]["do"] == "Decide" for o in visitor.offers):
                return visitor
        visitors[0].page.wait_for_timeout(10)
    raise AssertionError("nobody was asked, and the round did not end")
