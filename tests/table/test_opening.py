"""From the box to the first round: cards are received, inspected, verified, spread, looked at, washed and stacked."""

from typing import Any

import pytest

from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import Target
from support import DRAGON, LIR, MARYLAND, SHIPPED, TOP5, UTH, accepted, by_hand, clause_of, events, own, refused, table

TWO_DECKS: dict[str, Any] = {"dealing": {"procedure": "manual_shoe", "shuffler": "automated", "decks": 2}}
FLOOR = ("floorperson", "supervisor", "manager")


def steps(deck: int = 1, *, device: bool = False) -> list[tuple[str, a.AnyAction]]:
    """The opening of one deck, in the order of the rulebooks: who does what."""
    return [
        ("dealer", a.ReceiveCards(deck)),
        ("dealer", a.InspectCards(deck)),
        ("floorperson", a.VerifyCards(deck)),
        ("dealer", a.SpreadCards(deck)),
        ("player:Ann", a.LookAtCards(deck)),
        ("dealer", a.WashCards(deck)),
        ("dealer", a.StackCards(deck)),
        ("dealer", a.ShuffleCards(deck, device=device)),
        *([] if device else [("dealer", a.CutCards(10, deck))]),
    ]


RECEIVE, INSPECT, VERIFY, SPREAD, LOOK, WASH, STACK, SHUFFLE, CUT = range(9)


def after(game: str, count: int, **overrides: Any) -> Table:
    """A closed table at which the first `count` steps have been done, and nothing happens by itself."""
    t = by_hand(table(game, open_bets=False, **overrides))
    for by, act in steps()[:count]:
        accepted(t, by, act)
    return t


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=" ".join([clause, *(str(v) for v in values[1:])]), marks=pytest.mark.clause(clause))


def each(clauses: dict[str, str], *values: Any) -> list[Any]:
    """One case per game: game → the rest of its clause."""
    return [case(clause_of(game, rest), game, *values) for game, rest in clauses.items()]


# --- one step after the other ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "number"),
    [
        *each({DRAGON: "4.A", TOP5: "4.A", LIR: "4.A", UTH: "3(a)", **own("3.1")}, INSPECT),
        *each({DRAGON: "4.A", TOP5: "4.A", LIR: "4.A", UTH: "3(b)/1", **own("3.1")}, VERIFY),
        *each({DRAGON: "4.A(1)", TOP5: "4.B", LIR: "4.B", UTH: "3(b)/1", **own("3.2")}, SPREAD),
        *each({DRAGON: "4.C", TOP5: "4.C", LIR: "4.C", UTH: "3(c)/1", **own("3.4")}, LOOK),
        *each({DRAGON: "4.C(2)", TOP5: "4.C(2)", LIR: "4.C(2)", UTH: "3(c)/1", **own("3.6")}, WASH),
        *each({DRAGON: "4.C(3)", TOP5: "4.C(3)", LIR: "4.C(3)", UTH: "3(c)/1", **own("3.7")}, STACK),
        *each({DRAGON: "4.D", TOP5: "4.D", LIR: "4.D", UTH: "3(c)/2", **own("4.1")}, SHUFFLE),
    ],
)
def test_a_step_is_accepted_in_its_turn_and_at_no_other_moment(game: str, number: int) -> None:
    for done in range(len(steps()) + 1):
        t = after(game, done)
        by, act = steps()[number]
        if done == number:
            accepted(t, by, act)
        else:
            refused(t, by, act, code="deck_stage")


@pytest.mark.parametrize("game", each({DRAGON: "5.A(1)", TOP5: "5.A(1)", LIR: "5.A(1)", UTH: "4(a)/1", **own("4.2")}))
def test_no_round_before_the_cards_are_shuffled(game: str) -> None:
    for done in range(len(steps())):
        refused(after(game, done), "dealer", a.OpenRound(), code="deck_stage")
    accepted(after(game, len(steps())), "dealer", a.OpenRound())


# --- who does it -----------------------------------------------------------------------------------------------------

SOUND = {DRAGON: "4.A", TOP5: "4.A", LIR: "4.A", UTH: "3(b)/1", **own("3.1")}


