"""What the tests of irregularities stand on: a full table at every moment of a round, and reports that are no reports.

A moment is the name of a step; `deal` is before the first card, `deal+` in the middle of the deal, `settle+` after the
first hand was paid, `between` when no round is open.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.draft import stake
from pitboss.table.engine import step as put
from pitboss.table.evolve import evolve
from pitboss.table.flow import targets_due
from pitboss.table.refusals import Refusal
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    SHIPPED,
    THREE,
    TOP5,
    UTH,
    Clock,
    accepted,
    clause_of,
    events,
    finish,
    own,
    refused,
    rules,
    seated,
    to,
)

FULL: dict[str, dict[str, int]] = {
    DRAGON: {"ante": 10, "ante_bonus": 10, "three_card_bonus": 5, "dragon": 3},
    TOP5: {"ante": 10, "top_five_bonus": 5, "poker_bonus": 3},
    LIR: {
        "bet_1": 10, "bet_2": 10, "bet_3": 10,
        "five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 3, "progressive": 1,
    },
    UTH: {"ante": 10, "blind": 10, "trips": 5},
    THREE: {"ante": 10, "pair_plus": 5},
    CARIBBEAN: {"ante": 10, "five_card_bonus": 5},
    MISSISSIPPI: {"ante": 10, "three_card_bonus": 5},
}  # fmt: skip
"""Every wager of the default table, in dollars."""

PROGRESSIVE: dict[str, Any] = {
    "wagers": {
        "progressive": {
            "amount": 5,
            "cards": "seven",
            "lines": [
                {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"},
                {"hand": "full_house", "pays": 10, "unit": "for"},
            ],
        },
        "cover_all": {"offered": True},
    },
    "meters": {"Progressive": {"rate": "10", "initial": 10000, "reset": 10000}},
}
"""Ultimate Texas Hold 'Em in an automated shoe with all its wagers."""

FOLDER = 4
"""The position that folds, or lets its bets ride, at every table of these tests; positions 1 and 2 stay."""
CHOICES = {FOLDER: {"decide": "fold", "final": "fold", "third": "fold"}}


def full_table(game: str, procedure: str = "manual_shoe", *, cards: dict[str, str] | None = None, **more: Any) -> Table:
    """Positions 1, 2 and 4 with every wager the table offers; bets stay open."""
    bound = rules(game, procedure, **more)
    places = {place: bound.deck.read_all(text) for place, text in (cards or {}).items()}
    t = Table(bound, source=ScriptedPlaces(bound.deck, places), clock=Clock()).open()
    extra = {"cover_all": 3, "progressive": 5} if game == UTH else {}
    return seated(t, 1, 2, FOLDER, **{**{w: n for w, n in extra.items() if w in t.rules.index}, **FULL[game]})


def at(t: Table, moment: str) -> Table:
    """Brings the table to the moment; position 4 folds where one can fold."""
    if moment == "between":
        finish(t, CHOICES)
        accepted(t, "dealer", a.ClearTable())
        return t
    to(t, moment.removesuffix("+"), CHOICES)
    if moment == "deal+":
        deliver(t, len(targets_due(t.rules, t.state)) - 1)
    elif moment == "settle+":
        assert t.perform()
    return t


def deliver(t: Table, count: int) -> None:
    """The next deliveries of the plan, no more."""
    targets = [target for target, _ in targets_due(t.rules, t.state)][:count]
    accepted(t, "dealer", a.DealCards(t._source.draw(t.state.deck, targets)))


def tell(t: Table, kind: str, by: str = "dealer", **more: Any) -> e.Irregularity:
    """Reports what happened; returns how it was recorded."""
    if "cards" in more:
        more["cards"] = t.rules.deck.read_all(more["cards"])
    first = accepted(t, by, a.Report(kind, **more))[0]
    assert isinstance(first, e.Irregularity)
    balanced(t)
    return first


def outcome(t: Table, by: str, action: a.AnyAction) -> tuple[e.AnyEvent, ...] | Refusal:
    """What would follow, without doing it."""
    found = put(t.rules, t.state, a.Act(by, action, 0))
    return found if isinstance(found, Refusal) else found[0]


def balanced(t: Table) -> None:
    """After every event so far: what players have put in, what lies there and what the house holds make nothing."""
    state = t.rules.opening()
    for record in t.log:
        state = evolve(t.rules, state, record.event)
        chips = sum(s.net + sum(s.stakes) for s in state.seats) + state.inventory + state.departed
        assert chips == 0, f"{chips} cents appear or vanish with {record.event}"


def returned(t: Table) -> dict[int, dict[str, int]]:
    """By position, what voids have given back, in dollars."""
    found: dict[int, dict[str, int]] = {}
    for ev in events(t, e.WagerReturned):
        if ev.reason == "void":
            at_seat = found.setdefault(ev.seat, {})
            assert ev.wager not in at_seat, f"{ev.wager} of position {ev.seat} came back twice"
            at_seat[ev.wager] = ev.cents // 100
    return found


