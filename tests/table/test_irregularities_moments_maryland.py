"""Maryland: what can be reported at which moment of the round, and what follows. Every other moment refuses it.

Each line: clause, table, report, consequence → moments, written out from the texts and the readings.
"""

from functools import cache
from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from support import DRAGON, LIR, TOP5, follows
from table.test_irregularities_bench import FOLDER, at, full_table, outcome

DRAGON_ROUND = "bets deal deal+ stub decide collect reveal settle settle+ clear between"
TOP5_ROUND = "bets deal deal+ stub decide reveal settle settle+ clear between"
LIR_ROUND = (
    "bets take_five take_progressive deal deal+ stub decide_1 show_1 decide_2 show_2 show_box post settle settle+ "
    "settle_envy clear between"
)
POSTED_FIRST = (
    "bets take_five take_progressive post deal deal+ stub decide_1 show_1 decide_2 show_2 show_box settle settle+ "
    "settle_envy clear between"
)
COMPLETE, ASIDE = {"face_up_in_stack": "complete_from_stub"}, {"single_face_up": "set_aside"}

TABLES: dict[str, tuple[str, str, dict[str, str], str]] = {
    # name: game, procedure, readings, every moment of its round
    "dragon manual": (DRAGON, "manual_shoe", {}, DRAGON_ROUND),
    "dragon hand": (DRAGON, "hand", {}, DRAGON_ROUND),
    "dragon stacks": (DRAGON, "automated_shoe", {}, DRAGON_ROUND),
    "dragon completing": (DRAGON, "automated_shoe", COMPLETE, DRAGON_ROUND),
    "dragon held": (
        DRAGON, "automated_shoe", {"dealer_stack": "held"},
        "bets deal deal+ decide collect dealer_stack reveal stub settle settle+ clear between",
    ),
    "top5 manual": (TOP5, "manual_shoe", {}, TOP5_ROUND),
    "top5 hand": (TOP5, "hand", {}, TOP5_ROUND),
    "top5 stacks": (TOP5, "automated_shoe", {}, TOP5_ROUND),
    "top5 lenient": (TOP5, "manual_shoe", {**ASIDE, "dealer_card_exposed": "play_on"}, TOP5_ROUND),
    "top5 aside in stack": (TOP5, "automated_shoe", ASIDE, TOP5_ROUND),
    "top5 completing": (TOP5, "automated_shoe", {**ASIDE, **COMPLETE}, TOP5_ROUND),
    "top5 held": (
        TOP5, "automated_shoe", {"dealer_stack": "held"},
        "bets deal deal+ decide dealer_stack reveal stub settle settle+ clear between",
    ),
    "lir manual": (LIR, "manual_shoe", {}, LIR_ROUND),
    "lir hand": (LIR, "hand", {}, LIR_ROUND),
    "lir stacks": (LIR, "automated_shoe", {}, LIR_ROUND),
    "lir completing": (LIR, "automated_shoe", {**COMPLETE, "box_card_exposed": "play_on"}, LIR_ROUND),
    "lir at lock": (LIR, "manual_shoe", {"meter_posting": "at_lock"}, POSTED_FIRST),
}  # fmt: skip

CARDS = {
    DRAGON: {"seat1": "PH PH RA", "dealer": "TI MO RA"},
    TOP5: {},
    LIR: {"seat1": "Jh Th 9h", "community": "Kh Qh"},  # a straight flush: the others receive an envy bonus
}
LOOSE = {DRAGON: ("GD", "BD"), TOP5: ("Ah", "Kh"), LIR: ("As", "Ks")}
"""Cards that never leave the deck at these tables."""

DEALING = "deal deal+"
DRAGON_PLAY = "stub decide collect reveal"
DRAGON_HELD = "decide collect dealer_stack reveal stub"
TOP5_PLAY = "stub decide reveal"
TOP5_HELD = "decide dealer_stack reveal stub"
LIR_PLAY = "stub decide_1 show_1 decide_2 show_2"
LIR_END = "show_box post settle"


def one(game: str) -> a.Report:
    return a.Report("card_face_up", cards=LOOSE[game][:1])


def two(game: str) -> a.Report:
    return a.Report("card_face_up", cards=LOOSE[game])


