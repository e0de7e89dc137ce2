"""Massachusetts: what can be reported at which moment of the round, and what follows. Every other moment refuses it.

Each line: clause, table, report, consequence → moments, written out from the text and the readings. Positions 1 and 2
check twice and play, position 4 checks twice and folds.
"""

from functools import cache
from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from support import UTH, accepted, follows, to
from table.test_irregularities_bench import FOLDER, PROGRESSIVE, at, balanced, full_table, outcome, tell

PLAIN = "bets deal deal+ preflop flop postflop turn_river stub final reveal settle settle+ settle_folded clear between"
EVERYTHING = (
    "bets deal deal+ preflop flop postflop turn_river stub final reveal post settle settle+ settle_folded "
    "settle_cover_all clear between"
)
TABLES: dict[str, tuple[str, dict[str, Any], str]] = {
    # name: procedure, what differs from the default submission, every moment of its round
    "manual": ("manual_shoe", {}, PLAIN),
    "hand": ("hand", {}, PLAIN),
    "stacks": ("automated_shoe", {}, PLAIN),
    "all wagers": ("automated_shoe", PROGRESSIVE, EVERYTHING),
    "one voids": ("manual_shoe", {"readings": {"one_face_up_after_deal": "void_but_trips"}}, PLAIN),
    "early plays on": ("manual_shoe", {"readings": {"early_board": "play_on"}}, PLAIN),
}
DEALING, BOARD = "deal deal+", "flop turn_river"
DECISIONS = "preflop flop postflop turn_river stub final"
BOARD_LIES = "postflop turn_river stub final reveal"
SHOES, ALL = ("manual", "hand"), ("manual", "hand", "stacks")

ONE, TWO = a.Report("card_face_up", cards=("2c",)), a.Report("card_face_up", cards=("2c", "2d"))
DRAWN, OUT, JAM = a.Report("card_drawn_in_error"), a.Report("cards_run_out"), a.Report("shoe_jams")
DEALERS, EARLY, BURN = a.Report("dealer_card_exposed"), a.Report("early_board"), a.Report("burn_omitted")
OWN, SHOWS = a.Report("own_card_exposed", seat=1), a.Report("violation", seat=1)


def hand(seat: int) -> a.Report:
    return a.Report("wrong_number", seat, "seat", 3)


def dealers(count: int, ruling: str = "") -> a.Report:
    return a.Report("wrong_number", 0, "dealer", count, ruling=ruling)


def left(seat: int) -> a.Report:
    return a.Report("player_left", seat)


FEW = a.Report("wrong_number", place="community", count=2)

ROWS: list[tuple[str, tuple[str, ...], str, a.Report, dict[str, str]]] = [
    ("MA-UTH 15(a)/1", SHOES, "dealer", DEALERS, {"void_spare": f"deal+ {DECISIONS}", "record": "reveal"}),
    ("MA-UTH 15(a)/1", ("stacks", "all wagers"), "dealer", DEALERS, {"void_spare": DECISIONS, "record": "reveal"}),
    ("MA-UTH 15(b)/1", SHOES, "dealer", ONE, {"replace": f"{DEALING} {BOARD}"}),
    ("MA-UTH 15(b)/1", ("stacks",), "dealer", ONE, {"complete_later": DEALING, "replace": BOARD}),
    ("MA-UTH 15(b)/3", ("one voids",), "dealer", ONE, {"replace": DEALING, "void_spare": BOARD}),
    ("MA-UTH 15(b)/2", (*ALL, "one voids"), "dealer", TWO, {"void": DEALING, "void_spare": BOARD}),
    ("MA-UTH 15(c)", ALL, "dealer", DRAWN, {"use_next": f"{DEALING} {BOARD}"}),
    (
        "MA-UTH 15(d)/1",
        ALL,
        "dealer",
        hand(1),
        {"void_hand": f"deal+ {DECISIONS} reveal settle settle+", "record": "settle_folded"},
    ),
    (
        "MA-UTH 15(d)/1",
        ("manual", "hand"),
        "dealer",
        hand(FOLDER),
        {"void_hand": f"deal+ {DECISIONS} reveal settle settle+ settle_folded"},
    ),
    (
        "MA-UTH 15(d)/2",
        ALL,
        "dealer",
        dealers(3),
        {"void": f"deal+ {DECISIONS} reveal settle", "record": "settle+ settle_folded"},
    ),
    (
        "MA-UTH 15(d)/2",
        ("all wagers",),
        "dealer",
        dealers(1),
        {"void": f"deal+ {DECISIONS} reveal post settle", "record": "settle+ settle_folded"},
    ),
    ("MA-UTH 15(d)/2", ALL, "floorperson", dealers(1, "complete"), {"complete": "preflop flop"}),
    ("MA-UTH 15(d)/2", ALL, "floorperson", dealers(3, "complete"), {}),
    ("MA-UTH 10(b)/2", ALL, "dealer", FEW, {"complete": BOARD_LIES}),
    ("MA-UTH 10(b)/1", ALL, "dealer", BURN, {"void_spare": BOARD_LIES}),
    ("MA-UTH 15(a)/1", ALL, "dealer", EARLY, {"void_spare": "preflop postflop"}),
    ("MA-UTH 15(a)/1", ("early plays on",), "dealer", EARLY, {"record": "preflop postflop"}),
    ("MA-UTH 15(f)", ("stacks", "all wagers"), "dealer", JAM, {"void": DEALING}),
    ("MA-UTH 15(f)", SHOES, "dealer", JAM, {}),
    ("MA-UTH 7(f)(2)/3", ALL, "dealer", OUT, {"void_remove": f"{DEALING} {BOARD}"}),
    ("MA-UTH 6(e)/2", ALL, "dealer", left(1), {"left": f"{DEALING} {DECISIONS} reveal settle settle+ settle_folded"}),
    (
        "MA-UTH 6(e)/2",
        ("all wagers",),
        "floorperson",
        left(FOLDER),
        {"left": f"{DEALING} {DECISIONS} reveal post settle settle+ settle_folded settle_cover_all"},
    ),
    (
        "MA-UTH 10(a)/1",
        ALL,
        "player:P2",
        SHOWS,
        {"record": f"deal+ {DECISIONS} reveal settle settle+ settle_folded clear"},
    ),
    ("MA-UTH 10(a)/1", ALL, "dealer", OWN, {"record": f"deal+ {DECISIONS} reveal settle settle+ settle_folded clear"}),
]


