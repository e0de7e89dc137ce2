"""Worked examples: scripted cards, played by the real engine under the terms of this paper. Which cards lie where is
all that is written here; who wins what, and by which clause, the engine says."""

from typing import Any

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.odds.request_terms import main_wagers
from pitboss.paper.par_words import Telling, own_clause, sentence
from pitboss.paper.words import signed_dollars, wager_title
from pitboss.play.scenario import Played, play_scenario
from pitboss.play.scenario_file import Scenario, SeatScript
from pitboss.play.scenario_words import place
from pitboss.play.table import Table
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e
from pitboss.table.rules import Rules

WIN, LOSE, TIE = "win", "lose", "tie"
PLAYER = "Position 1"


class Example(Struct, frozen=True):
    """Cards by their places, and what the player does."""

    title: str
    ends: str
    """How the wagers of the main game together must end; the engine is asked whether they do."""
    places: dict[str, str]
    acts: tuple[str, ...]


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "dragon-poker": (
        Example("The player wins", WIN, {"seat1": "TI TI TI", "dealer": "PA PA MO"}, ("play",)),
        Example("The player loses", LOSE, {"seat1": "TI TI RA", "dealer": "PH PH MO"}, ("play",)),
        Example("The hands tie", TIE, {"seat1": "PH TI PA", "dealer": "PH TI PA"}, ("play",)),
        Example("The player folds", LOSE, {"seat1": "PA MO RA", "dealer": "RD BD RA"}, ("fold",)),
    ),
    "top-five-poker": (
        Example(
            "The player wins", WIN, {"seat1": "As Ah Ad Ts Tc 2s 3s", "dealer": "Kd Qd Jd Jh 4d 5d 6d"}, ("play",)
        ),
        Example(
            "The player loses", LOSE, {"seat1": "Ks Qs Jh 2s 3s 4s 5s", "dealer": "Ad Kd Qd Jd 4d 5d 6d"}, ("play",)
        ),
        Example("The hands tie", TIE, {"seat1": "As Kd Qh Jc 2c 3c 4c", "dealer": "Ah Ks Qd Js 6h 7h 8h"}, ("play",)),
        Example(
            "The dealer does not qualify", WIN, {"seat1": "As Kd Qh 2c 3c 4c 5c", "dealer": "Td 2s 3s 4s 5s 6s 7s"},
            ("play",),
        ),
        Example(
            "The player folds", LOSE, {"seat1": "Ts 2c 3c 4c 5c 6c 7c", "dealer": "Ah Ks Qd Js 6h 7h 8h"}, ("fold",)
        ),
    ),
    "let-it-ride": (
        Example(
            "The player lets both bets ride and wins", WIN,
            {"seat1": "Ks Kd 4c", "community": "Kh 7c", "box": "Qs 9d 4d"}, ("ride", "ride"),
        ),
        Example(
            "The player takes both bets back and loses the third", LOSE,
            {"seat1": "9s 4c 2d", "community": "Jh Qd", "box": "Ks 8h 3c"}, ("withdraw", "withdraw"),
        ),
        Example(
            "The player takes both bets back and wins the third", WIN,
            {"seat1": "As 9s 5h", "community": "3d Ac", "box": "Jd 9c 2h"}, ("withdraw", "withdraw"),
        ),
    ),
    "ultimate-texas-holdem": (
        Example(
            "The player wins", WIN,
            {"seat1": "Ad Kd", "dealer": "Qs Qc", "community": "Jd 7d 2d 9s 4h"}, ("play_4x",),
        ),
        Example(
            "The player loses", LOSE,
            {"seat1": "As Js", "dealer": "Kh Kc", "community": "Jd 7c 2d 9s 4h"}, ("check", "play_2x"),
        ),
        Example(
            "The hands tie", TIE,
            {"seat1": "Ac 3d", "dealer": "Ah 2s", "community": "Kd Ks Qh Qc 7s"}, ("check", "check", "play_1x"),
        ),
        Example(
            "The dealer has less than a pair", WIN,
            {"seat1": "Kc 9d", "dealer": "Qh 8s", "community": "Kd 6s 4h 3c 2s"}, ("check", "play_2x"),
        ),
        Example(
            "The player folds", LOSE,
            {"seat1": "3c 2d", "dealer": "Ah 8s", "community": "Kd Js 9h 7c 5s"}, ("check", "check", "fold"),
        ),
    ),
}  # fmt: skip

