"""The stub: put away after the deal, and counted at least once in every five rounds unless a Maryland device counts."""

from typing import Any

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.staff import fulfil
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
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
    automatic,
    by_hand,
    clause_of,
    duty_of,
    events,
    refused,
    rules,
    seated,
    to,
)

MANUAL, HAND, AUTOMATED = "manual_shoe", "hand", "automated_shoe"
HELD = {"readings": {"dealer_stack": "held"}}
COUNTING = {"dealing": {"shuffler": "automated", "shuffler_counts_cards": True}}
CONTINUOUS = {"dealing": {"shuffler": "continuous", "shuffler_counts_cards": True}}
TWO_DECKS = {"dealing": {"decks": 2}}

STUB = {
    DRAGON: 53 - 3 - 3, TOP5: 52 - 7 - 7, LIR: 52 - 3 - 2 - 3, UTH: 52 - 2 - 2 - 5 - 2, THREE: 52 - 3 - 3,
    CARIBBEAN: 52 - 5 - 5, MISSISSIPPI: 52 - 2 - 3,
}  # fmt: skip
"""What is left with one player: in Let It Ride the box is dealt, in Texas Hold 'Em the board with two burned cards."""

EXPOSED = {
    **dict.fromkeys((DRAGON, TOP5, THREE, CARIBBEAN), "dealer_card_exposed"),
    **dict.fromkeys((LIR, MISSISSIPPI), "community_card_exposed"),
    UTH: "shoe_jams",
}
"""Something that voids a round in which cards were dealt."""


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=clause, marks=pytest.mark.clause(clause))


def own(clauses: dict[str, str], *values: Any) -> list[Any]:
    """The games by house rules, procedure by procedure: game → three clauses without their document."""
    return [
        case(clause_of(game, clause), game, procedure, *values)
        for game in HOUSE_RULES
        for clause, procedure in zip(clauses[game].split(), (MANUAL, HAND, AUTOMATED), strict=True)
    ]


def running(game: str, procedure: str = MANUAL, **overrides: Any) -> Table:
    """A table for many rounds, with a reproducible shuffle; bets are open."""
    bound = rules(game, procedure, **overrides)
    return Table(bound, source=ShuffledDecks(bound.deck, seeded_stream("stub"))).open()


def play(t: Table, rounds: int) -> Table:
    """Whole rounds with one player and an automatic dealer, up to the next open bets."""
    for _ in range(rounds):
        to(seated(automatic(t), 1), "clear")
        accepted(t, "dealer", a.ClearTable())
        t.run(until="bets")
    return t


def at_stub(t: Table) -> Table:
    return by_hand(to(seated(automatic(t), 1), "stub"))


def void_round(t: Table) -> Table:
    """The next round is dealt and void; the table has been cleared and the deck lies in the rack."""
    to(seated(automatic(t), 1), "deal")
    by_hand(t)
    if t.rules.game.id == UTH:
        accepted(t, "dealer", a.DealCards(("Ah", "Kh")))
        accepted(t, "dealer", a.Report("shoe_jams"))
    else:
        to(automatic(t), "stub")
        accepted(t, "dealer", a.Report(EXPOSED[t.rules.game.id]))
    accepted(t, "dealer", a.ClearTable())
    return by_hand(t)


# --- after the deal, into the rack ----------------------------------------------------------------------------------

