"""The order in which the cards leave the shoe, the hand or the device: every sequence is written out from the texts.

Position 1 is farthest to the dealer's left. At these tables positions 2, 4 and 5 have their wagers, at position 3
somebody sits without the compulsory wagers, and 1 and 6 are empty."""

from typing import Any

import pytest

from pitboss.cards.deck import STANDARD as PACK
from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.state import cards_out
from pitboss.table.views import tell
from support import (
    CARIBBEAN,
    DRAGON,
    LIR,
    MISSISSIPPI,
    PLAIN,
    THREE,
    TOP5,
    UTH,
    accepted,
    automatic,
    by_hand,
    events,
    refused,
    seated,
    table,
    to,
)

MANUAL, HAND, AUTOMATED = "manual_shoe", "hand", "automated_shoe"
STANDARD = " ".join(PACK.cards)
ZODIAC = "PH TI RA MO PA TI RA MO GD PA RA TI MO PH RA BD TI PA MO RA RD"  # the top of a Dragon Poker deck
HELD = {"readings": {"dealer_stack": "held"}}
NO_BOX = {"wagers": {"six_card_bonus": {"offered": False}}}
IF_WAGERED = {"readings": {"six_card_box": "if_wagered"}}
THREE_COMMUNITY = {
    "dealing": {"procedure": AUTOMATED, "shuffler": "continuous", "shuffler_counts_cards": True},
    "readings": {"community_stack": "three_discard_one"},
}
PEOPLE = ("player:P2", "player:P3", "player:P4", "dealer", "floorperson", "supervisor", "manager", "auditor", "guest")


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=clause, marks=pytest.mark.clause(clause))


def order_of(game: str) -> list[str]:
    """The deck from the top, card by card."""
    return (ZODIAC if game == DRAGON else STANDARD).split()


def three_players(game: str, procedure: str, **overrides: Any) -> Table:
    """Wagers at 2, 4 and 5; at 3 a player whose compulsory wagers are not complete (Top Five: none at all)."""
    t = seated(table(game, procedure, order=" ".join(order_of(game)), **overrides), 2, 4, 5)
    t.sit(3, "P3")
    t.bet(3, **dict(list(PLAIN[game].items())[:-1]))
    return t


def deal(t: Table, step: str = "deal") -> Table:
    """The cards of this part of the round have just been dealt; everything after them waits."""
    to(t, step)
    by_hand(t).automate = frozenset({a.DealCards})
    assert t.perform()
    return by_hand(t)


def stacks(t: Table) -> str:
    """Where each delivery went and how many cards it had: `2x3 4x3 Dx3`; one card at a time: `2 4 D`."""
    short = {"dealer": "D", "community": "C", "box": "B", "burn": "b", "thrown": "t"}
    dealt = [(short.get(ev.to) or str(ev.seat), len(ev.cards)) for ev in events(t, e.CardsDealt)]
    return " ".join(place if count == 1 else f"{place}x{count}" for place, count in dealt)


def cards_in_order(t: Table) -> list[str]:
    return [card for ev in events(t, e.CardsDealt) for card in ev.cards]


# --- the whole sequence ---------------------------------------------------------------------------------------------

ROUND_OF_FOUR = "2 4 5 D"
LIR_ROUNDS = "2 4 5 C 2 4 5 C 2 4 5"