NO_TIE = {"let-it-ride": "No hand can tie in this game: the player's hand is not compared with another."}


def examples(rules: Rules, tell: Telling) -> list[dict[str, Any]]:
    """Every example of the game, played under these rules."""
    return [_shown(rules, example, tell) for example in EXAMPLES[rules.game.id]]


def played(terms: Terms, rules: Rules, example: Example) -> Played:
    """The example after the engine conducted it, every wager offered at its minimum."""
    wagers = {wager.id: rules.limits(wager.id).minimum for wager in rules.wagers if not wager.later}
    scenario = Scenario(
        title=example.title,
        game=terms.game,
        proves="",
        submission=_stated(terms),
        submission_file="",
        order=(),
        places={
            where: rules.deck.read_all(named)
            for where, named in example.places.items()
            if where.startswith("seat") or where in rules.places[terms.procedure]
        },
        seats=(SeatScript(1, PLAYER, wagers, example.acts),),
        meters={},
        reports=(),
        expect={},
        expect_meters={},
    )
    return play_scenario(scenario)


def _stated(terms: Terms) -> dict[str, Any]:
    """The submission with every wager said to be offered that is, whatever the game's default says of it."""
    stated = as_submission(terms)
    return stated | {"wagers": {name: {"offered": True} | part for name, part in stated["wagers"].items()}}


def _shown(rules: Rules, example: Example, tell: Telling) -> dict[str, Any]:
    done = played(rules.terms, rules, example)
    main = sum(paid.net for paid in done.paid if paid.wager in main_wagers(rules.book))
    ended = WIN if main > 0 else LOSE if main < 0 else TIE
    assert ended == example.ends, f"{example.title}: the engine says {ended}"
    total = sum(paid.net for paid in done.paid)
    return {
        "title": example.title,
        "cards": [[_label(where), tell.cards(rules, held)] for where, held in dealt(done.table).items()],
        "course": course(done.table, tell),
        "results": [
            [
                wager_title(rules.book, paid.wager),
                paid.reason,
                signed_dollars(paid.net),
                own_clause(rules.book, paid.clause),
            ]
            for paid in done.paid
        ],
        "main": signed_dollars(main),
        "total": signed_dollars(total),
    }


def dealt(table: Table) -> dict[str, list[Card]]:
    """Every card of the round by the place it went to, the player's first."""
    places: dict[str, list[Card]] = {"seat1": []}
    for record in table.log:
        if isinstance(record.event, e.CardsDealt):
            to = f"seat{record.event.seat}" if record.event.to == "seat" else record.event.to
            places.setdefault(to, []).extend(record.event.cards)
    return places


def _label(where: str) -> str:
    return PLAYER if where == "seat1" else sentence(place(where).removeprefix("the "))


_TOLD = (
    e.WagerPlaced, e.BetsClosed, e.WagerTaken, e.CardsDealt, e.StubCounted, e.Decided, e.WagerReturned,
    e.WagerCollected, e.CardsShown, e.HandTurned, e.WagerSettled, e.PayoutCut, e.ContributionPosted, e.MeterPaid,
    e.EnvyPaid, e.TableCleared,
)  # fmt: skip
"""What a reader follows: wagers, cards, decisions and payments; the care of decks and devices is left out."""


def course(table: Table, tell: Telling) -> list[list[str]]:
    """The round event by event with its clauses."""
    told: list[list[str]] = []
    for record in table.log:
        if isinstance(record.event, _TOLD):
            clause = own_clause(table.rules.book, getattr(record.event, "clause", ""))
            told.append([tell.event(table.rules, record.event), clause])
    return told


def no_tie(game: str) -> str:
    """Why no example of a tie is shown, where there is none."""
    return NO_TIE.get(game, "") if all(example.ends != TIE for example in EXAMPLES[game]) else ""