AFTER_THE_DEAL = [
    case("MD-DRAGON 8.D(3)", DRAGON, MANUAL),
    case("MD-DRAGON 9.C(4)", DRAGON, HAND),
    case("MD-DRAGON 10.B(5)", DRAGON, AUTOMATED),
    case("MD-TOP5 8.D(3)", TOP5, MANUAL),
    case("MD-TOP5 9.B(2)", TOP5, HAND),
    case("MD-TOP5 10.B(2)", TOP5, AUTOMATED),
    case("MD-LIR 8.D(4)", LIR, MANUAL),
    case("MD-LIR 9.D", LIR, HAND),
    case("MD-LIR 10.C", LIR, AUTOMATED),
    case("MA-UTH 7(e)", UTH, MANUAL),
    case("MA-UTH 8(d)", UTH, HAND),
    case("MA-UTH 9(d)/2", UTH, AUTOMATED),
    *own({THREE: "7.6 8.7 9.6", CARIBBEAN: "7.6 8.7 9.6", MISSISSIPPI: "7.7 8.8 9.6"}),
]
LAST_DELIVERY = {
    DRAGON: (1, 3), TOP5: (1, 7), LIR: (1, 3), UTH: (2, 2), THREE: (1, 3), CARIBBEAN: (1, 1), MISSISSIPPI: (1, 3),
}  # fmt: skip
"""Cards of the last delivery: by card, by stack; in Texas Hold 'Em turn and river together. The dealer's last card in
Caribbean Stud is dealt for itself: it lies face up."""


@pytest.mark.parametrize(("game", "procedure"), AFTER_THE_DEAL)
def test_the_stub_is_removed_only_after_the_last_card(game: str, procedure: str) -> None:
    """Refused while one delivery is missing (in Texas Hold 'Em: of the board), and nothing is decided before it."""
    t = by_hand(to(seated(running(game, procedure), 1), "turn_river" if game == UTH else "deal"))
    missing = LAST_DELIVERY[game][procedure == AUTOMATED]
    cards = _next_cards(t)
    accepted(t, "dealer", a.DealCards(cards[:-missing]))
    refused(t, "dealer", a.RemoveStub(), code="wrong_step")
    refused(t, "dealer", a.CountStub(STUB[game]), code="wrong_step")
    accepted(t, "dealer", a.DealCards(cards[-missing:]))
    assert t.step_name == "stub"
    refused(t, "player:P1", a.Decide(1, "play"), code="wrong_step")
    accepted(t, "dealer", a.RemoveStub())


def _next_cards(t: Table) -> tuple[str, ...]:
    due = fulfil(t.rules, t.state, duty_of(t), t._source.draw, ())
    assert isinstance(due, a.DealCards)
    return due.cards


@pytest.mark.parametrize(
    ("game", "procedure"),
    [
        *AFTER_THE_DEAL[:3],
        case("MD-TOP5 8.D(3)(b)", TOP5, MANUAL),
        case("MD-TOP5 9.B(2)(b)", TOP5, HAND),
        case("MD-TOP5 10.B(2)(b)", TOP5, AUTOMATED),
        *AFTER_THE_DEAL[6:],
    ],
)
def test_the_stub_goes_to_the_rack_unseen_and_the_hands_are_examined(
    game: str, procedure: str, request: pytest.FixtureRequest
) -> None:
    clause = request.node.get_closest_marker("clause").args[0]
    t = at_stub(running(game, procedure))
    assert duty_of(t).clause == clause
    refused(t, "player:P1", a.RemoveStub(), clause=clause, code="wrong_role")
    table_before = {c for s in t.view("dealer").seats for c in s.cards} | {*t.view("dealer").community}
    accepted(t, "dealer", a.RemoveStub())
    table_after = {c for s in t.view("dealer").seats for c in s.cards} | {*t.view("dealer").community}
    assert table_after == table_before, "no card of the stub is seen"
    assert t.turn == 1 and UNKNOWN not in t.view("player:P1").seats[0].cards


@pytest.mark.parametrize(
    ("game", "overrides"), [case("MD-DRAGON 10.B(5)", DRAGON, HELD), case("MD-TOP5 10.B(2)", TOP5, HELD)]
)
def test_with_a_held_stack_the_stub_follows_the_dealers_cards(game: str, overrides: Any) -> None:
    """While the dealer's cards are still in the device the stub stays there too."""
    t = seated(running(game, AUTOMATED, **overrides), 1)
    for step in ("decide", "reveal"):
        to(t, step)
        refused(t, "dealer", a.RemoveStub(), code="wrong_step")
    accepted(t, "dealer", a.ShowCards())
    assert t.step_name == "stub"
    accepted(t, "dealer", a.RemoveStub())
    assert t.step_name == "settle"


