"""Games by house rules of our own: what can be reported at which moment of the round, and what follows. Every other
moment refuses it.

Each line: clause, tables, who reports, report, consequence → moments, written out from the rulebooks and the readings.
"""

from functools import cache
from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from support import CARIBBEAN, DOCUMENT, HOUSE_RULES, MISSISSIPPI, PROCEDURES, THREE, follows
from table.test_irregularities_bench import at, full_table, outcome

AGAINST_THE_DEALER = "bets deal deal+ stub decide collect reveal settle settle+ clear between"
ROUND = {
    THREE: AGAINST_THE_DEALER,
    CARIBBEAN: AGAINST_THE_DEALER,
    MISSISSIPPI: "bets deal deal+ stub third show_1 fourth show_2 fifth show_3 settle settle+ clear between",
}
"""Every moment of a round."""
PLAY = {
    THREE: "stub decide collect reveal",
    CARIBBEAN: "stub decide collect reveal",
    MISSISSIPPI: "stub third show_1 fourth show_2 fifth show_3",
}
"""From the last card to the moment before the first payment."""
EXPOSED = {
    # Until the last player has decided: then nobody can use what he saw.
    THREE: "stub decide",
    CARIBBEAN: "stub decide",
    # Until the last community card is about to be turned up: it is exposed by then at its time.
    MISSISSIPPI: "stub third show_1 fourth show_2 fifth",
}
DEALING = "deal deal+"
MANUAL, HAND, AUTOMATED = PROCEDURES
COMPLETING = "completing"
"""The automated shoe where the operator completes a stack in which a card lay face up (X-07)."""
COUNTS = {
    # clause of a misdeal, clause of no misdeal, by dealing procedure
    THREE: {MANUAL: ("7.10", "7.11"), HAND: ("8.11", "8.12"), AUTOMATED: ("9.10", "9.11")},
    CARIBBEAN: {MANUAL: ("7.10", "7.11"), HAND: ("8.11", "8.12"), AUTOMATED: ("9.10", "9.11")},
    MISSISSIPPI: {MANUAL: ("7.11", "7.12"), HAND: ("8.12", "8.13"), AUTOMATED: ("9.10", "9.11")},
}

Line = tuple[str, tuple[str, ...], str, a.Report, dict[str, str]]


def _cards(game: str) -> list[Line]:
    """Cards that are seen, drawn or counted wrongly."""
    play = PLAY[game]
    one, two = a.Report("card_face_up", cards=("Ah",)), a.Report("card_face_up", cards=("Ah", "Kh"))
    middle = "community" if game == MISSISSIPPI else "dealer"
    seen = a.Report("community_card_exposed" if game == MISSISSIPPI else "dealer_card_exposed")
    # By single cards the dealer's or the first community card lies there in the middle of the deal, by stacks not yet;
    # in Caribbean Stud the stack comes in two parts.
    there = f"deal+ {EXPOSED[game]}"
    number = {"void": f"deal+ {play} settle", "record": "settle+"}
    return [
        ("12.1", (MANUAL, HAND), "dealer", one, {"replace": DEALING}),
        ("12.1", (AUTOMATED,), "dealer", one, {"void": DEALING}),
        ("12.1", (COMPLETING,), "dealer", one, {"complete_later": DEALING}),
        ("12.2", (*PROCEDURES, COMPLETING), "dealer", two, {"void": DEALING}),
        ("12.3", PROCEDURES, "dealer", a.Report("card_drawn_in_error"), {"use_next": DEALING}),
        ("12.4", PROCEDURES, "dealer", a.Report("wrong_number", seat=1, place="seat", count=9), number),
        ("12.4", PROCEDURES, "dealer", a.Report("wrong_number", place=middle, count=9), number),
        ("12.5", (MANUAL, HAND), "dealer", seen, {"void": there}),
        ("12.5", (AUTOMATED,), "dealer", seen, {"void": there if game == CARIBBEAN else EXPOSED[game]}),
    ]