@pytest.mark.parametrize(
    ("game", "number", "right", "wrong"),
    [
        *each(SOUND, INSPECT, ("dealer",), ("player:Ann", *FLOOR)),
        *each(SOUND, VERIFY, FLOOR, ("dealer", "player:Ann")),
        *each(
            {DRAGON: "4.C", TOP5: "4.C", LIR: "4.C", UTH: "3(c)/1", **own("3.4")},
            LOOK,
            ("player:Ann", "dealer"),
            ("auditor", *FLOOR),
        ),
        *each(
            {DRAGON: "4.D", TOP5: "4.D", LIR: "4.D", UTH: "3(c)/2", **own("4.1")},
            SHUFFLE,
            ("dealer",),
            ("player:Ann", *FLOOR),
        ),
    ],
)
def test_each_step_belongs_to_its_person(
    game: str, number: int, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    act = steps()[number][1]
    for person in wrong:
        refused(after(game, number), person, act, code="wrong_role")
    for person in right:
        accepted(after(game, number), person, act)


@pytest.mark.parametrize("game", each(SOUND))
def test_a_defective_deck_leaves_the_table_and_cannot_be_verified(game: str) -> None:
    t = after(game, INSPECT)
    accepted(t, "dealer", a.InspectCards(sound=False))
    assert [ev.deck for ev in events(t, e.DeckRemoved)] == [1]
    refused(t, "floorperson", a.VerifyCards(), code="deck_stage")
    accepted(t, "dealer", a.ReceiveCards())
    refused(t, "floorperson", a.VerifyCards(), code="deck_stage")


# --- two decks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", each({DRAGON: "4.E", TOP5: "4.E", LIR: "4.E", UTH: "3(d)", **own("3.8")}))
def test_each_of_two_decks_passes_the_whole_opening(game: str) -> None:
    """Nothing done with the first deck counts for the second."""
    t = after(game, 0, **TWO_DECKS)
    for by, act in steps(1, device=True):
        accepted(t, by, act)
    second = steps(2, device=True)
    for done, (by, act) in enumerate(second):
        for later_by, later in second[done + 1 :]:
            refused(t, later_by, later, code="deck_stage")
        accepted(t, by, act)
    assert [deck.stage for deck in t.state.decks] == ["ready", "ready"]


# --- preinspected and preshuffled ------------------------------------------------------------------------------------

PRESHUFFLED = {DRAGON: "4.F", TOP5: "4.F", LIR: "4.F", UTH: "3(a)", **own("3.9")}


@pytest.mark.parametrize("game", each(PRESHUFFLED))
def test_a_preshuffled_deck_goes_straight_to_the_cut(game: str) -> None:
    t = after(game, 0)
    accepted(t, "dealer", a.ReceiveCards(preshuffled=True))
    refused(t, "dealer", a.InspectCards(), clause=clause_of(game, PRESHUFFLED[game]), code="preshuffled")
    for by, act in steps()[VERIFY:CUT]:
        refused(t, by, act, code="deck_stage")
    refused(t, "dealer", a.OpenRound(), code="deck_stage")
    accepted(t, "dealer", a.CutCards(10))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(PRESHUFFLED))
def test_a_deck_that_is_not_preshuffled_skips_nothing(game: str) -> None:
    refused(after(game, INSPECT), "dealer", a.CutCards(10), code="deck_stage")


SHUFFLER = {DRAGON: "9.A(1)", TOP5: "9.A(1)", LIR: "9.A(1)", UTH: "8(b)(1)", **own("8.2")}


@pytest.mark.parametrize("game", each(SHUFFLER))
def test_a_preshuffled_deck_dealt_from_the_hand_passes_the_shuffler(game: str) -> None:
    """There is no shoe to put a cut deck into (X-15)."""
    clause = clause_of(game, SHUFFLER[game])
    t = by_hand(table(game, "hand", open_bets=False))
    accepted(t, "dealer", a.ReceiveCards(preshuffled=True))
    refused(t, "dealer", a.CutCards(10), clause=clause, code="hand_needs_shuffler")
    refused(t, "dealer", a.ShuffleCards(), clause=clause, code="hand_needs_shuffler")
    accepted(t, "dealer", a.ShuffleCards(device=True))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(dict.fromkeys(MARYLAND, "4.F") | own("3.9")))
def test_a_preshuffled_deck_that_replaces_another_is_whole(game: str) -> None:
    """The order of the deck that left the table has nothing to do with the new one's."""
    t = after(game, len(steps()))
    t._source = source = ShuffledDecks(t.rules.deck, seeded_stream("old"))
    source.shuffle(1)
    source.draw(1, [Target("dealer", 20, "")])
    accepted(t, "dealer", a.RemoveDeck())
    accepted(t, "dealer", a.ReceiveCards(preshuffled=True))
    accepted(t, "dealer", a.CutCards(10))
    assert sorted(source.draw(1, [Target("dealer", 60, "")])) == sorted(t.rules.deck.cards)


# --- the automatic staff ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_an_automatic_table_takes_the_same_steps_in_the_same_order(game: str) -> None:
    done = [record.event for record in table(game).log]
    stages = [ev.stage for ev in done if isinstance(ev, e.DeckMoved)]
    assert stages == ["inspected", "verified", "spread", "looked", "washed", "stacked"]
    order = [type(ev) for ev in done if not isinstance(ev, e.DeckMoved)]
    assert order[:5] == [e.CardsReceived, e.CardsShuffled, e.CardsCut, e.DeckReady, e.RoundOpened]
