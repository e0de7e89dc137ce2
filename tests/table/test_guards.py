"""Things that must not be possible: unshuffled cards, terms that do not fit the table, other tables' meter money,
impossible numbers and cards."""

from typing import Any

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.replay import replay
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.acts import ACTS
from pitboss.table.duties import Duty, duty
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal
from support import (
    DEALING,
    DRAGON,
    GAMES,
    LIR,
    MARYLAND,
    TOP5,
    UTH,
    accepted,
    automatic,
    by_hand,
    events,
    finish,
    net,
    refused,
    rules,
    seated,
    table,
    to,
)

# --- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", MARYLAND)
def test_no_shuffle_is_ordered_once_the_bets_are_closed(game: str) -> None:
    t = by_hand(seated(table(game), 1))
    accepted(t, "dealer", a.CloseBets())
    accepted(t, "floorperson", a.OrderRecut())
    refused(t, "floorperson", a.OrderShuffle(), code="round_open")


@pytest.mark.parametrize("game", GAMES)
def test_an_act_has_a_time(game: str) -> None:
    bound = rules(game)
    outcome = step(bound, bound.opening(), a.Act("dealer", a.ReceiveCards(), -1))
    assert isinstance(outcome, Refusal) and outcome.code == "time"


def test_impossible_numbers_and_cards_are_refused() -> None:
    t = to(seated(table(UTH), 1), "preflop")
    for count in (-1, 53, 10**18):
        refused(t, "dealer", a.Report("wrong_number", seat=1, place="seat", count=count), code="right_number")
        refused(t, "dealer", a.Report("card_face_up", count=count, cards=("Ah",)), code="count")
    for seat in (-1, 7, 10**18):
        refused(t, "dealer", a.Report("card_face_up", seat=seat, cards=("Ah",)), code="no_seat")
    refused(t, "dealer", a.Report("card_face_up", place="under the table", cards=("Ah",)), code="place")
    refused(t, "dealer", a.Report("own_card_exposed", seat=1, cards=("Zz", "Ah")), code="not_in_deck")
    counted = by_hand(table(LIR, "hand", open_bets=False, dealing={**DEALING["hand"], "shuffler_counts_cards": True}))
    automatic(counted)
    while counted.state.decks[0].stage != "shuffled":
        assert counted.perform()
    refused(counted, "dealer", a.DeviceCountsCards(-5), code="count")
    taking = by_hand(seated(table(LIR), 1, five_card_bonus=1))
    accepted(taking, "dealer", a.CloseBets())
    refused(taking, "dealer", a.TakeWagers("five_card_bonus", -3), code="count")


def test_the_middle_of_three_positions_cannot_be_left() -> None:
    t = table(TOP5, positions_per_player=3)
    for seat in (2, 3, 4):
        t.sit(seat, "Ann")
    refused(t, "player:Ann", a.LeaveSeat(3), clause="MD-TOP5 7.F", code="not_adjacent")
    accepted(t, "player:Ann", a.LeaveSeat(4))


def test_an_idle_table_is_not_made_idle_again() -> None:
    t = table(DRAGON, open_bets=False)
    t.run(until="bets")
    accepted(t, "dealer", a.GoIdle())
    refused(t, "dealer", a.GoIdle(), code="idle")


@pytest.mark.parametrize("game", GAMES)
def test_with_two_decks_and_no_shuffler_the_spare_deck_goes_first(game: str) -> None:
    """What the staff are told to do next is always accepted."""
    t = table(game, "hand", open_bets=False, dealing={**DEALING["hand"], "decks": 2})
    t.run(until="bets")
    accepted(t, "dealer", a.GoIdle(face_up=True))
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "removed"))
    first = duty(t.rules, t.state)
    assert first is not None and first.do is a.RemoveDeck
    accepted(t, ACTS[first.do].usual, a.RemoveDeck(first.deck))
    then = duty(t.rules, t.state)
    assert then is not None and then.do is a.ChangeProcedure
    accepted(t, ACTS[then.do].usual, a.ChangeProcedure("manual_shoe"))


@pytest.mark.parametrize("game", GAMES)
def test_without_a_shuffler_no_second_deck_is_prepared(game: str) -> None:
    """The one deck that is left is made ready and played; nobody is told to fetch another."""
    t = table(
        game, "manual_shoe", open_bets=False, dealing={**DEALING["manual_shoe"], "shuffler": "automated", "decks": 2}
    )
    t.run(until="bets")
    accepted(t, "dealer", a.GoIdle(face_up=True))
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "removed"))
    spare = duty(t.rules, t.state)
    assert spare is not None and spare.do is a.RemoveDeck
    accepted(t, "floorperson", a.RemoveDeck(spare.deck))
    t.sit(1, "Ann")
    told: list[Duty | None] = []
    while t.step_name != "bets" and len(told) < 30:
        told.append(duty(t.rules, t.state))
        assert t.perform()
    assert t.step_name == "bets" and all(due is not None and due.deck != spare.deck for due in told)


# --- hands nobody has seen --------------------------------------------------------------------------------------------