@pytest.mark.parametrize(
    ("game", "procedure", "overrides", "sequence"),
    [
        case("MD-DRAGON 8.D(2)", DRAGON, MANUAL, {}, f"{ROUND_OF_FOUR} {ROUND_OF_FOUR} {ROUND_OF_FOUR}"),
        case("MD-DRAGON 9.C(2)", DRAGON, HAND, {}, f"{ROUND_OF_FOUR} {ROUND_OF_FOUR} {ROUND_OF_FOUR}"),
        case("MD-DRAGON 10.A", DRAGON, AUTOMATED, {}, "2x3 4x3 5x3 Dx3"),
        case("MD-TOP5 8.D(2)", TOP5, MANUAL, {}, " ".join([ROUND_OF_FOUR] * 7)),
        case("MD-TOP5 9.B(1)", TOP5, HAND, {}, " ".join([ROUND_OF_FOUR] * 7)),
        case("MD-TOP5 10.B(1)", TOP5, AUTOMATED, {}, "2x7 4x7 5x7 Dx7"),
        case("MD-LIR 8.D(3)", LIR, MANUAL, NO_BOX, LIR_ROUNDS),
        case("MD-LIR 9.C", LIR, HAND, NO_BOX, LIR_ROUNDS),
        case("MD-LIR 10.B(4)", LIR, AUTOMATED, NO_BOX, "Cx2 2x3 4x3 5x3"),
        case("MA-UTH 7(d)", UTH, MANUAL, {}, f"{ROUND_OF_FOUR} {ROUND_OF_FOUR}"),
        case("MA-UTH 8(c)", UTH, HAND, {}, f"{ROUND_OF_FOUR} {ROUND_OF_FOUR}"),
        case("MA-UTH 9(c)/2", UTH, AUTOMATED, {}, "2x2 4x2 5x2 Dx2"),
        case("TCP 7.5", THREE, MANUAL, {}, " ".join([ROUND_OF_FOUR] * 3)),
        case("TCP 8.6", THREE, HAND, {}, " ".join([ROUND_OF_FOUR] * 3)),
        case("TCP 9.4", THREE, AUTOMATED, {}, "2x3 4x3 5x3 Dx3"),
        case("CSP 7.5", CARIBBEAN, MANUAL, {}, " ".join([ROUND_OF_FOUR] * 5)),
        case("CSP 8.6", CARIBBEAN, HAND, {}, " ".join([ROUND_OF_FOUR] * 5)),
        case("CSP 9.4", CARIBBEAN, AUTOMATED, {}, "2x5 4x5 5x5 Dx4 D"),
        case("MST 7.5", MISSISSIPPI, MANUAL, {}, "2 4 5 2 4 5 C C C"),
        case("MST 8.6", MISSISSIPPI, HAND, {}, "2 4 5 2 4 5 C C C"),
        case("MST 9.4", MISSISSIPPI, AUTOMATED, {}, "2x2 4x2 5x2 Cx3"),
    ],
)
def test_the_cards_go_round_from_the_dealers_left(game: str, procedure: str, overrides: Any, sequence: str) -> None:
    t = deal(three_players(game, procedure, **overrides))
    assert stacks(t) == sequence
    assert cards_in_order(t) == order_of(game)[: len(cards_in_order(t))]
    assert not t.state.seat(1).cards and not t.state.seat(3).cards and not t.state.seat(6).cards


@pytest.mark.parametrize(
    ("procedure", "sequence"),
    [
        case("MD-LIR 8.D(2)", MANUAL, f"B B B {LIR_ROUNDS}"),
        case("MD-LIR 9.B", HAND, f"B B B {LIR_ROUNDS}"),
        case("MD-LIR 10.B(1)", AUTOMATED, "Bx3 Cx2 2x3 4x3 5x3"),
    ],
)
def test_the_first_three_cards_go_into_the_six_card_box(procedure: str, sequence: str) -> None:
    t = deal(three_players(LIR, procedure))
    assert stacks(t) == sequence
    assert t.state.box == tuple(order_of(LIR)[:3])
    assert not any(ev.up for ev in events(t, e.CardsDealt))


@pytest.mark.parametrize("wagered", [False, True])
@pytest.mark.parametrize(
    ("procedure", "first"),
    [case("MD-LIR 8.D(2)", MANUAL, "B"), case("MD-LIR 9.B", HAND, "B"), case("MD-LIR 10.B(1)", AUTOMATED, "Bx3")],
)
def test_with_the_other_reading_the_box_is_dealt_only_if_somebody_wagered(
    procedure: str, first: str, wagered: bool
) -> None:
    t = three_players(LIR, procedure, **IF_WAGERED)
    if wagered:
        t.bet(5, six_card_bonus=5)
    deal(t)
    assert len(t.state.box) == (3 if wagered else 0)
    assert (stacks(t).split()[0] == first) is wagered