# --- at least once every five rounds --------------------------------------------------------------------------------

COUNTED = {THREE: "7.7 8.8 9.7", CARIBBEAN: "7.7 8.8 9.7", MISSISSIPPI: "7.8 8.9 9.7"}
EVERY_FIVE = [
    case("MD-DRAGON 8.E", DRAGON, MANUAL),
    case("MD-DRAGON 9.D", DRAGON, HAND),
    case("MD-DRAGON 10.C", DRAGON, AUTOMATED),
    case("MD-TOP5 8.E", TOP5, MANUAL),
    case("MD-TOP5 9.C", TOP5, HAND),
    case("MD-TOP5 10.B(2)(b)", TOP5, AUTOMATED),  # no count is ordered there: by analogy with 8.E and 9.C (T-30)
    case("MD-LIR 8.D(5)", LIR, MANUAL),
    case("MD-LIR 9.E", LIR, HAND),
    case("MD-LIR 10.D", LIR, AUTOMATED),
    case("MA-UTH 7(f)/1", UTH, MANUAL),
    case("MA-UTH 8(e)/1", UTH, HAND),
    case("MA-UTH 9(e)/1", UTH, AUTOMATED),
    *own(COUNTED),
]


@pytest.mark.parametrize(("game", "procedure"), EVERY_FIVE)
def test_the_stub_is_counted_in_the_fifth_round_at_the_latest(
    game: str, procedure: str, request: pytest.FixtureRequest
) -> None:
    """Four stubs go away uncounted, the fifth does not; after its count four more do, the tenth does not."""
    clause = request.node.get_closest_marker("clause").args[0]
    t = running(game, procedure)
    for _ in range(2):
        play(t, 4)
        at_stub(t)
        refused(t, "dealer", a.RemoveStub(), clause=clause, code="count_due")
        accepted(t, "dealer", a.CountStub(STUB[game]))
        to(automatic(t), "clear")
        accepted(t, "dealer", a.ClearTable())
        t.run(until="bets")
    assert (len(events(t, e.StubRemoved)), len(events(t, e.StubCounted))) == (8, 2)


@pytest.mark.parametrize(("game", "procedure"), [EVERY_FIVE[n] for n in (0, 4, 6, 11, 12, 16, 20)])
def test_an_early_count_starts_the_five_rounds_anew(game: str, procedure: str) -> None:
    t = at_stub(play(running(game, procedure), 1))
    accepted(t, "dealer", a.CountStub(STUB[game]))
    to(automatic(t), "clear")
    accepted(t, "dealer", a.ClearTable())
    t.run(until="bets")
    at_stub(play(t, 4))
    assert t.state.round == 7
    refused(t, "dealer", a.RemoveStub(), code="count_due")


@pytest.mark.parametrize(("game", "procedure"), [EVERY_FIVE[n] for n in (0, 5, 7, 11, 13, 17, 18)])
def test_a_void_round_counts_as_one_of_the_five(game: str, procedure: str) -> None:
    """Three rounds and a void one: the next is the fifth."""
    t = void_round(play(running(game, procedure), 3))
    automatic(t).run(until="bets")
    at_stub(t)
    assert t.state.round == 5
    refused(t, "dealer", a.RemoveStub(), code="count_due")


