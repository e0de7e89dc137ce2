"""Shuffling, cutting, recutting, and the table that stands idle."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from pitboss.cards.shuffle import cut, shuffled
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import Target
from support import (
    DRAGON,
    LIR,
    MARYLAND,
    SHIPPED,
    TOP5,
    UTH,
    accepted,
    by_hand,
    clause_of,
    events,
    finish,
    own,
    refused,
    rules,
    seated,
    table,
    to,
)

SHUFFLER: dict[str, Any] = {"dealing": {"procedure": "manual_shoe", "shuffler": "automated"}}
SIZE = {**dict.fromkeys(SHIPPED, 52), DRAGON: 53}


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=" ".join([clause, *(str(v) for v in values[1:])]), marks=pytest.mark.clause(clause))


def each(clauses: dict[str, str], *values: Any) -> list[Any]:
    """One case per game: game → the rest of its clause."""
    return [case(clause_of(game, rest), game, *values) for game, rest in clauses.items()]


def opened(game: str, procedure: str = "manual_shoe", **overrides: Any) -> Table:
    """A table with open bets at which from now on nothing happens by itself."""
    return by_hand(table(game, procedure, **overrides))


def stacked(game: str, procedure: str = "manual_shoe", **overrides: Any) -> Table:
    """A table whose cards are stacked for the first shuffle."""
    t = table(game, procedure, open_bets=False, **overrides)
    while t.state.decks[0].stage != "stacked":
        assert t.perform()
    return by_hand(t)


def after_a_round(game: str) -> Table:
    t = finish(seated(table(game), 1))
    accepted(t, "dealer", a.ClearTable())
    return by_hand(t)


# --- the shuffle -----------------------------------------------------------------------------------------------------

SHUFFLE = {DRAGON: "5.A", TOP5: "5.A", LIR: "5.A", UTH: "4(a)/1", **own("4.1")}


@pytest.mark.parametrize("game", each(SHUFFLE))
def test_every_order_of_the_cards_is_equally_likely(game: str) -> None:
    """Counted over every pair of bytes that three cards can need; a byte that would favour a place is drawn again."""
    three = rules(game).deck.cards[::17][:3]

    def order(*given: int) -> tuple[str, ...]:
        return shuffled(three, lambda count: bytes(given).ljust(count, b"\0"))

    pairs = list(product(range(255), range(256)))
    orders = Counter(order(*pair) for pair in pairs)
    assert set(orders.values()) == {len(pairs) // 6} and len(orders) == 6
    assert all(order(255, *pair) == order(*pair) for pair in pairs[::97])


@pytest.mark.parametrize("game", each(SHUFFLE))
def test_a_shuffle_keeps_every_card_and_makes_a_new_order_each_time(game: str) -> None:
    deck = rules(game).deck
    source = ShuffledDecks(deck, seeded_stream("shuffle"))
    orders = []
    for _ in range(5):
        source.shuffle(1)
        orders.append(source.draw(1, [Target("dealer", deck.size, "")]))
    assert all(sorted(order) == sorted(deck.cards) for order in orders)
    assert len(set(orders)) == 5


@pytest.mark.parametrize("game", each(SHUFFLE))
def test_the_cards_are_shuffled_by_hand_or_by_a_device_that_is_there(game: str) -> None:
    refused(stacked(game), "dealer", a.ShuffleCards(device=True), code="no_shuffler")
    accepted(stacked(game), "dealer", a.ShuffleCards())
    accepted(stacked(game, **SHUFFLER), "dealer", a.ShuffleCards(device=True))


@pytest.mark.parametrize("game", each({DRAGON: "5.A(2)", TOP5: "5.A(2)", LIR: "5.A(2)", UTH: "4(a)/1", **own("4.3")}))
def test_the_cards_are_shuffled_after_each_round(game: str) -> None:
    t = after_a_round(game)
    refused(t, "dealer", a.OpenRound(), clause=clause_of(game, SHUFFLE[game]), code="deck_stage")
    refused(t, "dealer", a.CutCards(20), code="deck_stage")
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.OpenRound())


ORDERED = dict.fromkeys(MARYLAND, "5.A(3)") | own("4.4")


@pytest.mark.parametrize(
    ("game", "by", "allowed"),
    [
        *(case(clause_of(g, c), g, by, True) for g, c in ORDERED.items() for by in ("floorperson", "supervisor")),
        *(case(clause_of(g, c), g, by, False) for g, c in ORDERED.items() for by in ("dealer", "player:Ann")),
    ],
)
def test_a_floorperson_or_above_may_order_a_shuffle(game: str, by: str, allowed: bool) -> None:
    t = seated(opened(game), 1)
    if not allowed:
        refused(t, by, a.OrderShuffle(), clause=clause_of(game, ORDERED[game]), code="wrong_role")
        return
    accepted(t, by, a.OrderShuffle("a card fell to the floor"))
    refused(t, "dealer", a.CloseBets(), code="deck_stage")
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.CloseBets())
    refused(t, by, a.OrderShuffle(), code="round_open")  # never under a round that is being dealt


def test_massachusetts_knows_no_order_to_shuffle() -> None:
    for by in ("floorperson", "supervisor", "manager"):
        refused(opened(UTH), by, a.OrderShuffle(), code="no_such_order")


# --- cut or no cut ---------------------------------------------------------------------------------------------------

NO_CUT = {DRAGON: "5.E(1)", TOP5: "5.C(1)", LIR: "5.D(1)", UTH: "4(b)(1)", **own("4.9")}
MUST_CUT = {DRAGON: "5.E(2)", TOP5: "5.C(2)", LIR: "5.D(2)", UTH: "4(b)(2)", **own("4.10")}
DEPTH = {DRAGON: "5.F", TOP5: "5.D", LIR: "5.F", UTH: "4(c)(1)(ii)", **own("4.11")}


@pytest.mark.parametrize(
    ("game", "procedure"),
    [*each(NO_CUT, "hand"), *each(NO_CUT, "automated_shoe"), case("MA-UTH 4(b)", UTH, "hand")],
)
def test_cards_shuffled_by_a_device_are_dealt_without_a_cut(game: str, procedure: str) -> None:
    t = stacked(game, procedure)
    accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.OpenRound())
    assert not events(t, e.CardsCut)


@pytest.mark.parametrize("game", [*each(MUST_CUT), case("MA-UTH 4(b)", UTH), case("MA-UTH 4(c)", UTH)])
def test_cards_shuffled_by_hand_are_not_dealt_before_they_are_cut(game: str) -> None:
    t = stacked(game)
    accepted(t, "dealer", a.ShuffleCards())
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(MUST_CUT))
def test_preshuffled_cards_are_not_dealt_before_they_are_cut(game: str) -> None:
    t = by_hand(table(game, open_bets=False))
    accepted(t, "dealer", a.ReceiveCards(preshuffled=True))
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize(
    ("game", "from_bottom", "depth", "allowed"),
    [
        *each(DEPTH, 0, 9, False),
        *each(DEPTH, 0, 10, True),
        *(case(clause_of(g, c), g, 0, SIZE[g] - 1, True) for g, c in DEPTH.items()),
        *(case(clause_of(g, c), g, 0, SIZE[g], False) for g, c in DEPTH.items()),
        *(case(clause_of(g, c), g, 10, SIZE[g] - 10, True) for g, c in DEPTH.items()),
        *(case(clause_of(g, c), g, 10, SIZE[g] - 9, False) for g, c in DEPTH.items()),
    ],
)
def test_the_cut_is_at_least_ten_cards_deep(game: str, from_bottom: int, depth: int, allowed: bool) -> None:
    """The text has no other end; the operator may ask for ten cards below the cut as well (X-16)."""
    t = stacked(game, readings={"cut_min_from_bottom": str(from_bottom)})
    accepted(t, "dealer", a.ShuffleCards())
    if allowed:
        accepted(t, "dealer", a.CutCards(depth))
    else:
        refused(t, "dealer", a.CutCards(depth), clause=clause_of(game, DEPTH[game]), code="cut_depth")


@pytest.mark.parametrize(
    "game", each({DRAGON: "5.F(1)", TOP5: "5.D(1)", LIR: "5.F(1)", UTH: "4(c)(1)(iii)", **own("4.12")})
)
def test_what_was_above_the_cut_goes_to_the_bottom(game: str) -> None:
    deck = rules(game).deck
    before = shuffled(deck.cards, seeded_stream("cut"))
    t = stacked(game)
    t._source = source = ShuffledDecks(deck, seeded_stream("cut"))
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(12))
    after = source.draw(1, [Target("dealer", deck.size, "")])
    assert after[0] == before[12]
    assert after[-13:] == (before[-1], *before[:12])
    assert after == cut(before, 12)


@pytest.mark.parametrize("game", [case("MA-UTH 4(c)(2)", UTH)])
def test_after_the_cut_the_cards_are_dealt_from_the_top(game: str) -> None:
    before = shuffled(rules(game).deck.cards, seeded_stream("deal"))
    t = stacked(game)
    t._source = ShuffledDecks(rules(game).deck, seeded_stream("deal"))
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(30))
    accepted(t, "dealer", a.OpenRound())
    t = to(seated(table_with_staff(t), 1), "preflop")
    assert t.state.seat(1).cards == (before[30], before[32])
    assert t.state.dealer == (before[31], before[33])


def table_with_staff(t: Table) -> Table:
    t.automate = frozenset({a.DealCards})
    return t


# --- the recut -------------------------------------------------------------------------------------------------------

RECUT = {DRAGON: "5.G", TOP5: "5.E", LIR: "5.G", UTH: "4(d)", **own("4.13")}


@pytest.mark.parametrize(
    ("game", "by", "allowed"),
    [
        *(case(clause_of(g, RECUT[g]), g, "floorperson", g != UTH) for g in SHIPPED),
        *each(RECUT, "supervisor", True),
        *each(RECUT, "dealer", False),
        *each(RECUT, "player:Ann", False),
    ],
)
def test_who_may_order_a_recut(game: str, by: str, allowed: bool) -> None:
    """A floorperson or above in Maryland, a casino supervisor in Massachusetts (U-44)."""
    t = opened(game)
    if not allowed:
        refused(t, by, a.OrderRecut(), clause=clause_of(game, RECUT[game]), code="wrong_role")
        return
    accepted(t, by, a.OrderRecut("the cover card slipped"))
    seated(t, 1)
    refused(t, "dealer", a.CloseBets(), code="deck_stage")
    refused(t, "dealer", a.CutCards(9), code="cut_depth")
    accepted(t, "dealer", a.CutCards(11))
    accepted(t, "dealer", a.CloseBets())


@pytest.mark.parametrize("game", each(RECUT))
def test_a_recut_comes_after_the_cut_and_before_the_first_card(game: str) -> None:
    t = stacked(game)
    accepted(t, "dealer", a.ShuffleCards())
    refused(t, "supervisor", a.OrderRecut(), code="deck_stage")  # nothing is cut yet
    accepted(t, "dealer", a.CutCards(20))
    accepted(t, "dealer", a.OpenRound())
    accepted(seated(t, 1), "dealer", a.CloseBets())
    accepted(t, "supervisor", a.OrderRecut())  # bets are closed, no card is out
    first = t.rules.deck.cards[:1]
    refused(t, "dealer", a.DealCards(first), clause=clause_of(game, RECUT[game]), code="recut")
    accepted(t, "dealer", a.CutCards(20))
    assert len(events(t, e.CardsCut)) == 2
    to(t, "deal")
    accepted(t, "dealer", a.DealCards(first))
    refused(t, "supervisor", a.OrderRecut(), clause=clause_of(game, RECUT[game]), code="deck_stage")


@pytest.mark.parametrize("game", each(RECUT))
def test_cards_that_were_not_cut_are_not_recut(game: str) -> None:
    refused(opened(game, "hand"), "supervisor", a.OrderRecut(), code="no_cut")


# --- the idle table --------------------------------------------------------------------------------------------------

IDLE = {DRAGON: "5.H", TOP5: "5.F", LIR: "5.H", UTH: "4(e)/1", **own("4.14")}
TURNED = {DRAGON: "5.H(3)", TOP5: "5.F(3)", LIR: "5.H(3)", UTH: "4(e)/2", **own("4.16")}
RETURN: list[a.AnyAction] = [a.LookAtCards(), a.WashCards(), a.StackCards(), a.ShuffleCards(), a.CutCards(10)]


@pytest.mark.parametrize(
    ("game", "face_up"),
    [
        *(case(clause_of(g, c), g, up) for g, c in IDLE.items() for up in (False, True)),
        *each({DRAGON: "5.H(2)", TOP5: "5.F(2)", LIR: "5.H(2)", UTH: "4(e)/1", **own("4.15")}, True),
    ],
)
def test_without_gaming_activity_the_dealer_spreads_the_cards(game: str, face_up: bool) -> None:
    t = opened(game)
    for by in ("player:Ann", "floorperson"):
        refused(t, by, a.GoIdle(face_up), code="wrong_role")
    accepted(t, "dealer", a.GoIdle(face_up))
    assert t.state.idle
    assert t.state.decks[0].stage == ("spread" if face_up else "face_down")
    refused(t, "dealer", a.OpenRound(), code="deck_stage")


@pytest.mark.parametrize("game", each(IDLE))
def test_a_table_with_a_wager_or_a_round_is_not_idle(game: str) -> None:
    t = seated(opened(game), 1)
    refused(t, "dealer", a.GoIdle(), clause=clause_of(game, IDLE[game]), code="round_open")
    accepted(t, "dealer", a.CloseBets())
    refused(t, "dealer", a.GoIdle(), clause=clause_of(game, IDLE[game]), code="round_open")


@pytest.mark.parametrize("game", each({**TURNED, UTH: "4(e)/3"}))
def test_on_a_players_return_the_cards_are_looked_at_washed_stacked_shuffled_and_cut(game: str) -> None:
    t = opened(game)
    accepted(t, "dealer", a.GoIdle(face_up=True))
    for done, act in enumerate(RETURN):
        refused(t, "dealer", a.OpenRound(), code="deck_stage")
        for later in RETURN[done + 1 :]:
            refused(t, "dealer", later, code="deck_stage")
        accepted(t, "dealer", act)
    assert not t.state.idle
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(TURNED))
def test_cards_that_lay_face_down_are_turned_up_before_anybody_can_look(game: str) -> None:
    t = opened(game)
    accepted(t, "dealer", a.GoIdle(face_up=False))
    refused(t, "player:Ann", a.LookAtCards(), code="deck_stage")
    (turned,) = accepted(t, "dealer", a.SpreadCards())
    assert getattr(turned, "clause", "") == clause_of(game, TURNED[game])
    accepted(t, "player:Ann", a.LookAtCards())


@pytest.mark.parametrize("game", each(IDLE))
def test_an_automatic_table_stays_idle_until_somebody_comes(game: str) -> None:
    t = table(game)
    t.do("dealer", a.GoIdle())
    before = t.state
    assert before.idle and t.step_name == ""
    t.sit(1, "Ann")
    assert not t.state.idle and t.step_name == "bets"