# --- each sentence of the sequence ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "start", "part"),
    [
        case("MD-LIR 8.D(3)(a)", LIR, MANUAL, 0, "2 4 5"),
        case("MD-LIR 8.D(3)(b)", LIR, MANUAL, 3, "C"),
        case("MD-LIR 8.D(3)(c)", LIR, MANUAL, 4, "2 4 5"),
        case("MD-LIR 8.D(3)(d)", LIR, MANUAL, 7, "C"),
        case("MD-LIR 8.D(3)(e)", LIR, MANUAL, 8, "2 4 5"),
        case("MD-LIR 9.C(1)", LIR, HAND, 0, "2 4 5"),
        case("MD-LIR 9.C(2)", LIR, HAND, 3, "C"),
        case("MD-LIR 9.C(3)", LIR, HAND, 4, "2 4 5"),
        case("MD-LIR 9.C(4)", LIR, HAND, 7, "C"),
        case("MD-LIR 9.C(5)", LIR, HAND, 8, "2 4 5"),
        case("MA-UTH 7(d)(1)", UTH, MANUAL, 0, "2 4 5"),
        case("MA-UTH 7(d)(2)", UTH, MANUAL, 3, "D"),
        case("MA-UTH 7(d)(3)", UTH, MANUAL, 4, "2 4 5"),
        case("MA-UTH 7(d)(4)", UTH, MANUAL, 7, "D"),
        case("MA-UTH 8(c)(1)", UTH, HAND, 0, "2 4 5"),
        case("MA-UTH 8(c)(2)", UTH, HAND, 3, "D"),
        case("MA-UTH 8(c)(3)", UTH, HAND, 4, "2 4 5"),
        case("MA-UTH 8(c)(4)", UTH, HAND, 7, "D"),
        case("TCP 7.5", THREE, MANUAL, 0, " ".join([ROUND_OF_FOUR] * 3)),
        case("TCP 8.6", THREE, HAND, 0, " ".join([ROUND_OF_FOUR] * 3)),
        case("CSP 7.5", CARIBBEAN, MANUAL, 0, " ".join([*[ROUND_OF_FOUR] * 4, "2 4 5"])),
        case("CSP 8.6", CARIBBEAN, HAND, 0, " ".join([*[ROUND_OF_FOUR] * 4, "2 4 5"])),
        case("MST 7.5", MISSISSIPPI, MANUAL, 0, "2 4 5 2 4 5"),
        case("MST 7.6", MISSISSIPPI, MANUAL, 6, "C C C"),
        case("MST 8.6", MISSISSIPPI, HAND, 0, "2 4 5 2 4 5"),
        case("MST 8.7", MISSISSIPPI, HAND, 6, "C C C"),
    ],
)
def test_each_round_of_the_deal_has_its_place(
    game: str, procedure: str, start: int, part: str, request: pytest.FixtureRequest
) -> None:
    """The cards of this sentence come exactly here, one each, face down, and the log names the sentence."""
    clause = request.node.get_closest_marker("clause").args[0]
    t = deal(three_players(game, procedure, **(NO_BOX if game == LIR else {})))
    places = part.split()
    dealt = events(t, e.CardsDealt)[start : start + len(places)]
    assert stacks(t).split()[start : start + len(places)] == places
    assert [ev.cards for ev in dealt] == [(c,) for c in order_of(game)[start : start + len(places)]]
    assert {(ev.up, ev.clause) for ev in dealt} == {(False, clause)}


