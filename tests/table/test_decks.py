"""What a deck holds, how its cards rank, how two decks alternate, and when a deck must be changed."""

from typing import Any

import pytest

from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from support import (
    DRAGON,
    HOUSE_RULES,
    LIR,
    MARYLAND,
    SHIPPED,
    TOP5,
    UTH,
    Clock,
    accepted,
    automatic,
    by_hand,
    clause_of,
    events,
    finish,
    net,
    own,
    refused,
    rules,
    seated,
    table,
    to,
)

HOUR = 3_600_000


def case(clause: str, *values: Any) -> Any:
    return pytest.param(*values, id=" ".join([clause, *(str(v) for v in values[1:])]), marks=pytest.mark.clause(clause))


def each(clauses: dict[str, str], *values: Any) -> list[Any]:
    """One case per game: game → the rest of its clause."""
    return [case(clause_of(game, rest), game, *values) for game, rest in clauses.items()]


# --- what the deck holds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "count"),
    [
        case("MD-DRAGON 3.A(3)(a)(i)", "RD", 3),
        case("MD-DRAGON 3.A(3)(a)(ii)", "BD", 3),
        case("MD-DRAGON 3.A(3)(a)(iii)", "GD", 1),
        case("MD-DRAGON 3.A(3)(b)", "PH", 7),
        case("MD-DRAGON 3.A(3)(c)", "TI", 8),
        case("MD-DRAGON 3.A(3)(d)", "PA", 9),
        case("MD-DRAGON 3.A(3)(e)", "MO", 10),
        case("MD-DRAGON 3.A(3)(f)", "RA", 12),
    ],
)
def test_so_many_of_a_card_are_dealt_and_not_one_more(card: str, count: int) -> None:
    t = to(by_hand(seated(table(DRAGON), 1, 2, 3, 4)), "deal")
    refused(t, "dealer", a.DealCards((card,) * (count + 1)), code="card_twice")
    accepted(t, "dealer", a.DealCards((card,) * count))
    refused(t, "dealer", a.DealCards((card,)), code="card_twice")
    assert t.rules.deck.cards.count(card) == count


@pytest.mark.clause("MD-DRAGON 3.A(3)(a)")
def test_there_are_seven_dragons_in_all() -> None:
    t = to(by_hand(seated(table(DRAGON), 1, 2)), "deal")
    accepted(t, "dealer", a.DealCards(("RD", "RD", "RD", "BD", "BD", "BD", "GD")))
    for dragon in ("RD", "BD", "GD"):
        refused(t, "dealer", a.DealCards((dragon,)), code="card_twice")
    accepted(t, "dealer", a.DealCards(("RA",)))


@pytest.mark.parametrize(
    ("game", "size", "foreign"),
    [
        case("MD-DRAGON 3.A(1)", DRAGON, 53, "Ah"),
        case("MD-TOP5 3.A", TOP5, 52, "RD"),
        case("MD-LIR 3.A", LIR, 52, "RD"),
        case("MA-UTH 2(a)", UTH, 52, "RD"),
        *each(own("2.1"), 52, "RD"),
    ],
)
def test_one_deck_of_so_many_cards(game: str, size: int, foreign: str) -> None:
    """After the deal the stub and the cards on the table make the whole deck."""
    assert len(rules(game).deck.cards) == size
    t = to(seated(table(game), 1, 2), "stub")
    out = sum(len(s.cards) for s in t.state.seats) + len(t.state.dealer) + len(t.state.community)
    stub = size - out - len(t.state.box) - len(t.state.burned)
    refused(t, "dealer", a.CountStub(stub - 1), code="counts_by_place")
    refused(t, "dealer", a.CountStub(stub + 1), code="counts_by_place")
    accepted(t, "dealer", a.CountStub(stub))
    t = to(by_hand(seated(table(game), 1)), "deal")
    refused(t, "dealer", a.DealCards((foreign,)), code="not_in_deck")