@pytest.mark.parametrize(("game", "procedure"), [EVERY_FIVE[n] for n in (1, 5, 8, 11, 14, 16, 19)])
def test_no_sixth_round_opens_without_a_count(game: str, procedure: str, request: pytest.FixtureRequest) -> None:
    """The fifth round was void before its stub came: all cards of the deck are counted before the sixth."""
    clause = request.node.get_closest_marker("clause").args[0]
    t = void_round(play(running(game, procedure), 4))
    assert duty_of(t).do is a.CountStub
    refused(t, "dealer", a.ShuffleCards(device=True), clause=clause, code="count_overdue")
    refused(t, "dealer", a.RemoveDeck(1), clause=clause, code="count_overdue")
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.CountStub(53 if game == DRAGON else 52))
    accepted(t, "dealer", a.ShuffleCards(device=True))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize(("game", "procedure"), [EVERY_FIVE[n] for n in (2, 3, 6, 9, 12, 16, 20)])
def test_a_new_deck_is_no_count(game: str, procedure: str) -> None:
    t = play(running(game, procedure), 4)
    accepted(t, "floorperson", a.RemoveDeck(1, "changed"))
    t.run()
    at_stub(t)
    refused(t, "dealer", a.RemoveStub(), code="count_due")


@pytest.mark.parametrize(("game", "procedure"), [EVERY_FIVE[n] for n in (1, 10, 13, 16, 19)])
def test_of_two_decks_the_counted_one_alternates(game: str, procedure: str) -> None:
    """One counter for the table: round 5 is played with the first deck, round 10 with the second."""
    t = play(running(game, procedure, **TWO_DECKS), 10)
    assert [(ev.deck, ev.verdict) for ev in events(t, e.StubCounted)] == [(1, "right"), (2, "right")]


@pytest.mark.parametrize(("game", "procedure"), [EVERY_FIVE[n] for n in (1, 10, 13, 16, 19)])
def test_between_rounds_the_deck_in_the_rack_is_counted(game: str, procedure: str) -> None:
    """The fifth round, with the first deck, is void: one card too few is found, and that deck leaves the table."""
    t = running(game, procedure, **TWO_DECKS)
    play(t, 4)
    if game == UTH:
        to(seated(t, 1), "preflop")
        accepted(t, "dealer", a.Report("dealer_card_exposed"))
        accepted(t, "dealer", a.ClearTable())
    else:
        void_round(t)
    accepted(t, "dealer", a.CountStub(52 if game == DRAGON else 51))
    assert [ev.deck for ev in events(t, e.StubCounted)] == [1]
    assert [ev.deck for ev in events(t, e.DeckRemoved)] == [1]


# --- which device exempts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "exempt"),
    [
        case("MD-DRAGON 8.E", DRAGON, MANUAL, True),
        case("MD-DRAGON 9.D", DRAGON, HAND, True),
        case("MD-DRAGON 10.C", DRAGON, AUTOMATED, True),
        case("MD-TOP5 8.E", TOP5, MANUAL, True),
        case("MD-TOP5 9.C", TOP5, HAND, True),
        case("MD-LIR 8.D(5)", LIR, MANUAL, True),
        case("MD-LIR 9.E", LIR, HAND, True),
        case("MD-LIR 10.D", LIR, AUTOMATED, True),
        case("MA-UTH 7(f)/1", UTH, MANUAL, False),
        case("MA-UTH 8(e)/1", UTH, HAND, False),
        case("MA-UTH 9(e)/1", UTH, AUTOMATED, False),
        *own(COUNTED, True),
        *(case(clause_of(game, "4.7"), game, HAND, True) for game in HOUSE_RULES),
    ],
)
def test_a_device_that_counts_exempts_but_for_massachusetts(game: str, procedure: str, exempt: bool) -> None:
    t = at_stub(play(running(game, procedure, **COUNTING), 4))
    if exempt:
        accepted(t, "dealer", a.RemoveStub())
        to(automatic(t), "clear")
        accepted(t, "dealer", a.ClearTable())
        t.run(until="bets")
        assert t.state.round == 6 and not events(t, e.StubCounted)
    else:
        refused(t, "dealer", a.RemoveStub(), code="count_due")


