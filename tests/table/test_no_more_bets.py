"""From the shuffled deck to the first card: the deck goes in, "no more bets", and what Let It Ride collects then."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.duties import duty
from pitboss.table.engine import decide
from pitboss.table.evolve import evolve
from pitboss.table.examples import spare_cards
from pitboss.table.refusals import Refusal
from pitboss.table.state import State
from support import (
    CARIBBEAN,
    DRAGON,
    HOUSE_RULES,
    LIR,
    MISSISSIPPI,
    THREE,
    TOP5,
    UTH,
    accepted,
    by_hand,
    clause_of,
    events,
    refused,
    seated,
    table,
)

MANUAL, HAND, AUTOMATED = "manual_shoe", "hand", "automated_shoe"
BY_HAND_INTO_THE_SHOE = {"dealing": {"procedure": AUTOMATED, "shuffler": "none"}}
DOLLAR = 100


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=clause, marks=pytest.mark.clause(clause))


def some_cards(t: Table, count: int = 1) -> a.DealCards:
    return a.DealCards(spare_cards(t.rules, t.state, count))


# --- the deck is placed after shuffle and cut -----------------------------------------------------------------------

OPENING = ["received", "inspected", "verified", "spread", "looked", "washed", "stacked"]


@pytest.mark.parametrize(
    ("game", "procedure", "overrides", "last"),
    [
        case("MD-DRAGON 8.B", DRAGON, MANUAL, {}, ["shuffled", "cut"]),
        case("MD-DRAGON 10.A(1)", DRAGON, AUTOMATED, BY_HAND_INTO_THE_SHOE, ["shuffled", "cut"]),
        case("MD-TOP5 8.B", TOP5, MANUAL, {}, ["shuffled", "cut"]),
        case("MD-TOP5 10.A(1)", TOP5, AUTOMATED, BY_HAND_INTO_THE_SHOE, ["shuffled", "cut"]),
        case("MD-LIR 8.B", LIR, MANUAL, {}, ["shuffled", "cut"]),
        case("MD-LIR 10.A(1)", LIR, AUTOMATED, {}, ["shuffled"]),
        case("MA-UTH 7(a)/2", UTH, MANUAL, {}, ["shuffled", "cut"]),
        case("MA-UTH 9(b)(1)", UTH, AUTOMATED, BY_HAND_INTO_THE_SHOE, ["shuffled", "cut"]),
        *(case(clause_of(game, "7.2"), game, MANUAL, {}, ["shuffled", "cut"]) for game in HOUSE_RULES),
        *(case(clause_of(game, "9.2"), game, AUTOMATED, {}, ["shuffled"]) for game in HOUSE_RULES),
    ],
)
def test_the_deck_is_placed_only_after_shuffle_and_cut(
    game: str, procedure: str, overrides: Any, last: list[str]
) -> None:
    """At no earlier stage does a round open or a card leave; by a device without a cut, by hand with one."""
    t = table(game, procedure, open_bets=False, **overrides)
    stages: list[str] = []
    while not events(t, e.DeckReady):
        refused(t, "dealer", a.OpenRound(), code="deck_stage")
        refused(t, "dealer", some_cards(t), code="no_round")
        assert t.perform()
        stages += [_stage(r.event) for r in t.log[len(stages) :] if not isinstance(r.event, e.DeckReady)]
    assert stages == OPENING + last
    accepted(t, "dealer", a.OpenRound())


def _stage(event: e.AnyEvent) -> str:
    named = {e.CardsReceived: "received", e.CardsShuffled: "shuffled", e.CardsCut: "cut"}
    return event.stage if isinstance(event, e.DeckMoved) else named[type(event)]


@pytest.mark.parametrize(
    ("game", "procedure", "overrides"),
    [
        case("MD-DRAGON 8.B", DRAGON, MANUAL, {}),
        case("MD-TOP5 8.B", TOP5, MANUAL, {}),
        case("MD-LIR 8.B", LIR, MANUAL, {}),
        case("MA-UTH 9(b)", UTH, AUTOMATED, BY_HAND_INTO_THE_SHOE),
        *(case(clause_of(game, "7.2"), game, MANUAL, {}) for game in HOUSE_RULES),
    ],
)
def test_a_deck_that_must_be_cut_again_is_not_dealt(game: str, procedure: str, overrides: Any) -> None:
    """A recut ordered while the bets are open takes the deck out again: no announcement before the cut."""
    t = by_hand(seated(table(game, procedure, **overrides), 1))
    accepted(t, "supervisor", a.OrderRecut())
    refused(t, "dealer", a.CloseBets(), code="deck_stage")
    refused(t, "dealer", some_cards(t))
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.CloseBets())


@pytest.mark.clause("MA-UTH 8(b)")
def test_the_hand_may_be_dealt_from_only_after_a_device_has_shuffled() -> None:
    t = table(UTH, HAND, open_bets=False)
    while t.state.decks[0].stage != "stacked":
        assert t.perform()
    refused(t, "dealer", a.ShuffleCards(device=False), clause="MA-UTH 8(b)(1)")
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    accepted(t, "dealer", a.OpenRound())


# --- "no more bets" before any card ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "first_delivery"),
    [
        case("MD-DRAGON 8.C", DRAGON, MANUAL, 1),
        case("MD-DRAGON 9.B", DRAGON, HAND, 1),
        case("MD-DRAGON 7.D", DRAGON, AUTOMATED, 3),  # chapter 10 has no announcement of its own: D-22
        case("MD-TOP5 8.C", TOP5, MANUAL, 1),
        case("MD-TOP5 9.A(5)", TOP5, HAND, 1),
        case("MD-TOP5 10.A(2)", TOP5, AUTOMATED, 7),
        case("MD-LIR 8.C", LIR, MANUAL, 1),
        case("MD-LIR 9.A(3)", LIR, HAND, 1),
        case("MD-LIR 10.A(1)(a)", LIR, AUTOMATED, 3),
        case("MA-UTH 7(b)", UTH, MANUAL, 1),
        case("MA-UTH 8(b)(3)/1", UTH, HAND, 1),
        case("MA-UTH 9(b)(2)", UTH, AUTOMATED, 2),
        *(case(clause_of(game, "7.3"), game, MANUAL, 1) for game in HOUSE_RULES),
        *(case(clause_of(game, "8.4"), game, HAND, 1) for game in HOUSE_RULES),
        case("TCP 6.6", THREE, AUTOMATED, 3),  # chapter 9 says it with the choice of the shoe, 9.1
        case("CSP 6.6", CARIBBEAN, AUTOMATED, 5),
        case("MST 6.6", MISSISSIPPI, AUTOMATED, 2),
    ],
)
def test_no_card_before_no_more_bets(
    game: str, procedure: str, first_delivery: int, request: pytest.FixtureRequest
) -> None:
    clause = request.node.get_closest_marker("clause").args[0]
    t = by_hand(seated(table(game, procedure), 1))
    refused(t, "dealer", some_cards(t, first_delivery), clause=clause)
    refused(t, "player:P1", a.CloseBets(), clause=clause, code="wrong_role")
    accepted(t, "dealer", a.CloseBets())
    assert events(t, e.BetsClosed)[0].clause == clause
    accepted(t, "dealer", some_cards(t, first_delivery))


# --- what Let It Ride collects at "no more bets" --------------------------------------------------------------------


def collecting(procedure: str, **overrides: Any) -> Table:
    """Positions 1, 2, 4; the Five Card Bonus at 1 and 4, the Progressive at 2 and 4; bets open, nothing automatic."""
    t = seated(table(LIR, procedure, **overrides), 1, 2, 4)
    for seat, wager in ((1, "five_card_bonus"), (4, "five_card_bonus"), (2, "progressive"), (4, "progressive")):
        t.bet(seat, **{wager: 1})
    return by_hand(t)


def closed(procedure: str, *, five: int | None = None, progressive: int | None = None) -> Table:
    """The same after "no more bets", with these counts of chips if they were made."""
    t = collecting(procedure)
    accepted(t, "dealer", a.CloseBets())
    if five is not None:
        accepted(t, "dealer", a.TakeWagers("five_card_bonus", five))
    if progressive is not None:
        accepted(t, "dealer", a.TakeWagers("progressive", progressive))
    return t


def on_layout(t: Table, wager: str) -> list[int]:
    """The positions on whose areas this wager lies."""
    place = t.rules.index[wager]
    return [s.number for s in t.state.seats if s.stakes[place]]


@pytest.mark.parametrize(
    ("procedure", "wager"),
    [
        case("MD-LIR 8.C(1)(a)", MANUAL, "five_card_bonus"),
        case("MD-LIR 9.A(3)(a)(i)", HAND, "five_card_bonus"),
        case("MD-LIR 10.A(1)(b)(i)", AUTOMATED, "five_card_bonus"),
        case("MD-LIR 8.C(3)(a)", MANUAL, "progressive"),
        case("MD-LIR 9.A(3)(c)(i)", HAND, "progressive"),
        case("MD-LIR 10.A(1)(d)(i)", AUTOMATED, "progressive"),
    ],
)
def test_the_wagers_are_collected_before_any_card(procedure: str, wager: str, request: pytest.FixtureRequest) -> None:
    clause = request.node.get_closest_marker("clause").args[0]
    t = collecting(procedure)
    refused(t, "dealer", a.TakeWagers(wager, 2), code="wrong_step")
    accepted(t, "dealer", a.CloseBets())
    if wager == "progressive":
        accepted(t, "dealer", a.TakeWagers("five_card_bonus", 2))
    refused(t, "dealer", some_cards(t, 3), clause=clause)
    assert on_layout(t, wager) == ([1, 4] if wager == "five_card_bonus" else [2, 4])
    accepted(t, "dealer", a.TakeWagers(wager, 2))
    assert on_layout(t, wager) == []
    assert on_layout(t, "bet_1") == [1, 2, 4], "the three bets stay where they are"


@pytest.mark.parametrize(
    "procedure",
    [
        case("MD-LIR 8.C(1)(b)", MANUAL),
        case("MD-LIR 9.A(3)(a)(ii)", HAND),
        case("MD-LIR 10.A(1)(b)(ii)", AUTOMATED),
    ],
)
def test_a_lammer_lies_before_each_player_with_a_five_card_bonus(procedure: str) -> None:
    """Everybody sees it; none before the collection, none before a player without the wager."""

    def lammers(t: Table) -> list[int]:
        return [s.number for s in t.view("player:P2").seats if "five_card_bonus" in s.lammers]

    assert lammers(closed(procedure)) == []
    assert lammers(closed(procedure, five=2)) == [1, 4]


@pytest.mark.parametrize(
    ("procedure", "wager"),
    [
        case("MD-LIR 8.C(1)(c)", MANUAL, "five_card_bonus"),
        case("MD-LIR 9.A(3)(a)(iii)", HAND, "five_card_bonus"),
        case("MD-LIR 10.A(1)(b)(iii)", AUTOMATED, "five_card_bonus"),
        case("MD-LIR 8.C(3)(b)", MANUAL, "progressive"),
        case("MD-LIR 9.A(3)(c)(ii)", HAND, "progressive"),
        case("MD-LIR 10.A(1)(d)(ii)", AUTOMATED, "progressive"),
    ],
)
@pytest.mark.parametrize("chips", [1, 2, 3])
def test_as_many_chips_as_wagers_or_the_deal_waits_for_a_ruling(
    procedure: str, wager: str, chips: int, request: pytest.FixtureRequest
) -> None:
    """Two wagers: two chips and the round goes on; one or three, and only a floorperson's ruling lets it (L-41)."""
    clause = request.node.get_closest_marker("clause").args[0]
    last = wager == "progressive"
    t = closed(procedure, five=2 if last else chips, progressive=chips if last else None)
    assert (events(t, e.ChipsCounted)[-1].chips, events(t, e.ChipsCounted)[-1].expected) == (chips, 2)
    if chips != 2:
        matter = "chips:" + wager
        assert [(m.matter, m.clause) for m in events(t, e.MatterRaised)] == [(matter, clause)]
        refused(t, "dealer", some_cards(t, 3))
        refused(t, "dealer", a.TakeWagers(wager, 2), code="pending")
        refused(t, "dealer", a.Rule(matter, "resolved"), code="wrong_role")
        accepted(t, "floorperson", a.Rule(matter, "resolved"))
    if not last:
        accepted(t, "dealer", a.TakeWagers("progressive", 2))
    accepted(t, "dealer", some_cards(t, 3))