STACK_SIZES = {
    DRAGON: [3, 3, 3, 3], LIR: [3, 2, 3, 3, 3], UTH: [2, 2, 2, 2], THREE: [3, 3, 3, 3], CARIBBEAN: [5, 5, 5, 4],
    MISSISSIPPI: [2, 2, 2, 3],
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "number", "place", "size"),
    [
        case("MD-DRAGON 10.B(1)", DRAGON, 0, "2", 3),
        case("MD-DRAGON 10.B(2)", DRAGON, 1, "4", 3),
        case("MD-DRAGON 10.B(3)", DRAGON, 3, "D", 3),
        case("MD-LIR 10.B(1)", LIR, 0, "B", 3),
        case("MD-LIR 10.B(2)", LIR, 1, "C", 2),
        case("MD-LIR 10.B(3)", LIR, 2, "2", 3),
        case("MD-LIR 10.B(4)", LIR, 4, "5", 3),
        case("MA-UTH 9(c)/1", UTH, 0, "2", 2),
        case("MA-UTH 9(c)/2", UTH, 1, "4", 2),
        case("MA-UTH 9(c)/3", UTH, 3, "D", 2),
        case("TCP 9.3", THREE, 0, "2", 3),
        case("TCP 9.4", THREE, 1, "4", 3),
        case("TCP 9.4", THREE, 2, "5", 3),
        case("TCP 9.5", THREE, 3, "D", 3),
        case("CSP 9.3", CARIBBEAN, 0, "2", 5),
        case("CSP 9.4", CARIBBEAN, 1, "4", 5),
        case("CSP 9.4", CARIBBEAN, 2, "5", 5),
        case("CSP 9.5", CARIBBEAN, 3, "D", 4),
        case("MST 9.3", MISSISSIPPI, 0, "2", 2),
        case("MST 9.4", MISSISSIPPI, 1, "4", 2),
        case("MST 9.4", MISSISSIPPI, 2, "5", 2),
        case("MST 9.5", MISSISSIPPI, 3, "C", 3),
    ],
)
def test_each_stack_has_its_place_and_is_delivered_whole(
    game: str, number: int, place: str, size: int, request: pytest.FixtureRequest
) -> None:
    """The stacks before it were delivered: a part of this one is refused under its own clause, the whole accepted."""
    clause = request.node.get_closest_marker("clause").args[0]
    t = by_hand(to(three_players(game, AUTOMATED), "deal"))
    deck = order_of(game)
    top = sum(STACK_SIZES[game][:number])
    if top:
        accepted(t, "dealer", a.DealCards(tuple(deck[:top])))
    refused(t, "dealer", a.DealCards(tuple(deck[top : top + size - 1])), clause=clause, code="card_count")
    accepted(t, "dealer", a.DealCards(tuple(deck[top : top + size])))
    assert stacks(t).split()[number] == f"{place}x{size}"
    assert (events(t, e.CardsDealt)[number].clause, events(t, e.CardsDealt)[number].up) == (clause, False)


# --- who gets cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "procedure", "missing"),
    [
        case("MD-DRAGON 8.D(2)", DRAGON, MANUAL, "ante_bonus"),
        case("MD-DRAGON 9.C(2)", DRAGON, HAND, "ante_bonus"),
        case("MD-DRAGON 10.B(2)", DRAGON, AUTOMATED, "ante_bonus"),
        case("MD-TOP5 8.D(2)", TOP5, MANUAL, "ante"),
        case("MD-TOP5 9.B(1)", TOP5, HAND, "ante"),
        case("MD-TOP5 10.B(1)", TOP5, AUTOMATED, "ante"),
        case("MD-LIR 8.D(3)(a)", LIR, MANUAL, "bet_3"),
        case("MD-LIR 9.C(3)", LIR, HAND, "bet_3"),
        case("MD-LIR 10.B(4)", LIR, AUTOMATED, "bet_3"),
        case("MA-UTH 7(d)(1)", UTH, MANUAL, "blind"),
        case("MA-UTH 8(c)(3)", UTH, HAND, "blind"),
        case("MA-UTH 9(c)/2", UTH, AUTOMATED, "blind"),
        case("TCP 7.5", THREE, MANUAL, "ante"),
        case("TCP 9.4", THREE, AUTOMATED, "ante"),
        case("CSP 8.6", CARIBBEAN, HAND, "ante"),
        case("MST 7.5", MISSISSIPPI, MANUAL, "ante"),
        case("MST 9.3", MISSISSIPPI, AUTOMATED, "ante"),
    ],
)
def test_only_positions_with_all_compulsory_wagers_get_cards(game: str, procedure: str, missing: str) -> None:
    """Position 2 takes one compulsory wager back before "no more bets", position 4 does not."""
    t = seated(table(game, procedure), 2, 4)
    accepted(t, "player:P2", a.PlaceWager(2, missing, 0))
    deal(t)
    assert not t.state.seat(2).cards
    hand = {DRAGON: 3, TOP5: 7, LIR: 3, UTH: 2, THREE: 3, CARIBBEAN: 5, MISSISSIPPI: 2}[game]
    assert len(t.state.seat(4).cards) == hand
    assert not any(t.state.seat(2).stakes), "what lay there went back before the first card"


# --- face down ------------------------------------------------------------------------------------------------------


def seen(t: Table, who: str) -> set[str]:
    """Every face this person sees on the layout."""
    v = t.view(who)
    faces = {c for s in v.seats for c in s.cards} | {*v.dealer, *v.community, *v.box, *v.set_aside}
    return faces - {UNKNOWN}