def _people(game: str) -> list[Line]:
    """Players who leave, show or touch cards."""
    rest = f"deal+ {PLAY[game]} settle settle+ clear"
    return [
        (
            "6.5",
            PROCEDURES,
            "dealer",
            a.Report("player_left", seat=1),
            {"left": f"{DEALING} {PLAY[game]} settle settle+"},
        ),
        ("10.2", PROCEDURES, "player:P2", a.Report("violation", seat=1), {"record": rest}),
        ("10.3", PROCEDURES, "dealer", a.Report("own_card_exposed", seat=1), {"record": rest}),
    ]


def _devices(game: str) -> list[Line]:
    always = ROUND[game]
    return [
        ("12.6", (HAND, AUTOMATED), "dealer", a.Report("shuffler_jams"), {"reshuffle": always}),
        ("12.7", (AUTOMATED,), "dealer", a.Report("shoe_jams"), {"void": DEALING}),
        ("12.7", (MANUAL, HAND), "dealer", a.Report("shoe_jams"), {}),
        ("12.8", (HAND, AUTOMATED), "dealer", a.Report("device_fails", place="shuffler"), {"set_aside_device": always}),
        ("12.8", (AUTOMATED,), "dealer", a.Report("device_fails", place="shoe"), {"set_aside_device": "bets between"}),
    ]


def _counts(game: str) -> list[Line]:
    """The stub itself is counted by an act of its own; before and after it a floorperson reports (X-05)."""
    later = PLAY[game].removeprefix("stub ")
    found: list[Line] = []
    for procedure, (misdealt, other) in COUNTS[game].items():
        found += [
            (other, (procedure,), "dealer", a.Report("cards_run_out"), {"void_remove": DEALING}),
            (
                misdealt,
                (procedure,),
                "floorperson",
                a.Report("wrong_count", ruling="misdealt"),
                {"void": f"{later} settle", "record": "settle+ clear"},
            ),
            (
                other,
                (procedure,),
                "floorperson",
                a.Report("wrong_count", ruling="not_misdealt"),
                {"void_remove": f"{later} settle", "remove_deck": "settle+ clear"},
            ),
        ]
    return found


def lines() -> list[Any]:
    found = []
    for game in HOUSE_RULES:
        for rest, tables, by, report, when in (*_cards(game), *_people(game), *_devices(game), *_counts(game)):
            clause = f"{DOCUMENT[game]} {rest}"
            what = f"{report.kind}-{report.place or report.ruling or len(report.cards) or report.seat}"
            found += [
                pytest.param(
                    game, clause, name, by, report, when, id=f"{clause}-{name}-{what}", marks=pytest.mark.clause(clause)
                )
                for name in tables
            ]
    return found


@cache
def waiting(game: str, name: str, moment: str) -> Table:
    """A table that stands at the moment; nothing is ever done to it."""
    more = {"readings": {"face_up_in_stack": "complete_from_stub"}} if name == COMPLETING else {}
    return at(full_table(game, AUTOMATED if name == COMPLETING else name, **more), moment)


@pytest.mark.parametrize(("game", "clause", "name", "by", "report", "when"), lines())
def test_only_at_its_moments(
    game: str, clause: str, name: str, by: str, report: a.Report, when: dict[str, str]
) -> None:
    expected = {moment: consequence for consequence, moments in when.items() for moment in moments.split()}
    found = {}
    for moment in ROUND[game].split():
        happened = outcome(waiting(game, name, moment), by, report)
        if isinstance(happened, Refusal):
            assert happened.code in ("not_now", "no_cards", "not_in_play", "no_device"), str(happened)
            continue
        first = happened[0]
        assert isinstance(first, e.Irregularity) and first.clause == clause
        follows(first.consequence, happened)
        found[moment] = first.consequence
    assert found == expected


def test_every_mishap_of_these_games_has_its_line() -> None:
    told = {(param.values[0], param.values[4].kind) for param in lines()}
    for game in HOUSE_RULES:
        kinds = {row.kind for row in waiting(game, MANUAL, "bets").rules.game.mishaps}
        assert {kind for of, kind in told if of == game} == kinds