@pytest.mark.parametrize(
    ("procedure", "wager"),
    [
        case("MD-LIR 8.C(1)(d)", MANUAL, "five_card_bonus"),
        case("MD-LIR 9.A(3)(a)(iv)", HAND, "five_card_bonus"),
        case("MD-LIR 10.A(1)(b)(iv)", AUTOMATED, "five_card_bonus"),
        case("MD-LIR 8.C(3)(c)", MANUAL, "progressive"),
        case("MD-LIR 9.A(3)(c)(iii)", HAND, "progressive"),
        case("MD-LIR 10.A(1)(d)(iii)", AUTOMATED, "progressive"),
    ],
)
def test_the_chips_go_into_the_table_inventory(procedure: str, wager: str) -> None:
    before = closed(procedure, five=2) if wager == "progressive" else closed(procedure)
    after = closed(procedure, five=2, progressive=2 if wager == "progressive" else None)
    assert after.state.inventory - before.state.inventory == 2 * DOLLAR
    assert [s.net for s in after.state.seats] == [s.net for s in before.state.seats], "nobody has lost it yet"


@pytest.mark.parametrize(
    "procedure",
    [case("MD-LIR 8.C(2)", MANUAL), case("MD-LIR 9.A(3)(b)", HAND), case("MD-LIR 10.A(1)(c)", AUTOMATED)],
)
def test_no_progressive_wager_is_taken_after_no_more_bets(procedure: str) -> None:
    """Up to the announcement it may be placed and taken back; then the system is locked, before any chip is taken."""
    t = collecting(procedure)
    wager, no_wager = a.PlaceWager(1, "progressive", DOLLAR), a.PlaceWager(1, "progressive", 0)
    accepted(t, "player:P1", wager)
    accepted(t, "player:P1", no_wager)
    accepted(t, "dealer", a.CloseBets())
    refused(t, "player:P1", wager, code="no_more_bets")
    refused(t, "player:P2", a.PlaceWager(2, "progressive", 0), code="no_more_bets")
    refused(t, "dealer", wager, code="no_more_bets")


