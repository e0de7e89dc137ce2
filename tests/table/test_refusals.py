"""Every refusal of the engine that belongs to no clause of its own: what is asked, when, and the answer."""

from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.table import actions as a
from support import DEALING, DRAGON, GAMES, LIR, TOP5, UTH, accepted, by_hand, finish, refused, seated, table, to


def opened(game: str, procedure: str = "manual_shoe", **overrides: Any) -> Table:
    return by_hand(seated(table(game, procedure, **overrides), 1))


def closed_table(game: str, procedure: str = "manual_shoe", **overrides: Any) -> Table:
    return by_hand(table(game, procedure, open_bets=False, **overrides))


@pytest.mark.parametrize("game", GAMES)
def test_decks_and_devices_that_are_not_there(game: str) -> None:
    t = closed_table(game)
    refused(t, "dealer", a.ReceiveCards(3), code="no_deck")
    refused(t, "dealer", a.RemoveDeck(1), code="deck_stage")
    refused(t, "dealer", a.GoIdle(), code="no_cards")
    refused(t, "dealer", a.SetDeviceAside("lamp", "removed"), code="no_device")
    refused(t, "dealer", a.SetDeviceAside("shuffler", "removed"), code="no_device")
    refused(t, "dealer", a.SetDeviceAside("shuffler", "painted"), code="measure")
    refused(t, "floorperson", a.ChangeProcedure("juggling"), code="procedure")
    refused(closed_table(game, "automated_shoe"), "dealer", a.SetDeviceAside("lamp", "removed"), code="no_device")
    refused(closed_table(game, "hand"), "floorperson", a.RestoreDevice("shuffler"), code="device_works")


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_of_a_round_stays_even_while_it_waits_for_another_cut(game: str) -> None:
    t = by_hand(to(seated(table(game), 1), "deal"))
    accepted(t, "manager", a.OrderRecut())
    refused(t, "dealer", a.RemoveDeck(1), code="deck_stage")
    accepted(t, "dealer", a.CutCards(20))
    refused(t, "dealer", a.RemoveDeck(1), code="deck_stage")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_about_procedures_and_devices_changes_under_a_round(game: str) -> None:
    t = to(seated(table(game, "automated_shoe"), 1), "deal")
    refused(t, "floorperson", a.ChangeProcedure("manual_shoe"), code="round_open")
    refused(t, "dealer", a.SetDeviceAside("shoe", "removed"), code="round_open")
    refused(t, "dealer", a.OpenRound(), code="round_open")


def test_the_let_it_ride_shoe_works_only_with_its_shuffler() -> None:
    t = table(LIR, "automated_shoe", open_bets=False)
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", "covered"))
    while t.state.decks[0].stage != "stacked":
        assert by_acts(t)
    accepted(t, "dealer", a.ShuffleCards())
    accepted(t, "dealer", a.CutCards(20))
    refused(t, "dealer", a.OpenRound(), code="no_shuffler", clause="MD-LIR 10.A")


def by_acts(t: Table) -> bool:
    """One step of the opening, by hand."""
    acts: dict[str, a.AnyAction] = {
        "absent": a.ReceiveCards(), "received": a.InspectCards(), "inspected": a.VerifyCards(),
        "verified": a.SpreadCards(), "spread": a.LookAtCards(), "looked": a.WashCards(), "washed": a.StackCards(),
    }  # fmt: skip
    stage = t.state.decks[0].stage
    accepted(t, "floorperson" if stage == "inspected" else "dealer", acts[stage])
    return True


def test_cuts_and_counts_where_there_are_none() -> None:
    t = closed_table(DRAGON, "manual_shoe", dealing={**DEALING["manual_shoe"], "shuffler": "automated"})
    while t.state.decks[0].stage != "stacked":
        by_acts(t)
    accepted(t, "dealer", a.ShuffleCards())
    refused(t, "dealer", a.DeviceCountsCards(53), code="no_count")
    refused(t, "dealer", a.CutCards(0), code="cut_depth")
    counts = {**DEALING["hand"], "shuffler_counts_cards": True}
    by_device = closed_table(DRAGON, "hand", dealing=counts)
    while by_device.state.decks[0].stage != "stacked":
        by_acts(by_device)
    accepted(by_device, "dealer", a.ShuffleCards(device=True))
    refused(by_device, "dealer", a.CutCards(20), code="no_cut")
    preshuffled = closed_table(DRAGON, "hand")
    accepted(preshuffled, "dealer", a.ReceiveCards(preshuffled=True))
    refused(preshuffled, "dealer", a.CutCards(20), code="hand_needs_shuffler")