@pytest.mark.parametrize("game", each({TOP5: "3.A", LIR: "3.A", UTH: "2(a)", **own("2.1")}))
def test_a_standard_deck_has_every_card_once(game: str) -> None:
    cards = rules(game).deck.cards
    assert sorted(cards) == sorted(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    t = to(seated(table(game), 1, 2), "deal")
    refused(t, "dealer", a.DealCards(("Ah", "Ah")), code="card_twice")


# --- how the cards of the Dragon deck rank ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        case("MD-DRAGON 3.(b)", "BD", "PH"),
        case("MD-DRAGON 3.(b)", "PH", "TI"),
        case("MD-DRAGON 3.(b)", "TI", "PA"),
        case("MD-DRAGON 3.(b)", "PA", "MO"),
        case("MD-DRAGON 3.(b)", "MO", "RA"),
    ],
)
def test_a_pair_of_the_higher_character_wins(higher: str, lower: str) -> None:
    """The third card is the other hand's character, so only the rank of the pairs decides."""
    for seat, dealer, won in ((higher, lower, 1000), (lower, higher, -1000)):
        hands = {"seat1": f"{seat} {seat} {dealer}", "dealer": f"{dealer} {dealer} {seat}"}
        t = finish(seated(table(DRAGON, cards=hands), 1))
        assert net(t, 1, "ante") == won


@pytest.mark.parametrize(
    ("seat", "dealer", "ante"),
    [
        case("MD-DRAGON 3.(c)/1", "GD RA RA", "BD BD PH", 1000),  # three rabbits beat a pair of dragons
        case("MD-DRAGON 3.(c)/1", "GD TI TI", "PA PA PA", 1000),  # three tigers beat three pandas
        case("MD-DRAGON 3.(c)/1", "GD TI TI", "PH PH PH", -1000),  # and are no more than three tigers
        case("MD-DRAGON 3.(c)/1", "GD RD BD", "PH PH PH", 1000),  # as a dragon: three dragons
        case("MD-DRAGON 3.(c)/1", "GD PH TI", "TI TI PH", 1000),  # a pair of phoenix
    ],
)
def test_the_gold_dragon_stands_for_any_character_or_a_dragon(seat: str, dealer: str, ante: int) -> None:
    t = finish(seated(table(DRAGON, cards={"seat1": seat, "dealer": dealer}), 1))
    assert net(t, 1, "ante") == ante


@pytest.mark.parametrize(
    ("seat", "won"),
    [
        case("MD-DRAGON 3.(c)/2", "RD RD RD", 1000),
        case("MD-DRAGON 3.(c)/2", "GD RD RD", 200),  # three dragons with the Gold Dragon, not three red ones
        case("MD-DRAGON 3.(c)/2", "GD BD BD", 200),
    ],
)
def test_used_as_a_dragon_the_gold_dragon_stays_gold(seat: str, won: int) -> None:
    t = finish(seated(table(DRAGON, cards={"seat1": seat}), 1, dragon=1))
    assert net(t, 1, "dragon") == won * 100


# --- two decks -------------------------------------------------------------------------------------------------------

STORED = {DRAGON: "3.B(2)", TOP5: "3.B(3)", LIR: "3.B(3)", UTH: "2(b)(3)", **own("2.5")}
ALTERNATE = {DRAGON: "3.B(3)", TOP5: "3.B(4)", LIR: "3.B(4)", UTH: "2(b)(4)", **own("2.6")}
ONE_RACK = {DRAGON: "3.B(4)", TOP5: "3.B(5)", LIR: "3.B(5)", UTH: "2(b)(5)", **own("2.7")}
TWO_DECKS = {DRAGON: "3.B", TOP5: "3.B", LIR: "3.B", UTH: "2(b)", **own("2.3")}
EARLY = {DRAGON: "deal", TOP5: "deal", LIR: "deal", UTH: "preflop", **dict.fromkeys(HOUSE_RULES, "deal")}