def number(place: str) -> a.Report:
    return a.Report("wrong_number", seat=1 if place == "seat" else 0, place=place, count=9)


def left(seat: int = 1) -> a.Report:
    return a.Report("player_left", seat=seat)


def violation(seat: int = 1) -> a.Report:
    return a.Report("violation", seat=seat)


OWN = a.Report("own_card_exposed", seat=1)
DEALERS = a.Report("dealer_card_exposed")
COMMUNITY = a.Report("community_card_exposed")
BOX = a.Report("box_card_exposed")
JAM = a.Report("shoe_jams")
DRAWN = a.Report("card_drawn_in_error")
OUT = a.Report("cards_run_out")

DRAGON_SHOES = ("dragon manual", "dragon hand")
TOP5_SHOES = ("top5 manual", "top5 hand", "top5 stacks")
LIR_ALL = ("lir manual", "lir hand", "lir stacks")

ROWS: list[tuple[str, tuple[str, ...], a.Report, dict[str, str]]] = [
    # --- Dragon Poker
    ("MD-DRAGON 13.A", DRAGON_SHOES, one(DRAGON), {"replace": DEALING}),
    ("MD-DRAGON 13.A", ("dragon stacks",), one(DRAGON), {"void": DEALING}),
    ("MD-DRAGON 13.A", ("dragon held",), one(DRAGON), {"void": f"{DEALING} dealer_stack"}),
    ("MD-DRAGON 13.A", ("dragon completing",), one(DRAGON), {"complete_later": DEALING}),
    ("MD-DRAGON 13.B", (*DRAGON_SHOES, "dragon stacks", "dragon completing"), two(DRAGON), {"void": DEALING}),
    ("MD-DRAGON 13.B", ("dragon held",), two(DRAGON), {"void": f"{DEALING} dealer_stack"}),
    ("MD-DRAGON 13.C", (*DRAGON_SHOES, "dragon stacks"), DRAWN, {"use_next": DEALING}),
    ("MD-DRAGON 13.C", ("dragon held",), DRAWN, {"use_next": f"{DEALING} dealer_stack"}),
    (
        "MD-DRAGON 13.D",
        (*DRAGON_SHOES, "dragon stacks"),
        number("seat"),
        {"void": f"deal+ {DRAGON_PLAY} settle", "record": "settle+"},
    ),
    (
        "MD-DRAGON 13.D",
        (*DRAGON_SHOES, "dragon stacks"),
        number("dealer"),
        {"void": f"deal+ {DRAGON_PLAY} settle", "record": "settle+"},
    ),
    ("MD-DRAGON 13.D", ("dragon held",), number("seat"), {"void": f"deal+ {DRAGON_HELD} settle", "record": "settle+"}),
    ("MD-DRAGON 13.E", DRAGON_SHOES, DEALERS, {"void": f"deal+ {DRAGON_PLAY}"}),
    ("MD-DRAGON 13.E", ("dragon stacks",), DEALERS, {"void": DRAGON_PLAY}),
    ("MD-DRAGON 13.E", ("dragon held",), DEALERS, {"void": "reveal"}),
    ("MD-DRAGON 13.G", ("dragon stacks",), JAM, {"void": DEALING}),
    ("MD-DRAGON 13.G", ("dragon held",), JAM, {"void": f"{DEALING} dealer_stack"}),
    ("MD-DRAGON 13.G", DRAGON_SHOES, JAM, {}),
    ("MD-DRAGON 8.G(2)", ("dragon manual",), OUT, {"void_remove": DEALING}),
    ("MD-DRAGON 9.H", ("dragon hand",), OUT, {"void_remove": DEALING}),
    ("MD-DRAGON 10.G", ("dragon stacks",), OUT, {"void_remove": DEALING}),
    ("MD-DRAGON 7.C(2)", (*DRAGON_SHOES, "dragon stacks"), left(), {"left": f"{DEALING} {DRAGON_PLAY} settle settle+"}),
    ("MD-DRAGON 7.C(2)", ("dragon held",), left(), {"left": f"{DEALING} {DRAGON_HELD} settle settle+"}),
    (
        "MD-DRAGON 11.A(2)",
        (*DRAGON_SHOES, "dragon stacks"),
        violation(),
        {"record": f"deal+ {DRAGON_PLAY} settle settle+ clear"},
    ),
    (
        "MD-DRAGON 11.A(3)",
        (*DRAGON_SHOES, "dragon stacks"),
        OWN,
        {"record": f"deal+ {DRAGON_PLAY} settle settle+ clear"},
    ),
    # --- Top Five Poker
    ("MD-TOP5 13.A", TOP5_SHOES, one(TOP5), {"void": DEALING}),
    ("MD-TOP5 13.A", TOP5_SHOES, two(TOP5), {"void": DEALING}),
    ("MD-TOP5 13.A", ("top5 held",), one(TOP5), {"void": f"{DEALING} dealer_stack"}),
    ("MD-TOP5 13.A", ("top5 lenient",), one(TOP5), {"replace": DEALING}),
    ("MD-TOP5 13.A", ("top5 lenient", "top5 aside in stack", "top5 completing"), two(TOP5), {"void": DEALING}),
    ("MD-TOP5 13.A", ("top5 aside in stack",), one(TOP5), {"void": DEALING}),
    ("MD-TOP5 13.A", ("top5 completing",), one(TOP5), {"complete_later": DEALING}),
    ("MD-TOP5 13.B", TOP5_SHOES, DRAWN, {"use_next": DEALING}),
    ("MD-TOP5 13.C", TOP5_SHOES, number("seat"), {"void": f"deal+ {TOP5_PLAY} settle", "record": "settle+"}),
    ("MD-TOP5 13.C", TOP5_SHOES, number("dealer"), {"void": f"deal+ {TOP5_PLAY} settle", "record": "settle+"}),
    ("MD-TOP5 13.C", ("top5 held",), number("seat"), {"void": f"deal+ {TOP5_HELD} settle", "record": "settle+"}),
    ("MD-TOP5 13.C", ("top5 manual", "top5 hand"), DEALERS, {"void": f"deal+ {TOP5_PLAY}"}),
    ("MD-TOP5 13.C", ("top5 stacks",), DEALERS, {"void": TOP5_PLAY}),
    ("MD-TOP5 13.C", ("top5 held",), DEALERS, {"void": "reveal"}),
    ("MD-TOP5 13.C", ("top5 lenient",), DEALERS, {"record": f"deal+ {TOP5_PLAY}"}),
    ("MD-TOP5 13.D", ("top5 stacks",), JAM, {"void": DEALING}),
    ("MD-TOP5 13.D", ("top5 held",), JAM, {"void": f"{DEALING} dealer_stack"}),
    ("MD-TOP5 13.D", ("top5 manual", "top5 hand"), JAM, {}),
    ("MD-TOP5 8.F(5)", ("top5 manual",), OUT, {"void_remove": DEALING}),
    ("MD-TOP5 9.D(5)", ("top5 hand",), OUT, {"void_remove": DEALING}),
    ("MD-TOP5 10.C(4)", ("top5 stacks",), OUT, {"void_remove": DEALING}),
    ("MD-TOP5 7.B(3)", TOP5_SHOES, left(), {"left": f"{DEALING} {TOP5_PLAY} settle settle+"}),
    ("MD-TOP5 7.B(3)", ("top5 held",), left(), {"left": f"{DEALING} {TOP5_HELD} settle settle+"}),
    ("MD-TOP5 11.A(5)", TOP5_SHOES, violation(), {"forfeit": f"deal+ {TOP5_PLAY} settle settle+"}),
    ("MD-TOP5 11.A(5)", ("top5 manual", "top5 hand"), violation(FOLDER), {"forfeit": f"deal+ {TOP5_PLAY} settle"}),
    ("MD-TOP5 11.A(3)", TOP5_SHOES, OWN, {"record": f"deal+ {TOP5_PLAY} settle settle+ clear"}),
    # --- Let It Ride
    ("MD-LIR 13.A", ("lir manual", "lir hand"), one(LIR), {"replace": DEALING}),
    ("MD-LIR 13.A", ("lir stacks",), one(LIR), {"void": DEALING}),
    ("MD-LIR 13.A", ("lir completing",), one(LIR), {"complete_later": DEALING}),
    ("MD-LIR 13.B", (*LIR_ALL, "lir completing"), two(LIR), {"void": DEALING}),
    ("MD-LIR 13.C", LIR_ALL, DRAWN, {"use_next": DEALING}),
    ("MD-LIR 13.D", LIR_ALL, number("seat"), {"void": f"deal+ {LIR_PLAY} {LIR_END}", "record": "settle+"}),
    ("MD-LIR 13.D", LIR_ALL, number("community"), {"void": f"deal+ {LIR_PLAY} {LIR_END}", "record": "settle+"}),
    (
        "MD-LIR 13.D",
        ("lir at lock",),
        number("seat"),
        {"void": f"deal+ {LIR_PLAY} show_box settle", "record": "settle+"},
    ),
    ("MD-LIR 8.F(1)", ("lir manual",), number("box"), {"void": f"deal+ {LIR_PLAY} {LIR_END}", "record": "settle+"}),
    ("MD-LIR 9.H(1)", ("lir hand",), number("box"), {"void": f"deal+ {LIR_PLAY} {LIR_END}", "record": "settle+"}),
    ("MD-LIR 10.G(1)", ("lir stacks",), number("box"), {"void": f"deal+ {LIR_PLAY} {LIR_END}", "record": "settle+"}),
    ("MD-LIR 13.E", LIR_ALL, COMMUNITY, {"void": f"deal+ {LIR_PLAY}"}),
    ("MD-LIR 13.E", LIR_ALL, BOX, {"void": "deal+ stub decide_1 show_1 decide_2"}),
    ("MD-LIR 13.E", ("lir completing",), BOX, {"record": "deal+ stub decide_1 show_1 decide_2"}),
    ("MD-LIR 13.G", ("lir stacks",), JAM, {"void": DEALING}),
    ("MD-LIR 13.G", ("lir manual", "lir hand"), JAM, {}),
    ("MD-LIR 8.F(2)", ("lir manual",), OUT, {"void_remove": DEALING}),
    ("MD-LIR 9.H(2)", ("lir hand",), OUT, {"void_remove": DEALING}),
    ("MD-LIR 10.G(2)", ("lir stacks",), OUT, {"void_remove": DEALING}),
    (
        "MD-LIR 7.B(2)",
        (*LIR_ALL, "lir at lock"),
        left(),
        {"left": f"take_five take_progressive {DEALING} {LIR_PLAY} {LIR_END} settle+ settle_envy"},
    ),
    ("MD-LIR 11.A(2)", LIR_ALL, violation(), {"record": f"deal+ {LIR_PLAY} {LIR_END} settle+ settle_envy clear"}),
    ("MD-LIR 11.A(3)", LIR_ALL, OWN, {"record": f"deal+ {LIR_PLAY} {LIR_END} settle+ settle_envy clear"}),
]