@cache
def waiting(name: str, moment: str) -> Table:
    """A table that stands at the moment; nothing is ever done to it. The deuces of clubs and diamonds stay undealt."""
    procedure, more, _ = TABLES[name]
    cards = {
        "seat1": "As Kd",
        "seat2": "Qs Jd",
        "seat4": "9s 8d",
        "dealer": "7s 6d",
        "burn": "4c 4d",
        "community": "Th 5h 3h 3s 9c",
    }
    return at(full_table(UTH, procedure, cards=cards, **more), moment)


@pytest.mark.parametrize(
    ("clause", "name", "by", "report", "when"),
    [
        pytest.param(
            clause,
            name,
            by,
            report,
            when,
            marks=pytest.mark.clause(clause),
            id=f"{clause}-{name}-{report.kind}-{report.place}{report.ruling}{len(report.cards) or report.seat}",
        )
        for clause, names, by, report, when in ROWS
        for name in names
    ],
)
def test_only_at_its_moments(clause: str, name: str, by: str, report: a.Report, when: dict[str, str]) -> None:
    expected = {moment: consequence for consequence, moments in when.items() for moment in moments.split()}
    found, clauses = {}, set()
    for moment in TABLES[name][2].split():
        now = outcome(waiting(name, moment), by, report)
        if not isinstance(now, Refusal):
            first = now[0]
            assert isinstance(first, e.Irregularity)
            follows(first.consequence, now)
            found[moment] = first.consequence
            clauses.add(first.clause)
        else:
            assert now.code in ("not_now", "no_cards", "not_in_play", "right_number"), str(now)
    assert found == expected
    assert not expected or clause in clauses


@pytest.mark.parametrize(
    "moment", [pytest.param(m, id=m, marks=pytest.mark.clause("MA-UTH 10(b)/2")) for m in PLAIN.split()]
)
def test_too_many_board_cards_at_every_moment(moment: str) -> None:
    """Too many: as soon as a board lies there and until the dealer's cards are up."""
    t = waiting("manual", moment)
    lies = len(t.state.community)
    cards = ("2c",) if lies == 3 else ()
    now = outcome(t, "dealer", a.Report("wrong_number", place="community", count=lies + 1, cards=cards))
    if moment in BOARD_LIES.split():
        assert not isinstance(now, Refusal)
        assert isinstance(now[0], e.Irregularity) and now[0].consequence == "void_spare"
    else:
        assert isinstance(now, Refusal)


@pytest.mark.clause("MA-UTH 15(a)/1")
@pytest.mark.parametrize("moment", ["flop", "turn_river", "stub", "reveal"])
def test_nothing_is_void_once_everybody_has_played(moment: str) -> None:
    """All have raised on their first two cards: the dealer's exposed card can influence nobody any more (U-36)."""
    t = full_table(UTH)
    early = {seat: {"preflop": "play_4x"} for seat in (1, 2, FOLDER)}
    to(t, moment, early)
    assert tell(t, "dealer_card_exposed").consequence == "record"
    assert not t.state.void


@pytest.mark.clause("MA-UTH 15(a)/1")
def test_the_last_player_to_decide_makes_the_difference() -> None:
    t = to(full_table(UTH), "final")
    for seat in (1, 2):
        accepted(t, f"player:P{seat}", a.Decide(seat, "play_1x"))
    now = outcome(t, "dealer", DEALERS)
    assert not isinstance(now, Refusal)
    assert isinstance(now[0], e.Irregularity) and now[0].consequence == "void_spare"
    accepted(t, "player:P4", a.Decide(4, "fold"))
    assert tell(t, "dealer_card_exposed").consequence == "record"
    assert not t.state.void
    balanced(t)