def play(t: Table, rounds: int) -> Table:
    """Whole rounds of position 1; the automatic staff prepares the next one."""
    for _ in range(rounds):
        finish(seated(t, 1))
        accepted(t, "dealer", a.ClearTable())
        t.run(until="bets")
    return t


def void(t: Table) -> Table:
    """A round that is void because more than one card lies face up, or the dealer shows one."""
    to(seated(t, 1), EARLY[t.rules.game.id])
    if t.rules.game.id == UTH:
        accepted(t, "dealer", a.Report("dealer_card_exposed"))
    else:
        accepted(t, "dealer", a.Report("card_face_up", cards=t.rules.deck.cards[:2]))
    assert t.state.void
    accepted(t, "dealer", a.ClearTable())
    t.run(until="bets")
    return t


def two_decks(game: str, procedure: str = "hand") -> Table:
    """A table with two decks and open bets; its cards are shuffled anew for every round."""
    bound = rules(game, procedure, dealing={"shuffler": "automated", "decks": 2})
    return Table(bound, source=ShuffledDecks(bound.deck, seeded_stream("two decks")), clock=Clock()).open()


def decks_used(t: Table) -> list[int]:
    return [ev.deck for ev in events(t, e.RoundOpened)]


@pytest.mark.parametrize("game", each(ALTERNATE))
def test_the_decks_alternate_round_by_round(game: str) -> None:
    assert decks_used(play(two_decks(game), 4)) == [1, 2, 1, 2, 1]


@pytest.mark.parametrize("game", each(ALTERNATE))
def test_a_void_round_is_a_round_the_next_one_uses_the_other_deck(game: str) -> None:
    t = play(void(play(two_decks(game), 1)), 1)
    assert decks_used(t) == [1, 2, 1, 2]


@pytest.mark.parametrize("game", each(STORED))
def test_one_deck_is_shuffled_by_the_device_while_the_other_plays(game: str) -> None:
    t = by_hand(play(two_decks(game, "manual_shoe"), 1))
    accepted(seated(t, 1), "dealer", a.CloseBets())
    assert [d.stage for d in t.state.decks] == ["ready", "dealing"]
    accepted(to(t, "deal"), "dealer", a.Report("shuffler_jams"))
    assert [d.stage for d in t.state.decks] == ["used", "dealing"]
    refused(t, "dealer", a.ShuffleCards(1), code="two_decks")
    accepted(t, "dealer", a.ShuffleCards(1, device=True))
    assert [d.stage for d in t.state.decks] == ["ready", "dealing"]


@pytest.mark.parametrize("game", each(ONE_RACK))
def test_only_one_deck_lies_in_the_discard_rack(game: str) -> None:
    """The next round does not begin before the last round's cards have left the rack for the shuffler."""
    t = finish(seated(two_decks(game), 1))
    accepted(t, "dealer", a.ClearTable())
    assert [d.stage for d in t.state.decks] == ["used", "ready"]
    refused(t, "dealer", a.OpenRound(), clause=clause_of(game, ONE_RACK[game]), code="one_rack")
    accepted(t, "dealer", a.ShuffleCards(1, device=True))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(TWO_DECKS))
def test_two_decks_are_played_only_while_the_shuffler_works(game: str) -> None:
    """Without it one deck leaves the table, and the other is shuffled by hand (X-14)."""
    t = by_hand(play(two_decks(game, "manual_shoe"), 1))
    accepted(t, "dealer", a.GoIdle())
    accepted(t, "dealer", a.Report("device_fails", place="shuffler"))
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "removed"))
    accepted(t, "dealer", a.SpreadCards(2))
    for act in (a.LookAtCards(2), a.WashCards(2), a.StackCards(2), a.ShuffleCards(2), a.CutCards(10, 2)):
        accepted(t, "dealer", act)
    refused(t, "dealer", a.OpenRound(), clause=clause_of(game, TWO_DECKS[game]), code="two_decks")
    accepted(t, "dealer", a.RemoveDeck(1))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(ALTERNATE))
