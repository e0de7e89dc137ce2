"""Worked examples: scripted cards, played by the real engine under the terms of this paper. A game's folder says only
which cards lie where; who wins what, and by which clause, the engine says."""

from typing import Any

import msgspec

from pitboss.odds.request_terms import main_wagers
from pitboss.paper.example_search import LOSE, TIE, WIN, dealt, found_examples
from pitboss.paper.par_words import ScreenWords, own_clause, sentence
from pitboss.paper.words import signed_dollars, wager_title
from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_parts import Round, Scenario, SeatScript
from pitboss.play.scenario_words import place
from pitboss.play.table import Table
from pitboss.rulebook import folders
from pitboss.rulebook.folder_shapes import WorkedExample
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e
from pitboss.table.cells import Compared
from pitboss.table.rules import Rules

PLAYER = "Position 1"


def examples_of(rules: Rules) -> tuple[WorkedExample, ...]:
    """Those that the game brings, or else rounds found by playing until there is one of each ending."""
    declared = folders.data(rules.terms.game, "examples.toml").get("example", [])
    return msgspec.convert(declared, tuple[WorkedExample, ...]) or found_examples(rules)


def examples(rules: Rules, tell: ScreenWords) -> list[dict[str, Any]]:
    """Every example of the game, played under these rules."""
    return [_shown(rules, example, tell) for example in examples_of(rules)]


def played(terms: Terms, rules: Rules, example: WorkedExample) -> PlayedScenario:
    """The example after the engine conducted it, every wager offered at its minimum."""
    wagers = {wager.id: rules.limits(wager.id).minimum for wager in rules.wagers if not wager.later}
    places = {
        where: rules.deck.read_all(named)
        for where, named in example.places.items()
        if where.startswith("seat") or where in rules.places[terms.procedure]
    }
    made = Round(seats=(SeatScript(1, PLAYER, wagers, example.acts),), places=places)
    scenario = Scenario(title=example.title, game=terms.game, rounds=(made,), submission=_stated(terms))
    return play_scenario(scenario)


def _stated(terms: Terms) -> dict[str, Any]:
    """The submission with every wager said to be offered that is, whatever the game's default says of it."""
    stated = as_submission(terms)
    return stated | {"wagers": {name: {"offered": True} | part for name, part in stated["wagers"].items()}}


def _shown(rules: Rules, example: WorkedExample, tell: ScreenWords) -> dict[str, Any]:
    done = played(rules.terms, rules, example)
    main = sum(paid.net for paid in done.paid if paid.wager in main_wagers(rules.book))
    ended = WIN if main > 0 else LOSE if main < 0 else TIE
    assert ended == example.ends, f"{example.title}: the engine says {ended}"
    total = sum(paid.net for paid in done.paid)
    return {
        "title": example.title,
        "cards": [[_label(rules, where), tell.cards(rules, held)] for where, held in dealt(done.table).items()],
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


def _label(rules: Rules, where: str) -> str:
    return PLAYER if where == "seat1" else sentence(place(rules, where).removeprefix("the "))


_TOLD = (
    e.WagerPlaced, e.BetsClosed, e.WagerTaken, e.CardsDealt, e.StubCounted, e.Decided, e.WagerReturned,
    e.WagerCollected, e.CardsShown, e.HandTurned, e.WagerSettled, e.PayoutCut, e.ContributionPosted, e.MeterPaid,
    e.EnvyPaid, e.TableCleared,
)  # fmt: skip
"""What a reader follows: wagers, cards, decisions and payments; the care of decks and devices is left out."""


def course(table: Table, tell: ScreenWords) -> list[list[str]]:
    """The round event by event with its clauses."""
    told: list[list[str]] = []
    for record in table.log:
        if isinstance(record.event, _TOLD):
            clause = own_clause(table.rules.book, getattr(record.event, "clause", ""))
            told.append([tell.event(table.rules, record.event), clause])
    return told


def no_tie(rules: Rules) -> str:
    """Why no example of a tie is shown, where there is none."""
    main = (field for wager in main_wagers(rules.book) for field in rules.fields[wager])
    if any(isinstance(field, Compared) for field in main):
        return ""
    return "No hand can tie in this game: the player's hand is not compared with another."