@pytest.mark.parametrize(
    "procedure",
    [case("MD-LIR 8.C(3)(b)", MANUAL), case("MD-LIR 9.A(3)(c)(ii)", HAND), case("MD-LIR 10.A(1)(d)(ii)", AUTOMATED)],
)
def test_a_progressive_wager_the_system_did_not_accept_is_not_counted(procedure: str) -> None:
    t = collecting(procedure)
    accepted(t, "player:P1", a.PlaceWager(1, "progressive", DOLLAR, accepted=False))
    accepted(t, "dealer", a.CloseBets())
    accepted(t, "dealer", a.TakeWagers("five_card_bonus", 2))
    accepted(t, "dealer", a.TakeWagers("progressive", 2))
    assert events(t, e.ChipsCounted)[-1].expected == 2 and not t.state.matters


@pytest.mark.parametrize("state", ["not offered", "nobody made it", "made"])
@pytest.mark.parametrize(
    ("procedure", "wager"),
    [
        case("MD-LIR 8.C(1)", MANUAL, "five_card_bonus"),
        case("MD-LIR 9.A(3)(a)", HAND, "five_card_bonus"),
        case("MD-LIR 10.A(1)(b)", AUTOMATED, "five_card_bonus"),
        case("MD-LIR 8.C(3)", MANUAL, "progressive"),
        case("MD-LIR 9.A(3)(c)", HAND, "progressive"),
        case("MD-LIR 10.A(1)(d)", AUTOMATED, "progressive"),
    ],
)
def test_there_is_something_to_collect_only_where_the_wager_was_made(procedure: str, wager: str, state: str) -> None:
    """Not offered: no such wager. Offered, and nobody made it: nothing to collect (L-40). Made: the cards wait."""
    overrides: dict[str, Any] = {"wagers": {wager: {"offered": False}}} if state == "not offered" else {}
    t = by_hand(seated(table(LIR, procedure, **overrides), 1, 2))
    bet = a.PlaceWager(1, wager, DOLLAR)
    if state == "not offered":
        refused(t, "player:P1", bet, code="no_such_wager")
    if state == "made":
        accepted(t, "player:P1", bet)
    accepted(t, "dealer", a.CloseBets())
    due = duty(t.rules, t.state)
    assert due is not None
    assert (due.do, due.wager) == ((a.TakeWagers, wager) if state == "made" else (a.DealCards, ""))
    if state == "made":
        refused(t, "dealer", some_cards(t, 3))
        accepted(t, "dealer", a.TakeWagers(wager, 1))
    accepted(t, "dealer", some_cards(t, 3))