def told(t: Table) -> set[str]:
    """Every face anybody has been told of while cards were dealt."""
    heard = [tell(ev, who) for ev in events(t, e.CardsDealt) for who in PEOPLE]
    assert None not in heard
    return {c for of in heard if of for c in of.facts["cards"]} - {UNKNOWN}


@pytest.mark.parametrize(
    ("game", "procedure"),
    [
        case("MD-DRAGON 8.D(2)", DRAGON, MANUAL),
        case("MD-DRAGON 9.C(3)", DRAGON, HAND),
        case("MD-DRAGON 10.B(1)", DRAGON, AUTOMATED),
        case("MD-TOP5 8.D(2)", TOP5, MANUAL),
        case("MD-TOP5 9.B(1)", TOP5, HAND),
        case("MD-TOP5 10.B(1)", TOP5, AUTOMATED),
        case("MD-LIR 8.D(3)", LIR, MANUAL),
        case("MD-LIR 9.C", LIR, HAND),
        case("MD-LIR 10.B(2)", LIR, AUTOMATED),
        case("TCP 7.5", THREE, MANUAL),
        case("TCP 8.6", THREE, HAND),
        case("TCP 9.3", THREE, AUTOMATED),
        case("MST 7.6", MISSISSIPPI, MANUAL),
        case("MST 8.7", MISSISSIPPI, HAND),
        case("MST 9.5", MISSISSIPPI, AUTOMATED),
    ],
)
def test_every_card_is_dealt_face_down(game: str, procedure: str) -> None:
    """When all cards lie there nobody has seen one, not even the dealer or his superiors."""
    t = deal(three_players(game, procedure))
    out = {DRAGON: 3 * 3 + 3, TOP5: 3 * 7 + 7, LIR: 3 * 3 + 2 + 3, THREE: 3 * 3 + 3, MISSISSIPPI: 3 * 2 + 3}
    assert len(cards_out(t.state)) == out[game]
    assert not told(t) and not any(seen(t, who) for who in PEOPLE)


@pytest.mark.parametrize("procedure", [case("CSP 7.5", MANUAL), case("CSP 8.6", HAND), case("CSP 9.5", AUTOMATED)])
def test_only_the_last_card_of_the_dealer_in_caribbean_stud_is_dealt_face_up(procedure: str) -> None:
    t = deal(three_players(CARIBBEAN, procedure))
    last = order_of(CARIBBEAN)[4 * 5 - 1]
    assert t.state.dealer[4] == last
    assert told(t) == {last} and all(seen(t, who) == {last} for who in PEOPLE)


@pytest.mark.parametrize(
    ("procedure", "which"),
    [
        case("MA-UTH 7(d)(2)", MANUAL, 0),
        case("MA-UTH 7(d)(4)", MANUAL, 1),
        case("MA-UTH 8(c)(2)", HAND, 0),
        case("MA-UTH 8(c)(4)", HAND, 1),
        case("MA-UTH 9(c)/3", AUTOMATED, 0),
    ],
)
def test_the_dealers_cards_lie_under_the_cover_card_until_the_reveal(procedure: str, which: int) -> None:
    t = to(three_players(UTH, procedure), "preflop")
    card = t.state.dealer[which]
    for step in ("preflop", "flop", "postflop", "turn_river", "stub", "final", "reveal"):
        to(t, step)
        assert card not in told(t) and not any(card in seen(t, who) for who in PEOPLE), step
    accepted(t, "dealer", a.ShowCards())
    assert all(card in seen(t, who) for who in PEOPLE)


@pytest.mark.parametrize(
    "procedure",
    [case("MA-UTH 7(d)(3)", MANUAL), case("MA-UTH 8(c)(3)", HAND), case("MA-UTH 9(c)/1", AUTOMATED)],
)
def test_a_players_two_cards_are_seen_by_nobody_else(procedure: str) -> None:
    t = to(three_players(UTH, procedure), "preflop")
    own = set(t.state.seat(2).cards)
    assert seen(t, "player:P2") == own and len(own) == 2
    assert not any(own & seen(t, who) for who in PEOPLE if who != "player:P2")