@cache
def waiting(name: str, moment: str) -> Table:
    """A table that stands at the moment; nothing is ever done to it."""
    game, procedure, readings, _ = TABLES[name]
    more: dict[str, Any] = {"readings": readings} if readings else {}
    return at(full_table(game, procedure, cards=CARDS[game], **more), moment)


@pytest.mark.parametrize(
    ("clause", "name", "report", "when"),
    [
        pytest.param(
            clause,
            name,
            report,
            when,
            marks=pytest.mark.clause(clause),
            id=f"{clause}-{name}-{report.kind}-{report.place or len(report.cards) or report.seat}",
        )
        for clause, names, report, when in ROWS
        for name in names
    ],
)
def test_only_at_its_moments(clause: str, name: str, report: a.Report, when: dict[str, str]) -> None:
    expected = {moment: consequence for consequence, moments in when.items() for moment in moments.split()}
    found = {}
    for moment in TABLES[name][3].split():
        outcome_now = outcome(waiting(name, moment), "dealer", report)
        if not isinstance(outcome_now, Refusal):
            first = outcome_now[0]
            assert isinstance(first, e.Irregularity) and first.clause == clause
            follows(first.consequence, outcome_now)
            found[moment] = first.consequence
        else:
            assert outcome_now.code in ("not_now", "no_cards", "not_in_play"), str(outcome_now)
    assert found == expected