@pytest.mark.clause("MD-LIR 8.C(1)(a)")
def test_the_five_card_bonus_is_collected_before_the_progressive() -> None:
    t = closed(MANUAL)
    refused(t, "dealer", a.TakeWagers("progressive", 2), code="other_wager")
    accepted(t, "dealer", a.TakeWagers("five_card_bonus", 2))
    refused(t, "dealer", a.TakeWagers("five_card_bonus", 2), code="other_wager")
    accepted(t, "dealer", a.TakeWagers("progressive", 2))


@pytest.mark.parametrize(
    ("clause", "wager"), [("MD-LIR 8.C(1)(c)", "five_card_bonus"), ("MD-LIR 8.C(3)(b)", "progressive")]
)
def test_a_ruling_counts_the_lammers_that_lie_there_and_not_what_was_wagered(clause: str, wager: str) -> None:
    """Positions with the wager: one beside position 4. What position 4 forfeits is still counted, as it may come back
    when the round is voided; where it has been given back there is no lammer any more."""
    last = wager == "progressive"
    t = closed(MANUAL, five=2 if last else 3, progressive=3 if last else None)
    accepted(t, "floorperson", a.Report("player_left", seat=4, ruling="losing"))

    def ruled(state: State) -> e.ChipsCounted:
        decided = decide(t.rules, state, a.Act("floorperson:Flo", a.Rule(f"chips:{wager}", "resolved"), 0))
        assert not isinstance(decided, Refusal)
        (counted,) = (event for event in decided if isinstance(event, e.ChipsCounted))
        return counted

    back = evolve(t.rules, t.state, e.WagerReturned(4, wager, DOLLAR, clause, "void"))
    assert ruled(t.state) == e.ChipsCounted(wager, 2, 2, clause)
    assert ruled(back) == e.ChipsCounted(wager, 1, 1, clause)