def staked(t: Table, seat: int) -> dict[str, int]:
    """What the position has at stake, on the layout or in the rack, in dollars."""
    found = {w.id: stake(t.rules, t.state.seat(seat), w.id) // 100 for w in t.rules.wagers}
    return {wager: dollars for wager, dollars in found.items() if dollars}


def net(t: Table, seat: int) -> int:
    """The position's chips since its player sat down, in dollars."""
    return t.state.seat(seat).net // 100


def another_round(t: Table) -> Table:
    """Clears the table, makes the cards ready, plays one more round to its end."""
    if t.step_name == "clear":
        t.perform()
    t.run(until="bets")
    t._source = ScriptedPlaces(t.rules.deck, {})
    players = [s.number for s in t.state.seats if s.player]
    for seat in players or [1]:
        seated(t, seat)
    finish(t)
    balanced(t)
    return t


# --- reports that are no reports ------------------------------------------------------------------------------------

LATER = {**dict.fromkeys(SHIPPED, "decide"), LIR: "decide_1", UTH: "preflop", MISSISSIPPI: "third"}
FACE_UP = {DRAGON: "13.A", TOP5: "13.A", LIR: "13.A", UTH: "15(b)/1", **own("12.1")}
NUMBER = {DRAGON: "13.D", TOP5: "13.C", LIR: "13.D", UTH: "15(d)/1", **own("12.4")}
LEFT = {DRAGON: "7.C(2)", TOP5: "7.B(3)", LIR: "7.B(2)", UTH: "6(e)/2", **own("6.5")}
OWN = {DRAGON: "11.A(3)", TOP5: "11.A(3)", LIR: "11.A(3)", UTH: "10(a)/1", **own("10.3")}
HAND = {DRAGON: 3, TOP5: 7, LIR: 3, UTH: 2, THREE: 3, CARIBBEAN: 5, MISSISSIPPI: 2}
FOREIGN = {**dict.fromkeys(SHIPPED, "PH"), DRAGON: "Ah"}


def _wrong(game: str) -> Iterator[tuple[str, str, str, a.Report, str, str]]:
    """(what is wrong with it, moment, by, report, refused as, what the message must help with)"""
    later, number, left, up = LATER[game], NUMBER[game], LEFT[game], FACE_UP[game]
    right = HAND[game]
    report = a.Report
    yield "unknown kind", later, "dealer", report("earthquake"), "no_such_report", "player_left"
    yield f"no seat [{left}]", later, "dealer", report("player_left"), "no_seat", "1 to"
    yield f"no such seat [{left}]", later, "dealer", report("player_left", seat=9), "no_seat", "1 to"
    yield f"empty seat [{left}]", later, "dealer", report("player_left", seat=3), "not_in_play", "1, 2, 4"
    yield f"empty seat's cards [{OWN[game]}]", later, "dealer", report("own_card_exposed", 3), "not_in_play", "1, 2, 4"
    yield (
        f"right number [{number}]",
        later,
        "dealer",
        report("wrong_number", 1, "seat", right),
        "right_number",
        f"not {right}",
    )
    yield f"negative number [{number}]", later, "dealer", report("wrong_number", 1, "seat", -1), "right_number", "not"
    yield f"no place [{number}]", later, "dealer", report("wrong_number", 1, "", 1), "place", "seat"
    yield f"other place [{number}]", later, "dealer", report("wrong_number", 1, "shoe", 1), "place", "seat"
    yield f"by a player [{number}]", later, "player:P1", report("wrong_number", 1, "seat", 1), "wrong_role", "dealer"
    yield f"by an auditor [{left}]", later, "auditor", report("player_left", 1), "wrong_role", "floorperson"
    yield f"no card [{up}]", "deal", "dealer", report("card_face_up"), "cards", "its face"
    yield f"face not told [{up}]", "deal", "dealer", report("card_face_up", cards=("??",)), "cards", "its face"
    card = FOREIGN[game]
    yield f"foreign card [{up}]", "deal", "dealer", report("card_face_up", cards=(card,)), "not_in_deck", "cards of"
    yield f"not while dealing [{up}]", later, "dealer", report("card_face_up", cards=("??",)), "cards", "its face"


WRONG = [
    pytest.param(game, *case[1:], id=f"{game}-{case[0]}", marks=_marks)
    for game in SHIPPED
    for case in _wrong(game)
    for _marks in [[pytest.mark.clause(clause_of(game, case[0].split("[")[1][:-1]))] if "[" in case[0] else []]
]


@pytest.mark.parametrize(("game", "moment", "by", "report", "code", "helps"), WRONG)
def test_a_report_of_nothing_changes_nothing(
    game: str, moment: str, by: str, report: a.Report, code: str, helps: str
) -> None:
    t = at(full_table(game), moment)
    refusal = refused(t, by, report, code=code)
    assert helps in str(refusal)
    assert refusal.clause or code == "no_such_report"


@pytest.mark.parametrize(
    "game", [pytest.param(g, id=g, marks=pytest.mark.clause(clause_of(g, FACE_UP[g]))) for g in SHIPPED]
)
def test_a_card_that_is_out_already_cannot_be_found_face_up(game: str) -> None:
    t = at(full_table(game), "deal+")
    out = next(c for c in t.state.seat(1).cards if t.rules.deck.count(c) == 1) if game != DRAGON else ""
    if game == DRAGON:
        t = at(full_table(game, cards={"seat1": "GD RA RA"}), "deal+")
        out = "GD"
    refused(t, "dealer", a.Report("card_face_up", cards=(out,)), code="card_twice")


def test_the_balance_notices_a_cent() -> None:
    t = at(full_table(TOP5), "decide")
    balanced(t)
    from pitboss.play.log import Record

    t.log.append(Record(len(t.log) + 1, 0, "dealer", e.EnvyPaid(1, 2, 1, "MD-LIR 11.E(5)"), None))
    balanced(t)  # an envy bonus moves a cent from the house to the player
    t.log.append(Record(len(t.log) + 1, 0, "dealer", e.PayoutCut(1, "ante", 1, "MD-LIR 2.B(10)"), None))
    balanced(t)
    lost = e.WagerReturned(1, "play", 0, "MD-TOP5 13.A", "void")
    assert evolve(t.rules, t.state, lost).seat(1).net == t.state.seat(1).net