@pytest.mark.parametrize("game", GAMES)
def test_seats_and_wagers_that_are_not_there(game: str) -> None:
    t = opened(game)
    first = t.rules.wagers[0].id
    refused(t, "dealer", a.LeaveSeat(4), code="seat_empty")
    refused(t, "player:P1", a.TakeSeat(2, "x" * 41), code="name")
    refused(t, "player:P1", a.PlaceWager(1, first, 1000), code="no_change")
    side = next(w.id for w in t.rules.wagers if not w.compulsory and not w.later)
    refused(t, "player:P1", a.PlaceWager(1, side, 0), code="nothing_there")


@pytest.mark.parametrize("game", GAMES)
def test_deliveries_that_are_not_what_is_due(game: str) -> None:
    t = opened(game, "automated_shoe")
    accepted(t, "dealer", a.CloseBets())
    refused(t, "dealer", a.DealCards(()), code="card_count")
    refused(t, "dealer", a.DealCards(t.rules.deck.cards[:1]), code="card_count")
    refused(t, "dealer", a.DealCards(t.rules.deck.cards[:40]), code="card_count")


def test_a_matter_that_waits_holds_everything_up() -> None:
    t = by_hand(to(seated(table(TOP5, readings={"player_left_default": "ask"}), 1, 2), "deal"))
    accepted(t, "dealer", a.Report("player_left", seat=1))
    refused(t, "dealer", a.DealCards(t.rules.deck.cards[:1]), code="pending")
    refused(t, "floorperson", a.Rule("player_left", "perhaps", 1), code="ruling")
    refused(t, "floorperson", a.Rule("player_left", "losing", 2), code="no_matter")
    refused(t, "dealer", a.Rule("player_left", "losing", 1), code="wrong_role")
    late = finish(seated(table(TOP5, readings={"player_left_default": "ask"}), 1, top_five_bonus=5))
    refused(late, "dealer", a.Report("player_left", seat=1), code="not_now")


def test_chips_are_counted_for_the_wager_whose_turn_it_is() -> None:
    t = opened(LIR)
    t.bet(1, five_card_bonus=1, progressive=1)
    accepted(t, "dealer", a.CloseBets())
    refused(t, "dealer", a.TakeWagers("progressive", 1), code="other_wager")
    refused(t, "dealer", a.TakeWagers("five_card_bonus", -1), code="count")
    accepted(t, "dealer", a.TakeWagers("five_card_bonus", 2))
    refused(t, "dealer", a.TakeWagers("five_card_bonus", 1), code="pending")
    refused(t, "dealer", a.TakeWagers("progressive", 1))
    refused(t, "floorperson", a.Rule("chips:five_card_bonus", "lost", 0), code="ruling")


def test_cards_that_are_owed_come_first_and_faces_must_fit() -> None:
    t = to(seated(table(UTH), 1), "postflop")
    accepted(t, "dealer", a.Report("wrong_number", place="community", count=2))
    refused(t, "player:P1", a.Decide(1, "check"), code="cards_owed")
    flop = by_hand(to(seated(table(UTH), 1), "flop"))
    refused(flop, "dealer", a.DealCards(("??", "As", "??", "Ks")), code="face_unknown")
    shown = to(seated(table(DRAGON), 1), "reveal")
    refused(shown, "dealer", a.ShowCards(("RD",)), code="card_count")
    refused(shown, "dealer", a.ShowCards(("RD", "RD", "RD")), code="other_cards")


def test_devices_that_cannot_jam_any_more() -> None:
    t = to(seated(table(DRAGON, "automated_shoe"), 1), "deal")
    refused(t, "dealer", a.Report("device_fails", place="lamp"), code="no_device")
    manual = to(seated(table(DRAGON), 1), "deal")
    refused(manual, "dealer", a.Report("shoe_jams"), code="not_now")
    refused(manual, "dealer", a.Report("shuffler_jams"), code="no_device")
    refused(manual, "dealer", a.Report("wrong_number", seat=1, place="moon", count=1))