def test_cover_all_on_all_hands_asks_for_the_faces_of_a_folded_hand() -> None:
    """Physical cards: a hand folded without Trips is unseen, but `all_dealt` counts it (U-03)."""
    t = seated(
        table(
            UTH,
            "automated_shoe",
            wagers={"cover_all": {"offered": True}},
            readings={"cover_all_hands": "all_dealt"},
            cards={"dealer": "Kc Qc", "community": "7s 7h 7d 2c 3c", "seat2": "As Jd"},
        ),
        1,
        2,
        cover_all=5,
    )
    by_hand(t)
    accepted(t, "dealer", a.CloseBets())
    accepted(t, "dealer", a.DealCards((UNKNOWN, UNKNOWN, "As", "Jd", "Kc", "Qc")))
    automatic(t)
    to(t, "settle_cover_all", {1: {"final": "fold"}})
    refused(t, "dealer", a.SettleTable(), code="face_unknown")
    accepted(t, "dealer", a.SettleTable(faces=((1, ("7c", "4d")),)))
    assert net(t, 1, "cover_all") == 250_00, "four sevens were folded, and count: three hands, 50 to 1"


# --- meters -----------------------------------------------------------------------------------------------------------


def test_a_void_takes_back_its_own_contribution_and_nothing_of_other_tables() -> None:
    """The meter is linked: while this round runs, another table adds $7.77 to it (X-02, at_lock)."""
    t = to(seated(table(LIR, readings={"meter_posting": "at_lock"}), 1, progressive=1), "decide_1")
    t.meters["Progressive"] += 777_000_000
    accepted(t, "dealer", a.Report("community_card_exposed"))
    assert t.meters["Progressive"] == 100_777_000_000


def test_wagers_lost_by_leaving_are_in_the_log_once() -> None:
    t = to(seated(table(LIR), 1, 2, five_card_bonus=1, progressive=1), "decide_1")
    accepted(t, "floorperson", a.Report("player_left", seat=1, ruling="losing"))
    finish(t)
    collected = [ev.wager for ev in events(t, e.WagerCollected) if ev.seat == 1]
    settled = [ev.wager for ev in events(t, e.WagerSettled) if ev.seat == 1]
    assert collected == ["bet_1", "bet_2", "bet_3"] and settled == ["five_card_bonus", "progressive"]


# --- terms ------------------------------------------------------------------------------------------------------------


def changed(t: Table, **changes: Any) -> Terms:
    terms = check_data(merge(merge(default_data(t.rules.game.id), {"dealing": DEALING["hand"]}), changes)).terms
    assert terms is not None
    return terms


def between_rounds(game: str, **overrides: Any) -> Table:
    """A hand-dealt table after its first round, with players at 1 and 6."""
    t = seated(table(game, "hand", **overrides), 1, 6)
    finish(t)
    accepted(t, "dealer", a.ClearTable())
    return t


@pytest.mark.parametrize("game", GAMES)
def test_terms_that_do_not_fit_the_table_are_refused(game: str) -> None:
    t = between_rounds(game)
    refused(t, "manager", a.AdoptTerms(changed(t, positions=3)), code="seat_taken")
    refused(t, "manager", a.AdoptTerms(t.rules.terms), code="same_terms")
    other = check_data(default_data(LIR if game != LIR else UTH)).terms
    assert other is not None
    refused(t, "manager", a.AdoptTerms(other), code="other_game")
    two = between_rounds(game, dealing={**DEALING["hand"], "decks": 2})
    refused(two, "manager", a.AdoptTerms(changed(two)), code="two_decks")


def test_a_player_with_two_positions_does_not_fit_under_terms_for_one() -> None:
    t = table(DRAGON, "hand", positions_per_player=2, open_bets=False)
    for seat in (1, 2):
        accepted(t, "player:Ann", a.TakeSeat(seat, "Ann"))
    refused(t, "manager", a.AdoptTerms(changed(t)), code="too_many_positions", clause="MD-DRAGON 7.G")


@pytest.mark.parametrize("game", GAMES)
def test_new_terms_leave_people_cards_devices_and_chips_as_they_are(game: str) -> None:
    t = between_rounds(game)
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "removed"))
    accepted(t, "floorperson", a.ChangeProcedure("manual_shoe"))
    before = t.state
    accepted(t, "manager", a.AdoptTerms(changed(t, version=2)))
    after = t.state
    assert (after.shuffler, after.procedure, after.decks, after.deck) == (
        "removed",
        "manual_shoe",
        before.decks,
        before.deck,
    )
    assert [(s.player, s.net) for s in after.seats] == [(s.player, s.net) for s in before.seats]
    assert sum(s.net for s in after.seats) + after.inventory + after.departed == 0
    assert [r.state for r in replay(rules(game, "hand").terms, t.log)][-1] == after


def test_a_new_progressive_table_brings_its_own_meters() -> None:
    t = between_rounds(LIR)
    meters = {
        "Major Progressive": {"rate": "5", "initial": 2000, "reset": 1000},
        "Minor Progressive": {"rate": "5", "initial": 500, "reset": 250},
    }
    terms = changed(t, wagers={"progressive": {"paytable": "D"}}, meters=meters)
    accepted(t, "manager", a.AdoptTerms(terms))
    assert set(t.meters) == {"Major Progressive", "Minor Progressive"}
    t.run(until="bets")
    t.bet(1, let_it_ride=10, progressive=1)
    finish(t)
    assert t.meters["Minor Progressive"] == 500 * 100_000_000 + 5_000_000