# --- the dealer's stack: delivered or held --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "overrides", "steps"),
    [
        case("MD-DRAGON 10.B(3)", DRAGON, {}, "deal stub decide reveal settle"),
        case("MD-DRAGON 10.B(4)", DRAGON, HELD, "deal decide dealer_stack reveal stub settle"),
        case("MD-TOP5 10.B(1)", TOP5, {}, "deal stub decide reveal settle"),
        case("MD-TOP5 11.B(4)", TOP5, HELD, "deal decide dealer_stack reveal stub settle"),
    ],
)
def test_the_dealers_stack_is_the_one_after_the_last_players(game: str, overrides: Any, steps: str) -> None:
    """Delivered with the others, or left in the device until all have acted; the same cards either way."""
    size = {DRAGON: 3, TOP5: 7}[game]
    t = deal(three_players(game, AUTOMATED, **overrides))
    held = bool(overrides)
    assert len(t.state.dealer) == (0 if held else size)
    if held:
        to(automatic(t), "decide")
        refused(t, "dealer", a.DealCards(tuple(order_of(game)[3 * size : 4 * size])), code="no_cards_due")
    to(automatic(t), "settle")
    assert t.state.dealer == tuple(order_of(game)[3 * size : 4 * size])
    opened = [ev.name for ev in events(t, e.StepOpened) if ev.name not in ("bets", "examine")]
    assert " ".join(opened) == steps


# --- a community stack of three -------------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 10.H")
def test_of_three_community_cards_the_third_is_discarded_unseen() -> None:
    """Box, community, players: the sixth card of the deck is in no hand, and nobody ever sees it."""
    t = deal(three_players(LIR, AUTOMATED, **THREE_COMMUNITY))
    deck = order_of(LIR)
    assert stacks(t) == "Bx3 Cx2 t 2x3 4x3 5x3"
    assert (t.state.box, t.state.community) == (tuple(deck[:3]), tuple(deck[3:5]))
    assert t.state.seat(2).cards == tuple(deck[6:9])
    assert len(cards_out(t.state)) == 3 + 3 + 3 * 3
    to(automatic(t), "clear")
    assert deck[5] not in told(t) and not any(deck[5] in seen(t, who) for who in PEOPLE)


@pytest.mark.clause("MD-LIR 10.B(2)")
def test_without_that_device_the_community_stack_has_two_cards() -> None:
    t = deal(three_players(LIR, AUTOMATED))
    assert t.state.community == tuple(order_of(LIR)[3:5]) and not t.state.thrown
    assert t.state.seat(2).cards == tuple(order_of(LIR)[5:8])


# --- the board ------------------------------------------------------------------------------------------------------

DEAL_BY_CARD = f"{ROUND_OF_FOUR} {ROUND_OF_FOUR}"


@pytest.mark.parametrize(
    ("procedure", "sequence"),
    [
        case("MA-UTH 7(e)", MANUAL, f"{DEAL_BY_CARD} b Cx3 b Cx2"),
        case("MA-UTH 8(d)", HAND, f"{DEAL_BY_CARD} b Cx3 b Cx2"),
        case("MA-UTH 9(d)/1", AUTOMATED, "2x2 4x2 5x2 Dx2 b Cx3 b Cx2"),
    ],
)
def test_the_board_follows_from_the_same_deck_with_two_burned_cards(procedure: str, sequence: str) -> None:
    """Also after the automated shoe the board comes card by card from what is left, no longer in stacks of two."""
    t = deal(three_players(UTH, procedure))
    deck = order_of(UTH)
    assert not t.state.community and not t.state.burned
    to(automatic(t), "stub")
    assert stacks(t) == sequence
    assert t.state.burned == (deck[8], deck[12])
    assert t.state.community == (*deck[9:12], *deck[13:15])
    assert all(seen(t, who) >= set(t.state.community) for who in PEOPLE)
    assert not any({deck[8], deck[12]} & seen(t, who) for who in PEOPLE)
    assert len(cards_out(t.state)) == 2 * 3 + 2 + 5 + 2


@pytest.mark.clause("MA-UTH 9(d)/1")
def test_once_the_remaining_cards_are_in_the_hand_the_shoe_cannot_jam() -> None:
    t = by_hand(to(three_players(UTH, AUTOMATED), "deal"))
    jam = a.Report("shoe_jams")
    accepted(t, "dealer", a.DealCards(tuple(order_of(UTH)[:8])))
    to(automatic(t), "flop")
    refused(t, "dealer", jam, code="not_now")
    fresh = by_hand(to(three_players(UTH, AUTOMATED), "deal"))
    accepted(fresh, "dealer", jam)
    assert fresh.state.void