def test_while_one_deck_is_replaced_the_other_plays_on(game: str) -> None:
    """The new deck passes the whole opening, then the decks alternate again (X-27)."""
    t = play(two_decks(game), 1)  # round 2, with deck 2, takes bets
    by_hand(t)
    accepted(t, "floorperson", a.RemoveDeck(1, "marked card"))
    one_round(t)
    accepted(t, "dealer", a.ReceiveCards(1))
    one_round(t)
    refused(t, "dealer", a.ShuffleCards(1, device=True), code="deck_stage")
    for by, act in (
        ("dealer", a.InspectCards(1)), ("floorperson", a.VerifyCards(1)), ("dealer", a.SpreadCards(1)),
        ("dealer", a.LookAtCards(1)), ("dealer", a.WashCards(1)), ("dealer", a.StackCards(1)),
        ("dealer", a.ShuffleCards(1, device=True)),
    ):  # fmt: skip
        accepted(t, by, act)
    for _ in range(3):
        one_round(t)
    assert decks_used(t) == [1, 2, 2, 2, 1, 2, 1]


def one_round(t: Table) -> None:
    """Plays the open round, clears it, shuffles its deck and opens the next: nobody touches the other deck."""
    automatic(t)
    finish(seated(t, 1))
    by_hand(t)
    played = t.state.deck
    accepted(t, "dealer", a.ClearTable())
    accepted(t, "dealer", a.ShuffleCards(played, device=True))
    accepted(t, "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(ALTERNATE))
def test_a_deck_removed_when_its_turn_had_come_does_not_stop_the_other(game: str) -> None:
    t = finish(seated(two_decks(game), 1))
    accepted(t, "dealer", a.ClearTable())
    accepted(t, "floorperson", a.RemoveDeck(2))
    refused(t, "dealer", a.OpenRound(), code="deck_stage")  # the first deck lies in the rack
    accepted(t, "dealer", a.ShuffleCards(1, device=True))
    accepted(t, "dealer", a.OpenRound())
    assert decks_used(t) == [1, 1]


# --- deck changes by the clock ---------------------------------------------------------------------------------------

CHANGED = dict.fromkeys(MARYLAND, "3.C") | own("2.8")
BY_HAND = dict.fromkeys(MARYLAND, "3.C(1)") | own("2.9")
FROM_SHOE = dict.fromkeys(MARYLAND, "3.C(2)") | own("2.10")


def moved(t: Table, at: int) -> Table:
    """The same table at this time, in milliseconds."""
    assert isinstance(t._clock, Clock)
    t._clock.at = at
    return t


def ready_table(game: str, procedure: str, at: int = 0, **overrides: Any) -> Table:
    """A table whose deck was put in play at this time; no round is open."""
    t = table(game, procedure, open_bets=False, at=at, **overrides)
    t.automate -= {a.OpenRound}
    t.run()
    return by_hand(t)


@pytest.mark.parametrize(
    ("game", "procedure", "hours"),
    [*each(BY_HAND, "hand", 4), *each(FROM_SHOE, "manual_shoe", 8), *each(FROM_SHOE, "automated_shoe", 8)],
)
def test_a_deck_is_changed_after_its_hours(game: str, procedure: str, hours: int) -> None:
    """Counted from the moment it was put in play; a round that opens a millisecond earlier is lawful."""
    rest = BY_HAND[game] if procedure == "hand" else FROM_SHOE[game]
    start = 5 * HOUR
    accepted(moved(ready_table(game, procedure, start), start + hours * HOUR - 1), "dealer", a.OpenRound())
    t = moved(ready_table(game, procedure, start), start + hours * HOUR)
    refused(t, "dealer", a.OpenRound(), clause=clause_of(game, rest), code="deck_change")
    accepted(t, "dealer", a.RemoveDeck())
    automatic(t).run(until="bets")
    assert t.step_name == "bets"
    assert len(events(t, e.CardsReceived)) == 2  # a new deck with the whole opening


@pytest.mark.parametrize("game", each(BY_HAND))
def test_a_deck_once_dealt_by_hand_has_four_hours_even_in_a_shoe(game: str) -> None:
    t = finish(seated(table(game, "hand"), 1))
    accepted(t, "dealer", a.ClearTable())
    by_hand(t)
    accepted(t, "floorperson", a.ChangeProcedure("manual_shoe"))
    accepted(t, "dealer", a.ShuffleCards(device=True))
    refused(moved(t, 4 * HOUR), "dealer", a.OpenRound(), clause=clause_of(game, BY_HAND[game]), code="deck_change")
    accepted(moved(t, 4 * HOUR - 1), "dealer", a.OpenRound())


@pytest.mark.parametrize("game", each(CHANGED))
def test_the_running_round_is_finished_and_the_next_one_waits(game: str) -> None:
    t = seated(table(game, "manual_shoe"), 1)
    accepted(moved(t, 8 * HOUR - 1), "dealer", a.CloseBets())
    finish(moved(t, 9 * HOUR))
    accepted(t, "dealer", a.ClearTable())
    by_hand(t)
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(20))
    refused(t, "dealer", a.OpenRound(), clause=clause_of(game, FROM_SHOE[game]), code="deck_change")