@pytest.mark.parametrize(
    ("game", "overrides"),
    [
        case("MD-DRAGON 8.E", DRAGON, COUNTING),
        case("MD-TOP5 8.E", TOP5, COUNTING),
        case("MD-LIR 8.D(5)", LIR, COUNTING),
        case("MD-DRAGON 8.D(3)", DRAGON, CONTINUOUS),
        case("MD-TOP5 8.D(3)(b)", TOP5, CONTINUOUS),
        case("MD-LIR 8.D(4)", LIR, CONTINUOUS),
        *(case(clause_of(game, "4.7"), game, COUNTING) for game in HOUSE_RULES),
        *(case(clause_of(game, "4.17"), game, CONTINUOUS) for game in HOUSE_RULES),
    ],
)
def test_a_device_that_is_not_being_used_exempts_no_longer(game: str, overrides: Any) -> None:
    """The counting device is covered after four rounds; in the fifth, shuffled by hand, the stub is counted."""
    t = play(running(game, MANUAL, **overrides), 3)
    to(seated(t, 1), "clear")
    accepted(t, "dealer", a.ClearTable())
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "covered"))
    t.run(until="bets")
    at_stub(t)
    refused(t, "dealer", a.RemoveStub(), code="count_due")
    accepted(t, "dealer", a.CountStub(STUB[game]))


@pytest.mark.parametrize(
    ("game", "procedure"),
    [
        case("MD-DRAGON 5.I", DRAGON, MANUAL),
        case("MD-LIR 10.H", LIR, AUTOMATED),
        *(case(clause_of(game, "4.17"), game, MANUAL) for game in HOUSE_RULES),
    ],
)
def test_a_device_that_reshuffles_continuously_leaves_no_stub(game: str, procedure: str) -> None:
    t = play(running(game, procedure, **CONTINUOUS), 5)
    assert not events(t, e.StubRemoved) and not events(t, e.StubCounted)
    to(seated(t, 1), {LIR: "decide_1", MISSISSIPPI: "third"}.get(game, "decide"))
    refused(t, "dealer", a.CountStub(STUB[game]), code="wrong_step")


# --- no decision before a due count ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "overrides", "following"),
    [
        case("MD-DRAGON 8.E", DRAGON, MANUAL, {}, "decide"),
        case("MD-DRAGON 10.C", DRAGON, AUTOMATED, HELD, "settle"),
        case("MD-TOP5 9.C", TOP5, HAND, {}, "decide"),
        case("MD-TOP5 10.B(2)(b)", TOP5, AUTOMATED, HELD, "settle"),
        case("MD-LIR 9.E", LIR, HAND, {}, "decide_1"),
        case("MA-UTH 9(e)/1", UTH, AUTOMATED, {}, "final"),
        case("TCP 7.7", THREE, MANUAL, {}, "decide"),
        case("CSP 8.8", CARIBBEAN, HAND, {}, "decide"),
        case("MST 9.7", MISSISSIPPI, AUTOMATED, {}, "third"),
    ],
)
def test_nothing_is_decided_or_paid_before_a_due_count(
    game: str, procedure: str, overrides: Any, following: str
) -> None:
    """Maryland: before the examination, with a held stack before the settlement; Texas: before the last decision."""
    t = at_stub(play(running(game, procedure, **overrides), 4))
    acts = {"decide": "play", "decide_1": "ride", "final": "play_1x", "third": "1x"}
    answer = "call" if game == CARIBBEAN else acts.get(following, "")
    act = a.SettleHand(1) if following == "settle" else a.Decide(1, answer)
    by = "dealer" if following == "settle" else "player:P1"
    refused(t, by, act, code="wrong_step")
    if following.startswith("decide"):
        assert set(t.view("player:P1").seats[0].cards) == {UNKNOWN}, "no hand is examined yet"
    accepted(t, "dealer", a.CountStub(STUB[game]))
    assert t.step_name == following
    accepted(t, by, act)