@pytest.mark.parametrize("game", each(CHANGED))
def test_hours_that_end_while_bets_are_open_stop_the_deal(game: str) -> None:
    t = seated(by_hand(table(game, "manual_shoe")), 1)
    refused(moved(t, 8 * HOUR), "dealer", a.CloseBets(), clause=clause_of(game, FROM_SHOE[game]), code="deck_change")
    automatic(t).run(until="deal")
    assert [ev.deck for ev in events(t, e.DeckRemoved)] == [1]
    accepted(t, "dealer", a.CloseBets())


@pytest.mark.parametrize("game", each(CHANGED))
def test_each_of_two_decks_has_its_own_hours(game: str) -> None:
    t = play(two_decks(game), 1)
    automatic(moved(t, 2 * HOUR))
    accepted(t, "dealer", a.RemoveDeck(1))  # deck 1 is replaced after two hours, deck 2 stays
    play(t, 1)
    play(moved(t, 4 * HOUR - 1), 2)
    assert [ev.deck for ev in events(t, e.DeckRemoved)] == [1]
    play(moved(t, 4 * HOUR), 2)
    assert [ev.deck for ev in events(t, e.DeckRemoved)] == [1, 2]
    play(moved(t, 6 * HOUR), 2)
    assert [ev.deck for ev in events(t, e.DeckRemoved)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("hours", "at", "allowed"),
    [
        case("MA-UTH 3(a)", "none", 1000 * HOUR, True),
        case("MA-UTH 3(a)", "6", 6 * HOUR - 1, True),
        case("MA-UTH 3(a)", "6", 6 * HOUR, False),
    ],
)
def test_in_massachusetts_a_deck_has_hours_only_if_the_licensee_says_so(hours: str, at: int, allowed: bool) -> None:
    t = moved(ready_table(UTH, "manual_shoe", readings={"deck_change_hours": hours}), at)
    if allowed:
        accepted(t, "dealer", a.OpenRound())
    else:
        refused(t, "dealer", a.OpenRound(), clause="MA-UTH 3(a)", code="deck_change")


@pytest.mark.parametrize("game", SHIPPED)
def test_hours_do_not_begin_before_the_deck_is_in_play(game: str) -> None:
    t = by_hand(table(game, open_bets=False))
    accepted(t, "dealer", a.ReceiveCards())
    moved(automatic(t), 100 * HOUR)
    t.run(until="bets")
    assert t.step_name == "bets"
